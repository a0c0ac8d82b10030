"""One game as people see it: winds, running scores, revisions, penalties, sign-offs; in three queries."""

import uuid

import pytest

from scoring.payments import Treatment
from tests.factories import TESTER, a_running_table, deal, discard, play_out, self_draw
from tournament.selectors.games import game_view
from tournament.services.deals import correct_deal, record_totals, rewind_to, void_deal
from tournament.services.penalties import cancel_penalty, give_penalty, record_false_win
from tournament.services.registration import change_player
from tournament.services.sign_offs import end_game, sign_off
from tournament.templatetags.names import family as called_shortly

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table()


def key():
    return uuid.uuid4()


def test_a_new_game_waits_for_deal_one_with_the_starting_seats_as_winds(table):
    view = game_view(table)
    assert (view.next_deal, view.played, view.is_over, view.takes_deals) == (1, 0, False, True)
    assert [person.wind for person in view.people] == [0, 1, 2, 3]
    assert view.people[0].dealer
    assert view.marks[:3] == ("now", "", "")


def test_running_scores_places_and_marks_follow_the_deals(table):
    deal(table, 1, self_draw(0, 8))  # +48 -16 -16 -16
    deal(table, 2)
    deal(table, 3, discard(2, 0, 10))  # -18 -8 +34 -8
    view = game_view(table)
    assert [line.scores for line in view.lines] == [
        (48, -16, -16, -16),
        (48, -16, -16, -16),
        (30, -24, 18, -24),
    ]
    assert [person.place for person in view.people] == [1, 3, 2, 3]
    assert view.marks[:5] == ("won", "drawn", "won", "now", "")


def test_after_the_east_wind_round_the_chairs_change_and_the_view_says_who_moves(table):
    for number in range(1, 5):
        deal(table, number)
    view = game_view(table)
    assert view.moves == ((0, 0, 1), (1, 1, 0), (2, 2, 3), (3, 3, 2))
    assert [person.chair for person in view.by_chair] == [0, 1, 2, 3]
    assert view.by_chair[0].seat == 1  # the player who started South sits on the East chair and deals
    assert view.by_chair[0].dealer
    deal(table, 5)
    assert game_view(table).moves == ()


def test_two_of_one_family_at_a_table_are_called_by_an_initial_as_well(table):
    for seat, (name, family) in enumerate(
        [("Tang Mingxia", "Tang"), ("Thea Winkler", "Winkler"), ("Tang Zihan", "Tang"), ("Cher", "")]
    ):
        player = table.seats.get(seat=seat).player
        change_player(player, actor=TESTER, name=name, family_name=family)
    assert [called_shortly(person.player) for person in game_view(table).people] == [
        "Tang M.", "Winkler", "Tang Z.", "Cher",
    ]  # fmt: skip


def test_a_correction_keeps_the_old_statement_in_sight(table):
    deal(table, 1, discard(0, 1, 15))
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=discard(0, 1, 25),
        reason="keyed wrong",
        client_key=key(),
        actor=TESTER,
    )
    (line,) = game_view(table).lines
    assert [entry.fan_total for entry in line.revisions] == [15, 25]
    assert line.corrected
    assert line.entry.fan_total == 25
    assert line.scores == (49, -33, -8, -8)


def test_a_deal_taken_back_stays_readable_and_counts_nothing(table):
    deal(table, 1, self_draw(0))
    void_deal(table_id=table.pk, number=1, base_revision=1, reason="not ours", client_key=key(), actor=TESTER)
    view = game_view(table)
    assert view.next_deal == 1
    assert [person.score for person in view.people] == [0, 0, 0, 0]
    assert view.lines[0].entry is None
    assert [entry.said for entry in view.lines[0].revisions] == ["self_draw", "void"]


def test_a_false_win_marks_the_offender_for_this_deal_only(table):
    record_false_win(table_id=table.pk, seat=3, client_key=key(), actor=TESTER)
    view = game_view(table)
    assert [person.dead_hand for person in view.people] == [False, False, False, True]
    assert [person.score for person in view.people] == [10, 10, 10, -30]
    deal(table, 1, self_draw(0))
    assert not any(person.dead_hand for person in game_view(table).people)


def test_a_cancelled_penalty_is_shown_with_its_cancellation_and_moves_nothing(table):
    given = give_penalty(
        table_id=table.pk,
        seat=1,
        treatment=Treatment.DEDUCTION,
        amount=20,
        reason="late",
        client_key=key(),
        actor=TESTER,
    )
    assert game_view(table).people[1].score == -20
    cancel_penalty(entry_id=given.pk, reason="traffic jam", client_key=key(), actor=TESTER)
    view = game_view(table)
    assert view.people[1].score == 0
    assert view.penalties[0].cancelled.reason == "traffic jam"


def test_an_agreement_is_outdated_by_the_next_fact_and_a_dispute_stands(table):
    first = deal(table, 1)
    for seat, agree in ((0, True), (1, False)):
        sign_off(
            table_id=table.pk,
            seat=seat,
            agree=agree,
            up_to=first.sequence,
            reason="" if agree else "it was 12 fan",
            client_key=key(),
            actor=TESTER,
        )
    assert [person.signed for person in game_view(table).people] == ["agree", "dispute", "", ""]
    deal(table, 2)
    view = game_view(table)
    assert [person.signed for person in view.people] == ["", "dispute", "", ""]
    assert [person.seat for person in view.disputes] == [1]


def test_a_full_game_an_ended_game_and_totals_are_over(table):
    play_out(table)
    assert game_view(table).is_full
    assert not game_view(table).takes_deals


def test_an_ended_game_is_over_and_keeps_its_score(table):
    deal(table, 1, self_draw(0))
    end_game(table_id=table.pk, reason="time", client_key=key(), actor=TESTER)
    view = game_view(table)
    assert (view.is_over, view.is_full, view.played) == (True, False, 1)
    assert "now" not in view.marks


def test_totals_only_are_shown_as_such(table):
    record_totals(table_id=table.pk, totals=(50, 10, -20, -40), client_key=key(), actor=TESTER)
    view = game_view(table)
    assert view.totals_only
    assert [person.table_points for person in view.people] == [4, 2, 1, 0]
    assert view.played == 0


@pytest.mark.django_db(transaction=True)
def test_a_game_seen_before_costs_one_query_however_much_was_entered(django_assert_num_queries):
    table = a_running_table()
    game_view(table)
    for number in range(1, 11):
        deal(table, number)
    with django_assert_num_queries(1):
        assert game_view(table).next_deal == 11


def test_one_deal_is_in_play_and_it_is_the_next_to_be_recorded_also_after_one_was_taken_back(table):
    for number in range(1, 5):
        deal(table, number)
    give_penalty(
        table_id=table.pk,
        seat=1,
        treatment=Treatment.DEDUCTION,
        amount=10,
        reason="late",
        client_key=key(),
        actor=TESTER,
    )  # in deal 5
    void_deal(table_id=table.pk, number=4, base_revision=1, reason="not ours", client_key=key(), actor=TESTER)
    view = game_view(table)
    assert (view.next_deal, view.marks[3]) == (4, "now")
    assert [(line.number, line.state) for line in view.lines[3:]] == [(4, "in_play"), (5, "to_come")]
    deal(table, 4)
    assert [line.state for line in game_view(table).lines[3:]] == ["counted", "in_play"]


def test_deals_after_the_one_that_play_went_back_to_are_taken_back_and_the_first_is_in_play(table):
    for number in range(1, 5):
        deal(table, number)
    rewind_to(table_id=table.pk, number=3, reason="not ours", client_key=key(), actor=TESTER)
    assert [line.state for line in game_view(table).lines] == ["counted", "counted", "in_play", "taken_back"]
    deal(table, 3)
    assert [line.state for line in game_view(table).lines] == ["counted", "counted", "counted", "in_play"]
    end_game(table_id=table.pk, client_key=key(), actor=TESTER, reason="time is up")
    assert [line.state for line in game_view(table).lines][3:] == ["taken_back"]


def test_a_game_that_ended_has_no_deal_in_play_for_a_penalty_in_the_one_that_was_not_finished(table):
    deal(table, 1)
    record_false_win(table_id=table.pk, seat=3, client_key=key(), actor=TESTER)
    end_game(table_id=table.pk, client_key=key(), actor=TESTER, reason="time is up")
    assert [line.state for line in game_view(table).lines] == ["counted", "not_played"]

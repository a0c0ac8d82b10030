"""Late changes: only what must changes, the past stays, and every successor names the one before it."""

import json

import pytest

from tests.factories import TESTER, a_tournament, play_out, play_round, seated, with_players
from tournament.engine import seating
from tournament.models import Seat, SeatingPlan, Table, TablePass
from tournament.permissions import NOBODY
from tournament.selectors.archive import archive_of, archive_text, seal
from tournament.selectors.seating_changes import editions, seating_now
from tournament.selectors.standings import standings_for
from tournament.selectors.verification import differences
from tournament.services.access import open_passes
from tournament.services.archive import read_archive, restore_tournament
from tournament.services.registration import add_player
from tournament.services.rounds import start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.seating_changes import propose_entry, propose_exit, propose_swap, publish_change
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


def a_field(*, players=16, rounds=5, substitutes=0, **settings):
    """A published seating; substitutes have the numbers after the players'."""
    tournament = seated(a_tournament(rounds=rounds, **settings), players=players)
    for number in range(substitutes):
        add_player(tournament, actor=TESTER, name=f"Substitute {number + 1}", substitute=True)
    return tournament


def after_rounds(tournament, count):
    """So many rounds are played and closed."""
    for number in range(1, count + 1):
        play_round(tournament, number)
    return tournament


def publish(tournament, propose, *, reason="ill"):
    tournament.refresh_from_db()
    return publish_change(tournament, propose, token=propose(tournament).token, reason=reason, actor=TESTER)


def chart(tournament):
    """What the tables of the event say, round by round."""
    found = {}
    for round_, table, seat, player in Seat.objects.filter(round__tournament=tournament).values_list(
        "round__number", "table__number", "seat", "player__number"
    ):
        found.setdefault(round_, {}).setdefault(table, {})[seat] = player
    return {
        r: {t: tuple(seats[s] for s in range(4)) for t, seats in tables.items()}
        for r, tables in found.items()
    }


def test_a_substitute_takes_the_seats_after_round_two_and_nobody_else_moves():
    cup = after_rounds(a_field(substitutes=1), 2)
    before = chart(cup)

    plan = publish(cup, lambda t: propose_exit(t, out=[(5, 17)], from_round=3))

    after = chart(cup)
    assert after[1] == before[1]
    assert after[2] == before[2]
    for number in (3, 4, 5):
        assert after[number] == {
            table: tuple(17 if player == 5 else player for player in four)
            for table, four in before[number].items()
        }
    first = SeatingPlan.objects.get(number=1)
    assert plan.certificate["previous"] == first.certificate["sha256"]
    assert (plan.state, first.state) == ("published", "superseded")
    assert plan.certificate["past_rounds"] == 2
    assert differences(cup) == ()


def test_a_substitute_is_never_ranked_and_whoever_left_keeps_the_points_made():
    cup = after_rounds(a_field(rounds=3, substitutes=1), 1)
    publish(cup, lambda t: propose_exit(t, out=[(5, 17)], from_round=2))
    for number in (2, 3):
        play_round(cup, number)
    rows = {row.player: row for row in standings_for(cup).rows}
    assert rows[17].rank is None
    assert len(rows[5].rounds) == 1
    assert len(rows[6].rounds) == 3


def test_links_of_tables_that_stay_stay():
    cup = a_field(substitutes=1)
    round_ = cup.rounds.get(number=3)
    open_passes(round_, actor=TESTER)
    before = set(TablePass.objects.values_list("pk", "table_id"))
    publish(cup, lambda t: propose_exit(t, out=[(5, 17)], from_round=1))
    assert set(TablePass.objects.values_list("pk", "table_id")) == before


def test_four_who_withdraw_cost_a_table_and_few_others_move():
    cup = after_rounds(a_field(players=40, rounds=7), 2)
    before = chart(cup)
    plan = publish(
        cup, lambda t: propose_exit(t, out=[(1, None), (12, None), (23, None), (34, None)], from_round=3)
    )
    after = chart(cup)
    assert (after[1], after[2]) == (before[1], before[2])
    for number in range(3, 8):
        assert sorted(after[number]) == list(range(1, 10))
        stay = sum(
            before[number][table][seat] == four[seat]
            for table, four in after[number].items()
            for seat in range(4)
        )
        assert stay >= 18
    report = seating.judge(seating.shape(plan.chart), seating.problem_from(plan.certificate["problem"]))
    assert report.broken == ()
    assert differences(cup) == ()


def test_one_who_leaves_without_a_substitute_is_refused_unless_people_may_rest(assert_refused):
    cup = a_field()
    params = assert_refused("players_not_divisible", propose_exit, cup, out=[(5, None)], from_round=1)
    assert params["missing"] == 1

    change_settings(cup, actor=TESTER, sit_outs=True)
    cup.refresh_from_db()
    publish(cup, lambda t: propose_exit(t, out=[(5, None)], from_round=1))
    seats = chart(cup)
    for number in range(1, 6):
        assert len(seats[number]) == 3
    rests = [
        sum(player not in {p for four in seats[r].values() for p in four} for r in seats)
        for player in range(1, 17)
        if player != 5
    ]
    assert sum(rests) == 15
    assert max(rests) - min(rests) <= 1
    start_round(cup.rounds.get(number=1), actor=TESTER)
    assert differences(cup) == ()


def test_a_late_arrival_takes_over_from_the_substitute():
    cup = with_players(a_tournament(rounds=3), 15)
    add_player(cup, actor=TESTER, name="Substitute", substitute=True)
    publish_seating(draft_seating(cup, seed="a", actor=TESTER), actor=TESTER)
    assert 16 in {p for four in chart(cup)[1].values() for p in four}
    after_rounds(cup, 1)
    late = add_player(cup, actor=TESTER, name="Late", late=True)
    before = chart(cup)
    publish(cup, lambda t: propose_entry(t, players=[late.number], place_of=16, from_round=2))
    after = chart(cup)
    assert after[1] == before[1]
    for number in (2, 3):
        for table, four in before[number].items():
            assert after[number][table] == tuple(late.number if p == 16 else p for p in four)


def test_somebody_who_comes_back_takes_the_own_place_again():
    cup = after_rounds(a_field(substitutes=1), 1)
    first = chart(cup)
    publish(cup, lambda t: propose_exit(t, out=[(5, 17)], from_round=2))
    play_round(cup, 2)
    plan = publish(cup, lambda t: propose_entry(t, players=[5], place_of=17, from_round=3))
    after = chart(cup)
    for number in (3, 4, 5):
        assert after[number] == first[number]
    row = next(row for row in plan.certificate["problem"]["players"] if row["number"] == 5)
    assert row["away"] == [2]
    assert seating_now(cup).stand_ins == {17: 5}
    assert differences(cup) == ()


def test_a_wrong_seat_is_put_right_before_play_and_not_after():
    cup = a_field()
    one, other = chart(cup)[1][1][0], chart(cup)[1][3][2]
    start_round(cup.rounds.get(number=1), actor=TESTER)
    publish(cup, lambda t: propose_swap(t, one=one, other=other, round_number=1), reason="sat wrong")
    after = chart(cup)[1]
    assert (after[1][0], after[3][2]) == (other, one)

    table = Table.objects.select_related("round__tournament").get(round__number=1, number=3)
    play_out(table)
    cup.refresh_from_db()
    back = propose_swap(cup, one=one, other=other, round_number=1)
    with pytest.raises(Exception) as caught:
        publish_change(
            cup,
            lambda t: propose_swap(t, one=one, other=other, round_number=1),
            token=back.token,
            reason="again",
            actor=TESTER,
        )
    assert caught.value.code == "table_has_begun"
    assert chart(cup)[1] == after


def test_what_cannot_be_is_refused(assert_refused):
    cup = after_rounds(a_field(substitutes=2), 1)

    def swap(t):
        return propose_swap(t, one=1, other=2, round_number=2)

    assert_refused("past_round_changes", propose_exit, cup, out=[(5, 17)], from_round=1)
    assert_refused("no_such_round", propose_exit, cup, out=[(5, 17)], from_round=6)
    assert_refused("unknown_player", propose_exit, cup, out=[(18, 17)], from_round=2)
    assert_refused("player_not_found", propose_exit, cup, out=[(5, 99)], from_round=2)
    assert_refused("already_seated", propose_exit, cup, out=[(5, 6)], from_round=2)
    assert_refused("player_twice", propose_exit, cup, out=[(5, 17), (6, 17)], from_round=2)
    assert_refused("player_missing", propose_exit, cup, out=[], from_round=2)
    assert_refused("past_round_changes", propose_swap, cup, one=1, other=2, round_number=1)
    token = swap(cup).token
    assert_refused("reason_missing", publish_change, cup, swap, token=token, actor=TESTER)
    assert_refused("proposal_is_stale", publish_change, cup, swap, token="x", reason="y", actor=TESTER)
    assert_refused("no_right", publish_change, cup, swap, token=token, reason="y", actor=NOBODY)
    assert_refused("nothing_published", propose_exit, a_tournament(slug="bare"), out=[(1, 2)], from_round=1)


def test_the_history_says_what_changed_and_survives_an_archive():
    cup = a_field(substitutes=1)
    publish(cup, lambda t: propose_exit(t, out=[(5, 17)], from_round=2), reason="fell ill")
    newest, first = editions(cup)
    assert newest.previous == first.sha256
    assert newest.reason == "fell ill"
    assert {move.player for move in newest.moves} == {5, 17}
    assert len(newest.moves) == 8  # four rounds, one who leaves and one who comes in each

    told = archive_of(cup)
    copy = restore_tournament(read_archive(archive_text(told)), slug="copy")
    assert archive_of(copy)["plans"] == told["plans"]
    assert editions(copy) == editions(cup)
    assert seating_now(copy).stand_ins == {5: 17}


def test_an_archive_from_before_by_rank_still_comes_in():
    cup = a_field(rounds=2)
    document = json.loads(archive_text(archive_of(cup)))
    for name in (
        "seating_mode",
        "advance_rounds",
        "finalists",
        "final_rounds",
        "others_in_finals",
        "sit_outs",
    ):
        del document["tournament"][name]
    for plan in document["plans"]:
        del plan["change"], plan["reason"]
    document["sha256"] = seal(document)
    copy = restore_tournament(document, slug="old")
    assert copy.seating_mode == "fixed"
    assert copy.seating_plans.get().change == {}

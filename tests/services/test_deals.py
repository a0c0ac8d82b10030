"""Deals: one test a refusal, the same press twice, two corrections at once, and the ways back."""

import uuid

import pytest

from scoring.payments import DealFacts, FalseWin, Outcome
from tests.factories import DRAWN, TESTER, a_running_table, deal, discard, play_out, seated, self_draw
from tests.factories import a_tournament as tournament_of
from tournament.models import AuditEntry, Entry, Said, Table, Tournament
from tournament.permissions import NOBODY
from tournament.selectors.games import game_view
from tournament.services.deals import correct_deal, rewind_to, void_deal
from tournament.services.penalties import record_false_win
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def correct(table, number, facts, *, base=1, reason="wrong fan total", **extra):
    return correct_deal(
        table_id=table.pk,
        number=number,
        base_revision=base,
        facts=facts,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def void(table, number, *, base=1, reason="entered by mistake", **extra):
    return void_deal(
        table_id=table.pk,
        number=number,
        base_revision=base,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
    )


def rewind(table, number, *, reason="decided again", **extra):
    return rewind_to(
        table_id=table.pk,
        number=number,
        reason=reason,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def scores(table):
    return game_view(table).score.totals


# Recording ----------------------------------------------------------------------------------------


def test_a_discard_win_pays_the_hand_from_the_discarder_and_eight_from_everybody(table):
    entry = deal(table, 1, discard(winner=2, discarder=1, fan=18))
    assert entry.deltas == (-8, -26, 42, -8)
    assert scores(table) == (-8, -26, 42, -8)


def test_flowers_are_paid_and_do_not_count_towards_the_minimum(table, assert_refused):
    entry = deal(table, 1, self_draw(0, fan=8, flowers=2))
    assert entry.deltas == (54, -18, -18, -18)
    assert_refused("below_minimum", deal, table, 2, self_draw(0, fan=7, flowers=2))


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (DealFacts(Outcome.SELF_DRAW, fan_total=8), "winner_missing"),
        (DealFacts(Outcome.DISCARD, winner=0, fan_total=8), "discarder_missing"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=0, fan_total=8), "winner_is_discarder"),
        (DealFacts(Outcome.SELF_DRAW, winner=0, discarder=1, fan_total=8), "self_draw_has_discarder"),
        (DealFacts(Outcome.SELF_DRAW, winner=4, fan_total=8), "no_such_seat"),
        (DealFacts(Outcome.DISCARD, winner=0, discarder=4, fan_total=8), "no_such_seat"),
        (DealFacts(Outcome.SELF_DRAW, winner=0), "fan_missing"),
        (DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=7), "below_minimum"),
        (DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=401), "fan_too_high"),
        (DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=8, flowers=9), "flowers_out_of_range"),
        (DealFacts(Outcome.DRAWN, winner=0), "drawn_has_winner"),
    ],
)
def test_facts_that_cannot_be_are_refused_and_nothing_is_written(table, facts, code, assert_refused):
    assert_refused(code, deal, table, 1, facts)


def test_the_same_press_twice_books_once(table):
    key = uuid.uuid4()
    first = deal(table, 1, self_draw(0), client_key=key)
    again = deal(table, 1, self_draw(0), client_key=key)
    assert again.pk == first.pk
    assert Entry.objects.count() == 1


def test_the_same_press_counts_as_the_same_even_when_play_has_gone_on(table):
    key = uuid.uuid4()
    first = deal(table, 1, self_draw(0), client_key=key)
    deal(table, 2, DRAWN)
    assert deal(table, 1, self_draw(0), client_key=key).pk == first.pk


def test_the_last_press_of_a_game_repeated_is_no_seventeenth_deal(table):
    key = uuid.uuid4()
    for number in range(1, 16):
        deal(table, number)
    last = deal(table, 16, self_draw(1), client_key=key)
    assert deal(table, 16, self_draw(1), client_key=key).pk == last.pk


def test_a_key_used_again_with_other_content_is_refused(table, assert_refused):
    key = uuid.uuid4()
    deal(table, 1, self_draw(0, fan=8), client_key=key)
    assert_refused("key_reused", deal, table, 1, self_draw(0, fan=9), client_key=key)


def test_a_key_used_at_another_table_is_refused(assert_refused):
    first = a_running_table(players=8)
    second = Table.objects.get(round=first.round, number=2)
    key = uuid.uuid4()
    deal(first, 1, client_key=key)
    assert_refused("key_reused", deal, second, 1, client_key=key)


def test_the_slower_of_two_phones_hears_which_deal_is_next(table, assert_refused):
    deal(table, 1, self_draw(0))
    params = assert_refused("deal_number_taken", deal, table, 1, self_draw(3))
    assert params == {"number": 1, "next": 2}


def test_a_deal_ahead_of_its_turn_is_refused(table, assert_refused):
    assert_refused("deal_number_ahead", deal, table, 2)


@pytest.mark.parametrize("number", [0, 17, 99])
def test_there_is_no_deal_outside_the_sixteen(table, number, assert_refused):
    assert_refused("no_such_deal", deal, table, number)


def test_a_full_game_takes_no_more_deals(table, assert_refused):
    play_out(table)
    assert_refused("deal_number_taken", deal, table, 16)
    assert_refused("no_such_deal", deal, table, 17)


def test_before_its_round_starts_a_table_takes_no_deals(assert_refused):
    cup = seated(tournament_of(rounds=1), players=4)
    waiting = Table.objects.get(round__tournament=cup)
    assert_refused("round_not_running", deal, waiting, 1)


def test_after_its_round_closed_a_table_takes_no_deals(table, assert_refused):
    play_out(table)
    close_round(table.round, actor=TESTER)
    assert_refused("round_closed", deal, table, 16)


def test_after_its_game_ended_a_table_takes_no_deals(table, assert_refused):
    deal(table, 1)
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    assert_refused("table_closed", deal, table, 2)


def test_strangers_record_nothing(table, assert_refused):
    assert_refused("no_right", deal, table, 1, actor=NOBODY)


def test_a_table_that_does_not_exist_is_refused(table, assert_refused):
    missing = Table(pk=table.pk + 99)
    assert_refused("not_found", deal, missing, 1)


def test_whoever_made_a_false_win_may_not_win_that_deal_and_may_win_the_next(table, assert_refused):
    record_false_win(table_id=table.pk, seat=2, client_key=uuid.uuid4(), actor=TESTER)
    assert_refused("offender_may_not_win", deal, table, 1, self_draw(2))
    deal(table, 1, discard(winner=0, discarder=2))
    deal(table, 2, self_draw(2))
    # -30 false win, -16 dealt in (8 + 8), +48 self-draw of 8 fan (3 x 16)
    assert scores(table)[2] == -30 - 16 + 48


def test_a_recorded_deal_raises_the_revision_once_and_a_refused_one_not_at_all(table, assert_refused):
    cup = table.round.tournament
    before = Tournament.objects.get(pk=cup.pk).revision
    deal(table, 1)
    assert_refused("deal_number_ahead", deal, table, 5)
    assert Tournament.objects.get(pk=cup.pk).revision == before + 1


def test_the_entry_says_with_which_pass_it_was_made(table, phone):
    entry = deal(table, 1, actor=phone)
    assert entry.recorded_with_id == phone.pass_id
    assert entry.actor == phone.label


# Correcting ---------------------------------------------------------------------------------------


def test_a_correction_counts_and_the_first_version_stays(table):
    deal(table, 1, discard(winner=2, discarder=1, fan=18))
    entry = correct(table, 1, discard(winner=2, discarder=1, fan=16))
    assert (entry.revision, entry.reason) == (2, "wrong fan total")
    assert scores(table) == (-8, -24, 40, -8)
    kept = Entry.objects.deals().order_by("revision").values_list("fan_total", flat=True)
    assert list(kept) == [18, 16]


def test_a_second_correction_of_the_same_revision_is_refused(table, assert_refused):
    deal(table, 1, self_draw(0, fan=8))
    correct(table, 1, self_draw(0, fan=9), base=1)
    assert_refused("stale_revision", correct, table, 1, self_draw(0, fan=10), base=1)
    assert correct(table, 1, self_draw(0, fan=10), base=2).revision == 3


def test_the_same_correction_pressed_twice_is_one(table):
    key = uuid.uuid4()
    deal(table, 1, self_draw(0, fan=8))
    first = correct(table, 1, self_draw(0, fan=9), client_key=key)
    assert correct(table, 1, self_draw(0, fan=9), client_key=key).pk == first.pk


def test_a_correction_without_a_reason_is_refused(table, assert_refused):
    deal(table, 1, self_draw(0))
    assert_refused("reason_missing", correct, table, 1, self_draw(1), reason="  ")


def test_a_correction_that_changes_nothing_is_refused(table, assert_refused):
    deal(table, 1, self_draw(0))
    assert_refused("nothing_changes", correct, table, 1, self_draw(0))


def test_a_deal_that_was_not_entered_cannot_be_corrected(table, assert_refused):
    assert_refused("deal_not_found", correct, table, 1, self_draw(0), base=0)


def test_a_deal_that_was_taken_back_cannot_be_corrected(table, assert_refused):
    deal(table, 1, self_draw(0))
    void(table, 1)
    assert_refused("deal_not_found", correct, table, 1, self_draw(1), base=2)


def test_an_impossible_correction_is_refused(table, assert_refused):
    deal(table, 1, self_draw(0))
    assert_refused("below_minimum", correct, table, 1, self_draw(0, fan=7))


def test_in_a_closed_round_a_pass_corrects_nothing_and_a_referee_does(table, phone, assert_refused):
    play_out(table, self_draw(0))
    close_round(table.round, actor=TESTER)
    assert_refused("round_closed", correct, table, 3, self_draw(1), actor=phone)
    assert correct(table, 3, self_draw(1)).revision == 2


def test_a_correction_leaves_a_line_in_the_audit_trail(table):
    deal(table, 1, self_draw(0))
    correct(table, 1, self_draw(1))
    assert AuditEntry.objects.filter(action="deal.corrected", params__deal=1).count() == 1


# Taking back --------------------------------------------------------------------------------------


def test_the_last_deal_is_taken_back_and_can_be_entered_again(table):
    deal(table, 1, self_draw(0))
    assert void(table, 1).said == Said.VOID
    assert scores(table) == (0, 0, 0, 0)
    again = deal(table, 1, self_draw(1))
    assert (again.revision, again.number) == (3, 1)
    assert scores(table) == (-16, 48, -16, -16)


def test_only_the_last_deal_can_be_taken_back(table, assert_refused):
    deal(table, 1)
    deal(table, 2)
    assert assert_refused("not_the_last_deal", void, table, 1)["last"] == 2


def test_taking_back_names_the_revision_it_saw(table, assert_refused):
    deal(table, 1, self_draw(0))
    correct(table, 1, self_draw(1))
    assert_refused("stale_revision", void, table, 1, base=1)


def test_taking_back_needs_a_reason_and_something_to_take(table, assert_refused):
    assert_refused("deal_not_found", void, table, 1)
    deal(table, 1)
    assert_refused("reason_missing", void, table, 1, reason="")


def test_the_same_taking_back_pressed_twice_is_one(table):
    key = uuid.uuid4()
    deal(table, 1)
    first = void(table, 1, client_key=key)
    assert void(table, 1, client_key=key).pk == first.pk


def test_going_back_takes_every_later_deal_and_keeps_them_readable(table):
    for number in range(1, 6):
        deal(table, number, self_draw(0))
    voided = rewind(table, 3)
    assert [entry.number for entry in voided] == [5, 4, 3]
    view = game_view(table)
    assert (view.next_deal, view.score.totals) == (3, (96, -32, -32, -32))
    assert [len(line.revisions) for line in view.lines] == [1, 1, 2, 2, 2]


def test_going_back_twice_with_one_press_goes_back_once(table):
    key = uuid.uuid4()
    for number in range(1, 4):
        deal(table, number)
    rewind(table, 2, client_key=key)
    count = Entry.objects.count()
    rewind(table, 2, client_key=key)
    assert Entry.objects.count() == count


def test_going_back_does_not_take_a_deal_that_was_not_seen(table, assert_refused):
    for number in range(1, 5):
        deal(table, number)
    assert assert_refused("deal_number_taken", rewind, table, 2, last=3) == {"number": 4, "next": 5}
    assert len(rewind(table, 2, last=4)) == 3


def test_going_back_needs_a_reason_and_a_deal_that_is_there(table, assert_refused):
    deal(table, 1)
    assert_refused("reason_missing", rewind, table, 1, reason=" ")
    assert_refused("deal_not_found", rewind, table, 2)
    assert_refused("deal_not_found", rewind, table, 0)


def test_a_wrong_tile_costs_what_a_low_hand_costs_in_the_chinese_tariff(table):
    entry = record_false_win(
        table_id=table.pk, seat=0, case=FalseWin.WRONG_TILE, client_key=uuid.uuid4(), actor=TESTER
    )
    assert entry.deltas == (-30, 10, 10, 10)

"""What goes wrong at a table: faults from the list, replayed hands, notes, other seats, back to a deal."""

import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.faults import Step
from scoring.payments import NOTHING, FalseWin, Treatment
from tests.factories import DRAWN, TESTER, a_running_table, a_tournament, deal, discard, seated, self_draw
from tests.services.test_archive import _forget_everything
from tournament.models import Entry, Kind, Said, Table
from tournament.permissions import NOBODY
from tournament.selectors.archive import archive_of, archive_text
from tournament.selectors.games import game_view
from tournament.selectors.verification import differences
from tournament.services.archive import read_archive, restore_tournament
from tournament.services.deals import correct_deal, rewind_to, void_deal
from tournament.services.faults import record_fault
from tournament.services.judging import judged_deal
from tournament.services.notes import cancel_note, record_note, replay_hand
from tournament.services.penalties import cancel_penalty, give_penalty, record_false_win
from tournament.services.reseating import cancel_reseat, reseat_table
from tournament.services.rounds import close_round, start_round
from tournament.services.sign_offs import sign_off

pytestmark = pytest.mark.django_db


def say(service, table, **facts):
    """Call a service of one table as somebody presses a button once."""
    facts = {"client_key": uuid.uuid4(), "actor": TESTER, **facts}
    return service(table_id=table.pk, **facts)


def clean(table):
    """Nothing in the event's log differs from what the rules and the chain say."""
    assert differences(table.round.tournament) == ()
    return True


# Faults of the list (dossier 4.5)
def test_empty_calls_in_one_hand_cost_a_warning_then_five_ten_twenty():
    table = a_running_table(false_win="cn1998")
    given = [say(record_fault, table, seat=1, fault="empty_call") for _ in range(4)]
    assert [entry.said for entry in given] == ["warning", "deduction", "deduction", "deduction"]
    assert [entry.deltas[1] for entry in given] == [0, -5, -10, -20]
    assert [entry.detail["count"] for entry in given] == [1, 2, 3, 4]
    assert clean(table)


def test_the_next_hand_begins_with_a_warning_again_under_cn1998():
    table = a_running_table(false_win="cn1998")
    say(record_fault, table, seat=1, fault="empty_call")
    deal(table, 1)
    assert say(record_fault, table, seat=1, fault="empty_call").said == Said.WARNING


def test_mil_counts_through_the_session_and_fines_the_second_warning_of_any_kind_with_ten():
    table = a_running_table(false_win="mil2025")
    assert say(record_fault, table, seat=0, fault="over_time").said == Said.WARNING
    deal(table, 1)
    second = say(record_fault, table, seat=0, fault="naming_discards")
    assert (second.said, second.deltas) == (Said.DEDUCTION, (-10, 0, 0, 0))
    assert say(record_fault, table, seat=3, fault="naming_discards").said == Said.WARNING
    assert clean(table)


def test_a_warning_for_disturbing_goes_with_the_player_into_the_next_session():
    first, second = two_rounds_of_the_same_four(false_win="mil2025")
    say(record_fault, first, seat=0, fault="disturbance")
    say(record_fault, first, seat=0, fault="over_time")
    player = first.seats.get(seat=0).player
    for _ in range(16):
        deal(first, game_view(first).next_deal)
    close_round(first.round, actor=TESTER)
    start_round(second.round, actor=TESTER)
    seat = second.seats.get(player=player).seat
    assert say(record_fault, second, seat=seat, fault="over_time").said == Said.WARNING
    carried = say(record_fault, second, seat=seat, fault="disturbance")
    assert (carried.said, carried.deltas[seat]) == (Said.DEDUCTION, -10)


def two_rounds_of_the_same_four(**settings):
    tournament = seated(a_tournament(rounds=2, **settings), players=4)
    start_round(tournament.rounds.get(number=1), actor=TESTER)
    tables = Table.objects.select_related("round__tournament").filter(round__tournament=tournament)
    return tables.get(round__number=1), tables.get(round__number=2)


def test_a_cancelled_warning_is_not_counted(table):
    warning = say(record_fault, table, seat=2, fault="empty_call")
    cancel_penalty(entry_id=warning.pk, reason="not a call", client_key=uuid.uuid4(), actor=TESTER)
    assert say(record_fault, table, seat=2, fault="empty_call").said == Said.WARNING


def test_a_wrong_tile_count_is_a_dead_hand_without_points(table):
    entry = say(record_fault, table, seat=2, fault="wrong_count")
    assert (entry.deltas, entry.dead_hand) == (NOTHING, True)
    assert game_view(table).people[2].dead_hand


def test_somebody_with_a_dead_hand_gets_no_second_one_in_the_same_hand(table, assert_refused):
    say(record_fault, table, seat=2, fault="wrong_count")
    assert_refused("already_dead_hand", say, record_fault, table, seat=2, fault="false_set")


def test_the_exposed_tile_of_another_is_paid_to_that_one(table, assert_refused):
    assert_refused("victim_missing", say, record_fault, table, seat=0, fault="others_tile_exposed")
    entry = say(record_fault, table, seat=0, fault="others_tile_exposed", victim=3)
    assert entry.deltas == (-5, 0, 0, 5)
    assert game_view(table).score.transfers == (-5, 0, 0, 5)
    assert clean(table)


def test_a_referee_overrules_the_list_with_a_reason_and_the_entry_keeps_both(table, assert_refused):
    harder = Step(Treatment.DEDUCTION, 20)
    assert_refused("reason_missing", say, record_fault, table, seat=1, fault="empty_call", decided=harder)
    entry = say(record_fault, table, seat=1, fault="empty_call", decided=harder, reason="shouted it")
    assert entry.deltas == (0, -20, 0, 0)
    assert entry.detail["proposed"] == {"treatment": "warning", "amount": 0, "dead_hand": False}
    assert clean(table)


def test_the_same_fault_pressed_twice_is_one_and_another_with_that_key_is_refused(table, assert_refused):
    key = uuid.uuid4()
    first = say(record_fault, table, seat=1, fault="empty_call", client_key=key)
    assert say(record_fault, table, seat=1, fault="empty_call", client_key=key).pk == first.pk
    assert_refused("key_reused", say, record_fault, table, seat=1, fault="early_draw", client_key=key)


def test_a_fault_that_the_rulebook_does_not_have_is_refused(table, assert_refused):
    assert_refused("unknown_fault", say, record_fault, table, seat=1, fault="wall_destroyed")


def test_a_warning_in_own_words_needs_no_amount_and_takes_none(table, assert_refused):
    words = {"seat": 1, "treatment": Treatment.WARNING, "reason": "sat on the wall"}
    assert say(give_penalty, table, amount=0, **words).deltas == NOTHING
    assert_refused("warning_has_amount", say, give_penalty, table, amount=5, **words)


# A false win and what comes after it in the same deal
def test_another_player_wins_the_deal_of_a_false_win(table, assert_refused):
    say(record_false_win, table, seat=2, case=FalseWin.NOT_READY, number=1)
    assert_refused("offender_may_not_win", deal, table, 1, self_draw(2))
    deal(table, 1, discard(0, 2, 10))
    # 20 to each of the others, then 8 + 10 from the offender and 8 from the other two
    assert game_view(table).score.totals == (20 + 34, 20 - 8, -60 - 18, 20 - 8)
    assert clean(table)


# A hand that is played again
def test_a_replayed_hand_keeps_its_number_and_ends_dead_hands_but_not_their_price(table):
    say(record_false_win, table, seat=2, number=1)
    entry = say(replay_hand, table, number=1, reason="the wall fell")
    view = game_view(table)
    assert (entry.kind, entry.deal, view.next_deal) == (Kind.NOTE, 1, 1)
    assert not view.people[2].dead_hand
    assert view.score.totals == (10, 10, -30, 10)
    deal(table, 1, self_draw(2))
    assert clean(table)


def test_a_false_win_after_the_replay_bars_again(table, assert_refused):
    say(replay_hand, table, number=1, reason="the wall fell")
    say(record_false_win, table, seat=2, number=1)
    assert_refused("offender_may_not_win", deal, table, 1, self_draw(2))


@pytest.mark.parametrize(("number", "code"), [(1, "deal_number_taken"), (3, "deal_number_ahead")])
def test_only_the_hand_in_play_is_played_again(table, assert_refused, number, code):
    deal(table, 1)
    assert_refused(code, say, replay_hand, table, number=number, reason="the wall fell")


def test_a_replay_said_by_mistake_is_taken_back_and_the_dead_hand_is_dead_again(table):
    say(record_false_win, table, seat=2, number=1)
    entry = say(replay_hand, table, number=1, reason="the wall fell")
    say(cancel_note, table, number=entry.number, reason="it stood")
    assert game_view(table).people[2].dead_hand
    assert clean(table)


# Notes
def test_a_note_leaves_the_agreement_of_the_four_as_it_is(table):
    deal(table, 1)
    say(sign_off, table, seat=0, agree=True, up_to=1)
    say(record_note, table, text="North asked for the doctor.")
    view = game_view(table)
    assert view.people[0].signed == Said.AGREE
    assert view.notes[0].text == "North asked for the doctor."
    say(sign_off, table, seat=1, agree=True, up_to=1)
    assert clean(table)


def test_an_empty_note_and_one_of_a_stranger_are_refused(table, assert_refused):
    assert_refused("note_missing", say, record_note, table, text="  ")
    assert_refused("no_right", say, record_note, table, text="hello", actor=NOBODY)
    assert_refused("note_not_found", say, cancel_note, table, number=1, reason="none")


# People on wrong chairs (report 36)
def test_after_a_reseating_hands_stay_with_persons_and_winds_follow_the_chairs(table):
    for number in (1, 2, 3):
        deal(table, number, discard(0, 1, 8))
    before = game_view(table).score.totals
    say(reseat_table, table, deal=1, order=(2, 1, 0, 3), reason="East and West sat crosswise")
    view = game_view(table)
    assert view.score.totals == before == (96, -48, -24, -24)
    # deal 1: who started West by the seating sits East and deals
    assert view.lines[0].position.dealer == 2
    assert view.lines[0].position.seat_winds == (2, 1, 0, 3)
    # deal 4: the dealer sits on the North chair, so winds run from there: S W E N -> +1
    assert view.position.seat_winds == (3, 2, 1, 0)
    assert clean(table)


def test_from_deal_three_on_leaves_the_first_two_as_they_were(table):
    for number in (1, 2, 3):
        deal(table, number)
    say(reseat_table, table, deal=3, order=(1, 0, 2, 3), reason="swapped after a break")
    dealers = [line.position.dealer for line in game_view(table).lines]
    # chairs E S W N deal in turn: starters 0, 1, then whoever has the chairs of starters 2 and 3
    assert dealers == [0, 1, 2]
    winds = [line.position.seat_winds for line in game_view(table).lines]
    assert winds == [(0, 1, 2, 3), (3, 0, 1, 2), (3, 2, 0, 1)]


def test_later_rounds_follow_the_chairs_that_were_really_taken(table):
    say(reseat_table, table, deal=1, order=(1, 0, 2, 3), reason="crosswise")
    for number in range(1, 5):
        deal(table, number)
    view = game_view(table)
    # wmo: after the East round E<->S and W<->N; the starters of East and South had changed places before
    assert view.moves == ((0, 1, 0), (1, 0, 1), (2, 2, 3), (3, 3, 2))


def test_a_reseating_that_is_taken_back_leaves_nothing_behind(table):
    deal(table, 1)
    say(reseat_table, table, deal=1, order=(1, 0, 2, 3), reason="crosswise")
    say(cancel_reseat, table, deal=1, reason="they were right")
    assert game_view(table).lines[0].position.seat_winds == (0, 1, 2, 3)
    assert clean(table)


def test_the_reseating_said_last_holds_where_two_overlap(table):
    deal(table, 1)
    deal(table, 2)
    say(reseat_table, table, deal=2, order=(1, 0, 2, 3), reason="from the second")
    say(reseat_table, table, deal=1, order=(3, 1, 2, 0), reason="no, from the start")
    assert [line.position.dealer for line in game_view(table).lines] == [3, 1]


@pytest.mark.parametrize(
    ("order", "number", "code"),
    [
        ((0, 1, 2, 3), 1, "nothing_changes"),
        ((0, 0, 2, 3), 1, "reseat_unclear"),
        ((1, 0, 2, 3), 3, "deal_number_ahead"),
        ((1, 0, 2, 3), 0, "no_such_deal"),
    ],
)
def test_a_reseating_that_says_nothing_or_too_much_is_refused(table, assert_refused, order, number, code):
    deal(table, 1)
    assert_refused(code, say, reseat_table, table, deal=number, order=order, reason="crosswise")


def test_a_reseating_from_an_old_screen_and_one_without_a_reason_are_refused(table, assert_refused):
    deal(table, 1)
    deal(table, 2)
    wanted = {"deal": 1, "order": (1, 0, 2, 3)}
    assert_refused("table_moved_on", say, reseat_table, table, seen=1, reason="crosswise", **wanted)
    assert_refused("reason_missing", say, reseat_table, table, seen=2, reason=" ", **wanted)


EAST_PUNG = "[111z] [222p] 33366s99s + 9s"
"""East pung with chows nowhere: all pungs (6); a pung of East winds is worth 2 more to whoever is East."""


def tiles(table, number, winner, text):
    rules = table.round.tournament.ruleset
    facts, detail = judged_deal(text, rules=rules, number=number, facts=self_draw(winner, None))
    return deal(table, number, facts, detail=detail)


def test_a_hand_kept_as_tiles_is_judged_again_with_the_wind_its_winner_really_had(table):
    # person 1 was taken for South: East pung counts as prevalent wind only; as East it is the seat wind too
    first = tiles(table, 1, 1, EAST_PUNG)
    say(reseat_table, table, deal=1, order=(1, 0, 2, 3), reason="crosswise")
    line = game_view(table).lines[0]
    assert line.entry.revision == 2
    assert line.entry.fan_total == first.fan_total + 2
    assert line.entry.deltas[1] == 3 * (8 + line.entry.fan_total)
    assert clean(table)
    say(cancel_reseat, table, deal=1, reason="they were right")
    assert game_view(table).lines[0].entry.fan_total == first.fan_total
    assert clean(table)


# Back to a deal
def test_back_to_deal_three_takes_later_deals_back_together_and_keeps_them_readable(table):
    for number in range(1, 6):
        deal(table, number, discard(number % 4, (number + 1) % 4))
    voided = say(rewind_to, table, number=3, last=5, seen=5, reason="a ruling was wrong")
    assert [entry.number for entry in voided] == [5, 4, 3]
    assert {entry.reason for entry in voided} == {"a ruling was wrong"}
    view = game_view(table)
    assert (view.next_deal, view.played) == (3, 2)
    assert [len(line.revisions) for line in view.lines] == [1, 1, 2, 2, 2]
    assert clean(table)


def test_penalties_stand_when_one_goes_back_unless_they_were_wrong_as_well(table):
    deal(table, 1)
    say(record_false_win, table, seat=1, number=2)
    deal(table, 2, self_draw(0))
    key = uuid.uuid4()
    say(rewind_to, table, number=2, reason="played again", client_key=key)
    assert game_view(table).score.totals == (10, -30, 10, 10)
    deal(table, 2, self_draw(0))
    say(rewind_to, table, number=2, reason="the ruling was wrong", with_penalties=True)
    assert game_view(table).score.totals == NOTHING
    assert clean(table)


def test_going_back_needs_only_what_the_sender_saw(table):
    deal(table, 1)
    deal(table, 2)
    say(record_fault, table, seat=1, fault="early_draw_seen")
    assert len(say(rewind_to, table, number=1, last=2, reason="again")) == 2


def test_going_back_from_an_old_screen_is_refused(table, assert_refused):
    deal(table, 1)
    deal(table, 2)
    say(record_fault, table, seat=1, fault="early_draw_seen")
    assert_refused("table_moved_on", say, rewind_to, table, number=1, last=2, seen=2, reason="again")


# Anything in any order
SEATS = st.integers(0, 3)
ORDERS = st.permutations(range(4)).map(tuple)
DEALS = st.integers(1, 8)
FAULTS = ["empty_call", "wrong_count", "others_tile_exposed"]
FACTS = st.one_of(
    st.just(DRAWN),
    st.builds(self_draw, SEATS, st.integers(8, 88)),
    st.builds(discard, SEATS, SEATS, st.integers(8, 88)),
)
STEPS = st.one_of(
    st.tuples(st.just("deal"), FACTS),
    st.tuples(st.just("correct"), DEALS, FACTS),
    st.tuples(st.just("void")),
    st.tuples(st.just("back"), DEALS, st.booleans()),
    st.tuples(st.just("reseat"), DEALS, ORDERS),
    st.tuples(st.just("unseat"), DEALS),
    st.tuples(st.just("false win"), SEATS, st.sampled_from(list(FalseWin))),
    st.tuples(
        st.just("fault"), SEATS, st.sampled_from(["empty_call", "wrong_count", "others_tile_exposed"]), SEATS
    ),
    st.tuples(st.just("replay")),
    st.tuples(st.just("note")),
    st.tuples(st.just("cancel"), st.integers(0, 5)),
)


def perform(table, step):
    """One thing that somebody presses; a refusal is an answer too."""
    what, *with_ = step
    view = game_view(table)
    coming, why = view.next_deal, "tried"
    if what == "deal":
        return deal(table, coming, with_[0])
    if what == "correct":
        line = next((line for line in view.lines if line.number == with_[0] and line.entry), None)
        base = line.entry.revision if line else 1
        return say(correct_deal, table, number=with_[0], base_revision=base, facts=with_[1], reason=why)
    if what == "void" and view.last_line:
        base = view.last_line.entry.revision
        return say(void_deal, table, number=view.last_line.number, base_revision=base, reason=why)
    if what == "back":
        return say(rewind_to, table, number=with_[0], with_penalties=with_[1], reason=why)
    if what == "reseat":
        return say(reseat_table, table, deal=with_[0], order=with_[1], reason=why)
    if what == "unseat":
        return say(cancel_reseat, table, deal=with_[0], reason=why)
    if what == "false win":
        return say(record_false_win, table, seat=with_[0], case=with_[1])
    if what == "fault":
        return say(record_fault, table, seat=with_[0], fault=with_[1], victim=with_[2])
    if what == "replay":
        return say(replay_hand, table, number=coming, reason=why)
    if what == "note":
        return say(record_note, table, text=f"note at {coming}")
    live = [penalty.entry for penalty in view.penalties if not penalty.cancelled]
    if what == "cancel" and len(live) > with_[0]:
        return cancel_penalty(entry_id=live[with_[0]].pk, reason=why, client_key=uuid.uuid4(), actor=TESTER)
    return None


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=14), preset=st.sampled_from(["cn1998", "mil2025"]))
def test_whatever_is_said_in_whatever_order_adds_up_and_comes_back_from_an_archive(db, steps, preset):
    table = a_running_table(slug=f"cup-{uuid.uuid4().hex[:8]}", false_win=preset)
    for step in steps:
        try:
            perform(table, step)
        except ScoringError:
            continue
    tournament, view = table.round.tournament, game_view(table)
    assert sum(view.score.totals) == sum(view.score.deductions)
    assert sorted(view.position.seat_winds) == [0, 1, 2, 3]
    assert view.position.seat_winds[view.position.dealer] == 0
    assert differences(tournament) == ()
    text = archive_text(archive_of(tournament))
    hashes = list(Entry.objects.filter(tournament=tournament).order_by("pk").values_list("hash", flat=True))
    _forget_everything()
    twin = restore_tournament(read_archive(text))
    assert list(Entry.objects.filter(tournament=twin).order_by("pk").values_list("hash", flat=True)) == hashes
    assert archive_text(archive_of(twin)) == text

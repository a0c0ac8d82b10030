"""The clock in the database: who may do what to it, and what it lets a table enter."""

import uuid
from datetime import datetime, timedelta

import pytest

from tests.factories import DRAWN, TESTER, a_running_table, a_tournament, deal, seated, self_draw
from tournament.engine.clock import Phase
from tournament.models import AuditEntry, ClockEvent, Entry, Said
from tournament.models.append_only import AppendOnlyError
from tournament.permissions import NOBODY
from tournament.selectors.blockers import Blocker, blockers
from tournament.selectors.clock import open_calls, round_clock
from tournament.services.calls import answer_call, call_referee, finish_call
from tournament.services.clock import call_time, give_minutes, pause_clock, resume_clock, start_clock
from tournament.services.deals import record_deal, void_deal
from tournament.services.rounds import close_round, reopen_round, start_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def moment(table, minutes: float) -> datetime:
    """So many minutes after the round began."""
    return table.round.started_at + timedelta(minutes=minutes)


def reading(table, minutes: float):
    return round_clock(table.round).reading(at=moment(table, minutes), table=table.pk)


def played(table, count: int, at: float = 10) -> None:
    """``count`` deals, all done by minute ``at``."""
    for number in range(1, count + 1):
        deal(table, number, at=moment(table, at))


def test_the_clock_starts_with_the_round_and_keeps_what_was_announced_then(table):
    (start,) = ClockEvent.objects.all()
    assert (start.minutes, start.end_rule, start.at) == (120, "finish_hand", table.round.started_at)
    with pytest.raises(AppendOnlyError):
        start.save()


def test_where_the_event_says_so_the_clock_waits_for_a_hand(assert_refused):
    tournament = seated(a_tournament(rounds=1, clock_start="by_hand"), players=4)
    round_ = start_round(tournament.rounds.get(), actor=TESTER)
    assert round_clock(round_).reading(at=round_.started_at).phase is Phase.WAITING
    assert_refused("clock_not_started", give_minutes, round_, minutes=5, actor=TESTER)
    start_clock(round_, actor=TESTER, at=round_.started_at + timedelta(minutes=4))
    assert round_clock(round_).reading(at=round_.started_at + timedelta(minutes=5)).left == timedelta(
        minutes=119
    )
    assert_refused("clock_started", start_clock, round_, actor=TESTER)


def test_a_pause_ends_by_going_on_and_neither_happens_twice(table, assert_refused):
    pause_clock(table.round, actor=TESTER, reason="Fire alarm", at=moment(table, 30))
    assert_refused("clock_paused", pause_clock, table.round, actor=TESTER, at=moment(table, 31))
    resume_clock(table.round, actor=TESTER, at=moment(table, 42))
    assert_refused("clock_not_paused", resume_clock, table.round, actor=TESTER, at=moment(table, 43))
    assert reading(table, 50).left == timedelta(minutes=82)
    assert AuditEntry.objects.get(action="clock.pause").params["reason"] == "Fire alarm"


def test_two_who_press_at_once_do_not_both_change_the_clock(table, assert_refused):
    give_minutes(table.round, minutes=5, actor=TESTER, seen=1, at=moment(table, 5))
    assert_refused("stale_clock", give_minutes, table.round, minutes=5, actor=TESTER, seen=1)
    assert reading(table, 20).left == timedelta(minutes=105)


def test_minutes_for_one_table_need_a_reason_and_a_sensible_number(table, assert_refused):
    give = {"actor": TESTER, "at": moment(table, 1)}
    assert_refused("reason_missing", give_minutes, table.round, minutes=5, table=table, **give)
    for minutes in (0, 121, -121):
        assert_refused("bad_minutes", give_minutes, table.round, minutes=minutes, **give)
    give_minutes(table.round, minutes=5, table=table, reason="A wall fell", **give)
    assert AuditEntry.objects.get(action="clock.extra_table").params == {
        "round": 1,
        "table": 1,
        "minutes": 5,
        "reason": "A wall fell",
    }


def test_a_phone_and_a_stranger_do_not_touch_the_clock(table, phone, assert_refused):
    for actor in (phone, NOBODY):
        assert_refused("no_right", pause_clock, table.round, actor=actor)
        assert_refused("no_right", give_minutes, table.round, minutes=5, actor=actor)


@pytest.mark.parametrize(
    ("rule", "after"), [("stop_now", 0), ("finish_hand", 1), ("no_new_hand_after_bell", 1), ("plus_one", 2)]
)
def test_after_the_bell_only_what_the_end_rule_lets_be_played_is_taken(rule, after, assert_refused):
    table = a_running_table(time_up=rule)
    played(table, 12)
    for number in range(13, 13 + after):
        deal(table, number, at=moment(table, 121))
    params = assert_refused("time_is_up", deal, table, 13 + after, at=moment(table, 122))
    assert params == {"number": 13 + after, "last": 12 + after}


def test_a_referee_may_enter_a_deal_after_the_time_with_a_reason_that_stays(table):
    played(table, 12)
    deal(table, 13, at=moment(table, 121))
    entry = deal(table, 14, at=moment(table, 122), late_reason="Was being counted at the bell")
    assert entry.reason == "Was being counted at the bell"
    assert AuditEntry.objects.get(action="deal.after_time").params["deal"] == 14


def test_a_deal_that_a_phone_took_before_the_bell_counts_whenever_it_arrives(table, assert_refused):
    played(table, 9)
    for number in (10, 11, 12):
        late = deal(table, number, at=moment(table, 140), entered_at=moment(table, 100 + number))
        assert datetime.fromisoformat(late.detail["entered_at"]) <= moment(table, 120)
    deal(table, 13, at=moment(table, 141), entered_at=moment(table, 121))  # the deal in play at the bell
    assert_refused("time_is_up", deal, table, 14, at=moment(table, 142), entered_at=moment(table, 125))


def test_a_deal_taken_back_after_the_bell_may_be_entered_again(table, assert_refused):
    played(table, 12)
    entry = deal(table, 12 + 1, self_draw(0), at=moment(table, 121))
    void_deal(
        table_id=table.pk,
        number=13,
        base_revision=entry.revision,
        reason="Wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
        at=moment(table, 122),
    )
    deal(table, 13, self_draw(1), at=moment(table, 123))
    assert_refused("time_is_up", deal, table, 14, at=moment(table, 124))


def test_extra_minutes_open_the_table_again(table, assert_refused):
    played(table, 12)
    deal(table, 13, at=moment(table, 121))
    assert_refused("time_is_up", deal, table, 14, at=moment(table, 122))
    give_minutes(
        table.round, minutes=10, table=table, reason="Called away", actor=TESTER, at=moment(table, 123)
    )
    deal(table, 14, at=moment(table, 124))
    deal(table, 15, at=moment(table, 126))
    assert reading(table, 126).phase is Phase.RUNNING


def test_time_may_be_called_early_for_the_whole_room(table, assert_refused):
    played(table, 5)
    call_time(table.round, actor=TESTER, reason="Power cut", at=moment(table, 60))
    deal(table, 6, at=moment(table, 61))
    assert_refused("time_is_up", deal, table, 7, at=moment(table, 62))
    assert_refused("clock_not_running", call_time, table.round, actor=TESTER, at=moment(table, 63))


def test_a_short_game_keeps_nothing_open_once_its_last_deal_is_in(table):
    played(table, 12)
    assert blockers(table.round, at=moment(table, 119)) == [
        Blocker("deals_missing", 1, {"played": 12, "deals": 16})
    ]
    assert blockers(table.round, at=moment(table, 121)) == [
        Blocker("last_deal_missing", 1, {"played": 12, "deals": 13})
    ]
    deal(table, 13, at=moment(table, 122))
    assert blockers(table.round, at=moment(table, 123)) == []


def test_closing_a_round_ends_the_games_that_the_bell_cut_short_in_their_own_log(table):
    played(table, 12)
    deal(table, 13, at=moment(table, 121))
    close_round(table.round, actor=TESTER, at=moment(table, 125))
    word = Entry.objects.filter(table=table).last()
    assert (word.said, word.reason, word.recorded_at) == (Said.CLOSE, "Time is up", moment(table, 125))


def test_a_game_that_was_ended_by_hand_is_not_ended_twice(table):
    played(table, 12)
    end_game(
        table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="Time is up", at=moment(table, 121)
    )
    close_round(table.round, actor=TESTER, at=moment(table, 125))
    assert Entry.objects.filter(table=table, said=Said.CLOSE).count() == 1


def test_the_same_press_again_after_the_bell_gets_the_same_answer(table):
    played(table, 11)
    said = {
        "table_id": table.pk,
        "number": 12,
        "facts": DRAWN,
        "client_key": uuid.uuid4(),
        "actor": TESTER,
    }
    first = record_deal(**said, at=moment(table, 119))
    assert record_deal(**said, at=moment(table, 150)) == first


def test_a_call_for_a_referee_is_answered_and_done_and_stays_in_the_log(table, phone, assert_refused):
    call_referee(table_id=table.pk, actor=phone, reason="A rule question")
    again = call_referee(table_id=table.pk, actor=phone)
    assert again.reason == "A rule question"
    assert_refused("no_right", answer_call, table_id=table.pk, actor=phone)
    assert answer_call(table_id=table.pk, actor=TESTER).coming_by == "tester"
    finish_call(table_id=table.pk, actor=TESTER)
    assert_refused("no_call", finish_call, table_id=table.pk, actor=TESTER)
    told = AuditEntry.objects.filter(action__startswith="referee.").order_by("pk")
    assert [line.action for line in told] == ["referee.called", "referee.coming", "referee.done"]
    assert not Entry.objects.exists()


def test_a_call_that_nobody_answered_ends_with_its_round_and_stays_ended_when_it_reopens(table, phone):
    call_referee(table_id=table.pk, actor=phone)
    deal(table, 1)
    end_game(table_id=table.pk, reason="short", client_key=uuid.uuid4(), actor=TESTER)
    assert table.pk in open_calls(table.round_id)
    closed = close_round(table.round, actor=TESTER)
    assert open_calls(table.round_id) == {}
    assert table.calls.get().done_at == closed.closed_at
    reopen_round(closed, reason="A table was forgotten", actor=TESTER)
    assert open_calls(table.round_id) == {}

"""The clock with a fake clock: every step, every end rule, and that reading has no memory."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.engine.clock import AFTER_BELL, ClockFact, Phase, Step, last_deal, read
from tournament.models.tournament import TimeUp

BEGIN = datetime(2026, 8, 14, 13, 40, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """So many minutes after the round began."""
    return BEGIN + timedelta(minutes=minutes)


def told(*steps, rule="finish_hand"):
    """Events from (step, minute, minutes, table), after a start of 90 minutes at minute 0."""
    facts = [ClockFact(1, Step.START, BEGIN, 90, None, rule)]
    for number, (step, minute, *more) in enumerate(steps, 2):
        minutes, table = [*more, 0, None][:2] if len(more) < 2 else more
        facts.append(ClockFact(number, step, at(minute), minutes or 0, table if len(more) == 2 else None))
    return facts


def left(facts, minute, table=None):
    """Minutes left."""
    return read(facts, at=at(minute), table=table).left / timedelta(minutes=1)


def test_before_the_start_there_is_no_time_to_run_out():
    reading = read(told(), at=at(-1))
    assert (reading.phase, reading.bell) == (Phase.WAITING, None)


def test_a_start_that_was_taken_back_is_as_if_it_had_not_been():
    facts = told((Step.PAUSE, 3), (Step.EXTRA, 4, 10, 7), (Step.RESET, 5))
    assert read(facts, at=at(6)).phase is Phase.WAITING
    assert read(facts, at=at(4)).phase is Phase.PAUSED
    again = [*facts, ClockFact(5, Step.START, at(20), 90, None, "stop_now")]
    reading = read(again, at=at(30), table=7)
    assert (reading.phase, reading.extra, reading.end_rule) == (Phase.RUNNING, 0, "stop_now")
    assert left(again, 30, table=7) == 80


def test_a_clock_runs_down_and_its_bell_is_the_moment_it_ends():
    facts = told()
    assert left(facts, 0) == 90
    assert left(facts, 67.5) == 22.5
    over = read(facts, at=at(95))
    assert (over.phase, over.bell, over.left) == (Phase.OVER, at(90), timedelta(minutes=-5))


def test_a_pause_stops_the_clock_and_everybody_has_the_rest_afterwards():
    facts = told((Step.PAUSE, 30), (Step.RESUME, 42))
    assert left(facts, 35) == left(facts, 41.9) == 60
    assert read(facts, at=at(35)).phase is Phase.PAUSED
    assert read(facts, at=at(35)).ends_at is None
    assert left(facts, 50) == 52
    assert read(facts, at=at(110)).bell == at(102)


def test_extra_minutes_for_one_table_are_its_own():
    facts = told((Step.EXTRA, 20, 6, 17))
    assert left(facts, 60, table=17) == 36
    assert left(facts, 60, table=18) == left(facts, 60) == 30
    assert read(facts, at=at(60), table=17).extra == 6
    assert read(facts, at=at(93), table=17).phase is Phase.RUNNING
    assert read(facts, at=at(93), table=18).phase is Phase.OVER


def test_extra_minutes_for_all_and_for_one_add_up_even_in_a_pause():
    facts = told((Step.EXTRA, 20, 5), (Step.PAUSE, 30), (Step.EXTRA, 35, 10, 4), (Step.RESUME, 40))
    assert left(facts, 36, table=4) == 75
    assert left(facts, 41, table=4) == 74
    assert left(facts, 41, table=5) == 64


def test_minutes_given_after_the_bell_move_the_bell():
    facts = told((Step.EXTRA, 92, 5, 4))
    assert read(facts, at=at(91), table=4).bell == at(90)
    assert left(facts, 92, table=4) == 3
    assert read(facts, at=at(96), table=4).bell == at(95)


def test_minutes_taken_back_never_ring_the_bell_in_the_past():
    facts = told((Step.EXTRA, 88, -30))
    assert read(facts, at=at(89)).bell == at(88)
    rung = told((Step.EXTRA, 95, -10))
    assert read(rung, at=at(96)).bell == at(90)


def test_a_called_time_rings_for_the_tables_it_was_called_for():
    facts = told((Step.CALL, 50, 0, 3), (Step.CALL, 60))
    assert read(facts, at=at(55), table=3).bell == at(50)
    assert read(facts, at=at(55), table=4).phase is Phase.RUNNING
    assert read(facts, at=at(61), table=4).bell == at(60)
    assert read(facts, at=at(61), table=3).bell == at(50)


def test_a_pause_after_the_bell_leaves_the_bell_where_it_was():
    facts = told((Step.EXTRA, 10, 15, 9), (Step.PAUSE, 95), (Step.RESUME, 99))
    assert read(facts, at=at(120), table=1).bell == at(90)
    assert read(facts, at=at(120), table=9).bell == at(109)


def test_time_called_in_a_pause_is_up_although_the_clock_stands():
    facts = told((Step.PAUSE, 30), (Step.CALL, 33))
    assert read(facts, at=at(34)).bell == at(33)


@pytest.mark.parametrize(
    ("rule", "last"),
    [
        ("stop_now", 12),  # China 1998: scores so far count, the deal in play is void
        ("finish_hand", 13),  # MIL 13: the running hand is finished
        ("no_new_hand_after_bell", 13),  # Danish rules: a hand that has begun is finished
        ("plus_one", 14),  # the running hand and one more
    ],
)
def test_how_many_deals_may_still_be_played_after_twelve(rule, last):
    assert last_deal(rule, played=12, deals=16) == last


@pytest.mark.parametrize("rule", AFTER_BELL)
def test_no_end_rule_makes_a_game_longer_than_it_is(rule):
    assert last_deal(rule, played=16, deals=16) == 16
    assert last_deal(rule, played=15, deals=16) <= 16


def test_every_end_rule_that_can_be_chosen_is_known():
    assert set(AFTER_BELL) == set(TimeUp.values)


minutes = st.integers(0, 200)
steps = st.lists(
    st.tuples(
        st.sampled_from([Step.PAUSE, Step.RESUME, Step.EXTRA, Step.CALL, Step.START]),
        minutes,
        st.integers(-20, 20).filter(bool),
        st.sampled_from([None, 1, 2]),
    ),
    max_size=8,
)


def any_story(given_steps):
    """A possible story: times never run backwards, only minutes and calls are for one table."""
    facts = [ClockFact(1, Step.START, BEGIN, 90, None, "finish_hand")]
    for number, (step, minute, more, table) in enumerate(sorted(given_steps, key=lambda s: s[1]), 2):
        own = table if step in (Step.EXTRA, Step.CALL) else None
        count = 90 if step is Step.START else more if step is Step.EXTRA else 0
        facts.append(ClockFact(number, step, at(minute), count, own, "finish_hand"))
    return facts


@given(steps, minutes, st.sampled_from([None, 1, 2]), st.randoms())
def test_what_is_left_never_depends_on_the_order_in_which_events_are_read(
    story, minute, table, random: Random
):
    facts = any_story(story)
    shuffled = random.sample(facts, len(facts))
    assert read(shuffled, at=at(minute), table=table) == read(facts, at=at(minute), table=table)


@given(steps, minutes, st.sampled_from([None, 1, 2]))
def test_what_happens_later_changes_nothing_earlier(story, minute, table):
    facts = any_story(story)
    known = [fact for fact in facts if fact.at <= at(minute)]
    assert read(known, at=at(minute), table=table) == read(facts, at=at(minute), table=table)


@given(steps, minutes, st.integers(1, 60))
def test_between_two_events_a_running_clock_loses_exactly_the_time_that_passes(story, minute, more):
    facts = [fact for fact in any_story(story) if fact.at <= at(minute)]
    now, then = read(facts, at=at(minute)), read(facts, at=at(minute + more))
    if now.phase is Phase.PAUSED:
        assert then == now
    else:
        assert now.left - then.left == timedelta(minutes=more)
        assert now.ends_at == then.ends_at

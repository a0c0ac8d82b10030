"""The clock of a round: a list of events in, the time left at a table at a moment out. It knows no clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

NOTHING = timedelta(0)


class Step(StrEnum):
    """What can be said about the clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTRA = "extra"
    CALL = "call"
    RESET = "reset"
    """The start was a mistake: whatever was said before is as if it had not been."""


class Phase(StrEnum):
    """How the clock of a table stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClockFact:
    """One event. ``minutes`` belongs to a start and to extra time; ``table`` is empty when it is for all."""

    number: int
    step: Step
    at: datetime
    minutes: int = 0
    table: int | None = None
    end_rule: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The clock of one table at one moment.

    ``ends_at`` is when the time is up if nothing else happens; while the clock is paused it is not known.
    Once the time is up it is the moment of the bell. ``left`` is negative then.
    """

    phase: Phase
    left: timedelta = NOTHING
    ends_at: datetime | None = None
    paused_at: datetime | None = None
    extra: int = 0
    """Minutes that this table was given beyond all others."""
    end_rule: str = ""

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def bell(self) -> datetime | None:
        """When the time of this table was up; None before that."""
        return self.ends_at if self.is_over else None


WAITING = Reading(Phase.WAITING)


def in_force(events: Iterable[ClockFact]) -> tuple[ClockFact, ...]:
    """What counts, in the order of its numbers: everything since the last reset."""
    facts: list[ClockFact] = []
    for event in sorted(events, key=lambda fact: fact.number):
        facts = [] if event.step is Step.RESET else [*facts, event]
    return tuple(facts)


def read(events: Iterable[ClockFact], *, at: datetime, table: int | None = None) -> Reading:
    """The clock of a table (of the room without one) at a moment, from everything that had happened by then.

    Events are taken in the order of their numbers, in whatever order they come.
    """
    ends: datetime | None = None
    paused: datetime | None = None
    extra, rule = 0, ""
    for event in in_force(event for event in events if event.at <= at):
        if event.table not in (None, table):
            continue
        if event.step is Step.START:
            ends, paused, rule = event.at + timedelta(minutes=event.minutes), None, event.end_rule
        elif ends is None:
            continue
        elif event.step is Step.PAUSE:
            # a table whose bell has rung does not stop: its bell stays where it was
            paused = paused or (event.at if ends > event.at else None)
        elif event.step is Step.RESUME:
            ends, paused = (ends + (event.at - paused), None) if paused else (ends, None)
        elif event.step is Step.EXTRA:
            ends = _moved(ends, event.minutes, paused or event.at)
            extra += event.minutes if event.table is not None else 0
        else:
            ends = min(ends, paused or event.at)
        if paused and ends is not None and ends <= paused:  # called while the clock stood: the bell rings now
            ends, paused = event.at, None
    if ends is None:
        return WAITING
    left = ends - (paused or at)
    if left <= NOTHING:
        return Reading(Phase.OVER, left, ends, extra=extra, end_rule=rule)
    if paused:
        return Reading(Phase.PAUSED, left, None, paused, extra, rule)
    return Reading(Phase.RUNNING, left, ends, extra=extra, end_rule=rule)


def _moved(ends: datetime, minutes: int, now: datetime) -> datetime:
    """Minutes more, or minutes taken back: the bell never rings in the past because of that."""
    moved = ends + timedelta(minutes=minutes)
    return max(moved, min(ends, now))


AFTER_BELL: Mapping[str, int] = {
    "stop_now": 0,  # China 1998 p. 15-16: play stops at once, the deal in play is void
    "finish_hand": 1,  # MIL article 13: the running hand is finished
    "no_new_hand_after_bell": 1,  # Danish rules 2005: a hand begins when the dice are thrown
    "plus_one": 2,  # the running hand and one more (RIICHI 5.9)
}
"""How many deals may still end after the bell, by the end rule of the event."""


def last_deal(end_rule: str, *, played: int, deals: int) -> int:
    """The highest deal that may be played when the bell rings after ``played`` deals of at most ``deals``."""
    return min(deals, played + AFTER_BELL.get(end_rule, 1))

"""The clock as it stands: of a round, of each of its tables, and what may still be played there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

from tournament.engine.clock import WAITING, ClockFact, Phase, Reading, Step, in_force, last_deal, read
from tournament.models import (
    Bulletin,
    ClockEvent,
    Entry,
    Kind,
    RefereeCall,
    Round,
    Said,
    Table,
    Tournament,
)
from tournament.models.prepared import Prepared
from tournament.selectors.kept import Kept

_facts: Kept = Kept(32)
_bulletins: Kept = Kept(16)
_events = Prepared(
    lambda round_: (
        ClockEvent.objects.filter(round=round_)
        .order_by("number")
        .values_list("number", "step", "at", "minutes", "table_id", "end_rule")
    ),
    Round._meta.pk,
)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The events of a round, and what they say at any moment."""

    facts: tuple[ClockFact, ...]
    closed: bool = False

    @property
    def number(self) -> int:
        """The number of the newest event: whoever changes the clock says which one they saw."""
        return self.facts[-1].number if self.facts else 0

    def reading(self, *, at: datetime, table: int | None = None) -> Reading:
        """The clock of a table by its id; of the whole room without one. A closed round has none."""
        return WAITING if self.closed else read(self.facts, at=at, table=table)

    @property
    def tables_with_extra(self) -> dict[int, int]:
        """Minutes that single tables were given, by table id."""
        given: dict[int, int] = {}
        for fact in self.facts:
            if fact.step is Step.EXTRA and fact.table is not None:
                given[fact.table] = given.get(fact.table, 0) + fact.minutes
        return {table: minutes for table, minutes in given.items() if minutes}


NO_CLOCK = RoundClock(())


def facts_of(round_id: int) -> tuple[ClockFact, ...]:
    """The events of a round that count, in order, as the pure fold takes them."""
    return in_force(
        ClockFact(n, Step(step), at, minutes, table, rule)
        for n, step, at, minutes, table, rule in _events.rows(round_id)
    )


def round_clock(round_: Round) -> RoundClock:
    """The clock of a round, read now."""
    return RoundClock(facts_of(round_.pk), closed=round_.is_closed)


def clock_of(tournament: Tournament, number: int) -> RoundClock:
    """The clock of round ``number``, kept by setup: every page that is rendered anew asks."""

    def work() -> RoundClock:
        round_ = tournament.rounds.filter(number=number).first()
        return round_clock(round_) if round_ is not None else NO_CLOCK

    return _facts.answer((tournament.pk, tournament.created_at, tournament.setup_revision, number), work)


def played_at_bell(bells: Mapping[int, datetime]) -> dict[int, int]:
    """How many deals were done at each table when its bell rang, in one query; ``bells`` by table id.

    What a phone entered in time and could only send later was done in time as well.
    """
    stated: dict[int, dict[int, str]] = {table_id: {} for table_id in bells}
    rows = (
        Entry.objects.filter(table__in=list(bells), kind=Kind.DEAL)
        .order_by("pk")
        .values_list("table_id", "number", "said", "recorded_at", "detail__entered_at")
    )
    for table_id, number, said, recorded_at, entered_at in rows:
        if (datetime.fromisoformat(entered_at) if entered_at else recorded_at) <= bells[table_id]:
            stated[table_id][number] = said
    return {
        pk: max((n for n, said in deals.items() if said != Said.VOID), default=0)
        for pk, deals in stated.items()
    }


def last_deals(clock: RoundClock, tables: Iterable[int], *, at: datetime, deals: int) -> dict[int, int]:
    """For every table whose time is up: the last deal that may still be played, by table id."""
    read_at = {table: clock.reading(at=at, table=table) for table in tables}
    over = {table: reading for table, reading in read_at.items() if reading.bell is not None}
    if not over:
        return {}
    played = played_at_bell({table: reading.bell for table, reading in over.items() if reading.bell})
    return {
        table: last_deal(reading.end_rule, played=played[table], deals=deals)
        for table, reading in over.items()
    }


@dataclass(frozen=True, slots=True)
class Face:
    """What a page needs to let a clock run by itself: moments and words, no ticking.

    ``ends`` is in milliseconds since 1970, empty unless the clock runs or is over. ``left`` in seconds was
    true when the page was made. ``warnings`` are seconds before the end at which a signal is given.
    """

    phase: str
    ends: int | None
    left: int
    warnings: tuple[int, ...]
    end_rule: str
    extra: int
    ends_at: datetime | None
    event: int
    """The number of the newest event: who changes the clock says that this is what they saw."""


def face_of(clock: RoundClock, tournament: Tournament, *, at: datetime, table: int | None = None) -> Face:
    """The clock of a table, or of the room, as a page shows it."""
    reading = clock.reading(at=at, table=table)
    return Face(
        phase=reading.phase.value,
        ends=int(reading.ends_at.timestamp() * 1000) if reading.ends_at else None,
        left=ceil(reading.left.total_seconds()),
        warnings=tuple(tournament.warning_seconds),
        end_rule=reading.end_rule or tournament.time_up,
        extra=reading.extra,
        ends_at=reading.ends_at,
        event=clock.number,
    )


@dataclass(frozen=True, slots=True)
class TableTime:
    """The time of one table, and the last deal that the end rule allows: by the bell that rang, or by the
    one that would ring now."""

    face: Face
    last: int
    next_deal: int

    @property
    def is_over(self) -> bool:
        return self.face.phase == Phase.OVER

    @property
    def may_play_on(self) -> bool:
        """Whether the deal that comes next may still be played once the bell has rung."""
        return self.next_deal <= self.last


def table_time(table: Table, *, next_deal: int, at: datetime) -> TableTime | None:
    """The time of a table in a running round; None while no clock runs for it."""
    round_ = table.round
    if not round_.is_running:
        return None
    tournament = round_.tournament
    clock = clock_of(tournament, round_.number)
    face = face_of(clock, tournament, at=at, table=table.pk)
    deals = tournament.ruleset.deals
    rung = last_deals(clock, [table.pk], at=at, deals=deals).get(table.pk)
    last = rung if rung is not None else last_deal(face.end_rule, played=next_deal - 1, deals=deals)
    return TableTime(face, last, next_deal)


def bulletins_of(tournament: Tournament) -> tuple[Bulletin, ...]:
    """The announcements that were not withdrawn, the newest first. When each is shown is the page's matter:
    it knows the time. Kept by revision."""

    def work() -> tuple[Bulletin, ...]:
        return tuple(tournament.bulletins.filter(withdrawn_at=None).order_by("-number"))

    return _bulletins.answer((tournament.pk, tournament.created_at, tournament.setup_revision), work)


def open_calls(round_id: int) -> dict[int, RefereeCall]:
    """Who calls a referee now, by table id."""
    return {call.table_id: call for call in RefereeCall.objects.filter(table__round=round_id, done_at=None)}


def told_to_tables(tournament: Tournament, round_id: int) -> tuple[Any, ...]:
    """What the page of a table shows beside its own log: when that changes, the page is drawn again. All but
    the calls is setup: names, seats, the round, its clock, announcements, what the event asks for."""
    calls = RefereeCall.objects.filter(table__round=round_id, done_at=None)
    return (tournament.setup_revision, *calls.order_by("pk").values_list("pk", "coming_at"))

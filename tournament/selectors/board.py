"""The board of a round: every table with its sixteen, who needs somebody first, and how fast play goes."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low

from tournament.models import Entry, Kind, RefereeCall, Round, Said
from tournament.models.log import TABLE_WORD, WITHOUT_FIGURES, counting, dead_hands
from tournament.selectors.clock import last_deals, open_calls, round_clock

BEHIND = 2
"""So many deals behind the middle of the room a table is slow."""
SILENT = timedelta(minutes=25)
"""So long without an entry a table in play is slow as well, unless the whole room rests or has no network."""

Statements = dict[tuple[str, int], list[Entry]]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A player's no that still stands."""

    player: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Call:
    """A table calls a referee; ``coming_at`` once somebody is on the way."""

    reason: str
    at: datetime
    coming_by: str
    coming_at: datetime | None


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table as the desk sees it from afar.

    ``state`` is "called", "disputed", "slow", "pending" (over, and some of the four have agreed but not
    all), "extra" (has minutes of its own) or "". ``over`` is also a game that the bell has cut short.
    ``deal`` and ``wind_round`` are of the deal in play, None when the game is over or nothing runs.
    """

    pk: int
    number: int
    marks: tuple[str, ...]
    deals: int
    played: int
    deal: int | None
    wind_round: int | None
    last_at: datetime | None
    state: str
    over: bool
    totals_only: bool
    agreed: int
    behind: int
    disputes: tuple[Dispute, ...] = ()
    dead: tuple[str, ...] = ()
    """Who may not win the deal in play."""
    call: Call | None = None
    extra: int = 0

    @property
    def is_behind(self) -> bool:
        return self.behind >= BEHIND


@dataclass(frozen=True, slots=True)
class Need:
    """Why somebody should go to a table; ``what`` is "called", "disputed" or "slow"."""

    what: str
    table: BoardTable


@dataclass(frozen=True, slots=True)
class Board:
    """A round at one moment."""

    round: Round
    tables: tuple[BoardTable, ...]
    deals_in: int
    deals_of: int
    pace: tuple[int, ...]
    """How many tables play deal 1, 2, … now."""
    finished: int

    @property
    def is_untouched(self) -> bool:
        """Nothing has been recorded at any table: the start can still be taken back."""
        return all(table.last_at is None for table in self.tables)

    def of_state(self, *states: str) -> tuple[BoardTable, ...]:
        return tuple(table for table in self.tables if table.state in states)

    @property
    def needing_somebody(self) -> tuple[Need, ...]:
        """Calls first, then disputes, then the slowest. A table that calls and disputes is in it twice."""
        order = ("called", "disputed", "slow")
        found = [Need(table.state, table) for table in self.of_state(*order)]
        found += [Need("disputed", table) for table in self.of_state("called") if table.disputes]
        return tuple(
            sorted(
                found,
                key=lambda need: (order.index(need.what), -need.table.behind, need.table.number),
            )
        )


def board(round_: Round, *, now: datetime) -> Board:
    """The board in five queries, whatever the number of tables."""
    deals = round_.tournament.ruleset.deals
    said: dict[int, Statements] = {}
    latest: dict[int, datetime] = {}
    for entry in (
        Entry.objects.filter(table__round=round_)
        .order_by("pk")
        .only(
            "table_id",
            "kind",
            "number",
            "revision",
            "said",
            "seat",
            "deal",
            "dead_hand",
            "reason",
            "up_to",
            "sequence",
            "recorded_at",
        )
    ):
        said.setdefault(entry.table_id or 0, {}).setdefault((entry.kind, entry.number), []).append(entry)
        latest[entry.table_id or 0] = entry.recorded_at
    names = {
        (table_id, seat): name
        for table_id, seat, name in round_.seats.order_by().values_list("table_id", "seat", "player__name")
    }
    numbers = list(round_.tables.order_by("number").values_list("pk", "number"))
    played = {pk: _played(said.get(pk, {})) for pk, _ in numbers}
    middle = median_low(played.values()) if played else 0
    clock, calls = round_clock(round_), open_calls(round_.pk)
    last = last_deals(clock, played, at=now, deals=deals)
    extra = clock.tables_with_extra
    spoke = {pk: latest.get(pk) or round_.started_at or now for pk, _ in numbers}
    room_spoke = sorted(spoke.values())[len(spoke) // 2] if spoke else now
    tables = tuple(
        _table(
            pk,
            number,
            said.get(pk, {}),
            deals=deals,
            running=round_.is_running,
            last_at=latest.get(pk),
            silent=now - spoke[pk] >= SILENT and now - room_spoke < SILENT,
            behind=middle - played[pk],
            names={seat: names.get((pk, seat), "") for seat in range(4)},
            last=last.get(pk, deals),
            call=_call(calls.get(pk)),
            extra=extra.get(pk, 0),
        )
        for pk, number in numbers
    )
    at_deal = Counter(table.deal for table in tables if table.deal)
    return Board(
        round=round_,
        tables=tables,
        deals_in=sum(table.played for table in tables),
        deals_of=deals * len(tables),
        pace=tuple(at_deal[number] for number in range(1, deals + 1)),
        finished=sum(table.over for table in tables),
    )


def _played(said: Statements) -> int:
    return sum(kind == Kind.DEAL and counting(entries) is not None for (kind, _), entries in said.items())


def _newest(said: Statements, number: int) -> Entry | None:
    entries = said.get((Kind.SIGN_OFF, number))
    return entries[-1] if entries else None


def _table(
    pk: int,
    number: int,
    said: Statements,
    *,
    deals: int,
    running: bool,
    last_at: datetime | None,
    silent: bool,
    behind: int,
    names: dict[int, str],
    last: int,
    call: Call | None,
    extra: int,
) -> BoardTable:
    live = [counting(said.get((Kind.DEAL, deal), [])) for deal in range(1, deals + 1)]
    played = sum(entry is not None for entry in live)
    totals_only = counting(said.get((Kind.TOTALS, 1), [])) is not None
    closed = _newest(said, TABLE_WORD)
    over = totals_only or played >= last or (closed is not None and closed.said == Said.CLOSE)
    facts_end = max(
        (e.sequence for (kind, _), es in said.items() if kind not in WITHOUT_FIGURES for e in es), default=0
    )
    words = [_newest(said, seat + 1) for seat in range(4)]
    agreed = sum(w is not None and w.said == Said.AGREE and (w.up_to or 0) >= facts_end for w in words)
    disputes = tuple(
        Dispute(player=names[seat], reason=word.reason, at=word.recorded_at)
        for seat, word in enumerate(words)
        if word is not None and word.said == Said.DISPUTE
    )
    state = ""
    if call is not None and running:
        state = "called"
    elif disputes:
        state = "disputed"
    elif running and not over and (behind >= BEHIND or silent):
        state = "slow"
    elif over and 0 < agreed < 4:
        state = "pending"
    elif extra and running and not over:
        state = "extra"
    in_play = played + 1 if running and not over else None
    return BoardTable(
        pk=pk,
        number=number,
        marks=_marks(live, in_play),
        deals=deals,
        played=played,
        deal=in_play,
        wind_round=(in_play - 1) // 4 if in_play else None,
        last_at=last_at,
        state=state,
        over=over,
        totals_only=totals_only,
        agreed=agreed,
        behind=max(0, behind),
        disputes=disputes,
        dead=_dead(said, in_play, names),
        call=call,
        extra=extra,
    )


def _call(called: RefereeCall | None) -> Call | None:
    if called is None:
        return None
    return Call(called.reason, called.called_at, called.coming_by, called.coming_at)


def _dead(said: Statements, deal: int | None, names: dict[int, str]) -> tuple[str, ...]:
    if deal is None:
        return ()
    newest = (counting(es) for (kind, _), es in said.items() if kind in (Kind.PENALTY, Kind.NOTE))
    barred = dead_hands((entry for entry in newest if entry is not None), deal=deal)
    return tuple(names[seat] for seat in sorted(barred))


def _marks(live: list[Entry | None], in_play: int | None) -> tuple[str, ...]:
    return tuple(
        ("drawn" if entry.said == Said.DRAWN else "won") if entry else ("now" if number == in_play else "")
        for number, entry in enumerate(live, 1)
    )

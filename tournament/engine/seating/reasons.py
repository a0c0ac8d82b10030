"""Why a table is as it is: what bound it, as values that a page turns into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from .locks import Locks
from .problem import Chart, Pair, Problem, ordered
from .swaps import Swap, meetings_of, swaps_for

Meeting = tuple[int, int]
"""(round, place), both from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One of the four: where the winds stand before and after this round, and who could sit here instead."""

    number: int
    wind: int
    before: tuple[int, int, int, int]
    """Starting winds in the rounds before this one."""
    in_all: tuple[int, int, int, int]
    visits: int
    """How often the player is at this table in the whole seating."""
    own_table: int | None
    locked: bool
    kept_from: tuple[int, ...]
    """Team-mates, avoided people and those with tables of their own: they sit elsewhere in every round."""
    met_already: int
    """Different people met in earlier rounds, who therefore do not sit here."""
    replaceable_by: tuple[int, ...]
    """Who could change places with this player without anybody meeting twice or a rule being broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReasons:
    """One table of one round."""

    round: int
    place: int
    sittings: tuple[Sitting, ...]
    again: Mapping[Pair, tuple[Meeting, ...]]
    """Pairs of this table who meet in other rounds too, and where."""
    compatriots: tuple[Pair, ...]
    clubmates: tuple[Pair, ...]
    foes: tuple[Pair, ...]
    """Pairs who must not meet and do: only a change by hand brings that about."""


def explain_table(
    chart: Chart, problem: Problem, /, *, round_number: int, place: int, locks: Locks | None = None
) -> TableReasons:
    """What bound a table of a chart. ``place`` counts from 1 in the order of the chart."""
    held = locks or Locks()
    seats = chart[round_number - 1][place - 1]
    met = meetings_of(chart)
    pairs = [ordered(one, other) for one, other in combinations(seats, 2)]
    return TableReasons(
        round=round_number,
        place=place,
        sittings=tuple(
            _sitting(chart, problem, number, (round_number, place, wind), held)
            for wind, number in enumerate(seats)
        ),
        again={
            pair: tuple(when for when in met[pair] if when != (round_number, place))
            for pair in pairs
            if len(met[pair]) > 1
        },
        compatriots=_same(problem, pairs, "country"),
        clubmates=_same(problem, pairs, "club"),
        foes=tuple(pair for pair in pairs if pair[1] in problem.apart.get(pair[0], frozenset())),
    )


def _sitting(
    chart: Chart, problem: Problem, number: int, spot: tuple[int, int, int], locks: Locks
) -> Sitting:
    round_number, place, wind = spot
    before, in_all = [0, 0, 0, 0], [0, 0, 0, 0]
    visits, seen = 0, set[int]()
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables, 1):
            if number not in seats:
                continue
            at = seats.index(number)
            in_all[at] += 1
            visits += t == place
            if r < round_number:
                before[at] += 1
                seen.update(seats)
    spec = problem.by_number.get(number)
    swaps = swaps_for(chart, problem, number, round_number=round_number, locks=locks)
    return Sitting(
        number=number,
        wind=wind,
        before=(before[0], before[1], before[2], before[3]),
        in_all=(in_all[0], in_all[1], in_all[2], in_all[3]),
        visits=visits,
        own_table=spec.table if spec else None,
        locked=locks.seat(*spot),
        kept_from=tuple(sorted(problem.apart.get(number, ()))),
        met_already=len(seen - {number}),
        replaceable_by=tuple(sorted(n for n, swap in swaps.items() if _harmless(swap, place))),
    )


def _harmless(swap: Swap, place: int) -> bool:
    return swap.place != place and not swap.barred


def _same(problem: Problem, pairs: list[Pair], label: str) -> tuple[Pair, ...]:
    found = []
    for one, other in pairs:
        first, second = problem.by_number.get(one), problem.by_number.get(other)
        name = getattr(first, label, None)
        if name and name == getattr(second, label, None):
            found.append((one, other))
    return tuple(found)

"""What it would do if one player changed seats with another: for everybody in the room at once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from .locks import Locks
from .problem import Chart, Pair, Problem, SeatingError, ordered

Met = tuple[int, int, int, int]
"""(one, other, round, place) of an earlier or later meeting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """One possible exchange of seats in one round, by how much it changes the counts of the judge.

    ``barred`` is the strongest reason against it, "" when there is none: ``locked``, ``fixed`` (a table of
    their own), ``team``, ``avoid``, ``repeat``. ``met`` are the meetings that would become second ones,
    ``foes`` the pairs who must not share a table.
    """

    other: int
    place: int
    barred: str
    repeats: int
    countries: int
    clubs: int
    met: tuple[Met, ...] = ()
    foes: tuple[Pair, ...] = ()

    @property
    def weight(self) -> tuple[int, int]:
        """Smaller is better."""
        return self.repeats, self.countries + self.clubs


def place_of(chart: Chart, player: int, /, *, round_number: int) -> tuple[int, int]:
    """(place from 1, wind) of a player in a round. Raises ``no_such_round``, ``unknown_player``."""
    if not 1 <= round_number <= len(chart):
        raise SeatingError("no_such_round", round=round_number, rounds=len(chart))
    for place, seats in enumerate(chart[round_number - 1], 1):
        if player in seats:
            return place, seats.index(player)
    raise SeatingError("unknown_player", player=player, round=round_number)


def meetings_of(chart: Chart, /) -> dict[Pair, list[tuple[int, int]]]:
    """When and where (round, place, both from 1) each pair shares a table."""
    met: dict[Pair, list[tuple[int, int]]] = defaultdict(list)
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables, 1):
            for one, other in combinations(seats, 2):
                met[ordered(one, other)].append((r, t))
    return met


def swaps_for(
    chart: Chart, problem: Problem, player: int, /, *, round_number: int, locks: Locks | None = None
) -> dict[int, Swap]:
    """Every exchange that ``player`` could make in this round, by the other's number."""
    place, wind = place_of(chart, player, round_number=round_number)
    met, held = meetings_of(chart), locks or Locks()
    mine = chart[round_number - 1][place - 1]
    stuck = held.seat(round_number, place, wind)
    found = {}
    for there, seats in enumerate(chart[round_number - 1], 1):
        for at, other in enumerate(seats):
            if other != player:
                locked = stuck or held.seat(round_number, there, at)
                found[other] = _swap(
                    problem, met, (player, mine, place), (other, seats, there), locked=locked, r=round_number
                )
    return found


def _swap(
    problem: Problem,
    met: dict[Pair, list[tuple[int, int]]],
    mine: tuple[int, tuple[int, ...], int],
    yours: tuple[int, tuple[int, ...], int],
    *,
    locked: bool,
    r: int,
) -> Swap:
    (player, here, place), (other, seats, there) = mine, yours
    if place == there:
        barred = "locked" if locked else ""
        return Swap(other=other, place=there, barred=barred, repeats=0, countries=0, clubs=0)
    lost = [ordered(player, x) for x in here if x != player] + [
        ordered(other, x) for x in seats if x != other
    ]
    new = [ordered(player, x) for x in seats if x != other] + [ordered(other, x) for x in here if x != player]
    foes = tuple(pair for pair in new if pair[1] in problem.apart.get(pair[0], frozenset()))
    again = tuple((*pair, *met[pair][0]) for pair in new if met.get(pair))
    repeats = len(again) - sum(len(met[pair]) > 1 for pair in lost)
    return Swap(
        other=other,
        place=there,
        barred=_barred(problem, locked, ((player, there), (other, place)), foes, again),
        repeats=repeats,
        countries=_shared(problem, new, "country") - _shared(problem, lost, "country"),
        clubs=_shared(problem, new, "club") - _shared(problem, lost, "club"),
        met=again,
        foes=foes,
    )


def _barred(
    problem: Problem,
    locked: bool,
    moves: tuple[tuple[int, int], ...],
    foes: tuple[Pair, ...],
    again: tuple[Met, ...],
) -> str:
    if locked:
        return "locked"
    for number, place in moves:
        spec = problem.by_number.get(number)
        if spec and spec.table is not None and problem.table_numbers[place - 1] != spec.table:
            return "fixed"
    if foes:
        teams = (tuple(problem.by_number[n].team for n in pair) for pair in foes)
        return "team" if any(one and one == other for one, other in teams) else "avoid"
    return "repeat" if again else ""


def _shared(problem: Problem, pairs: list[Pair], label: str) -> int:
    """How many of the pairs have the same country (or club)."""
    count = 0
    for one, other in pairs:
        first, second = problem.by_number.get(one), problem.by_number.get(other)
        if first and second:
            name = getattr(first, label)
            count += bool(name) and name == getattr(second, label)
    return count

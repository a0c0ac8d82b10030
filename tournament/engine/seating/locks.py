"""What an organizer wants to keep: whole rounds, tables, single seats; and the makers that keep them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from .anneal import HARD, Rounds, anneal_chart
from .chance import Progress, seeded, ticker
from .make import Made, plan_seating
from .problem import Chart, Problem, SeatingError, Seats
from .tables import vary_tables
from .winds import balance_winds
from .wishes import meeting_costs, pair_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Locks:
    """Rounds, (round, place) tables and (round, place, wind) seats that stay as they are.

    Rounds and places count from 1, winds from 0 (East). A locked table keeps its four and their winds.
    """

    rounds: frozenset[int] = frozenset()
    tables: frozenset[tuple[int, int]] = frozenset()
    seats: frozenset[tuple[int, int, int]] = frozenset()

    @classmethod
    def of(cls, document: Mapping[str, Iterable[Any]]) -> Locks:
        """From the lists that ``document`` gives."""
        return cls(
            rounds=frozenset(document.get("rounds", ())),
            tables=frozenset((r, t) for r, t in document.get("tables", ())),
            seats=frozenset((r, t, w) for r, t, w in document.get("seats", ())),
        )

    def document(self) -> dict[str, list[Any]]:
        """As JSON values; empty kinds are left out."""
        lists: dict[str, list[Any]] = {
            "rounds": sorted(self.rounds),
            "tables": [list(spot) for spot in sorted(self.tables)],
            "seats": [list(spot) for spot in sorted(self.seats)],
        }
        return {name: values for name, values in lists.items() if values}

    def __bool__(self) -> bool:
        return bool(self.rounds or self.tables or self.seats)

    def table(self, round_number: int, place: int, /) -> bool:
        """The whole table stays."""
        return round_number in self.rounds or (round_number, place) in self.tables

    def seat(self, round_number: int, place: int, wind: int, /) -> bool:
        """Whoever sits there stays."""
        return self.table(round_number, place) or (round_number, place, wind) in self.seats

    def winds(self, round_number: int, place: int, /) -> frozenset[int]:
        """The seats of a table that stay."""
        return frozenset(wind for wind in range(4) if self.seat(round_number, place, wind))

    def touches(self, round_number: int, /) -> bool:
        """Something of the round is locked."""
        return (
            round_number in self.rounds
            or any(spot[0] == round_number for spot in self.tables)
            or any(spot[0] == round_number for spot in self.seats)
        )


def rebalance_around(chart: Chart, *, locks: Locks, rng: Random, sweeps: int = 60) -> Chart:
    """The same tables with winds as even as they can be made while locked seats keep theirs.

    Without locks the balance is exact (a spread of one). With locks each table in turn takes the best deal of
    those it may have, chosen by lot among equals, until everybody's winds differ by one at most or the sweeps
    are used up; what is locked may make that impossible.
    """
    balanced = balance_winds(chart, rng=rng)
    if not locks:
        return balanced
    dealt: list[list[Seats]] = []
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    spots = []
    for r, tables in enumerate(chart):
        row = []
        for t, seats in enumerate(tables):
            held = locks.winds(r + 1, t + 1)
            row.append(seats if held else balanced[r][t])
            if len(held) < 3:
                spots.append((r, t, held))
            for wind, player in enumerate(row[-1]):
                counts[player][wind] += 1
        dealt.append(row)
    for _ in range(sweeps):
        if all(max(row) - min(row) <= 1 for row in counts.values()):
            break
        rng.shuffle(spots)
        for r, t, held in spots:
            seats = dealt[r][t]
            better = _fairest(seats, held=held, counts=counts, rng=rng)
            for wind in range(4):
                counts[seats[wind]][wind] -= 1
                counts[better[wind]][wind] += 1
            dealt[r][t] = better
    return tuple(tuple(row) for row in dealt)


def _fairest(seats: Seats, *, held: frozenset[int], counts: Mapping[int, list[int]], rng: Random) -> Seats:
    """One of the deals that even out the winds of these four best, by lot."""
    base = {player: list(counts[player]) for player in seats}
    for wind, player in enumerate(seats):
        base[player][wind] -= 1
    free = [wind for wind in range(4) if wind not in held]
    best: list[Seats] = []
    least = -1
    for order in permutations([seats[wind] for wind in free]):
        deal = list(seats)
        for wind, player in zip(free, order, strict=True):
            deal[wind] = player
        weight = sum(base[player][wind] for wind, player in enumerate(deal))
        if least < 0 or weight < least:
            best, least = [], weight
        if weight == least:
            best.append((deal[0], deal[1], deal[2], deal[3]))
    return best[int(rng.random() * len(best))]


def remake(
    chart: Chart, problem: Problem, *, locks: Locks, seed: int | str, progress: Progress | None = None
) -> Made:
    """A seating made anew around what is locked; without locks simply a new one.

    Two beginnings are tried, a fresh seating with the locked people put in their places, and the present one
    with its free rounds in another order; people who are not locked then change places until nobody meets
    twice. The better one is taken. Raises ``SeatingError``: ``cannot_keep_apart`` when people who must not
    meet would, although nothing locked them together; ``locks_do_not_fit`` when the chart is of other people.
    """
    if not locks:
        return plan_seating(problem, seed, progress=progress)
    if len(chart) != problem.rounds or not _of_these_people(chart, problem):
        raise SeatingError("locks_do_not_fit")
    rng = seeded(seed, purpose="remake")
    starts = [_reordered(chart, locks, rng if everybody_stays(problem) else None)]
    if problem.plain:  # with rests, a fresh seating may let somebody rest who is locked
        fresh = plan_seating(problem, seed, progress=progress).chart
        starts.insert(0, _imposed(fresh, chart, locks, problem))
    best: tuple[int, Rounds] | None = None
    for start in starts:
        reached = _settled(start, problem, locks=locks, chart=chart, rng=rng, progress=progress)
        if best is None or reached[0] < best[0]:
            best = reached
        if best[0] == 0:
            break
    assert best is not None
    games = [[[problem.numbers[i] for i in game] for game in gs] for gs in best[1]]
    _check(games, problem, locks)
    free = [r for r in range(len(games)) if not locks.touches(r + 1)]
    kept = tuple(
        tuple((g[0], g[1], g[2], g[3]) for g in gs) for r, gs in enumerate(games) if r not in set(free)
    )
    moving = [games[r] for r in free]
    if moving:
        vary_tables(moving, problem=problem, rng=rng, past=kept, tick=ticker(progress, "tables"))
    for r, gs in zip(free, moving, strict=True):
        games[r] = gs
    seated = tuple(
        tuple(_with_locked(game, r, t, chart, locks) for t, game in enumerate(gs))
        for r, gs in enumerate(games)
    )
    return Made(
        chart=rebalance_around(seated, locks=locks, rng=rng),
        method="swap search around what is locked",
        seed=str(seed),
    )


def everybody_stays(problem: Problem) -> bool:
    """Nobody arrives late or leaves early, so rounds may change their order."""
    return all(
        p.first_round <= 1 and (p.last_round or problem.rounds) >= problem.rounds for p in problem.players
    )


def _of_these_people(chart: Chart, problem: Problem) -> bool:
    for r, tables in enumerate(chart, 1):
        seated, present = [p for seats in tables for p in seats], problem.present(r)
        if len(seated) != len(set(seated)) or not set(seated) <= set(present):
            return False
        if len(seated) != len(present) - len(present) % 4:
            return False
    return True


def _pins(problem: Problem, locks: Locks, chart: Chart) -> list[dict[int, int]]:
    """For each round that is partly locked: who stays at which place (from 0), people with own tables too."""
    own = {number: place for place, number in enumerate(problem.table_numbers)}
    pins = []
    for r, tables in enumerate(chart, 1):
        here: dict[int, int] = {}
        if locks.touches(r):
            for t, seats in enumerate(tables):
                for wind, player in enumerate(seats):
                    if locks.seat(r, t + 1, wind):
                        here[player] = t
            for spec in problem.players:
                if spec.table is not None and spec.plays(r):
                    here.setdefault(spec.number, own[spec.table])
        pins.append(here)
    return pins


def _imposed(fresh: Chart, chart: Chart, locks: Locks, problem: Problem) -> list[list[list[int]]]:
    """A fresh seating in which everybody who is locked stands at the locked place."""
    start = []
    for r, (pins, tables) in enumerate(zip(_pins(problem, locks, chart), fresh, strict=True), 1):
        if r in locks.rounds:
            start.append([list(seats) for seats in chart[r - 1]])
            continue
        games = [list(seats) for seats in tables]
        where = {player: t for t, game in enumerate(games) for player in game}
        for player, place in pins.items():
            if where[player] == place:
                continue
            other = next((q for q in games[place] if pins.get(q) != place), None)
            if other is None:
                raise SeatingError("locks_do_not_fit")
            here = where[player]
            games[here][games[here].index(player)] = other
            games[place][games[place].index(other)] = player
            where[player], where[other] = place, here
        start.append(games)
    return start


def _reordered(chart: Chart, locks: Locks, rng: Random | None) -> list[list[list[int]]]:
    """The present seating with its free rounds in another order (in this one without chance)."""
    free = [r for r in range(len(chart)) if not locks.touches(r + 1)]
    order = list(free)
    if rng is not None:
        rng.shuffle(order)
    source = {**{r: r for r in range(len(chart))}, **dict(zip(free, order, strict=True))}
    return [[list(seats) for seats in chart[source[r]]] for r in range(len(chart))]


def _settled(
    start: Sequence[Sequence[Sequence[int]]],
    problem: Problem,
    *,
    locks: Locks,
    chart: Chart,
    rng: Random,
    progress: Progress | None,
) -> tuple[int, Rounds]:
    """Swap whoever is not locked until nobody meets again; the cost reached and the games, by index."""
    index = {number: i for i, number in enumerate(problem.numbers)}
    rounds: Rounds = [[[index[p] for p in game] for game in games] for games in start]
    pinned = [frozenset(index[p] for p in pins) for pins in _pins(problem, locks, chart)]
    points = len(problem.players)
    movable = [r for r in range(len(rounds)) if r + 1 not in locks.rounds]
    cost, costs = 0, meeting_costs(problem)
    for hot in (12.0, 30.0, 45.0, 60.0, 150.0, 300.0):
        cost = anneal_chart(
            rounds,
            points=points,
            costs=costs,
            rng=rng,
            steps=60_000 + 1_500 * points,
            weights=pair_weights(problem),
            movable=movable,
            hot=hot,
            cold=4.0,
            pinned=pinned,
            tick=ticker(progress, "people"),
        )
        # hotter only as long as people meet who must not
        if cost == 0 or (cost < HARD and hot >= 60.0):
            break
    return cost, rounds


def _check(games: list[list[list[int]]], problem: Problem, locks: Locks) -> None:
    """Nobody meets whom they must not, except where both seats were locked by hand."""
    met = {
        (a, b)
        for r, tables in enumerate(games, 1)
        for t, game in enumerate(tables, 1)
        if not locks.table(r, t)
        for a in game
        for b in game
        if a < b and b in problem.apart[a]
    }
    if met:
        raise SeatingError("cannot_keep_apart", pairs=tuple(sorted(met)[:20]), count=len(met))


def _with_locked(game: list[int], r: int, t: int, chart: Chart, locks: Locks) -> Seats:
    """The four of a table with locked people in the very seats that were locked."""
    held = {wind: chart[r][t][wind] for wind in locks.winds(r + 1, t + 1)}
    others = iter([player for player in game if player not in held.values()])
    east, south, west, north = (held[wind] if wind in held else next(others) for wind in range(4))
    return east, south, west, north

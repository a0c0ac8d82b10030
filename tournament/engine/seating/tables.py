"""Which game stands at which table: variety for everybody, and the own table for those who cannot move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from .anneal import Tick, accepts
from .problem import Chart, Problem

Game = list[int]

_VISIT = [0, 1, 9, 30, 60]
"""What the next visit costs somebody who was at a table 0, 1, 2, ... times; the last price holds on."""


def vary_tables(
    rounds: list[list[Game]],
    *,
    problem: Problem,
    rng: Random,
    past: Chart = (),
    steps: int = 60_000,
    tick: Tick | None = None,
) -> None:
    """Reorder the games of each round in place so that people see different tables.

    Second visits to a table cost little, third ones much; games with a fixed player stand at that player's
    table. Visits in ``past`` count and stay. The search stops when nothing could be better, or after
    ``steps`` trials.
    """
    index_of = {number: index for index, number in enumerate(problem.table_numbers)}
    fixed = {p.number: index_of[p.table] for p in problem.players if p.table is not None}
    free = [_bind(games, fixed=fixed, rng=rng) for games in rounds]
    width = max(len(games) for games in (*past, *rounds))
    price = _VISIT + [_VISIT[-1]] * (len(past) + len(rounds))
    visits: dict[int, list[int]] = defaultdict(lambda: [0] * width)
    played: Sequence[Sequence[Sequence[int]]] = (*past, *rounds)
    cost = 0
    for tables in played:
        for t, seats in enumerate(tables):
            for player in seats:
                if player not in fixed:
                    cost += price[visits[player][t]]
                    visits[player][t] += 1
    enough = sum(_least(sum(row), width, price) for row in visits.values())
    movable = [r for r, spots in enumerate(free) if len(spots) > 1]
    best, kept = cost, [list(games) for games in rounds]
    if not movable:
        return
    random = rng.random
    rows = [[[visits[p] for p in game if p not in fixed] for game in games] for games in rounds]
    temperature = 1.0
    crowded: list[tuple[int, int]] = []
    for step in range(steps):
        if step % 1024 == 0:
            if best <= enough:
                break
            temperature = 1.0 - 0.84 * (step / steps)
            if tick is not None:
                tick(step / steps)
        if step % 64 == 0:
            crowded = [(r, s) for r in movable for s in free[r] if any(row[s] > 1 for row in rows[r][s])]
            if not crowded:
                break
        r, s = crowded[int(random() * len(crowded))]
        spots, held = free[r], rows[r]
        mine = held[s]
        t = spots[int(random() * len(spots))]
        if s == t:
            continue
        yours = held[t]
        change = 0
        for row in mine:
            change += price[row[t]] - price[row[s] - 1]
        for row in yours:
            change += price[row[s]] - price[row[t] - 1]
        if change > 0 and not accepts(change, temperature=temperature, chance=random()):
            continue
        for row in mine:
            row[s] -= 1
            row[t] += 1
        for row in yours:
            row[t] -= 1
            row[s] += 1
        held[s], held[t] = yours, mine
        games = rounds[r]
        games[s], games[t] = games[t], games[s]
        cost += change
        if cost < best and (cost <= enough or 2 * step > steps):
            best, kept = cost, [list(gs) for gs in rounds]
            if best <= enough:
                break
    for games, good in zip(rounds, kept if best < cost else rounds, strict=True):
        games[:] = good


def _least(games: int, tables: int, price: list[int]) -> int:
    """The cost of somebody who spreads so many games evenly."""
    most, rest = divmod(games, tables)
    return tables * sum(price[:most]) + rest * price[most]


def _bind(games: list[Game], *, fixed: dict[int, int], rng: Random) -> list[int]:
    """Put the games of people with an own table there, shuffle the others; the table indices left free."""
    rng.shuffle(games)
    bound: dict[int, Game] = {}
    for game in games:
        for player in game:
            if player in fixed:
                bound[fixed[player]] = game
    held = {id(game) for game in bound.values()}
    others = iter([game for game in games if id(game) not in held])
    games[:] = [bound[t] if t in bound else next(others) for t in range(len(games))]
    return [t for t in range(len(games)) if t not in bound]

"""Which game stands at which table: variety for everybody, and the own table for those who cannot move."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from .problem import Problem

Game = list[int]


def vary_tables(rounds: list[list[Game]], *, problem: Problem, rng: Random, steps: int = 60_000) -> None:
    """Reorder the games of each round in place so that people see different tables.

    The cost is the number of (player, earlier visit) coincidences at one table; games with a fixed player
    stand at that player's table. The search stops when nobody sits anywhere twice, or after ``steps`` trials.
    """
    index_of = {number: index for index, number in enumerate(problem.table_numbers)}
    fixed = {p.number: index_of[p.table] for p in problem.players if p.table is not None}
    free: list[list[int]] = []
    for games in rounds:
        rng.shuffle(games)
        bound = {}
        for game in games:
            for player in game:
                if player in fixed:
                    bound[fixed[player]] = game
        others = iter([game for game in games if not any(game is held for held in bound.values())])
        games[:] = [bound[t] if t in bound else next(others) for t in range(len(games))]
        free.append([t for t in range(len(games)) if t not in bound])
    width = max(len(games) for games in rounds)
    visits: dict[int, list[int]] = defaultdict(lambda: [0] * width)
    cost = 0
    for games in rounds:
        for t, game in enumerate(games):
            for player in game:
                if player not in fixed:
                    cost += visits[player][t]
                    visits[player][t] += 1
    movable = [r for r, spots in enumerate(free) if len(spots) > 1]
    if not movable:
        return
    best, best_cost = [list(games) for games in rounds], cost
    random = rng.random
    rows = [[[visits[p] for p in game if p not in fixed] for game in games] for games in rounds]
    for step in range(steps):
        if cost == 0:
            break
        r = movable[int(random() * len(movable))]
        spots, held = free[r], rows[r]
        s = spots[int(random() * len(spots))]
        if len(rounds) > 1 and not any(row[s] > 1 for row in held[s]):
            continue
        t = spots[int(random() * len(spots))]
        if s == t:
            continue
        change = 0
        for row in held[s]:
            change += row[t] - row[s] + 1
        for row in held[t]:
            change += row[s] - row[t] + 1
        if change > 0 and (change > 3 or random() > 0.1 * (1 - step / steps) / (change * change)):
            continue
        for row in held[s]:
            row[s] -= 1
            row[t] += 1
        for row in held[t]:
            row[t] -= 1
            row[s] += 1
        held[s], held[t] = held[t], held[s]
        games = rounds[r]
        games[s], games[t] = games[t], games[s]
        cost += change
        if cost < best_cost:
            best_cost = cost
            best = [list(games) for games in rounds]
    for games, kept in zip(rounds, best, strict=True):
        games[:] = kept

"""What the seating engine is measured beside: the ideas of other programs, and events to seat by rank."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations
from random import Random

from tournament.engine.seating import Chart, Problem, Report, greedy_by_rank, judge, seat_by_rank
from tournament.engine.seating.problem import ordered


def restart_greedy(players: int, rounds: int, rng: Random, *, limit: float) -> Report | None:
    """Fill tables at random with people who have not met; start all over at a dead end."""
    end = time.process_time() + limit
    while time.process_time() < end:
        met: list[set[int]] = [set() for _ in range(players + 1)]
        chart: list[list[list[int]]] = []
        while len(chart) < rounds:
            order = list(range(1, players + 1))
            rng.shuffle(order)
            games: list[list[int]] = []
            while order:
                game = [order.pop()]
                for p in list(order):
                    if len(game) < 4 and not any(p in met[q] for q in game):
                        game.append(p)
                        order.remove(p)
                if len(game) < 4:
                    break
                games.append(game)
            if order or len(games) < players // 4:
                break
            for game in games:
                for p in game:
                    met[p].update(game)
            chart.append(games)
        if len(chart) == rounds:
            return judge(chart, Problem.numbered(players, rounds=rounds))  # type: ignore[arg-type]
    return None


def best_of_shuffles(players: int, rounds: int, rng: Random) -> Report:
    """Each round the best of 1,000 random shuffles."""
    met = [[0] * (players + 1) for _ in range(players + 1)]
    chart = []
    for _ in range(rounds):
        best: list[int] = []
        least = -1
        for _ in range(1000):
            order = list(range(1, players + 1))
            rng.shuffle(order)
            cost = sum(met[a][b] for k in range(0, players, 4) for a, b in combinations(order[k : k + 4], 2))
            if least < 0 or cost < least:
                best, least = order, cost
        games = [best[k : k + 4] for k in range(0, players, 4)]
        for game in games:
            for a in game:
                for b in game:
                    met[a][b] += 1
        chart.append(games)
    return judge(chart, Problem.numbered(players, rounds=rounds))  # type: ignore[arg-type]


def event(players: int, rounds: int, seed: int, *, greedy: bool) -> Iterator[tuple[int, float, float]]:
    """(repeats, mean rank span, seconds) of each round of an event whose stronger players mostly win."""
    rng = Random(f"{players} {rounds} {seed}")
    skill = {p: rng.gauss(0, 1) for p in range(1, players + 1)}
    points = dict.fromkeys(skill, 0.0)
    past: Chart = ()
    for r in range(rounds):
        order = sorted(points, key=lambda p: (-points[p], p)) if r else rng.sample(sorted(points), players)
        met = {ordered(a, b) for tables in past for seats in tables for a, b in combinations(seats, 2)}
        start = time.process_time()
        if greedy:
            tables = tuple((g[0], g[1], g[2], g[3]) for g in greedy_by_rank(order, met=met))
        else:
            tables = seat_by_rank(order, past=past, rng=Random(f"{seed} {r}")).tables
        spent = time.process_time() - start
        rank = {p: place for place, p in enumerate(order)}
        spans = [max(rank[p] for p in s) - min(rank[p] for p in s) for s in tables]
        again = sum(ordered(a, b) in met for s in tables for a, b in combinations(s, 2))
        if r:
            yield again, sum(spans) / len(spans), spent
        past = (*past, tables)
        for seats in tables:
            ranked = sorted(seats, key=lambda p: -(skill[p] + rng.gauss(0, 1.5)))
            for player, won in zip(ranked, (4, 2, 1, 0), strict=True):
                points[player] += won

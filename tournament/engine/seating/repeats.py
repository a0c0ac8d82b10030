"""Schedules for more rounds than can be played without meeting twice: as few repeats as are forced."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .anneal import REPEAT, Rounds, Tick, anneal_chart, repeat_costs
from .bounds import forced_repeats_of, most_meetings
from .designs import stored_covering

Maker = Callable[[int], tuple[Rounds, str] | None]
"""The best schedule without repeats for at most so many rounds, with its origin."""


def with_repeats(
    players: int, *, rounds: int, free: Maker, rng: Random, effort: int = 1, tick: Tick | None = None
) -> tuple[Rounds, str]:
    """Points 0..n-1 for any number of rounds, repeats near the forced number and spread over pairs.

    A schedule without repeats comes first, then copies of it under other names: where one copy leaves pairs
    that never met, another one joins them. A swap search evens out what is left.
    """
    cap = most_meetings(players, rounds=rounds)
    costs = repeat_costs(cap=cap, rounds=rounds)
    target = REPEAT * forced_repeats_of(players, rounds)
    made = stored_covering(players, rounds=rounds) or free(rounds)
    start: Rounds = made[0] if made else [_shuffled(players, rng=rng)]
    origin = made[1] if made else "shuffle"
    best: Rounds = []
    least = -1
    for attempt in range(4 * effort):
        chart = [[list(game) for game in games] for games in start]
        while len(chart) < rounds:
            names = list(range(players))
            if attempt or len(start) * 3 != players - 1:
                rng.shuffle(names)
            chart.extend(
                [[names[p] for p in game] for game in games] for games in start[: rounds - len(chart)]
            )
        extra = range(len(start), rounds)
        if not extra:
            return chart, origin
        steps = 30_000 + 1_500 * players
        cost = anneal_chart(
            chart, points=players, costs=costs, rng=rng, steps=steps, movable=extra, enough=target, tick=tick
        )
        if cost > target:
            cost = anneal_chart(
                chart,
                points=players,
                costs=costs,
                rng=rng,
                steps=2 * steps,
                hot=25.0 if attempt % 2 else 45.0,
                cold=12.0,
                enough=target,
                tick=tick,
            )
        if least < 0 or cost < least:
            best, least = chart, cost
        if least <= target + target // 20:
            break
    return best, f"{origin}, then swap search for {rounds - len(start)} more rounds"


def _shuffled(players: int, *, rng: Random) -> list[list[int]]:
    order = list(range(players))
    rng.shuffle(order)
    return [order[k : k + 4] for k in range(0, players - players % 4, 4)]

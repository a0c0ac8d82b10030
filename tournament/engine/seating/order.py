"""Which round is played when: repeats far apart, and compatriots early rather than late."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise
from random import Random

from .anneal import Rounds, Weights


def order_rounds(rounds: Rounds, *, rng: Random, weights: Weights | None, steps: int = 4000) -> None:
    """Reorder the rounds in place. Small gaps between two meetings of a pair cost most; then wishes.

    Meetings that somebody minds are moved to the early rounds, where they decide least.
    """
    total = len(rounds)
    if total < 2:
        return
    load = [0] * total
    shared = [[0] * total for _ in range(total)]
    rounds_of: dict[tuple[int, int], list[int]] = defaultdict(list)
    for r, games in enumerate(rounds):
        for game in games:
            for a, b in combinations(sorted(game), 2):
                rounds_of[a, b].append(r)
                if weights is not None:
                    load[r] += weights[a][b]
    for when in rounds_of.values():
        for r, s in combinations(when, 2):
            shared[r][s] += 1
            shared[s][r] += 1
    order = list(range(total))
    if not any(any(row) for row in shared):
        order.sort(key=lambda r: -load[r])
        rounds[:] = [rounds[r] for r in order]
        return
    near = [0] + [10_000 // (gap * gap) for gap in range(1, total + 1)]
    best = _price(order, shared, near)
    for _ in range(steps):
        i, j = rng.randrange(total), rng.randrange(total)
        if i == j:
            continue
        order[i], order[j] = order[j], order[i]
        price = _price(order, shared, near)
        if price <= best:
            best = price
        else:
            order[i], order[j] = order[j], order[i]
    rounds[:] = [rounds[r] for r in order]


def _price(order: list[int], shared: list[list[int]], near: list[int]) -> int:
    return sum(
        shared[order[i]][order[j]] * near[j - i]
        for i in range(len(order))
        for j in range(i + 1, len(order))
        if shared[order[i]][order[j]]
    )


def smallest_gap(rounds: Rounds) -> int | None:
    """The fewest rounds between two meetings of one pair, or None when nobody meets twice."""
    seen: dict[tuple[int, int], list[int]] = defaultdict(list)
    for r, games in enumerate(rounds):
        for game in games:
            for a, b in combinations(sorted(game), 2):
                seen[a, b].append(r)
    gaps = [later - earlier for when in seen.values() for earlier, later in pairwise(when)]
    return min(gaps, default=None)

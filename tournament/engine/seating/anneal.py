"""Swap search over a whole chart: the forced minimum of repeats, wishes, late changes, rests.

Two players of one round change places; the cost is what their pairs cost. Only +, -, * and / decide whether
a worsening is accepted, so a seed leads to the same chart on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

Rounds = list[list[list[int]]]
"""``rounds[round][table]`` lists four points; points are indices 0..n-1, not player numbers."""
Weights = list[list[int]]
"""``weights[a][b]`` is the cost of each meeting of a and b besides what repeats cost."""
Tick = Callable[[float], None]

REPEAT = 100
"""The cost of one repeat; wishes are in the same unit."""
HARD = 2000
"""The cost of one meeting that must not be."""


def accepts(worsening: int, *, temperature: float, chance: float) -> bool:
    """Whether to take a worsening: about exp(-worsening/temperature) of the time, by four series terms."""
    x = worsening / temperature
    return chance * (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))) < 1.0


def repeat_costs(*, cap: int, rounds: int) -> list[int]:
    """``costs[c]`` is what one more meeting costs a pair that has met c times; beyond ``cap`` dear."""
    return [0] + [REPEAT * (1 if c < cap else 6 + c - cap) for c in range(1, rounds + 1)]


@dataclass(kw_only=True, slots=True)
class Meetings:
    """How often points have met in some rounds, and what the next meeting costs."""

    counts: list[list[int]]
    costs: list[int]
    weights: Weights | None

    @classmethod
    def of(
        cls,
        rounds: Sequence[Sequence[Sequence[int]]],
        *,
        points: int,
        costs: list[int],
        weights: Weights | None,
    ) -> Meetings:
        counts = [[0] * points for _ in range(points)]
        for games in rounds:
            for game in games:
                for a in game:
                    row = counts[a]
                    for b in game:
                        if a != b:
                            row[b] += 1
        return cls(counts=counts, costs=costs, weights=weights)

    def total(self) -> int:
        """The cost of everything counted."""
        paid = [0]
        for cost in self.costs:
            paid.append(paid[-1] + cost)
        total = 0
        for a, row in enumerate(self.counts):
            for b in range(a):
                if row[b]:
                    total += paid[row[b]]
                    if self.weights is not None:
                        total += row[b] * self.weights[a][b]
        return total


def anneal_chart(
    rounds: Rounds,
    *,
    points: int,
    costs: list[int],
    rng: Random,
    steps: int,
    weights: Weights | None = None,
    movable: Sequence[int] | None = None,
    past: Sequence[Sequence[Sequence[int]]] = (),
    hot: float = 60.0,
    cold: float = 8.0,
    enough: int = 0,
    pinned: Sequence[frozenset[int]] | None = None,
    tick: Tick | None = None,
) -> int:
    """Improve ``rounds`` in place by swaps inside the ``movable`` ones (all by default); the cost reached.

    ``past`` are further rounds that count as meetings and never move; ``pinned`` says for each round which
    points keep their table. Stops at cost ``enough`` or after ``steps`` trials, with the best chart seen.
    """
    met = Meetings.of([*past, *rounds], points=points, costs=costs, weights=weights)
    counts = met.counts
    cost = met.total()
    where = [r for r in (range(len(rounds)) if movable is None else movable) if len(rounds[r]) > 1]
    best, kept = cost, [[list(game) for game in games] for games in rounds]
    if not where:
        return cost
    random = rng.random
    temperature = hot
    for step in range(steps):
        if step % 1024 == 0:
            if best <= enough:
                break
            ratio = step / steps
            temperature = hot + (cold - hot) * ratio
            if tick is not None:
                tick(ratio)
        r = where[int(random() * len(where))]
        games = rounds[r]
        width = len(games)
        t, k = divmod(int(random() * 4 * width), 4)
        game = games[t]
        p = game[k]
        if pinned is not None and p in pinned[r]:
            continue
        a, b, c = [x for x in game if x != p]
        row_p = counts[p]
        out = costs[row_p[a] - 1] + costs[row_p[b] - 1] + costs[row_p[c] - 1]
        if weights is not None:
            w_p = weights[p]
            out += w_p[a] + w_p[b] + w_p[c]
        if out == 0 and random() < 0.9:
            continue
        u, m = divmod(int(random() * 4 * width), 4)
        if u == t:
            continue
        other = games[u]
        q = other[m]
        if pinned is not None and q in pinned[r]:
            continue
        d, e, f = [x for x in other if x != q]
        row_q = counts[q]
        change = (
            (
                costs[row_p[d]]
                + costs[row_p[e]]
                + costs[row_p[f]]
                + costs[row_q[a]]
                + costs[row_q[b]]
                + costs[row_q[c]]
            )
            - out
            - (costs[row_q[d] - 1] + costs[row_q[e] - 1] + costs[row_q[f] - 1])
        )
        if weights is not None:
            w_q = weights[q]
            change += w_p[d] + w_p[e] + w_p[f] + w_q[a] + w_q[b] + w_q[c] - w_q[d] - w_q[e] - w_q[f]
        if change > 0 and not accepts(change, temperature=temperature, chance=random()):
            continue
        for x in (a, b, c):
            row_p[x] -= 1
            row_q[x] += 1
            counts[x][p] -= 1
            counts[x][q] += 1
        for x in (d, e, f):
            row_q[x] -= 1
            row_p[x] += 1
            counts[x][q] -= 1
            counts[x][p] += 1
        game[k], other[m] = q, p
        cost += change
        if cost < best and (cost <= enough or 2 * step >= steps):
            best = cost
            kept = [[list(g) for g in gs] for gs in rounds]
    if best < cost:
        for games, good in zip(rounds, kept, strict=True):
            games[:] = good
    return best

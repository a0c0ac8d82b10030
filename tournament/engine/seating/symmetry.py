"""Schedules with an imposed symmetry, by exact cover: how the stored charts of the hard fields were found.

A group of permutations of the points is to map the schedule onto itself. It is then enough to choose one
round of each orbit of rounds, made of whole orbits of tables under the part of the group that fixes the
round, such that every orbit of pairs is met once: an exact cover small enough for a minute of search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from .anneal import Rounds
from .cyclic import Shape
from .exact_cover import GaveUp, exact_cover

Permutation = tuple[int, ...]


def closure(generators: Iterable[Sequence[int]], *, points: int) -> list[Permutation]:
    """All elements of the group that some permutations generate, the identity first."""
    steps = [tuple(g) for g in generators]
    found = {tuple(range(points)): None}
    todo = list(found)
    while todo:
        element = todo.pop()
        for step in steps:
            product = tuple(step[x] for x in element)
            if product not in found:
                found[product] = None
                todo.append(product)
    return list(found)


def shift(shape: Shape) -> Permutation:
    """x -> x+1 in every orbit; fixed points stay."""
    size, whole = shape.modulus, shape.orbits * shape.modulus
    return tuple(p - p % size + (p % size + 1) % size if p < whole else p for p in range(shape.players))


def rotation(shape: Shape, *, multiplier: int = 1) -> Permutation:
    """Orbit i -> i+1 and x -> multiplier x; the fixed points rotate too when there are as many as orbits."""
    size, whole, orbits = shape.modulus, shape.orbits * shape.modulus, shape.orbits
    moved = []
    for p in range(shape.players):
        if p < whole:
            moved.append((p // size + 1) % orbits * size + p % size * multiplier % size)
        elif shape.fixed % orbits == 0:
            block = (p - whole) // orbits * orbits
            moved.append(whole + block + (p - whole + 1) % orbits)
        else:
            moved.append(p)
    return tuple(moved)


def find_schedule(
    points: int,
    *,
    group: Sequence[Permutation],
    stabilisers: Sequence[Sequence[Permutation]],
    never: Iterable[tuple[int, int]] = (),
    rng: Random,
    tries: int = 20,
    nodes: int = 20_000,
) -> Rounds | None:
    """All rounds of a schedule without repeats that ``group`` maps onto itself, or None.

    ``stabilisers`` has, for one round of each orbit of rounds, the elements that fix it; ``never`` are pairs
    that do not meet. None means that there is none where the search ended by itself, or that ``tries``
    searches of ``nodes`` nodes each found none.
    """
    pair_orbit, sizes = _pair_orbits(points, group)
    banned = {(min(a, b), max(a, b)) for a, b in never}
    items: list[list[int]] = []
    games: list[tuple[int, list[tuple[int, ...]]]] = []
    primary = 0
    for number, fixing in enumerate(stabilisers):
        orbit = _point_orbits(points, fixing)
        for blocks, pairs in _games(points, group, fixing, pair_orbit, sizes, banned):
            covered = {primary + orbit[p] for block in blocks for p in block}
            items.append([*sorted(covered), *(-1 - pair for pair in pairs)])
            games.append((number, blocks))
        primary += max(orbit) + 1
    options = [[primary - 1 - item if item < 0 else item for item in option] for option in items]
    for _ in range(tries):
        try:
            chosen = exact_cover(options, primary=primary, secondary=len(sizes), rng=rng, nodes=nodes)
        except GaveUp:
            continue
        if chosen is None:
            return None
        return _all_rounds([games[index] for index in chosen], group)
    return None


def _pair_orbits(points: int, group: Sequence[Permutation]) -> tuple[dict[tuple[int, int], int], list[int]]:
    orbit: dict[tuple[int, int], int] = {}
    sizes: list[int] = []
    for pair in combinations(range(points), 2):
        if pair not in orbit:
            together = {tuple(sorted((g[pair[0]], g[pair[1]]))) for g in group}
            for a, b in together:
                orbit[a, b] = len(sizes)
            sizes.append(len(together))
    return orbit, sizes


def _point_orbits(points: int, group: Sequence[Permutation]) -> list[int]:
    orbit = [-1] * points
    count = 0
    for p in range(points):
        if orbit[p] < 0:
            for g in group:
                orbit[g[p]] = count
            count += 1
    return orbit


def _games(
    points: int,
    group: Sequence[Permutation],
    fixing: Sequence[Permutation],
    pair_orbit: dict[tuple[int, int], int],
    sizes: list[int],
    banned: set[tuple[int, int]],
) -> Iterable[tuple[list[tuple[int, ...]], list[int]]]:
    """Orbits of tables under ``fixing`` that are disjoint tables of one round and repeat no pair anywhere."""
    inside = set(fixing)
    seen: set[tuple[int, ...]] = set()
    for block in combinations(range(points), 4):
        if block in seen:
            continue
        blocks = {tuple(sorted(g[p] for p in block)) for g in fixing}
        seen |= blocks
        pairs = list(combinations(block, 2))
        if len(blocks) > 1 and len({p for b in blocks for p in b}) != 4 * len(blocks):
            continue
        if any(pair in banned for pair in pairs):
            continue
        members = set(block)
        keeping = [g for g in group if all(g[p] in members for p in block)]
        if any(g not in inside for g in keeping):
            continue
        met = Counter(pair_orbit[pair] for pair in pairs)
        if all(len(group) * times == sizes[orbit] * len(keeping) for orbit, times in met.items()):
            yield sorted(blocks), sorted(met)


def _all_rounds(chosen: Sequence[tuple[int, list[tuple[int, ...]]]], group: Sequence[Permutation]) -> Rounds:
    rounds: Rounds = []
    for number in sorted({n for n, _ in chosen}):
        base = [block for n, blocks in chosen if n == number for block in blocks]
        images = {tuple(sorted(tuple(sorted(g[p] for p in block)) for block in base)) for g in group}
        rounds.extend([[list(block) for block in image] for image in sorted(images)])
    return rounds

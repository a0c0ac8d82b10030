"""Schedules from one base round, developed cyclically: the main maker.

Players are ``m`` orbits of the integers modulo R' and ``f`` fixed points, n = m R' + f. Round r is the base
round with r added. No pair meets twice exactly when in the base round each difference (orbit i, orbit j,
a-b modulo R') occurs at most once, a pure difference up to sign, R'/2 never, each fixed point meets an orbit
at most once and no two fixed points share a table. Simulated annealing over one base round looks for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

Block = tuple[int, int, int, int]
BaseRound = tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """n players as ``orbits`` copies of Z_modulus and ``fixed`` points: point i*modulus+x is x of orbit i."""

    modulus: int
    orbits: int
    fixed: int

    @property
    def players(self) -> int:
        return self.orbits * self.modulus + self.fixed


def shapes(players: int, *, rounds: int, most: int = 12) -> Iterator[Shape]:
    """Ways to see ``players`` as orbits of at least ``rounds`` and few enough fixed points, easiest first."""
    found = []
    for modulus in range(rounds, min(players, rounds + 3 * most) + 1):
        for fixed in range(players % modulus, players // 4 + 1, modulus):
            orbits = (players - fixed) // modulus
            if orbits >= 3 or (orbits >= 1 and not fixed):
                found.append((modulus, fixed, Shape(modulus=modulus, orbits=orbits, fixed=fixed)))
    found.sort(key=lambda entry: (entry[0] + (entry[0] % 2 == 0), entry[1]))
    for _, _, shape in found[:most]:
        yield shape


def develop(base_rounds: Sequence[Sequence[Sequence[int]]], *, shape: Shape) -> list[list[list[int]]]:
    """All rounds of one or several base rounds: each with 0, 1, ... modulus-1 added to every point."""
    whole = shape.orbits * shape.modulus
    size = shape.modulus
    return [
        [[p if p >= whole else p - p % size + (p % size + r) % size for p in block] for block in base]
        for base in base_rounds
        for r in range(size)
    ]


def difference_keys(shape: Shape) -> tuple[list[list[int]], list[int]]:
    """``key[p][q]`` numbers the difference of two points; the second list says how often each is free.

    Free uses are 1 for a difference that may occur once and 0 for one that may not occur at all.
    """
    size, orbits, total = shape.modulus, shape.orbits, shape.players
    whole = orbits * size
    fixed_key = orbits * orbits * size
    forbidden = fixed_key + shape.fixed * orbits
    free = [1] * (forbidden + 1)
    free[forbidden] = 0
    keys = []
    for p in range(total):
        i, x = divmod(p, size)
        if p >= whole:
            row = [fixed_key + (p - whole) * orbits + j for j in range(orbits) for _ in range(size)]
            row += [forbidden] * shape.fixed
        else:
            row = []
            for j in range(orbits):
                if j == i:
                    start = (i * orbits + i) * size
                    row += [start + min((x - y) % size, (y - x) % size) for y in range(size)]
                elif i < j:
                    start = (i * orbits + j) * size
                    row += [start + (x - y) % size for y in range(size)]
                else:
                    start = (j * orbits + i) * size
                    row += [start + (y - x) % size for y in range(size)]
            row += [fixed_key + f * orbits + i for f in range(shape.fixed)]
        keys.append(row)
    if size % 2 == 0:
        for i in range(orbits):
            free[(i * orbits + i) * size + size // 2] = 0
    return keys, free


def anneal_base_round(
    shape: Shape, *, rng: Random, steps: int, hot: float = 0.5, cold: float = 0.05
) -> BaseRound | None:
    """A base round without a repeated difference, or None when ``steps`` swaps did not lead to one."""
    keys, free = difference_keys(shape)
    total = shape.players
    order = list(range(total))
    rng.shuffle(order)
    used = [1 - f for f in free]
    cost = 0
    for start in range(0, total, 4):
        a, b, c, d = order[start : start + 4]
        for key in (keys[a][b], keys[a][c], keys[a][d], keys[b][c], keys[b][d], keys[c][d]):
            cost += used[key]
            used[key] += 1
    places = range(total)
    stage = max(1, steps // 60)
    random, randrange = rng.random, rng.randrange
    for step in range(steps):
        if cost == 0:
            break
        if step % stage == 0:
            ratio = step / steps
            odds = _odds(hot + (cold - hot) * ratio)
        p = int(random() * total)
        q = randrange(total)
        base, other = p & ~3, q & ~3
        if base == other:
            continue
        one, two = order[p], order[q]
        mates = [order[k] for k in places[base : base + 4] if k != p]
        rivals = [order[k] for k in places[other : other + 4] if k != q]
        mine, yours = keys[one], keys[two]
        change = 0
        for k in mates:
            used[mine[k]] -= 1
            change -= used[mine[k]]
        for k in rivals:
            used[yours[k]] -= 1
            change -= used[yours[k]]
        for k in rivals:
            change += used[mine[k]]
            used[mine[k]] += 1
        for k in mates:
            change += used[yours[k]]
            used[yours[k]] += 1
        if change <= 0 or (change < len(odds) and random() < odds[change]):
            order[p], order[q] = two, one
            cost += change
            continue
        for k in mates:
            used[yours[k]] -= 1
            used[mine[k]] += 1
        for k in rivals:
            used[mine[k]] -= 1
            used[yours[k]] += 1
    if cost:
        return None
    return tuple((order[s], order[s + 1], order[s + 2], order[s + 3]) for s in range(0, total, 4))


def _odds(temperature: float) -> list[float]:
    """Chances to accept a worsening by 0, 1, 2 ... Only +, * and / are used, so every machine agrees.

    The chance of a worsening by one is the usual exp(-1/t), by its series.
    """
    x = 1.0 / temperature
    term, total = 1.0, 1.0
    for k in range(1, 80):
        term = term * x / k
        total += term
    one = 1.0 / total
    odds = [1.0]
    for _ in range(12):
        odds.append(odds[-1] * one)
    return odds


def cyclic_rounds(players: int, *, rounds: int, rng: Random, effort: int = 1) -> list[list[list[int]]] | None:
    """``rounds`` rounds of points 0..players-1 without repeats, or None when the search gives up."""
    for _ in range(effort):
        for shape in shapes(players, rounds=rounds, most=6):
            base = anneal_base_round(shape, rng=rng, steps=20_000 + 400 * players)
            if base is not None:
                developed = develop([base], shape=shape)
                rng.shuffle(developed)
                return developed[:rounds]
    return None

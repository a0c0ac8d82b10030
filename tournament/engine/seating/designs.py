"""Direct constructions and cached base rounds for the fields where searching is hard."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

from .anneal import Rounds
from .cyclic import Shape, develop
from .field import Field, field, prime_power


@dataclass(frozen=True, slots=True, kw_only=True)
class Cached:
    """A stored schedule: all its rounds of points, how often pairs meet again in all, and its origin."""

    rounds: Rounds
    repeats: int
    how: str


@cache
def _cached() -> dict[int, tuple[Cached, ...]]:
    text = files(__package__).joinpath("data/base_rounds.json").read_text(encoding="utf-8")
    found: dict[int, tuple[Cached, ...]] = {}
    for chart in json.loads(text)["charts"]:
        bases: Rounds = chart["base_rounds"]
        if "modulus" in chart:
            shape = Shape(modulus=chart["modulus"], orbits=chart["orbits"], fixed=chart["fixed"])
            bases = develop(bases, shape=shape)
        elif "generators" in chart:
            bases = images(bases, generators=chart["generators"])
        entry = Cached(rounds=bases, repeats=chart.get("repeats", 0), how=chart["how"])
        found[chart["players"]] = (*found.get(chart["players"], ()), entry)
    return found


def cached(players: int) -> tuple[Cached, ...]:
    """The stored schedules of a field, fewest rounds first."""
    return tuple(sorted(_cached().get(players, ()), key=lambda entry: len(entry.rounds)))


def stored_covering(players: int, *, rounds: int) -> tuple[Rounds, str] | None:
    """The longest stored schedule with repeats of at most so many rounds: as few repeats as are known."""
    fitting = [entry for entry in cached(players) if entry.repeats and len(entry.rounds) <= rounds]
    if not fitting:
        return None
    return _copy(fitting[-1].rounds), fitting[-1].how


def _copy(rounds: Rounds) -> Rounds:
    return [[list(game) for game in games] for games in rounds]


def images(base_rounds: Rounds, *, generators: list[list[int]]) -> Rounds:
    """All different rounds that a group of permutations of the points makes of some base rounds."""
    found: Rounds = []
    seen = set()
    todo = list(base_rounds)
    while todo:
        games = todo.pop(0)
        name = frozenset(frozenset(game) for game in games)
        if name in seen:
            continue
        seen.add(name)
        found.append([list(game) for game in games])
        todo.extend([[moved[p] for p in game] for game in games] for moved in generators)
    return found


def bose_rounds(players: int) -> Rounds | None:
    """Everybody meets everybody once, for n = 3q+1 with q a prime power and q = 1 modulo 4; else None.

    R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9 (1939):
    points (x, j) with x in GF(q) and j modulo 3, and one point at infinity. With a generator g and an odd m
    for which 1 - g^2m is no square, the blocks {+-g^2i in orbit j, +-g^(2i+m) in orbit j+1} and
    {(0,0), (0,1), (0,2), infinity} are a base round under addition.
    """
    q = (players - 1) // 3
    if players != 3 * q + 1 or q % 4 != 1 or q < 5 or prime_power(q) is None:
        return None
    gf = field(q)
    powers = [1]
    for _ in range(q - 2):
        powers.append(gf.multiply[powers[-1]][gf.generator])
    squares = set(powers[::2])
    m = next(
        m
        for m in range(1, q - 1, 2)
        if (difference := gf.add[1][gf.negative(powers[2 * m % (q - 1)])]) and difference not in squares
    )
    base = [[0, q, 2 * q, 3 * q]]
    for i in range((q - 1) // 4):
        a, b = powers[2 * i], powers[(2 * i + m) % (q - 1)]
        pair, other = (a, gf.negative(a)), (b, gf.negative(b))
        for j in range(3):
            k = (j + 1) % 3
            base.append([j * q + pair[0], j * q + pair[1], k * q + other[0], k * q + other[1]])
    return [
        [[p if p == 3 * q else p // q * q + gf.add[p % q][shift] for p in block] for block in base]
        for shift in range(q)
    ]


def affine_rounds(dimension: int) -> Rounds:
    """The lines of the affine space of a dimension over GF(4), by parallel classes: 16/5, 64/21, 256/85."""
    gf = field(4)
    points = list(product(range(4), repeat=dimension))
    number = {point: i for i, point in enumerate(points)}
    rounds: Rounds = []
    for direction in points:
        lead = next((x for x in direction if x), 0)
        if lead != 1:
            continue
        left = set(points)
        games = []
        for start in points:
            if start not in left:
                continue
            line = [
                tuple(gf.add[s][gf.multiply[k][d]] for s, d in zip(start, direction, strict=True))
                for k in range(4)
            ]
            left.difference_update(line)
            games.append([number[point] for point in line])
        rounds.append(games)
    return rounds


def transversal_rounds(tables: int) -> Rounds | None:
    """T rounds for four groups of T players in which nobody meets twice nor anybody of the own group.

    Group i sends player x + a_i r to table x in round r, over a product of fields of orders of at least 4
    (H. F. MacNeish 1922); None when T has a factor 2 or 3 that stands alone. Point i*T+x is x of group i.
    """
    factors: list[Field] = []
    rest, prime = tables, 2
    while rest > 1:
        part = 1
        while rest % prime == 0:
            rest //= prime
            part *= prime
        if part > 1:
            if part < 4:
                return None
            factors.append(field(part))
        prime += 1
    if not factors:
        return None

    def at(x: int, r: int, i: int) -> int:
        """x + a_i r, component by component; a_i is element i of each field."""
        value, scale = 0, 1
        for gf in factors:
            a, b = x // scale % gf.order, r // scale % gf.order
            value += scale * gf.add[a][gf.multiply[i][b]]
            scale *= gf.order
        return value

    return [[[i * tables + at(x, r, i) for i in range(4)] for x in range(tables)] for r in range(tables)]


def roller_blind_rounds(tables: int) -> tuple[Rounds, int]:
    """The movement of the World Championships (East stays, South +1, West +2, North -1): rounds, safe rounds.

    The second value says after how many rounds somebody meets again: the least T/gcd(T, d) for d = 1, 2, 3.
    """
    rounds = [
        [
            [x, tables + (x + r) % tables, 2 * tables + (x + 2 * r) % tables, 3 * tables + (x - r) % tables]
            for x in range(tables)
        ]
        for r in range(tables)
    ]
    safe = min(next(r for r in range(1, tables + 1) if r * d % tables == 0) for d in (1, 2, 3))
    return rounds, safe


def known_rounds(players: int) -> tuple[Rounds, str] | None:
    """The longest schedule without repeats that is known directly for a field, with its origin, or None."""
    free = [entry for entry in cached(players) if not entry.repeats]
    if free:
        return _copy(free[-1].rounds), free[-1].how
    if players in (64, 256):
        return affine_rounds(3 if players == 64 else 4), "lines of an affine space over GF(4)"
    bose = bose_rounds(players)
    return (bose, "Bose 1939") if bose else None

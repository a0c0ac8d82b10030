"""Every way to read a set of tiles as a win.

The work is done a suit at a time: what nine counts can be broken into is remembered, because the same few
thousand suits come back all evening. Counts are tuples of 34 numbers (see :mod:`scoring.tiles`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import compress

from scoring.hand import Meld
from scoring.tiles import HONOUR_MASK, HONOURS, KNITTED_MASKS, ORPHAN_MASK

REMEMBERED = 1 << 16


class Shape(StrEnum):
    """The five winning shapes (1998 rules, p. 21)."""

    STANDARD = "standard"
    KNITTED = "knitted"  # knitted straight, one more set, a pair
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "orphans"
    HONOURS_KNITTED = "honours_knitted"  # fourteen different tiles that do not meet


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a hand: which sets it consists of.

    Chows are named by their lowest tile and keep their multiplicity; pungs (kongs included) are a mask,
    since no kind can be two pungs. ``standing_*`` are those among them that were not melded.
    """

    shape: Shape
    chows: tuple[int, ...] = ()
    pungs: int = 0
    pair: int = -1
    standing_chows: tuple[int, ...] = ()
    standing_pungs: int = 0
    knitted: int = 0


class Completes(StrEnum):
    """What the winning tile does in a reading."""

    PAIR = "pair"
    CLOSED = "closed"  # the middle of a chow
    EDGE = "edge"  # the 3 of 123 or the 7 of 789
    SIDE = "side"  # any other end of a chow
    PUNG = "pung"
    KNITTED = "knitted"
    FORM = "form"  # a hand that has no sets


Part = tuple[tuple[int, ...], int, int]
"""Chows by their lowest tile, pungs as a mask, and the pair or -1."""


@lru_cache(REMEMBERED)
def _parts(counts: tuple[int, ...], first: int) -> tuple[Part, ...]:
    """Every way to break one suit, or the honours, into sets (and a pair if the number asks for one)."""
    return tuple(
        [
            (tuple([first + chow for chow in chows]), pungs << first, pair + first if pair >= 0 else -1)
            for chows, pungs, pair in (_honour_part(counts) if first == HONOURS else _suit_parts(counts))
        ]
    )


def _honour_part(counts: tuple[int, ...]) -> list[Part]:
    pungs, pairs = 0, []
    for number, copies in enumerate(counts):
        if copies == 3:
            pungs |= 1 << number
        elif copies == 2:
            pairs.append(number)
        elif copies:
            return []
    return [((), pungs, pairs[0] if pairs else -1)] if len(pairs) < 2 else []


@lru_cache(REMEMBERED)
def _suit_parts(counts: tuple[int, ...]) -> list[Part]:
    surplus = sum(counts) % 3
    if surplus == 1:
        return []
    work = list(counts)
    if surplus == 0:
        return [(chows, pungs, -1) for chows, pungs in _sets(work, 0)]
    found = []
    for number in range(pair_residue(counts), 9, 3):
        if counts[number] >= 2:
            work[number] -= 2
            found += [(chows, pungs, number) for chows, pungs in _sets(work, 0)]
            work[number] += 2
    return found


def pair_residue(counts: tuple[int, ...]) -> int:
    """The numbers of a set add up to a multiple of three: the pair can stand in every third place only."""
    return 2 * sum([number * copies for number, copies in enumerate(counts)]) % 3


def _sets(counts: list[int], start: int) -> list[tuple[tuple[int, ...], int]]:
    """Every way to break nine counts into chows and pungs, looking at the lowest tile first."""
    while start < 9 and not counts[start]:
        start += 1
    if start == 9:
        return [((), 0)]
    found = []
    if counts[start] >= 3:
        counts[start] -= 3
        found += [(chows, pungs | 1 << start) for chows, pungs in _sets(counts, start)]
        counts[start] += 3
    if start < 7 and counts[start + 1] and counts[start + 2]:
        counts[start] -= 1
        counts[start + 1] -= 1
        counts[start + 2] -= 1
        found += [((start, *chows), pungs) for chows, pungs in _sets(counts, start)]
        counts[start] += 1
        counts[start + 1] += 1
        counts[start + 2] += 1
    return found


def standard_ways(counts: tuple[int, ...]) -> list[Part]:
    """Every way to break tiles into sets and exactly one pair."""
    ways: list[Part] = [_NOTHING]
    for first, end in GROUPS:
        parts = _parts(counts[first:end], first)
        if not parts:
            return []
        if len(parts) == 1 and len(ways) == 1:
            chows, pungs, pair = ways[0]
            more_chows, more_pungs, other_pair = parts[0]
            if other_pair >= 0:
                if pair >= 0:
                    return []
                pair = other_pair
            ways = [(chows + more_chows, pungs | more_pungs, pair)]
        else:
            ways = [
                (chows + more_chows, pungs | more_pungs, pair if other_pair < 0 else other_pair)
                for chows, pungs, pair in ways
                for more_chows, more_pungs, other_pair in parts
                if pair < 0 or other_pair < 0
            ]
    return [way for way in ways if way[2] >= 0]


_BITS = tuple(1 << kind for kind in range(34))
_NOTHING: Part = ((), 0, -1)
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
# Members of an enumeration are looked up once: these names are asked for in every hand.
_STANDARD, _KNITTED = Shape.STANDARD, Shape.KNITTED
_PAIR, _CLOSED, _EDGE, _SIDE, _PUNG = (
    Completes.PAIR,
    Completes.CLOSED,
    Completes.EDGE,
    Completes.SIDE,
    Completes.PUNG,
)


def kinds_mask(counts: Sequence[int]) -> int:
    """Which kinds are present."""
    return sum(compress(_BITS, counts))


def readings(counts: tuple[int, ...], melds: Sequence[Meld] = ()) -> list[Reading]:
    """Every reading of the standing tiles (the winning tile among them) beside the melds as they lie."""
    melded_chows: tuple[int, ...] = ()
    melded_pungs = 0
    for meld in melds:
        if meld.type == "chow":
            melded_chows += (meld.tile,)
        else:
            melded_pungs |= 1 << meld.tile
    found = []
    for chows, pungs, pair in standard_ways(counts):
        every = tuple(sorted(melded_chows + chows)) if melded_chows else chows
        found.append(Reading(_STANDARD, every, melded_pungs | pungs, pair, chows, pungs))
    if len(melds) > 1:
        return found
    kinds = kinds_mask(counts)
    variety = kinds.bit_count()
    if variety >= 9:
        for knitted in KNITTED_MASKS:
            if kinds & knitted == knitted:
                for chows, pungs, pair in standard_ways(without(counts, knitted)):
                    every = melded_chows + chows
                    pungs_too = melded_pungs | pungs
                    found.append(Reading(_KNITTED, every, pungs_too, pair, chows, pungs, knitted))
    if not melds:
        found += _special(counts, kinds)
    return found


def _special(counts: tuple[int, ...], kinds: int) -> list[Reading]:
    found = []
    variety = kinds.bit_count()
    if variety <= 7 and not any(copies & 1 for copies in counts):
        found.append(Reading(Shape.SEVEN_PAIRS))
    elif variety == 13 and kinds == ORPHAN_MASK:
        found.append(Reading(Shape.ORPHANS))
    elif variety == 14:
        knitted = knitted_around(kinds)
        if knitted:
            found.append(Reading(Shape.HONOURS_KNITTED, knitted=knitted))
    return found


def knitted_around(kinds: int) -> int:
    """The assignment of suits that leaves all these kinds room beside the honours, or 0."""
    suited = kinds & ~HONOUR_MASK
    for knitted in KNITTED_MASKS:
        if suited & ~knitted == 0:
            return knitted
    return 0


def without(counts: Sequence[int], mask: int) -> tuple[int, ...]:
    return tuple([copies - (mask >> kind & 1) for kind, copies in enumerate(counts)])


def completions(reading: Reading, win_tile: int) -> list[Completes]:
    """Every part of this reading that the winning tile can be said to complete, without repeats.

    Melds were there before; only standing sets, the knitted nine and the pair can be completed.
    """
    if reading.pair < 0:
        return [Completes.FORM]
    found = []
    if reading.pair == win_tile:
        found.append(_PAIR)
    for chow in set(reading.standing_chows):
        if chow <= win_tile <= chow + 2:
            if win_tile == chow + 1:
                part = _CLOSED
            elif chow % 9 == (0 if win_tile > chow else 6):
                part = _EDGE
            else:
                part = _SIDE
            if part not in found:
                found.append(part)
    if reading.standing_pungs >> win_tile & 1:
        found.append(_PUNG)
    if reading.knitted >> win_tile & 1:
        found.append(Completes.KNITTED)
    return found

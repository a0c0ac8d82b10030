"""Every way to read a set of tiles as a win, and every tile that would complete one.

The work is done a suit at a time: what nine counts can be broken into is remembered, because the same few
thousand suits come back all evening. Counts are tuples of 34 numbers (see :mod:`scoring.tiles`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from scoring.hand import Meld
from scoring.tiles import HONOUR_MASK, HONOURS, KNITTED_MASKS, ORPHAN_MASK

_REMEMBERED = 1 << 16


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


Part = tuple[tuple[int, ...], int, int]  # chows, pungs as a mask, pair or -1


@lru_cache(_REMEMBERED)
def _parts(counts: tuple[int, ...], first: int) -> tuple[Part, ...]:
    """Every way to break one suit, or the honours, into sets (and a pair if the number asks for one)."""
    surplus = sum(counts) % 3
    if surplus == 1:
        return ()
    work = list(counts)
    if surplus == 0:
        return tuple((chows, pungs, -1) for chows, pungs in _sets(work, first))
    found = []
    for number, copies in enumerate(counts):
        if copies >= 2:
            work[number] -= 2
            found += [(chows, pungs, first + number) for chows, pungs in _sets(work, first)]
            work[number] += 2
    return tuple(found)


def _sets(counts: list[int], first: int, start: int = 0) -> list[tuple[tuple[int, ...], int]]:
    while start < len(counts) and not counts[start]:
        start += 1
    if start == len(counts):
        return [((), 0)]
    found = []
    if counts[start] >= 3:
        counts[start] -= 3
        found += [(chows, pungs | 1 << first + start) for chows, pungs in _sets(counts, first, start)]
        counts[start] += 3
    if first < HONOURS and start < 7 and counts[start + 1] and counts[start + 2]:
        for offset in range(3):
            counts[start + offset] -= 1
        found += [((first + start, *chows), pungs) for chows, pungs in _sets(counts, first, start)]
        for offset in range(3):
            counts[start + offset] += 1
    return found


def _standard(counts: Sequence[int]) -> list[Part]:
    """Every way to break tiles into sets and exactly one pair."""
    counts = tuple(counts)
    ways: list[Part] = [((), 0, -1)]
    for first in (0, 9, 18, 27):
        parts = _parts(counts[first : first + 9], first)
        if not parts:
            return []
        if len(ways) == 1 == len(parts):
            (chows, pungs, pair), (more_chows, more_pungs, other_pair) = ways[0], parts[0]
            if pair >= 0 and other_pair >= 0:
                return []
            ways = [(chows + more_chows, pungs | more_pungs, pair if other_pair < 0 else other_pair)]
        else:
            ways = [
                (chows + more_chows, pungs | more_pungs, max(pair, other_pair))
                for chows, pungs, pair in ways
                for more_chows, more_pungs, other_pair in parts
                if pair < 0 or other_pair < 0
            ]
    return [way for way in ways if way[2] >= 0]


def kinds_mask(counts: Sequence[int]) -> int:
    """Which kinds are present."""
    mask = 0
    for kind, copies in enumerate(counts):
        if copies:
            mask |= 1 << kind
    return mask


def readings(counts: tuple[int, ...], melds: Sequence[Meld] = ()) -> list[Reading]:
    """Every reading of the standing tiles (the winning tile among them) beside the melds as they lie."""
    melded_chows = tuple([meld.tile for meld in melds if meld.type == "chow"])
    melded_pungs = 0
    for meld in melds:
        if meld.type != "chow":
            melded_pungs |= 1 << meld.tile
    found = [
        Reading(
            Shape.STANDARD,
            tuple(sorted(melded_chows + chows)) if melded_chows else chows,
            melded_pungs | pungs,
            pair,
            chows,
            pungs,
        )
        for chows, pungs, pair in _standard(counts)
    ]
    if len(melds) > 1:
        return found
    kinds = kinds_mask(counts)
    for knitted in KNITTED_MASKS:
        if kinds & knitted == knitted:
            for chows, pungs, pair in _standard(_without(counts, knitted)):
                every = melded_chows + chows
                found.append(Reading(Shape.KNITTED, every, melded_pungs | pungs, pair, chows, pungs, knitted))
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
        knitted = _knitted_around(kinds)
        if knitted:
            found.append(Reading(Shape.HONOURS_KNITTED, knitted=knitted))
    return found


def _knitted_around(kinds: int) -> int:
    """The assignment of suits that leaves all these kinds room beside the honours, or 0."""
    suited = kinds & ~HONOUR_MASK
    for knitted in KNITTED_MASKS:
        if suited & ~knitted == 0:
            return knitted
    return 0


def _without(counts: Sequence[int], mask: int) -> tuple[int, ...]:
    return tuple([copies - (mask >> kind & 1) for kind, copies in enumerate(counts)])


def completions(reading: Reading, win_tile: int) -> list[Completes]:
    """Every part of this reading that the winning tile can be said to complete, without repeats.

    Melds were there before; only standing sets, the knitted nine and the pair can be completed.
    """
    if reading.pair < 0:
        return [Completes.FORM]
    found = []
    if reading.pair == win_tile:
        found.append(Completes.PAIR)
    for chow in set(reading.standing_chows):
        if chow <= win_tile <= chow + 2:
            if win_tile == chow + 1:
                part = Completes.CLOSED
            elif chow % 9 == (0 if win_tile > chow else 6):
                part = Completes.EDGE
            else:
                part = Completes.SIDE
            if part not in found:
                found.append(part)
    if reading.standing_pungs >> win_tile & 1:
        found.append(Completes.PUNG)
    if reading.knitted >> win_tile & 1:
        found.append(Completes.KNITTED)
    return found


# ── waits ────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(_REMEMBERED)
def _completing(counts: tuple[int, ...], first: int) -> int:
    """The kinds of this suit that, added, let it fall into sets (and a pair where the number asks for it)."""
    mask = 0
    for number in range(len(counts)):
        added = (*counts[:number], counts[number] + 1, *counts[number + 1 :])
        if _parts(added, first):
            mask |= 1 << first + number
    return mask


def _standard_waits(counts: Sequence[int]) -> int:
    counts = tuple(counts)
    unfinished = []
    for first in (0, 9, 18, 27):
        group = counts[first : first + 9]
        if sum(group) % 3:
            unfinished.append((group, first))
        elif not _parts(group, first):
            return 0
    if len(unfinished) == 1:
        return _completing(*unfinished[0])
    if len(unfinished) != 2:
        return 0
    one, other = unfinished
    waits = 0
    if _parts(*other):
        waits |= _completing(*one)
    if _parts(*one):
        waits |= _completing(*other)
    return waits


def waiting_tiles(counts: Sequence[int], melds: int) -> int:
    """The mask of kinds that complete these 13 tiles, in any shape.

    This is the formal test of the wait fans: points are ignored, and so is the number of copies that are
    left (a fifth copy counts as a wait).
    """
    waits = _standard_waits(counts)
    if melds > 1:
        return waits
    kinds = kinds_mask(counts)
    for knitted in KNITTED_MASKS:
        missing = knitted & ~kinds
        if not missing:
            waits |= _standard_waits(_without(counts, knitted))
        elif missing & (missing - 1) == 0 and _standard(_without(counts, knitted & kinds)):
            waits |= missing
    return waits if melds else waits | _special_waits(counts, kinds)


def _special_waits(counts: Sequence[int], kinds: int) -> int:
    variety = kinds.bit_count()
    if variety <= 7:
        odd = [kind for kind, copies in enumerate(counts) if copies & 1]
        return 1 << odd[0] if len(odd) == 1 else 0
    missing = ORPHAN_MASK & ~kinds
    if kinds & ~ORPHAN_MASK == 0 and variety >= 12:
        return missing or ORPHAN_MASK
    knitted = _knitted_around(kinds) if variety == 13 else 0
    return (knitted | HONOUR_MASK) & ~kinds if knitted else 0

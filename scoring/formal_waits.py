"""Which tiles would complete thirteen: the formal test behind the wait fans and the list of waits.

MIL supplement 2025, annex 10, after the ruling of December 1998. The test looks at shapes only: points do not
matter, and neither does whether a copy of the tile is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scoring.decompose import (
    GROUPS,
    REMEMBERED,
    kinds_mask,
    knitted_around,
    pair_residue,
    standard_ways,
    without,
)
from scoring.tiles import HONOUR_MASK, KNITTED_MASKS, ORPHAN_MASK


@lru_cache(REMEMBERED)
def _is_complete(group: tuple[int, ...]) -> bool:
    """Does a suit, or the honours, fall into sets (and a pair where the number of tiles asks for it)."""
    surplus = sum(group) % 3
    if surplus == 1:
        return False
    if len(group) == 7:
        pairs = group.count(2) + group.count(5)
        return pairs == surplus // 2 and 1 not in group and 4 not in group
    if surplus == 0:
        return _is_sets(list(group))
    for number in range(pair_residue(group), 9, 3):
        if group[number] >= 2:
            work = list(group)
            work[number] -= 2
            if _is_sets(work):
                return True
    return False


def _is_sets(work: list[int]) -> bool:
    """From the lowest tile up: three equal ones may be taken as a pung, what is left must begin chows."""
    for number in range(7):
        chows = work[number] % 3
        if chows:
            work[number + 1] -= chows
            work[number + 2] -= chows
            if work[number + 1] < 0 or work[number + 2] < 0:
                return False
    return work[7] % 3 == 0 and work[8] % 3 == 0


@lru_cache(REMEMBERED)
def _completing(group: tuple[int, ...]) -> int:
    """The numbers, as a mask from bit 0, whose tile lets this suit (or the honours) fall into sets."""
    mask = 0
    for number in _worth_trying(group):
        if _is_complete((*group[:number], group[number] + 1, *group[number + 1 :])):
            mask |= 1 << number
    return mask


def _worth_trying(group: tuple[int, ...]) -> Iterator[int]:
    """Tiles near another one; where no pair is wanted, only those that make the sum a multiple of three."""
    start, step = 0, 1
    if len(group) == 9 and sum(group) % 3 == 2:
        start, step = pair_residue(group), 3
    for number in range(start, len(group), step):
        if any(group[max(0, number - 2) : number + 3]):
            yield number


def _standard_waits(counts: tuple[int, ...]) -> int:
    unfinished = []
    for first, end in GROUPS:
        group = counts[first:end]
        if sum(group) % 3:
            unfinished.append((group, first))
        elif not _is_complete(group):
            return 0
    if len(unfinished) == 1:
        group, first = unfinished[0]
        return _completing(group) << first
    if len(unfinished) != 2:
        return 0
    (one, at), (other, there) = unfinished
    waits = 0
    if _is_complete(other):
        waits |= _completing(one) << at
    if _is_complete(one):
        waits |= _completing(other) << there
    return waits


def waiting_tiles(counts: tuple[int, ...], melds: int) -> int:
    """The mask of kinds that complete these thirteen tiles, in any shape; ``melds`` lie beside them."""
    waits = _standard_waits(counts)
    if melds > 1:
        return waits
    kinds = kinds_mask(counts)
    for knitted in KNITTED_MASKS if kinds.bit_count() >= 8 else ():
        missing = knitted & ~kinds
        if not missing:
            waits |= _standard_waits(without(counts, knitted))
        elif missing & (missing - 1) == 0 and standard_ways(without(counts, knitted & kinds)):
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
    knitted = knitted_around(kinds) if variety == 13 else 0
    return (knitted | HONOUR_MASK) & ~kinds if knitted else 0

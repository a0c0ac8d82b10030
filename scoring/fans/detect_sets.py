"""Fans of the sets together with the pair. The view is one reading of the hand."""

from __future__ import annotations

from scoring.decompose import Reading, Shape
from scoring.fans.registry import Detectors
from scoring.tiles import (
    DRAGON_MASK,
    EVEN_MASK,
    FIVE_MASK,
    HONOUR_MASK,
    HONOURS,
    ORPHAN_MASK,
    WIND_MASK,
    mask_of,
)

detects: Detectors[Reading] = Detectors()

_SUITED = range(HONOURS)
_CHOWS_WITH_FIVE = mask_of(kind for kind in _SUITED if kind % 9 in (2, 3, 4))
_CHOWS_WITH_TERMINAL = mask_of(kind for kind in _SUITED if kind % 9 in (0, 6))


@detects("little_four_winds")
def little_four_winds(reading: Reading) -> bool:
    return bool(1 << reading.pair & WIND_MASK) and (reading.pungs & WIND_MASK).bit_count() == 3


@detects("little_three_dragons")
def little_three_dragons(reading: Reading) -> bool:
    return bool(1 << reading.pair & DRAGON_MASK) and (reading.pungs & DRAGON_MASK).bit_count() == 2


@detects("all_even_pungs")
def all_even_pungs(reading: Reading) -> bool:
    return reading.pungs.bit_count() == 4 and not (reading.pungs | 1 << reading.pair) & ~EVEN_MASK


@detects("all_fives")
def all_fives(reading: Reading) -> bool:
    """The knitted straight cannot: its groups do not all hold a five (MIL supplement, annex 9)."""
    return (
        bool(1 << reading.pair & FIVE_MASK)
        and not reading.pungs & ~FIVE_MASK
        and not reading.knitted
        and all(_CHOWS_WITH_FIVE >> chow & 1 for chow in reading.chows)
    )


@detects("outside_hand")
def outside_hand(reading: Reading) -> bool:
    return (
        bool(1 << reading.pair & ORPHAN_MASK)
        and not reading.pungs & ~ORPHAN_MASK
        and not reading.knitted
        and all(_CHOWS_WITH_TERMINAL >> chow & 1 for chow in reading.chows)
    )


@detects("all_chows")
def all_chows(reading: Reading) -> bool:
    """The knitted nine count as three chows."""
    return not reading.pungs and not 1 << reading.pair & HONOUR_MASK


@detects("knitted_straight")
def knitted_straight(reading: Reading) -> bool:
    return bool(reading.knitted)


# Hands without sets answer for themselves.


def is_seven_shifted_pairs(kinds: int) -> bool:
    """Seven pairs whose kinds follow each other in one suit: three such runs in each."""
    return kinds in _SEVEN_IN_A_ROW


_SEVEN_IN_A_ROW = frozenset(0x7F << suit + start for suit in (0, 9, 18) for start in range(3))

SHAPES_WITH_SETS = frozenset({Shape.STANDARD, Shape.KNITTED})

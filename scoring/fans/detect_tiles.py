"""Fans that only ask which kinds of tile are there. The view is the mask of kinds of the whole hand."""

from __future__ import annotations

from scoring.fans.catalogue import BIT
from scoring.fans.registry import Detectors
from scoring.tiles import (
    ABOVE_FIVE_MASK,
    ALL_GREEN_MASK,
    BELOW_FIVE_MASK,
    DRAGON_MASK,
    HONOUR_MASK,
    HONOURS,
    LOWER_MASK,
    MIDDLE_MASK,
    REVERSIBLE_MASK,
    SIMPLE_MASK,
    SUIT_MASKS,
    SUITED_MASK,
    TERMINAL_MASK,
    UPPER_MASK,
    WIND_MASK,
)

detects: Detectors[int] = Detectors()

NOTHING_BUT = {
    "all_green": ALL_GREEN_MASK,
    "all_terminals": TERMINAL_MASK,
    "all_honours": HONOUR_MASK,
    "upper_tiles": UPPER_MASK,
    "middle_tiles": MIDDLE_MASK,
    "lower_tiles": LOWER_MASK,
    "upper_four": ABOVE_FIVE_MASK,
    "lower_four": BELOW_FIVE_MASK,
    "reversible_tiles": REVERSIBLE_MASK,
    "all_simples": SIMPLE_MASK,
    "no_honours": SUITED_MASK,
}


_NOTHING_BUT = tuple((BIT[key], ~allowed) for key, allowed in NOTHING_BUT.items())

_CHARACTERS, _DOTS, _BAMBOOS = SUIT_MASKS


def suits(kinds: int) -> int:
    """How many suits are present."""
    return bool(kinds & _CHARACTERS) + bool(kinds & _DOTS) + bool(kinds & _BAMBOOS)


@detects("all_terminals_and_honours")
def all_terminals_and_honours(kinds: int) -> bool:
    return not kinds & SIMPLE_MASK and bool(kinds & HONOUR_MASK) and bool(kinds & TERMINAL_MASK)


@detects("full_flush")
def full_flush(kinds: int) -> bool:
    return not kinds & HONOUR_MASK and suits(kinds) == 1


@detects("half_flush")
def half_flush(kinds: int) -> bool:
    return bool(kinds & HONOUR_MASK) and suits(kinds) == 1


@detects("all_types")
def all_types(kinds: int) -> bool:
    return bool(kinds & WIND_MASK) and bool(kinds & DRAGON_MASK) and suits(kinds) == 3


@detects("one_voided_suit")
def one_voided_suit(kinds: int) -> bool:
    """Two suits exactly; a hand of one suit, or of honours alone, has voided more than one."""
    return suits(kinds) == 2


def tile_fans(kinds: int) -> int:
    """Every fan of the kinds alone, as a mask over the catalogue."""
    found = detects.seen_in(kinds)
    for bit, forbidden in _NOTHING_BUT:
        if not kinds & forbidden:
            found |= bit
    return found


def tile_hogs(counts: tuple[int, ...], kongs: int, *, honours: bool) -> int:
    """How many kinds lie there four times without being a kong; ``honours``: do winds and dragons count.

    Four honours that are no kong are only found in seven pairs, where there are no kongs at all.
    """
    return (counts.count(4) if honours or kongs else counts[:HONOURS].count(4)) - kongs


NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def is_nine_gates(standing: tuple[int, ...], win_tile: int) -> bool:
    """1112345678999 before the win, whatever tile of the suit completed it. For hands without melds."""
    suit = win_tile // 9 * 9
    before = list(standing[suit : suit + 9])
    before[win_tile - suit] -= 1
    return tuple(before) == NINE_GATES

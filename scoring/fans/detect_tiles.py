"""Fans that only ask which kinds of tile are there. The view is the mask of kinds of the whole hand."""

from __future__ import annotations

from scoring.fans.catalogue import BIT
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


def tile_fans(kinds: int) -> int:
    """Every fan of the kinds alone, as a mask over the catalogue."""
    found = _by_suits(kinds)
    for bit, forbidden in _NOTHING_BUT:
        if not kinds & forbidden:
            found |= bit
    if not kinds & SIMPLE_MASK and kinds & HONOUR_MASK and kinds & TERMINAL_MASK:
        found |= BIT["all_terminals_and_honours"]
    return found


def _by_suits(kinds: int) -> int:
    """The fans of one, two and three suits.

    A hand of one suit, or of honours alone, has voided more than one suit: that is not 75.
    """
    present = suits(kinds)
    if present == 1:
        return BIT["half_flush"] if kinds & HONOUR_MASK else BIT["full_flush"]
    if present == 2:
        return BIT["one_voided_suit"]
    if present == 3 and kinds & WIND_MASK and kinds & DRAGON_MASK:
        return BIT["all_types"]
    return 0


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

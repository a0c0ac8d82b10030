"""Fans of chows: what two, three or four of them make. A chow is named by its lowest tile.

Each function answers for exactly these chows, given in ascending order; which of the answers may be counted
together is decided in :mod:`scoring.fans.combine`.
"""

from __future__ import annotations

from functools import lru_cache

_LINK_IN_ONE_SUIT = {3: "short_straight", 6: "two_terminal_chows"}
_THREE_IN_ONE_SUIT = {
    (0, 0): "pure_triple_chow",
    (1, 1): "pure_shifted_chows",
    (2, 2): "pure_shifted_chows",
    (3, 3): "pure_straight",
}
_THREE_IN_THREE_SUITS = {
    (0, 0): "mixed_triple_chow",
    (1, 1): "mixed_shifted_chows",
    (3, 3): "mixed_straight",
}


@lru_cache(1 << 9)
def two_chow_fan(low: int, high: int) -> str | None:
    """The one link that two chows can have."""
    if low == high:
        return "pure_double_chow"
    if low // 9 == high // 9:
        return _LINK_IN_ONE_SUIT.get(high - low)
    return "mixed_double_chow" if low % 9 == high % 9 else None


@lru_cache(1 << 11)
def three_chow_fan(a: int, b: int, c: int) -> str | None:
    """The one fan that three chows can make."""
    suits = len({a // 9, b // 9, c // 9})
    low, middle, high = sorted((a % 9, b % 9, c % 9))
    steps = (middle - low, high - middle)
    if suits == 1:
        return _THREE_IN_ONE_SUIT.get(steps)
    return _THREE_IN_THREE_SUITS.get(steps) if suits == 3 else None


def four_chow_fan(chows: tuple[int, ...], pair: int) -> str | None:
    """The one fan that four chows, or four chows and the pair, can make."""
    a, b, c, d = chows
    suits = {chow // 9 for chow in chows}
    steps = (b - a, c - b, d - c)
    if len(suits) == 1:
        if steps == (0, 0, 0):
            return "quadruple_chow"
        if steps in ((1, 1, 1), (2, 2, 2)):
            return "four_pure_shifted_chows"
    terminal = [a % 9, b % 9, c % 9, d % 9]
    if pair < 27 and pair % 9 == 4:
        if len(suits) == 1 and terminal == [0, 0, 6, 6] and pair // 9 in suits:
            return "pure_terminal_chows"
        if len(suits) == 2 and terminal == [0, 6, 0, 6] and pair // 9 not in suits:
            return "three_suited_terminal_chows"
    return None

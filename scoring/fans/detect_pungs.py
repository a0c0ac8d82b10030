"""Fans of pungs. The view is the mask of kinds that are a pung or a kong: no kind can be two."""

from __future__ import annotations

from functools import lru_cache

from scoring.fans.catalogue import BIT
from scoring.fans.registry import Detectors
from scoring.tiles import BAMBOOS, DOTS, DRAGON_MASK, TERMINAL_MASK, WIND_MASK

detects: Detectors[int] = Detectors()


def by_suit(pungs: int) -> tuple[int, int, int]:
    """The same mask as three sets of numbers: characters, dots, bamboos."""
    return pungs & 0x1FF, pungs >> DOTS & 0x1FF, pungs >> BAMBOOS & 0x1FF


@detects("big_four_winds")
def big_four_winds(pungs: int) -> bool:
    return pungs & WIND_MASK == WIND_MASK


@detects("big_three_winds")
def big_three_winds(pungs: int) -> bool:
    return (pungs & WIND_MASK).bit_count() >= 3


@detects("big_three_dragons")
def big_three_dragons(pungs: int) -> bool:
    return pungs & DRAGON_MASK == DRAGON_MASK


@detects("two_dragon_pungs")
def two_dragon_pungs(pungs: int) -> bool:
    return (pungs & DRAGON_MASK).bit_count() >= 2


@detects("dragon_pung")
def dragon_pung(pungs: int) -> bool:
    return bool(pungs & DRAGON_MASK)


@detects("all_pungs")
def all_pungs(pungs: int) -> bool:
    return pungs.bit_count() == 4


@detects("four_pure_shifted_pungs")
def four_pure_shifted_pungs(pungs: int) -> bool:
    return any(suit & suit >> 1 & suit >> 2 & suit >> 3 for suit in by_suit(pungs))


@detects("pure_shifted_pungs")
def pure_shifted_pungs(pungs: int) -> bool:
    return any(suit & suit >> 1 & suit >> 2 for suit in by_suit(pungs))


@detects("triple_pung")
def triple_pung(pungs: int) -> bool:
    m, p, s = by_suit(pungs)
    return bool(m & p & s)


@detects("mixed_shifted_pungs")
def mixed_shifted_pungs(pungs: int) -> bool:
    """Numbers in a row, one pung in each suit; at most once a hand, four pungs hold no second."""
    m, p, s = by_suit(pungs)
    return any(
        low & middle >> 1 & high >> 2
        for low, middle, high in ((m, p, s), (m, s, p), (p, m, s), (p, s, m), (s, m, p), (s, p, m))
    )


@detects("double_pung")
def double_pung(pungs: int) -> bool:
    return double_pungs(pungs) > 0


def double_pungs(pungs: int) -> int:
    """How many pairs of pungs share their number."""
    m, p, s = by_suit(pungs)
    return (m & p).bit_count() + (m & s).bit_count() + (p & s).bit_count()


def terminal_or_wind_pungs(pungs: int, own_winds: int) -> int:
    """Pungs of ones, nines and winds that no other fan pays for.

    Dragons always have a fan of their own; so have the winds in ``own_winds`` (prevalent and seat wind) and
    any three winds together (1998 rules pp. 23-27; MIL supplement, annex 8).
    """
    winds = pungs & WIND_MASK
    if winds.bit_count() >= 3:
        winds = 0
    return (pungs & TERMINAL_MASK | winds & ~own_winds).bit_count()


@lru_cache(1 << 15)
def pung_fans(pungs: int) -> tuple[int, int]:
    """The fans these pungs make, and how often 65 Double Pung is among them."""
    return detects.seen_in(pungs), double_pungs(pungs)


# ── kongs and concealed pungs ────────────────────────────────────────────────────────────────────────────

kong_detects: Detectors[tuple[int, int]] = Detectors()  # (melded kongs, concealed kongs)


@kong_detects("four_kongs")
def four_kongs(kongs: tuple[int, int]) -> bool:
    return sum(kongs) == 4


@kong_detects("three_kongs")
def three_kongs(kongs: tuple[int, int]) -> bool:
    return sum(kongs) == 3


@kong_detects("two_melded_kongs")
def two_melded_kongs(kongs: tuple[int, int]) -> bool:
    return kongs[0] >= 2


@kong_detects("two_concealed_kongs")
def two_concealed_kongs(kongs: tuple[int, int]) -> bool:
    """Exactly two: a third makes the pungs fan grow instead, under every rulebook."""
    return kongs[1] == 2


@kong_detects("melded_and_concealed_kong")
def melded_and_concealed_kong(kongs: tuple[int, int]) -> bool:
    return kongs[0] >= 1 and kongs[1] >= 1


@kong_detects("melded_kong")
def melded_kong(kongs: tuple[int, int]) -> bool:
    return kongs[0] >= 1


@kong_detects("concealed_kong")
def concealed_kong(kongs: tuple[int, int]) -> bool:
    """One or two; see ``two_concealed_kongs`` for three."""
    return 1 <= kongs[1] <= 2


KONG_FANS: dict[tuple[int, int], int] = {
    (melded, concealed): kong_detects.seen_in((melded, concealed))
    for melded in range(5)
    for concealed in range(5 - melded)
}

_TWO, _THREE, _FOUR = BIT["two_concealed_pungs"], BIT["three_concealed_pungs"], BIT["four_concealed_pungs"]
CONCEALED_PUNG_FANS = (0, 0, _TWO, _TWO | _THREE, _TWO | _THREE | _FOUR)
"""By the number of pungs and kongs made without another player's tile."""

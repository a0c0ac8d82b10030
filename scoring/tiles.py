"""The tiles: 34 kinds as small numbers, what kinds belong together, and what a kind is called.

A tile is an ``int`` from 0 to 33: characters 1-9 are 0-8, dots 9-17, bamboos 18-26, then East, South,
West, North 27-30 and the red, green and white dragon 31-33. A *mask* is an ``int`` with one bit a kind.
Flowers never take part in a hand; they are only counted, and written ``1f`` to ``8f``.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.errors import ScoringError

KINDS = 34
CHARACTERS, DOTS, BAMBOOS, HONOURS = 0, 9, 18, 27  # the first kind of each group
EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(HONOURS, KINDS)
SUITS = (CHARACTERS, DOTS, BAMBOOS)

_LETTERS = "mpsz"
CODES: tuple[str, ...] = tuple(f"{kind % 9 + 1}{_LETTERS[kind // 9]}" for kind in range(KINDS))
"""How a kind is written inside the project: ``1m`` ... ``9s``, ``1z`` ... ``7z``."""

KIND_OF: dict[str, int] = {code: kind for kind, code in enumerate(CODES)}
FLOWER_CODES: tuple[str, ...] = tuple(f"{n}f" for n in range(1, 9))

_DIGITS_ZH = "一二三四五六七八九"
_SUITS_ZH = "万饼条"
_SUITS_EN = ("characters", "dots", "bamboos")
_HONOURS_ZH = ("东", "南", "西", "北", "中", "发", "白")
_HONOURS_EN = ("East", "South", "West", "North", "red dragon", "green dragon", "white dragon")

NAMES_ZH: tuple[str, ...] = (
    *(f"{_DIGITS_ZH[k % 9]}{_SUITS_ZH[k // 9]}" for k in range(HONOURS)),
    *_HONOURS_ZH,
)
NAMES_EN: tuple[str, ...] = (
    *(f"{k % 9 + 1} of {_SUITS_EN[k // 9]}" for k in range(HONOURS)),
    *_HONOURS_EN,
)
FLOWER_NAMES_ZH = ("梅", "兰", "菊", "竹", "春", "夏", "秋", "冬")
FLOWER_NAMES_EN = ("plum", "orchid", "chrysanthemum", "bamboo flower", "spring", "summer", "autumn", "winter")


def mask_of(kinds: Iterable[int]) -> int:
    """The set of kinds as bits."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


def kinds_in(mask: int) -> list[int]:
    """The kinds of a mask, lowest first."""
    kinds = []
    while mask:
        lowest = mask & -mask
        kinds.append(lowest.bit_length() - 1)
        mask ^= lowest
    return kinds


def _numbers(*numbers: int) -> int:
    return mask_of(suit + n - 1 for suit in SUITS for n in numbers)


ALL_KINDS = (1 << KINDS) - 1
HONOUR_MASK = mask_of(range(HONOURS, KINDS))
WIND_MASK = mask_of(range(EAST, RED))
DRAGON_MASK = mask_of(range(RED, KINDS))
SUITED_MASK = ALL_KINDS & ~HONOUR_MASK
SUIT_MASKS: tuple[int, int, int] = (0x1FF, 0x1FF << DOTS, 0x1FF << BAMBOOS)
TERMINAL_MASK = _numbers(1, 9)
ORPHAN_MASK = TERMINAL_MASK | HONOUR_MASK
SIMPLE_MASK = SUITED_MASK & ~TERMINAL_MASK
FIVE_MASK = _numbers(5)
EVEN_MASK = _numbers(2, 4, 6, 8)
UPPER_MASK, MIDDLE_MASK, LOWER_MASK = _numbers(7, 8, 9), _numbers(4, 5, 6), _numbers(1, 2, 3)
ABOVE_FIVE_MASK, BELOW_FIVE_MASK = _numbers(6, 7, 8, 9), _numbers(1, 2, 3, 4)
ALL_GREEN_MASK = mask_of([*(BAMBOOS + n - 1 for n in (2, 3, 4, 6, 8)), GREEN])
REVERSIBLE_MASK = mask_of(
    [*(DOTS + n - 1 for n in (1, 2, 3, 4, 5, 8, 9)), *(BAMBOOS + n - 1 for n in (2, 4, 5, 6, 8, 9)), WHITE]
)
KNITTED_MASKS: tuple[int, ...] = tuple(
    mask_of(
        suit + n for suit, first in zip(SUITS, firsts, strict=True) for n in (first, first + 3, first + 6)
    )
    for firsts in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)
"""Nine tiles each: 147 of one suit, 258 of another, 369 of the third, in the six possible ways."""


def _aliases() -> dict[str, int]:
    names = dict(KIND_OF)
    for number, zh in enumerate(_DIGITS_ZH):
        for suit, signs in ((CHARACTERS, "万萬"), (DOTS, "饼餅筒"), (BAMBOOS, "条條索")):
            for sign in signs:
                names[zh + sign] = names[f"{number + 1}{sign}"] = suit + number
        for suit, letter in ((CHARACTERS, "W"), (DOTS, "B"), (BAMBOOS, "T")):
            names[f"{letter}{number + 1}"] = suit + number
        names[chr(0x1F007 + number)] = CHARACTERS + number
        names[chr(0x1F010 + number)] = BAMBOOS + number
        names[chr(0x1F019 + number)] = DOTS + number
    for kind, signs in zip(
        range(EAST, KINDS), ("E东東", "S南", "W西", "N北", "CR中", "FG发發", "P白"), strict=True
    ):
        names.update(dict.fromkeys(signs, kind))
    for offset in range(7):
        names[chr(0x1F000 + offset)] = EAST + offset
        names[f"F{offset + 1}" if offset < 4 else f"J{offset - 3}"] = EAST + offset
    return names


NAMES: dict[str, int] = _aliases()
"""Every spelling of a single tile that people use: ``5m``, ``五万``, ``W5``, ``东``, ``E``, ``🀄`` ..."""


def tile_named(text: object) -> int:
    """The kind a person means by this spelling, or a refusal with code ``bad_tile``."""
    kind = NAMES.get(text.strip().rstrip("\ufe0e\ufe0f")) if isinstance(text, str) else None
    if kind is None:
        raise ScoringError("bad_tile", tile=text if isinstance(text, str) else repr(text))
    return kind

"""What each fan asks of a hand, as bounds that can be laid over one another: data, no detection.

Two fans whose bounds leave no hand cannot stand together. The bounds are necessary, not sufficient: what
they exclude is impossible for certain, what they leave may still be. Sources: the definitions in
``catalogue.py`` and sections 1.3 and 2 of the dossier.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.fans.detect_tiles import NOTHING_BUT
from scoring.tiles import (
    ALL_GREEN_MASK,
    DRAGON_MASK,
    EVEN_MASK,
    FIVE_MASK,
    HONOUR_MASK,
    HONOURS,
    KINDS,
    ORPHAN_MASK,
    SUIT_MASKS,
    SUITED_MASK,
    TERMINAL_MASK,
    WIND_MASK,
    mask_of,
)

ALL = (1 << KINDS) - 1
SETS = 4
_CHOW_STARTS = tuple(kind for kind in range(HONOURS) if kind % 9 < 7)
_WITH_FIVE = mask_of(kind for kind in range(HONOURS) if 2 <= kind % 9 <= 6)
_NUMBERS = tuple(mask_of(kind for kind in range(HONOURS) if kind % 9 == number) for number in range(9))
_OUTSIDE = mask_of(kind for kind in range(HONOURS) if kind % 9 in (0, 1, 2, 6, 7, 8)) | HONOUR_MASK


@dataclass(frozen=True, slots=True)
class Needs:
    """Bounds on a winning hand. A mask says what may be, a number the least that must be there.

    ``shapes``: S four sets and a pair, K knitted straight, P seven pairs, O thirteen orphans, A honours and
    knitted tiles. ``wait``: E edge, C closed, S single, o any other. ``suits`` is the least and the most.
    """

    shapes: frozenset[str] = frozenset("SKPOA")
    chows: int = 0
    pungs: int = 0
    suited: int = 0
    winds: int = 0
    dragons: int = 0
    no_pungs: bool = False
    no_chows: bool = False
    kongs: int = 0
    melded_kongs: int = 0
    concealed_kongs: int = 0
    concealed_pungs: int = 0
    allowed: int = ALL
    pair: int = ALL
    present: frozenset[int] = frozenset()
    suits: tuple[int, int] = (0, 3)
    draw: frozenset[str] = frozenset("sd")
    concealed: frozenset[bool] = frozenset({True, False})
    wait: frozenset[str] = frozenset("ECSo")
    starts: int = 0
    """How many different numbers chows begin with at the least."""
    numbers: int = 0
    """How many different numbers there are at the least."""

    def with_(self, other: Needs) -> Needs:
        """Both at once."""
        return Needs(
            shapes=self.shapes & other.shapes,
            chows=max(self.chows, other.chows),
            pungs=max(self.pungs, other.pungs),
            suited=max(self.suited, other.suited),
            winds=max(self.winds, other.winds),
            dragons=max(self.dragons, other.dragons),
            no_pungs=self.no_pungs or other.no_pungs,
            no_chows=self.no_chows or other.no_chows,
            kongs=max(self.kongs, other.kongs),
            melded_kongs=max(self.melded_kongs, other.melded_kongs),
            concealed_kongs=max(self.concealed_kongs, other.concealed_kongs),
            concealed_pungs=max(self.concealed_pungs, other.concealed_pungs),
            allowed=self.allowed & other.allowed,
            pair=self.pair & other.pair,
            present=self.present | other.present,
            suits=(max(self.suits[0], other.suits[0]), min(self.suits[1], other.suits[1])),
            draw=self.draw & other.draw,
            concealed=self.concealed & other.concealed,
            wait=self.wait & other.wait,
            starts=max(self.starts, other.starts),
            numbers=max(self.numbers, other.numbers),
        )

    @property
    def can_be(self) -> bool:
        """False when no hand is left for certain."""
        return (
            any(self._fits(shape) for shape in self.shapes)
            and self.suits[0] <= self.suits[1]
            and bool(self.draw and self.concealed and self.wait)
            and self._tiles_can_be()
            and self._sets_can_be()
        )

    def _fits(self, shape: str) -> bool:
        room = {"S": SETS, "K": 1}.get(shape, 0)
        if shape in "KOA" and (self.suits[1] < 3 or self.allowed & TERMINAL_MASK != TERMINAL_MASK):
            return False
        if shape in "OA" and self.allowed & HONOUR_MASK == 0:
            return False
        return self.chows + self._most_pungs() <= room

    def _most_pungs(self) -> int:
        """The pungs that must be there at the least, from every side that asks for some."""
        return max(
            self.pungs,
            self.suited + self.winds + self.dragons,
            self.kongs,
            self.melded_kongs + max(self.concealed_kongs, self.concealed_pungs),
        )

    def _tiles_can_be(self) -> bool:
        suits = sum(bool(self.allowed & suit) for suit in SUIT_MASKS)
        return (
            bool(self.allowed & self.pair)
            and suits >= self.suits[0]
            and (self.suits[1] > 0 or bool(self.allowed & HONOUR_MASK))
            and all(self.allowed & kinds for kinds in self.present)
            and not (self.suits[1] == 0 and self.suited)
            and (not self.winds or bool(self.allowed & WIND_MASK))
            and (not self.dragons or bool(self.allowed & DRAGON_MASK))
            and len(self._chow_starts()) >= (self.starts or min(self.chows, 1))
            and sum(bool(self.allowed & number) for number in _NUMBERS) >= self.numbers
        )

    def _chow_starts(self) -> set[int]:
        return {kind % 9 for kind in _CHOW_STARTS if self.allowed >> kind & 7 == 7}

    def _sets_can_be(self) -> bool:
        return (
            not (self.no_pungs and self._most_pungs())
            and not (self.no_chows and self.chows)
            and not (self.concealed == {True} and self.melded_kongs)
            and not (self.suits[1] == 0 and self.chows)
        )


NOTHING = Needs()


def _of(shapes: str = "SKPOA", **bounds: object) -> Needs:
    return replace(Needs(shapes=frozenset(shapes)), **bounds)  # type: ignore[arg-type]


_SELF, _CLAIM = frozenset("s"), frozenset("d")
_CLOSED, _OPEN = frozenset({True}), frozenset({False})
_HONOURS = frozenset({HONOUR_MASK})
_EVERY_NUMBER = frozenset(_NUMBERS)
_BOTH_ENDS = frozenset(_NUMBERS[:3] + _NUMBERS[6:])


def _only(key: str, shapes: str = "SP", **bounds: object) -> Needs:
    return _of(shapes, allowed=NOTHING_BUT[key], **bounds)


NEEDS: dict[int, Needs] = {
    1: _of("S", winds=4, present=_HONOURS),
    2: _of("S", dragons=3, present=_HONOURS),
    3: _of("SP", allowed=ALL_GREEN_MASK, suits=(1, 1)),
    4: _of(
        "S", allowed=SUITED_MASK, suits=(1, 1), concealed=_CLOSED, wait=frozenset("o"), present=_EVERY_NUMBER
    ),
    5: _of("S", kongs=4, no_chows=True),
    6: _of("P", allowed=SUITED_MASK, suits=(1, 1), numbers=7),
    7: _of("O"),
    8: _only("all_terminals", no_chows=True),
    9: _of("S", winds=3, pair=WIND_MASK),
    10: _of("S", dragons=2, pair=DRAGON_MASK),
    11: _only("all_honours", suits=(0, 0), no_chows=True),
    12: _of("S", concealed_pungs=4, concealed=_CLOSED, no_chows=True),
    13: _of("S", chows=4, allowed=SUITED_MASK, pair=FIVE_MASK, suits=(1, 1), present=_BOTH_ENDS),
    14: _of("S", chows=4),
    15: _of("S", suited=4, numbers=4, no_chows=True),
    16: _of("S", chows=4, starts=4),
    17: _of("S", kongs=3),
    18: _of("SP", allowed=ORPHAN_MASK, present=frozenset({HONOUR_MASK, TERMINAL_MASK}), no_chows=True),
    19: _of("P"),
    20: _of("A"),
    21: _of("S", suited=4, allowed=EVEN_MASK, no_chows=True),
    22: _of("SP", allowed=SUITED_MASK, suits=(1, 1)),
    23: _of("S", chows=3),
    24: _of("S", suited=3, numbers=3),
    25: _only("upper_tiles"),
    26: _only("middle_tiles"),
    27: _only("lower_tiles"),
    28: _of("S", chows=3, present=_EVERY_NUMBER),
    29: _of("S", chows=4, allowed=SUITED_MASK, pair=FIVE_MASK, suits=(3, 3), present=_BOTH_ENDS),
    30: _of("S", chows=3, starts=3),
    31: _of("S", allowed=_WITH_FIVE, pair=FIVE_MASK),
    32: _of("S", suited=3, suits=(3, 3)),
    33: _of("S", concealed_pungs=3),
    34: _of("A"),
    35: _of("KA", suits=(3, 3)),
    36: _only("upper_four"),
    37: _only("lower_four"),
    38: _of("S", winds=3),
    39: _of("S", chows=3, present=_EVERY_NUMBER, suits=(3, 3)),
    40: _only("reversible_tiles"),
    41: _of("S", chows=3, suits=(3, 3)),
    42: _of("S", suited=3, numbers=3, suits=(3, 3)),
    44: _of(draw=_SELF),
    45: _of(draw=_CLAIM),
    46: _of("SK", draw=_SELF, kongs=1),
    47: _of(draw=_CLAIM),
    48: _of("S", pungs=4, no_chows=True),
    49: _of("SP", suits=(1, 1), present=_HONOURS),
    50: _of("S", chows=3, starts=3, suits=(3, 3)),
    51: _of("SKPOA", suits=(3, 3), present=frozenset({WIND_MASK, DRAGON_MASK})),
    52: _of("S", draw=_CLAIM, concealed=_OPEN, wait=frozenset("S")),
    53: _of("S", concealed_kongs=2),
    54: _of("S", dragons=2),
    82: _of("S", kongs=2, melded_kongs=1, concealed_kongs=1),
    55: _of("SO", allowed=_OUTSIDE, pair=ORPHAN_MASK),
    56: _of(draw=_SELF, concealed=_CLOSED),
    57: _of("S", melded_kongs=2),
    59: _of("SK", dragons=1),
    60: _of("SK", winds=1),
    61: _of("SK", winds=1),
    62: _of(draw=_CLAIM, concealed=_CLOSED),
    63: _of("SK", no_pungs=True, allowed=SUITED_MASK, pair=SUITED_MASK),
    64: _of("SKP"),
    65: _of("S", suited=2, suits=(2, 3)),
    66: _of("S", concealed_pungs=2),
    67: _of("SK", concealed_kongs=1),
    68: _only("all_simples"),
    69: _of("S", chows=2),
    70: _of("S", chows=2, suits=(2, 3)),
    71: _of("S", chows=2, starts=2),
    72: _of("S", chows=2, present=_BOTH_ENDS),
    73: _of("SK", pungs=1, present=frozenset({TERMINAL_MASK | WIND_MASK})),
    74: _of("SK", melded_kongs=1),
    75: _of("SP", suits=(2, 2)),
    76: _of("SKP", allowed=SUITED_MASK),
    77: _of("SK", chows=1, wait=frozenset("E")),
    78: _of("SK", chows=1, wait=frozenset("C")),
    79: _of("SK", wait=frozenset("S")),
    80: _of(draw=_SELF),
}
"""By number. 43 Chicken Hand stands alone, 58 asks nothing of the hand, 81 flowers are counted apart."""

THREE_CHOWS = frozenset({23, 28, 30, 39, 41, 50})
FOUR_CHOWS = frozenset({13, 14, 16, 29})
LINKS = frozenset({69, 70, 71, 72})
"""Account-once (combine.py) lets one fan of four chows stand, one of three with one link, or links alone."""

MOST: dict[int, int] = {64: 3, 65: 2, 69: 2, 70: 2, 71: 2, 72: 2, 73: 4}
"""How often a fan that may be repeated can be there at the most."""

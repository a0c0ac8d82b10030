"""A declared hand: its melds, its standing tiles, the winning tile and how it was won.

``WinningHand`` refuses what cannot be true (``ScoringError`` with ``tile_count``, ``too_many`` or
``illegal_context``); whether the tiles *win* is a question for :mod:`scoring.calculator`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, cast

from scoring.errors import ScoringError
from scoring.tiles import CODES, HONOURS, KIND_OF, KINDS, tile_named

MeldType = Literal["chow", "pung", "kong"]
LEFT, OPPOSITE, RIGHT = 1, 2, 3

_MELD_SIZE = {"chow": 3, "pung": 3, "kong": 4}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid down before the win. ``tile`` is its lowest tile; only a kong can be concealed."""

    type: MeldType
    tile: int
    concealed: bool = False
    source: int | None = None
    """Whose discard it was: 1 the player on the left, 2 opposite, 3 on the right, None not known."""
    tiles: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tile = self.tile
        tiles = (tile, tile + 1, tile + 2) if self.type == "chow" else (tile,) * _MELD_SIZE[self.type]
        object.__setattr__(self, "tiles", tiles)


def make_meld(kind: str, tiles: list[int], *, concealed: bool = False, source: int | None = None) -> Meld:
    """A meld from its tiles in any order; ``bad_input`` when they are not the set they claim to be."""
    low = min(tiles, default=-1)
    if len(tiles) != _MELD_SIZE.get(kind, -1):
        raise ScoringError("bad_input", reason="meld_size", type=kind, tiles=_codes(tiles))
    if kind == "chow":
        if low >= HONOURS or low % 9 > 6 or sorted(tiles) != [low, low + 1, low + 2]:
            raise ScoringError("bad_input", reason="chow_not_consecutive", type=kind, tiles=_codes(tiles))
        if source not in (None, LEFT):
            raise ScoringError("bad_input", reason="chow_not_from_the_left", type=kind, tiles=_codes(tiles))
    elif tiles.count(low) != len(tiles):
        raise ScoringError("bad_input", reason="tiles_not_equal", type=kind, tiles=_codes(tiles))
    if concealed and kind != "kong":
        raise ScoringError("bad_input", reason="only_kongs_are_concealed", type=kind, tiles=_codes(tiles))
    return Meld(cast(MeldType, kind), low, concealed, source)


@dataclass(frozen=True, slots=True)
class WinningHand:
    """Everything a referee must know to count a hand.

    ``last_of_kind`` says that the other three copies of the winning tile lie open on the table; it is also
    true of itself when all three lie in the winner's own open melds. Three fields are worked out: how many of
    each kind stand in the hand (``counts``, the winning tile included), how many with the melds
    (``all_counts``), and which kinds those are (``kinds``, a mask).
    """

    concealed: tuple[int, ...]
    win_tile: int
    melds: tuple[Meld, ...] = ()
    self_draw: bool = False
    seat_wind: int = 0
    prevalent_wind: int = 0
    flowers: int = 0
    last_of_kind: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbing_kong: bool = False
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    all_counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    kinds: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        concealed, win_tile, melds = self.concealed, self.win_tile, self.melds
        if len(concealed) + 3 * len(melds) != 13:
            raise ScoringError("tile_count", tiles=len(concealed) + 3 * len(melds), needed=13)
        standing = [0] * KINDS
        kinds = 1 << win_tile
        for tile in concealed:
            standing[tile] += 1
            kinds |= 1 << tile
        standing[win_tile] += 1
        counts = every = tuple(standing)
        if melds:
            for meld in melds:
                for tile in meld.tiles:
                    standing[tile] += 1
                    kinds |= 1 << tile
            every = tuple(standing)
        if max(every) > 4:
            raise ScoringError("too_many", tile=CODES[every.index(max(every))], copies=max(every))
        melded = every[win_tile] - counts[win_tile]
        self._refuse_contradictions(counts[win_tile] - 1, melded)
        set_field = object.__setattr__
        set_field(self, "counts", counts)
        set_field(self, "all_counts", every)
        set_field(self, "kinds", kinds)
        if melded == 3:
            set_field(self, "last_of_kind", True)

    def _refuse_contradictions(self, held: int, melded: int) -> None:
        """Contexts that no table can produce; ``held``, ``melded``: other copies of the winning tile."""
        if not (0 <= self.seat_wind <= 3 and 0 <= self.prevalent_wind <= 3):
            raise _contradiction("bad_wind")
        if not 0 <= self.flowers <= 8:
            raise _contradiction("flowers_out_of_range")
        if self.robbing_kong:
            if self.self_draw:
                raise _contradiction("robbing_kong+self_drawn")
            if self.replacement:
                raise _contradiction("robbing_kong+replacement")
            if self.last_tile:
                raise _contradiction("robbing_kong+last_tile")
            if held or melded:
                raise _contradiction("robbing_tile_in_hand")
        if self.replacement:
            if not self.self_draw:
                raise _contradiction("replacement+discard")
            if not any(meld.type == "kong" for meld in self.melds):
                raise _contradiction("replacement_without_kong")
        if self.last_of_kind and held:
            raise _contradiction("last_of_kind_tile_in_hand")

    @property
    def before(self) -> tuple[int, ...]:
        """The standing tiles before the win."""
        tile = self.win_tile
        return (*self.counts[:tile], self.counts[tile] - 1, *self.counts[tile + 1 :])

    @property
    def kongs(self) -> tuple[int, int]:
        """How many melded and how many concealed kongs."""
        kongs = [meld.concealed for meld in self.melds if meld.type == "kong"]
        concealed = sum(kongs)
        return len(kongs) - concealed, concealed

    @property
    def is_concealed(self) -> bool:
        """Nothing was claimed from another player before the win."""
        for meld in self.melds:  # asked for in every hand: a plain loop is the quick way  # noqa: SIM110
            if not meld.concealed:
                return False
        return True


def _contradiction(reason: str) -> ScoringError:
    return ScoringError("illegal_context", reason=reason)


def _codes(tiles: list[int]) -> str:
    return " ".join(CODES[tile] for tile in tiles)


# ── the corpus form: one hand as a plain dictionary ──────────────────────────────────────────────────────

_FLAGS = ("last_of_kind", "last_tile", "out_on_replacement", "robbing_kong")


def from_corpus(record: Mapping[str, Any]) -> WinningHand:
    """A hand from the form of the public corpora and of ``POST /api/v1/score/``.

    ``concealed``, ``win_tile``, ``self_drawn``, ``seat_wind`` and ``round_wind`` must be there, because a
    referee does not guess them; ``melds`` and the flags may be left out.
    """
    try:
        standing, win, draws = record["concealed"], record["win_tile"], record["self_drawn"]
        seat, prevalent = record["seat_wind"], record["round_wind"]
    except KeyError as missing:
        raise _bad_input("missing", missing.args[0]) from None
    except TypeError:
        raise _bad_input("not_an_object", "hand") from None
    flowers = record.get("flowers", 0)
    if type(seat) is not int or type(prevalent) is not int or type(flowers) is not int:
        raise _bad_input("not_a_number", "seat_wind, round_wind or flowers")
    last_of_kind, last_tile, replacement, robbing = [record.get(flag, False) for flag in _FLAGS]
    for flag in (draws, last_of_kind, last_tile, replacement, robbing):
        if flag is not True and flag is not False:
            raise _bad_input("not_true_or_false", "self_drawn or a flag")
    return WinningHand(
        tuple(tiles_from_list(standing, "concealed")),
        KIND_OF[win] if win.__class__ is str and win in KIND_OF else tile_named(win),
        melds_from_list(record.get("melds", ())),
        draws,
        seat,
        prevalent,
        flowers,
        last_of_kind,
        last_tile,
        replacement,
        robbing,
    )


def tiles_from_list(tiles: object, field: str) -> list[int]:
    """Kinds from a list of spellings; the project's own spelling is the quick way."""
    if not isinstance(tiles, list | tuple):
        raise _bad_input("not_a_list", field)
    try:
        return [KIND_OF[tile] for tile in tiles]
    except (KeyError, TypeError):
        return [tile_named(tile) for tile in tiles]


def melds_from_list(records: object) -> tuple[Meld, ...]:
    """Melds from a list of ``{"type", "tiles", "concealed", "from"}``."""
    if not records:
        return ()
    if not isinstance(records, list | tuple):
        raise _bad_input("not_a_list", "melds")
    return tuple([_meld_from(record) for record in records])


def _meld_from(record: Any) -> Meld:
    try:
        kind, names = record["type"], record["tiles"]
        concealed, source = record.get("concealed", False), record.get("from")
    except (KeyError, TypeError, AttributeError):
        raise _bad_input("missing", "type or tiles of a meld") from None
    if concealed is not True and concealed is not False:
        raise _bad_input("not_true_or_false", "concealed of a meld")
    if source is not None and (type(source) is not int or not 0 <= source <= 3):
        raise _bad_input("not_a_seat", "from of a meld")
    if not isinstance(kind, str):
        raise _bad_input("meld_type", "type of a meld")
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise _bad_input("not_a_list", "tiles of a meld")
    return _named_meld(kind, tuple(names), concealed, source or None)


@lru_cache(1 << 12)
def _named_meld(kind: str, names: tuple[str, ...], concealed: bool, source: int | None) -> Meld:
    tiles = [tile_named(name) for name in names]
    return make_meld(kind, tiles, concealed=concealed, source=source)


def to_corpus(hand: WinningHand) -> dict[str, Any]:
    """The same hand as a plain dictionary, ready for JSON."""
    return {
        "concealed": [CODES[tile] for tile in hand.concealed],
        "melds": [
            {
                "type": meld.type,
                "tiles": [CODES[tile] for tile in meld.tiles],
                "concealed": meld.concealed,
                "from": 0 if meld.concealed else meld.source,
            }
            for meld in hand.melds
        ],
        "win_tile": CODES[hand.win_tile],
        "self_drawn": hand.self_draw,
        "seat_wind": hand.seat_wind,
        "round_wind": hand.prevalent_wind,
        "flowers": hand.flowers,
        "last_of_kind": hand.last_of_kind,
        "last_tile": hand.last_tile,
        "out_on_replacement": hand.replacement,
        "robbing_kong": hand.robbing_kong,
    }


def _bad_input(reason: str, field: str) -> ScoringError:
    return ScoringError("bad_input", reason=reason, field=field)

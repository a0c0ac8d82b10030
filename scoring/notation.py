"""Hands as text, both ways: what people type and paste becomes tiles, and tiles become the one form we write.

The form we write, which reads back to the same value::

    [123m] [4444p]c 5566s77z + 5s | self-draw seat=S round=E flowers=2 last-tile

Melds in square brackets (a concealed kong is marked ``c``), standing tiles in the order given, ``+`` and the
winning tile, then after ``|`` what a referee must know beside the tiles.

What is read besides: numbers before a shared suit letter (``123m``, ``11z``) or one by one (``1m2m3m``),
letters for honours (``E S W N`` winds, ``C F P`` or ``R G P`` dragons), Unicode tiles, Chinese names
(``一万``, ``東``, ``中``), the two-character codes of computer players (``W1 B2 T3 F1 J1``), kongs marked
``a``, ``d`` (melded) or ``c``, ``暗`` (concealed), melds with the seat they came from (``[123m,1]``), flowers
among the tiles (``1f``, ``🀢``, ``春``), spaces and commas anywhere. Without a ``+`` the last tile wins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.hand import Meld, WinningHand, make_meld
from scoring.tiles import CODES, FLOWER_NAMES_ZH, NAMES, tile_named

_WINDS = "ESWN"
_WIND_NUMBERS = {name: n for n, names in enumerate(("E东東1", "S南2", "W西3", "N北4")) for name in names}
_COMPUTER_WORD = re.compile(r"(?:[WBTFJ][1-9])+")
_FLOWER = re.compile(rf"[1-8]f|H[1-8]|[\U0001F022-\U0001F029]|[{''.join(FLOWER_NAMES_ZH)}]")
_PIECE = re.compile(r"([1-9]+)([mpsz万萬饼餅筒条條索])|([一二三四五六七八九][万萬饼餅筒条條索])|(\S)")
_MELD = re.compile(r"[\[(（【]([^\])）】]*)[\])）】]\s*(暗|明|[acd](?![A-Za-z0-9]))?")
_FLAG_WORDS = {
    "self-draw": "self_draw",
    "自摸": "self_draw",
    "discard": "",
    "点和": "",
    "last-of-kind": "last_of_kind",
    "和绝张": "last_of_kind",
    "last-tile": "last_tile",
    "海底": "last_tile",
    "replacement": "replacement",
    "杠上开花": "replacement",
    "robbing-kong": "robbing_kong",
    "抢杠": "robbing_kong",
}


@dataclass(frozen=True, slots=True)
class Tiles:
    """What a text shows: melds, standing tiles, the winning tile if it is marked, and flowers."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    win_tile: int | None
    flowers: int


def read_hand(text: str, **context: bool | int) -> WinningHand:
    """A winning hand from text; ``context`` fills in or overrules what the text says after ``|``."""
    tiles_text, _, context_text = text.replace("｜", "|").partition("|")
    tiles = read_tiles(tiles_text)
    concealed, win_tile = tiles.concealed, tiles.win_tile
    if win_tile is None:
        if not concealed:
            raise ScoringError("tile_count", tiles=0, needed=14)
        *standing, win_tile = concealed
        concealed = tuple(standing)
    known = read_context(context_text) | context
    if tiles.flowers and "flowers" not in known:
        known["flowers"] = tiles.flowers
    return WinningHand(concealed, win_tile, tiles.melds, **known)  # type: ignore[arg-type]


def read_tiles(text: str) -> Tiles:
    """Melds, standing tiles and, after ``+``, the winning tile."""
    text = re.sub("[\ufe0e\ufe0f\u200d]", "", text.replace("＋", "+"))
    melds: list[Meld] = []

    def take(found: re.Match[str]) -> str:
        melds.append(_read_meld(found[1], found[2] or "", found[0][0]))
        return " "

    rest = _MELD.sub(take, text)
    flowers = len(_FLOWER.findall(rest))
    standing, plus, winning = _FLOWER.sub(" ", rest).partition("+")
    win_tile = None
    if plus:
        one = _read_kinds(winning)
        if len(one) != 1:
            raise ScoringError("tile_count", tiles=len(one), needed=1)
        win_tile = one[0]
    return Tiles(tuple(_read_kinds(standing)), tuple(melds), win_tile, flowers)


def read_context(text: str) -> dict[str, bool | int]:
    """The words after ``|``, as fields of a hand; a word nobody knows is a ``bad_input``."""
    fields: dict[str, bool | int] = {}
    for word in text.replace(",", " ").replace("，", " ").split():
        name, equals, value = word.partition("=")
        if not equals and name in _FLAG_WORDS:
            if _FLAG_WORDS[name]:
                fields[_FLAG_WORDS[name]] = True
        elif name in ("seat", "round") and value in _WIND_NUMBERS:
            fields["seat_wind" if name == "seat" else "prevalent_wind"] = _WIND_NUMBERS[value]
        elif name == "flowers" and value.isascii() and value.isdigit():
            fields["flowers"] = int(value)
        else:
            raise ScoringError("bad_input", reason="unknown_word", field=word)
    return fields


def _read_meld(text: str, mark: str, bracket: str) -> Meld:
    names, comma, seat = text.replace("，", ",").partition(",")
    kinds = _read_kinds(names)
    if not kinds:
        raise ScoringError("bad_tile", tile=text.strip())
    if comma and seat.strip() not in ("", "0", "1", "2", "3"):
        raise ScoringError("bad_input", reason="not_a_seat", field=text)
    source = int(seat) if seat.strip() else None
    concealed = mark in ("c", "暗") or source == 0 or (bracket in "(（" and len(kinds) == 4)
    kind = "kong" if len(kinds) == 4 else "pung" if kinds.count(kinds[0]) == len(kinds) else "chow"
    return make_meld(kind, kinds, concealed=concealed, source=source or None)


def _read_kinds(text: str) -> list[int]:
    kinds: list[int] = []
    for word in text.replace(",", " ").replace("，", " ").replace("、", " ").split():
        if _COMPUTER_WORD.fullmatch(word):
            kinds += [tile_named(word[at : at + 2]) for at in range(0, len(word), 2)]
            continue
        for digits, suit, chinese, single in _PIECE.findall(word):
            if digits:
                kinds += [tile_named(digit + suit) for digit in digits]
            elif single and single not in NAMES:
                raise ScoringError("bad_tile", tile=word)
            else:
                kinds.append(tile_named(chinese or single))
    return kinds


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────


def write_kinds(kinds: tuple[int, ...] | list[int]) -> str:
    """Tiles in the order given, neighbours of one suit sharing its letter: ``123m55z``."""
    text = ""
    for kind in kinds:
        number, suit = CODES[kind][0], CODES[kind][1]
        text = text[:-1] + number + suit if text.endswith(suit) else text + number + suit
    return text


def write_meld(meld: Meld) -> str:
    """``[123m]``, ``[4444p]c``; with the seat it came from where that is known."""
    seat = f",{meld.source}" if meld.source else ""
    return f"[{write_kinds(meld.tiles)}{seat}]{'c' if meld.concealed else ''}"


def write_tiles(hand: WinningHand) -> str:
    """The tiles of a hand without its context."""
    melds = [write_meld(meld) for meld in hand.melds]
    return " ".join([*melds, write_kinds(hand.concealed), "+", CODES[hand.win_tile]])


def write_hand(hand: WinningHand) -> str:
    """The hand as one line of text that :func:`read_hand` reads back to the same value."""
    words = [
        "self-draw" if hand.self_draw else "discard",
        f"seat={_WINDS[hand.seat_wind]}",
        f"round={_WINDS[hand.prevalent_wind]}",
    ]
    if hand.flowers:
        words.append(f"flowers={hand.flowers}")
    flags = (
        ("last-of-kind", hand.last_of_kind),
        ("last-tile", hand.last_tile),
        ("replacement", hand.replacement),
        ("robbing-kong", hand.robbing_kong),
    )
    words += [word for word, is_set in flags if is_set]
    return f"{write_tiles(hand)} | {' '.join(words)}"

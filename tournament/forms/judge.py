"""A hand as the calculator's address says it: text and a few choices, read forgivingly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.errors import ScoringError
from scoring.hand import Meld, WinningHand
from scoring.notation import read_context, read_tiles, write_kinds, write_meld
from scoring.profiles import DEFAULT, PROFILES
from scoring.tiles import CODES, KINDS

WINDS = "ESWN"
LONGEST = 300
SUITS = "mpsz"
SETS = ("tile", "chow", "pung", "kong", "concealed")
COMPLETE, READY = 14, 13


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to know about which tiles.

    ``kong`` says that a kong had to do with the win: by self-draw the tile replaced one, otherwise it was
    robbed from one. ``refused`` is why the words after ``|`` could not be read.
    """

    text: str = ""
    self_draw: bool = False
    kong: bool = False
    last_tile: bool = False
    last_of_kind: bool = False
    seat: int = 0
    prevalent: int = 0
    flowers: int = 0
    profile: str = DEFAULT.name
    refused: ScoringError | None = None

    def words(self) -> list[str]:
        """What is said beside the tiles, as :func:`scoring.notation.read_hand` reads it; defaults unsaid."""
        said = [
            ("self-draw", self.self_draw),
            (f"seat={WINDS[self.seat]}", self.seat),
            (f"round={WINDS[self.prevalent]}", self.prevalent),
            (f"flowers={self.flowers}", self.flowers),
            ("last-of-kind", self.last_of_kind),
            ("last-tile", self.last_tile),
            ("replacement" if self.self_draw else "robbing-kong", self.kong),
        ]
        return [word for word, is_said in said if is_said]

    @property
    def query(self) -> dict[str, str]:
        """The address of this hand, as short as it can be."""
        if not self.text:
            return {}
        hand = f"{self.text} | {' '.join(self.words())}" if self.words() else self.text
        return {"hand": hand, **({} if self.profile == DEFAULT.name else {"profile": self.profile})}


def asked_of(query: Mapping[str, str]) -> Asked:
    """The fields of the form, or the one text that holds everything. The text overrules the rest."""
    whole = query.get("hand", "")[:LONGEST].replace("｜", "|")
    text, _, words = whole.partition("|")
    fields = Asked(
        text=text.strip(),
        self_draw=query.get("how") == "self_draw",
        kong=bool(query.get("kong")),
        last_tile=bool(query.get("last_tile")),
        last_of_kind=bool(query.get("last_of_kind")),
        seat=_small(query.get("seat", ""), 3),
        prevalent=_small(query.get("round", ""), 3),
        flowers=_small(query.get("flowers", ""), 8),
        profile=query["profile"] if query.get("profile") in PROFILES else DEFAULT.name,
    )
    try:
        said = read_context(words)
    except ScoringError as error:
        return replace(fields, text=whole.strip(), refused=error)
    robbed, replaced = bool(said.get("robbing_kong")), bool(said.get("replacement"))
    fields = replace(
        fields,
        self_draw=fields.self_draw or bool(said.get("self_draw")),
        kong=fields.kong or robbed or replaced,
        last_tile=fields.last_tile or bool(said.get("last_tile")),
        last_of_kind=fields.last_of_kind or bool(said.get("last_of_kind")),
        seat=int(said.get("seat_wind", fields.seat)),
        prevalent=int(said.get("prevalent_wind", fields.prevalent)),
        flowers=int(said.get("flowers", fields.flowers)),
    )
    reason = _contradiction(robbed, replaced, fields.self_draw)
    if reason:
        return replace(fields, text=whole.strip(), refused=ScoringError("illegal_context", reason=reason))
    return fields


def _contradiction(robbed: bool, replaced: bool, self_draw: bool) -> str:
    """Words that one switch for the kong cannot hold; what else does not fit the rules find themselves."""
    if robbed and replaced:
        return "robbing_kong+replacement"
    if robbed and self_draw:
        return "robbing_kong+self_drawn"
    return "replacement+discard" if replaced and not self_draw else ""


def _small(text: str, highest: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= highest else 0


@dataclass(frozen=True, slots=True)
class Laid:
    """The tiles on the felt, however many there are. ``win`` is the winning tile once all are there."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int | None
    flowers: int
    count: int
    """How many tiles there are, a kong counting as three."""
    used: frozenset[int]
    """Kinds of which all four are here."""

    @property
    def to_go(self) -> int:
        return COMPLETE - self.count

    @property
    def is_complete(self) -> bool:
        return self.count == COMPLETE and self.win is not None

    @property
    def is_ready(self) -> bool:
        return self.count == READY and self.win is None

    @property
    def is_empty(self) -> bool:
        return not self.count


def lay(asked: Asked) -> Laid:
    """Read the tiles; refused when there are too many, of one kind or altogether."""
    if asked.refused:
        raise asked.refused
    tiles = read_tiles(_so_far(asked.text))
    concealed, win = tiles.concealed, tiles.win_tile
    count = len(concealed) + 3 * len(tiles.melds) + (win is not None)
    if win is None and count == COMPLETE and concealed:
        *standing, win = concealed
        concealed = tuple(standing)
    copies = [0] * KINDS
    for kind in (*concealed, *(kind for meld in tiles.melds for kind in meld.tiles), *_one(win)):
        copies[kind] += 1
    if max(copies) > 4:
        kind = copies.index(max(copies))
        raise ScoringError("too_many", tile=CODES[kind], copies=copies[kind])
    if count > COMPLETE:
        raise ScoringError("tile_count", tiles=count, needed=COMPLETE)
    used = frozenset(kind for kind, number in enumerate(copies) if number == 4)
    return Laid(concealed, tiles.melds, win, asked.flowers or tiles.flowers, count, used)


def _so_far(text: str) -> str:
    """The text without what is still being typed: numbers before their suit, an open bracket, a plus."""
    return re.sub(r"(?:[\[(（【][^\])）】]*|[1-9][1-9\s]*|[+＋]\s*[1-9]*)$", "", text.rstrip())


def _one(win: int | None) -> tuple[int, ...]:
    return () if win is None else (win,)


def won_hand(asked: Asked, laid: Laid) -> WinningHand:
    """The declared hand; refused with ``illegal_context`` when what was said cannot be."""
    assert laid.win is not None
    return WinningHand(
        laid.concealed,
        laid.win,
        laid.melds,
        self_draw=asked.self_draw,
        seat_wind=asked.seat,
        prevalent_wind=asked.prevalent,
        flowers=laid.flowers,
        last_of_kind=asked.last_of_kind,
        last_tile=asked.last_tile,
        replacement=asked.kong and asked.self_draw,
        robbing_kong=asked.kong and not asked.self_draw,
    )


# The pad ------------------------------------------------------------------------------------------


def set_text(kind: int, form: str) -> str:
    """What a key of the pad adds to the text: the tile, or the set that starts with it; "" if none does."""
    tile = CODES[kind]
    number, suit = int(tile[0]), tile[1]
    if form == "chow":
        return f"[{number}{number + 1}{number + 2}{suit}]" if suit != "z" and number < 8 else ""
    return {
        "tile": tile,
        "pung": f"[{tile[0] * 3}{suit}]",
        "kong": f"[{tile[0] * 4}{suit}]",
        "concealed": f"[{tile[0] * 4}{suit}]c",
    }[form]


def more_of(kind: int) -> list[str]:
    """What often follows this tile in hand: the run, the pung, the pair, its part of a knitted straight, the
    rest of the honours or of the orphans. Written as what is added to the text after the tile."""
    tile = CODES[kind]
    number, suit = int(tile[0]), tile[1]
    more = [f"{number + 1}{number + 2}{suit}"] if suit != "z" and number < 8 else []
    more += [f"{number}{suit}", f"{number}{number}{suit}"]
    if suit != "z" and number < 4:
        more.append(f"{number + 3}{number + 6}{suit}")
    return more + {"1z": ["234567z"], "1m": ["9m19p19s1234567z"]}.get(tile, [])


def with_more(text: str, piece: str) -> str:
    """The text with one more piece, a single tile sharing the suit letter of its neighbour."""
    text = text.rstrip()
    if len(piece) == 2 and re.search(rf"\d{piece[1]}$", text):
        return text[:-1] + piece
    return f"{text} {piece}".strip()


def without_last(text: str) -> str:
    """The text without its last tile or set."""
    text = text.rstrip()
    if found := re.search(r"\[[^\]]*\]c?$", text):
        text = text[: found.start()]
    elif found := re.search(r"(\d*)\d([mpsz])$", text):
        text = text[: found.start()] + (found[1] + found[2] if found[1] else "")
    else:
        text = text[:-1]
    return text.rstrip().rstrip("+").rstrip()


def tidy(laid: Laid) -> str:
    """The tiles in the form that we write, the winning tile after a plus."""
    melds = [write_meld(meld) for meld in laid.melds]
    standing = [write_kinds(laid.concealed)] if laid.concealed else []
    return " ".join([*melds, *standing, *(["+", CODES[laid.win]] if laid.win is not None else [])])

"""The tile pad that the calculator and the table share: its keys, what they add, the tiles laid so far."""

from dataclasses import dataclass
from typing import Any

from scoring.tiles import CODES, KINDS
from tournament.forms.judge import SETS, SUITS, Laid, more_of, set_text


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the pad: its tile, what it adds in each form, what often follows, whether all are used."""

    tile: str
    adds: tuple[tuple[str, str], ...]
    more: str
    used: bool


def pad_keys(laid: Laid | None) -> list[tuple[str, list[Key]]]:
    """The keys, suit by suit."""
    used = laid.used if laid else frozenset()
    return [
        (
            suit,
            [
                Key(
                    CODES[kind],
                    tuple((form, set_text(kind, form)) for form in SETS),
                    " ".join(more_of(kind)),
                    kind in used,
                )
                for kind in range(KINDS)
                if CODES[kind][1] == suit
            ],
        )
        for suit in SUITS
    ]


def used_up(laid: Laid | None) -> str:
    """The kinds of which all four are laid: "1m 5z"."""
    return " ".join(CODES[kind] for kind in sorted(laid.used)) if laid else ""


def laid_tiles(laid: Laid) -> dict[str, Any]:
    """The tiles in the words of ``{% hand %}``."""
    return {
        "melds": [{"tiles": [CODES[kind] for kind in m.tiles], "concealed": m.concealed} for m in laid.melds],
        "concealed": [CODES[kind] for kind in laid.concealed],
        "win_tile": CODES[laid.win] if laid.win is not None else None,
        "flowers": laid.flowers,
    }

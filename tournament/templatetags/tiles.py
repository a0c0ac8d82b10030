"""Tiles, hands and winds as pictures that read as words."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from scoring.tiles import CODES, FLOWER_NAMES_EN, FLOWER_NAMES_ZH, NAMES_EN, NAMES_ZH
from tournament.templatetags.figures import in_chinese

register = template.Library()

WIND_GLYPHS = "東南西北"
_WIND_CROPS = ("8 16 44 52", "8 15 44 54", "8 13 44 52", "7 11 46 55")


def wind_index(wind: Any) -> int:
    """0-3 from 0-3, "E", "east", "East" or 東."""
    if isinstance(wind, int):
        return wind % 4
    text = str(wind).strip()
    if text.isdigit():
        return int(text) % 4
    if text[:1] in WIND_GLYPHS:
        return WIND_GLYPHS.index(text[0])
    return "eswn".index(text[:1].lower())


@register.filter
def wind_glyph(wind: Any) -> str:
    """東 南 西 北, as on the tile."""
    return WIND_GLYPHS[wind_index(wind)]


@register.filter
def wind_letter(wind: Any) -> str:
    """E S W N, for halls and paper."""
    return "ESWN"[wind_index(wind)]


@register.filter
def wind_name(wind: Any) -> str:
    """East / 东."""
    return (
        pgettext("wind", "East"),
        pgettext("wind", "South"),
        pgettext("wind", "West"),
        pgettext("wind", "North"),
    )[wind_index(wind)]


@register.filter
def wind_round_name(wind: Any) -> str:
    """South wind / 南风圈: the wind round, never called a round."""
    return (
        pgettext("wind round", "East wind"),
        pgettext("wind round", "South wind"),
        pgettext("wind round", "West wind"),
        pgettext("wind round", "North wind"),
    )[wind_index(wind)]


@register.simple_tag
def wind_mark(
    wind: Any, size: str = "", dealer: bool = False, box: bool = True, label: bool = True
) -> SafeString:
    """The tile's wind glyph in a rounded square; filled for the dealer of this deal.

    ``size``: "xs" 15, "" 20, "m" 24, "l" 34, "xl" 64 px. ``box=False``: the glyph alone ("bare-xl" 60 px).
    ``label=False`` where the wind is said in words beside it.
    """
    n = wind_index(wind)
    classes = "wind" + (" wind--box" if box or dealer else "") + (" wind--dealer" if dealer else "")
    if size:
        classes += f" wind--{size}"
    words = wind_name(n) if not dealer else gettext("%(wind)s, dealer") % {"wind": wind_name(n)}
    says = format_html('role="img" aria-label="{}"', words) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="{}" {}><use href="{}#tile-{}z" width="60" height="80"></use></svg>',
        classes,
        _WIND_CROPS[n],
        says,
        static("img/tiles.svg"),
        n + 1,
    )


@register.filter
def tile_name(code: str) -> str:
    """ "6 of characters" / 六万."""
    if code == "back":
        return gettext("face down")
    if code.endswith("f"):
        return (FLOWER_NAMES_ZH if in_chinese() else FLOWER_NAMES_EN)[int(code[0]) - 1]
    return (NAMES_ZH if in_chinese() else NAMES_EN)[CODES.index(code)]


def tile_picture(code: str, classes: str = "", says: str = 'aria-hidden="true"') -> str:
    # The drawing's id is the code, so nothing from outside reaches the markup unchecked.
    if not re.fullmatch(r"[1-9][mps]|[1-7]z|[1-8]f|back", code):
        raise ValueError(f"no such tile: {code!r}")
    use = f'<use href="{static("img/tiles.svg")}#tile-{code}"></use>'
    return f'<svg class="tile{classes}" viewBox="0 0 60 80" {says}>{use}</svg>'


@register.simple_tag
def tile(code: str, used: bool = False, win: bool = False, label: bool = True) -> SafeString:
    """One tile: 1m-9m 1p-9p 1s-9s 1z-7z 1f-8f back. Its size is --tile of a class around it: tiles-xs 16,
    tiles-s 18, tiles-m 27, tiles-l 38, tiles-hall 67 px. ``used``: all four are gone. ``win``: ringed."""
    says = f'role="img" aria-label="{escape(tile_name(code))}"' if label else 'aria-hidden="true"'
    return mark_safe(
        tile_picture(code, (" tile--used" if used else "") + (" tile--win" if win else ""), says)
    )


_ORDER = {code: n for n, code in enumerate((*CODES, *(f"{n}f" for n in range(1, 9))))}


@register.simple_tag
def hand(value: Mapping[str, Any], size: str = "s", word: bool = False) -> SafeString:
    """A won hand as pictures that read as words.

    ``value``: {"melds": [{"tiles": ["4p", "5p", "6p"], "concealed": False}, …], "concealed": ["1m", …]
    without the winning tile, "win_tile": "6m", "flowers": ["3f", …] or a number}; every key may be missing.
    ``size``: xs s m l hall.
    ``word``: the word *win* beside the winning tile.
    """
    pictures, words = [], []
    for meld in value.get("melds") or ():
        tiles = list(meld["tiles"])
        hidden = bool(meld.get("concealed")) and len(tiles) == 4
        names = ", ".join(tile_name(code) for code in tiles)
        shown = ["back", *tiles[1:3], "back"] if hidden else tiles
        below = "" if hidden else " hand__group--meld"
        pictures.append(f'<span class="hand__group{below}">{"".join(map(tile_picture, shown))}</span>')
        words.append(
            (gettext("concealed kong %(tiles)s") if hidden else gettext("melded %(tiles)s"))
            % {"tiles": names}
        )
    if standing := sorted(value.get("concealed") or (), key=_ORDER.__getitem__):
        pictures.append(f'<span class="hand__group">{"".join(map(tile_picture, standing))}</span>')
        words.append(", ".join(tile_name(code) for code in standing))
    if win := value.get("win_tile"):
        winning = pgettext("winning tile", "win")
        said = f"<span>{winning}</span>" if word else ""
        pictures.append(f'<span class="hand__win">{said}{tile_picture(win, " tile--win")}</span>')
        words.append(gettext("won on %(tile)s") % {"tile": tile_name(win)})
    if flowers := value.get("flowers"):
        if isinstance(flowers, int):
            flowers = [f"{n + 1}f" for n in range(flowers)]
        pictures.append(
            f'<span class="hand__group hand__flowers">{"".join(map(tile_picture, flowers))}</span>'
        )
        words.append(
            ngettext("%(count)s flower", "%(count)s flowers", len(flowers)) % {"count": len(flowers)}
        )
    return format_html(
        '<span class="hand tiles-{}" role="img" aria-label="{}">{}</span>',
        size,
        "; ".join(words),
        mark_safe("".join(pictures)),
    )

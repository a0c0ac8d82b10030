"""The judge in small pieces of HTML: hands and groups of tiles, names of fans, reasons, rulebooks."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.explain import LeftOut, explain
from scoring.explain_text import reason
from scoring.fans.catalogue import BY_NUMBER, Fan
from scoring.hand import WinningHand
from scoring.notation import read_context, read_tiles
from scoring.profiles import PROFILES
from scoring.tiles import CODES
from scoring.where import Groups
from tournament.engine.judging import kept_hand
from tournament.selectors.game_shapes import GameView, Line
from tournament.templatetags.tiles import hand, tile_name, tile_picture

register = template.Library()


def _chinese() -> bool:
    return (get_language() or "").startswith("zh")


# Tiles --------------------------------------------------------------------------------------------


@register.filter
def as_tiles(value: WinningHand) -> dict[str, Any]:
    """A hand of the judge in the words of ``{% hand %}``."""
    return {
        "melds": [
            {"tiles": [CODES[kind] for kind in meld.tiles], "concealed": meld.concealed}
            for meld in value.melds
        ],
        "concealed": [CODES[kind] for kind in value.concealed],
        "win_tile": CODES[value.win_tile],
        "flowers": value.flowers,
    }


@register.filter
def example_tiles(text: str) -> SafeString:
    """The tiles of a hand in text, finished or not, as pictures."""
    tiles, _, words = text.partition("|")
    seen = read_tiles(tiles)
    return hand(
        {
            "melds": [
                {"tiles": [CODES[kind] for kind in meld.tiles], "concealed": meld.concealed}
                for meld in seen.melds
            ],
            "concealed": [CODES[kind] for kind in seen.concealed],
            "win_tile": CODES[seen.win_tile] if seen.win_tile is not None else None,
            "flowers": read_context(words).get("flowers", 0),
        },
        size="s",
    )


@register.filter
def code(kind: int) -> str:
    """5m."""
    return CODES[kind]


@register.simple_tag
def tile_groups(groups: Groups, size: str = "xs") -> SafeString:
    """Sets and pairs side by side; read aloud as names."""
    return _drawn_groups(groups, size, _chinese())


@lru_cache(maxsize=4096)
def _drawn_groups(groups: Groups, size: str, chinese: bool) -> SafeString:
    words = "; ".join(", ".join(tile_name(CODES[kind]) for kind in group) for group in groups)
    drawn = "".join(
        f'<span class="hand__group">{"".join(tile_picture(CODES[kind]) for kind in group)}</span>'
        for group in groups
    )
    return mark_safe(
        f'<span class="hand tiles-{size}" role="img" aria-label="{escape(words)}">{drawn}</span>'
    )


@register.simple_tag
def drawn_hand(value: WinningHand, size: str = "s", word: bool = False) -> SafeString:
    """A hand of the judge as pictures that read as words."""
    return hand(as_tiles(value), size=size, word=word)


# Fans ---------------------------------------------------------------------------------------------


@register.filter
def fan_name(fan: Fan) -> str:
    """The name in the page's language."""
    return fan.zh if _chinese() else fan.en


@register.filter
def fan_definition(fan: Fan) -> str:
    """The definition in the page's language."""
    return fan.definition_zh if _chinese() else fan.definition_en


@register.simple_tag
def fan_names(fan: Fan, link: bool = True) -> SafeString:
    """Both names, the Chinese one first as in the rules; on a Chinese page it is the main one."""
    address = f"{reverse('fans')}#fan-{fan.number}"
    inner = (
        format_html('<b lang="zh-Hans">{}</b> <span class="quiet" lang="en">{}</span>', fan.zh, fan.en)
        if _chinese()
        else format_html('<span class="quiet" lang="zh-Hans">{}</span> <b>{}</b>', fan.zh, fan.en)
    )
    return format_html('<a class="fan-name" href="{}">{}</a>', address, inner) if link else inner


def why_left_out(left_out: LeftOut) -> str:
    """Why this fan is not counted, in the page's language."""
    return reason(left_out, "zh" if _chinese() else "en")


@register.filter
def told_once(left_out: Iterable[LeftOut]) -> list[dict[str, Any]]:
    """Fans that were left out, each once for each reason: how many times, and in which tiles it was seen."""
    found: dict[tuple[int, str], dict[str, Any]] = {}
    for one in left_out:
        why = why_left_out(one)
        same = found.setdefault((one.fan.number, why), {"fan": one.fan, "why": why, "seen": []})
        same["seen"].append(one.seen_in)
    return [{**each, "times": len(each["seen"])} for each in found.values()]


@register.filter
def named_once(left_out: Iterable[LeftOut]) -> list[tuple[Fan, int]]:
    """The same by name alone, for a line of names: (fan, how many times)."""
    fans = [one.fan for one in left_out]
    return [(fan, fans.count(fan)) for fan in dict.fromkeys(fans)]


SWITCHES: dict[str, Any] = {
    "concealed_form_selfdraw": _("what a self-draw adds to a hand that cannot but be concealed"),
    "kong_pair_mixed": _("the points of one melded and one concealed kong"),
    "two_concealed_kongs": _("the points of two concealed kongs"),
    "kong_concealed_addons": _("concealed kongs inside three or four kongs"),
    "tile_hog_honours": _("whether four equal honours are a tile hog"),
    "all_terminals_double_pung": _("double pungs beside All Terminals"),
    "all_green_half_flush": _("Half Flush beside All Green"),
    "seven_pairs_addons": _("fans of the tiles beside Seven Pairs"),
    "hand_cap": _("the most a hand may be worth"),
    "wait_test": _("whether a used-up tile counts as a wait"),
    "knitted_wait": _("wait fans in the knitted straight"),
}


@register.filter
def switch_words(name: str) -> str:
    """What a switch of a rulebook decides."""
    return str(SWITCHES.get(name, name))


PROFILE_NAMES: dict[str, Any] = {
    "MIL2025": _("MIL 2025"),
    "CN1998": _("China 1998"),
    "WMO2006": _("WMO Green Book 2006"),
}
assert set(PROFILE_NAMES) == set(PROFILES)


@register.filter
def profile_name(name: str) -> str:
    """The rulebook as people call it."""
    return str(PROFILE_NAMES.get(name, name))


# The calculator's addresses -----------------------------------------------------------------------


def hand_address(query: Mapping[str, str]) -> str:
    """The address of a hand: brackets stay readable, everything else is quoted."""
    said = "&".join(
        f"{name}={quote(value, safe='[],|=').replace('%20', '+')}" for name, value in query.items()
    )
    return f"{reverse('calculator')}?{said}" if said else reverse("calculator")


@register.filter
def calculator_url(text: str) -> str:
    """The calculator with a hand in the one form we write."""
    return hand_address({"hand": text})


# Deals in the ledger ------------------------------------------------------------------------------


def _hand_of(line: Line) -> WinningHand | None:
    """The hand that the log holds for a deal, if it can be read."""
    try:
        return kept_hand(line.entry.detail) if line.entry is not None else None
    except ScoringError:
        return None


@register.inclusion_tag("public/_game_hand.html")
def biggest_hand(view: GameView, deal: int | None = None) -> dict[str, Any]:
    """The dearest hand of a game whose tiles are known, or that of one deal, explained by the rulebook of the
    event."""
    known = [(line, won) for line in view.lines if (won := _hand_of(line)) is not None]
    asked = [pair for pair in known if pair[0].number == deal]
    known = asked or known
    if not known:
        return {}
    line, won = max(known, key=lambda one: one[0].entry.fan_total or 0 if one[0].entry else 0)
    try:
        why = explain(won, PROFILES[view.table.round.tournament.profile])
    except (ScoringError, KeyError):
        return {}
    return {"line": line, "hand": won, "why": why, "score": why.score, "asked": bool(asked)}


@register.inclusion_tag("public/_best_hand.html")
def best_hand(line: Line, view: GameView) -> dict[str, Any]:
    """A player's dearest hand: its tiles, where they are known, and what it was counted for."""
    counted = line.entry.detail.get("fans") if line.entry is not None else None
    rows = [
        (BY_NUMBER[each[0]], each[1])
        for each in (counted if isinstance(counted, list) else ())
        if isinstance(each, list) and len(each) == 2 and each[0] in BY_NUMBER
    ]
    rows.sort(key=lambda row: (-row[0].points, row[0].number))
    return {"line": line, "view": view, "hand": _hand_of(line), "fans": rows}


@register.simple_tag
def deal_number(line: Line) -> SafeString:
    """The number of a deal in the ledger; where its tiles are known, a link that explains the hand."""
    if _hand_of(line) is None:
        return mark_safe(str(line.number))
    says = gettext("Explain the hand of deal %(number)s") % {"number": line.number}
    return format_html('<a href="?deal={0}#why" aria-label="{1}">{0}</a>', line.number, says)


@register.simple_tag
def small_hand(line: Line) -> SafeString:
    """The tiles of a won deal in a row of a table; nothing where only the total is known."""
    won = _hand_of(line)
    return hand(as_tiles(won), size="xs") if won is not None else mark_safe("")


def _kept_fans(kept: Any) -> Iterator[Fan]:
    """The fans of an entry; an archive from elsewhere may hold anything."""
    for counted in kept if isinstance(kept, list) else ():
        number = counted[0] if isinstance(counted, list) and counted else None
        if isinstance(number, int) and number in BY_NUMBER:
            yield BY_NUMBER[number]


@register.simple_tag
def deal_hand(line: Line) -> SafeString:
    """The winning hand of a deal where the log holds one, and its dearest fans by name."""
    entry, won = line.entry, _hand_of(line)
    fans = sorted(_kept_fans(entry.detail.get("fans")), key=_dearest) if entry is not None else []
    if entry is None or not (won or fans):
        return mark_safe("")
    names = mark_safe(" · ".join(fan_names(fan, link=False) for fan in fans[:2]))
    above = format_html('<span class="ledger__fans">{} {}</span>', names, _claim(entry.detail))
    if won is None:
        return above
    return format_html(
        '{}<a class="ledger__hand" href="{}">{}</a>',
        above,
        calculator_url(str(entry.detail["hand"])),
        hand(as_tiles(won), size="xs"),
    )


def _dearest(fan: Fan) -> tuple[int, int]:
    return (-fan.points, fan.number)


def _claim(detail: Mapping[str, Any]) -> SafeString | str:
    """What the winner claimed and what was judged, where they differed, and why one of them counts."""
    claimed, judged = detail.get("claimed"), detail.get("judged")
    if not isinstance(claimed, int):
        return ""
    both = gettext("claimed %(fan)s") % {"fan": claimed}
    if isinstance(judged, int):
        both = gettext("claimed %(claimed)s, judged %(judged)s") % {"claimed": claimed, "judged": judged}
    why = str(detail.get("why") or "")
    said = format_html('<span class="tag tag--warn">{}</span>', both)
    return format_html('{} <span class="ledger__why">{}</span>', said, gettext(why)) if why else said

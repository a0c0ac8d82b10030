"""Words and addresses of one table's pages."""

import hashlib
import re
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.translation import gettext, ngettext, pgettext

from tournament.models import Said
from tournament.selectors.game_shapes import GameView
from tournament.templatetags.names import family
from tournament.templatetags.tiles import wind_index

register = template.Library()


@register.simple_tag
def door_url(door: Any, page: str = "", *more: object) -> str:
    """The address of a page of this table, through the door somebody came by."""
    return str(door.to(page, *more))


@register.simple_tag
def phone_version() -> str:
    """Changes whenever a script or a style of the phone does: pages that a phone keeps are fetched anew."""
    names = ("js/outbox.js", "js/outbox-send.js", "js/kept.js", "js/referee.js", "css/referee.css")
    return hashlib.sha256(" ".join([static(name) for name in names]).encode()).hexdigest()[:12]


@register.filter
def chairs_key(view: GameView) -> str:
    """Changes whenever others have these seats, or are known to sit otherwise than the seating says: pages of
    deals to come that a phone keeps are fetched anew."""
    four = [person.player.number for person in view.people]
    return hashlib.sha256(repr((four, view.rules.reseats)).encode()).hexdigest()[:8]


@register.filter
def reason_words(reason: str) -> str:
    """A stored reason: one of the list in the reader's language, anybody's own words as they are."""
    return gettext(reason) if reason else ""


BEHIND_A_PASS = re.compile(r"(table|player) (\d+), pass \d+")
"""What the log stores of whoever entered something with a link (``Actor.of_pass``, ``Actor.of_player``)."""


@register.filter
def actor_words(label: str) -> str:
    """Who entered something, for readers: a link by what it opens, anybody else by their stored name."""
    found = BEHIND_A_PASS.fullmatch(label)
    if found is None:
        return label
    kind, number = found.groups()
    said = gettext("phone of table %(number)s") if kind == "table" else gettext("player %(number)s")
    return said % {"number": number}


@register.filter
def fan_words(fan: int | None) -> str:
    """18 fan / 18 番."""
    return ngettext("%(count)s fan", "%(count)s fan", fan or 0) % {"count": fan or 0}


@register.filter
def flower_words(flowers: int | None) -> str:
    """2 flowers; nothing when there are none."""
    if not flowers:
        return ""
    return ngettext("%(count)s flower", "%(count)s flowers", flowers) % {"count": flowers}


@register.filter
def said_name(said: str) -> str:
    """What kind of statement this is, as a heading."""
    names = {
        Said.SELF_DRAW: gettext("Self-draw"),
        Said.DISCARD: gettext("Discard win"),
        Said.ROBBED_KONG: gettext("Robbed kong"),
        Said.DRAWN: gettext("Drawn hand"),
        Said.VOID: gettext("Taken back"),
        Said.TOTALS: gettext("Totals only"),
        Said.TRANSFER: gettext("Paid to the others"),
        Said.DEDUCTION: gettext("Deducted"),
        Said.AGREE: gettext("Agreed"),
        Said.DISPUTE: gettext("Disputed"),
    }
    return str(names.get(Said(said), said)) if said in Said.values else said


@register.simple_tag
def deal_words(said: str, winner: Any = None, discarder: Any = None) -> str:
    """Who won and how, as one sentence: "Winther, discard by Wei"."""
    names = {"winner": family(winner) if winner else "", "discarder": family(discarder) if discarder else ""}
    if said == Said.SELF_DRAW:
        return gettext("%(winner)s, self-draw") % names
    if said == Said.DISCARD:
        return gettext("%(winner)s, discard by %(discarder)s") % names
    if said == Said.ROBBED_KONG:
        return gettext("%(winner)s, robbed a kong of %(discarder)s") % names
    return gettext("Nobody won") if said == Said.DRAWN else str(said_name(said))


@register.filter
def false_win_name(case: Any) -> str:
    """What was wrong with a false win."""
    names = {
        "below_minimum": gettext("Below the minimum"),
        "wrong_tile": gettext("Wrong tile"),
        "not_ready": gettext("Hand not ready"),
    }
    value = str(getattr(case, "value", case))
    return names.get(value, value)


@register.filter
def way_words(way: int) -> str:
    """Which way a person goes when seats change."""
    return {
        1: pgettext("seat change", "one seat right"),
        2: pgettext("seat change", "across"),
        3: pgettext("seat change", "one seat left"),
    }.get(way, "")


@register.filter
def at(values: Any, index: int) -> Any:
    """The value at a place of a tuple: deltas and scores are tuples by starting seat."""
    return values[index]


@register.filter
def signers(signatures: Any) -> str:
    """The family names of some of the four, as one list of words."""
    return pgettext("between names", ", ").join(family(signature.person.player) for signature in signatures)


@register.simple_tag
def in_wind_order(top: Any, left: Any, bottom: Any, right: Any) -> list[tuple[str, Any]]:
    """The four plates with their places, East first: read aloud they come as they play, not as they lie."""
    placed = zip(("top", "left", "bottom", "right"), (top, left, bottom, right), strict=True)
    return sorted(placed, key=lambda pair: wind_index(_part(pair[1], "wind")))


def _part(plate: Any, name: str) -> Any:
    return plate[name] if isinstance(plate, dict) else getattr(plate, name)

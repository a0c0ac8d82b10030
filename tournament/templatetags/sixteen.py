"""The sixteen: the deals of a game as a grid, a strip or a rail, one square a deal."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.templatetags.tiles import wind_mark

register = template.Library()

_STATES = {
    "w": "won", "won": "won", "self_draw": "won", "discard": "won",
    "d": "drawn", "drawn": "drawn",
    "n": "now", "now": "now",
}  # fmt: skip


def _cells(states: str | Iterable[str] | None, deals: int) -> tuple[str, ...]:
    found = [_STATES.get(state, "todo") for state in states or ()][:deals]
    return tuple(found + ["todo"] * (deals - len(found)))


def _deals_said(cells: tuple[str, ...]) -> str:
    played = sum(cell in ("won", "drawn") for cell in cells)
    return gettext("%(played)s of %(deals)s deals") % {"played": played, "deals": len(cells)}


def _square(x: float, y: float, w: float, h: float, r: float) -> str:
    return (
        f"M{x + r:g} {y:g}h{w - 2 * r:g}q{r:g} 0 {r:g} {r:g}v{h - 2 * r:g}q0 {r:g}-{r:g} {r:g}"
        f"h-{w - 2 * r:g}q-{r:g} 0-{r:g}-{r:g}v-{h - 2 * r:g}q0-{r:g} {r:g}-{r:g}z"
    )


def _paths(
    cells: tuple[str, ...], boxes: list[tuple[float, float]], w: float, h: float, r: float, ring: float
) -> str:
    """One path a state instead of one element a deal: a leaderboard shows hundreds of these."""
    drawn: dict[str, str] = {}
    for cell, (x, y) in zip(cells, boxes, strict=True):
        if cell == "drawn":
            shape = _square(x + 0.8, y + 0.8, w - 1.6, h - 1.6, max(r - 0.8, 0.4))
        elif cell == "now" and ring:
            drawn["ring"] = _square(x - ring, y - ring, w + 2 * ring, h + 2 * ring, r + ring)
            shape = _square(x + 0.2, y + 0.2, w - 0.4, h - 0.4, r)
        else:
            shape = _square(x, y, w, h, r)
        drawn[cell] = drawn.get(cell, "") + shape
    order = ("todo", "won", "drawn", "ring", "now")
    return "".join(f'<path class="sixteen__{name}" d="{drawn[name]}"/>' for name in order if name in drawn)


@lru_cache(maxsize=4096)
def _grid_drawing(cells: tuple[str, ...]) -> str:
    boxes = [(n % 4 * 12.0, n // 4 * 12.0) for n in range(len(cells))]
    return _paths(cells, boxes, 10, 10, 2, 2.2)


@lru_cache(maxsize=4096)
def _strip_drawing(cells: tuple[str, ...]) -> str:
    boxes = [(n * 5.0 + n // 4 * 3.0, 0.0) for n in range(len(cells))]
    return _paths(cells, boxes, 4, 11, 1.2, 0)


@register.simple_tag
def sixteen_grid(states: Any = "", deals: int = 16, extra: str = "", label: str = "") -> SafeString:
    """The sixteen as a square of rows of four.

    ``states``: letters or words, one a deal: w/won/self_draw/discard, d/drawn, n/now; the rest is to come.
    ``extra``: more classes. ``label``: instead of "6 of 16 deals"; "-" makes it decoration.
    """
    cells = _cells(states, deals)
    rows = -(-deals // 4)
    says = (
        mark_safe('aria-hidden="true"')
        if label == "-"
        else format_html('role="img" aria-label="{}"', label or _deals_said(cells))
    )
    return format_html(
        '<svg class="sixteen sixteen--grid {}" viewBox="0 0 46 {}" {}>{}</svg>',
        extra,
        rows * 12 - 2,
        says,
        mark_safe(_grid_drawing(cells)),
    )


@register.simple_tag
def sixteen_strip(states: Any = "", deals: int = 16) -> SafeString:
    """The sixteen in one line of four groups, for rows of a table. ``states`` as in ``sixteen_grid``."""
    cells = _cells(states, deals)
    width = deals * 5 + (deals - 1) // 4 * 3 - 1
    return format_html(
        '<svg class="sixteen sixteen--strip" viewBox="0 0 {} 11" role="img" aria-label="{}">{}</svg>',
        width,
        _deals_said(cells),
        mark_safe(_strip_drawing(cells)),
    )


@register.simple_tag
def sixteen_rail(states: Any = "", deals: int = 16) -> SafeString:
    """The sixteen as wide as the page, each group headed by its wind (phones). ``states`` as above."""
    cells = _cells(states, deals)
    groups = []
    for number in range(0, deals, 4):
        part = cells[number : number + 4]
        now = " rail__round--now" if "now" in part else ""
        bars = "".join(f'<i class="rail__deal rail__deal--{cell}"></i>' for cell in part)
        head = wind_mark(number // 4, box=False, label=False)
        groups.append(f'<span class="rail__round{now}">{head}{bars}</span>')
    return format_html(
        '<span class="rail" role="img" aria-label="{}">{}</span>',
        _deals_said(cells),
        mark_safe("".join(groups)),
    )

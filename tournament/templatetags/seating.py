"""How a seating was made, in words for people; the certificate keeps the maker's own words."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

BEGINNINGS: tuple[tuple[str, Any], ...] = (
    ("one base round developed cyclically", gettext_lazy("one round, turned on in a circle for the others")),
    ("one round", gettext_lazy("one round by lot")),
    ("exact cover", gettext_lazy("a stored schedule, found by complete search")),
    ("search over", gettext_lazy("a stored schedule, found by complete search")),
    ("simulated annealing", gettext_lazy("a stored schedule, found by search in many small steps")),
    ("lines of an affine space", gettext_lazy("a schedule that mathematics knows (lines of a finite space)")),
    ("Bose", gettext_lazy("a schedule that mathematics knows (Bose, 1939)")),
    ("transversal design", gettext_lazy("a schedule in which whole groups never meet (transversal design)")),
    ("swap search around what is locked", gettext_lazy("search by exchanges around what is locked")),
    ("swap search", gettext_lazy("search by exchanges")),
    ("by rank", gettext_lazy("by rank")),
    ("chart from a file", gettext_lazy("a chart from a file")),
)
ADDITIONS: tuple[tuple[str, Any], ...] = (
    ("then swap search", gettext_lazy("then search by exchanges")),
    ("teams on the games of one round more", gettext_lazy("teams on the tables of a spare round")),
    ("changed by hand", gettext_lazy("changed by hand")),
)


@register.filter
def how_made(method: str) -> str:
    """The way a seating was made, for people; words that are not known are shown as they are."""
    first = next((words for start, words in BEGINNINGS if method.startswith(start)), method)
    more = [words for mark, words in ADDITIONS if mark in method]
    return _(", ").join(str(part) for part in (first, *more))

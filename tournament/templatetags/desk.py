"""Small words for the desk's pages."""

from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import pgettext

from tournament.templatetags.ui import native_language

register = template.Library()


@register.filter
def script(native: str, country: str = "") -> str:
    """The language tag of a name in the second script, for its ``lang``."""
    return native_language(native or "", country) or "und"


@register.filter
def event_days(tournament: Any) -> str:
    """The days of an event in the page's language: "14–16 August 2026", "2026年8月14日–16日"."""
    first, last = tournament.starts_on, tournament.ends_on
    day = pgettext("format of a date", "j F Y")
    if first == last:
        return date_format(first, day)
    if (first.year, first.month) == (last.year, last.month):
        head = date_format(first, pgettext("first of several days in one month", "j"))
        return f"{head}–{date_format(last, pgettext('last of several days in one month', 'j F Y'))}"
    return f"{date_format(first, day)} – {date_format(last, day)}"

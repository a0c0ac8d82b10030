"""What an event is called and when it is, written as the reader's language writes names and days."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

from tournament.models import Tournament

register = template.Library()


@register.filter(expects_localtime=True)
def to_the_second(at: datetime) -> str:
    """14:05:09, in the zone of the page. ``date`` takes ten times as long, in every state of a board."""
    return f"{at:%H:%M:%S}"


@register.filter
def event_days(tournament: Tournament, year: bool = False) -> str:
    """14–16 August; 30 July – 2 August; with ``year`` 14–16 August 2026."""
    day = (
        pgettext("format of a day with its year", "j F Y")
        if year
        else pgettext("format of a day without its year", "j F")
    )
    first, last = tournament.starts_on, tournament.ends_on
    if first == last:
        return date_format(first, day)
    if (first.year, first.month) == (last.year, last.month):
        before = (
            pgettext("format of the first day of a range in one month with its year", "j")
            if year
            else pgettext("format of the first day of a range in one month", "j")
        )
        after = (
            pgettext("format of the last day of a range in one month with its year", "j F Y")
            if year
            else pgettext("format of the last day of a range in one month", "j F")
        )
        return f"{date_format(first, before)}–{date_format(last, after)}"
    return f"{date_format(first, day)} – {date_format(last, day)}"


@register.filter
def event_name(tournament: Tournament) -> str:
    """The name of the event where there is room for one: in Chinese the one in its own script, if any."""
    native_first = (get_language() or "").startswith("zh")
    return (native_first and tournament.native_name) or tournament.name


@register.filter
def day_and_time(moment: datetime) -> str:
    """Sun 14 Aug, 09:05, in the zone of the page."""
    return date_format(localtime(moment), pgettext("format of a day and a time", "D j M, H:i"))

"""The clock and the announcements in words: what is left, what happens when the time is up."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.models import Bulletin, Tournament
from tournament.selectors.clock import Face, TableTime, bulletins_of, clock_of, face_of

register = template.Library()


@register.simple_tag
def round_face(tournament: Tournament, number: int) -> Face:
    """The clock of a round as ``components/clock.html`` takes it."""
    return face_of(clock_of(tournament, number), tournament, at=timezone.now())


@register.filter
def left_words(end_rule: str) -> str:
    """Under a running clock: what happens when it has run down."""
    return {
        "stop_now": _("left, then play stops at once"),
        "no_new_hand_after_bell": _("left, then no new deal begins"),
        "plus_one": _("left, then this deal and one more"),
    }.get(end_rule) or _("left, then the deal is finished")


@register.filter
def over_words(end_rule: str) -> str:
    """Under a clock that has run down, for the whole room."""
    return {
        "stop_now": _("Play stops at once"),
        "no_new_hand_after_bell": _("Finish a deal that has begun; no new one begins"),
        "plus_one": _("Finish the deal, then play one more"),
    }.get(end_rule) or _("Finish the deal that is being played")


@register.filter
def last_deal_words(time: TableTime) -> str:
    """What one table may still play after the bell."""
    said = {"number": time.next_deal, "last": time.last}
    if not time.may_play_on:
        if time.face.end_rule == "stop_now":
            return _("Play stops at once: a deal that is not over does not count.")
        return _("No more deals are played.")
    if time.last > time.next_deal:
        return _("Deal %(number)s is finished, then deal %(last)s is played as the last one.") % said
    if time.face.end_rule == "no_new_hand_after_bell":
        return _("Deal %(number)s is finished if it has begun; no new one begins.") % said
    return _("Deal %(number)s is finished and is the last one.") % said


@register.filter
def warning_words(seconds: int) -> str:
    """The signal at a moment before the end."""
    minutes = seconds // 60
    return ngettext("%(count)s minute left", "%(count)s minutes left", minutes) % {"count": minutes}


@register.simple_tag
def bulletins(tournament: Tournament, place: str) -> list[Bulletin]:
    """The announcements for a kind of page: "screens", "pages" or "phones"."""
    return [one for one in bulletins_of(tournament) if getattr(one, f"on_{place}")]


@register.filter
def told(bulletin: Bulletin) -> dict[str, Any]:
    """An announcement in the reader's language first; the other text under it, if there is one."""
    chinese = (get_language() or "").startswith("zh")
    first, second = bulletin.text, bulletin.native_text
    if chinese and second:
        return {"first": second, "second": first, "first_lang": "zh-Hans", "second_lang": ""}
    return {"first": first, "second": second, "first_lang": "", "second_lang": "zh-Hans"}


@register.filter
def milliseconds(moment: Any) -> str:
    """A moment for scripts, that know the server's time; empty when there is none."""
    return str(int(moment.timestamp() * 1000)) if moment else ""


# The chart of the hall: sixteen bars of 22 units in four winds of 101, bars up to 100 high on a line at 130


def _left(deal: int) -> float:
    return (deal - 1) // 4 * 113 + (deal - 1) % 4 * 26.3


@register.simple_tag
def pace_bar(bar: Any) -> SafeString:
    """Where the bar of a deal stands."""
    return format_html(
        'x="{}" y="{}" width="22" height="{}"', round(_left(bar.deal), 1), 130 - bar.height, bar.height
    )


@register.simple_tag
def pace_count(bar: Any) -> SafeString:
    """Where the number above it stands."""
    return format_html('x="{}" y="{}"', round(_left(bar.deal) + 11, 1), 123 - bar.height)


@register.simple_tag
def pace_wind(wind: int) -> SafeString:
    """Where the sign of a wind stands under its four deals."""
    return format_html('x="{}" y="163"', wind * 113 + 4)

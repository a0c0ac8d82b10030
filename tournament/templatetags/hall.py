"""Names as hall screens show them: whole, on one line, read from afar."""

from typing import Any
from unicodedata import east_asian_width

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.engine.names import family_of
from tournament.templatetags.figures import in_chinese
from tournament.templatetags.names import native_language, short_parts

register = template.Library()


def _width(text: str) -> int:
    """Letters, Han counted twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@register.simple_tag
def hall_name(person: Any, room: int = 26, listed: bool = False) -> SafeString:
    """A player on one line of ``room`` letters. The second script is left out where it has no room.

    ``listed``: the family name first, where people look for theirs by it.
    """
    known = person.family_name
    if listed:
        known = family_of(person.name, known, person.native_name)
    before, family, after = short_parts(person.name, known, room)
    given = " ".join(part for part in (before, after) if part)
    if listed or not before:
        latin, text = format_html("<b>{}</b> {}", family, given), f"{family} {given}"
    else:
        latin, text = format_html("{} <b>{}</b> {}", before, family, after), f"{before} {family} {after}"
    native = person.native_name if person.native_name != person.name else ""
    over = _width(text.strip()) / room
    if not native:
        return _line(latin, over)
    tag = native_language(native, person.country)
    fits = _width(text.strip()) + 2 + _width(native) <= room
    if in_chinese() and tag.startswith(("zh", "ja")):
        second = format_html('<span class="name__second">{}</span>', text) if fits else ""
        return _line(format_html('<b lang="{}">{}</b> {}', tag, native, second), 1)
    second = format_html('<span class="name__second" lang="{}">{}</span>', tag, native) if fits else ""
    return _line(format_html("{} {}", latin, second), over)


def _line(inside: SafeString | str, over: float) -> SafeString:
    """A name that is longer than its room even with initials stands in smaller letters; it is never cut."""
    size = "" if over <= 1 else " name--long" if over <= 1.3 else " name--longest"
    return format_html('<span class="name{}" translate="no">{}</span>', size, mark_safe(inside))

"""Figures in a sentence of HTML: signed scores, exact table points, places, clocks and movement."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

register = template.Library()

MINUS = "\u2212"
NARROW_SPACE = "\u202f"


def in_chinese() -> bool:
    """Whether the reader's language is Chinese: it changes the order of names and of words."""
    return (get_language() or "").startswith("zh")


def _grouped(number: int) -> str:
    """Thousands are parted from 10,000 up only, so that years and fan stay whole."""
    return f"{number:,}".replace(",", NARROW_SPACE) if abs(number) >= 10_000 else str(number)


@register.filter
def signed(value: Any) -> str:
    """+45, −588 (a real minus), 0 without a sign, – for nothing."""
    if value is None or value == "":
        return "–"
    value = int(value)
    return ("+" if value > 0 else MINUS if value < 0 else "") + _grouped(abs(value))


@register.filter
def grouped(value: int) -> str:
    """12 417 with a narrow space; 2417 stays together."""
    return _grouped(int(value))


_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def to_fraction(value: Any) -> Fraction:
    """A Fraction, an int, "25/3" or "8 1/3"."""
    if isinstance(value, str) and " " in value.strip():
        whole, part = value.split()
        return Fraction(whole) + (Fraction(part) if not whole.startswith("-") else -Fraction(part))
    return Fraction(value)


def _parts(value: Fraction) -> tuple[str, str]:
    """Whole number and fraction as written: ("16", "⅓"), ("0", ""), ("", "½")."""
    size = abs(value)
    whole, part = divmod(size, 1)
    glyph = (
        ""
        if not part
        else _GLYPHS.get(part, f'<span class="frac">{part.numerator}/{part.denominator}</span>')
    )
    minus = MINUS if value < 0 else ""
    return minus + (_grouped(int(whole)) if whole or not part else ""), glyph


@register.filter
def fraction(value: Any) -> SafeString:
    """Exactly: 16⅓, 5/12, 0. For running text; in a column use ``table_points``."""
    if value is None or value == "":
        return mark_safe("–")
    return mark_safe("".join(_parts(to_fraction(value))))


@register.filter
def twelfths(value: int | None) -> Fraction | None:
    """Table points as stored (an integer number of twelfths) as a fraction."""
    return None if value is None else Fraction(value, 12)


@lru_cache(maxsize=4096)
def _table_points(value: Fraction, plus: bool, loose: bool) -> SafeString:
    whole, part = _parts(value)
    sign = "+" if plus and value >= 0 else ""
    slot = f'<span class="tp__part">{part}</span>' if part or not loose else ""
    return mark_safe(f'<span class="tp{" tp--loose" if loose else ""}">{sign}{whole}{slot}</span>')


@register.simple_tag
def table_points(value: Any, signed: bool = False, loose: bool = False) -> SafeString:
    """Table points whose fraction hangs in its own slot, so that whole numbers line up in a column.

    ``signed``: +4 and +0 (live columns). ``loose``: no empty slot (outside columns). Nothing: –.
    """
    if value is None or value == "":
        return mark_safe('<span class="tp">–<span class="tp__part"></span></span>')
    return _table_points(to_fraction(value), signed, loose)


@register.filter
def place(value: Any) -> str:
    """1st, 2nd … / 第 1 名."""
    if value is None or value == "":
        return "–"
    n = int(value)
    if n == 1:
        return gettext("1st")
    if n == 2:
        return gettext("2nd")
    if n == 3:
        return gettext("3rd")
    if in_chinese() or n % 100 in (11, 12, 13) or n % 10 not in (1, 2, 3):
        return gettext("%(number)sth") % {"number": n}
    return f"{n}{('st', 'nd', 'rd')[n % 10 - 1]}"


@register.filter
def clock(seconds: int | None) -> str:
    """1:07:52 or 0:42, from seconds; an overrun clock counts on with a minus."""
    if seconds is None:
        return "–"
    seconds = int(seconds)
    hours, rest = divmod(abs(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return (MINUS if seconds < 0 else "") + text


@register.simple_tag
def movement(places: Any) -> SafeString:
    """▲ 2 places gained, ▽ 2 lost, – unchanged; nothing when there was no rank before."""
    if places is None or places == "":
        return mark_safe("")
    n = int(places)
    if n == 0:
        return format_html(
            '<span class="move" title="{0}"><span aria-hidden="true">–</span>'
            '<span class="visually-hidden">{0}</span></span>',
            gettext("unchanged"),
        )
    if n > 0:
        words = ngettext("%(count)s place up", "%(count)s places up", n) % {"count": n}
        way, path = "up", "M6 1.5L11 10.5H1z"
    else:
        words = ngettext("%(count)s place down", "%(count)s places down", -n) % {"count": -n}
        way, path = "down", "M1.6 2h8.8L6 10z"
    return format_html(
        '<span class="move move--{}"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="{}"/></svg>'
        '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>',
        way,
        path,
        abs(n),
        words,
    )

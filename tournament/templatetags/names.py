"""People and countries in a sentence of HTML: names in both scripts, shortened fairly, and flags."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.engine.names import PARTICLES, family_of, guess_family
from tournament.templatetags.countries import COUNTRIES
from tournament.templatetags.figures import in_chinese

register = template.Library()


def _read_countries() -> tuple[dict[str, tuple[str, str, str, str]], dict[str, str]]:
    rows: dict[str, tuple[str, str, str, str]] = {}
    keys: dict[str, str] = {}
    for line in COUNTRIES.strip().splitlines():
        file, iso, code, english, chinese, *others = line.split("|")
        rows[code] = ("" if file == "-" else file, code, english, chinese)
        for key in (code, english, chinese, iso, file, *(others[0].split(";") if others else ())):
            keys.setdefault(key.casefold(), code)
    keys["tw"] = "TPE"
    return rows, keys


_BY_CODE, _CODE_OF = _read_countries()


def find_country(country: str) -> tuple[str, str, str, str] | None:
    """(flag file, code, English, Chinese) from a code of two or three letters or a name; None if unknown."""
    code = _CODE_OF.get((country or "").strip().casefold())
    return _BY_CODE[code] if code else None


@register.filter
def country_code(country: str) -> str:
    """DEN from "Denmark", "DK", "DNK", "DEN" or 丹麦; what is not known stays as it is."""
    found = find_country(country)
    return found[1] if found else country or ""


@register.filter
def country_name(country: str) -> str:
    """Denmark / 丹麦 in the reader's language; what is not known stays as it is."""
    found = find_country(country)
    return found[3 if in_chinese() else 2] if found else country or ""


@register.simple_tag
def flag(country: str, show: str = "") -> SafeString:
    """A flag, always with words: ``show`` "code" or "name" writes them beside it, else they are its label."""
    if not country:
        return mark_safe("")
    found = find_country(country)
    name = country_name(country)
    words = {"code": country_code(country), "name": name}.get(show, "")
    if found and found[0]:
        picture = format_html(
            '<img src="{}" alt="{}" title="{}" width="21" height="14" loading="lazy">',
            static(f"vendor/flags/{found[0]}.svg"),
            "" if words == name else name,
            name,
        )
    else:
        picture, words = mark_safe(""), words or country_code(country)
    return format_html(
        '<span class="flag">{}{}</span>', picture, format_html("<span>{}</span>", words) if words else ""
    )


def _get(thing: Any, name: str) -> str:
    value = thing.get(name, "") if isinstance(thing, Mapping) else getattr(thing, name, "")
    return str(value or "")


def native_language(native: str, country: str = "") -> str:
    """The language tag that gives a native name its right forms (直 and 骨 differ)."""
    code = country_code(country)
    if re.search(r"[\u3040-\u30ff]", native):
        return "ja"
    if re.search(r"[\u4e00-\u9fff]", native):
        return {"JPN": "ja", "TPE": "zh-Hant", "HKG": "zh-Hant", "MAC": "zh-Hant"}.get(code, "zh-Hans")
    if re.search(r"[\uac00-\ud7af]", native):
        return "ko"
    if re.search(r"[\u0400-\u04ff]", native):
        return {"UKR": "uk", "BUL": "bg", "SRB": "sr", "BLR": "be", "MGL": "mn"}.get(code, "ru")
    return {"GRE": "el", "ISR": "he", "THA": "th"}.get(code, "") if not native.isascii() else ""


def split_name(name: str, family: str = "", family_first: bool = False) -> tuple[str, str, str]:
    """(before, family, after): what stands before and after the family name. Unknown: all of it is family."""
    if family and (found := re.search(rf"(?<!\w){re.escape(family)}(?!\w)", name)):
        return name[: found.start()].strip(), family, name[found.end() :].strip()
    words = name.split()
    capitals = [w for w in words if len(w) > 1 and w == w.upper() and any(c.isalpha() for c in w)]
    if capitals and len(capitals) < len(words):
        start = words.index(capitals[0])
        end = start + len(capitals)
        return " ".join(words[:start]), " ".join(words[start:end]), " ".join(words[end:])
    return "", name, ""


def _first_part(family: str) -> tuple[str, str]:
    """A compound family name parted after its first word that is no particle: ("de Souza", "Lima")."""
    words = family.split()
    end = next((n for n, word in enumerate(words, 1) if word.lower() not in PARTICLES), len(words))
    return " ".join(words[:end]), " ".join(words[end:])


def _initials(given: str) -> str:
    """J.-P. for Jean-Pierre; a word of one letter ("de la Rosa y Villanueva") has nothing to leave out."""
    return " ".join(
        word if len(word) == 1 else "-".join(f"{part[0]}." for part in word.split("-") if part)
        for word in given.split()
    )


def short_parts(name: str, family: str = "", limit: int = 22) -> tuple[str, str, str]:
    """The name in three parts, as ``split_name`` gives them, within ``limit`` letters if possible.

    Given names become initials first, then a compound family name from its second part on
    ("A. de la Rosa y V."), then the initials go. The first part of a family name is never cut.
    """
    before, last, after = split_name(name, family)
    if len(name) <= limit:
        return before, last, after
    if not before and not after and " " in name:
        before, last = guess_family(name)
    before, after = _initials(before), _initials(after)
    if len(" ".join(filter(None, (before, last, after)))) > limit and " " in last:
        first, rest = _first_part(last)
        last = f"{first} {_initials(rest)}".strip()
        if len(" ".join(filter(None, (before, last, after)))) > limit:
            before = after = ""
    return before, last, after


def shorten(name: str, family: str = "", limit: int = 22) -> str:
    """The parts of ``short_parts`` as one text."""
    return name if len(name) <= limit else " ".join(filter(None, short_parts(name, family, limit)))


@register.filter
def short_name(player: Any, limit: int = 22) -> str:
    """The Latin name of a player within ``limit`` letters; never an ellipsis."""
    return shorten(_get(player, "name"), _get(player, "family_name"), int(limit))


@register.filter
def family(player: Any) -> str:
    """How a player is called in a sentence: the family name, or on Chinese pages the native name. Two of one
    family at a table have an initial as well ("Tang M.")."""
    native = _get(player, "native_name")
    if native and in_chinese() and native_language(native).startswith(("zh", "ja")):
        return native
    before, last, after = split_name(_get(player, "name"), _get(player, "family_name"))
    if _get(player, "has_namesake"):
        return " ".join(filter(None, (_initials(before), last, _initials(after))))
    return last


@register.filter
def called(player: Any) -> str:
    """A player's whole name as plain text, where a sentence or a choice has no room for two scripts."""
    native = _get(player, "native_name")
    shows_native = native and in_chinese() and native_language(native).startswith(("zh", "ja"))
    return str(native if shows_native else _get(player, "name"))


_SOFT_HYPHEN = re.compile(
    r"(?<=\w{3}[aeiouyäöüåæø])(?=[^\W\d_aeiouyäöüåæø][aeiouyäöüåæø]\w{2})", re.IGNORECASE
)

_BETWEEN_CONSONANTS = re.compile(
    r"(?<=\w{3}[aeiouyäöüåæø][^\W\d_aeiouyäöüåæø])(?=[^\W\d_aeiouyäöüåæø]\w{2})", re.IGNORECASE
)


@register.filter
def hyphenated(name: str, longest: int = 11) -> str:
    """Soft hyphens in words of more than ``longest`` letters, too long for a narrow plate:
    Konstantino-polskaya, never an ellipsis."""
    return " ".join(_parted(word) if len(word) > int(longest) else word for word in name.split(" "))


def _parted(word: str) -> str:
    """Before a syllable; where a long piece is left, also within heaps of consonants: Thorval-dsson."""
    pieces = _SOFT_HYPHEN.sub("\u00ad", word).split("\u00ad")
    return "\u00ad".join(
        _BETWEEN_CONSONANTS.sub("\u00ad", piece) if len(piece) > 8 else piece for piece in pieces
    )


@lru_cache(maxsize=8192)
def _name(
    name: str, family: str, native: str, country: str, *, chinese: bool, limit: int, only: str, longest: int
) -> SafeString:
    before, last, after = short_parts(name, family, limit or len(name))
    latin_text = " ".join(filter(None, (before, last, after)))
    if longest:
        last = hyphenated(last, longest)
    full = bool(limit) and len(name) > limit
    latin = " ".join(
        part for part in (escape(before), f"<b>{escape(last)}</b>" if last else "", escape(after)) if part
    )
    if full:
        latin = (
            f'<span aria-hidden="true" title="{escape(name)}">{latin}</span>'
            f'<span class="visually-hidden">{escape(name)}</span>'
        )
    tag = native_language(native, country)
    lang = f' lang="{tag}"' if tag else ""
    if not native or native == name or (only == "first" and not chinese):
        return mark_safe(latin)
    if not name:
        return mark_safe(f"<b{lang}>{escape(native)}</b>")
    if chinese and tag.startswith(("zh", "ja")):
        second = "" if only == "first" else f' <span class="name__second">{escape(latin_text)}</span>'
        return mark_safe(f"<b{lang}>{escape(native)}</b>{second}")
    return mark_safe(
        latin if only == "first" else f'{latin} <span class="name__second"{lang}>{escape(native)}</span>'
    )


@register.simple_tag
def player_name(
    player: Any,
    link: str = "",
    limit: int = 0,
    lines: bool = False,
    longest: int = 11,
    only: str = "",
    listed: bool = False,
) -> SafeString:
    """A player in both scripts, in the order of the page's language.

    ``player``: anything with name, family_name, native_name, country (object or dict). ``link``: an address.
    ``limit``: shorten the Latin name to so many letters. ``lines``: one script a line,
    with words of more than ``longest`` letters parted where a line is full.
    ``only="first"``: only the script of the page's language. ``listed``: the words by which lists by name
    are sorted stand out, also where nobody said that they are the family name.
    """
    name, family_name, native = (_get(player, part) for part in ("name", "family_name", "native_name"))
    inside = _name(
        name,
        family_of(name, family_name, native) if listed else family_name,
        native,
        _get(player, "country"),
        chinese=in_chinese(),
        limit=int(limit),
        only=only,
        longest=longest if lines else 0,
    )
    classes = "name name--lines" if lines else "name"
    if link:
        return format_html('<a class="{}" href="{}" translate="no">{}</a>', classes, link, inside)
    return format_html('<span class="{}" translate="no">{}</span>', classes, inside)

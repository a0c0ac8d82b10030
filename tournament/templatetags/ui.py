"""How things look in a sentence of HTML: figures, names, flags, winds, tiles and the sixteen.

Pure presentation: plain values in, a small piece of safe HTML out. What appears hundreds of times on a page
is a tag here (and remembered); bigger pieces are includes in ``templates/components/``.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import segno
from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from scoring.tiles import CODES, FLOWER_NAMES_EN, FLOWER_NAMES_ZH, NAMES_EN, NAMES_ZH
from tournament.templatetags.countries import COUNTRIES

register = template.Library()

MINUS = "\u2212"
NARROW_SPACE = "\u202f"


def _chinese() -> bool:
    return (get_language() or "").startswith("zh")


# Figures ------------------------------------------------------------------------------------------


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
    if _chinese() or n % 100 in (11, 12, 13) or n % 10 not in (1, 2, 3):
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


# Icons --------------------------------------------------------------------------------------------


@register.simple_tag
def icon(name: str, size: str = "", label: str = "", fill: bool = False) -> SafeString:
    """A stroke icon. ``size``: "s" 16, "" 20, "l" 24 px. Without ``label`` it is decoration."""
    classes = "icon" + (f" icon--{size}" if size else "") + (" icon--fill" if fill else "")
    says = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"></use></svg>', classes, says, static("img/icons.svg"), name
    )


# The sixteen --------------------------------------------------------------------------------------

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


# Winds --------------------------------------------------------------------------------------------

WIND_GLYPHS = "東南西北"
_WIND_CROPS = ("8 16 44 52", "8 15 44 54", "8 13 44 52", "7 11 46 55")


def wind_index(wind: Any) -> int:
    """0-3 from 0-3, "E", "east", "East" or 東."""
    if isinstance(wind, int):
        return wind % 4
    text = str(wind).strip()
    if text.isdigit():
        return int(text) % 4
    if text[:1] in WIND_GLYPHS:
        return WIND_GLYPHS.index(text[0])
    return "eswn".index(text[:1].lower())


@register.filter
def wind_glyph(wind: Any) -> str:
    """東 南 西 北, as on the tile."""
    return WIND_GLYPHS[wind_index(wind)]


@register.filter
def wind_letter(wind: Any) -> str:
    """E S W N, for halls and paper."""
    return "ESWN"[wind_index(wind)]


@register.filter
def wind_name(wind: Any) -> str:
    """East / 东."""
    return (
        pgettext("wind", "East"),
        pgettext("wind", "South"),
        pgettext("wind", "West"),
        pgettext("wind", "North"),
    )[wind_index(wind)]


@register.filter
def wind_round_name(wind: Any) -> str:
    """South wind / 南风圈: the wind round, never called a round."""
    return (
        pgettext("wind round", "East wind"),
        pgettext("wind round", "South wind"),
        pgettext("wind round", "West wind"),
        pgettext("wind round", "North wind"),
    )[wind_index(wind)]


@register.simple_tag
def wind_mark(
    wind: Any, size: str = "", dealer: bool = False, box: bool = True, label: bool = True
) -> SafeString:
    """The tile's wind glyph in a rounded square; filled for the dealer of this deal.

    ``size``: "xs" 15, "" 20, "m" 24, "l" 34, "xl" 64 px. ``box=False``: the glyph alone ("bare-xl" 60 px).
    ``label=False`` where the wind is said in words beside it.
    """
    n = wind_index(wind)
    classes = "wind" + (" wind--box" if box or dealer else "") + (" wind--dealer" if dealer else "")
    if size:
        classes += f" wind--{size}"
    words = wind_name(n) if not dealer else gettext("%(wind)s, dealer") % {"wind": wind_name(n)}
    says = format_html('role="img" aria-label="{}"', words) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="{}" {}><use href="{}#tile-{}z" width="60" height="80"></use></svg>',
        classes,
        _WIND_CROPS[n],
        says,
        static("img/tiles.svg"),
        n + 1,
    )


# Tiles --------------------------------------------------------------------------------------------


@register.filter
def tile_name(code: str) -> str:
    """ "6 of characters" / 六万."""
    if code == "back":
        return gettext("face down")
    if code.endswith("f"):
        return (FLOWER_NAMES_ZH if _chinese() else FLOWER_NAMES_EN)[int(code[0]) - 1]
    return (NAMES_ZH if _chinese() else NAMES_EN)[CODES.index(code)]


def _tile(code: str, classes: str = "", says: str = 'aria-hidden="true"') -> str:
    # The drawing's id is the code, so nothing from outside reaches the markup unchecked.
    if not re.fullmatch(r"[1-9][mps]|[1-7]z|[1-8]f|back", code):
        raise ValueError(f"no such tile: {code!r}")
    use = f'<use href="{static("img/tiles.svg")}#tile-{code}"></use>'
    return f'<svg class="tile{classes}" viewBox="0 0 60 80" {says}>{use}</svg>'


@register.simple_tag
def tile(code: str, used: bool = False, win: bool = False, label: bool = True) -> SafeString:
    """One tile: 1m-9m 1p-9p 1s-9s 1z-7z 1f-8f back. Its size is --tile of a class around it: tiles-xs 16,
    tiles-s 18, tiles-m 27, tiles-l 38, tiles-hall 67 px. ``used``: all four are gone. ``win``: ringed."""
    says = f'role="img" aria-label="{escape(tile_name(code))}"' if label else 'aria-hidden="true"'
    return mark_safe(_tile(code, (" tile--used" if used else "") + (" tile--win" if win else ""), says))


_ORDER = {code: n for n, code in enumerate((*CODES, *(f"{n}f" for n in range(1, 9))))}


@register.simple_tag
def hand(value: Mapping[str, Any], size: str = "s", word: bool = False) -> SafeString:
    """A won hand as pictures that read as words.

    ``value``: {"melds": [{"tiles": ["4p", "5p", "6p"], "concealed": False}, …], "concealed": ["1m", …]
    without the winning tile, "win_tile": "6m", "flowers": ["3f", …] or a number}; every key may be missing.
    ``size``: xs s m l hall.
    ``word``: the word *win* beside the winning tile.
    """
    pictures, words = [], []
    for meld in value.get("melds") or ():
        tiles = list(meld["tiles"])
        hidden = bool(meld.get("concealed")) and len(tiles) == 4
        names = ", ".join(tile_name(code) for code in tiles)
        shown = ["back", *tiles[1:3], "back"] if hidden else tiles
        below = "" if hidden else " hand__group--meld"
        pictures.append(f'<span class="hand__group{below}">{"".join(map(_tile, shown))}</span>')
        words.append(
            (gettext("concealed kong %(tiles)s") if hidden else gettext("melded %(tiles)s"))
            % {"tiles": names}
        )
    if standing := sorted(value.get("concealed") or (), key=_ORDER.__getitem__):
        pictures.append(f'<span class="hand__group">{"".join(map(_tile, standing))}</span>')
        words.append(", ".join(tile_name(code) for code in standing))
    if win := value.get("win_tile"):
        winning = pgettext("winning tile", "win")
        said = f"<span>{winning}</span>" if word else ""
        pictures.append(f'<span class="hand__win">{said}{_tile(win, " tile--win")}</span>')
        words.append(gettext("won on %(tile)s") % {"tile": tile_name(win)})
    if flowers := value.get("flowers"):
        if isinstance(flowers, int):
            flowers = [f"{n + 1}f" for n in range(flowers)]
        pictures.append(f'<span class="hand__group hand__flowers">{"".join(map(_tile, flowers))}</span>')
        words.append(
            ngettext("%(count)s flower", "%(count)s flowers", len(flowers)) % {"count": len(flowers)}
        )
    return format_html(
        '<span class="hand tiles-{}" role="img" aria-label="{}">{}</span>',
        size,
        "; ".join(words),
        mark_safe("".join(pictures)),
    )


# Countries ----------------------------------------------------------------------------------------


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
    return found[3 if _chinese() else 2] if found else country or ""


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


# Names --------------------------------------------------------------------------------------------


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


def _initials(given: str) -> str:
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in given.split())


def short_parts(name: str, family: str = "", limit: int = 22) -> tuple[str, str, str]:
    """The name in three parts, as ``split_name`` gives them, within ``limit`` letters if possible.

    Given names become initials first, then a compound family name from its second part on
    ("Montefiore d. R."). The first part of a family name is never cut.
    """
    before, last, after = split_name(name, family)
    if len(name) <= limit:
        return before, last, after
    if not before and not after and " " in name:  # nobody said which part is which: the last word, in Europe
        before, last = name.rsplit(" ", 1)
    before, after = _initials(before), _initials(after)
    if len(" ".join(filter(None, (before, last, after)))) > limit and " " in last:
        first, rest = last.split(" ", 1)
        return "", f"{first} {_initials(rest)}", ""
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
    """How a player is called in a sentence: the family name, or on Chinese pages the native name."""
    native = _get(player, "native_name")
    if native and _chinese() and native_language(native).startswith(("zh", "ja")):
        return native
    return split_name(_get(player, "name"), _get(player, "family_name"))[1]


_SOFT_HYPHEN = re.compile(
    r"(?<=\w{3}[aeiouyäöüåæø])(?=[^\W\d_aeiouyäöüåæø][aeiouyäöüåæø]\w{2})", re.IGNORECASE
)


def hyphenated(name: str) -> str:
    """Soft hyphens in words too long for a narrow plate: Konstantino-polskaya, never an ellipsis."""
    return " ".join(_SOFT_HYPHEN.sub("\u00ad", word) if len(word) > 11 else word for word in name.split(" "))


@lru_cache(maxsize=8192)
def _name(
    name: str, family: str, native: str, country: str, *, chinese: bool, limit: int, only: str, lines: bool
) -> SafeString:
    before, last, after = short_parts(name, family, limit or len(name))
    latin_text = " ".join(filter(None, (before, last, after)))
    last = hyphenated(last) if lines else last
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
    player: Any, link: str = "", limit: int = 0, lines: bool = False, only: str = ""
) -> SafeString:
    """A player in both scripts, in the order of the page's language.

    ``player``: anything with name, family_name, native_name, country (object or dict). ``link``: an address.
    ``limit``: shorten the Latin name to so many letters. ``lines``: one script a line.
    ``only="first"``: only the script of the page's language.
    """
    inside = _name(
        _get(player, "name"),
        _get(player, "family_name"),
        _get(player, "native_name"),
        _get(player, "country"),
        chinese=_chinese(),
        limit=int(limit),
        only=only,
        lines=lines,
    )
    classes = "name name--lines" if lines else "name"
    if link:
        return format_html('<a class="{}" href="{}" translate="no">{}</a>', classes, link, inside)
    return format_html('<span class="{}" translate="no">{}</span>', classes, inside)


# Pages --------------------------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, url: str, text: str, exact: bool = False) -> SafeString:
    """A link that knows when it is the present page or, unless ``exact``, one above it."""
    request = context.get("request")
    path = request.path if request else ""
    here = path == url or (not exact and path.startswith(url.rstrip("/") + "/"))
    return format_html('<a href="{}"{}>{}</a>', url, mark_safe(' aria-current="page"') if here else "", text)


@register.simple_tag
def qr_code(text: str, label: str = "") -> SafeString:
    """A QR code as inline SVG, error level M."""
    drawing = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=2)
    return format_html(
        '<div class="qr" role="img" aria-label="{}">{}</div>', label or text, mark_safe(drawing)
    )


@register.filter
def with_class(field: Any, classes: str) -> Any:
    """A bound form field drawn with these classes."""
    return field.as_widget(attrs={"class": conditional_escape(classes)})

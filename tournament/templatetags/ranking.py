"""The rows of a leaderboard, written by a small class instead of a template.

A row has about thirty cells. Through the template engine 800 rows take over a second, written like this a few
hundredths: what a cell says is looked up by small keys, because the same few texts occur again and again.
Every text that comes from people goes through ``player_name``, ``flag`` or ``escape``.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from tournament.engine.ties import Step
from tournament.live.fragments import as_written
from tournament.selectors.kept import Kept
from tournament.selectors.leaderboard import Board, InPlay, Row
from tournament.selectors.ordering import LOWER_FIRST
from tournament.selectors.people import Person
from tournament.templatetags.figures import fraction, movement, place, signed, table_points
from tournament.templatetags.names import country_code, country_name, flag, player_name
from tournament.templatetags.sixteen import sixteen_strip

register = template.Library()

NAME_LIMIT = 28
_written = Kept(16)


CRITERIA = {
    "tp": gettext_lazy("table points"),
    "mini": gettext_lazy("mini-points"),
    "best_game": gettext_lazy("best game"),
    "high_games": gettext_lazy("games by table points"),
    "high_scores": gettext_lazy("games by score"),
    "shared": gettext_lazy("not parted"),
}


@register.filter
def criterion(key: str) -> str:
    """What a criterion of the ranking is called."""
    return str(CRITERIA.get(key, key))


@register.filter
def criteria_line(keys: Iterable[str]) -> str:
    """Several criteria in their order."""
    return pgettext("between criteria of a ranking", ", then ").join(criterion(key) for key in keys)


@register.filter
def step_value(step: Step, side: str) -> SafeString:
    """What one of two neighbours has in a criterion; of lists, such as all games, the best first."""
    value = step.above if side == "above" else step.below
    written = signed if step.key in ("mini", "high_scores") else fraction
    values = value if isinstance(value, tuple) else (value,)
    return mark_safe(" · ".join(str(written(each)) for each in values))


@register.simple_tag
def strip_symbols(board: Board) -> SafeString:
    """The deal strips of all running games, drawn once each; rows point to them."""
    marks = {row.in_play.marks for row in board.rows if row.in_play and not row.in_play.totals_only}
    drawn = "".join(_symbol(one, board.deals) for one in sorted(marks))
    return mark_safe(f'<svg class="symbols" aria-hidden="true">{drawn}</svg>' if drawn else "")


@lru_cache(maxsize=4096)
def _symbol(marks: str, deals: int) -> str:
    picture = str(sixteen_strip(marks, deals))
    box = picture.split('viewBox="', 1)[1].split('"', 1)[0]
    inside = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    return f'<symbol id="s-{marks}" viewBox="{box}">{inside}</symbol>'


@register.simple_tag
def sort_to(query: str, column: str, number: int | None = None) -> SafeString:
    """Where a link leads that shows the ranking in the order of a column; js/board.js does it on the spot."""
    name = column if number is None else f"{column}_{number}"
    low = mark_safe(" data-low") if name in LOWER_FIRST else ""
    joined = f"{query}&sort={name}" if query else f"?sort={name}"
    return format_html('href="{}" data-sort="{}"{}', joined, name, low)


@register.simple_tag
def ranking_rows(board: Board, slug: str, find: str = "", query: str = "") -> SafeString:
    """All rows of the leaderboard, or those of people whose name, number, club or team holds ``find``."""
    rows = [row for row in board.rows if not find or found(row.person, find)]
    in_play = board.current is not None
    writer = RowWriter(slug, deals=board.deals, in_play=in_play, has_teams=board.has_teams, query=query)
    key = (slug, get_language(), board.deals, in_play, board.has_teams, query)
    before: dict[int, Written] = _written.known(key)
    now = {}
    for row in rows:
        number = row.person.number
        now[number] = writer.write(row, before.get(number))
    if not find:
        _written.put(key, now)
    return as_written(b"".join([written.html for written in now.values()]))


def found(person: Person, find: str) -> bool:
    """Whether somebody who looks for ``find`` (in small letters) means this person."""
    words = (person.name, person.native_name, person.club, person.team, country_name(person.country))
    return find == str(person.number) or any(find in word.casefold() for word in words)


@lru_cache(maxsize=8192)
def _points(numerator: int, denominator: int, plus: bool = False) -> str:
    """Table points for a cell of class ``pts``, which leaves the room for a fraction itself."""
    text = str(table_points(Fraction(numerator, denominator), signed=plus))
    inside = text.removeprefix('<span class="tp">').removesuffix("</span>")
    return inside.replace('<span class="tp__part"></span>', "")


SHORT_NATIVE = 5
"""Letters of a name in the second script that stand beside a running game on a phone of 360 px."""


@lru_cache(maxsize=8192)
def _who(person: Person, address: str, language: str, has_teams: bool) -> tuple[str, str]:
    """The cells of the name and, where there are teams, the team; the left half of a phone's second line."""
    picture = flag(person.country)
    name = player_name(person, link=address.format(person.number), limit=NAME_LIMIT)
    native_first = language.startswith("zh")
    # Beside the flag, which says the country by itself, stands what fits uncut: a short name in the second
    # script, or the country's letters. A Chinese line is longer and has room for neither.
    fits = 0 < len(person.native_name) <= SHORT_NATIVE
    words = "" if native_first else person.native_name if fits else country_code(person.country)
    team = f'<td class="team">{escape(person.team)}</td>' if has_teams else ""
    # what it does is said by the row: follow whom. Without scripts it is not shown (public.css).
    says = gettext("Follow")
    star = f'<button type="button" class="follow" aria-pressed="false" aria-label="{says}"></button>'
    return (
        f'<th scope="row" class="who">{picture} {name} {star}</th>{team}',
        f'<span class="info__who">{escape(words)}</span>',
    )


@lru_cache(maxsize=4096)
def _moved(places: int | None, language: str) -> str:
    return str(movement(places))


_signed = lru_cache(maxsize=32_768)(signed)


class Still(NamedTuple):
    """The parts of a row that deals of the running round do not change."""

    who: str
    rounds: str
    official: str
    penalties: str
    second: str


class Written(NamedTuple):
    """A row as it was written. A deal changes four games and the places of many: what is still true of a row
    is not written again."""

    row: Row
    html: bytes
    still: Still
    playing: str
    info: str


def _still(row: Row) -> tuple[object, ...]:
    """What ``Still`` is written from."""
    return row.person, row.rounds, row.table_points, row.mini_points, row.penalties


class RowWriter:
    """Writes the rows of one leaderboard in the active language."""

    def __init__(self, slug: str, *, deals: int, in_play: bool, has_teams: bool, query: str = "") -> None:
        # one address for all, filled in for each row: reversing 800 of them would take longer than the rest
        self._address = reverse("player", args=[slug, 9999]).replace("9999", "{}", 1)
        self._why = escape(reverse("tie", args=[slug, 9999]).replace("9999", "{}", 1) + query)
        self._deals = deals
        self._in_play = in_play
        self._has_teams = has_teams
        self._language = get_language() or ""
        self._places = ("", *(place(n) for n in range(1, 5)))
        self._table = gettext("T%(table)s")
        self._totals = gettext("totals")
        self._reasons: dict[tuple[str, ...], str] = {}
        self._cells: dict[int, str] = {}

    def write(self, row: Row, before: Written | None = None) -> Written:
        """One row: the wide table's cells, and a last one with the second line of a phone. ``before`` is the
        row of the same player that was written last."""
        if before is not None and before.row == row:
            return before
        if before is not None and _still(before.row) == _still(row):
            still = before.still
        else:
            still = self._written_still(row)
        if before is not None and before.row.in_play == row.in_play:
            playing, info = before.playing, before.info
        else:
            play = row.in_play if self._in_play else None
            playing, info = self._playing(play) if self._in_play else "", self._info(play)
        total = row.total_points
        lead = (
            f'<td class="num pts lead">{_points(total.numerator, total.denominator)}</td>'
            f'<td class="num mini">{_signed(row.total_mini)}</td>'
        )
        figures = (
            f"{still.official}{still.penalties}{playing}{lead}"
            if self._in_play
            else f"{lead}{still.penalties}"
        )
        html = (
            f'<tr id="p{row.person.number}" data-row>'
            f'<td class="num place">{row.rank if row.rank is not None else "–"}</td>'
            f'<td class="move-cell">{_moved(row.moved, self._language)}</td>{still.who}'
            f"{still.rounds}{figures}"
            f'<td class="tie tie--{row.tie or "none"}">{self._reason(row)}</td>'
            f'<td class="info">{still.second}{info}</td></tr>'
        )
        return Written(row, html.encode(), still, playing, info)

    def _written_still(self, row: Row) -> Still:
        who, second = _who(row.person, self._address, self._language, self._has_teams)
        base = row.table_points
        return Still(
            who=who,
            rounds=self._rounds(row),
            official=f'<td class="num pts strong">{_points(base.numerator, base.denominator)}</td>'
            f'<td class="num">{_signed(row.mini_points)}</td>',
            penalties=f'<td class="num pen">{_signed(row.penalties) if row.penalties else ""}</td>',
            second=second,
        )

    def _rounds(self, row: Row) -> str:
        cells, known = [], self._cells
        for line in row.rounds:
            if line is None:
                cells.append('<td class="num pts quiet">–</td>')
                continue
            points = line.table_points
            # results share their few fractions, so the object itself is the quickest key while they live
            cell = known.get(id(points))
            if cell is None:
                cell = f'<td class="num pts">{_points(points.numerator, points.denominator)}</td>'
                known[id(points)] = cell
            cells.append(cell)
        return "".join(cells)

    def _reason(self, row: Row) -> str:
        """What parted a group of equals, on its first row: a link to both sides of each comparison."""
        keys = row.tie_by
        if not keys:
            return ""
        said = self._reasons.get(keys)
        if said is None:
            said = self._reasons[keys] = escape(criteria_line(keys))
        return f'<a href="{self._why.format(row.person.number)}" data-why>{said}</a>'

    def _playing(self, play: InPlay | None) -> str:
        """The five cells of the running game."""
        if play is None:
            return '<td class="is-live"></td>' * 5
        if play.totals_only:
            deal = f'<td class="is-live deals quiet">{self._totals}</td>'
        else:
            deal = (
                '<td class="is-live deals"><svg class="sixteen sixteen--strip" aria-hidden="true">'
                f'<use href="#s-{play.marks}"/></svg> {play.played}</td>'
            )
        if play.table_points is None:
            return f'<td class="num is-live">{play.table}</td>{deal}{"<td class=is-live></td>" * 3}'
        points = play.table_points
        return (
            f'<td class="num is-live">{play.table}</td>{deal}'
            f'<td class="num is-live">{_signed(play.score)}</td>'
            f'<td class="is-live">{self._places[play.place or 0]}</td>'
            f'<td class="num pts is-live {"gain" if points else "quiet"}">'
            f"{_points(points.numerator, points.denominator, True)}</td>"
        )

    def _info(self, play: InPlay | None) -> str:
        """The right half of a phone's second line: the running game in a few words."""
        if play is None:
            return ""
        table = self._table % {"table": play.table}
        if play.place is None:
            return f"<span>{table}</span>"
        count = self._totals if play.totals_only else f"{play.played}/{self._deals}"
        return f"<span>{table} · {count} · <b>{_signed(play.score)}</b> {self._places[play.place]}</span>"

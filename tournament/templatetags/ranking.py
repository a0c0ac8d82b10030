"""The rows of a leaderboard, written by a small function instead of a template.

A row is about thirty cells. The template engine takes some 4 ms for each hundred of such rows' nodes, so 800
players would cost over half a second; written like this they cost a few hundredths. Every text that comes
from people goes through ``player_name``, ``flag`` or ``escape``.
"""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from tournament.selectors.leaderboard import Board, InPlay, Row
from tournament.selectors.people import Person
from tournament.templatetags.ui import (
    country_code,
    country_name,
    flag,
    movement,
    place,
    player_name,
    signed,
    sixteen_strip,
    table_points,
)

register = template.Library()

NAME_LIMIT = 28


@register.filter
def criterion(key: str) -> str:
    """What a criterion of the ranking is called."""
    return {
        "tp": gettext("table points"),
        "mini": gettext("mini-points"),
        "best_game": gettext("best game"),
        "high_games": gettext("games by table points"),
        "high_scores": gettext("games by score"),
        "shared": gettext("not parted"),
    }.get(key, key)


@register.filter
def criteria_line(keys: Iterable[str]) -> str:
    """Several criteria in their order."""
    return pgettext("between criteria of a ranking", ", then ").join(criterion(key) for key in keys)


@register.simple_tag
def strip_symbols(board: Board) -> SafeString:
    """The deal strips of all running games, drawn once each; rows point to them."""
    return symbols_of({row.in_play.marks for row in board.rows if row.in_play}, board.deals)


def symbols_of(marks: Iterable[str], deals: int) -> SafeString:
    drawn = "".join(_symbol(one, deals) for one in sorted(set(marks)))
    return mark_safe(f'<svg class="symbols" aria-hidden="true">{drawn}</svg>' if drawn else "")


@lru_cache(maxsize=4096)
def _symbol(marks: str, deals: int) -> str:
    picture = str(sixteen_strip(marks, deals))
    box = picture.split('viewBox="', 1)[1].split('"', 1)[0]
    inside = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    return f'<symbol id="s-{marks}" viewBox="{box}">{inside}</symbol>'


@register.simple_tag
def strip_use(marks: str) -> SafeString:
    """A deal strip that was drawn by ``strip_symbols``. The number beside it says it in words."""
    return mark_safe(
        f'<svg class="sixteen sixteen--strip" aria-hidden="true"><use href="#s-{escape(marks)}"/></svg>'
    )


@register.simple_tag
def ranking_rows(board: Board, slug: str, find: str = "") -> SafeString:
    """All rows of the leaderboard, or those of people whose name, number, club or team holds ``find``."""
    # one address for all, filled in for each row: reversing 800 of them would take longer than the rest
    address = reverse("player", args=[slug, 9999]).replace("9999", "{}", 1)
    in_play = board.current is not None
    return mark_safe(
        "".join(
            _row(row, address, board.deals, in_play)
            for row in board.rows
            if not find or found(row.person, find)
        )
    )


def found(person: Person, find: str) -> bool:
    """Whether somebody who looks for ``find`` (in small letters) means this person."""
    words = (person.name, person.native_name, person.club, person.team, country_name(person.country))
    return find == str(person.number) or any(find in word.casefold() for word in words)


def _row(row: Row, address: str, deals: int, in_play: bool) -> str:
    person = row.person
    name = player_name(person, link=address.format(person.number), limit=NAME_LIMIT)
    cells = [
        f'<tr id="p{person.number}" data-row>'
        f'<td class="num place">{row.rank if row.rank is not None else "–"}</td>'
        f'<td class="move-cell">{movement(row.moved)}</td>'
        f'<th scope="row" class="who">{_flag(person.country)} {name}</th>'
        f'<td class="team">{escape(person.team)}</td>'
    ]
    for line in row.rounds:
        if line is None:
            cells.append('<td class="num round quiet">–</td>')
        else:
            cells.append(f'<td class="num round">{table_points(line.table_points)}</td>')
    penalties = f'<td class="num pen">{signed(row.penalties) if row.penalties else ""}</td>'
    if in_play:
        cells.append(
            f'<td class="num strong">{table_points(row.table_points)}</td>'
            f'<td class="num">{signed(row.mini_points)}</td>{penalties}{_playing(row.in_play)}'
            f'<td class="num lead">{table_points(row.total_points)}</td>'
            f'<td class="num mini">{signed(row.total_mini)}</td>'
        )
    else:
        cells.append(
            f'<td class="num lead">{table_points(row.total_points)}</td>'
            f'<td class="num mini">{signed(row.total_mini)}</td>{penalties}'
        )
    cells.append(f'<td class="tie tie--{row.tie or "none"}">{_reason(row.tie_by)}</td>')
    cells.append(f'<td class="info">{_info(person, row.in_play if in_play else None, deals)}</td></tr>')
    return "".join(cells)


@lru_cache(maxsize=512)
def _flag(country: str) -> SafeString:
    return flag(country)


def _reason(keys: tuple[str, ...]) -> str:
    return escape(criteria_line(keys)) if keys else ""


def _playing(play: InPlay | None) -> str:
    if play is None:
        return '<td class="is-live"></td>' * 5
    if play.totals_only:
        deal = f'<td class="is-live deals quiet">{gettext("totals")}</td>'
    else:
        deal = f'<td class="is-live deals"><span>{strip_use(play.marks)} {play.played}</span></td>'
    started = play.place is not None
    gain = ' class="num is-live gain"' if play.table_points else ' class="num is-live quiet"'
    return (
        f'<td class="num is-live">{play.table}</td>{deal}'
        f'<td class="num is-live">{signed(play.score) if started else ""}</td>'
        f'<td class="is-live">{place(play.place) if started else ""}</td>'
        f"<td{gain}>{table_points(play.table_points, signed=True) if started else ''}</td>"
    )


def _info(person: Person, play: InPlay | None, deals: int) -> str:
    """The second line of a row on a phone: the other script or the country, and the running game."""
    native_first = (get_language() or "").startswith("zh")
    words = country_code(person.country) if native_first or not person.native_name else person.native_name
    second = f"<span>{escape(words)}</span>"
    who = f'<span class="info__who">{_flag(person.country)}{second}</span>'
    if play is None:
        return who
    if play.place is None:
        return f"{who}<span>{gettext('T%(table)s') % {'table': play.table}}</span>"
    count = gettext("totals") if play.totals_only else f"{play.played}/{deals}"
    table = gettext("T%(table)s") % {"table": play.table}
    return f"{who}<span>{table} · {count} · <b>{signed(play.score)}</b> {place(play.place)}</span>"

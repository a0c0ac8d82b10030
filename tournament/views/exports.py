"""Rankings as files, exactly as they are shown: CSV for programs, XLSX for people."""

from collections.abc import Iterable
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.exports.csv import Cell, as_csv, country_table, table, team_table
from tournament.exports.xlsx import as_xlsx
from tournament.models import Tournament
from tournament.selectors.groups import country_ranking
from tournament.selectors.leaderboard import Board, team_ranking
from tournament.selectors.ordering import arranged
from tournament.selectors.sight import demand_whole_ranking
from tournament.templatetags.ranking import found
from tournament.views.fragments import board_context
from tournament.views.public import asked_for
from tournament.views.shared import tournament_at

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Rows = Iterable[list[Cell]]


def _whole_board(request: HttpRequest, slug: str) -> tuple[Tournament, Board]:
    """The ranking that the page of the same ``through``, ``as_of`` and ``live`` shows."""
    tournament = tournament_at(slug)
    through, as_of = asked_for(request, tournament)
    board: Board = board_context(tournament, through, as_of)["board"]
    return tournament, board


def _board(request: HttpRequest, slug: str) -> tuple[Tournament, Board]:
    """The same with its ``q`` and ``sort``."""
    tournament, board = _whole_board(request, slug)
    board = arranged(board, request.GET.get("sort", ""))
    if find := request.GET.get("q", "")[:60].strip().casefold():
        board = replace(board, rows=tuple(row for row in board.rows if found(row.person, find)))
    return tournament, board


def _groups(request: HttpRequest, slug: str, kind: str) -> tuple[Tournament, Board, Rows]:
    # of a team, or of a country's mean, nobody is left out: their pages look for nobody either
    tournament, board = _whole_board(request, slug)
    demand_whole_ranking()
    if kind == "teams":
        return tournament, board, team_table(board, team_ranking(tournament, board))
    if kind == "countries":
        return tournament, board, country_table(country_ranking(board))
    raise Http404


def _file(content: bytes, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _csv(rows: Rows, name: str) -> HttpResponse:
    return _file(as_csv(rows), f"{name}.csv", "text/csv; charset=utf-8")


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of the players as UTF-8 CSV."""
    tournament, board = _board(request, slug)
    return _csv(table(board), _name(tournament, board, "standings"))


@require_safe
def standings_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a workbook."""
    tournament, board = _board(request, slug)
    content = as_xlsx(table(board), title=tournament.name, sheet=_("Standings"))
    return _file(content, f"{_name(tournament, board, 'standings')}.xlsx", XLSX)


@require_safe
def groups_csv(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The ranking of the teams or of the countries as UTF-8 CSV."""
    tournament, board, rows = _groups(request, slug, kind)
    return _csv(rows, _name(tournament, board, kind))


@require_safe
def groups_xlsx(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The same as a workbook."""
    tournament, board, rows = _groups(request, slug, kind)
    sheet = _("Teams") if kind == "teams" else _("Countries")
    content = as_xlsx(rows, title=tournament.name, sheet=sheet)
    return _file(content, f"{_name(tournament, board, kind)}.xlsx", XLSX)


def _name(tournament: Tournament, board: Board, kind: str) -> str:
    if board.as_of is not None:
        return f"{tournament.slug}-{kind}-{board.as_of:%Y%m%dT%H%M%SZ}"
    after = f"after-{board.columns[-1]}" if board.current is None and board.columns else "live"
    return f"{tournament.slug}-{kind}-{after}"

"""The ranking as files: CSV for programs, XLSX for people."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.exports.csv import standings_as_csv
from tournament.exports.xlsx import standings_as_xlsx
from tournament.models import Tournament
from tournament.selectors.leaderboard import Board
from tournament.views.fragments import board_context
from tournament.views.public import asked_for
from tournament.views.shared import tournament_at

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _asked(request: HttpRequest, slug: str) -> tuple[Tournament, Board]:
    tournament = tournament_at(slug)
    through, as_of = asked_for(request, tournament)
    board: Board = board_context(tournament, through, as_of)["board"]
    return tournament, board


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking that the leaderboard of the same ``through`` and ``as_of`` shows, as UTF-8 CSV."""
    tournament, board = _asked(request, slug)
    response = HttpResponse(standings_as_csv(board), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{_name(tournament, board)}.csv"'
    return response


@require_safe
def standings_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a workbook."""
    tournament, board = _asked(request, slug)
    content = standings_as_xlsx(board, title=tournament.name, sheet=_("Standings"))
    response = HttpResponse(content, content_type=XLSX)
    response["Content-Disposition"] = f'attachment; filename="{_name(tournament, board)}.xlsx"'
    return response


def _name(tournament: Tournament, board: Board) -> str:
    if board.as_of is not None:
        return f"{tournament.slug}-standings-{board.as_of:%Y%m%dT%H%M%SZ}"
    after = f"after-{board.columns[-1]}" if board.current is None and board.columns else "live"
    return f"{tournament.slug}-standings-{after}"

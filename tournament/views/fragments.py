"""The moving parts of the public pages by name: what a page shows and what its stream sends."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.template.loader import render_to_string
from django.utils import timezone

from tournament.engine.chain import short_code
from tournament.errors import Refused
from tournament.live.fragments import Render
from tournament.models import Table, Tournament
from tournament.selectors.corrections import corrected_since
from tournament.selectors.games import game_view
from tournament.selectors.leaderboard import Board, leaderboard, team_ranking
from tournament.selectors.ordering import arranged
from tournament.selectors.players import player_path
from tournament.selectors.schedule import tables_now, why_withdrawn
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import demand_round, demand_whole_ranking, sight_now
from tournament.selectors.statistics import statistics_of


def board_context(
    tournament: Tournament, through: int | None = None, as_of: datetime | None = None
) -> dict[str, Any]:
    """What the leaderboard and the teams show. Refuses a ranking after a round that is not closed."""
    if through is not None:
        demand_round(through)
    board = leaderboard(tournament, through=through, as_of=as_of)
    if through is not None and not any(r.number == through for r in board.rounds):
        raise Refused("not_found")
    if through is not None and as_of is None and board.current is not None:
        raise Refused("round_still_open", round=board.current.number)
    if through is not None and board.last_closed is None and as_of is None:
        raise Refused("round_still_open", round=through)
    now = timezone.now()
    return {
        "tournament": tournament,
        "board": board,
        "seen": sight_now(),
        "now": now,
        "after": _after(board),
        "stamp": (as_of or now).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "query": _query(through, as_of),
        "corrected": corrected_since(tournament, board),
        "code": short_code(board.announced[0], groups=2) if board.announced else "",
        "withdrawn": why_withdrawn(tournament) if board.is_empty and board.current is None else "",
    }


def _query(through: int | None, as_of: datetime | None) -> str:
    """The part of an address that names the same ranking."""
    asked = {"through": through, "as_of": as_of and as_of.isoformat()}
    said = urlencode({key: value for key, value in asked.items() if value})
    return f"?{said}" if said else ""


def _after(board: Board) -> int | None:
    """The round that the official figures of this board stand after."""
    return board.columns[-1] if board.columns else None


def leaderboard_part(
    through: int | None = None, as_of: datetime | None = None, find: str = "", sort: str = ""
) -> Render:
    def render(tournament: Tournament) -> str:
        context = board_context(tournament, through, as_of)
        context["board"] = arranged(context["board"], sort)
        asked = {"find": find.strip().casefold(), "sort": sort}
        return render_to_string("public/_leaderboard.html", {**context, **asked})

    return render


def teams_part(through: int | None = None, as_of: datetime | None = None) -> Render:
    def render(tournament: Tournament) -> str:
        demand_whole_ranking()
        context = board_context(tournament, through, as_of)
        teams = team_ranking(tournament, context["board"])
        return render_to_string("public/_teams.html", {**context, "teams": teams})

    return render


def tables_part(number: int | None = None) -> Render:
    def render(tournament: Tournament) -> str:
        if number is not None:
            demand_round(number)
        shown = tables_now(tournament, number)
        if number is not None and shown.round is None:
            raise Http404
        context = {"tournament": tournament, "shown": shown, "now": timezone.now()}
        return render_to_string("public/_tables.html", context)

    return render


def game_part(round_number: int, number: int, deal: int | None = None) -> Render:
    """A game; ``deal`` is the one whose hand is explained, without it the dearest."""

    def render(tournament: Tournament) -> str:
        table = Table.objects.filter(
            round__tournament=tournament, round__number=round_number, number=number
        ).first()
        if table is None or round_number in hidden_rounds(tournament):
            raise Http404
        demand_round(round_number)
        context = {"tournament": tournament, "view": game_view(table), "deal": deal}
        return render_to_string("public/_game.html", context)

    return render


def player_part(number: int) -> Render:
    def render(tournament: Tournament) -> str:
        path = player_path(tournament, number)
        if path is None:
            raise Http404
        return render_to_string("public/_player.html", {"tournament": tournament, "path": path})

    return render


def stats_part(number: int | None = None) -> Render:
    def render(tournament: Tournament) -> str:
        found = statistics_of(tournament, number)
        if found is None:
            raise Http404
        context = {"tournament": tournament, "stats": found, "now": timezone.now()}
        return render_to_string("public/_stats.html", context)

    return render


def embed_part(rows: int) -> Render:
    """The moving part of the embedded board: the first so many rows."""

    def render(tournament: Tournament) -> str:
        board = leaderboard(tournament)
        context = {
            "tournament": tournament,
            "board": board,
            "rows": board.rows[:rows],
            "seen": sight_now(),
            "now": timezone.now(),
        }
        return render_to_string("public/_embed.html", context)

    return render


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


PARTS: dict[tuple[str, int], Callable[..., Render]] = {
    ("leaderboard", 0): leaderboard_part,
    ("leaderboard", 1): leaderboard_part,
    ("teams", 0): teams_part,
    ("teams", 1): teams_part,
    ("tables", 0): tables_part,
    ("tables", 1): tables_part,
    ("game", 2): game_part,
    ("game", 3): game_part,
    ("player", 1): player_part,
    ("embed", 1): embed_part,
    ("stats", 0): stats_part,
    ("stats", 1): stats_part,
}


def part_named(view: str) -> Render | None:
    """The renderer of "leaderboard", "leaderboard/4", "game/3/17" …; None when there is no such part."""
    name, *arguments = view.split("/")
    numbers = [_whole(argument) for argument in arguments]
    maker = PARTS.get((name, len(numbers)))
    if maker is None or None in numbers:
        return None
    return maker(*numbers)

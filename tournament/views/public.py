"""What anybody may see: tournaments, the ranking, seatings, tables, games, players, teams and the rules."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from tournament.engine.standings import criteria
from tournament.errors import Refused, require
from tournament.live.fragments import fragments as kept
from tournament.live.stream import stream
from tournament.models import Tournament
from tournament.selectors.people import people_of, rounds_of
from tournament.selectors.schedule import name_key, seating_of
from tournament.selectors.tournaments import tournaments_by_state
from tournament.views import fragments
from tournament.views.live_pages import language_now, live_page, with_told
from tournament.views.public_seating import seating_extras
from tournament.views.shared import table_at, tournament_at, whole


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All tournaments, the running ones first."""
    return render(request, "public/home.html", {"groups": tournaments_by_state()})


def asked_for(request: HttpRequest, tournament: Tournament) -> tuple[int | None, datetime | None]:
    """``?through=K``, ``?as_of=TIME`` and ``?live=no`` of an address; ``bad_input`` when they cannot be read.

    ``live=no`` without a round is the ranking after the last round that was closed (by that time).
    """
    through, as_of = request.GET.get("through", ""), request.GET.get("as_of", "")
    rounds = whole(through, digits=3)
    if through and rounds is None:
        raise Refused("bad_input", what=f"through={through[:40]}")
    time = _time(as_of, tournament) if as_of else None
    if not rounds and request.GET.get("live") == "no":
        closed = [r for r in rounds_of(tournament) if r.closed_at and (time is None or r.closed_at <= time)]
        require(closed, "round_still_open", round=1)
        rounds = closed[-1].number
    return rounds, time


def _time(text: str, tournament: Tournament) -> datetime:
    try:
        # a "+" of a time zone arrives as a space
        time = datetime.fromisoformat(text.strip().replace(" ", "+") if "T" in text else text.strip())
        local = time.replace(tzinfo=tournament.zone) if time.tzinfo is None else time
        return local.astimezone(UTC)  # the first and the last day of the calendar have no time elsewhere
    except (ValueError, OverflowError) as error:
        raise Refused("bad_input", what=f"as_of={text[:40]}") from error


def ranking_page(request: HttpRequest, slug: str, name: str, page: str, part: Any) -> HttpResponse:
    """A ranking of any kind: live, after a round, as it stood at a time, or only those who match ``?q=``."""
    tournament = tournament_at(slug)
    through, as_of = asked_for(request, tournament)
    of_players = name == "leaderboard"
    find = request.GET.get("q", "")[:60] if of_players else ""
    sort = request.GET.get("sort", "")[:40] if of_players else ""
    stream_view = name if through is None else f"{name}/{through}"
    context = {"stream_view": stream_view, "through": through, "as_of": as_of, "find": find}
    moves = as_of is None and request.GET.get("live") != "no"
    if find or sort:
        # the stream brings the whole ranking; public.js and board.js keep who was found and the order
        return render(
            request,
            page,
            {
                "tournament": tournament,
                "moving_part": with_told(part(through, as_of, find, sort))(tournament),
                "moves": moves,
                "now": int(timezone.now().timestamp()),
                **context,
            },
        )
    # a moment in the past is one of endlessly many: it is worked out, but its page is not kept by time
    view = stream_view if as_of is None else f"{stream_view}@{as_of.isoformat()}"
    return live_page(
        request,
        tournament,
        view=view,
        template=page,
        render=part(through, as_of),
        moves=moves,
        context=context,
    )


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking: live, after a round, or as it stood at a time; ``?q=`` finds people in it."""
    return ranking_page(request, slug, "leaderboard", "public/leaderboard.html", fragments.leaderboard_part)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of the teams, each with its members."""
    return ranking_page(request, slug, "teams", "public/teams.html", fragments.teams_part)


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of the running round, or of ``?round=N``."""
    number = _whole(request.GET.get("round", ""))
    view = f"tables/{number}" if number else "tables"
    return live_page(
        request,
        tournament_at(slug),
        view=view,
        template="public/tables.html",
        render=fragments.tables_part(number),
        context={"stream_view": view, "number": number},
    )


def _whole(text: str) -> int | None:
    """A small number of an address; None when it is left out, 404 when it is something else."""
    number = whole(text)
    if text and number is None:
        raise Http404
    return number


@require_safe
def game(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """One game: its deals, corrections, penalties and log; ``?deal=N`` explains the hand of that deal."""
    table = table_at(slug, round_number, number)
    deal = _whole(request.GET.get("deal", ""))
    view = f"game/{round_number}/{number}" + (f"/{deal}" if deal else "")
    return live_page(
        request,
        table.round.tournament,
        view=view,
        template="public/game.html",
        render=fragments.game_part(round_number, number, deal),
        moves=table.round.is_running,
        context={"stream_view": view, "table": table, "deal": deal},
    )


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who plays, by family name."""
    tournament = tournament_at(slug)
    everybody = sorted(people_of(tournament).values(), key=name_key)
    return render(request, "public/players.html", {"tournament": tournament, "people": everybody})


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player's path through the event."""
    tournament = tournament_at(slug)
    person = people_of(tournament).get(number)
    if person is None:
        raise Http404
    view = f"player/{number}"
    return live_page(
        request,
        tournament,
        view=view,
        template="public/player.html",
        render=fragments.player_part(number),
        context={"stream_view": view, "person": person},
    )


@require_safe
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits where: of the running or next round, or ``?round=N``; by table or ``?by=name``."""
    tournament = tournament_at(slug)
    found = seating_of(tournament, _whole(request.GET.get("round", "")))
    if found is None:
        raise Http404
    by_name = request.GET.get("by") == "name"
    context = {"tournament": tournament, "seating": found, "by_name": by_name}
    return render(request, "public/seating.html", {**context, **seating_extras(tournament, found)})


@require_safe
def stats(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics of the event, or of ``?round=N``."""
    number = _whole(request.GET.get("round", ""))
    view = f"stats/{number}" if number else "stats"
    return live_page(
        request,
        tournament_at(slug),
        view=view,
        template="public/stats.html",
        render=fragments.stats_part(number),
        context={"stream_view": view, "number": number},
    )


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings of the event in words."""
    tournament = tournament_at(slug)
    context = {"tournament": tournament, "order": criteria(tournament.tiebreaks)}
    return render(request, "public/rules.html", context)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every mark, component and state on one page."""
    return render(request, "public/styleguide.html")


def language_of(request: HttpRequest) -> str:
    """The language that an address asks for with ``lang``, as boards in other sites do, or the reader's."""
    asked = request.GET.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else language_now()


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The event stream of one moving part: ``?view=leaderboard``, ``teams``, ``tables``, ``game/3/17`` …"""
    view = request.GET.get("view", "leaderboard")
    part = fragments.part_named(view)
    if part is None:
        raise Http404
    tournament = tournament_at(slug)
    language = language_of(request)
    # a board in somebody else's page announces nothing; its page and its stream are one rendering
    render = part if view.startswith("embed/") else with_told(part)
    # said here, before the stream starts: a part that does not exist is 404, not an endless silence
    kept.get(tournament, view=view, language=language, render=render)
    return stream(
        request,
        tournament,
        view=view,
        language=language,
        render=render,
        timed=True,
        changes_only=view.startswith(("game/", "player/")),
    )

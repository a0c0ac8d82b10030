"""Pages of the desk about one round: its board, which moves by itself, and its table links."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.live.stream import stream
from tournament.models import Round, Tournament
from tournament.permissions import Action, Actor, demand, may
from tournament.selectors.blockers import blockers
from tournament.selectors.board import Board, BoardTable, board
from tournament.selectors.clock import face_of, round_clock
from tournament.selectors.desk import pass_lines
from tournament.services.access import open_passes, replace_pass
from tournament.services.rounds import close_round, reopen_round, start_round, take_back_start
from tournament.views.organizer import page, see, table_url
from tournament.views.organizer_words import barred_word, blocked_lines, needs, table_word
from tournament.views.shared import desk_tournament, table_at, whole

FILTERS = {"need": ("called", "disputed", "slow"), "pending": ("pending", "disputed"), "slow": ("slow",)}
MOST_NEEDS = 8
"""As many as fit beside the board; the filter shows the rest."""
LOCAL_HOSTS = ("localhost", "127.", "[::1]", "0.0.0.0")


def _round_at(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=tournament, number=number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The board of a round; starting, closing and reopening it."""
    tournament, actor = desk_tournament(request, slug)
    round_ = _round_at(tournament, number)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            return _act(request, round_, actor)
        except ScoringError as error:
            refusal = error
            round_.refresh_from_db()
    show = _show(request)
    fragment = board_context(tournament, number, show=show, may_rounds=may(actor, Action.ROUNDS, tournament))
    if request.GET.get("part") == "board":  # what js/live.js asks for when the stream is silent
        return render(request, "organizer/_board.html", fragment)
    return page(
        request,
        "organizer/board.html",
        tournament,
        actor,
        refusal=refusal,
        number=number,
        live_url=f"{reverse('desk_round_live', args=[slug, number])}?show={show}",
        part_url=f"{reverse('desk_round', args=[slug, number])}?part=board&show={show}",
        server_now=timezone.now(),
        **fragment,
    )


def _act(request: HttpRequest, round_: Round, actor: Actor) -> HttpResponse:
    wish, number = request.POST.get("do", ""), {"number": round_.number}
    if wish == "start":
        start_round(round_, actor=actor)
        messages.success(request, _("Round %(number)s is running: its tables take deals.") % number)
    elif wish == "take_back":
        take_back_start(round_, actor=actor)
        messages.success(request, _("Round %(number)s has not started: nothing was recorded in it.") % number)
    elif wish == "close":
        close_round(round_, actor=actor)
        messages.success(request, _("Round %(number)s is closed and its standings are announced.") % number)
    elif wish == "reopen":
        reopen_round(round_, reason=request.POST.get("reason", ""), actor=actor)
        messages.success(request, _("Round %(number)s is open again.") % number)
    return see("desk_round", round_.tournament.slug, round_.number)


@require_GET
@login_required
def live(request: HttpRequest, slug: str, number: int) -> StreamingHttpResponse:
    """The board as an event stream: the same fragment for everybody who may do the same."""
    tournament, actor = desk_tournament(request, slug)
    _round_at(tournament, number)
    show, may_rounds = _show(request), may(actor, Action.ROUNDS, tournament)
    return stream(
        request,
        tournament,
        view=f"board/{number}/{show}/{'rounds' if may_rounds else 'look'}",
        language=get_language() or "en",
        render=lambda fresh: render_to_string(
            "organizer/_board.html", board_context(fresh, number, show=show, may_rounds=may_rounds)
        ),
    )


def _show(request: HttpRequest) -> str:
    show = request.GET.get("show", "")
    return show if show in FILTERS else "all"


def board_context(tournament: Tournament, number: int, *, show: str, may_rounds: bool) -> dict[str, Any]:
    """Everything in the moving part of the board. Knows no request: it is rendered once for all."""
    now = timezone.now()
    round_ = _round_at(tournament, number)
    seen = board(round_, now=now)
    open_points = blockers(round_) if round_.is_running else []
    wanted = seen.tables if show == "all" else seen.of_state(*FILTERS[show])
    slug = tournament.slug
    return {
        "tournament": tournament,
        "round": round_,
        "board": seen,
        "may_rounds": may_rounds,
        "zone": tournament.zone,
        "cells": [_cell(table, slug=slug, round_=round_, now=now) for table in wanted],
        "filters": _filters(seen, slug=slug, number=number, show=show),
        "needs": [
            needs(need, slug=slug, round_number=number, now=now)
            for need in (seen.needing_somebody[:MOST_NEEDS] if round_.is_running else ())
        ],
        "needs_count": len(seen.needing_somebody) if round_.is_running else 0,
        "needs_url": f"{_board_url(slug, number)}?show=need",
        "pace": _pace(seen),
        "blocked": blocked_lines(open_points, slug=slug, round_number=number),
        "clock": face_of(round_clock(round_), tournament, at=now) if round_.is_running else None,
        "announced": round_.announcements.last() if round_.is_closed else None,
        "previous_open": _previous_open(round_),
        "previous_url": _board_url(slug, number - 1) if number > 1 else "",
        "next_url": _board_url(slug, number + 1) if number < tournament.number_of_rounds else "",
    }


def _board_url(slug: str, number: int) -> str:
    return reverse("desk_round", args=[slug, number])


def _previous_open(round_: Round) -> Round | None:
    """The round that has to be closed before this one can start."""
    if round_.state != "seated":
        return None
    return round_.tournament.rounds.filter(number__lt=round_.number).exclude(state="closed").first()


def _cell(table: BoardTable, *, slug: str, round_: Round, now: datetime) -> dict[str, Any]:
    since = ""
    if table.call is not None and table.state == "called":
        since = _minutes(table.call.at, now)
    elif table.disputes:
        since = _minutes(table.disputes[0].at, now)
    elif table.state == "slow" and table.last_at is not None and not table.is_behind:
        since = _minutes(table.last_at, now)
    word: str | SafeString = table_word(table, started=round_.is_running, now=now)
    if table.last_at is not None and not table.state and not table.over:
        word = format_html('<span data-since="{}">{}</span>', table.last_at.isoformat(), word)
    return {
        "number": table.number,
        "marks": table.marks,
        "deals": table.deals,
        "deal": table.deal,
        "wind": table.wind_round,
        "word": word,
        "barred": barred_word(table),
        "state": table.state,
        "also_disputed": table.state == "called" and bool(table.disputes),
        "since": since,
        "href": table_url(slug, round_.number, table.number),
    }


def _minutes(moment: datetime, now: datetime) -> str:
    count = max(0, int((now - moment).total_seconds() // 60))
    return ngettext("%(count)s min", "%(count)s min", count) % {"count": count}


def _filters(seen: Board, *, slug: str, number: int, show: str) -> list[dict[str, Any]]:
    here = reverse("desk_round", args=[slug, number])
    names = {"need": _("Need somebody"), "pending": _("Not agreed"), "slow": _("Slow")}
    return [
        {
            "label": _("All %(count)s") % {"count": len(seen.tables)},
            "url": here,
            "current": show == "all",
        },
        *(
            {
                "label": f"{names[key]} {len(seen.of_state(*states))}",
                "url": f"{here}?show={key}",
                "current": show == key,
            }
            for key, states in FILTERS.items()
        ),
    ]


PACE_HEIGHT = 56


def _pace(seen: Board) -> list[dict[str, Any]]:
    """Bars of the chart "tables at each deal", in its own units: 16 wide, PACE_HEIGHT high."""
    most = max(seen.pace, default=0) or 1
    return [
        {
            "deal": deal,
            "count": count,
            "x": (deal - 1) * 18,
            "middle": (deal - 1) * 18 + 8,
            "y": 16 + PACE_HEIGHT - round(PACE_HEIGHT * count / most),
            "height": round(PACE_HEIGHT * count / most),
            "above": 12 + PACE_HEIGHT - round(PACE_HEIGHT * count / most),
        }
        for deal, count in enumerate(seen.pace, 1)
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def passes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The links that open the tables of a round on phones."""
    tournament, actor = desk_tournament(request, slug, Action.PASSES)
    round_ = _round_at(tournament, number)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            return _pass_act(request, round_, actor)
        except ScoringError as error:
            refusal = error
    return page(
        request,
        "organizer/passes.html",
        tournament,
        actor,
        refusal=refusal,
        **_passes_context(request, round_),
    )


@login_required
@require_safe
def passes_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same links as cards to print, one a table."""
    tournament, actor = desk_tournament(request, slug, Action.PASSES)
    context = _passes_context(request, _round_at(tournament, number))
    return page(request, "print/passes.html", tournament, actor, **context)


def _pass_act(request: HttpRequest, round_: Round, actor: Actor) -> HttpResponse:
    slug = round_.tournament.slug
    if request.POST.get("do") == "replace":
        table = table_at(slug, round_.number, whole(request.POST.get("table", "")) or 0)
        replace_pass(table, actor=actor)
        messages.success(
            request, _("Table %(number)s has a new link. The old one is dead.") % {"number": table.number}
        )
    else:
        demand(actor, Action.PASSES, round_.tournament)
        opened = len(open_passes(round_, actor=actor))
        said = ngettext("%(count)s table has a link.", "%(count)s tables have a link.", opened)
        messages.success(request, said % {"count": opened})
    return see("desk_passes", slug, round_.number)


def _passes_context(request: HttpRequest, round_: Round) -> dict[str, Any]:
    site = settings.SITE_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"
    lines = [
        {
            "table": line.table,
            "players": line.players,
            "opened": line.opened,
            "link": site + reverse("pass", args=[line.opened.secret]) if line.opened else "",
        }
        for line in pass_lines(round_)
    ]
    return {
        "round": round_,
        "lines": lines,
        "missing": sum(line["opened"] is None for line in lines),
        "only_here": not settings.SITE_URL and request.get_host().startswith(LOCAL_HOSTS),
        "site": site,
    }

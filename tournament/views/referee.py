"""The table as a page: who sits where, the scores, every deal of the game, and the stream that moves it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from scoring.errors import ScoringError
from tournament.live.stream import stream
from tournament.selectors.games import game_view
from tournament.views.answers import asked_deal
from tournament.views.doors import Door, desk_door, own_door, pass_door, refusal
from tournament.views.shared import whole
from tournament.views.table_page import SEATED_COOKIE, TURN_COOKIE, Pose, TableFragment, table_context


def table(request: HttpRequest, door: Door) -> HttpResponse:
    """The table screen. ``?seated=9``: the four have changed chairs before deal 9; ``?turn=1``: that chair
    stands at the lower edge; ``?part=table``: the moving part alone, for phones without the stream."""
    for cookie in (SEATED_COOKIE, TURN_COOKIE):
        if cookie in request.GET:
            response = HttpResponseRedirect(door.to())
            response.set_cookie(cookie, request.GET[cookie][:2], path=door.to(), samesite="Lax")
            return response
    view = game_view(door.table, deal=asked_deal(request))
    context = table_context(door, view, pose=pose_of(request))
    page = "referee/_table.html" if request.GET.get("part") == "table" else "referee/table.html"
    return render(request, page, context)


def deals(request: HttpRequest, door: Door) -> HttpResponse:
    """Every deal of this game with its running scores, its corrections and its penalties."""
    view = game_view(door.table)
    context = table_context(door, view)
    return render(request, "referee/deals.html", {**context, "last": view.last_line})


def live(opener: Callable[..., Door]) -> Callable[..., Any]:
    """The event stream of the table's moving part, behind one kind of door."""

    @require_GET
    def streaming(request: HttpRequest, **address: Any) -> HttpResponseBase:
        try:
            door = opener(request, **address)
        except ScoringError as error:
            return refusal(request, error)
        fragment = TableFragment(door, pose_of(request))
        return stream(
            request,
            door.tournament,
            view=fragment.key,
            language=get_language() or "en",
            render=fragment,
            changes_only=True,
        )

    return streaming


live_pass = live(lambda request, secret: pass_door(secret))
live_own = live(lambda request, secret: own_door(secret))
live_desk = live(desk_door)


def pose_of(request: HttpRequest) -> Pose:
    """How this phone shows its table."""
    seated, turn = (whole(request.COOKIES.get(name, ""), digits=2) for name in (SEATED_COOKIE, TURN_COOKIE))
    return Pose(seated or 0, turn)

"""The desk's page of who may see what: the choice, the ceremony, and how results go out to other sites."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.engine.sight import Ceremony, Viewer
from tournament.errors import Refused
from tournament.forms.sight import SightForm
from tournament.models import Tournament
from tournament.models.table import RoundState
from tournament.permissions import Action, Actor
from tournament.selectors.leaderboard import leaderboard
from tournament.selectors.sight import looking, sight_of
from tournament.services import sight as service
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, whole
from tournament.views.sight import hall_secret


def _begin(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    found = service.begin_ceremony(tournament, actor=actor)
    if found.ceremony != Ceremony.RUNNING or found.ceremony_revealed:
        return ""  # another has begun it and gone on; the page shows how far
    return _("The ceremony has begun: nothing of the final ranking is read yet.")


def _reveal(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    count, seen = whole(request.POST.get("count", "1")), whole(request.POST.get("revealed", ""))
    service.reveal(tournament, actor=actor, count=count or 1, revealed=seen)
    return ""


def _over(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    found = service.end_ceremony(tournament, actor=actor, seen=request.POST.get("seen"))
    return _("Everything is shown from now on.") if found.ceremony == Ceremony.OVER else ""


def _take_back(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    found = service.take_back_ceremony(tournament, actor=actor, seen=request.POST.get("seen"))
    if found.ceremony != Ceremony.BEFORE:
        return ""
    return _("The ceremony is taken back: pages show what they showed before it.")


PRESSES: dict[str, Callable[[HttpRequest, Tournament, Actor], str]] = {
    "begin": _begin,
    "reveal": _reveal,
    "over": _over,
    "take_back": _take_back,
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sight(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose who may see what; begin, go on with and end the ceremony."""
    tournament, actor = desk_tournament(request, slug, Action.SETTINGS)
    press = PRESSES.get(request.POST.get("do", ""))
    form = SightForm(request.POST if press is None and request.POST else None, tournament=tournament)
    refusal: ScoringError | None = None
    try:
        if press is not None:
            if told := press(request, tournament, actor):
                messages.success(request, told)
            return see("desk_sight", slug)
        if request.method == "POST" and form.is_valid():
            service.choose_sight(tournament, actor=actor, **form.chosen)
            messages.success(request, _("Stored. Every page, screen and feed shows it from now on."))
            return see("desk_sight", slug)
    except Refused as error:
        refusal = error
    return page(
        request,
        "organizer/sight.html",
        tournament,
        actor,
        refusal=refusal,
        status=422 if form.is_bound and refusal is None else 200,
        form=form,
        **_context(request, tournament),
    )


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    public = sight_of(tournament, Viewer.PUBLIC)
    with looking(public._replace(enters=True)):
        board = leaderboard(tournament)

    def address(name: str, *more: object) -> str:
        return request.build_absolute_uri(reverse(name, args=[tournament.slug, *more]))

    return {
        "public": public,
        "ceremony": Ceremony(tournament.ceremony),
        "all_closed": not tournament.rounds.exclude(state=RoundState.CLOSED).exists(),
        "read": board.rows if tournament.ceremony == Ceremony.RUNNING else (),
        "places": len(leaderboard(tournament).rows),
        "enter_url": address("enter", hall_secret(tournament)),
        "feed_url": address("feed"),
        "embed_url": address("embed"),
    }

"""What every page needs: the tournament of the address, the actor, and refusals as pages."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from scoring.errors import ScoringError
from tournament.errors import Refused, sentence, status_of
from tournament.models import Table, Tournament
from tournament.permissions import Action, Actor, demand
from tournament.selectors.seated import event_named
from tournament.selectors.sight import look_at
from tournament.services.seating_due import tell_when_due


def whole(text: str, *, digits: int = 4) -> int | None:
    """The number that an address or a hidden field says; None for anything else.

    ``str.isdigit`` alone lets "²" through, and numbers of thousands of digits.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def moment(text: str, tournament: Tournament) -> datetime:
    """A time of the event's own clock. ``time_missing`` when it cannot be read."""
    try:
        # the first and the last day of the calendar have no time elsewhere
        return datetime.fromisoformat(text.strip()).replace(tzinfo=tournament.zone).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("time_missing") from error


def tournament_at(slug: str) -> Tournament:
    """The tournament of an address, or 404; from here on the request sees what its reader may see of it.

    Refused: ``not_for_you``.
    """
    try:
        tournament = tell_when_due(event_named(slug))
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    look_at(tournament)
    return tournament


def table_at(slug: str, round_number: int, number: int) -> Table:
    """The table of an address, or 404; seen as ``tournament_at`` says. An event that is closed to its reader
    says neither how many rounds it has nor how many tables."""
    found = Table.objects.select_related("round__tournament").filter(
        round__tournament__slug=slug, round__number=round_number, number=number
    )
    table = found.first()
    if table is None:
        tournament_at(slug)
        raise Http404
    look_at(tell_when_due(table.round.tournament))
    return table


def actor_of(request: HttpRequest) -> Actor:
    """Who stands behind a page: the signed-in person, or nobody."""
    return Actor.of_user(request.user)


def desk_tournament(
    request: HttpRequest, slug: str, action: Action = Action.DESK
) -> tuple[Tournament, Actor]:
    """The tournament and the actor of an organizer's page; refused with ``no_right`` for strangers."""
    tournament, actor = tournament_at(slug), actor_of(request)
    demand(actor, action, tournament)
    return tournament, actor


class RefusalPages:
    """Middleware: a refusal that a view let through becomes a page with its sentence and its status.

    So does a form with a NUL in it, which nobody types and no database of ours keeps.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        if any("\x00" in text for _name, texts in request.POST.lists() for text in texts):
            return self.process_exception(request, Refused("bad_input", what="NUL"))
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ScoringError):
            return None
        return render(
            request,
            "refused.html",
            {"code": error.code, "sentence": sentence(error)},
            status=status_of(error),
        )

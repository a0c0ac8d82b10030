"""With whose eyes a request reads: those of a role in the event, of a link for its people, or of anybody."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from tournament.engine.sight import NOTHING, Viewer
from tournament.errors import require
from tournament.models import Tournament
from tournament.models.access import secret_of
from tournament.permissions import Action, Actor, may
from tournament.selectors.sight import Reader, reading

DAYS = 60
"""How long a device that came with a link of the event is known."""
AS_PUBLIC = "public"


def eyes(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: nothing may be seen until an address has said which event it asks for."""

    def see(request: HttpRequest) -> HttpResponseBase:
        with reading(_reader(request), NOTHING):
            return get_response(request)

    return see


def _reader(request: HttpRequest) -> Reader:
    """``?as=public`` shows an organizer what everybody sees."""

    def viewer(tournament: Tournament) -> Viewer:
        if request.GET.get("as") == AS_PUBLIC:
            return Viewer.PUBLIC
        if request.user.is_authenticated and may(Actor.of_user(request.user), Action.DESK, tournament):
            return Viewer.ORGANIZER
        return Viewer.PARTICIPANT if is_known(request, tournament) else Viewer.PUBLIC

    return viewer


def is_known(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this device came with a link of the event."""
    return bool(request.get_signed_cookie(_cookie(tournament), default=None, max_age=DAYS * 86_400))


def _cookie(tournament: Tournament) -> str:
    return f"hall-{tournament.pk}"


def welcome(response: HttpResponseBase, tournament: Tournament) -> None:
    """Let this device be a participant's from now on."""
    response.set_signed_cookie(
        _cookie(tournament),
        "1",
        max_age=DAYS * 86_400,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def hall_secret(tournament: Tournament) -> str:
    """The secret of the link for the people of an event; the same for all of them."""
    return secret_of("hall", f"{tournament.pk}:{tournament.created_at.isoformat()}")


@require_safe
def enter(request: HttpRequest, slug: str, secret: str) -> HttpResponseRedirect:
    """The link for the people of an event: from here on its pages open on this device."""
    tournament = get_object_or_404(Tournament, slug=slug)
    require(constant_time_compare(secret, hall_secret(tournament)), "not_for_you")
    response = redirect("leaderboard", slug=slug)
    welcome(response, tournament)
    return response

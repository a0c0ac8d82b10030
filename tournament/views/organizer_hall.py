"""The desk's page about the hall: announcements, and links of screens."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.forms.hall import PAGE_NAMES, BulletinForm, ScreenForm
from tournament.models import Bulletin, Screen, Tournament
from tournament.permissions import Action, Actor
from tournament.services.bulletins import announce, remove_screen, store_screen, withdraw
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, whole


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce something, take it back, make the link of a screen."""
    tournament, actor = desk_tournament(request, slug, Action.HALL)
    wish = request.POST.get("do", "")
    bulletin = BulletinForm(request.POST if wish == "announce" else None)
    screen = ScreenForm(request.POST if wish in ("link", "store") else None, tournament=tournament)
    refusal: ScoringError | None = None
    made = ""
    if request.method == "POST":
        with timezone.override(tournament.zone):  # people write the time of the hall
            valid = (not bulletin.is_bound or bulletin.is_valid()) and (
                not screen.is_bound or screen.is_valid()
            )
        try:
            if valid and wish == "link":
                made = _link(request, tournament, screen.said)
            elif valid:
                _act(request, tournament, actor, wish, bulletin, screen)
                return see("desk_hall", slug)
        except ScoringError as error:
            refusal = error
    invalid = (bulletin.is_bound and bulletin.errors) or (screen.is_bound and screen.errors)
    return page(
        request,
        "organizer/hall.html",
        tournament,
        actor,
        refusal=refusal,
        status=422 if invalid else 200,
        bulletin=bulletin,
        screen=screen,
        made=made,
        zone=tournament.zone,
        bulletins=[_line(one) for one in tournament.bulletins.filter(withdrawn_at=None).order_by("-number")],
        screens=[_screen_line(request, tournament, one) for one in tournament.screens.all()],
        usual=_link(request, tournament, {}),
    )


def _act(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    wish: str,
    bulletin: BulletinForm,
    screen: ScreenForm,
) -> None:
    if wish == "announce":
        announce(tournament, actor=actor, **bulletin.cleaned_data)
        messages.success(request, _("Announced. It is on the chosen pages now, or will be at its time."))
    elif wish == "withdraw":
        withdraw(tournament, number=whole(request.POST.get("number", "")) or 0, actor=actor)
        messages.success(request, _("The announcement is withdrawn."))
    elif wish == "store":
        store_screen(tournament, name=screen.cleaned_data["name"], options=screen.said, actor=actor)
        messages.success(request, _("The screen is stored. Screens with this name show it at once."))
    elif wish == "remove":
        remove_screen(tournament, name=request.POST.get("name", ""), actor=actor)
        messages.success(request, _("The screen is removed."))


def _link(request: HttpRequest, tournament: Tournament, said: dict[str, str]) -> str:
    site = settings.SITE_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"
    query = f"?{urlencode(said, safe=',')}" if said else ""
    return f"{site}{reverse('screen', args=[tournament.slug])}{query}"


def _line(bulletin: Bulletin) -> dict[str, Any]:
    """An announcement with where and when it is shown."""
    places = {
        _("Screens"): bulletin.on_screens,
        _("Public pages"): bulletin.on_pages,
        _("Phones at the tables"): bulletin.on_phones,
    }
    now = timezone.now()
    state = ""
    if bulletin.shown_until and bulletin.shown_until <= now:
        state = "over"
    elif bulletin.shown_from and bulletin.shown_from > now:
        state = "later"
    return {"bulletin": bulletin, "places": [name for name, shown in places.items() if shown], "state": state}


def _screen_line(request: HttpRequest, tournament: Tournament, screen: Screen) -> dict[str, Any]:
    asked = [page for page in str(screen.options.get("pages", "")).split(",") if page in PAGE_NAMES]
    return {
        "name": screen.name,
        "pages": [PAGE_NAMES[page] for page in asked],
        "options": screen.options,
        "link": _link(request, tournament, {"name": screen.name}),
    }

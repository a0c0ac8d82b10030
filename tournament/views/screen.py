"""Hall screens: rotating pages for a projector, by a link without signing in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_GET, require_safe

from tournament.engine.sight import Viewer
from tournament.live.fragments import Render, fragments
from tournament.live.stream import stream
from tournament.models import Screen, Tournament
from tournament.selectors.hall import PAGES, HallOptions, hall_of
from tournament.selectors.sight import look_with, sight_now, sight_of
from tournament.views.live_pages import language_now
from tournament.views.shared import tournament_at, whole

SECONDS = 12
"""A page stands so long: with five pages of names everybody finds theirs within a minute."""
NAMES = {"pages", "top", "round", "seconds", "theme", "lang"}
"""What a link may say."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How one screen was set up by its link, or by the desk under its name."""

    options: HallOptions
    seconds: int
    theme: str
    language: str


def setup_of(said: Mapping[str, Any]) -> Setup:
    """What a link or a stored screen says; whatever cannot be read is as if it were not said."""
    text = {name: str(said.get(name) or "") for name in NAMES}
    asked = [page.strip() for page in text["pages"].split(",")]
    known = tuple(dict.fromkeys(page for page in asked if page in PAGES))
    top, seconds = whole(text["top"], digits=3), whole(text["seconds"], digits=3)
    return Setup(
        options=HallOptions(known, 24 if top is None else top, whole(text["round"], digits=2)),
        seconds=min(max(seconds or SECONDS, 4), 120),
        theme=text["theme"] if text["theme"] in ("light", "dark") else "",
        language=text["lang"] if text["lang"] in dict(settings.LANGUAGES) else "",
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address says: more than the name that the desk stored, which is looked up each time."""

    name: str
    said: Mapping[str, str]

    @classmethod
    def of(cls, request: HttpRequest) -> "Asked":
        said = {key: request.GET[key] for key in sorted(NAMES) if request.GET.get(key)}
        return cls(request.GET.get("name", "")[:30], said)

    def setup(self, tournament: Tournament) -> Setup:
        found = Screen.objects.filter(tournament=tournament, name=self.name).first() if self.name else None
        return setup_of({**(found.options if found else {}), **self.said})


def _opened(request: HttpRequest, slug: str) -> Tournament:
    """The event, seen as people in the hall see it: an organizer's laptop shows no more than any other."""
    tournament = tournament_at(slug)
    if sight_now().viewer is Viewer.ORGANIZER:
        look_with(sight_of(tournament, Viewer.PARTICIPANT))
    return tournament


def screen_part(options: HallOptions) -> Render:
    """The whole content of a screen: the same for all that were asked for the same."""

    def made(tournament: Tournament) -> str:
        hall = hall_of(tournament, options)
        context = {"tournament": tournament, "hall": hall, "now": timezone.now()}
        return render_to_string("hall/_screen.html", context)

    return made


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen; ``?part=1`` its content alone, for when the stream is silent."""
    tournament = _opened(request, slug)
    setup = Asked.of(request).setup(tournament)
    language = setup.language or language_now()
    with translation.override(language):
        part = screen_part(setup.options)
        content = fragments.get(tournament, view=_view(setup), language=language, render=part)
        if "part" in request.GET:
            return HttpResponse(content.html)
        query = urlencode({key: value for key, value in request.GET.items() if key in NAMES or key == "name"})
        response = render(
            request,
            "hall/screen.html",
            {
                "tournament": tournament,
                "setup": setup,
                "content": content.html,
                "warnings": tournament.warning_seconds,
                "part_url": f"{request.path}?part=1&{query}",
                "live_url": f"{reverse('screen_live', args=[slug])}?{query}",
            },
        )
    response["Content-Language"] = language
    return response


@require_GET
def screen_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The content as an event stream. A screen that the desk stored follows what the desk changes."""
    tournament = _opened(request, slug)
    asked = Asked.of(request)
    setup = asked.setup(tournament)
    return stream(
        request,
        tournament,
        view=f"screen/{asked.name}?{urlencode(asked.said)}" if asked.name else _view(setup),
        language=setup.language or language_now(),
        render=lambda fresh: screen_part(asked.setup(fresh).options)(fresh),
    )


def _view(setup: Setup) -> str:
    return f"screen/{setup.options.key}"

"""A phone without the net: pages of deals to come, the list of what waits, the service worker."""

import copy
from collections.abc import Callable
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import check_for_language
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from tournament.selectors.games import game_view
from tournament.templatetags.table_pages import chairs_key, phone_version
from tournament.views.answers import ANSWER_HEADER
from tournament.views.doors import Door

AHEAD = ("", "win", "drawn", "false_win", "penalty", "end")
"""Pages that a phone keeps for every deal to come; "" is the table."""
ALWAYS = ("sign", "outbox")
"""Pages that it keeps once, and the disputes of the four: the same in every deal. Asked for as deal 0."""

WORKER_PARTS = ("js/outbox-store.js", "js/worker.js")


def ahead(pages: dict[str, Callable[..., HttpResponse]]) -> Callable[..., HttpResponse]:
    """The view that gives a phone the pages of one deal to come, in one answer."""

    def bundle(request: HttpRequest, door: Door, deal: int) -> HttpResponse:
        wanted = request.GET.get("language", "")
        with translation.override(wanted if check_for_language(wanted) else translation.get_language()):
            return _bundle(request, door, deal)

    def _bundle(request: HttpRequest, door: Door, deal: int) -> HttpResponse:
        view = game_view(door.table)
        if deal > view.deals + 1:
            raise Http404
        if not (door.is_open and view.takes_deals and (not deal or view.next_deal <= deal)):
            return HttpResponse(status=204)  # recorded, or over, while the phone was asking: nothing to keep
        kept: dict[str, str] = {}
        for name in AHEAD if deal else ALWAYS:
            wanted = _as_if(request, door, name, deal)
            try:
                page = pages[name](wanted, door)
            except ScoringError:
                continue  # after the last deal there is nothing to win
            if page.status_code == 200:
                kept[door.to(name)] = page.content.decode()
        if f"{door.to()}?seated={deal}" in kept.get(door.to(), ""):  # the page asks whether all have moved
            seated = _as_if(request, door, "", deal)
            seated.COOKIES = {**request.COOKIES, "seated": str(deal)}
            kept[f"{door.to()}?seated={deal}"] = pages[""](seated, door).content.decode()
        if not deal:
            for person in view.people:
                wanted = _as_if(request, door, "sign", deal)
                query = f"say=dispute&seat={person.seat}"
                wanted.GET = QueryDict(query)
                kept[f"{wanted.path}?{query}"] = pages["sign"](wanted, door).content.decode()
            calm = {"door": door, "table": view.table, "round": view.table.round, "view": view}
            kept["offline"] = render_to_string("referee/offline.html", calm, _as_if(request, door, "", deal))
        answer = {
            "deal": deal,
            "language": translation.get_language(),
            "version": phone_version(),
            "code": view.code,
            "chairs": chairs_key(view),
            "pages": kept,
        }
        return JsonResponse(answer)

    return bundle


def _as_if(request: HttpRequest, door: Door, name: str, deal: int) -> HttpRequest:
    """The same phone asking for a page of a deal to come."""
    wanted = copy.copy(request)
    wanted.method, wanted.path = "GET", door.to(name)
    wanted.path_info = wanted.path
    wanted.GET = QueryDict(f"deal={deal}")
    wanted.COOKIES = {name: value for name, value in request.COOKIES.items() if name != "seated"}
    wanted.kept_for = deal or "all"  # type: ignore[attr-defined]
    return wanted


def waiting(request: HttpRequest, door: Door) -> HttpResponse:
    """What this phone has stated and what of it still waits. The list itself is on the phone."""
    context = {"door": door, "table": door.table, "round": door.table.round, "view": game_view(door.table)}
    return render(request, "referee/outbox.html", context)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Served from ``/p/`` so that its scope is the tables' phones and nothing else."""
    parts = [f'self.VERSION = "{phone_version()}";\n']
    for name in WORKER_PARTS:
        found = finders.find(name)
        assert isinstance(found, str)
        parts.append(Path(found).read_text("utf-8"))
    response = HttpResponse("".join(parts), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/p/"
    response[ANSWER_HEADER] = "worker"
    return response

"""The one shape of every form of a table: shown, sent once, refused with its sentence or answered by 303."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import check_for_language

from scoring.errors import ScoringError
from tournament.errors import CONFLICTS, Refused, require, sentence, status_of
from tournament.forms.table import Keyed
from tournament.selectors.game_shapes import GameView
from tournament.selectors.games import game_view
from tournament.views.answers import asked_deal, is_statement, refused, saved
from tournament.views.doors import Door, demand_open

FOUR = "four"
"""The hidden field that says whom a form was made for."""


class SeeOther(HttpResponseRedirect):
    """303: what was posted is done, look there."""

    status_code = 303


def form_page(
    request: HttpRequest,
    door: Door,
    *,
    form_class: type[Keyed],
    template: str,
    say: Callable[[Any], object],
    context: Callable[[Any], dict[str, Any]],
    initial: dict[str, Any] | None = None,
    fresh: dict[str, Any] | None = None,
    conflict: Callable[[Any, ScoringError], HttpResponse | None] | None = None,
    done: str = "",
    next_deal: int | None = None,
) -> HttpResponse:
    """Show a form, or send it through ``say``.

    ``initial`` is what it starts with (the address may say otherwise), ``fresh`` are the hidden values that
    name the state it was made from: after a conflict they are taken anew. ``conflict`` may answer a 409 by
    a page of its own. ``done`` is where to go on; the table unless it says otherwise. ``next_deal`` is the
    deal that a phone without the net goes on with once this is stated. A form that was made when other people
    had the seats is refused (``other_people_sit``): a phone may have kept it while the desk put them right.
    """
    if request.method != "POST":
        asked = {name: request.GET[name] for name in form_class.base_fields if name in request.GET}
        form = form_class(initial={**(initial or {}), **(fresh or {}), **asked})
        return _show(request, door, form, template, context, fresh, done, next_deal)
    if "language" in request.POST:
        return switch_language(request)
    form = form_class(request.POST)
    error: ScoringError | None = None
    page: HttpResponse | None = None
    if form.is_valid():
        try:
            require(request.POST.get(FOUR) in (None, "", _four(door)), "other_people_sit")
            said = say(form)
            return saved(said) if is_statement(request) else SeeOther(done or door.to())
        except ScoringError as refusal:
            error = refusal
        if error.code in CONFLICTS and conflict:
            page = conflict(form, error)
    page = page or _show(request, door, form, template, context, fresh, done, next_deal, error)
    return refused(error or Refused("not_a_number"), page) if is_statement(request) else page


def _show(
    request: HttpRequest,
    door: Door,
    form: Keyed,
    template: str,
    context: Callable[[Any], dict[str, Any]],
    fresh: dict[str, Any] | None,
    done: str,
    next_deal: int | None,
    error: ScoringError | None = None,
) -> HttpResponse:
    stale = error is not None and error.code in CONFLICTS
    hidden = {name: value if stale else form.value(name) for name, value in (fresh or {}).items()}
    key = form.value("client_key")
    try:
        key = str(uuid.UUID(key))
    except ValueError:
        key = ""
    if not key or (error is not None and error.code == "key_reused"):
        key = str(uuid.uuid4())
    status = status_of(error) if error else 422 if form.is_bound else 200
    return render(
        request,
        template,
        {
            "door": door,
            "table": door.table,
            "round": door.table.round,
            "form": form,
            "done": done or door.to(),
            "back": door.to(),
            "form_next_deal": next_deal,
            "hidden": {"client_key": key, FOUR: _four(door), **hidden},
            "refused": sentence(error) if error else "",
            "code": error.code if error else "",
            **context(form),
        },
        status=status,
    )


def _four(door: Door) -> str:
    """Who started where, by number: the four whom a form names by their seats."""
    return " ".join(map(str, door.table.seats.order_by("seat").values_list("player__number", flat=True)))


def switch_language(request: HttpRequest) -> HttpResponse:
    """The same form in the other language with everything that was typed: its fields go into the address."""
    language = request.POST["language"]
    typed = {
        name: value
        for name, value in request.POST.items()
        if value and name not in ("csrfmiddlewaretoken", "language", FOUR)
    }
    response = SeeOther(f"{request.path}?{urlencode(typed)}" if typed else request.path)
    if check_for_language(language) and language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax"
        )
    return response


def opened_game(request: HttpRequest, door: Door) -> GameView:
    """The game, for a form about the deal in play. A form that could not be sent is not shown; one that is
    sent goes to the service, because the same press again must get the same answer."""
    view = game_view(door.table, deal=asked_deal(request))
    if request.method == "POST":
        return view
    demand_open(door)
    round_ = view.table.round
    if not round_.is_running:
        raise Refused("round_closed", round=round_.number)
    if view.totals_only:
        raise Refused("table_has_totals")
    if view.ended:
        raise Refused("table_closed")
    if view.is_full:
        raise Refused("game_is_full", deals=view.deals)
    return view

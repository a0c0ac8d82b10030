"""What the desk does with the clock of a round, and with tables that call a referee."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.errors import ScoringError
from tournament.errors import sentence
from tournament.models import Round, Table
from tournament.permissions import Action, Actor
from tournament.services.calls import answer_call, finish_call
from tournament.services.clock import call_time, give_minutes, pause_clock, resume_clock, start_clock
from tournament.views.organizer import see
from tournament.views.shared import desk_tournament, table_at, whole

USUAL = 5
"""Minutes of the one button that gives time to everybody."""


@login_required
@require_POST
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One press on the clock. A refusal is said on the board, where one looks next anyway."""
    tournament, actor = desk_tournament(request, slug, Action.CLOCK)
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    wish, _slash, seen = request.POST.get("do", "").partition("/")
    try:
        said = _turn(request, round_, actor, wish, whole(seen or request.POST.get("seen", "")))
        if said:
            messages.success(request, said)
    except ScoringError as error:
        messages.error(request, sentence(error))
    return see("desk_round", slug, number)


def _turn(request: HttpRequest, round_: Round, actor: Actor, wish: str, seen: int | None) -> str:
    if wish == "start":
        start_clock(round_, actor=actor)
        return _("The clock runs.")
    if wish == "pause":
        pause_clock(round_, actor=actor, seen=seen)
        return _("The clock is paused. Every screen says so.")
    if wish == "resume":
        resume_clock(round_, actor=actor, seen=seen)
        return _("The clock goes on.")
    table = _table(request, round_)
    reason = request.POST.get("reason", "")
    if wish == "call":
        call_time(round_, table=table, reason=reason, actor=actor, seen=seen)
        return _("The time is called.")
    if wish != "extra":
        return ""
    minutes = _minutes(request.POST.get("minutes", str(USUAL)))
    give_minutes(round_, minutes=minutes, table=table, reason=reason, actor=actor, seen=seen)
    if minutes < 0:
        return _("The minutes are taken back.")
    if table is None:
        return ngettext("All have %(count)s minute more.", "All have %(count)s minutes more.", minutes) % {
            "count": minutes
        }
    return ngettext(
        "Table %(table)s has %(count)s minute more.", "Table %(table)s has %(count)s minutes more.", minutes
    ) % {"count": minutes, "table": table.number}


def _table(request: HttpRequest, round_: Round) -> Table | None:
    asked = request.POST.get("table", "")
    return table_at(round_.tournament.slug, round_.number, whole(asked) or 0) if asked else None


def _minutes(text: str) -> int:
    size = whole(text.removeprefix("-"), digits=3) or 0
    return -size if text.startswith("-") else size


@login_required
@require_POST
def calls(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A referee goes to a table that called, or has been there."""
    _tournament, actor = desk_tournament(request, slug, Action.CALLS)
    coming, done = request.POST.get("coming", ""), request.POST.get("done", "")
    table = table_at(slug, number, whole(coming or done) or 0)
    try:
        if coming:
            answer_call(table_id=table.pk, actor=actor)
        else:
            finish_call(table_id=table.pk, actor=actor)
    except ScoringError as error:
        messages.error(request, sentence(error))
    return see("desk_round", slug, number)

"""What only the desk can say about a table: totals without deals, reopening, cancelling a penalty."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournament.errors import Refused, require
from tournament.forms.table import CancelForm, ReopenForm, TotalsForm
from tournament.models import Entry, Kind
from tournament.selectors.games import game_view
from tournament.services.deals import record_totals, void_totals
from tournament.services.penalties import cancel_penalty
from tournament.services.sign_offs import reopen_game
from tournament.views.doors import Door, demand_open
from tournament.views.table_forms import form_page


def totals(request: HttpRequest, door: Door) -> HttpResponse:
    """Four totals of a game whose deals are not known; corrected or taken back with a reason."""
    require(door.totals, "no_right")
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    newest = Entry.objects.filter(table=door.table, kind=Kind.TOTALS).order_by("-revision").first()
    stated = view.totals_entry
    # the form in the other language brings its own totals: a field that was emptied stays empty
    stands = stated.deltas if stated and "base_revision" not in request.GET else ()

    def say(form: TotalsForm) -> object:
        common: dict[str, Any] = {
            "table_id": door.table.pk,
            "base_revision": form.cleaned_data["base_revision"],
            "reason": form.why,
            "client_key": form.key,
            "actor": door.actor,
        }
        if form.cleaned_data["take_back"]:
            return void_totals(**common)
        require(form.says_something, "totals_missing")
        return record_totals(totals=form.totals, **common)

    return form_page(
        request,
        door,
        form_class=TotalsForm,
        template="referee/totals.html",
        say=say,
        initial={f"total_{seat}": total for seat, total in enumerate(stands)},
        fresh={"base_revision": newest.revision if newest else 0},
        context=lambda form: {
            "view": view,
            "stated": stated,
            "again": newest is not None,
            "fields": [
                (person, f"total_{person.seat}", form.value(f"total_{person.seat}")) for person in view.people
            ],
        },
    )


def reopen(request: HttpRequest, door: Door) -> HttpResponse:
    """Let a game that was ended go on."""
    require(door.strong, "no_right")
    view = game_view(door.table)
    if request.method != "POST":
        demand_open(door)
        require(view.ended, "game_not_closed")
    return form_page(
        request,
        door,
        form_class=ReopenForm,
        template="referee/reopen.html",
        say=lambda form: reopen_game(
            table_id=door.table.pk, reason=form.why, client_key=form.key, actor=door.actor
        ),
        context=lambda form: {"view": view},
    )


def cancel(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """Say that a penalty does not count; both stay readable.

    From a table's link only while the deal it fell in is played: a slip is mended where it was made.
    """
    view = game_view(door.table)
    line = next((penalty for penalty in view.penalties if penalty.entry.number == number), None)
    if line is None or (request.method != "POST" and line.cancelled is not None):
        raise Refused("penalty_not_found")
    require(door.strong or (door.is_open and line.entry.deal == view.next_deal), "no_right")
    came = "deals" if door.strong else ""
    return form_page(
        request,
        door,
        form_class=CancelForm,
        template="referee/cancel.html",
        say=lambda form: cancel_penalty(
            entry_id=line.entry.pk, reason=form.why, client_key=form.key, actor=door.actor
        ),
        context=lambda form: {"view": view, "penalty": line, "back": door.to(came)},
        done=door.to(came),
    )

"""Deals as forms: won, drawn, corrected, taken back; and two versions of one deal side by side."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.errors import ScoringError
from scoring.payments import DealFacts
from tournament.engine.judging import MARKS
from tournament.errors import Refused, sentence, status_of
from tournament.forms.table import CorrectionForm, DealForm, DrawnForm, UndoForm, deal_initial
from tournament.models import Entry, Kind
from tournament.selectors.games import game_view
from tournament.services.deals import correct_deal, record_deal, rewind_to, void_deal
from tournament.views.doors import Door, demand_open
from tournament.views.shared import whole
from tournament.views.table_forms import form_page, opened_game
from tournament.views.table_page import (
    line_of,
    query_of,
    statement_of,
    statement_sent,
)
from tournament.views.table_worth import asked_fans, stated, win_context

FAN_FIELDS = tuple(f"{kind}{number}" for number in range(1, 83) for kind in "fn")
DEAL_FIELDS = ("how", "winner", "discarder", "way", "fan", "claimed", "flowers", "tiles", *MARKS, *FAN_FIELDS)


def win(request: HttpRequest, door: Door) -> HttpResponse:
    """A deal that somebody won: who, from whom, how many fan."""
    view = opened_game(request, door)

    def say(form: DealForm) -> object:
        number = form.cleaned_data["number"] or view.next_deal
        return record_deal(
            table_id=door.table.pk,
            number=number,
            **stated(door, view, form, number),
            **form.timing,
            client_key=form.key,
            actor=door.actor,
        )

    return form_page(
        request,
        door,
        form_class=DealForm,
        template="referee/win.html",
        say=say,
        fresh={"number": view.next_deal},
        next_deal=view.next_deal + 1,
        initial=asked_fans(request),
        context=lambda form: win_context(request, door, view, form, view.next_deal),
        conflict=lambda form, error: _conflict(request, door, form, error),
    )


def drawn(request: HttpRequest, door: Door) -> HttpResponse:
    """A deal that nobody won."""
    view = opened_game(request, door)

    def say(form: DrawnForm) -> object:
        return record_deal(
            table_id=door.table.pk,
            number=form.cleaned_data["number"] or view.next_deal,
            facts=_drawn_form(form).facts,
            **form.timing,
            client_key=form.key,
            actor=door.actor,
        )

    return form_page(
        request,
        door,
        form_class=DrawnForm,
        template="referee/drawn.html",
        say=say,
        fresh={"number": view.next_deal},
        next_deal=view.next_deal + 1,
        context=lambda form: {"view": view},
        conflict=lambda form, error: _conflict(request, door, _drawn_form(form), error),
    )


def correct(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """State a deal again. What was recorded stands beside it and stays readable."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    line = line_of(view, number)
    if line is None or line.entry is None:
        raise Refused("deal_not_found", number=number)
    recorded = line.entry
    # An address that says how the deal ended says all of it: what it leaves out was not ticked.
    stands = {} if request.GET.get("how") else deal_initial(recorded)

    def say(form: CorrectionForm) -> object:
        return correct_deal(
            table_id=door.table.pk,
            number=number,
            base_revision=form.cleaned_data["base_revision"],
            **stated(door, view, form, number),
            reason=form.why,
            client_key=form.key,
            actor=door.actor,
        )

    return form_page(
        request,
        door,
        form_class=CorrectionForm,
        template="referee/correct.html",
        say=say,
        initial={**stands, **asked_fans(request)},
        fresh={"number": number, "base_revision": recorded.revision},
        context=lambda form: {
            **win_context(request, door, view, form, number),
            "number": number,
            "back": door.to("deals"),
            "line": line,
            "statement": statement_of(view, recorded),
        },
        conflict=lambda form, error: _conflict(request, door, form, error, number=number),
        done=door.to("deals"),
    )


def undo(request: HttpRequest, door: Door) -> HttpResponse:
    """Take back the last deal; with ``?to=4`` every deal from the fourth on."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    last = view.last_line
    if last is None or last.entry is None:
        raise Refused("deal_not_found", number=1)
    # the form in the other language brings the deal in its own field
    asked = request.GET.get("to") or request.GET.get("number") or request.POST.get("number") or ""
    target = whole(asked) or last.number
    target = target if line_of(view, target) and target <= last.number else last.number

    def say(form: UndoForm) -> object:
        data = form.cleaned_data
        common: dict[str, Any] = {
            "table_id": door.table.pk,
            "number": data["number"],
            "reason": form.why,
            "client_key": form.key,
            "actor": door.actor,
        }
        if data["number"] == data["last"] and not data["with_penalties"]:
            return void_deal(base_revision=data["base_revision"], **common)
        return rewind_to(
            last=data["last"], seen=data["seen"], with_penalties=data["with_penalties"], **common
        )

    return form_page(
        request,
        door,
        form_class=UndoForm,
        template="referee/undo.html",
        say=say,
        fresh={
            "number": target,
            "last": last.number,
            "base_revision": last.entry.revision,
            "seen": view.last_fact,
        },
        context=lambda form: {
            "view": view,
            "target": target,
            "last": last,
            "lines": [line for line in view.lines if line.entry is not None and line.number >= target],
            "fined": [p for p in view.penalties if not p.cancelled and (p.entry.deal or 0) >= target],
        },
    )


def _drawn_form(form: DrawnForm) -> DealForm:
    """The same statement in the words of the form of a deal."""
    full = DealForm({"how": "drawn", "number": form.value("number"), "client_key": form.value("client_key")})
    full.is_valid()
    return full


def _conflict(
    request: HttpRequest, door: Door, form: DealForm, error: ScoringError, *, number: int | None = None
) -> HttpResponse | None:
    """Both versions side by side, and the ways on: keep what is recorded, correct it, or enter one's own."""
    view = game_view(door.table)
    used = Entry.objects.filter(client_key=form.key, table=door.table, kind=Kind.DEAL).first()
    recorded = used if error.code == "key_reused" else None
    if recorded is None:
        sent_number = number if number is not None else form.cleaned_data.get("number")
        line = line_of(view, sent_number or 0)
        recorded = line.entry if line else None
    if recorded is None:
        return None
    live = line_of(view, recorded.number)
    typed = urlencode(query_of(form.data, DEAL_FIELDS))
    try:
        facts: DealFacts = stated(door, view, form, recorded.number)["facts"]
    except ScoringError:
        facts = form.facts
    again = door.to("drawn") if facts.winner is None else f"{door.to('win')}?{typed}"
    return render(
        request,
        "referee/conflict.html",
        {
            "door": door,
            "table": door.table,
            "round": door.table.round,
            "view": view,
            "refused": sentence(error),
            "code": error.code,
            "number": recorded.number,
            "sent": statement_sent(view, facts),
            "recorded": statement_of(view, live.entry if live and live.entry else recorded),
            "correct_url": f"{door.to('correct', recorded.number)}?{typed}",
            "enter_url": again if number is None and view.takes_deals else "",
        },
        status=status_of(error),
    )

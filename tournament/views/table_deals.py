"""Deals as forms: won, drawn, corrected, taken back; and two versions of one deal side by side."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.errors import ScoringError
from scoring.payments import DealFacts
from tournament.engine.judging import MARKS, Judged
from tournament.errors import Refused, sentence, status_of
from tournament.forms.table import QUICK_FANS, CorrectionForm, DealForm, DrawnForm, UndoForm, deal_initial
from tournament.models import Entry, Kind
from tournament.selectors.games import GameView, game_view
from tournament.services.deals import correct_deal, record_deal, rewind_to, void_deal
from tournament.services.judging import judge_tiles, judged_deal
from tournament.views.doors import Door, demand_open
from tournament.views.shared import whole
from tournament.views.table_forms import form_page, opened_game
from tournament.views.table_page import (
    facts_of,
    line_of,
    people_in,
    query_of,
    statement_of,
    statement_sent,
)

DEAL_FIELDS = ("how", "winner", "discarder", "fan", "flowers", "tiles", *MARKS)


def win(request: HttpRequest, door: Door) -> HttpResponse:
    """A deal that somebody won: who, from whom, how many fan."""
    view = opened_game(request, door)

    def say(form: DealForm) -> object:
        number = form.cleaned_data["number"] or view.next_deal
        return record_deal(
            table_id=door.table.pk,
            number=number,
            **_stated(door, form, number),
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
        context=lambda form: _deal_context(view, form, view.next_deal),
        conflict=lambda form, error: _conflict(request, door, form, error),
    )


def payments(request: HttpRequest, door: Door) -> HttpResponse:
    """Who would pay whom for a half-filled form, worked out by the rules; the rules' refusal otherwise.

    Where the tiles are there, they are judged, and what they are worth is paid.
    """
    tiles = request.GET.get("tiles", "").strip()[:300]
    rules, facts = door.tournament.ruleset, facts_of(request.GET, fan_needed=not tiles)
    context: dict[str, Any] = {}
    if facts is not None:
        view, asked = game_view(door.table), request.GET.get("number", "")
        number = whole(asked, digits=3)
        number = view.next_deal if number is None else number
        try:
            if tiles:
                marks = {mark: bool(request.GET.get(mark)) for mark in MARKS}
                judged = judge_tiles(tiles, rules=rules, number=number, facts=facts, marks=marks)
                context = {"judged": judged, "claimed": _other_claim(facts, judged)}
                facts = replace(facts, fan_total=judged.fan_total, flowers=judged.flowers)
            rules.check(facts)
            context |= _paid(view, facts, number)
        except ScoringError as error:
            context["refused"] = sentence(error)
    return render(request, "referee/_payments.html", context)


def _other_claim(facts: DealFacts, judged: Judged) -> int | None:
    return facts.fan_total if facts.fan_total not in (None, judged.fan_total) else None


def _stated(door: Door, form: DealForm, number: int) -> dict[str, Any]:
    """Facts and detail for the services: judged where tiles were typed."""
    rules = door.tournament.ruleset
    said = form.tiles_said
    facts, detail = judged_deal(said.pop("text"), rules=rules, number=number, facts=form.facts, **said)
    return {"facts": facts, "detail": detail}


def _paid(view: GameView, facts: DealFacts, deal: int) -> dict[str, Any]:
    deltas = view.table.round.tournament.ruleset.pay(facts)
    return {
        "rows": [(person, deltas[person.seat]) for person in people_in(view, deal)],
        "fan": facts.fan_total,
        "won": deltas[facts.winner or 0],
    }


def drawn(request: HttpRequest, door: Door) -> HttpResponse:
    """A deal that nobody won."""
    view = opened_game(request, door)

    def say(form: DrawnForm) -> object:
        return record_deal(
            table_id=door.table.pk,
            number=form.cleaned_data["number"] or view.next_deal,
            facts=_drawn_form(form).facts,
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

    def say(form: CorrectionForm) -> object:
        return correct_deal(
            table_id=door.table.pk,
            number=number,
            base_revision=form.cleaned_data["base_revision"],
            **_stated(door, form, number),
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
        initial=deal_initial(recorded),
        fresh={"number": number, "base_revision": recorded.revision},
        context=lambda form: {
            **_deal_context(view, form, number),
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
    asked = request.GET.get("to") or request.POST.get("number") or ""
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
        if data["number"] == data["last"]:
            return void_deal(base_revision=data["base_revision"], **common)
        return rewind_to(last=data["last"], **common)

    return form_page(
        request,
        door,
        form_class=UndoForm,
        template="referee/undo.html",
        say=say,
        fresh={"number": target, "last": last.number, "base_revision": last.entry.revision},
        context=lambda form: {
            "view": view,
            "target": target,
            "last": last,
            "lines": [line for line in view.lines if line.entry is not None and line.number >= target],
        },
    )


def _drawn_form(form: DrawnForm) -> DealForm:
    """The same statement in the words of the form of a deal."""
    full = DealForm({"how": "drawn", "number": form.value("number"), "client_key": form.value("client_key")})
    full.is_valid()
    return full


def _deal_context(view: GameView, form: DealForm, number: int) -> dict[str, Any]:
    return {
        "view": view,
        "winners": people_in(view, number, chosen=form.value("winner")),
        "discarders": people_in(view, number, chosen=form.value("discarder")),
        "quick": QUICK_FANS,
        "judged": _judged(view, form, number),
    }


def _judged(view: GameView, form: DealForm, number: int) -> Judged | None:
    """What the tiles of a form that was sent are worth, if they are worth anything."""
    if not form.is_bound or not form.is_valid() or not form.cleaned_data["tiles"]:
        return None
    said = form.tiles_said
    rules = view.table.round.tournament.ruleset
    try:
        return judge_tiles(said["text"], rules=rules, number=number, facts=form.facts, marks=said["marks"])
    except ScoringError:
        return None


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
        facts: DealFacts = _stated(door, form, recorded.number)["facts"]
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

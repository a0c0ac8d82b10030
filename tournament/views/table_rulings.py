"""What a referee rules at a table: penalties of the list, dead hands, hands played again, notes, chairs."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.payments import Treatment
from scoring.rotation import order_of
from tournament.errors import Refused, require
from tournament.forms.rulings import (
    OWN_WORDS,
    QUICK_AMOUNTS,
    DeadHandForm,
    NoteForm,
    PenaltyForm,
    ReplayForm,
    SeatsForm,
    TakeBackForm,
)
from tournament.models import Said
from tournament.selectors.faults import fault_lines
from tournament.selectors.game_shapes import GameView
from tournament.selectors.games import game_view
from tournament.services.faults import record_fault
from tournament.services.notes import cancel_note, record_note, replay_hand
from tournament.services.penalties import give_penalty
from tournament.services.reseating import cancel_reseat, reseat_table
from tournament.views.answers import asked_deal
from tournament.views.doors import Door, demand_open
from tournament.views.shared import whole
from tournament.views.table_forms import form_page, opened_game
from tournament.views.table_page import people_in


def penalty(request: HttpRequest, door: Door) -> HttpResponse:
    """A fault from the event's list with what it costs this player now. Possible after the last deal too."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table, deal=asked_deal(request))
    return _ruling(request, door, view, form_class=PenaltyForm, template="referee/penalty.html")


def dead_hand(request: HttpRequest, door: Door) -> HttpResponse:
    """Somebody plays along in the deal in play and may not win it."""
    view = opened_game(request, door)
    return _ruling(request, door, view, form_class=DeadHandForm, template="referee/dead_hand.html")


def _ruling(
    request: HttpRequest, door: Door, view: GameView, *, form_class: type[PenaltyForm], template: str
) -> HttpResponse:
    dead_only = form_class is DeadHandForm

    def say(form: PenaltyForm) -> object:
        data = form.cleaned_data
        require(data["seat"] is not None, "player_missing")
        require(form.says_something, "fault_missing")
        common: dict[str, Any] = {
            "table_id": door.table.pk,
            "seat": data["seat"],
            "deal": data["number"],
            "victim": data["victim"],
            "reason": form.why,
            "client_key": form.key,
            "actor": door.actor,
        }
        if form.is_listed:
            decided = form.step if data["overrule"] else None
            return record_fault(fault=data["fault"], decided=decided, **common)
        step = form.step
        return give_penalty(treatment=step.treatment, amount=step.amount, dead_hand=step.dead_hand, **common)

    number = view.position.number
    return form_page(
        request,
        door,
        form_class=form_class,
        template=template,
        say=say,
        fresh={"number": number},
        next_deal=view.next_deal,
        context=lambda form: {
            "view": view,
            "people": people_in(view, number, chosen=form.value("seat")),
            "victims": people_in(view, number, chosen=form.value("victim")),
            "faults": fault_lines(view, deal=number, dead_only=dead_only),
            "own_words": OWN_WORDS,
            "amounts": QUICK_AMOUNTS,
            "treatments": list(Treatment),
        },
    )


def replay(request: HttpRequest, door: Door) -> HttpResponse:
    """The hand in play does not count and is played again; the deal keeps its number."""
    view = opened_game(request, door)
    return form_page(
        request,
        door,
        form_class=ReplayForm,
        template="referee/replay.html",
        say=lambda form: replay_hand(
            table_id=door.table.pk,
            number=form.cleaned_data["number"],
            reason=form.why,
            client_key=form.key,
            actor=door.actor,
        ),
        fresh={"number": view.next_deal},
        next_deal=view.next_deal,
        context=lambda form: {
            "view": view,
            "dead": [person for person in view.people if person.dead_hand],
        },
    )


def note(request: HttpRequest, door: Door) -> HttpResponse:
    """A referee's own words at a deal, for the table and the desk."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table, deal=asked_deal(request))
    return form_page(
        request,
        door,
        form_class=NoteForm,
        template="referee/note.html",
        say=lambda form: record_note(
            table_id=door.table.pk,
            text=form.cleaned_data["text"],
            deal=form.cleaned_data["number"],
            client_key=form.key,
            actor=door.actor,
        ),
        fresh={"number": view.position.number},
        next_deal=view.next_deal,
        context=lambda form: {"view": view},
    )


def seats(request: HttpRequest, door: Door) -> HttpResponse:
    """People sat on wrong chairs: who really sat where from a deal on: the one in play, or ``?deal=3``."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    now = view.position.number
    asked = whole(str(request.POST.get("deal") or request.GET.get("deal") or ""), digits=2) or now
    deal = min(max(asked, 1), now)
    place = view.rules.position(deal)
    seated = door.tournament.ruleset.position(deal)

    def say(form: SeatsForm) -> object:
        data = form.cleaned_data
        require(None not in form.sitting, "reseat_unclear")
        return reseat_table(
            table_id=door.table.pk,
            deal=data["deal"],
            order=order_of(door.tournament.ruleset.position(data["deal"]), form.sitting),
            until=data["until"],
            reason=form.why,
            seen=data["seen"],
            client_key=form.key,
            actor=door.actor,
        )

    return form_page(
        request,
        door,
        form_class=SeatsForm,
        template="referee/seats.html",
        say=say,
        initial={f"wind_{wind}": place.sitting(wind) for wind in range(4)},
        fresh={"deal": deal, "seen": view.last_fact},
        context=lambda form: {
            "view": view,
            "deal": deal,
            "now": now,
            "deals": range(1, now + 1),
            "chairs": [
                (wind, f"wind_{wind}", form.value(f"wind_{wind}"), view.people[seated.sitting(wind)])
                for wind in range(4)
            ],
            "last": now - 1 if view.takes_deals else now,
        },
        done=door.to("deals"),
    )


def cancel_seats(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """Take a re-seating back: the four sit as was said before it."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    line = next((line for line in view.reseats if line.entry.number == number), None)
    if line is None or (request.method != "POST" and line.cancelled is not None):
        raise Refused("reseat_not_found", number=number)
    return form_page(
        request,
        door,
        form_class=TakeBackForm,
        template="referee/take_back.html",
        say=lambda form: cancel_reseat(
            table_id=door.table.pk,
            deal=number,
            reason=form.why,
            seen=form.cleaned_data["seen"],
            client_key=form.key,
            actor=door.actor,
        ),
        fresh={"seen": view.last_fact},
        context=lambda form: {"view": view, "reseat": line, "back": door.to("deals")},
        done=door.to("deals"),
    )


def drop_note(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """Take a note back, or the word that a hand is played again."""
    if request.method != "POST":
        demand_open(door)
    view = game_view(door.table)
    line = next((line for line in view.notes if line.entry.number == number), None)
    if line is None or (request.method != "POST" and line.cancelled is not None):
        raise Refused("note_not_found")
    return form_page(
        request,
        door,
        form_class=TakeBackForm,
        template="referee/take_back.html",
        say=lambda form: cancel_note(
            table_id=door.table.pk, number=number, reason=form.why, client_key=form.key, actor=door.actor
        ),
        context=lambda form: {
            "view": view,
            "note": line,
            "replayed": line.entry.said == Said.REPLAYED,
            "back": door.to("deals"),
        },
        done=door.to("deals"),
    )

"""What else happens at a table: false wins, agreement, and the end of a game."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.payments import FalseWin
from tournament.errors import Refused, require
from tournament.forms.table import (
    EndForm,
    FalseWinForm,
    Keyed,
    SignForm,
    false_win_costs,
)
from tournament.selectors.agreements import agreements
from tournament.selectors.games import game_view
from tournament.services.penalties import record_false_win
from tournament.services.sign_offs import close_game, end_game, sign_off
from tournament.views.doors import Door, demand_open
from tournament.views.table_forms import form_page, opened_game
from tournament.views.table_page import people_in


def false_win(request: HttpRequest, door: Door) -> HttpResponse:
    """A false win in the deal that is being played; what it costs is said by the event's rules."""
    view = opened_game(request, door)

    def say(form: FalseWinForm) -> object:
        return record_false_win(
            table_id=door.table.pk,
            seat=_seat(form, "seat"),
            case=FalseWin(form.cleaned_data["case"]),
            number=form.cleaned_data["number"],
            client_key=form.key,
            actor=door.actor,
        )

    return form_page(
        request,
        door,
        form_class=FalseWinForm,
        template="referee/false_win.html",
        say=say,
        fresh={"number": view.next_deal},
        context=lambda form: {
            "view": view,
            "people": people_in(view, view.next_deal, chosen=form.value("seat")),
            "costs": [
                (*cost, cost[0].value == form.value("case"))
                for cost in false_win_costs(door.tournament.ruleset)
            ],
        },
    )


def sign(request: HttpRequest, door: Door) -> HttpResponse:
    """Each of the four says yes or no to what is recorded up to here."""
    view = game_view(door.table)
    if request.method != "POST" and not view.table.round.is_running:
        demand_open(door)
        raise Refused("round_not_running", round=view.table.round.number)

    signs = agreements(view)

    def say(form: SignForm) -> object:
        data = form.cleaned_data
        # a player's own link opens the game of the round that runs: the form may be of the one before
        require(data["table"] in (None, door.table.pk), "stale_sign_off")
        return sign_off(
            table_id=door.table.pk,
            seat=_seat(form, "seat"),
            agree=data["say"] == "agree",
            up_to=data["up_to"],
            reason=form.why,
            client_key=form.key,
            actor=door.actor,
        )

    def context(form: SignForm) -> dict[str, Any]:
        asked = form.value("seat") if form.value("say") == "dispute" else ""
        disputing = next((person for person in view.people if str(person.seat) == asked), None)
        if door.player is not None and disputing is not None and disputing.player.pk != door.player.pk:
            raise Refused("not_your_word")
        back = door.to("sign") if disputing else door.to()
        own = door.player.pk if door.player is not None else None
        signatures = sorted(signs.signatures, key=lambda signature: signature.person.player.pk != own)
        return {"view": view, "signatures": signatures, "disputing": disputing, "back": back}

    return form_page(
        request,
        door,
        form_class=SignForm,
        template="referee/sign.html",
        say=say,
        fresh={"up_to": view.last_fact, "table": door.table.pk},
        context=context,
        done=door.to("sign"),
    )


def close(request: HttpRequest, door: Door) -> HttpResponse:
    """The referee closes a game that is played."""
    view = game_view(door.table)
    if request.method != "POST":
        demand_open(door)
        require(view.is_full or view.totals_only, "game_not_full", number=view.next_deal)
        require(not view.ended, "table_closed")
    return form_page(
        request,
        door,
        form_class=Keyed,
        template="referee/close.html",
        say=lambda form: close_game(table_id=door.table.pk, client_key=form.key, actor=door.actor),
        context=lambda form: {"view": view, "signs": agreements(view)},
    )


def end(request: HttpRequest, door: Door) -> HttpResponse:
    """The game ends here: the deal in play does not count."""
    view = opened_game(request, door)
    return form_page(
        request,
        door,
        form_class=EndForm,
        template="referee/end.html",
        say=lambda form: end_game(
            table_id=door.table.pk, client_key=form.key, actor=door.actor, reason=form.why
        ),
        context=lambda form: {"view": view},
        done=door.to("sign"),
    )


def _seat(form: Any, name: str) -> int:
    seat = form.cleaned_data[name]
    if seat is None:
        raise Refused("player_missing")
    return int(seat)

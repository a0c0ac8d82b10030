"""How somebody came to a table: by its link, by their own, or from the desk. The pages are the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from scoring.errors import ScoringError
from tournament.engine.sight import EVERYTHING
from tournament.errors import Refused, sentence, status_of
from tournament.models import Player, Table, Tournament
from tournament.permissions import Action, Actor, demand, may
from tournament.selectors.passes import table_of_player
from tournament.selectors.sight import look_with
from tournament.services.access import resolve_pass
from tournament.services.player_passes import resolve_player_pass
from tournament.views.answers import ANSWER_HEADER, is_statement, refused
from tournament.views.shared import actor_of, table_at
from tournament.views.sight import is_known, welcome

PASS, DESK, OWN = "pass", "desk_table", "own"


@dataclass(frozen=True, slots=True)
class Door:
    """Who acts at which table, and how the addresses of this table's pages are made.

    ``strong``: may correct closed games, reopen, cancel. ``totals``: may store totals only. ``player``: who
    follows with a link of their own, and says yes or no for themselves alone.
    """

    kind: str
    args: tuple[Any, ...]
    actor: Actor
    table: Table
    strong: bool = False
    totals: bool = False
    pass_id: int | None = None
    player: Player | None = None

    def to(self, page: str = "", *more: object) -> str:
        """The address of a page of this table; without a name the table itself."""
        return reverse(f"{self.kind}_{page}" if page else self.kind, args=[*self.args, *more])

    @property
    def tournament(self) -> Tournament:
        return self.table.round.tournament

    @property
    def is_desk(self) -> bool:
        return self.kind == DESK

    @property
    def is_open(self) -> bool:
        """Whether anything may be recorded in this game through this door now."""
        if self.player is not None:
            return False
        round_ = self.table.round
        return round_.is_running or (self.strong and round_.is_closed)

    @property
    def home(self) -> str:
        """Where one goes back to from the table: the organizer's board; nowhere from a pass."""
        if not self.is_desk:
            return ""
        return reverse("desk_round", args=[self.tournament.slug, self.table.round.number])


def pass_door(secret: str) -> Door:
    """Through a table's secret link. Refused: ``no_such_pass``, ``pass_revoked``."""
    found = resolve_pass(secret)
    look_with(EVERYTHING)  # the four see their own table whole, whatever the public sees of it
    actor, table = Actor.of_pass(found), found.table
    totals = may(actor, Action.TOTALS, table.round.tournament, table_id=table.pk)
    return Door(kind=PASS, args=(secret,), actor=actor, table=table, totals=totals, pass_id=found.pk)


def own_door(secret: str) -> Door:
    """Through a player's own link, at the table where they sit in the round that counts now.

    Refused: ``no_such_pass``, ``own_pass_revoked``, ``no_table_now``.
    """
    found = resolve_player_pass(secret)
    table = table_of_player(found.player)
    if table is None:
        raise Refused("no_table_now")
    look_with(EVERYTHING)
    actor = Actor.of_player(found, table.pk)
    return Door(kind=OWN, args=(secret,), actor=actor, table=table, pass_id=found.pk, player=found.player)


def desk_door(request: HttpRequest, slug: str, round_number: int, table_number: int) -> Door:
    """From the desk, for referees and organizers of the event."""
    table, actor = table_at(slug, round_number, table_number), actor_of(request)
    tournament = table.round.tournament
    demand(actor, Action.DESK, tournament)
    return Door(
        kind=DESK,
        args=(slug, round_number, table_number),
        actor=actor,
        table=table,
        strong=may(actor, Action.CORRECT_CLOSED, tournament),
        totals=may(actor, Action.TOTALS, tournament),
    )


TableView = Callable[..., HttpResponse]


def _answer(request: HttpRequest, view: TableView, door: Door, more: dict[str, Any]) -> HttpResponseBase:
    response = view(request, door, **more)
    add_never_cache_headers(response)  # a form brought back by "Back" would carry a used key
    response[ANSWER_HEADER] = "table"
    return response


def _behind(opener: Callable[[str], Door], view: TableView) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def opened(request: HttpRequest, secret: str, **more: Any) -> HttpResponseBase:
        door = None
        try:
            door = opener(secret)
            response = _answer(request, view, door, more)
            if not is_known(request, door.tournament):
                welcome(response, door.tournament)  # whoever opened a table's link is in the hall
            return response
        except ScoringError as error:
            return refusal(request, error, door)

    return opened


def at_pass(view: TableView) -> Callable[..., HttpResponseBase]:
    """A page behind ``/p/<secret>``. A wrong, withdrawn or ended link gets a calm page with its sentence."""
    return _behind(lambda secret: pass_door(secret), view)


def at_own(view: TableView) -> Callable[..., HttpResponseBase]:
    """The same behind ``/my/<secret>``, for a player who follows."""
    return _behind(lambda secret: own_door(secret), view)


def at_desk(view: TableView) -> Callable[..., HttpResponseBase]:
    """The same page behind the desk; strangers are sent to sign in."""

    @wraps(view)
    def opened(
        request: HttpRequest, slug: str, round_number: int, table_number: int, **more: Any
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            if is_statement(request):  # what waits on the device stays there until somebody signs in
                return refusal(request, Refused("signed_out"))
            return redirect_to_login(request.get_full_path())
        door = None
        try:
            door = desk_door(request, slug, round_number, table_number)
            return _answer(request, view, door, more)
        except ScoringError as error:
            return refusal(request, error, door)

    return opened


def refusal(request: HttpRequest, error: ScoringError, door: Door | None = None) -> HttpResponse:
    """The calm page of a refusal that no form can show."""
    context = {"code": error.code, "sentence": sentence(error), "door": door}
    response: HttpResponse = render(request, "referee/refused.html", context, status=status_of(error))
    if is_statement(request):
        response = refused(error, response)
    add_never_cache_headers(response)
    response[ANSWER_HEADER] = "table"
    return response


def demand_open(door: Door) -> None:
    """Refuse with ``pass_over`` (or ``round_not_running``) before a form is shown that could not be sent."""
    if door.is_open:
        return
    round_ = door.table.round
    if round_.is_closed:
        raise Refused("pass_over", round=round_.number)
    raise Refused("round_not_running", round=round_.number)

"""Links for players' own phones: shown by the phone of their table, opened and printed at the desk."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.errors import Refused, sentence, status_of
from tournament.models import Player, PlayerPass, Tournament
from tournament.permissions import Action
from tournament.selectors.game_shapes import Person
from tournament.selectors.games import game_view
from tournament.selectors.passes import holders
from tournament.services.player_passes import (
    hand_out_at_table,
    open_player_passes,
    replace_player_pass,
    withdraw_player_pass,
)
from tournament.views.doors import Door, demand_open
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, whole
from tournament.views.table_forms import SeeOther


@dataclass(frozen=True, slots=True)
class FollowLine:
    """One of the four on the page that hands out links; ``ours``: this door may show the open one."""

    person: Person
    opened: PlayerPass | None
    ours: bool


LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


def link_of(request: HttpRequest, opened: PlayerPass | None) -> str:
    """The address that a player's phone opens; "" without a pass."""
    site = settings.SITE_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"
    return site + reverse("own", args=[opened.secret]) if opened else ""


def follow(request: HttpRequest, door: Door) -> HttpResponse:
    """The four names, and for one of them the code that their own phone scans.

    A table's phone shows again only what it handed out itself: a link goes on through the event, and nobody
    may read it off another table's phone.
    """
    demand_open(door)
    view = game_view(door.table)
    refused: ScoringError | None = None
    if request.method == "POST":
        try:
            seat = whole(request.POST.get("seat", ""))
            hand_out_at_table(table_id=door.table.pk, seat=-1 if seat is None else seat, actor=door.actor)
            return SeeOther(f"{door.to('follow')}?seat={seat}")
        except ScoringError as error:
            refused = error
    held = holders([person.player for person in view.people])
    lines = [
        FollowLine(person, holder.opened, _may_show(door, holder.opened))
        for person, holder in zip(view.people, held, strict=True)
    ]
    asked = request.GET.get("seat", "")
    shown = next((line for line in lines if line.ours and str(line.person.seat) == asked), None)
    return render(
        request,
        "referee/follow.html",
        {
            "door": door,
            "table": door.table,
            "round": door.table.round,
            "lines": lines,
            "shown": shown,
            "link": link_of(request, shown.opened) if shown else "",
            "refused": sentence(refused) if refused else "",
        },
        status=status_of(refused) if refused else 200,
    )


def _may_show(door: Door, opened: PlayerPass | None) -> bool:
    if opened is None:
        return False
    return door.is_desk or opened.handed_with_id == door.pass_id


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's own link at the desk: open them all, replace one, withdraw one."""
    tournament, actor = desk_tournament(request, slug, Action.PASSES)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            _act(request, tournament, actor)
            return see("desk_player_links", slug)
        except ScoringError as error:
            refusal = error
    context = _links(request, tournament)
    return page(request, "organizer/player_links.html", tournament, actor, refusal=refusal, **context)


@login_required
@require_safe
def player_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The same links as cards to print, one a player."""
    tournament, actor = desk_tournament(request, slug, Action.PASSES)
    return page(request, "print/player_cards.html", tournament, actor, **_links(request, tournament))


def _act(request: HttpRequest, tournament: Tournament, actor: Any) -> None:
    do = request.POST.get("do")
    if do == "open":
        count = len(open_player_passes(tournament, actor=actor))
        said = ngettext(
            "%(count)s player has a link of their own.", "%(count)s players have a link of their own.", count
        )
        messages.success(request, said % {"count": count})
        return
    number = whole(request.POST.get("player", "")) or 0
    player = Player.objects.filter(tournament=tournament, number=number).first()
    if player is None:
        raise Refused("player_not_found", number=number)
    if do == "withdraw":
        withdraw_player_pass(player, actor=actor)
        messages.success(request, _("The link of %(player)s is withdrawn.") % {"player": player})
    else:
        replace_player_pass(player, actor=actor)
        messages.success(request, _("%(player)s has a new link. The old one is dead.") % {"player": player})


def _links(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    players = list(tournament.players.select_related("team").order_by("number"))
    lines = [
        {"player": holder.player, "opened": holder.opened, "link": link_of(request, holder.opened)}
        for holder in holders(players)
    ]
    return {
        "lines": lines,
        "missing": sum(line["opened"] is None for line in lines),
        "only_here": not settings.SITE_URL and request.get_host().startswith(LOCAL_HOSTS),
        "site": f"{request.scheme}://{request.get_host()}",
    }

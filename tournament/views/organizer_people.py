"""Pages of the desk about people: the list of players, and who else may work here."""

import csv
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.engine.roster import KNOWN, Fault, Roster, read_roster
from tournament.errors import Refused, sentence, status_of
from tournament.exports.csv import harmless
from tournament.forms.players import PlayerForm, RosterForm
from tournament.forms.roster_file import Cells
from tournament.forms.tournament import RoleForm
from tournament.models import Player, Seat
from tournament.permissions import Action, demand
from tournament.services.access import create_account, give_role, take_role
from tournament.services.registration import add_player, change_player, remove_player, replace_players
from tournament.templatetags.names import called, find_country
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament

EXAMPLES = (
    ("Mette SØRENSEN", "", "Denmark", "Amager", "Team 1", "04010023", "", "", ""),
    ("ZHUGE Wentao", "诸葛文涛", "China", "Pearl River", "Team 2", "", "", "", ""),
)
MOST_FAULTS_SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The list; a whole list put in at once, or one person added."""
    tournament, actor = desk_tournament(request, slug)
    roster_form, player_form = RosterForm(), PlayerForm()
    refusal: ScoringError | None = None
    report: dict[str, Any] | None = None
    status = 200
    if request.method == "POST":
        demand(actor, Action.PEOPLE, tournament)
        try:
            if request.POST.get("do") == "import":
                roster_form = RosterForm(request.POST, request.FILES)
                roster = _read(roster_form)
                count = len(replace_players(tournament, roster.rows, actor=actor))
                said = ngettext(
                    "%(count)s player is in the list.", "%(count)s players are in the list.", count
                )
                messages.success(request, said % {"count": count})
                return see("desk_players", slug)
            player_form = PlayerForm(request.POST)
            status = 422
            if player_form.is_valid():
                added = add_player(tournament, actor=actor, **player_form.cleaned_data)
                messages.success(request, _("%(player)s is in the list.") % {"player": added})
                return see("desk_players", slug)
        except _Rejected as rejected:
            report, status = rejected.report, status_of(rejected)
        except ScoringError as error:
            refusal = error
    listed = list(tournament.players.select_related("team"))
    return page(
        request,
        "organizer/players.html",
        tournament,
        actor,
        refusal=refusal,
        status=status,
        report=report,
        roster_form=roster_form,
        player_form=player_form,
        players=listed,
        regular=sum(not player.substitute for player in listed),
        substitutes=sum(player.substitute for player in listed),
        missing=-sum(not player.substitute for player in listed) % 4,
        teams=list(tournament.teams.all()),
        unknown=unknown_countries(listed),
        seated=Seat.objects.filter(round__tournament=tournament).exists(),
    )


def unknown_countries(listed: Sequence[Player]) -> list[tuple[str, list[Player]]]:
    """Countries of the list that nobody knows, as they are written, and whose they are."""
    found: dict[str, list[Player]] = {}
    for person in listed:
        if person.country.strip() and find_country(person.country) is None:
            found.setdefault(person.country, []).append(person)
    return sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))


class _Rejected(Refused):
    """A list with faults: nothing was imported, and the report says why."""

    def __init__(self, report: dict[str, Any], count: int) -> None:
        super().__init__("import_rejected", count=count)
        self.report = report


def _read(form: RosterForm) -> Roster:
    if not form.is_valid():
        raise Refused("file_unreadable")
    cells = form.cells()
    roster = read_roster(cells)
    if not roster.ok:
        rows = len({fault.row for fault in roster.faults})
        raise _Rejected(fault_report(roster, cells), rows)
    return roster


OF_THE_LIST = frozenset({"no_rows", "too_many_rows", "column_unknown", "column_twice", "column_missing"})
"""What is wrong with a list as a whole: no row of it was looked at."""


def fault_report(roster: Roster, cells: Cells) -> dict[str, Any]:
    """Row by row: the number, what is wrong, what the row holds."""
    width = max((len(row) for row in cells), default=0)
    shown = roster.faults[:MOST_FAULTS_SHOWN]
    rows: dict[int, dict[str, Any]] = {}
    for fault in shown:
        line = rows.setdefault(
            fault.row, {"row": fault.row, "sentences": [], "cells": _content(cells, fault.row, width)}
        )
        line["sentences"].append(_sentence(fault))
    bad = len({fault.row for fault in roster.faults})
    return {
        "rows": list(rows.values()),
        "read": roster.read,
        "unread": any(fault.code in OF_THE_LIST for fault in roster.faults),
        "good": len(roster.rows),
        "bad": bad,
        "more": bad - len(rows),
    }


def _content(cells: Cells, row: int, width: int) -> str:
    if not 1 <= row <= len(cells):
        return ""
    return " · ".join(" ".join(cell.split())[:80] for cell in cells[row - 1][:width] if cell.strip())


def _sentence(fault: Fault) -> str:
    return sentence(Refused(fault.code, **fault.params))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One person: correct what is known, or take them off the list."""
    tournament, actor = desk_tournament(request, slug, Action.PEOPLE)
    person = get_object_or_404(Player.objects.select_related("team"), tournament=tournament, number=number)
    form = PlayerForm(initial=PlayerForm.values_of(person))
    refusal: ScoringError | None = None
    status = 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "remove":
                remove_player(person, actor=actor)
                told = {"player": called(person)}
                messages.success(request, _("%(player)s was taken off the list.") % told)
                return see("desk_players", slug)
            form, status = PlayerForm(request.POST), 422
            if form.is_valid():
                change_player(person, actor=actor, **form.cleaned_data)
                messages.success(request, _("%(player)s is stored.") % {"player": called(person)})
                return see("desk_players", slug)
        except ScoringError as error:
            refusal = error
            person.refresh_from_db()
    return page(
        request,
        "organizer/player.html",
        tournament,
        actor,
        refusal=refusal,
        status=status,
        form=form,
        person=person,
        teams=list(tournament.teams.all()),
        seated=person.seats.exists() or person.entries.exists(),
    )


@login_required
@require_safe
def template_file(request: HttpRequest, slug: str) -> HttpResponse:
    """A file with the columns and two examples, to be filled in."""
    desk_tournament(request, slug)
    return _csv("players-template.csv", [KNOWN, *EXAMPLES])


@login_required
@require_safe
def players_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The present list in the same columns, so that it can be changed elsewhere and put back."""
    tournament, _actor = desk_tournament(request, slug)
    rows = [
        (
            person.name,
            person.native_name,
            person.country,
            person.club,
            person.team.name if person.team else "",
            person.licence,
            person.number,
            person.external_id,
            "1" if person.substitute else "",
        )
        for person in tournament.players.select_related("team")
    ]
    return _csv(f"{slug}-players.csv", [KNOWN, *rows])


def _csv(name: str, rows: list[Any]) -> HttpResponse:
    """CSV with a byte-order mark: without it spreadsheets in the West spoil every second script."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    csv.writer(response).writerows([harmless(str(cell)) for cell in row] for row in rows)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def access(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may work here: roles for people with an account, and new accounts."""
    tournament, actor = desk_tournament(request, slug, Action.SETTINGS)
    form = RoleForm()
    refusal: ScoringError | None = None
    fresh: dict[str, str] | None = None
    status = 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "take":
                user = _user(request.POST.get("username", ""))
                take_role(tournament, user=user, actor=actor)
                messages.success(request, _("%(user)s has no role here any more.") % {"user": user})
                return see("desk_people", slug)
            form, status = RoleForm(request.POST), 422
            if form.is_valid():
                name, role = form.cleaned_data["username"].strip(), form.cleaned_data["role"]
                if request.POST.get("do") == "create":
                    made, password = create_account(tournament, username=name, role=role, actor=actor)
                    # shown here and now, never stored: no redirect, and no cache keeps it
                    fresh = {"username": made.username, "password": password}
                    form, status = RoleForm(), 201
                else:
                    give_role(tournament, user=_user(name), name=role, actor=actor)
                    messages.success(request, _("%(user)s has a role here now.") % {"user": name})
                    return see("desk_people", slug)
        except ScoringError as error:
            refusal = error
    roles = tournament.roles.select_related("user").order_by("name", "user__username")
    response = page(
        request,
        "organizer/people.html",
        tournament,
        actor,
        refusal=refusal,
        status=status,
        form=form,
        fresh=fresh,
        roles=roles,
    )
    response["Cache-Control"] = "no-store"
    return response


def _user(name: str) -> User:
    user = User.objects.filter(username__iexact=name).first()
    if user is None:
        raise Refused("user_not_found", user=name)
    return user

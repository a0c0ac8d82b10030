"""Pages of the desk about a tournament as a whole: mine, a new one, what to do next, settings, its log."""

import datetime
import re
import unicodedata
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.errors import sentence, status_of
from tournament.forms.tournament import NewTournamentForm, TournamentForm
from tournament.models import Tournament
from tournament.permissions import Action
from tournament.selectors.blockers import blockers
from tournament.selectors.desk import audit_trail, current_round, my_tournaments, round_lines, steps
from tournament.services.tournaments import RESERVED, change_settings, create_tournament
from tournament.views.organizer import page, see
from tournament.views.organizer_words import audit_sentence
from tournament.views.shared import actor_of, desk_tournament

DEFAULTS: dict[str, Any] = {
    "time_zone": "Europe/Paris",
    "profile": "MIL2025",
    "number_of_rounds": 8,
    "minutes": 120,
    "points_1": "4",
    "points_2": "2",
    "points_3": "1",
    "points_4": "0",
    "ranking": "mini",
    "false_win": "cn1998",
    "seat_change": "wmo",
    "time_up": "finish_hand",
    "clock_start": "with_round",
    "warnings": [15, 5],
    "seating_mode": "fixed",
    "advance_rounds": 5,
    "finalists": 16,
    "final_rounds": 1,
    "others_in_finals": "play_on",
    "agreement": "none",
    "claimed_total": "stands_unless_objected",
}


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """My tournaments."""
    return render(request, "organizer/desk.html", {"mine": my_tournaments(actor_of(request))})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new tournament, owned by whoever makes it."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    initial = {**DEFAULTS, "starts_on": today, "ends_on": today + datetime.timedelta(days=1)}
    form = NewTournamentForm(request.POST or None, initial=initial)
    context: dict[str, Any] = {"form": form, "is_new": True}
    if request.method == "POST" and form.is_valid():
        user = request.user
        assert isinstance(user, User)  # login_required
        slug = form.cleaned_data["slug"] or free_slug(form.cleaned_data["name"])
        try:
            create_tournament(slug=slug, actor=actor_of(request), owner=user, **form.settings())
        except ScoringError as error:
            context["refusal"] = {"text": sentence(error), "code": error.code}
            return render(request, "organizer/new.html", context, status=status_of(error))
        messages.success(request, _("The tournament is there. Next: the list of players."))
        return see("desk_overview", slug)
    return render(request, "organizer/new.html", context, status=422 if form.is_bound else 200)


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What to do next, in order, and all rounds."""
    tournament, actor = desk_tournament(request, slug)
    round_ = current_round(tournament)
    open_points = blockers(round_) if round_ is not None and round_.is_running else []
    return page(
        request,
        "organizer/overview.html",
        tournament,
        actor,
        steps=steps(tournament, blocked=len(open_points)),
        lines=round_lines(tournament),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings; what results depend on is shown as frozen once play has started."""
    tournament, actor = desk_tournament(request, slug, Action.SETTINGS)
    form = TournamentForm(request.POST or None, tournament=tournament)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(tournament, actor=actor, **form.settings())
        except ScoringError as error:
            refusal = error
        else:
            messages.success(request, _("The settings are stored."))
            return see("desk_settings", slug)
    return page(
        request,
        "organizer/settings.html",
        tournament,
        actor,
        form=form,
        refusal=refusal,
        status=422 if form.is_bound else 200,
    )


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what and when."""
    tournament, actor = desk_tournament(request, slug)
    shown = Paginator(audit_trail(tournament), 60).get_page(request.GET.get("page"))
    lines = [{"entry": entry, "text": audit_sentence(entry)} for entry in shown]
    return page(request, "organizer/log.html", tournament, actor, lines=lines, shown=shown)


def free_slug(name: str) -> str:
    """An address from a name that nobody has yet: "Øresund Open 2026" becomes "oresund-open-2026"."""
    plain = name.translate(str.maketrans("øØłŁđĐßæÆœŒ", "oOlLdDsaAoO"))
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50].strip("-") or "tournament"
    taken = RESERVED | set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken:
        return stem
    return next(slug for n in range(2, 10_000) if (slug := f"{stem}-{n}") not in taken)

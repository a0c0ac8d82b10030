"""The desk's page of times: when each round is meant to begin."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.models import Tournament
from tournament.permissions import Action
from tournament.services.rounds import plan_rounds
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, moment

AS_TYPED = "%Y-%m-%dT%H:%M"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def times(request: HttpRequest, slug: str) -> HttpResponse:
    """A time a round, in the event's own zone; rounds that began are shown as they did."""
    tournament, actor = desk_tournament(request, slug, Action.ROUNDS)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            plan_rounds(tournament, _asked(request, tournament), actor=actor)
        except ScoringError as error:
            refusal = error
        else:
            messages.success(request, _("The times are stored. Everybody sees them."))
            return see("desk_times", slug)
    rows = []
    for round_ in tournament.rounds.order_by("number"):
        planned = round_.planned_start
        stored = planned.astimezone(tournament.zone).strftime(AS_TYPED) if planned else ""
        rows.append({"round": round_, "typed": request.POST.get(f"round_{round_.number}", stored)})
    return page(request, "organizer/times.html", tournament, actor, refusal=refusal, rows=rows)


def _asked(request: HttpRequest, tournament: Tournament) -> dict[int, datetime | None]:
    asked: dict[int, datetime | None] = {}
    for number in range(1, tournament.number_of_rounds + 1):
        typed = request.POST.get(f"round_{number}")
        if typed is not None:
            asked[number] = moment(typed, tournament) if typed.strip() else None
    return asked

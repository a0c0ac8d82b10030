"""The desk's page of seatings: make drafts from a seed, let the judge speak, compare, publish."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.engine import seating as engine
from tournament.errors import sentence
from tournament.models import Player, SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.models.tournament import State
from tournament.permissions import Action, Actor
from tournament.services.seating import discard_draft, draft_seating, problem_of, publish_seating
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament, whole

MOST_REPEATS_NAMED = 12
Players = dict[int, Player]


@dataclass(frozen=True, slots=True)
class Judged:
    """A plan and what the judge says of it, with the players as they are now."""

    plan: SeatingPlan
    report: engine.Report
    stale: bool

    @property
    def is_draft(self) -> bool:
        return self.plan.state == PlanState.DRAFT

    @property
    def is_published(self) -> bool:
        return self.plan.state == PlanState.PUBLISHED


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Drafts and the published seating of all rounds."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            return _act(request, tournament, actor)
        except ScoringError as error:
            refusal = error
    problem, obstacle = _problem(tournament)
    current = tournament.seating_plans.exclude(state=PlanState.SUPERSEDED)
    plans = [_judged(plan, problem) for plan in current]
    players = {player.number: player for player in tournament.players.select_related("team")}
    is_open = tournament.state == State.PLANNED
    shown = _shown(plans, request.GET.get("plan", ""), is_open=is_open)
    number = _round_number(request.GET.get("round", ""), shown)
    return page(
        request,
        "organizer/seating.html",
        tournament,
        actor,
        refusal=refusal,
        obstacle=sentence(obstacle) if obstacle else "",
        plans=plans,
        shown=shown,
        number=number,
        rounds=_round_links(tournament, shown, number),
        tables=_tables(shown, number, players),
        repeats=_repeats(shown, players),
        seed=request.POST.get("seed") or _suggested_seed(tournament),
        is_open=is_open,
    )


def _act(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    wish = request.POST.get("do", "")
    here = reverse("desk_seating", args=[tournament.slug])
    if wish == "draft":
        plan = draft_seating(tournament, seed=request.POST.get("seed", ""), actor=actor)
        messages.success(
            request, _("Draft %(number)s is made. Nobody sees it yet.") % {"number": plan.number}
        )
        return see(f"{here}?plan={plan.number}")
    number = whole(request.POST.get("plan", "")) or 0
    plan = get_object_or_404(SeatingPlan, tournament=tournament, number=number)
    if wish == "discard":
        discard_draft(plan, actor=actor)
        messages.success(request, _("The draft is discarded."))
    elif wish == "publish":
        publish_seating(plan, actor=actor)
        messages.success(request, _("The seating is published. Everybody sees it now."))
    return see(here)


def _problem(tournament: Tournament) -> tuple[engine.Problem | None, ScoringError | None]:
    """What a seating is asked for now, or why none can be made."""
    try:
        return problem_of(tournament), None
    except ScoringError as obstacle:
        return None, obstacle


def _judged(plan: SeatingPlan, problem: engine.Problem | None) -> Judged:
    chart = engine.shape(plan.chart)
    report = engine.judge(chart, problem)
    made_for = plan.certificate.get("problem", {}).get("players")
    now = None if problem is None else engine.certificate(chart, problem, None)["problem"]["players"]
    return Judged(plan=plan, report=report, stale=made_for is not None and made_for != now)


def _shown(plans: list[Judged], wish: str, *, is_open: bool) -> Judged | None:
    """The plan asked for; else, while seatings can still change, the newest; else the published one."""
    asked = next((judged for judged in plans if str(judged.plan.number) == wish), None)
    published = None if is_open else next((judged for judged in plans if judged.is_published), None)
    return asked or published or next(iter(plans), None)


def _round_number(wish: str, shown: Judged | None) -> int:
    rounds = len(shown.plan.chart) if shown else 1
    number = whole(wish)
    return number if number and number <= rounds else 1


def _round_links(tournament: Tournament, shown: Judged | None, number: int) -> list[dict[str, Any]]:
    if shown is None:
        return []
    here = reverse("desk_seating", args=[tournament.slug])
    return [
        {"label": n, "url": f"{here}?plan={shown.plan.number}&round={n}", "current": n == number}
        for n in range(1, len(shown.plan.chart) + 1)
    ]


def _tables(shown: Judged | None, number: int, players: Players) -> list[dict[str, Any]]:
    """The tables of one round, each seat with its player (None: no longer in the list)."""
    if shown is None:
        return []
    return [
        {
            "number": table,
            "seats": [
                {"wind": wind, "number": player, "player": players.get(player)}
                for wind, player in enumerate(seats)
            ],
        }
        for table, seats in enumerate(shown.plan.chart[number - 1], 1)
    ]


def _repeats(shown: Judged | None, players: Players) -> list[dict[str, Any]]:
    """The first pairs that meet more than once, by name, with where."""
    if shown is None:
        return []
    return [
        {
            "first": players.get(repeat.players[0]),
            "second": players.get(repeat.players[1]),
            "rounds": ", ".join(str(round_number) for round_number, _table in repeat.meetings),
        }
        for repeat in shown.report.repeated[:MOST_REPEATS_NAMED]
    ]


def _suggested_seed(tournament: Tournament) -> str:
    """Something said aloud easily: the address, today, and how many drafts there were."""
    made = tournament.seating_plans.count() + 1
    today = timezone.localdate(timezone=tournament.zone)
    return f"{tournament.slug} {today:%Y-%m-%d} {made}"[:80]

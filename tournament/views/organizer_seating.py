"""The desk's page of seatings: make drafts, hear the judge, swap people, ask why, publish."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.engine import seating as engine
from tournament.errors import Refused
from tournament.models import SeatingMaking, Tournament
from tournament.models.table import MakingState
from tournament.models.tournament import State
from tournament.permissions import Action
from tournament.selectors.people import people_of
from tournament.selectors.seating_desk import (
    Shown,
    best_swaps,
    last_making,
    plan_lines,
    player_lines,
    shown_plan,
    withdrawn_last,
)
from tournament.services.seating import LONGEST_SEED, problem_of
from tournament.services.seating_making import stopped
from tournament.views.organizer import page, told
from tournament.views.organizer_seating_actions import act
from tournament.views.seating_words import (
    MOST_BROKEN,
    STAGES,
    People,
    against,
    broken_sentence,
    change_sentence,
    judge_rows,
    name_of,
    sitting_lines,
    verdict,
    why_lines,
)
from tournament.views.shared import desk_tournament, whole

MOST_SWAPS = 6


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Drafts and the published seating of all rounds."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            return act(request, tournament, actor)
        except ScoringError as error:
            refusal = error
            tournament.refresh_from_db()
    problem, obstacle = _problem(tournament)
    asked = Asked.of(request)
    lines = plan_lines(tournament, problem)
    people = people_of(tournament)
    shown = shown_plan(tournament, lines, asked.plan, problem)
    making = last_making(tournament)
    return page(
        request,
        "organizer/seating.html",
        tournament,
        actor,
        refusal=refusal,
        obstacle=told(obstacle, tournament) if obstacle else "",
        lines=lines,
        instead_of=next((line.plan.number for line in lines if line.is_published), 0),
        all_best=all(line.is_best for line in lines),
        is_open=tournament.state == State.PLANNED,
        seed=request.POST.get("seed") or _suggested_seed(tournament),
        draw=request.POST.get("draw", ""),
        how_draw=request.POST.get("how") == "draw",
        later=request.POST.get("when") == "later",
        at=request.POST.get("at", ""),
        withdrawn=None if shown else withdrawn_last(tournament),
        rules_set=bool(tournament.seating_rules),
        now_local=timezone.localtime(timezone=tournament.zone).strftime("%Y-%m-%dT%H:%M"),
        **_making(tournament, making),
        **(_shown_context(tournament, shown, people, asked) if shown else {"shown": None}),
    )


@login_required
@require_safe
def making(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the making is, as a fragment; when it is over, the page is loaded again."""
    tournament, _actor = desk_tournament(request, slug, Action.SEATING)
    found = last_making(tournament)
    context = {"tournament": tournament, **_making(tournament, found)}
    response = render(request, "organizer/_making.html", context)
    if not context["is_making"]:
        here = reverse("desk_seating", args=[slug])
        ended_well = found is not None and found.plan
        response["HX-Redirect"] = f"{here}?plan={found.plan}" if found and ended_well else here
    return response


def _making(tournament: Tournament, found: SeatingMaking | None) -> dict[str, Any]:
    """What the page says of a making: that it runs and how far it is, or why nothing came of it."""
    if found is None or found.state in (MakingState.DONE, MakingState.CANCELLED):
        return {"making": None, "is_making": False}
    is_stopped = stopped(found)
    return {
        "making": found,
        "is_making": found.state == MakingState.RUNNING and not is_stopped,
        "making_stopped": is_stopped,
        "making_stage": STAGES.get(found.stage, found.stage),
        "making_percent": round(100 * found.share),
        "making_refusal": told(Refused(found.code, **found.params), tournament) if found.code else "",
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address says: which plan and round, who is held and over whom, which table is asked about."""

    plan: str
    round: int | None
    hold: int | None
    over: int | None
    why: int | None
    players: bool

    @classmethod
    def of(cls, request: HttpRequest) -> "Asked":
        # a form that was refused says where it was pressed
        told = request.POST if request.method == "POST" else request.GET
        return cls(
            plan=told.get("plan", "")[:6],
            round=whole(told.get("round", "")),
            hold=whole(told.get("hold", "")),
            over=whole(told.get("with", "")),
            why=whole(told.get("why", "")),
            players=told.get("show") == "players",
        )


def _shown_context(tournament: Tournament, shown: Shown, people: People, asked: Asked) -> dict[str, Any]:
    here = reverse("desk_seating", args=[tournament.slug])
    number = asked.round if asked.round and asked.round <= len(shown.chart) else 1

    def to(**more: Any) -> str:
        facts = {"plan": shown.plan.number, "round": number, **more}
        return f"{here}?{urlencode({name: value for name, value in facts.items() if value is not None})}"

    is_open = tournament.state == State.PLANNED
    swap = _swap(shown, people, number, asked, to) if is_open and not asked.players else None
    context: dict[str, Any] = {
        "shown": shown,
        "number": number,
        "rounds": [
            {"label": n, "url": to(round=n), "current": n == number and not asked.players}
            for n in range(1, len(shown.chart) + 1)
        ],
        "players_url": to(show="players", round=None),
        "tables_url": to(),
        "by_player": player_lines(shown, people) if asked.players else None,
        "tables": _tables(shown, people, number, swap, asked, to),
        "swap": swap,
        "why": _why(shown, people, number, asked.why, to),
        "round_locked": number in shown.locks.rounds,
        "judge": swap["rows"] if swap and swap.get("rows") else judge_rows(shown.report, shown.problem),
        "compares": bool(swap and swap.get("rows")),
        **verdict(shown.report, people),
        "changes": [change_sentence(change, people) for change in shown.line.changes],
        "can_undo": shown.line.is_draft and shown.plan.predecessor is not None,
        "hidden_until": tournament.seating_due if shown.line.is_published else None,
    }
    return context


def _problem(tournament: Tournament) -> tuple[engine.Problem | None, ScoringError | None]:
    """What a seating is asked for now, or why none can be made."""
    try:
        return problem_of(tournament), None
    except ScoringError as obstacle:
        return None, obstacle


def _swap(shown: Shown, people: People, number: int, asked: Asked, to: Any) -> dict[str, Any] | None:
    """Who is held, whom they could change with, and what a chosen exchange does; None when nobody is held."""
    held = asked.hold
    if held is None or not any(held in seats for seats in shown.chart[number - 1]):
        return None
    place, wind = engine.place_of(shown.chart, held, round_number=number)
    swaps = engine.swaps_for(shown.chart, shown.problem, held, round_number=number, locks=shown.locks)
    found: dict[str, Any] = {
        "held": held,
        "person": people.get(held),
        "name": name_of(people, held),
        "table": shown.number_at(place),
        "place": place,
        "wind": wind,
        "locked": shown.locks.seat(number, place, wind),
        "swaps": swaps,
        "back": to(),
        "able": [
            {
                "person": people.get(swap.other),
                "table": shown.number_at(swap.place),
                "url": to(hold=held, **{"with": swap.other}),
                "countries": swap.countries,
                "repeats": swap.repeats,
            }
            for swap in best_swaps(swaps.values(), place=place, most=MOST_SWAPS)
            if swap.other != asked.over
        ],
    }
    target = swaps.get(asked.over or 0)
    if target is None:
        return found
    return {**found, **_preview(shown, people, number, held, target)}


def _preview(shown: Shown, people: People, number: int, held: int, target: engine.Swap) -> dict[str, Any]:
    """The judge before and after one exchange."""
    there, wind = engine.place_of(shown.chart, target.other, round_number=number)
    after_chart = engine.swap_players(shown.chart, held, target.other, round_number=number)
    after = engine.judge(after_chart, shown.problem)
    added = after.broken_anew(shown.report)
    return {
        "target": target.other,
        "other": people.get(target.other),
        "other_name": name_of(people, target.other),
        "other_table": shown.number_at(there),
        "other_wind": wind,
        "rows": judge_rows(after, shown.problem, before=shown.report),
        "barred": target.barred == "locked",
        "reason": against(target, held, people, shown),
        "breaks": [broken_sentence(entry, people) for entry in added[:MOST_BROKEN]],
        "ok": after.ok,
        "uneven": after.wind_spread > max(1, shown.report.wind_spread),
    }


def _tables(
    shown: Shown, people: People, number: int, swap: dict[str, Any] | None, asked: Asked, to: Any
) -> list[dict[str, Any]]:
    """The tables of one round, each seat with its player, its tap and what it would mean."""
    return [
        {
            "number": shown.number_at(place),
            "place": place,
            "why": to(why=place),
            "asked": asked.why == place and swap is None,
            "locked": shown.locks.table(number, place),
            "seats": [
                _seat(shown, people, (number, place, wind), player, swap, to)
                for wind, player in enumerate(seats)
            ],
        }
        for place, seats in enumerate(shown.chart[number - 1], 1)
    ]


def _seat(
    shown: Shown,
    people: People,
    spot: tuple[int, int, int],
    player: int,
    swap: dict[str, Any] | None,
    to: Any,
) -> dict[str, Any]:
    state, word, url = "", "", to(hold=player)
    if swap is not None:
        if player == swap["held"]:
            state, word, url = "held", _("held"), to()
        else:
            found = swap["swaps"][player]
            url = to(hold=swap["held"], **{"with": player})
            if player == swap.get("target"):
                state, word = "target", _("chosen")
            elif found.barred:
                state, word = "impossible", against(found, swap["held"], people, shown)
            elif found.countries > 0:
                state, word = "compatriot", _("a compatriot more at one table")
    return {
        "wind": spot[2],
        "number": player,
        "player": people.get(player),
        "state": state,
        "word": word,
        "url": url,
        "locked": shown.locks.seat(*spot),
    }


def _why(shown: Shown, people: People, number: int, place: int | None, to: Any) -> dict[str, Any] | None:
    """The answer to "why this table?"; None when nothing was asked."""
    if place is None or not 1 <= place <= len(shown.chart[number - 1]):
        return None
    reasons = engine.explain_table(
        shown.chart, shown.problem, round_number=number, place=place, locks=shown.locks
    )
    return {
        "place": place,
        "table": shown.number_at(place),
        "locked": shown.locks.table(number, place),
        "back": to(),
        "lines": why_lines(reasons, people, shown),
        "sittings": [
            {
                "wind": sitting.wind,
                "person": people.get(sitting.number),
                "number": sitting.number,
                "lines": sitting_lines(sitting, people, shown, place),
            }
            for sitting in reasons.sittings
        ],
    }


def _suggested_seed(tournament: Tournament) -> str:
    """Something said aloud easily: the address, today, and how many drafts there were."""
    made = tournament.seating_plans.count() + 1
    today = timezone.localdate(timezone=tournament.zone)
    return f"{tournament.slug} {today:%Y-%m-%d} {made}"[:LONGEST_SEED]

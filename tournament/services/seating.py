"""Seatings: making a draft, publishing it, and the tables and seats that follow."""

from datetime import datetime

from django.db.models import Max

from tournament.engine import seating
from tournament.errors import Refused, require
from tournament.models import Player, Round, Seat, SeatingPlan, Table, Tournament
from tournament.models.table import PlanState, RoundState
from tournament.models.tournament import State
from tournament.permissions import Action, Actor, demand
from tournament.services._base import Change, changing

LONGEST_SEED = 80


def problem_of(tournament: Tournament) -> seating.Problem:
    """What the makers are asked for: the rounds seated in advance, the regular players with their groups.

    Players who do not fill tables are joined by substitutes from the list, in the order of their numbers;
    where these do not suffice some rest in turn, if the event has chosen so.
    """
    everybody = list(tournament.players.select_related("team"))
    regular = [spec_of(player) for player in everybody if not player.substitute]
    require(len(regular) >= 4, "too_few_players", players=len(regular))
    specs, somebody_rests = seating.complete_field(
        regular,
        substitutes=[spec_of(player) for player in everybody if player.substitute],
        sit_outs=tournament.sit_outs,
    )
    return seating.Problem(
        players=specs,
        rounds=tournament.round_plan.drawn,
        sit_outs=somebody_rests,
    )


def spec_of(player: Player) -> seating.PlayerSpec:
    """A player as far as seating cares."""
    return seating.PlayerSpec(
        number=player.number,
        team=player.team.name if player.team else None,
        country=player.country or None,
        club=player.club or None,
    )


def draft_seating(
    tournament: Tournament, *, seed: str, actor: Actor, at: datetime | None = None
) -> SeatingPlan:
    """Make a seating of all rounds from a seed and keep it as a draft. No table is touched."""
    seed = seed.strip()
    require(seed, "seed_missing")
    require(len(seed) <= LONGEST_SEED, "seed_too_long", limit=LONGEST_SEED)
    demand(actor, Action.SEATING, tournament)  # before the work, which may take a second
    try:
        problem = problem_of(tournament)
        made = seating.plan_seating(problem, seed)
    except seating.SeatingError as fault:
        raise Refused(fault.code, **fault.params) from fault
    return store_draft(
        tournament,
        chart=made.chart,
        problem=problem,
        seed=seed,
        method=made.method,
        actor=actor,
        at=at,
    )


def store_draft(
    tournament: Tournament,
    *,
    chart: seating.Chart,
    problem: seating.Problem,
    actor: Actor,
    seed: str = "",
    method: str = "",
    at: datetime | None = None,
) -> SeatingPlan:
    """Keep any chart, from anywhere, as a draft with its certificate."""
    with changing(tournament, action=Action.SEATING, actor=actor, at=at) as change:
        _still_open(change)
        last = change.tournament.seating_plans.aggregate(last=Max("number"))["last"] or 0
        plan = SeatingPlan.objects.create(
            tournament=change.tournament,
            number=last + 1,
            seed=seed,
            chart=[[list(seats) for seats in tables] for tables in chart],
            certificate=seating.certificate(chart, problem, seed, method=method),
            created_at=change.at,
        )
        change.audit("seating.drafted", plan=plan.number, seed=seed)
    return plan


def discard_draft(plan: SeatingPlan, *, actor: Actor) -> None:
    """Throw a draft away."""
    with changing(plan.tournament, action=Action.SEATING, actor=actor) as change:
        require(plan.state == PlanState.DRAFT, "plan_not_draft")
        change.audit("seating.discarded", plan=plan.number)
        plan.delete()


def publish_seating(plan: SeatingPlan, *, actor: Actor, at: datetime | None = None) -> SeatingPlan:
    """Make a draft the seating that everybody sees: tables and seats of every round are set from it.

    Refused with ``plan_is_stale`` when the list of players changed after the draft was made, with
    ``play_has_started`` when a round is running.
    """
    with changing(plan.tournament, action=Action.SEATING, actor=actor, at=at) as change:
        _still_open(change)
        plan = SeatingPlan.objects.select_for_update().get(pk=plan.pk)
        require(plan.state == PlanState.DRAFT, "plan_not_draft")
        players = {player.number: player for player in change.tournament.players.all()}
        _check_chart(change.tournament, plan)
        change.tournament.seating_plans.filter(state=PlanState.PUBLISHED).update(state=PlanState.SUPERSEDED)
        Table.objects.filter(round__tournament=change.tournament).delete()
        change.tournament.rounds.update(state=RoundState.PLANNED)
        for round_, tables in zip(change.tournament.rounds.order_by("number"), plan.chart, strict=False):
            _seat_round(round_, tables, players)
        plan.state, plan.published_at = PlanState.PUBLISHED, change.at
        plan.save(update_fields=["state", "published_at"])
        change.audit("seating.published", plan=plan.number, sha256=plan.certificate.get("sha256", ""))
    return plan


def _still_open(change: Change) -> None:
    require(change.tournament.state == State.PLANNED, "play_has_started")


def _check_chart(tournament: Tournament, plan: SeatingPlan) -> None:
    """The draft was made for the people, groups and rounds of now: else its certificate would not be true."""
    require(len(plan.chart) == tournament.round_plan.drawn, "plan_is_stale")
    problem = problem_of(tournament)
    made_for = plan.certificate.get("problem", {}).get("players")
    require(made_for == seating.problem_document(problem)["players"], "plan_is_stale")
    most_rests = len(problem.players) % 4
    for tables in plan.chart:
        seated = {number for seats in tables for number in seats}
        require(seated <= set(problem.numbers), "plan_is_stale")
        require(len(seated) == len(problem.players) - most_rests, "plan_is_stale")


def _seat_round(round_: Round, tables: list[list[int]], players: dict[int, Player]) -> None:
    made = Table.objects.bulk_create(
        Table(round=round_, number=number) for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, seat=seat, player=players[number])
        for table, numbers in zip(made, tables, strict=True)
        for seat, number in enumerate(numbers)
    )
    round_.state = RoundState.SEATED
    round_.save(update_fields=["state"])

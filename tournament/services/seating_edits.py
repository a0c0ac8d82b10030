"""A seating changed by hand: two people swapped, winds rebalanced, seats locked, the last change undone.

A chart is never changed. Each change makes a new draft that names the plan it came from; undoing it throws
that draft away again.
"""

from collections.abc import Mapping
from typing import Any

from tournament.engine import seating
from tournament.errors import Refused, require
from tournament.models import SeatingPlan
from tournament.models.table import PlanState
from tournament.permissions import Action, Actor
from tournament.services._base import changing
from tournament.services.seating import by_hand, demand_sound, problem_of, still_there, store_draft


def swap_seats(
    plan: SeatingPlan, *, round_number: int, one: int, other: int, seen: str, actor: Actor
) -> SeatingPlan:
    """Two players change seats in one round: a new draft.

    ``seen`` is the SHA-256 of the chart that the organizer looked at. Refused: ``plan_changed``,
    ``seat_locked``, ``same_player``, and what the engine says of unknown players and rounds.
    """
    chart = _seen(plan, seen)
    require(one != other, "same_player")
    locks = locks_of(plan)
    for number in (one, other):
        place, wind = seating.place_of(chart, number, round_number=round_number)
        require(not locks.seat(round_number, place, wind), "seat_locked", player=number, round=round_number)
    swapped = seating.swap_players(chart, one, other, round_number=round_number)
    return _after(plan, swapped, {"kind": "swapped", "round": round_number, "players": [one, other]}, actor)


def rebalance_winds(plan: SeatingPlan, *, seen: str, actor: Actor) -> SeatingPlan:
    """Deal the starting winds anew, the tables and whatever is locked staying as they are: a new draft.

    Refused with ``winds_even`` when nothing would get better.
    """
    chart = _seen(plan, seen)
    purpose = f"winds of {plan.facts.get('sha256', '')}"
    dealt = seating.rebalance_around(
        chart, locks=locks_of(plan), rng=seating.seeded(plan.seed, purpose=purpose)
    )
    require(wind_faults(dealt) < wind_faults(chart), "winds_even")
    return _after(plan, dealt, {"kind": "rebalanced"}, actor)


def wind_faults(chart: seating.Chart) -> int:
    """By how much starting winds are more uneven than they need be, over everybody."""
    return sum(max(0, player.wind_spread - 1) for player in seating.judge(chart).per_player)


def undo_change(plan: SeatingPlan, *, actor: Actor) -> int:
    """Throw the last change away; the number of the plan that stands again.

    Refused: ``plan_not_draft``, ``nothing_to_undo`` (the draft was drawn, not changed, or something was
    built upon it).
    """
    with changing(plan.tournament, action=Action.SEATING, actor=actor) as change:
        plan = still_there(plan)
        require(plan.state == PlanState.DRAFT, "plan_not_draft")
        base = plan.predecessor
        plans = change.tournament.seating_plans
        require(base is not None and plans.filter(number=base).exists(), "nothing_to_undo")
        require(not plans.filter(predecessor=plan.number).exists(), "nothing_to_undo")
        assert base is not None
        change.audit("seating.undone", plan=plan.number, base=base)
        plan.delete()
    return base


def set_lock(
    plan: SeatingPlan,
    *,
    locked: bool,
    actor: Actor,
    round_number: int,
    place: int | None = None,
    wind: int | None = None,
) -> SeatingPlan:
    """Lock or free a round, a table (``place`` from 1) or a single seat of a draft.

    Locks say what a new making and a rebalancing must keep; they are no part of the chart. Opening a table of
    a locked round, or a seat of a locked table, leaves its neighbours locked.
    """
    with changing(plan.tournament, action=Action.SEATING, actor=actor) as change:
        plan = still_there(plan)
        require(plan.state == PlanState.DRAFT, "plan_not_draft")
        require(1 <= round_number <= len(plan.chart), "no_such_round", round=round_number)
        tables = len(plan.chart[round_number - 1])
        require(place is None or 1 <= place <= tables, "not_found")
        require(wind is None or 0 <= wind <= 3, "not_found")
        seats = {
            (r, t, w)
            for r, row in enumerate(plan.chart, 1)
            for t, _ in enumerate(row, 1)
            for w in range(4)
            if locks_of(plan).seat(r, t, w)
        }
        meant = {
            (round_number, t, w)
            for t in ([place] if place is not None else range(1, tables + 1))
            for w in ([wind] if wind is not None else range(4))
        }
        seats = seats | meant if locked else seats - meant
        plan.locks = _gathered(seats, plan.chart).document()
        plan.save(update_fields=["locks"])
        change.audit("seating.locked" if locked else "seating.unlocked", plan=plan.number)
    return plan


def _gathered(seats: set[tuple[int, int, int]], chart: list[Any]) -> seating.Locks:
    """Four seats make a table, all tables a round."""
    tables = {(r, t) for r, t, _ in seats if all((r, t, w) in seats for w in range(4))}
    rounds = {
        r for r, row in enumerate(chart, 1) if row and all((r, t) in tables for t in range(1, len(row) + 1))
    }
    return seating.Locks(
        rounds=frozenset(rounds),
        tables=frozenset(spot for spot in tables if spot[0] not in rounds),
        seats=frozenset(spot for spot in seats if spot[:2] not in tables),
    )


def locks_of(plan: SeatingPlan) -> seating.Locks:
    """What of a plan stays; a published one is not locked, it is never changed at all."""
    return seating.Locks.of(plan.locks)


def _seen(plan: SeatingPlan, seen: str) -> seating.Chart:
    """The chart, if it is the one that was looked at."""
    try:
        plan.refresh_from_db()
    except SeatingPlan.DoesNotExist as gone:
        raise Refused("plan_gone") from gone
    require(plan.state in (PlanState.DRAFT, PlanState.PUBLISHED), "plan_not_draft")
    require(plan.facts.get("sha256") == seen, "plan_changed")
    return seating.shape(plan.chart)


def _after(plan: SeatingPlan, chart: seating.Chart, done: Mapping[str, Any], actor: Actor) -> SeatingPlan:
    problem = problem_of(plan.tournament)
    demand_sound(chart, problem)
    return store_draft(
        plan.tournament,
        chart=chart,
        problem=problem,
        seed=plan.seed,
        draw=plan.draw,
        method=by_hand(plan.facts.get("method", "")),
        base=plan,
        change=done,
        actor=actor,
    )

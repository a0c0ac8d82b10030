"""Seatings: making a draft, publishing it, and the tables and seats that follow."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from tournament.engine import seating
from tournament.errors import Refused, require
from tournament.models import Player, Round, Seat, SeatingPlan, Table, Tournament
from tournament.models.table import PlanState, RoundState
from tournament.models.tournament import State
from tournament.permissions import Action, Actor, demand
from tournament.services._base import Change, changing

BY_HAND = "changed by hand"
LONGEST_SEED = 80
LONGEST_DRAW = 200
LONGEST_REASON = 200
LONGEST_WAIT = timedelta(days=366)
"""A seating is shown at most a year after it is published."""


def problem_of(tournament: Tournament, rules: Mapping[str, Any] | None = None) -> seating.Problem:
    """What the makers are asked for: the rounds seated in advance, the regular players with their groups, and
    the rules of the event (or ``rules`` in their place).

    Players who do not fill tables are joined by substitutes from the list, in the order of their numbers;
    where these do not suffice some rest in turn, if the event has chosen so.
    """
    asked = tournament.seating_rules if rules is None else rules
    everybody = list(tournament.players.select_related("team"))
    regular = [spec_of(player, asked) for player in everybody if not player.substitute]
    require(len(regular) >= 4, "too_few_players", players=len(regular))
    specs, somebody_rests = seating.complete_field(
        regular,
        substitutes=[spec_of(player, asked) for player in everybody if player.substitute],
        sit_outs=tournament.sit_outs,
    )
    here = {spec.number for spec in specs}
    return seating.Problem(
        players=specs,
        rounds=tournament.round_plan.drawn,
        sit_outs=somebody_rests,
        avoid=frozenset((a, b) for a, b in asked.get("avoid", ()) if a in here and b in here),
        closed_tables=frozenset(asked.get("closed", ())),
    )


def spec_of(player: Player, rules: Mapping[str, Any] | None = None) -> seating.PlayerSpec:
    """A player as far as seating cares; groups that the event ignores are left out."""
    asked = player.tournament.seating_rules if rules is None else rules
    ignored = asked.get("ignore", ())
    return seating.PlayerSpec(
        number=player.number,
        team=player.team.name if player.team and "team" not in ignored else None,
        country=(player.country or None) if "country" not in ignored else None,
        club=(player.club or None) if "club" not in ignored else None,
        table=dict(asked.get("fixed", ())).get(player.number),
    )


def checked_seed(*, seed: str, draw: str) -> tuple[str, str]:
    """Seed and words of a draw as they are kept. Refused: ``seed_missing``, ``seed_unreadable``,
    ``seed_too_long``, ``draw_too_long``."""
    words, seed = " ".join(draw.split()), seed.strip()
    require(len(words) <= LONGEST_DRAW, "draw_too_long", limit=LONGEST_DRAW)
    if words:
        return seating.seed_of_draw(words), words
    require(seed, "seed_missing")
    require(all(unicodedata.category(letter) not in ("Cc", "Cs") for letter in seed), "seed_unreadable")
    require(len(seed) <= LONGEST_SEED, "seed_too_long", limit=LONGEST_SEED)
    return seed, ""


def draft_seating(
    tournament: Tournament, *, seed: str, actor: Actor, draw: str = "", at: datetime | None = None
) -> SeatingPlan:
    """Make a seating from a seed (or from what was drawn in public) and keep it as a draft.

    No table is touched. The desk makes its drafts outside of requests: ``services.seating_making``.
    """
    seed, draw = checked_seed(seed=seed, draw=draw)
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
        draw=draw,
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
    draw: str = "",
    method: str = "",
    base: SeatingPlan | None = None,
    change: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> SeatingPlan:
    """Keep any chart, from anywhere, as a draft with its certificate.

    With ``base`` it is that plan after ``change``: the certificate names the other's SHA-256 and lists what
    was done since the chart was drawn; locks go on. A chart that seats somebody twice, or nobody, is refused
    with ``seated_twice``, ``no_seat``, ``not_in_list``, ``wrong_number_of_tables``; ``plan_gone`` when the
    base was discarded meanwhile.
    """
    demand_sound(chart, problem)
    done = dict(change or {})
    with changing(tournament, action=Action.SEATING, actor=actor, at=at) as writing:
        _still_open(writing)
        if base is not None:
            base = still_there(base)
        document = seating.certificate(
            chart,
            problem,
            seed,
            method=method,
            previous=base.facts.get("sha256") if base else None,
        )
        if draw:
            document["draw"] = draw
        if base is not None:
            document["changes"] = [*base.facts.get("changes", ()), done]
        plan = SeatingPlan.objects.create(
            tournament=writing.tournament,
            number=next_plan_number(writing),
            seed=seed,
            draw=draw,
            chart=[[list(seats) for seats in tables] for tables in chart],
            certificate=document,
            predecessor=base.number if base else None,
            change=done,
            locks=base.locks if base else {},
            created_at=writing.at,
        )
        if base is None:
            writing.audit("seating.drafted", plan=plan.number, seed=seed)
        else:
            writing.audit("seating.edited", plan=plan.number, base=base.number, kind=done.get("kind", ""))
    return plan


def by_hand(method: str) -> str:
    """The method of a chart after somebody changed it by hand."""
    return method if method.endswith(BY_HAND) else ", ".join(part for part in (method, BY_HAND) if part)


def next_plan_number(change: Change) -> int:
    """A number that no plan of the event has or ever had: a page that stands open means its own plan only."""
    event = change.tournament
    last = event.seating_plans.aggregate(last=Max("number"))["last"] or 0
    event.plans_made = max(event.plans_made, last) + 1
    Tournament.objects.filter(pk=event.pk).update(plans_made=event.plans_made)
    return event.plans_made


def demand_sound(chart: seating.Chart, problem: seating.Problem) -> None:
    """Refuse a chart that does not give everybody exactly one seat a round, before anything is stored.

    What is wrong about people is said before a wrong number of rounds: it is wrong with any number.
    """
    for broken in seating.judge(chart, problem).broken:
        who = broken.players[0] if broken.players else None
        if broken.code in ("player_twice", "already_seated"):
            raise Refused("seated_twice", player=who, round=broken.round)
        if broken.code == "player_missing":
            raise Refused("no_seat", player=who, round=broken.round)
        if broken.code in ("unknown_player", "player_absent"):
            raise Refused("not_in_list", player=who, round=broken.round, table=broken.table)
        if broken.code == "wrong_tables":
            raise Refused(
                "wrong_number_of_tables", round=broken.round, found=broken.found, wanted=broken.wanted
            )
    wanted = problem.rounds
    require(len(chart) == wanted, "wrong_number_of_rounds", found=len(chart), wanted=wanted)


def discard_draft(plan: SeatingPlan, *, actor: Actor) -> None:
    """Throw a draft away, and with it the drafts that it was changed from by hand, as far as nothing else
    rests on them."""
    with changing(plan.tournament, action=Action.SEATING, actor=actor) as change:
        plans = {found.number: found for found in change.tournament.seating_plans.all()}
        found: SeatingPlan | None = plans.get(plan.number)
        require(found is not None, "plan_gone")
        require(found is not None and found.state == PlanState.DRAFT, "plan_not_draft")
        later = next((other for other in plans.values() if other.predecessor == plan.number), None)
        require(later is None, "plan_has_successor", plan=later.number if later else 0)
        while found is not None and found.state == PlanState.DRAFT:
            if any(other.predecessor == found.number for other in plans.values()):
                break
            change.audit("seating.discarded", plan=found.number)
            del plans[found.number]
            found.delete()
            found = plans.get(found.predecessor or 0) if found.stands_for_its_base else None


def publish_seating(
    plan: SeatingPlan,
    *,
    actor: Actor,
    visible_from: datetime | None = None,
    although_broken: bool = False,
    instead_of: int | None = None,
    at: datetime | None = None,
) -> SeatingPlan:
    """Make a draft the seating of the event: tables and seats of its rounds are set from it.

    Everybody sees it at once, or from ``visible_from`` on. Refused with ``plan_is_stale`` when the list of
    players or the rules changed after the draft was made, with ``play_has_started`` when a round is running,
    with ``visible_in_the_past`` and ``visible_too_late``; with ``breaks_rules`` when the judge finds hard
    rules broken, unless ``although_broken``. ``instead_of`` is the number of the published plan that the
    organizer saw, 0 for none: when another one was published meanwhile it is ``published_meanwhile``.
    """
    # they go: whoever is at one of them is let out first
    tables = Table.objects.filter(round__tournament=plan.tournament)
    with changing(plan.tournament, action=Action.SEATING, actor=actor, at=at, tables=tables) as change:
        _still_open(change)
        plan = still_there(plan)
        require(plan.state == PlanState.DRAFT, "plan_not_draft")
        require(visible_from is None or visible_from > change.at, "visible_in_the_past")
        require(visible_from is None or visible_from <= change.at + LONGEST_WAIT, "visible_too_late")
        _demand_seen(change.tournament, instead_of)
        players = {player.number: player for player in change.tournament.players.all()}
        problem = _check_chart(change.tournament, plan)
        broken = len(seating.judge(seating.shape(plan.chart), problem).broken)
        require(not broken or although_broken, "breaks_rules", count=broken)
        _take_place(change, plan)
        Table.objects.filter(round__tournament=change.tournament).delete()
        change.tournament.rounds.update(state=RoundState.PLANNED)
        for round_, tables in zip(change.tournament.rounds.order_by("number"), plan.chart, strict=False):
            _seat_round(round_, tables, players, problem.table_numbers)
        plan.state, plan.published_at, plan.visible_from = PlanState.PUBLISHED, change.at, visible_from
        plan.save(update_fields=["state", "published_at", "visible_from", "certificate"])
        Tournament.objects.filter(pk=change.tournament.pk).update(seating_due=visible_from)
        change.audit("seating.published", plan=plan.number, sha256=plan.facts.get("sha256", ""))
    return plan


def still_there(plan: SeatingPlan) -> SeatingPlan:
    """The plan as it is now, held until the change is done. ``plan_gone`` when it was undone or discarded."""
    found: SeatingPlan | None = SeatingPlan.objects.select_for_update().filter(pk=plan.pk).first()
    require(found is not None, "plan_gone")
    assert found is not None
    return found


def _demand_seen(tournament: Tournament, instead_of: int | None) -> None:
    if instead_of is None:
        return
    published = tournament.seating_plans.filter(state=PlanState.PUBLISHED).first()
    now = published.number if published else 0
    require(now == instead_of, "published_meanwhile", plan=now)


def _take_place(change: Change, plan: SeatingPlan) -> None:
    """The seating that was published until now steps back; the new certificate names it."""
    before = change.tournament.seating_plans.filter(state=PlanState.PUBLISHED).first()
    if before is None:
        return
    replaced = before.facts.get("sha256")
    plan.certificate = {
        **plan.certificate,
        "replaces": replaced,
        "previous": plan.facts.get("previous") or replaced,
    }
    before.state = PlanState.SUPERSEDED
    before.save(update_fields=["state"])


def withdraw_seating(
    plan: SeatingPlan, *, reason: str, actor: Actor, at: datetime | None = None
) -> SeatingPlan:
    """Take a published seating back before play: nobody is seated any more, and everybody reads why.

    Refused: ``reason_missing``, ``play_has_started``, ``plan_not_published``.
    """
    reason = " ".join(reason.split())
    tables = Table.objects.filter(round__tournament=plan.tournament)
    with changing(plan.tournament, action=Action.SEATING, actor=actor, at=at, tables=tables) as change:
        _still_open(change)
        plan = still_there(plan)
        require(plan.state == PlanState.PUBLISHED, "plan_not_published")
        require(reason, "reason_missing")
        require(len(reason) <= LONGEST_REASON, "reason_too_long", limit=LONGEST_REASON)
        Table.objects.filter(round__tournament=change.tournament).delete()
        change.tournament.rounds.update(state=RoundState.PLANNED)
        plan.state, plan.withdrawn_at, plan.withdrawn_because = PlanState.WITHDRAWN, change.at, reason
        plan.save(update_fields=["state", "withdrawn_at", "withdrawn_because"])
        Tournament.objects.filter(pk=change.tournament.pk).update(seating_due=None)
        change.audit("seating.withdrawn", plan=plan.number, reason=reason)
    return plan


def _still_open(change: Change) -> None:
    require(change.tournament.state == State.PLANNED, "play_has_started")


def _check_chart(tournament: Tournament, plan: SeatingPlan) -> seating.Problem:
    """The draft was made for the people, groups and rounds of now: else its certificate would not be true."""
    require(len(plan.chart) == tournament.round_plan.drawn, "plan_is_stale")
    problem = problem_of(tournament)
    made_for, now = plan.asked, seating.problem_document(problem)
    for part in ("players", "closed_tables"):
        require(made_for.get(part) == now[part], "plan_is_stale")
    demand_sound(seating.shape(plan.chart), problem)
    return problem


def _seat_round(
    round_: Round, tables: list[list[int]], players: dict[int, Player], numbers: tuple[int, ...]
) -> None:
    made = Table.objects.bulk_create(Table(round=round_, number=number) for number in numbers[: len(tables)])
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, seat=seat, player=players[number])
        for table, four in zip(made, tables, strict=True)
        for seat, number in enumerate(four)
    )
    round_.state = RoundState.SEATED
    round_.save(update_fields=["state"])

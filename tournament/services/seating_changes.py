"""Late changes to a published seating: somebody leaves, comes, sits wrong. Looked at first, then published.

A proposal is worked out from what is published and touches nothing; publishing works it out again under the
lock and demands that it is still what was looked at.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournament.engine import chain, seating
from tournament.errors import Refused, require
from tournament.models import Player, SeatingPlan, Table, Tournament
from tournament.models.table import PlanState, RoundState
from tournament.permissions import Action, Actor, demand
from tournament.selectors.seating_changes import Move, SeatingNow, moves_between, seating_now, table_numbers
from tournament.services._base import Change, changing
from tournament.services._seats import seat_rounds
from tournament.services.seating import by_hand, next_plan_number, spec_of

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A successor of the published seating before it is published.

    ``change`` says in plain values what happened; ``from_round`` is the first round it touches.
    """

    now: SeatingNow
    chart: seating.Chart
    problem: seating.Problem
    change: dict[str, Any]
    from_round: int
    seed: str
    method: str
    revision: int | None = None

    @property
    def token(self) -> str:
        """What stands for exactly this proposal on the page that asks whether it is right."""
        said = [
            self.now.plan.facts.get("sha256", ""),
            seating.chart_hash(self.chart),
            seating.problem_document(self.problem),
            self.change,
        ]
        return hashlib.sha256(chain.canonical({"said": said})).hexdigest()[:20]

    @property
    def report(self) -> seating.Report:
        return seating.judge(self.chart, self.problem)

    @property
    def report_before(self) -> seating.Report:
        return seating.judge(self.now.chart, self.now.problem)

    @property
    def broken_anew(self) -> int:
        """In how many places it breaks a hard rule that was kept there. People who meet again are told and
        counted, but with people leaving nobody can promise that they do not."""
        return sum(entry.code != "repeat" for entry in self.report.broken_anew(self.report_before))

    @property
    def moves(self) -> tuple[Move, ...]:
        return moves_between(
            self.now.chart,
            self.chart,
            old_tables=table_numbers(self.now.plan),
            new_tables=self.problem.table_numbers,
        )


Propose = Callable[[Tournament], Proposal]


def published(tournament: Tournament) -> SeatingNow:
    """What changes start from. Refused: ``nothing_published``."""
    now = seating_now(tournament)
    if now is None:
        raise Refused("nothing_published")
    return now


def propose_exit(
    tournament: Tournament,
    *,
    out: Sequence[tuple[int, int | None]],
    from_round: int,
    moving: int = seating.FEW_MOVES,
) -> Proposal:
    """Some drop out before a round, each with the number of whoever takes the place, or None.

    Whoever takes a place takes every seat of it and nobody else moves. Those without one leave gaps, which
    are filled with as few moves as the search finds; ``moving`` weighs moves against repeats. Refused:
    ``player_missing``, ``player_twice``, ``player_not_found``, ``past_round_changes``, and what the engine
    says (``unknown_player``, ``already_seated``, ``players_not_divisible``, ``cannot_keep_apart``).
    """
    now = published(tournament)
    _demand_open(now, from_round)
    require(out, "player_missing")
    named = [number for pair in out for number in pair if number is not None]
    twice = next((number for number in named if named.count(number) > 1), None)
    require(twice is None, "player_twice", player=twice)
    players = _players(tournament, named)
    comes = [spec_of(players[came]) for _, came in out if came is not None]
    problem = seating.with_changes(
        now.problem, out=[gone for gone, _ in out], in_=comes, from_round=from_round
    )
    chart = now.chart
    if from_round <= len(chart):
        for gone, came in out:
            if came is not None:
                chart = _take_seats(chart, gone, came, from_round)
        if any(came is None for _, came in out):
            chart = _repaired(now, chart, problem, from_round, moving)
    return _like_before(
        now,
        chart,
        problem,
        from_round,
        change={
            "kind": "out",
            "round": from_round,
            "out": [gone for gone, _ in out],
            "in": [came for _, came in out],
            "stand_ins": [[gone, came] for gone, came in out if came is not None],
        },
    )


def propose_entry(
    tournament: Tournament,
    *,
    players: Sequence[int],
    from_round: int,
    place_of: int | None = None,
    moving: int = seating.FEW_MOVES,
) -> Proposal:
    """Some arrive before a round: one takes the place of somebody who plays now (a substitute), or all get
    seats of their own, for which tables change as little as they must. Refused as ``propose_exit`` is."""
    now = published(tournament)
    _demand_open(now, from_round)
    require(players, "player_missing")
    if place_of is not None:
        require(len(players) == 1, "one_for_one")
        proposal = propose_exit(tournament, out=[(place_of, players[0])], from_round=from_round)
        return replace(proposal, change={**proposal.change, "kind": "in"})
    require(len(set(players)) == len(players), "player_twice", player=players[0])
    found = _players(tournament, players)
    comes = [spec_of(found[number]) for number in players]
    problem = seating.with_changes(now.problem, in_=comes, from_round=from_round)
    chart = now.chart
    if from_round <= len(chart):
        chart = _repaired(now, chart, problem, from_round, moving)
    return _like_before(
        now,
        chart,
        problem,
        from_round,
        change={
            "kind": "in",
            "round": from_round,
            "out": [],
            "in": list(players),
            "stand_ins": [],
        },
    )


def propose_swap(tournament: Tournament, *, one: int, other: int, round_number: int) -> Proposal:
    """Two people change seats in one round: a wrong seat is put right before it is played.

    A round that runs may still change at tables where nothing was entered. Refused: ``same_player``,
    ``past_round_changes``, ``unknown_player``, ``no_such_round``.
    """
    now = published(tournament)
    require(one != other, "same_player")
    closed = next((r for r in now.rounds if r.number == round_number and r.is_closed), None)
    require(closed is None, "past_round_changes", round=round_number)
    chart = seating.swap_players(now.chart, one, other, round_number=round_number)
    return _like_before(
        now,
        chart,
        now.problem,
        round_number,
        change={"kind": "swap", "round": round_number, "players": [one, other]},
    )


def publish_change(
    tournament: Tournament,
    propose: Propose,
    *,
    token: str,
    actor: Actor,
    reason: str = "",
    needs_reason: bool = True,
    although_broken: bool = False,
    at: datetime | None = None,
) -> SeatingPlan:
    """Publish a proposal: its seats are set, its certificate names the seating it follows.

    Refused: ``breaks_rules`` when it breaks hard rules that were kept before, unless ``although_broken``;
    ``reason_missing``, ``reason_too_long``; ``proposal_is_stale`` when it is no longer what was
    looked at; ``past_round_changes`` and ``table_has_begun`` when it would touch what was played.
    """
    reason = " ".join(reason.split())
    require(reason or not needs_reason, "reason_missing")
    require(len(reason) <= LONGEST_REASON, "reason_too_long", limit=LONGEST_REASON)
    # tables are locked, so that no deal comes in while people change; those of all rounds that can still be
    # played, because one may start while this waits
    playable = Table.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.CLOSED)
    demand(actor, Action.SEATING, tournament)
    early = propose(tournament)  # the work is done before anybody waits for the lock
    with changing(tournament, action=Action.SEATING, actor=actor, at=at, tables=playable) as change:
        unchanged = change.tournament.revision == tournament.revision
        proposal = early if unchanged else propose(change.tournament)
        require(proposal.token == token, "proposal_is_stale")
        require(although_broken or not proposal.broken_anew, "breaks_rules", count=proposal.broken_anew)
        rounds = list(change.tournament.rounds.order_by("number"))
        players = {player.number: player for player in change.tournament.players.all()}
        seat_rounds(rounds, proposal.chart, proposal.problem.table_numbers, players)
        plan = _succeed(change, proposal, reason)
        change.audit(
            "seating.changed",
            plan=plan.number,
            kind=proposal.change["kind"],
            round=proposal.from_round,
            reason=reason,
            sha256=plan.certificate["sha256"],
        )
    return plan


def _succeed(change: Change, proposal: Proposal, reason: str) -> SeatingPlan:
    before = proposal.now.plan
    change.tournament.seating_plans.filter(pk=before.pk).update(state=PlanState.SUPERSEDED)
    document = seating.certificate(
        proposal.chart,
        proposal.problem,
        proposal.seed or None,
        method=proposal.method,
        previous=before.facts.get("sha256"),
        revision=proposal.revision,
        past_rounds=sum(1 for r in proposal.now.rounds if r.is_closed or r.is_running),
    )
    document["changes"] = [*before.facts.get("changes", ()), _public(proposal.change)]
    return SeatingPlan.objects.create(
        tournament=change.tournament,
        number=next_plan_number(change),
        state=PlanState.PUBLISHED,
        seed=proposal.seed,
        draw=before.draw,
        chart=[[list(seats) for seats in tables] for tables in proposal.chart],
        certificate=document,
        predecessor=before.number,
        change=proposal.change,
        reason=reason,
        created_at=change.at,
        published_at=change.at,
        visible_from=before.visible_from,
    )


def _public(change: Mapping[str, Any]) -> dict[str, Any]:
    """What the certificate lists; the order of the ranking stands with the plan, not in every successor."""
    return {name: value for name, value in change.items() if name not in ("order", "stand_ins")}


def _like_before(
    now: SeatingNow, chart: seating.Chart, problem: seating.Problem, from_round: int, change: dict[str, Any]
) -> Proposal:
    """A successor made from the seating before it, whose seed and method it keeps."""
    method = now.plan.facts.get("method", "")
    return Proposal(
        now=now,
        chart=chart,
        problem=problem,
        from_round=from_round,
        seed=now.plan.seed,
        method=by_hand(method) if change["kind"] == "swap" else method,
        change=change,
    )


def _repaired(
    now: SeatingNow, chart: seating.Chart, problem: seating.Problem, from_round: int, moving: int
) -> seating.Chart:
    """Gaps filled, always in the same way: everybody who looks at one change sees one proposal."""
    seed = now.plan.seed or "repair"
    return seating.repair(chart, problem, seed=seed, from_round=from_round, moving=moving)


def _demand_open(now: SeatingNow, from_round: int) -> None:
    """Whoever plays a round that has begun finishes it; a seat where nothing was entered can be swapped."""
    require(from_round >= now.open_from, "past_round_changes", round=from_round)
    require(from_round <= len(now.rounds), "no_such_round", round=from_round)


def _players(tournament: Tournament, numbers: Sequence[int]) -> dict[int, Player]:
    found = tournament.players.filter(number__in=numbers).select_related("team", "tournament")
    players = {player.number: player for player in found}
    for number in numbers:
        require(number in players, "player_not_found", number=number)
    return players


def _take_seats(chart: seating.Chart, gone: int, came: int, from_round: int) -> seating.Chart:
    """Every seat of one becomes the other's. Somebody who would only have rested has none to give."""
    seated = any(gone in seats for tables in chart[from_round - 1 :] for seats in tables)
    return seating.replace_player(chart, gone, came, from_round) if seated else chart

"""The published seating as late changes start from it: who is there, who sits for whom, what is open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournament.engine import seating
from tournament.models import SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.selectors.people import RoundFacts, rounds_of
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.standings import standings_for


@dataclass(frozen=True, slots=True)
class SeatingNow:
    """What a late change starts from.

    ``open_from`` is the first round that has not started; ``stand_ins`` says by absent player who sits for
    them now. ``problem`` covers the rounds that are seated.
    """

    plan: SeatingPlan
    chart: seating.Chart
    problem: seating.Problem
    rounds: tuple[RoundFacts, ...]
    stand_ins: dict[int, int]

    @property
    def open_from(self) -> int:
        started = [r.number for r in self.rounds if r.is_running or r.is_closed]
        return max(started, default=0) + 1

    @property
    def is_over(self) -> bool:
        """No round is left that could change."""
        return self.open_from > len(self.rounds)

    def seated_from(self, number: int) -> set[int]:
        """Everybody who plays in this round or later, as far as the problem knows."""
        return {spec.number for spec in self.problem.players if spec.plays(number)}


def seating_now(tournament: Tournament) -> SeatingNow | None:
    """The published seating, or None while nothing is published."""
    plan = tournament.seating_plans.filter(state=PlanState.PUBLISHED).first()
    if plan is None:
        return None
    chart = seating.shape(plan.chart)
    return SeatingNow(
        plan=plan,
        chart=chart,
        problem=_problem(tournament, plan, chart),
        rounds=rounds_of(tournament),
        stand_ins=stand_ins_of(tournament),
    )


def _problem(tournament: Tournament, plan: SeatingPlan, chart: seating.Chart) -> seating.Problem:
    """What the certificate says, with the pairs who never meet: those are in no public document."""
    problem = (
        seating.problem_from(plan.facts.get("problem")) if plan.certificate else seating.problem_of(chart)
    )
    here = set(problem.numbers)
    avoid = frozenset(
        (one, other)
        for one, other in tournament.seating_rules.get("avoid", ())
        if one in here and other in here
    )
    return replace(problem, avoid=avoid, sit_outs=problem.sit_outs or tournament.sit_outs)


def stand_ins_of(tournament: Tournament) -> dict[int, int]:
    """Who sits for whom now, from what the seatings published one after another say they changed."""
    found: dict[int, int] = {}
    plans = tournament.seating_plans.filter(state__in=(PlanState.PUBLISHED, PlanState.SUPERSEDED))
    for change in plans.order_by("published_at", "number").values_list("change", flat=True):
        if change.get("kind") not in LATE:
            found.clear()  # a seating of the whole field from before the start
        for out, came in change.get("stand_ins", ()):
            found.pop(came, None)
            found[out] = came
    return found


LATE = ("out", "in", "swap", "round")
"""Kinds of changes to a published seating."""


def ranking_groups(tournament: Tournament, *, through: int) -> tuple[tuple[int, ...], ...]:
    """The ranking after a round as groups of exactly equal players, best first."""
    groups: dict[int, list[int]] = {}
    for row in standings_for(tournament, through=through, official=True).rows:
        if row.rank is not None:
            groups.setdefault(row.rank, []).append(row.player)
    return tuple(tuple(groups[rank]) for rank in sorted(groups))


@dataclass(frozen=True, slots=True)
class Move:
    """One player in one round before and after: (table, wind), or None without a seat."""

    round: int
    player: int
    before: tuple[int, int] | None
    after: tuple[int, int] | None


def moves_between(
    old: seating.Chart, new: seating.Chart, *, old_tables: Sequence[int], new_tables: Sequence[int]
) -> tuple[Move, ...]:
    """Everybody whose seat is another one, by round and new table. Rounds that only one chart has are left
    out: they are made, not changed."""
    found = []
    for number, (before, after) in enumerate(zip(old, new, strict=False), 1):
        had, has = _places(before, old_tables), _places(after, new_tables)
        for player in had.keys() | has.keys():
            if had.get(player) != has.get(player):
                found.append(Move(number, player, had.get(player), has.get(player)))
    return tuple(
        sorted(found, key=lambda m: (m.round, m.after or (9999, 0), m.before or (9999, 0), m.player))
    )


def _places(tables: seating.SeatingRound, numbers: Sequence[int]) -> dict[int, tuple[int, int]]:
    return {
        player: (numbers[t] if t < len(numbers) else t + 1, wind)
        for t, seats in enumerate(tables)
        for wind, player in enumerate(seats)
    }


@dataclass(frozen=True, slots=True)
class News:
    """A late change as the seating page tells it."""

    number: int
    published_at: datetime | None
    change: Mapping[str, Any]
    reason: str


def seating_news(tournament: Tournament, *, limit: int = 3) -> tuple[News, ...]:
    """The newest late changes of who sits where; rounds made by rank are no news about people. While rounds
    are still to be shown there are none: they would say who sits in them."""
    if hidden_rounds(tournament):
        return ()
    plans = tournament.seating_plans.filter(
        state__in=(PlanState.PUBLISHED, PlanState.SUPERSEDED), change__kind__in=("out", "in", "swap")
    ).order_by("-published_at", "-number")
    rows = plans.values_list("number", "published_at", "change", "reason")[:limit]
    return tuple(News(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class Edition:
    """One published seating in the history of an event: what it changed against the one before it."""

    number: int
    published_at: datetime | None
    sha256: str
    previous: str
    change: Mapping[str, Any]
    reason: str
    moves: tuple[Move, ...]
    is_current: bool

    @property
    def short(self) -> str:
        return self.sha256[:8]


def editions(tournament: Tournament) -> tuple[Edition, ...]:
    """Every seating that was ever published, the newest first, each compared with the one before it."""
    plans = list(
        tournament.seating_plans.filter(state__in=(PlanState.PUBLISHED, PlanState.SUPERSEDED)).order_by(
            "published_at", "number"
        )
    )
    found = []
    before: SeatingPlan | None = None
    for plan in plans:
        found.append(
            Edition(
                number=plan.number,
                published_at=plan.published_at,
                sha256=plan.facts.get("sha256", ""),
                previous=plan.facts.get("previous") or "",
                change=plan.change,
                reason=plan.reason,
                moves=_moves(before, plan) if before else (),
                is_current=plan.state == PlanState.PUBLISHED,
            )
        )
        before = plan
    return tuple(reversed(found))


def _moves(before: SeatingPlan, plan: SeatingPlan) -> tuple[Move, ...]:
    return moves_between(
        seating.shape(before.chart),
        seating.shape(plan.chart),
        old_tables=table_numbers(before),
        new_tables=table_numbers(plan),
    )


def table_numbers(plan: SeatingPlan) -> tuple[int, ...]:
    """What stands on the furniture, by the index of a table in the chart; empty: 1, 2, 3 …"""
    problem = stated_problem(plan)
    return problem.table_numbers if problem else ()


def verified(tournament: Tournament, plan: SeatingPlan) -> seating.Verification:
    """The certificate worked out again from the chart, with the pairs that the event keeps apart where it is
    true of them; they may be other pairs by now. Raises ``SeatingError``: ``bad_certificate``."""
    told = seating.certified_problem(plan.certificate)
    pairs = {
        (min(a, b), max(a, b))
        for a, b in tournament.seating_rules.get("avoid", ())
        if a in told.by_number and b in told.by_number
    }
    if pairs and len(pairs) == plan.certificate["avoided_pairs"]:
        known = seating.certified_problem(plan.certificate, avoid=pairs)
        answer = seating.verify_certificate(plan.chart, plan.certificate, problem=known)
        if answer.ok:
            return answer
    return seating.verify_certificate(plan.chart, plan.certificate, problem=told)


def stated_problem(plan: SeatingPlan) -> seating.Problem | None:
    """What the certificate says was asked for; None when that cannot be read: the verification says so."""
    try:
        return seating.problem_from(plan.facts.get("problem"))
    except seating.SeatingError:
        return None

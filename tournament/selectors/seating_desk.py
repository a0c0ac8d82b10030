"""Seatings as the organizer's desk shows them: drafts and the published one, and what is true of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.engine import seating
from tournament.models import SeatingMaking, SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.models.tournament import State
from tournament.selectors.people import Person
from tournament.selectors.seating_changes import stated_problem


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One seating in the list: the plan, and what its certificate says."""

    plan: SeatingPlan
    stale: bool
    """The list of players, the rules or the rounds changed after it was made."""

    @property
    def is_draft(self) -> bool:
        return bool(self.plan.state == PlanState.DRAFT)

    @property
    def is_published(self) -> bool:
        return bool(self.plan.state == PlanState.PUBLISHED)

    @property
    def counts(self) -> Mapping[str, Any]:
        return dict(self.plan.facts)

    @property
    def sha(self) -> str:
        return str(self.plan.facts.get("sha256", ""))

    @property
    def is_best(self) -> bool:
        """No seating of this field has fewer repeats, meetings of team-mates or a smaller spread of winds."""
        counts = self.counts
        least = counts.get("forced_repeats", 0)
        return (
            counts.get("repeats") == least
            and not counts.get("team_meetings")
            and counts.get("wind_spread", 0) <= (1 if counts.get("rounds", 0) % 4 else 0)
        )

    @property
    def by_hand(self) -> int:
        """How often it was changed by hand since it was made."""
        return sum(change.get("kind") != "remade" for change in self.changes)

    @property
    def made_from(self) -> int | None:
        """The draft whose locks this one was made anew around."""
        return self.plan.predecessor if self.plan.change.get("kind") == "remade" else None

    @property
    def changes(self) -> list[dict[str, Any]]:
        """What was done by hand since the chart was drawn, oldest first."""
        return list(self.plan.facts.get("changes", ()))


@dataclass(frozen=True, slots=True)
class Shown:
    """The seating that is looked at, judged against what is asked for now."""

    line: PlanLine
    chart: seating.Chart
    problem: seating.Problem
    report: seating.Report
    locks: seating.Locks

    @property
    def plan(self) -> SeatingPlan:
        return self.line.plan

    @property
    def numbers(self) -> tuple[int, ...]:
        """The table number at each place."""
        return self.problem.table_numbers

    def number_at(self, place: int) -> int:
        """The table number at a place (from 1)."""
        return self.numbers[place - 1] if place <= len(self.numbers) else place


def plan_lines(tournament: Tournament, problem: seating.Problem | None) -> list[PlanLine]:
    """Drafts and the published seating, newest first. A draft that was changed by hand stands behind its
    change; one that was made anew around what was locked stands beside the new one."""
    # what was withdrawn gives the drafts behind it free again
    everything = list(tournament.seating_plans.exclude(state=PlanState.WITHDRAWN).order_by("-number"))
    passed = {plan.predecessor for plan in everything if plan.stands_for_its_base}
    plans = [plan for plan in everything if plan.state in (PlanState.DRAFT, PlanState.PUBLISHED)]
    now = seating.problem_document(problem) if problem else None
    return [
        PlanLine(plan, _stale(plan, now))
        for plan in plans
        if plan.state == PlanState.PUBLISHED or plan.number not in passed
    ]


def _stale(plan: SeatingPlan, now: Mapping[str, Any] | None) -> bool:
    made_for = plan.asked
    if not made_for or now is None or plan.state == PlanState.PUBLISHED:
        return bool(made_for) and now is not None and made_for.get("players") != now["players"]
    return any(made_for.get(part) != now[part] for part in ("players", "closed_tables", "rounds"))


def shown_plan(
    tournament: Tournament, lines: list[PlanLine], wish: str, problem: seating.Problem | None
) -> Shown | None:
    """The plan asked for by its number; else the published one, unless seatings can still change and a draft
    was made after it."""
    line = next((line for line in lines if str(line.plan.number) == wish), None)
    if line is None and wish.isascii() and wish.isdigit() and len(wish) < 5:
        asked = tournament.seating_plans.filter(number=int(wish)).first()
        line = PlanLine(asked, stale=False) if asked else None
    if line is None:
        newest, published = next(iter(lines), None), next((line for line in lines if line.is_published), None)
        # a draft made after the publication is what somebody works at; older ones were passed over
        at_work = tournament.state == State.PLANNED and newest is not None and newest.is_draft
        if published and at_work and newest and published.plan.published_at:
            at_work = newest.plan.created_at > published.plan.published_at
        line = newest if at_work or published is None else published
    return judged(line, problem) if line else None


def judged(line: PlanLine, problem: seating.Problem | None) -> Shown:
    """A plan with the judge's report. A seating whose people cannot be seated any more is judged against what
    it was made for."""
    chart = seating.shape(line.plan.chart)
    if problem is None or len(chart) != problem.rounds:
        problem = stated_problem(line.plan) or seating.problem_of(chart)
    return Shown(
        line=line,
        chart=chart,
        problem=problem,
        report=seating.judge(chart, problem),
        locks=seating.Locks.of(line.plan.locks),
    )


def last_making(tournament: Tournament) -> SeatingMaking | None:
    """The making that runs, or the last one."""
    return SeatingMaking.objects.filter(tournament=tournament).order_by("-pk").first()


def withdrawn_last(tournament: Tournament) -> SeatingPlan | None:
    """The seating that was taken back and has no successor yet."""
    plans = tournament.seating_plans.filter(state__in=[PlanState.PUBLISHED, PlanState.WITHDRAWN])
    last = plans.order_by("-published_at", "-number").first()
    return last if last is not None and last.state == PlanState.WITHDRAWN else None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's event in a seating: winds, tables, whom they meet twice and where."""

    number: int
    person: Person | None
    report: seating.PlayerReport
    again: tuple[tuple[Person | None, int, tuple[int, ...]], ...]
    """(who, their number, the rounds of their meetings)."""


def player_lines(shown: Shown, people: Mapping[int, Person]) -> list[PlayerLine]:
    """Everybody in a seating, those who meet somebody twice first."""
    again: dict[int, list[tuple[Person | None, int, tuple[int, ...]]]] = {}
    for repeat in shown.report.repeated:
        rounds = tuple(number for number, _ in repeat.meetings)
        for one, other in (repeat.players, repeat.players[::-1]):
            again.setdefault(one, []).append((people.get(other), other, rounds))
    lines = [
        PlayerLine(row.number, people.get(row.number), row, tuple(again.get(row.number, ())))
        for row in shown.report.per_player
    ]
    return sorted(lines, key=lambda line: (-line.report.repeats, -line.report.wind_spread, line.number))


def best_swaps(swaps: Iterable[seating.Swap], *, place: int, most: int) -> list[seating.Swap]:
    """The exchanges with another table that break nothing, those that mend most first."""
    able = [swap for swap in swaps if not swap.barred and swap.place != place]
    return sorted(able, key=lambda swap: (*swap.weight, swap.place, swap.other))[:most]

"""A published seating checked again from its own certificate: each check by name, with what was found."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.engine import seating
from tournament.errors import sentence
from tournament.models import Seat, SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.selectors.seating_changes import table_numbers, verified
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import sight_now

SEEN = (PlanState.PUBLISHED, PlanState.SUPERSEDED)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing worked out again. ``code``: unreadable, algorithm, sha256, checks, draw, unknown, count
    (``what``), seat, rules, seats, previous, past."""

    code: str
    ok: bool
    what: str = ""
    said: object = None
    found: object = None
    round: int | None = None
    table: int | None = None


def seen_plan(tournament: Tournament, number: int | None = None) -> SeatingPlan | None:
    """The published seating, or an earlier one by its number; None while the public does not see it. Earlier
    ones are seen with the one that counts: without it nobody knows whether their time ever came."""
    plans = tournament.seating_plans.filter(state__in=SEEN)
    counting = plans.filter(state=PlanState.PUBLISHED).first()
    if counting is None or (hidden_rounds(tournament) and sight_now().viewer != "organizer"):
        return None
    return counting if number is None else plans.filter(number=number).first()


def check_plan(tournament: Tournament, plan: SeatingPlan) -> tuple[Check, ...]:
    """Everything that can be worked out again, in the order in which a reader would ask."""
    return tuple(_checks(tournament, plan))


def _checks(tournament: Tournament, plan: SeatingPlan) -> Iterator[Check]:
    cert = plan.certificate
    try:
        answer = verified(tournament, plan)
    except seating.SeatingError as fault:
        yield Check("unreadable", ok=False, found=sentence(fault))
        return
    for difference in answer.differences:
        # an older version of ours was right in its time; another algorithm never was
        if difference.code in ("checks", "draw", "unknown") or difference.what == "algorithm":
            yield Check(
                difference.code,
                ok=False,
                what=difference.what,
                said=difference.said,
                found=difference.found,
            )
    yield Check("sha256", ok=cert["sha256"] == answer.sha256, said=cert["sha256"], found=answer.sha256)
    wrong = {difference.what: difference for difference in answer.differences if difference.code == "count"}
    for name in seating.COUNTS:
        found = cert[name] if name in answer.unproved else getattr(answer.report, name)
        yield Check("count", ok=name not in wrong, what=name, said=cert.get(name), found=found)
    for difference in answer.differences:
        if difference.code == "count" and difference.what not in seating.COUNTS:
            said, found = _listed(difference.said), _listed(difference.found)
            yield Check("count", ok=False, what=difference.what, said=said, found=found)
        if difference.code == "seat":
            yield Check("seat", ok=False, round=difference.round, table=difference.table)
    yield Check("rules", ok=answer.report.ok, found=len(answer.report.broken))
    if plan.state == PlanState.PUBLISHED:
        yield _seats(tournament, plan)
    yield from _chain(tournament, plan)


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) or "–" if isinstance(value, list) else value


def _seats(tournament: Tournament, plan: SeatingPlan) -> Check:
    """The tables of the event are those of the chart."""
    numbers = table_numbers(plan)
    chart = {
        (r, numbers[t] if t < len(numbers) else t + 1, wind): player
        for r, tables in enumerate(plan.chart, 1)
        for t, seats in enumerate(tables)
        for wind, player in enumerate(seats)
    }
    seats = Seat.objects.filter(round__tournament=tournament).values_list(
        "round__number", "table__number", "seat", "player__number"
    )
    now = {(r, table, wind): player for r, table, wind, player in seats}
    odd = sorted(key for key in chart.keys() | now.keys() if chart.get(key) != now.get(key))
    where = odd[0] if odd else (None, None, None)
    return Check("seats", ok=not odd, found=len(odd), round=where[0], table=where[1])


def _chain(tournament: Tournament, plan: SeatingPlan) -> Iterator[Check]:
    """The seating that it names was published before it, and the rounds played until then are the same."""
    previous = plan.facts.get("previous")
    if not previous:
        return
    plans = tournament.seating_plans.filter(state__in=SEEN, published_at__lte=plan.published_at)
    before = next(
        (p for p in plans.exclude(pk=plan.pk) if p.facts.get("sha256") == previous),
        None,
    )
    if before is None:
        before = tournament.seating_plans.filter(number=plan.predecessor or 0).first()
    yield Check("previous", ok=before is not None, said=previous)
    played = int(plan.facts.get("past_rounds") or 0)
    if before is not None and played:
        odd = [r for r in range(played) if plan.chart[r : r + 1] != before.chart[r : r + 1]]
        # a seat put right in a round that had begun changes that round, and says so
        told = plan.change.get("round") if plan.change.get("kind") == "swap" else None
        odd = [r for r in odd if r + 1 != told]
        yield Check("past", ok=not odd, found=played, round=odd[0] + 1 if odd else None)

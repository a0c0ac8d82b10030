"""What an organizer needs at a glance: my tournaments, what to do next, rounds, passes, the audit trail."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from tournament.engine.sight import Viewer
from tournament.models import AuditEntry, Role, Round, SeatingPlan, TablePass, Tournament
from tournament.models.table import PlanState, RoundState
from tournament.models.tournament import State
from tournament.permissions import Actor
from tournament.selectors.kept import Kept
from tournament.selectors.sight import sight_of

Staff = tuple[tuple[int, str], ...]
"""(user, role) of everybody who has one in an event."""
_staff = Kept(16)


def staff_of(tournament: Tournament) -> Staff:
    """Users with their roles, read again only after a change of the event itself."""
    roles = Role.objects.filter(tournament=tournament).order_by("pk").values_list("user_id", "name")
    key = (tournament.pk, tournament.created_at, tournament.setup_revision)
    return _staff.answer(key, lambda: tuple(roles))


@dataclass(frozen=True, slots=True)
class Mine:
    """One of my tournaments."""

    tournament: Tournament
    role: str
    players: int
    round: Round | None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. ``code``: players, seating, start, passes, close, finished.

    ``state``: "done", "now" (the next thing to do), "open" (possible, not urgent) or "later".
    """

    code: str
    state: str
    params: dict[str, Any] = field(default_factory=dict)


def my_tournaments(actor: Actor) -> list[Mine]:
    """Every tournament the actor has a role in; all of them for superusers."""
    roles = dict(Role.objects.filter(user=actor.user_id or 0).values_list("tournament_id", "name"))
    found = Tournament.objects.all() if actor.everything else Tournament.objects.filter(pk__in=roles)
    found = found.annotate(
        players_counted=Count("players", filter=Q(players__substitute=False), distinct=True)
    ).prefetch_related("rounds")
    return [
        Mine(
            tournament=tournament,
            role=roles.get(tournament.pk, ""),
            players=tournament.players_counted,
            round=_current(list(tournament.rounds.all())),
        )
        for tournament in found
    ]


def current_round(tournament: Tournament) -> Round | None:
    """The round that runs; else the first that is not closed; else the last."""
    return _current(list(tournament.rounds.order_by("number")))


def _current(rounds: list[Round]) -> Round | None:
    running = [r for r in rounds if r.state == RoundState.RUNNING]
    waiting = [r for r in rounds if r.state != RoundState.CLOSED]
    return next(iter(running or waiting or rounds[-1:]), None)


def published_plan(tournament: Tournament) -> SeatingPlan | None:
    return tournament.seating_plans.filter(state=PlanState.PUBLISHED).first()


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round in the list of all rounds."""

    round: Round
    tables: int
    passes: int
    code: str
    """The first letters of the hash of what was announced last."""


def round_lines(tournament: Tournament) -> list[RoundLine]:
    rounds = tournament.rounds.annotate(
        tables_counted=Count("tables", distinct=True),
        passes_counted=Count("tables__passes", filter=Q(tables__passes__revoked_at=None), distinct=True),
    ).prefetch_related("announcements")
    lines = []
    for round_ in rounds.order_by("number"):
        announced = list(round_.announcements.all())
        lines.append(
            RoundLine(
                round=round_,
                tables=round_.tables_counted,
                passes=round_.passes_counted,
                code=announced[-1].hash if announced and round_.is_closed else "",
            )
        )
    return lines


def steps(tournament: Tournament, *, blocked: int = 0) -> list[Step]:
    """What to do, in order. The first that is not done is "now". ``blocked``: what keeps the round open."""
    regular = tournament.players.filter(substitute=False).count()
    substitutes = tournament.players.filter(substitute=True).count()
    # substitutes fill the tables, or some rest, where the event has chosen so
    missing = 0 if tournament.sit_outs or substitutes >= -regular % 4 else -regular % 4
    players = Step("players", "", {"players": regular, "missing": missing})
    enough = regular >= 4 and not missing
    plan = published_plan(tournament)
    drafts = tournament.seating_plans.filter(state=PlanState.DRAFT).count()
    round_ = current_round(tournament)
    number = round_.number if round_ else 1
    seated = round_ is not None and round_.state != RoundState.PLANNED
    by_rank = number if not seated and not tournament.round_plan.is_drawn(number) else None
    running = round_ is not None and round_.is_running
    passes = (
        TablePass.objects.filter(table__round=round_, revoked_at=None).count() if round_ is not None else 0
    )
    tables = round_.tables.count() if round_ is not None else 0
    of_round = {"round": number, "tables": tables, "passes": passes}
    done = {
        "players": enough,
        "seating": seated and plan is not None,
        "start": running,
        "passes": (bool(passes) and passes >= tables) or (running and not blocked),
        "close": False,
    }
    if tournament.state == State.FINISHED:
        public = sight_of(tournament, Viewer.PUBLIC)
        kept = (public.through, public.top, public.from_below) != (None, None, None)
        return [Step("finished", "now", {"rounds": tournament.number_of_rounds, "kept_back": kept})]
    listed = [
        players,
        Step(
            "seating",
            "",
            {"drafts": drafts, "rounds": tournament.number_of_rounds, "by_rank": by_rank},
        ),
        Step("passes", "", of_round),
        Step("start", "", of_round),
        Step("close", "", {**of_round, "blocked": blocked}),
    ]
    first = next(step.code for step in listed if not done[step.code])
    possible = {"passes", "start"} if seated else set()
    return [
        Step(
            step.code,
            "done"
            if done[step.code]
            else "now"
            if step.code == first
            else "open"
            if step.code in possible
            else "later",
            step.params,
        )
        for step in listed
    ]


@dataclass(frozen=True, slots=True)
class PassLine:
    """A table of a round with the pass that opens it, and who sits there."""

    table: int
    players: tuple[Any, ...]
    opened: TablePass | None


def pass_lines(round_: Round) -> list[PassLine]:
    """Every table of a round with its newest open pass: three queries."""
    tables = round_.tables.order_by("number").prefetch_related("seats__player")
    opened = {
        entry.table_id: entry
        for entry in TablePass.objects.filter(table__round=round_, revoked_at=None).order_by("pk")
    }
    return [
        PassLine(
            table=table.number,
            players=tuple(seat.player for seat in table.seats.all()),
            opened=opened.get(table.pk),
        )
        for table in tables
    ]


def audit_trail(tournament: Tournament) -> Any:
    """Who did what, newest first. A queryset, for the pager."""
    return AuditEntry.objects.filter(tournament=tournament).order_by("-pk")

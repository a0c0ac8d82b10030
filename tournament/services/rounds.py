"""Rounds: starting and taking that back, closing with what is announced, reopening."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from tournament.engine import chain
from tournament.errors import require
from tournament.models import Announcement, Entry, Round, Seat, Table, Tournament
from tournament.models.table import ROUND_STEPS, PlanState, RoundState
from tournament.models.tournament import State
from tournament.permissions import Action, Actor
from tournament.selectors.blockers import blockers
from tournament.selectors.standings import announcement_rows
from tournament.services._base import Change, changing
from tournament.services.calls import end_calls
from tournament.services.clock import end_games_out_of_time, reset_clock, start_with_round, starts_with_round


def plan_rounds(
    tournament: Tournament, starts: Mapping[int, datetime | None], *, actor: Actor, at: datetime | None = None
) -> None:
    """Say when rounds are meant to begin, by number; None takes a time away. Rounds that began keep theirs.

    Refused: ``no_such_round``, ``start_outside_event`` (not on one of the days of the event),
    ``starts_out_of_order``.
    """
    with changing(tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        event = change.tournament
        rounds = {round_.number: round_ for round_ in event.rounds.order_by("number")}
        changed = []
        for number, start in starts.items():
            require(number in rounds, "no_such_round", round=number)
            if rounds[number].started_at is not None or rounds[number].planned_start == start:
                continue
            if start is not None:
                day = start.astimezone(event.zone).date()
                require(event.starts_on <= day <= event.ends_on, "start_outside_event", round=number)
            rounds[number].planned_start = start
            changed.append(rounds[number])
        last: Round | None = None
        for round_ in rounds.values():
            begins = round_.started_at or round_.planned_start
            if begins is None:
                continue
            before = (last.started_at or last.planned_start) if last else None
            require(
                before is None or begins > before or round_.started_at,
                "starts_out_of_order",
                round=round_.number,
                before=last.number if last else 0,
            )
            last = round_
        Round.objects.bulk_update(changed, ["planned_start"])
        if changed:
            change.audit("rounds.planned", rounds=[round_.number for round_ in changed])


def start_round(round_: Round, *, actor: Actor, at: datetime | None = None) -> Round:
    """Start a round: from now on its tables take deals. The first one freezes the rules of the event."""
    with changing(round_.tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        round_ = _locked(round_)
        require(round_.state != RoundState.RUNNING, "already_started", round=round_.number)
        require(round_.state != RoundState.PLANNED, "no_seating", round=round_.number)
        _require_step(round_, RoundState.RUNNING)
        require(
            round_.state != RoundState.CLOSED,
            "round_step_not_possible",
            round=round_.number,
            state=round_.state,
        )
        before = (
            change.tournament.rounds.filter(number__lt=round_.number).exclude(state=RoundState.CLOSED).first()
        )
        if before is not None:
            require(False, "round_before_open", before=before.number, round=round_.number)
        if change.tournament.state == State.PLANNED:
            _demand_seats(change)
        round_.state, round_.started_at = RoundState.RUNNING, change.at
        round_.save(update_fields=["state", "started_at"])
        if starts_with_round(change, round_):
            start_with_round(change, round_)
        if change.tournament.state == State.PLANNED:
            _set_state(change, State.RUNNING)
        change.audit("round.started", round=round_.number)
    return round_


def take_back_start(round_: Round, *, actor: Actor, at: datetime | None = None) -> Round:
    """A round that was started by mistake waits again, with its seating, as if nobody had pressed.

    Before the first round the rules of the event can be changed again. Refused with ``round_has_entries``
    once anything is recorded at one of its tables.
    """
    tables = Table.objects.filter(round=round_)
    with changing(round_.tournament, action=Action.ROUNDS, actor=actor, at=at, tables=tables) as change:
        round_ = _locked(round_)
        require(round_.is_running, "round_not_running", round=round_.number)
        recorded = Entry.objects.filter(table__round=round_).exists()
        require(not recorded, "round_has_entries", round=round_.number)
        end_calls(change, round_)
        reset_clock(change, round_)
        round_.state, round_.started_at = RoundState.SEATED, None
        round_.save(update_fields=["state", "started_at"])
        if not change.tournament.rounds.exclude(started_at=None).exists():
            _set_state(change, State.PLANNED)
        change.audit("round.start_taken_back", round=round_.number)
    return round_


def close_round(round_: Round, *, actor: Actor, at: datetime | None = None) -> Round:
    """Close a round and store what is announced. ``round_blocked`` while something is missing."""
    # every table is locked, so that no deal slips in between the look and the step
    tables = Table.objects.filter(round=round_)
    with changing(round_.tournament, action=Action.ROUNDS, actor=actor, at=at, tables=tables) as change:
        round_ = _locked(round_)
        _require_step(round_, RoundState.CLOSED)
        missing = blockers(round_, at=change.at)
        require(not missing, "round_blocked", round=round_.number, count=len(missing))
        end_games_out_of_time(change, round_)
        end_calls(change, round_)
        round_.state, round_.closed_at = RoundState.CLOSED, change.at
        round_.save(update_fields=["state", "closed_at"])
        _announce(change, round_)
        if not change.tournament.rounds.exclude(state=RoundState.CLOSED).exists():
            _set_state(change, State.FINISHED)
        change.audit("round.closed", round=round_.number)
    return round_


def reopen_round(round_: Round, *, reason: str, actor: Actor, at: datetime | None = None) -> Round:
    """Let the tables of a closed round take deals again."""
    with changing(round_.tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        round_ = _locked(round_)
        require(
            round_.state == RoundState.CLOSED,
            "round_step_not_possible",
            round=round_.number,
            state=round_.state,
        )
        require(reason.strip(), "reason_missing")
        round_.state, round_.closed_at = RoundState.RUNNING, None
        round_.save(update_fields=["state", "closed_at"])
        if change.tournament.state == State.FINISHED:
            _set_state(change, State.RUNNING)
        change.audit("round.reopened", round=round_.number, reason=reason.strip())
    return round_


def _demand_seats(change: Change) -> None:
    """At the first start every round seated in advance has its tables, and everybody is accounted for: has a
    seat, or is known to the published seating as somebody who left, rests or comes later."""
    drawn = change.tournament.round_plan.drawn
    bare = change.tournament.rounds.filter(state=RoundState.PLANNED, number__lte=drawn).first()
    require(bare is None, "no_seating", round=bare.number if bare else 0)
    seated = Seat.objects.filter(round__tournament=change.tournament).values("player")
    plan = change.tournament.seating_plans.filter(state=PlanState.PUBLISHED).first()
    require(plan is None or len(plan.chart) == drawn, "plan_is_stale")
    known = plan.asked.get("players", []) if plan else []
    standing = change.tournament.players.filter(substitute=False).exclude(pk__in=seated)
    standing = standing.exclude(number__in=[row["number"] for row in known])
    require(not standing.exists(), "plan_is_stale")


def _locked(round_: Round) -> Round:
    return Round.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=round_.pk)


def _require_step(round_: Round, to: RoundState) -> None:
    require(
        to in ROUND_STEPS[round_.state], "round_step_not_possible", round=round_.number, state=round_.state
    )


def _set_state(change: Change, state: State) -> None:
    change.tournament.state = state
    Tournament.objects.filter(pk=change.tournament.pk).update(state=state)


def _announce(change: Change, round_: Round) -> None:
    rows = announcement_rows(change.tournament, through=round_.number)
    last = round_.announcements.aggregate(last=Max("number"))["last"] or 0
    Announcement.objects.create(
        round=round_,
        number=last + 1,
        rows=rows,
        revision=change.tournament.revision + 1,
        hash=chain.entry_hash("", {"rows": rows}),
        announced_at=change.at,
    )

"""The clock of a round: starting, pausing, extra minutes, calling the time; and what may still be entered."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

from tournament.engine.clock import Phase, Reading, Step
from tournament.errors import Refused, require
from tournament.models import ClockEvent, Kind, Round, Said, Table
from tournament.models.log import TABLE_WORD
from tournament.models.tournament import ClockStart
from tournament.permissions import Action, Actor
from tournament.selectors.clock import RoundClock, last_deals, round_clock
from tournament.services._base import Change, changing

MOST_MINUTES = 120
"""A guard against typing errors: nobody gives more than two hours."""
TIME_IS_UP = "Time is up"
"""One of the reasons that a table chooses from; shown translated."""
EARLIEST = timedelta(hours=12)
"""A phone may say that it entered something so long ago, not longer."""


def start_clock(round_: Round, *, actor: Actor, at: datetime | None = None) -> ClockEvent:
    """Start the clock of a running round by hand, when the event does not start it with the round."""
    with changing(round_.tournament, action=Action.CLOCK, actor=actor, at=at) as change:
        round_, clock = _opened(round_)
        require(not clock.facts, "clock_started", round=round_.number)
        return start_with_round(change, round_)


def start_with_round(change: Change, round_: Round) -> ClockEvent:
    """The start, inside the change that starts a round. The minutes and the end rule are frozen with it."""
    return _append(
        change,
        round_,
        Step.START,
        minutes=round_.minutes,
        end_rule=change.tournament.time_up,
    )


def starts_with_round(change: Change, round_: Round) -> bool:
    """Whether the clock of this round starts together with it."""
    return change.tournament.clock_start == ClockStart.WITH_ROUND and not round_clock(round_).facts


def reset_clock(change: Change, round_: Round) -> None:
    """Nothing was said about the clock, inside the change that takes back the start of a round."""
    if round_clock(round_).facts:
        _append(change, round_, Step.RESET)


def pause_clock(
    round_: Round, *, actor: Actor, reason: str = "", seen: int | None = None, at: datetime | None = None
) -> ClockEvent:
    """Stop the clock of every table whose time is not up. ``seen``: the newest event the sender saw."""
    with changing(round_.tournament, action=Action.CLOCK, actor=actor, at=at) as change:
        round_, clock = _opened(round_, seen)
        phases = {_now(change, clock, table).phase for table in _tables(round_)}
        require(Phase.PAUSED not in phases, "clock_paused", round=round_.number)
        require(Phase.RUNNING in phases, "clock_not_running", round=round_.number)
        return _append(change, round_, Step.PAUSE, reason=reason)


def resume_clock(
    round_: Round, *, actor: Actor, seen: int | None = None, at: datetime | None = None
) -> ClockEvent:
    """Let a paused clock go on; everybody has what was left."""
    with changing(round_.tournament, action=Action.CLOCK, actor=actor, at=at) as change:
        round_, clock = _opened(round_, seen)
        phases = {_now(change, clock, table).phase for table in _tables(round_)}
        require(Phase.PAUSED in phases, "clock_not_paused", round=round_.number)
        return _append(change, round_, Step.RESUME)


def give_minutes(
    round_: Round,
    *,
    minutes: int,
    actor: Actor,
    table: Table | None = None,
    reason: str = "",
    seen: int | None = None,
    at: datetime | None = None,
) -> ClockEvent:
    """Extra minutes for the whole room or for one table; fewer than none take back what was given.

    One table has lost its time for a reason, so a reason is asked for there (report 85).
    """
    with changing(round_.tournament, action=Action.CLOCK, actor=actor, at=at) as change:
        round_, clock = _opened(round_, seen)
        require(_now(change, clock).phase is not Phase.WAITING, "clock_not_started", round=round_.number)
        require(minutes and abs(minutes) <= MOST_MINUTES, "bad_minutes", highest=MOST_MINUTES)
        if table is not None:
            require(table.round_id == round_.pk, "not_found")
            require(reason.strip(), "reason_missing")
        return _append(change, round_, Step.EXTRA, minutes=minutes, table=table, reason=reason)


def call_time(
    round_: Round,
    *,
    actor: Actor,
    table: Table | None = None,
    reason: str = "",
    seen: int | None = None,
    at: datetime | None = None,
) -> ClockEvent:
    """Time is called before the clock has run down, for all or for one table."""
    with changing(round_.tournament, action=Action.CLOCK, actor=actor, at=at) as change:
        round_, clock = _opened(round_, seen)
        require(table is None or table.round_id == round_.pk, "not_found")
        phases = {_now(change, clock, one).phase for one in ([table.pk] if table else _tables(round_))}
        require(phases & {Phase.RUNNING, Phase.PAUSED}, "clock_not_running", round=round_.number)
        return _append(change, round_, Step.CALL, table=table, reason=reason)


@dataclass(frozen=True, slots=True)
class Late:
    """What an entry says of its own lateness: nothing, when the phone took it, or why it counts."""

    detail: dict[str, str] = field(default_factory=dict)
    reason: str = ""


def demand_time(change: Change, *, number: int, reason: str, entered_at: datetime | None) -> Late:
    """Refuse a deal that may not be played any more by the end rule (``time_is_up``).

    A referee may enter it all the same with a reason. A deal that the phone had taken before the bell and
    could only send now was played in time: the entry then says when it was taken.
    """
    table = change.table
    assert table is not None
    clock = change.clock
    reading = clock.reading(at=change.at, table=table.pk)
    if reading.bell is None:
        return Late()
    if entered_at is not None and change.at - EARLIEST < entered_at <= reading.bell:
        return Late({"entered_at": entered_at.isoformat(timespec="seconds")})
    deals = change.tournament.ruleset.deals
    last = last_deals(clock, [table.pk], at=change.at, deals=deals)[table.pk]
    if number <= last:
        return Late()
    reason = reason.strip()
    require(reason, "time_is_up", number=number, last=last)
    where = {"round": table.round.number, "table": table.number, "deal": number}
    change.audit("deal.after_time", **where, reason=reason)
    return Late(reason=reason)


def end_games_out_of_time(change: Change, round_: Round) -> None:
    """When a round closes, a game that the bell cut short is ended in its own log, not by its silence."""
    deals = change.tournament.ruleset.deals
    tables = {table.pk: table for table in round_.tables.select_related("round")}
    for pk in last_deals(round_clock(round_), tables, at=change.at, deals=deals):
        one = Change(tournament=change.tournament, actor=change.actor, at=change.at, table=tables[pk])
        if one.log.next_deal > deals or one.log.is_ended or one.log.has_totals:
            continue
        word = one.log.newest(Kind.SIGN_OFF, TABLE_WORD)
        one.append(
            kind=Kind.SIGN_OFF,
            number=TABLE_WORD,
            revision=word.revision + 1 if word else 1,
            said=Said.CLOSE,
            up_to=one.log.last_fact,
            client_key=uuid4(),
            reason=TIME_IS_UP,
        )


def _opened(round_: Round, seen: int | None = None) -> tuple[Round, RoundClock]:
    """The round as it is now, if it runs, and its clock; ``stale_clock`` when somebody else was faster."""
    fresh = Round.objects.select_related("tournament").get(pk=round_.pk)
    require(fresh.is_running, "round_not_running", round=fresh.number)
    clock = round_clock(fresh)
    require(seen is None or seen == clock.number, "stale_clock")
    return fresh, clock


def _tables(round_: Round) -> list[int]:
    return list(round_.tables.order_by().values_list("pk", flat=True))


def _now(change: Change, clock: RoundClock, table: int | None = None) -> Reading:
    return clock.reading(at=change.at, table=table)


def _append(
    change: Change,
    round_: Round,
    step: Step,
    *,
    minutes: int = 0,
    table: Table | None = None,
    reason: str = "",
    end_rule: str = "",
) -> ClockEvent:
    last = round_.clock.order_by("-number").values_list("number", "at").first()
    if last is not None and last[1] > change.at:
        raise Refused("stale_clock")
    event = ClockEvent(
        round=round_,
        table=table,
        number=(last[0] if last else 0) + 1,
        step=step.value,
        minutes=minutes,
        end_rule=end_rule,
        reason=reason.strip()[:200],
        actor=change.actor.label,
        at=change.at,
    )
    event.save()
    said = {"round": round_.number, "reason": event.reason, "minutes": minutes}
    if step in (Step.START, Step.RESET):
        change.touched = True
    elif table is None:
        change.audit(f"clock.{step.value}", **said)
    else:
        change.audit(f"clock.{step.value}_table", table=table.number, **said)
    return event

"""Deals and totals: recording, correcting, taking back. Each function is one door for one change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from scoring.payments import DealFacts, Deltas
from tournament.errors import Refused, require
from tournament.models import Entry, Kind, Said, Table
from tournament.models.log import DELTAS, ENTERED_AGAIN
from tournament.models.table import RoundState
from tournament.permissions import Action, Actor, may
from tournament.services._base import Change, changing_table
from tournament.services.clock import demand_time

HIGHEST_TOTAL = 20_000
"""A guard against typing errors: sixteen self-draws of 400 fan and eight flowers bring 19,968."""


def record_deal(
    *,
    table_id: int,
    number: int,
    facts: DealFacts,
    client_key: UUID,
    actor: Actor,
    detail: Mapping[str, Any] | None = None,
    late_reason: str = "",
    entered_at: datetime | None = None,
    at: datetime | None = None,
) -> Entry:
    """Record deal ``number``, which the sender believes to be the next one.

    The same key and content again returns the first entry. Refused with ``deal_number_taken`` when another
    phone was faster, with the rules' own codes when the facts cannot be, with ``time_is_up`` when the end
    rule lets no more deals be played and no ``late_reason`` is given. ``entered_at``: when the phone took it.
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.DEAL, number=number, **_said(facts)):
            return entry
        open_table(change)
        rules = change.tournament.ruleset
        require(1 <= number <= rules.deals, "no_such_deal", number=number, deals=rules.deals)
        require(not change.log.has_totals, "table_has_totals")
        coming = change.log.next_deal
        require(coming <= rules.deals or number < coming, "game_is_full", deals=rules.deals)
        require(number >= coming, "deal_number_taken", number=number, next=coming)
        require(number == coming, "deal_number_ahead", number=number, next=coming)
        late = demand_time(change, number=number, reason=late_reason, entered_at=entered_at)
        return append_deal(
            change,
            number=number,
            facts=facts,
            client_key=client_key,
            detail={**(detail or {}), **late.detail},
            reason=late.reason,
        )


def correct_deal(
    *,
    table_id: int,
    number: int,
    base_revision: int,
    facts: DealFacts,
    reason: str,
    client_key: UUID,
    actor: Actor,
    detail: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> Entry:
    """State deal ``number`` again. ``base_revision`` is the revision the sender looked at.

    Refused with ``stale_revision`` when somebody else corrected it meanwhile; in a closed round only
    referees and organizers may.
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.DEAL, number=number, **_said(facts)):
            return entry
        correctable_table(change)
        newest = change.log.newest(Kind.DEAL, number)
        require(newest is not None and newest.said != Said.VOID, "deal_not_found", number=number)
        assert newest is not None
        require(newest.revision == base_revision, "stale_revision", number=number)
        require(reason.strip(), "reason_missing")
        wanted = {**_said(facts), "detail": dict(detail or {})}
        require(any(getattr(newest, key) != value for key, value in wanted.items()), "nothing_changes")
        return append_deal(
            change, number=number, facts=facts, client_key=client_key, detail=detail, reason=reason.strip()
        )


def void_deal(
    *,
    table_id: int,
    number: int,
    base_revision: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    at: datetime | None = None,
) -> Entry:
    """Take back the last deal: the statement stays readable and does not count any more."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.DEAL, number=number, said=Said.VOID):
            return entry
        correctable_table(change)
        newest = change.log.newest(Kind.DEAL, number)
        require(newest is not None and newest.said != Said.VOID, "deal_not_found", number=number)
        assert newest is not None
        require(newest.revision == base_revision, "stale_revision", number=number)
        last = change.log.next_deal - 1
        require(number == last, "not_the_last_deal", number=number, last=last)
        require(reason.strip(), "reason_missing")
        return _append_void(change, Kind.DEAL, number, client_key=client_key, reason=reason.strip())


def rewind_to(
    *,
    table_id: int,
    number: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    last: int | None = None,
    seen: int | None = None,
    with_penalties: bool = False,
    at: datetime | None = None,
) -> list[Entry]:
    """Back to deal ``number``: it and all later deals are taken back, last first, in one transaction.

    ``last`` is the last deal the sender saw (``deal_number_taken`` when another phone entered more), ``seen``
    the last fact (``table_moved_on``). Penalties stand, because a fault stays a fault whatever became of the
    hand (report 74), unless they are to go ``with_penalties``: when they were wrong as well (report 7).
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.DEAL, said=Said.VOID):
            return [entry]
        table = correctable_table(change)
        seen_last, last = last, change.log.next_deal - 1
        require(seen_last is None or seen_last >= last, "deal_number_taken", number=last, next=last + 1)
        require(seen is None or seen == change.log.last_fact, "table_moved_on")
        require(1 <= number <= last, "deal_not_found", number=number)
        require(reason.strip(), "reason_missing")
        if with_penalties:
            _void_penalties(change, first=number, client_key=client_key, reason=reason.strip())
        voided = [
            _append_void(
                change,
                Kind.DEAL,
                deal,
                client_key=client_key if deal == last else uuid5(client_key, str(deal)),
                reason=reason.strip(),
            )
            for deal in range(last, number - 1, -1)
        ]
        change.audit("deals.rewound", table=table.number, round=table.round.number, to=number)
        return voided


def record_totals(
    *,
    table_id: int,
    totals: Deltas,
    client_key: UUID,
    actor: Actor,
    base_revision: int = 0,
    reason: str = "",
    at: datetime | None = None,
) -> Entry:
    """Store the four totals of a game whose deals are not known. They include what false wins transferred.

    ``base_revision`` 0 states them for the first time; otherwise the revision that is corrected.
    """
    said = {"said": Said.TOTALS, **dict(zip(DELTAS, totals, strict=True))}
    with changing_table(table_id, action=Action.TOTALS, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.TOTALS, **said):
            return entry
        table = correctable_table(change)
        require(sum(totals) == 0, "totals_not_zero", sum=sum(totals))
        require(max(totals) <= HIGHEST_TOTAL, "total_too_high", total=max(totals), highest=HIGHEST_TOTAL)
        require(min(totals) >= -HIGHEST_TOTAL, "total_too_high", total=min(totals), highest=HIGHEST_TOTAL)
        require(change.log.next_deal == 1, "table_has_deals")
        newest = change.log.newest(Kind.TOTALS, 1)
        revision = newest.revision if newest else 0
        require(revision == base_revision, "stale_revision", number=1)
        require(revision == 0 or reason.strip(), "reason_missing")
        entry = change.append(
            kind=Kind.TOTALS,
            number=1,
            revision=revision + 1,
            client_key=client_key,
            reason=reason.strip(),
            **said,
        )
        change.audit("totals.recorded", table=table.number, round=table.round.number, sequence=entry.sequence)
        return entry


def void_totals(
    *,
    table_id: int,
    base_revision: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    at: datetime | None = None,
) -> Entry:
    """Take the totals back, so that deals can be entered."""
    with changing_table(table_id, action=Action.TOTALS, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.TOTALS, said=Said.VOID):
            return entry
        correctable_table(change)
        newest = change.log.newest(Kind.TOTALS, 1)
        require(newest is not None and newest.said != Said.VOID, "deal_not_found", number=1)
        assert newest is not None
        require(newest.revision == base_revision, "stale_revision", number=1)
        require(reason.strip(), "reason_missing")
        return _append_void(change, Kind.TOTALS, 1, client_key=client_key, reason=reason.strip())


def open_table(change: Change) -> Table:
    """The table, if play may go on at it: the round runs and the game was not ended."""
    table = change.table
    assert table is not None
    if table.round.state == RoundState.CLOSED:
        raise Refused("round_closed", round=table.round.number)
    require(table.round.state == RoundState.RUNNING, "round_not_running", round=table.round.number)
    require(not change.log.is_ended, "table_closed")
    return table


def correctable_table(change: Change) -> Table:
    """The table, if what is recorded at it may be changed by this actor now."""
    table = change.table
    assert table is not None
    strong = may(change.actor, Action.CORRECT_CLOSED, change.tournament)
    if strong and table.round.state in (RoundState.RUNNING, RoundState.CLOSED):
        return table
    return open_table(change)


def _said(facts: DealFacts) -> dict[str, Any]:
    return {
        "said": Said(facts.outcome.value),
        "winner": facts.winner,
        "discarder": facts.discarder,
        "fan_total": facts.fan_total,
        "flowers": facts.flowers,
    }


def append_deal(
    change: Change,
    *,
    number: int,
    facts: DealFacts,
    client_key: UUID,
    detail: Mapping[str, Any] | None,
    reason: str = "",
) -> Entry:
    """State a deal, for the first time or again, inside a change that has asked everything else."""
    table, rules = change.table, change.tournament.ruleset
    assert table is not None
    rules.check(facts)
    if facts.winner is not None:
        dead = change.log.dead_hand(deal=number, seat=facts.winner)
        if dead is not None:
            raise Refused("offender_may_not_win", player=str(dead.player), number=number)
    newest = change.log.newest(Kind.DEAL, number)
    entry = change.append(
        kind=Kind.DEAL,
        number=number,
        revision=newest.revision + 1 if newest else 1,
        client_key=client_key,
        detail=dict(detail or {}),
        reason=reason or (ENTERED_AGAIN if newest else ""),
        **_said(facts),
        **dict(zip(DELTAS, rules.pay(facts), strict=True)),
    )
    if entry.revision > 1:
        change.audit("deal.corrected", table=table.number, round=table.round.number, deal=number)
    return entry


def _void_penalties(change: Change, *, first: int, client_key: UUID, reason: str) -> None:
    for given in change.log.live(Kind.PENALTY):
        if (given.deal or 0) >= first:
            void_penalty(
                change, given, client_key=uuid5(client_key, f"penalty {given.number}"), reason=reason
            )


def void_penalty(change: Change, given: Entry, *, client_key: UUID, reason: str) -> Entry:
    """Say that a penalty does not count, inside a change that has asked everything else."""
    entry = change.append(
        kind=Kind.PENALTY,
        number=given.number,
        revision=given.revision + 1,
        said=Said.VOID,
        player=given.player,
        seat=given.seat,
        deal=given.deal,
        client_key=client_key,
        reason=reason,
    )
    change.audit("penalty.cancelled", player=given.player.number if given.player else None)
    return entry


def _append_void(change: Change, kind: Kind, number: int, *, client_key: UUID, reason: str) -> Entry:
    table = change.table
    assert table is not None
    newest = change.log.newest(kind, number)
    assert newest is not None
    entry = change.append(
        kind=kind,
        number=number,
        revision=newest.revision + 1,
        said=Said.VOID,
        client_key=client_key,
        reason=reason,
    )
    change.audit(f"{kind}.voided", table=table.number, round=table.round.number, number=number)
    return entry

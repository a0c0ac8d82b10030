"""What happened at a table and moved no points: a note for the desk, a hand that is played again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from tournament.errors import Refused, require
from tournament.models import Entry, Kind, Said, Table
from tournament.models.table import RoundState
from tournament.permissions import Action, Actor, may
from tournament.services._base import Change, changing_table
from tournament.services.deals import open_table
from tournament.services.penalties import deal_of_penalty

LONGEST_NOTE = 500


def record_note(
    *,
    table_id: int,
    text: str,
    client_key: UUID,
    actor: Actor,
    deal: int | None = None,
    at: datetime | None = None,
) -> Entry:
    """A referee's own words at a deal. The table and the desk read them, the public does not.

    The four sign figures, not words: a note leaves their agreement as it is, and may be added to a game
    that has ended, while the round runs.
    """
    text = text.strip()
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.NOTE, detail={"text": text}):
            return entry
        _notable_table(change)
        require(text, "note_missing")
        require(len(text) <= LONGEST_NOTE, "too_long", column="note", limit=LONGEST_NOTE)
        return _append(
            change,
            client_key=client_key,
            said=Said.NOTE,
            deal=deal_of_penalty(change, deal),
            detail={"text": text},
        )


def replay_hand(
    *,
    table_id: int,
    number: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    at: datetime | None = None,
) -> Entry:
    """The hand in play is void and is played again under the same number (MIL IX: a wall destroyed).

    Penalties given in it stand; its dead hands end with it, because the tiles are dealt anew.
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.NOTE, said=Said.REPLAYED, deal=number):
            return entry
        table, deals = open_table(change), change.tournament.ruleset.deals
        coming = change.log.next_deal
        require(not change.log.has_totals, "table_has_totals")
        require(coming <= deals, "game_is_full", deals=deals)
        require(number >= coming, "deal_number_taken", number=number, next=coming)
        require(number == coming, "deal_number_ahead", number=number, next=coming)
        require(reason.strip(), "reason_missing")
        entry = _append(change, client_key=client_key, said=Said.REPLAYED, deal=number, reason=reason.strip())
        change.audit("hand.replayed", table=table.number, round=table.round.number, deal=number)
        return entry


def cancel_note(
    *,
    table_id: int,
    number: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    at: datetime | None = None,
) -> Entry:
    """Take a note back, or the word that a hand is played again. Both stay readable where they were."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.NOTE, number=number, said=Said.VOID):
            return entry
        _notable_table(change)
        given = change.log.newest(Kind.NOTE, number)
        require(given is not None and given.said != Said.VOID, "note_not_found")
        assert given is not None
        if given.said == Said.REPLAYED:
            require(
                given.deal == change.log.next_deal,
                "deal_number_taken",
                number=given.deal,
                next=change.log.next_deal,
            )
        require(reason.strip(), "reason_missing")
        return change.append(
            kind=Kind.NOTE,
            number=number,
            revision=given.revision + 1,
            said=Said.VOID,
            deal=given.deal,
            client_key=client_key,
            reason=reason.strip(),
        )


def _notable_table(change: Change) -> Table:
    table = change.table
    assert table is not None
    if table.round.state == RoundState.CLOSED and not may(
        change.actor, Action.CORRECT_CLOSED, change.tournament
    ):
        raise Refused("round_closed", round=table.round.number)
    begun = table.round.state in (RoundState.RUNNING, RoundState.CLOSED)
    require(begun, "round_not_running", round=table.round.number)
    return table


def _append(change: Change, **facts: Any) -> Entry:
    return change.append(kind=Kind.NOTE, number=change.log.last_number(Kind.NOTE) + 1, **facts)

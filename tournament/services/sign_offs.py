"""Agreement: a player's yes or no to what is recorded, and the word that a game has ended."""

from datetime import datetime
from uuid import UUID

from tournament.errors import require
from tournament.models import Entry, Kind, Said
from tournament.models.log import TABLE_WORD
from tournament.models.table import RoundState
from tournament.models.tournament import Agreement
from tournament.permissions import Action, Actor, demand
from tournament.services._base import Change, changing_table
from tournament.services.deals import correctable_table, open_table


def sign_off(
    *,
    table_id: int,
    seat: int,
    agree: bool,
    up_to: int,
    client_key: UUID,
    actor: Actor,
    reason: str = "",
    at: datetime | None = None,
) -> Entry:
    """The player in ``seat`` agrees with, or disputes, everything recorded up to sequence ``up_to``.

    Refused with ``stale_sign_off`` when something was entered after that. A dispute needs a reason. A
    player's own phone speaks for its player alone (``not_your_word``).
    """
    said = Said.AGREE if agree else Said.DISPUTE
    with changing_table(table_id, action=Action.AGREE, actor=actor, at=at) as change:
        if actor.player_id is not None:
            mine = change.table.seats.filter(seat=seat, player=actor.player_id) if change.table else None
            require(mine is not None and mine.exists(), "not_your_word")
        if entry := change.already_said(client_key, kind=Kind.SIGN_OFF, number=seat + 1, said=said):
            return entry
        table = change.table
        assert table is not None
        require(seat in range(4), "no_such_seat", seat=seat)
        require(table.round.state == RoundState.RUNNING, "round_not_running", round=table.round.number)
        facts_end = change.log.last_fact
        require(facts_end, "nothing_to_sign")
        require(up_to == facts_end, "stale_sign_off")
        require(agree or reason.strip(), "reason_missing")
        entry = _append(
            change, number=seat + 1, said=said, seat=seat, up_to=up_to, key=client_key, reason=reason
        )
        if not agree:
            change.audit("table.disputed", table=table.number, round=table.round.number, seat=seat)
        return entry


def end_game(
    *, table_id: int, client_key: UUID, actor: Actor, reason: str = "", at: datetime | None = None
) -> Entry:
    """The game ends here, before its last deal: time is up, or the referee stops it."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.SIGN_OFF, number=TABLE_WORD, said=Said.CLOSE):
            return entry
        table = open_table(change)
        require(change.log.next_deal <= change.tournament.ruleset.deals, "game_not_short")
        require(change.log.last_fact, "nothing_to_sign")
        require(reason.strip(), "reason_missing")
        entry = _append(
            change,
            number=TABLE_WORD,
            said=Said.CLOSE,
            up_to=change.log.last_fact,
            key=client_key,
            reason=reason,
        )
        change.audit(
            "table.ended", table=table.number, round=table.round.number, deals=change.log.next_deal - 1
        )
        return entry


def close_game(*, table_id: int, client_key: UUID, actor: Actor, at: datetime | None = None) -> Entry:
    """The referee closes a game that is played: the table's own phone changes nothing in it any more.

    Where the event asks for it, all four agreed before (``agreement_missing``).
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.SIGN_OFF, number=TABLE_WORD, said=Said.CLOSE):
            return entry
        table = open_table(change)
        full = change.log.next_deal > change.tournament.ruleset.deals or change.log.has_totals
        require(full, "game_not_full", number=change.log.next_deal)
        if change.tournament.agreement != Agreement.NONE:
            count = change.log.agreeing
            require(count == 4, "agreement_missing", count=4 - count)
        entry = _append(
            change,
            number=TABLE_WORD,
            said=Said.CLOSE,
            up_to=change.log.last_fact,
            key=client_key,
            reason="",
        )
        change.audit("table.closed", table=table.number, round=table.round.number)
        return entry


def reopen_game(
    *, table_id: int, reason: str, client_key: UUID, actor: Actor, at: datetime | None = None
) -> Entry:
    """Let an ended game go on. For referees and organizers."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.SIGN_OFF, number=TABLE_WORD, said=Said.REOPEN):
            return entry
        demand(change.actor, Action.CORRECT_CLOSED, change.tournament)
        table = correctable_table(change)
        require(change.log.is_ended, "game_not_closed")
        require(reason.strip(), "reason_missing")
        entry = _append(
            change,
            number=TABLE_WORD,
            said=Said.REOPEN,
            up_to=change.log.last_fact,
            key=client_key,
            reason=reason,
        )
        change.audit("table.reopened", table=table.number, round=table.round.number)
        return entry


def _append(
    change: Change,
    *,
    number: int,
    said: Said,
    up_to: int,
    key: UUID,
    reason: str,
    seat: int | None = None,
) -> Entry:
    newest = change.log.newest(Kind.SIGN_OFF, number)
    return change.append(
        kind=Kind.SIGN_OFF,
        number=number,
        revision=newest.revision + 1 if newest else 1,
        said=said,
        seat=seat,
        up_to=up_to,
        client_key=key,
        reason=reason.strip(),
    )

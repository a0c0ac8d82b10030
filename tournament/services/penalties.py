"""False wins and other penalties: facts that belong to a player, never derived, never deleted."""

from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.payments import FalseWin, Treatment, pay_penalty
from tournament.errors import require
from tournament.models import Entry, Kind, Player, Said, Table, Tournament
from tournament.models.log import DELTAS
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing, changing_table
from tournament.services.deals import correctable_table, open_table, void_penalty

HIGHEST_AMOUNT = 1000


def record_false_win(
    *,
    table_id: int,
    seat: int,
    client_key: UUID,
    actor: Actor,
    case: FalseWin = FalseWin.BELOW_MINIMUM,
    number: int | None = None,
    at: datetime | None = None,
) -> Entry:
    """A false win in the deal that is being played. The deal goes on; the offender may not win it.

    ``number`` is the deal the sender believes to be in play (``deal_number_taken`` when it is over).
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        said = {"kind": Kind.PENALTY, "seat": seat, "detail": {"false_win": case.value}}
        if entry := change.already_said(client_key, **said):
            return entry
        table, rules = open_table(change), change.tournament.ruleset
        coming = change.log.next_deal
        require(coming <= rules.deals, "game_is_full", deals=rules.deals)
        require(number in (None, coming), "deal_number_taken", number=number, next=coming)
        player, tariff = player_at(table, seat), rules.false_win[case]
        dead = change.log.dead_hand(deal=coming, seat=seat)
        require(dead is None, "already_dead_hand", player=str(player), number=coming)
        return append_penalty(
            change,
            client_key=client_key,
            player=player,
            seat=seat,
            deal=coming,
            said=Said(tariff.treatment.value),
            dead_hand=tariff.dead_hand,
            detail={"false_win": case.value},
            deltas=rules.false_win_deltas(case, offender=seat),
        )


def give_penalty(
    *,
    table_id: int,
    seat: int,
    treatment: Treatment,
    amount: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    deal: int | None = None,
    victim: int | None = None,
    dead_hand: bool = False,
    detail: dict[str, Any] | None = None,
    at: datetime | None = None,
) -> Entry:
    """A penalty in a game in the referee's own words: ``amount`` to each of the others or to the ``victim``,
    deducted from the offender alone, or a warning. What stands in the event's list is ``record_fault``.

    ``deal`` defaults to the deal in play (the last one when the game is full).
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        deltas = pay_penalty(treatment, offender=seat, amount=amount, victim=victim)
        facts = {"said": Said(treatment.value), **dict(zip(DELTAS, deltas, strict=True))}
        if entry := change.already_said(client_key, kind=Kind.PENALTY, seat=seat, **facts):
            return entry
        table = correctable_table(change)
        require(amount or dead_hand or treatment is Treatment.WARNING, "amount_missing")
        require(amount <= HIGHEST_AMOUNT, "amount_too_high", amount=amount)
        require(reason.strip(), "reason_missing")
        fell_in = deal_of_penalty(change, deal)
        return append_penalty(
            change,
            client_key=client_key,
            player=player_at(table, seat),
            seat=seat,
            deal=fell_in,
            said=Said(treatment.value),
            dead_hand=dead_hand,
            detail=detail or {},
            deltas=deltas,
            reason=reason.strip(),
        )


def fine_player(
    tournament: Tournament,
    *,
    player: Player,
    reason: str,
    client_key: UUID,
    actor: Actor,
    mini_points: int = 0,
    twelfths: int = 0,
    round_number: int | None = None,
    at: datetime | None = None,
) -> Entry:
    """A penalty outside any game: mini-points and table points (in twelfths), both given as losses >= 0."""
    with changing(tournament, action=Action.FINE, actor=actor, at=at) as change:
        facts: dict[str, Any] = {
            "player": player,
            "mini_points": -mini_points,
            "twelfths": -twelfths,
        }
        if entry := change.already_said(client_key, kind=Kind.PENALTY, **facts):
            return entry
        require(mini_points >= 0 and twelfths >= 0, "amount_negative", amount=min(mini_points, twelfths))
        require(mini_points or twelfths, "amount_missing")
        require(mini_points <= HIGHEST_AMOUNT, "amount_too_high", amount=mini_points)
        require(twelfths <= 12 * HIGHEST_AMOUNT, "amount_too_high", amount=twelfths // 12)
        require(reason.strip(), "reason_missing")
        return append_penalty(
            change,
            client_key=client_key,
            said=Said.DEDUCTION,
            reason=reason.strip(),
            round_number=round_number,
            **facts,
        )


def cancel_penalty(
    *, entry_id: int, reason: str, client_key: UUID, actor: Actor, at: datetime | None = None
) -> Entry:
    """Say that a penalty does not count. The penalty and its cancellation both stay readable."""
    given = Entry.objects.penalties().filter(pk=entry_id).exclude(said=Said.VOID).first()
    require(given is not None, "penalty_not_found")
    assert given is not None
    opened = (
        changing_table(given.table_id, action=Action.RECORD, actor=actor, at=at)
        if given.table_id
        else changing(given.tournament, action=Action.FINE, actor=actor, at=at)
    )
    with opened as change:
        if entry := change.already_said(client_key, kind=Kind.PENALTY, number=given.number, said=Said.VOID):
            return entry
        if change.table is not None:
            correctable_table(change)
        newest = change.log.newest(Kind.PENALTY, given.number)
        require(newest is not None and newest.pk == given.pk, "penalty_not_found")
        require(reason.strip(), "reason_missing")
        return void_penalty(change, given, client_key=client_key, reason=reason.strip())


def player_at(table: Table, seat: int) -> Player:
    """Who started in this seat; ``no_such_seat`` beyond the four."""
    taken = table.seats.select_related("player").filter(seat=seat).first()
    require(taken is not None, "no_such_seat", seat=seat)
    assert taken is not None
    return taken.player


def deal_of_penalty(change: Change, deal: int | None) -> int:
    """The deal that something fell in: the one in play (of a full game the last) unless another is said."""
    deals = change.tournament.ruleset.deals
    fell_in = deal if deal is not None else min(change.log.next_deal, deals)
    require(1 <= fell_in <= deals, "no_such_deal", number=fell_in, deals=deals)
    return fell_in


def append_penalty(change: Change, *, player: Player, deltas: Any = (0, 0, 0, 0), **facts: Any) -> Entry:
    """Give a penalty inside a change that has asked everything else."""
    entry = change.append(
        kind=Kind.PENALTY,
        number=change.log.last_penalty + 1,
        player=player,
        **facts,
        **dict(zip(DELTAS, deltas, strict=True)),
    )
    where = {}
    if change.table is not None:
        where = {"table": change.table.number, "round": change.table.round.number, "deal": entry.deal}
    change.audit(_what_was_given(entry), player=player.number, sequence=entry.sequence, **where)
    return entry


def _what_was_given(entry: Entry) -> str:
    """The word of the trail for a penalty: each kind has a sentence of its own."""
    if entry.table_id is None:
        return "penalty.given"
    if entry.detail.get("false_win"):
        return "false_win.recorded"
    if any(entry.deltas):
        return "penalty.given_at_table"
    return "dead_hand.given" if entry.dead_hand else "warning.given"

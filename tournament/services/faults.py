"""Faults from the list of the event: what they cost rises with the count; a referee may overrule."""

from datetime import datetime
from uuid import UUID

from scoring.faults import Past, Proposal, Step
from scoring.payments import pay_penalty
from tournament.errors import Refused, require
from tournament.models import Entry, Kind, Player, Said
from tournament.permissions import Action, Actor
from tournament.selectors.faults import (
    counts_through_event,
    past_elsewhere,
    past_here,
    penalties_elsewhere,
)
from tournament.services._base import Change, changing_table
from tournament.services.deals import correctable_table
from tournament.services.penalties import HIGHEST_AMOUNT, append_penalty, deal_of_penalty, player_at


def record_fault(
    *,
    table_id: int,
    seat: int,
    fault: str,
    client_key: UUID,
    actor: Actor,
    deal: int | None = None,
    victim: int | None = None,
    decided: Step | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> Entry:
    """A fault of the player who started in ``seat``, from the event's list.

    The rules propose the step from what this player had before; it is worked out here, under the lock, so
    that two phones do not give the same warning twice. ``decided`` is another step that the referee chose:
    it needs a reason, and the entry keeps both.
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.PENALTY, seat=seat):
            require(entry.detail.get("fault") == fault, "key_reused", key=str(client_key))
            return entry
        table = correctable_table(change)
        player = player_at(table, seat)
        fell_in = deal_of_penalty(change, deal)
        rules = change.tournament.ruleset
        proposal = rules.faults.propose(fault, _past(change, player, seat, fell_in))
        step = decided or proposal.step
        overruled = step != proposal.step
        require(not overruled or reason.strip(), "reason_missing")
        require(step.amount <= HIGHEST_AMOUNT, "amount_too_high", amount=step.amount)
        dead = change.log.dead_hand(deal=fell_in, seat=seat)
        if dead is not None and step.dead_hand and not step.amount:
            raise Refused("already_dead_hand", player=str(player), number=fell_in)
        return append_penalty(
            change,
            client_key=client_key,
            player=player,
            seat=seat,
            deal=fell_in,
            said=Said(step.treatment.value),
            dead_hand=step.dead_hand,
            detail=_detail(proposal, overruled=overruled),
            deltas=pay_penalty(step.treatment, offender=seat, amount=step.amount, victim=victim),
            reason=reason.strip(),
        )


def _past(change: Change, player: Player, seat: int, deal: int) -> list[Past]:
    here = [past_here(entry, deal=deal) for entry in change.log.live(Kind.PENALTY) if entry.seat == seat]
    if change.table is None or not counts_through_event(change.tournament.ruleset):
        return here
    others = penalties_elsewhere(change.tournament, [player.pk], table_id=change.table.pk)
    return here + [past_elsewhere(entry) for entry in others]


def _detail(proposal: Proposal, *, overruled: bool) -> dict[str, object]:
    detail: dict[str, object] = {
        "fault": proposal.fault.code,
        "count": proposal.count,
        "article": proposal.fault.article,
    }
    if overruled:
        step = proposal.step
        detail["proposed"] = {
            "treatment": step.treatment.value,
            "amount": step.amount,
            "dead_hand": step.dead_hand,
        }
    return detail

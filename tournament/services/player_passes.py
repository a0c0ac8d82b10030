"""The passes of players' own phones: handed out at the desk or by the phone of their table, and withdrawn."""

from datetime import datetime

from tournament.errors import Refused, require
from tournament.models import Player, PlayerPass, TablePass, Tournament
from tournament.models.access import new_nonce
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing, changing_table
from tournament.services.access import note_seen


def open_player_passes(
    tournament: Tournament, *, actor: Actor, at: datetime | None = None
) -> list[PlayerPass]:
    """One pass for every player who has none; those that are open stay as they are."""
    with changing(tournament, action=Action.PASSES, actor=actor, at=at) as change:
        have = PlayerPass.objects.filter(player__tournament=tournament, revoked_at=None).values("player")
        missing = list(tournament.players.exclude(pk__in=have).order_by("number"))
        PlayerPass.objects.bulk_create(_fresh(change, player) for player in missing)
        if missing:
            change.audit("player_passes.opened", count=len(missing))
    return list(
        PlayerPass.objects.filter(player__tournament=tournament, revoked_at=None).select_related("player")
    )


def replace_player_pass(player: Player, *, actor: Actor, at: datetime | None = None) -> PlayerPass:
    """A new link for a player at the desk; the one before is dead."""
    with changing(player.tournament, action=Action.PASSES, actor=actor, at=at) as change:
        return _hand_out(change, player)


def withdraw_player_pass(player: Player, *, actor: Actor, at: datetime | None = None) -> None:
    """Nobody speaks for this player from a phone of their own any more."""
    with changing(player.tournament, action=Action.PASSES, actor=actor, at=at) as change:
        gone = PlayerPass.objects.filter(player=player, revoked_at=None).update(revoked_at=change.at)
        if gone:
            change.audit("player_pass.withdrawn", player=player.number)


def hand_out_at_table(*, table_id: int, seat: int, actor: Actor, at: datetime | None = None) -> PlayerPass:
    """The table's phone gives the player in ``seat`` a link of their own.

    What the same phone handed out before is shown again. Any other open pass is withdrawn: whoever holds it
    is told so, and the log of the event says who handed out the new one.
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        table = change.table
        assert table is not None
        require(table.round.is_running, "round_not_running", round=table.round.number)
        sitting = table.seats.filter(seat=seat).select_related("player").first()
        if sitting is None:
            raise Refused("no_such_seat", seat=seat)
        # the desk replaces links with the event locked: before it, never after it
        Tournament.objects.select_for_update(no_key=True).get(pk=change.tournament.pk)
        ours = PlayerPass.objects.filter(
            player=sitting.player, revoked_at=None, handed_with=actor.pass_id
        ).first()
        return ours or _hand_out(change, sitting.player)


def resolve_player_pass(secret: str) -> PlayerPass:
    """The pass behind a secret. Refused: ``no_such_pass``, ``own_pass_revoked``."""
    found = (
        PlayerPass.objects.select_related("player__tournament")
        .filter(secret_hash=TablePass.hash_of(secret))
        .first()
    )
    if found is None:
        raise Refused("no_such_pass")
    require(found.revoked_at is None, "own_pass_revoked")
    note_seen(found)
    return found


def _hand_out(change: Change, player: Player) -> PlayerPass:
    PlayerPass.objects.filter(player=player, revoked_at=None).update(revoked_at=change.at)
    fresh = _fresh(change, player)
    fresh.save()
    change.audit("player_pass.handed_out", player=player.number)
    return fresh


def _fresh(change: Change, player: Player) -> PlayerPass:
    fresh = PlayerPass(
        player=player, created_at=change.at, nonce=new_nonce(), handed_with_id=change.actor.pass_id
    )
    fresh.secret_hash = TablePass.hash_of(fresh.secret)
    return fresh

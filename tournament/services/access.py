"""Opening, checking and withdrawing table passes, and giving people roles."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.errors import Refused, require
from tournament.models import Role, Round, Table, TablePass, Tournament
from tournament.models.access import new_nonce
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing

SEEN_EVERY = timedelta(seconds=30)


def open_passes(round_: Round, *, actor: Actor, at: datetime | None = None) -> list[TablePass]:
    """One pass for every table of the round that has none; those that exist stay as they are."""
    with changing(round_.tournament, action=Action.PASSES, actor=actor, at=at) as change:
        have = set(
            TablePass.objects.filter(table__round=round_, revoked_at=None).values_list("table_id", flat=True)
        )
        missing = [table for table in round_.tables.all() if table.pk not in have]
        for table in missing:
            _open(change, table)
        if missing:
            change.audit("passes.opened", round=round_.number, count=len(missing))
    return list(TablePass.objects.filter(table__round=round_, revoked_at=None).select_related("table__round"))


def replace_pass(table: Table, *, actor: Actor, at: datetime | None = None) -> TablePass:
    """Withdraw the passes of a table and open a new one: for a link that went astray."""
    with changing(table.round.tournament, action=Action.PASSES, actor=actor, at=at) as change:
        TablePass.objects.filter(table=table, revoked_at=None).update(revoked_at=change.at)
        fresh = _open(change, table)
        change.audit("pass.replaced", round=table.round.number, table=table.number)
    return fresh


def resolve_pass(secret: str) -> TablePass:
    """The pass behind a secret. Refused: ``no_such_pass``, ``pass_revoked``. A closed round still shows."""
    found = (
        TablePass.objects.select_related("table__round__tournament")
        .filter(secret_hash=TablePass.hash_of(secret))
        .first()
    )
    if found is None:
        raise Refused("no_such_pass")
    require(found.revoked_at is None, "pass_revoked")
    now = timezone.now()
    if found.last_seen_at is None or now - found.last_seen_at > SEEN_EVERY:
        TablePass.objects.filter(pk=found.pk).update(last_seen_at=now)
        found.last_seen_at = now
    return found


def give_role(tournament: Tournament, *, user: User, name: str, actor: Actor) -> Role:
    """Make somebody organizer or referee of the tournament."""
    with changing(tournament, action=Action.SETTINGS, actor=actor) as change:
        role, _ = Role.objects.update_or_create(tournament=tournament, user=user, defaults={"name": name})
        change.audit("role.given", user=user.get_username(), role=name)
    return role


def _open(change: Change, table: Table) -> TablePass:
    fresh = TablePass(table=table, created_at=change.at, nonce=new_nonce())
    fresh.secret_hash = TablePass.hash_of(fresh.secret)
    fresh.save()
    return fresh

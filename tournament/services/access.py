"""Opening, checking and withdrawing table passes; accounts, and the roles of people."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from tournament.errors import Refused, require
from tournament.models import PlayerPass, Role, Round, Table, TablePass, Tournament
from tournament.models.access import new_nonce
from tournament.models.prepared import Prepared, columns
from tournament.models.statement import Statement
from tournament.permissions import Action, Actor
from tournament.selectors.entries import COUNTERS
from tournament.selectors.seated import table_as
from tournament.services._base import Change, changing
from tournament.services._turn import alone

SEEN_EVERY = timedelta(seconds=30)
_NAMES = columns(TablePass)
_passes = Prepared(
    lambda secret_hash: (
        TablePass.objects.filter(secret_hash=secret_hash)
        .order_by()
        .values_list(*_NAMES, *(f"table__{name}" for name in COUNTERS))
    ),
    TablePass._meta.get_field("secret_hash"),
)
_seen = {
    # as ``update`` would say it, in a tenth of the time
    model: Statement(f"UPDATE {model._meta.db_table} SET last_seen_at = %s WHERE id = %s")
    for model in (TablePass, PlayerPass)
}


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
    row = next(iter(_passes.rows(TablePass.hash_of(secret))), None)
    if row is None:
        raise Refused("no_such_pass")
    found: TablePass = TablePass.from_db("default", _NAMES, row[: len(_NAMES)])
    require(found.revoked_at is None, "pass_revoked")
    found.table = table_as(found.table_id, row[len(_NAMES) :])
    note_seen(found)
    return found


def note_seen(used: TablePass | PlayerPass) -> None:
    """Write down when a pass was used, at most every ``SEEN_EVERY``."""
    now = timezone.now()
    if used.last_seen_at is not None and now - used.last_seen_at <= SEEN_EVERY:
        return
    field = type(used)._meta.get_field("last_seen_at")
    with alone():
        _seen[type(used)].run([field.get_db_prep_save(now, connection), used.pk])
    used.last_seen_at = now


def give_role(tournament: Tournament, *, user: User, name: str, actor: Actor) -> Role:
    """Make somebody owner, organizer or referee of the tournament. Only an owner makes or unmakes owners."""
    with changing(tournament, action=Action.SETTINGS, actor=actor) as change:
        require(name in Role.Name.values, "unknown_option", option="role", value=name)
        if name == Role.Name.OWNER:
            _demand_owner(change)
        _keep_an_owner(change, user, unless=name)
        role, _ = Role.objects.update_or_create(tournament=tournament, user=user, defaults={"name": name})
        change.audit("role.given", user=user.get_username(), role=name)
    return role


def take_role(tournament: Tournament, *, user: User, actor: Actor) -> None:
    """Take somebody's role away. Their account, and everything they entered, stays."""
    with changing(tournament, action=Action.SETTINGS, actor=actor) as change:
        _keep_an_owner(change, user)
        gone, _ = Role.objects.filter(tournament=tournament, user=user).delete()
        if gone:
            change.audit("role.taken", user=user.get_username())


def create_account(tournament: Tournament, *, username: str, role: str, actor: Actor) -> tuple[User, str]:
    """A new account with a role here and a password by chance, which is returned and stored nowhere."""
    with changing(tournament, action=Action.SETTINGS, actor=actor) as change:
        _demand_owner(change)
        try:
            User._meta.get_field("username").run_validators(username)
        except ValidationError as fault:
            raise Refused("bad_user_name") from fault
        require(username.strip(), "bad_user_name")
        require(not User.objects.filter(username__iexact=username).exists(), "user_exists", user=username)
        password = "-".join(secrets.token_hex(2) for _ in range(4))
        user = User.objects.create_user(username=username, password=password)
        change.audit("account.created", user=username)
        give_role(tournament, user=user, name=role, actor=actor)
    return user, password


def _demand_owner(change: Change) -> None:
    actor = change.actor
    mine = Role.objects.filter(tournament=change.tournament, user=actor.user_id, name=Role.Name.OWNER)
    require(actor.everything or (actor.user_id is not None and mine.exists()), "no_right", action="owner")


def _keep_an_owner(change: Change, user: User, *, unless: str = "") -> None:
    """An owner is unmade by owners only, and the last one by nobody."""
    owners = Role.objects.filter(tournament=change.tournament, name=Role.Name.OWNER)
    if unless == Role.Name.OWNER or not owners.filter(user=user).exists():
        return
    _demand_owner(change)
    require(owners.exclude(user=user).exists(), "owner_stays")


def _open(change: Change, table: Table) -> TablePass:
    fresh = TablePass(table=table, created_at=change.at, nonce=new_nonce())
    fresh.secret_hash = TablePass.hash_of(fresh.secret)
    fresh.save()
    return fresh

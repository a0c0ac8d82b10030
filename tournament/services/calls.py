"""A table calls for a referee; somebody goes there, and it is done. The audit keeps what happened."""

from datetime import datetime

from tournament.errors import require
from tournament.models import RefereeCall, Round, Table
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing_table


def call_referee(*, table_id: int, actor: Actor, reason: str = "", at: datetime | None = None) -> RefereeCall:
    """Call a referee to a table. Calling again while nobody has been there changes nothing."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        table = change.table
        assert table is not None
        require(table.round.is_running, "round_not_running", round=table.round.number)
        if call := _open_call(table):
            return call
        call = RefereeCall.objects.create(
            table=table, reason=reason.strip()[:200], called_by=change.actor.label, called_at=change.at
        )
        _audit(change, "called", reason=call.reason)
        return call


def answer_call(*, table_id: int, actor: Actor, at: datetime | None = None) -> RefereeCall:
    """A referee is on the way."""
    with changing_table(table_id, action=Action.CALLS, actor=actor, at=at) as change:
        call = _demand_call(change)
        if call.coming_at is None:
            call.coming_by, call.coming_at = change.actor.label, change.at
            call.save(update_fields=["coming_by", "coming_at"])
            _audit(change, "coming")
        return call


def finish_call(*, table_id: int, actor: Actor, at: datetime | None = None) -> RefereeCall:
    """The call is settled, or the table takes it back."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        call = _demand_call(change)
        call.done_at = change.at
        call.save(update_fields=["done_at"])
        _audit(change, "taken_back" if actor.pass_id is not None else "done")
        return call


def end_calls(change: Change, round_: Round) -> None:
    """A round that closes ends its calls: nobody goes to a table that has got up."""
    RefereeCall.objects.filter(table__round=round_, done_at=None).update(done_at=change.at)


def _open_call(table: Table) -> RefereeCall | None:
    return table.calls.filter(done_at=None).first()


def _demand_call(change: Change) -> RefereeCall:
    assert change.table is not None
    call = _open_call(change.table)
    require(call is not None, "no_call", table=change.table.number)
    assert call is not None
    return call


def _audit(change: Change, what: str, **said: str) -> None:
    table = change.table
    assert table is not None
    change.audit(f"referee.{what}", round=table.round.number, table=table.number, **said)

"""Who read a phone's log in at the desk."""

from tournament.permissions import Action, Actor
from tournament.services._base import changing_table


def note_log_read(*, table_id: int, count: int, actor: Actor) -> None:
    """Leave the word that ``count`` statements of this table came in from a file."""
    with changing_table(table_id, action=Action.DESK, actor=actor) as change:
        assert change.table is not None
        change.audit(
            "table_log.read", table=change.table.number, round=change.table.round.number, count=count
        )

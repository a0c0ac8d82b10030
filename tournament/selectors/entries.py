"""The log of one table. Every deal and every look at a game reads it.

A log only grows. What was read once is kept, and the next reader asks for what came since, together with the
last entry that is kept: when its hash is another, this is not the log that was read.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction

from tournament.models import Entry, Table
from tournament.models.prepared import Prepared, columns
from tournament.selectors.kept import KeptForAll, own

_NAMES = columns(Entry)
_HASH = _NAMES.index("hash")
_said = KeptForAll(2000)
_since = Prepared(
    lambda table, sequence: (
        Entry.objects.filter(table=table, sequence__gte=sequence).order_by("sequence").values_list(*_NAMES)
    ),
    Table._meta.pk,
    Entry._meta.get_field("sequence"),
)


def entries_of(table: Table) -> tuple[Entry, ...]:
    """Everything that was said at a table, in order; objects of the caller's own, of which nothing related
    was read. The table comes with its round and event."""
    event = table.round.tournament
    key = (event.pk, event.created_at, table.pk)
    kept: tuple[Entry, ...] = _said.get(key) or ()
    entries = _newer(table, kept)
    if len(entries) > len(kept) or entries[-1:] != kept[-1:]:
        # in a transaction: not before what was read there is stored for good
        transaction.on_commit(partial(_said.put, key, entries))
    return tuple(own(entry) for entry in entries)


def _newer(table: Table, kept: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What is kept and what came since."""
    if kept:
        rows = _since.rows(table.pk, kept[-1].sequence)
        if rows and rows[0][_HASH] == kept[-1].hash:
            return kept + _made(rows[1:])
    return _made(_since.rows(table.pk, 0))


def _made(rows: Iterable[tuple[Any, ...]]) -> tuple[Entry, ...]:
    return tuple(Entry.from_db("default", _NAMES, row) for row in rows)

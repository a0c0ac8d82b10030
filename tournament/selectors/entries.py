"""A table's counters and its log, in one statement. Every deal and every look at a game asks it.

A log only grows. What was read once is kept, and the next reader asks for what came since, together with the
last entry that is kept: when its hash is another, this is not the log that was read.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import FilteredRelation, Q

from tournament.models import Entry, Table
from tournament.models.prepared import Prepared, columns
from tournament.selectors.kept import KeptForAll, own

COUNTERS = (
    "round__tournament_id",
    "round__tournament__created_at",
    "round__tournament__setup_revision",
    "round__tournament__revision",
)
"""What changes of a table while deals come in, and by what it is known, as columns of a query for tables."""

_NAMES = columns(Entry)
_KEY, _HASH = (len(COUNTERS) + _NAMES.index(name) for name in ("id", "hash"))
_said = KeptForAll(2000)
_since = Prepared(
    lambda table, sequence: (
        Table.objects.filter(pk=table)
        .annotate(since=FilteredRelation("entries", condition=Q(entries__sequence__gte=sequence)))
        .order_by("since__sequence")
        .values_list(*COUNTERS, *columns(Entry, "since__"))
    ),
    Table._meta.pk,
    Entry._meta.get_field("sequence"),
)


class Reading(NamedTuple):
    """Everything that was said at a table, in order, and the counters of that moment."""

    counters: tuple[Any, ...]
    entries: tuple[Entry, ...]
    """Objects of the caller's own, of which nothing related was read."""


def said_at(table_id: int) -> Reading | None:
    """What was said at a table up to now; None when there is no such table."""
    key, kept = _said.get(table_id) or (None, ())
    rows = _since.rows(table_id, kept[-1].sequence if kept else 0)
    if kept and rows and (key, kept[-1].hash) != (rows[0][:2], rows[0][_HASH]):  # not the log that was read
        kept, rows = (), _since.rows(table_id, 0)
    if not rows:
        return None
    counters, news = rows[0][: len(COUNTERS)], _made(rows[1:] if kept else rows)
    entries = kept + news
    if news or not kept:
        # in a transaction: not before what was read there is stored for good
        transaction.on_commit(partial(_said.put, table_id, (counters[:2], entries)))
    return Reading(counters, tuple(own(entry) for entry in entries))


def _made(rows: Iterable[tuple[Any, ...]]) -> tuple[Entry, ...]:
    found = (row[len(COUNTERS) :] for row in rows if row[_KEY] is not None)
    return tuple(Entry.from_db("default", _NAMES, row) for row in found)

"""The one way to change something: lock, check the right, run, raise the revision, tell the live pages.

Lock order is always tables first, tournament last, so nobody waits for anybody in a circle. Both are locked
without their keys (``no_key``): an entry that is being written refers to its event, a link that is replaced
at the desk to its table. Either would wait for a full lock of that row, and whoever holds it for them. On
SQLite the lock is the immediate transaction itself; ``select_for_update`` does nothing there.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.engine import chain
from tournament.engine.sight import EVERYTHING
from tournament.errors import Refused, require
from tournament.live.neighbours import tell
from tournament.models import AuditEntry, Entry, Kind, Player, Table, Tournament
from tournament.models.prepared import Insertion, Prepared
from tournament.models.statement import Statement
from tournament.permissions import Action, Actor, demand
from tournament.selectors.clock import NO_CLOCK, RoundClock
from tournament.selectors.seated import seated
from tournament.selectors.sight import looking
from tournament.services._game_log import GameLog
from tournament.services._turn import alone

_lock = Prepared(
    lambda table: Table.objects.select_for_update(no_key=True).filter(pk=table).order_by().values_list("pk"),
    Table._meta.pk,
)
_entries = Insertion(Entry)
# as ``update`` with ``F`` would say it, in a tenth of the time
_raise = Statement("UPDATE tournament_tournament SET revision = revision + 1 WHERE id = %s")
_raise_setup = Statement(
    "UPDATE tournament_tournament SET revision = revision + 1, setup_revision = setup_revision + 1"
    " WHERE id = %s"
)


@dataclass(slots=True)
class Change:
    """One change while its transaction is open."""

    tournament: Tournament
    actor: Actor
    at: datetime
    table: Table | None = None
    players: Mapping[int, Player] | None = None
    """Who started where, by seat, where it is known already."""
    clock: RoundClock = NO_CLOCK
    """Of the table's round, as it stood when the change began."""
    appended: list[Entry] = field(default_factory=list)
    touched: bool = False
    _log: GameLog | None = None

    @property
    def log(self) -> GameLog:
        """What was said so far at this table, read once; entries appended here are in it."""
        if self._log is None:
            self._log = GameLog.of(self.table, self.tournament)
        return self._log

    def audit(self, action: str, **params: Any) -> None:
        """Write the line about who did what."""
        self.touched = True
        AuditEntry.objects.create(
            tournament=self.tournament, at=self.at, actor=self.actor.label, action=action, params=params
        )

    def already_said(self, client_key: UUID, **said: Any) -> Entry | None:
        """The entry that this key made before, if any: the same press again gets the same answer.

        The same key with other content is refused with ``key_reused``; a key that made an entry elsewhere
        is refused with the same code when it is written again.
        """
        entry = self.log.with_key(client_key)
        if entry is None:
            return None
        entry.was_known = True
        if any(getattr(entry, name) != value for name, value in said.items()):
            raise Refused("key_reused", key=str(client_key))
        return entry

    def append(self, *, kind: Kind, number: int, client_key: UUID, **facts: Any) -> Entry:
        """Add one statement to the chain of this table (or of the tournament, off any table)."""
        entry = Entry(
            tournament=self.tournament,
            table=self.table,
            kind=kind,
            number=number,
            client_key=client_key,
            actor=self.actor.label,
            recorded_by_id=self.actor.user_id,
            recorded_with_id=self.actor.pass_id,
            recorded_at=self.at,
            **facts,
        )
        last = self.log.last
        previous = last.hash if last else genesis_of(self.table, self.players)
        entry.sequence, entry.previous_hash = (last.sequence if last else 0) + 1, previous
        entry.hash = chain.entry_hash(previous, entry.content())
        try:
            _entries.store(entry)
        except IntegrityError as clash:
            # another table has the key; this table's own were looked through before
            if "client_key" in str(clash):
                raise Refused("key_reused", key=str(client_key)) from clash
            raise
        self.log.add(entry)
        self.appended.append(entry)
        self.touched = True
        return entry


def genesis_of(table: Table | None, players: Mapping[int, Player] | None = None) -> str:
    """The hash that the chain of a table starts from: its round, its number and who started where.

    ``players`` by seat are read where they are not given.
    """
    if table is None:
        return chain.genesis("off table")
    players = players or {seat.seat: seat.player for seat in table.seats.select_related("player")}
    return chain.genesis(table.round.number, table.number, [players[seat].number for seat in sorted(players)])


@contextmanager
def changing(
    tournament: Tournament,
    *,
    action: Action,
    actor: Actor,
    at: datetime | None = None,
    tables: QuerySet[Table] | None = None,
) -> Iterator[Change]:
    """A change to the tournament as a whole. ``at`` is for archives that are read back in.

    ``tables`` are locked before: at none of them anything is entered until the change is done.
    """
    with alone() as end_turn, transaction.atomic():
        transaction.on_commit(end_turn)
        if tables is not None:
            list(tables.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk"))
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        demand(actor, action, locked)
        change = Change(tournament=locked, actor=actor, at=at or timezone.now())
        with looking(EVERYTHING):  # what is written rests on the whole log, whoever asks for it
            yield change
        _finish(change)


@contextmanager
def changing_table(
    table_id: int, *, action: Action, actor: Actor, at: datetime | None = None
) -> Iterator[Change]:
    """A change to one table's game."""
    with alone() as end_turn, transaction.atomic():
        transaction.on_commit(end_turn)
        if connection.features.has_select_for_update:
            _lock.rows(table_id)
        # read after the lock: a round may have closed while this waited
        found = seated(table_id)
        require(found, "not_found")
        assert found is not None
        table, tournament = found.table, found.table.round.tournament
        demand(actor, action, tournament, table_id=table_id)
        change = Change(
            tournament,
            actor,
            at or timezone.now(),
            table=table,
            players=found.players,
            clock=found.clock,
            _log=GameLog(found.entries),
        )
        with looking(EVERYTHING):
            yield change
        for entry in change.appended:
            entry.after = found, change.log.entries
        _finish(change)


def _finish(change: Change) -> None:
    if change.touched:
        setup = change.table is None or not change.table.round.is_running
        raise_revision(change.tournament, setup=setup)


def raise_revision(tournament: Tournament, *, setup: bool) -> None:
    """Say inside the transaction that something public changes; ``setup``: more than a running game.

    Viewers are told a revision that is too low when other tables changed since ``tournament`` was read. Then
    the bridge tells them again.
    """
    (_raise_setup if setup else _raise).run([tournament.pk])
    transaction.on_commit(partial(tell, tournament.pk, tournament.revision + 1))

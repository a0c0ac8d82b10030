"""A table with all that stays as it is while deals come in. Every deal and every look at a game asks for it.

It is kept by the event's ``setup_revision``, which is read each time: one narrow row for four wide
ones. Each caller gets objects of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model

from tournament.models import Entry, Player, Round, Table, Team, Tournament
from tournament.models.prepared import Prepared, columns
from tournament.selectors.clock import RoundClock, round_clock
from tournament.selectors.entries import said_at
from tournament.selectors.kept import KeptForAll, own

_tables = KeptForAll(3000)
_clocks = KeptForAll(32)
_events = KeptForAll(32)
_WAYS: dict[type[Model], str] = {
    Table: "",
    Round: "round__",
    Player: "seats__player__",
    Team: "seats__player__team__",
}
_seats = Prepared(
    lambda table: (
        Table.objects.filter(pk=table)
        .order_by("seats__seat")
        .values_list("seats__seat", *(name for model, way in _WAYS.items() for name in columns(model, way)))
    ),
    Table._meta.pk,
)
"""A table with its round, once for each seat with the player there and the player's team."""
_EVENT = ("pk", "created_at", "setup_revision", "revision")
_by_key = Prepared(
    lambda pk: Tournament.objects.filter(pk=pk).order_by().values_list(*_EVENT), Tournament._meta.pk
)
_by_slug = Prepared(
    lambda slug: Tournament.objects.filter(slug=slug).order_by().values_list(*_EVENT),
    Tournament._meta.get_field("slug"),
)


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with its round and event, who started where (with team and event), and the round's clock."""

    table: Table
    players: dict[int, Player]
    clock: RoundClock
    entries: tuple[Entry, ...] = ()
    """Everything that was said at the table, in order; nothing related to them was read."""


def seated(table_id: int) -> Seated | None:
    """The table now; None when there is none. In a transaction: before anything is changed in it."""
    said = said_at(table_id)
    if said is None:
        return None
    kept = _kept(table_id, said.counters)
    table = _copied(kept, said.counters)
    players = {seat: own(player) for seat, player in kept.players.items()}
    for player in players.values():
        player.tournament = table.round.tournament
    return Seated(table, players, kept.clock, said.entries)


def table_as(table_id: int, counters: tuple[Any, ...]) -> Table:
    """The table with its round and event alone, as it is at these counters, which were read just now."""
    return _copied(_kept(table_id, counters), counters)


def _kept(table_id: int, counters: tuple[Any, ...]) -> Seated:
    """What is kept for all: nobody changes it, everybody gets copies."""
    key = counters[:3]  # without the revision
    return _tables.answer((*key, table_id), lambda: _read(table_id, key))


def _copied(kept: Seated, counters: tuple[Any, ...]) -> Table:
    table: Table = own(kept.table)
    round_: Round = own(kept.table.round)
    table.round, round_.tournament = round_, _event_as(*counters)
    return table


def event_now(pk: int) -> Tournament:
    """The event as it is now; raises ``Tournament.DoesNotExist``."""
    return _first(_by_key.rows(pk))


def event_named(slug: str) -> Tournament:
    """The event of an address as it is now; raises ``Tournament.DoesNotExist``."""
    return _first(_by_slug.rows(slug))


def _first(found: list[tuple[Any, ...]]) -> Tournament:
    for counters in found:
        return _event_as(*counters)
    raise Tournament.DoesNotExist


def _event_as(pk: int, created_at: datetime, setup_revision: int, revision: int) -> Tournament:
    tournament = own(_events.answer((pk, created_at, setup_revision), lambda: _read_event(pk)))
    tournament.revision, tournament.setup_revision = revision, setup_revision
    return tournament


def _read_event(pk: int) -> Tournament:
    tournament = Tournament.objects.get(pk=pk)
    _ = tournament.ruleset  # worked out once, for every copy
    return tournament


def _read(table_id: int, clock_key: tuple[Any, ...]) -> Seated:
    rows, players = _seats.rows(table_id), {}
    if not rows:
        raise Table.DoesNotExist
    for seat, *row in rows:
        table, table.round, player, team = _rows(row)
        if player is not None:
            player.team, players[seat] = team, player
    clock = _clocks.answer((*clock_key, table.round.pk), lambda: round_clock(table.round))
    return Seated(table, players, clock)


def _rows(columns_of_all: list[Any]) -> Iterator[Any]:
    """The rows of a joined row, None where there is none."""
    start = 0
    for model in _WAYS:
        names = columns(model)
        values = columns_of_all[start : start + len(names)]
        yield model.from_db("default", names, values) if values[0] is not None else None
        start += len(names)

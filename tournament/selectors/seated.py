"""A table with all that stays as it is while deals come in. Every deal and every look at a game asks for it.

It is kept by the event's ``setup_revision``, which is read each time: one narrow row for four wide
ones. Each caller gets objects of its own.
"""

from copy import copy
from dataclasses import dataclass
from typing import Any

from tournament.models import Player, Round, Table, Tournament
from tournament.selectors.clock import RoundClock, round_clock
from tournament.selectors.kept import KeptForAll

COUNTERS = (
    "round__tournament_id",
    "round__tournament__created_at",
    "round__tournament__setup_revision",
    "round__tournament__revision",
)
"""What ``seated_as`` needs to know of a table, as columns of a query for tables."""

_tables = KeptForAll(3000)
_events = KeptForAll(32)


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with its round and event, who started where (with team and event), and the round's clock."""

    table: Table
    players: dict[int, Player]
    clock: RoundClock


def seated(table_id: int) -> Seated | None:
    """The table now; None when there is none. In a transaction: before anything is changed in it."""
    counters = Table.objects.filter(pk=table_id).order_by().values_list(*COUNTERS)[:1]
    return next((seated_as(table_id, row) for row in counters), None)


def seated_as(table_id: int, counters: tuple[Any, ...]) -> Seated:
    """The table as it is at these counters, which were read just now."""
    event, created_at, setup_revision, revision = counters
    setup = (event, created_at, setup_revision)
    kept = _tables.answer((*setup, table_id), lambda: _read(table_id))
    tournament = copy(_events.answer(setup, lambda: Tournament.objects.get(pk=event)))
    tournament.revision, tournament.setup_revision = revision, setup_revision
    return _own(kept, tournament)


def _read(table_id: int) -> Seated:
    table = Table.objects.select_related("round").get(pk=table_id)
    seats = table.seats.select_related("player__team").order_by("seat")
    return Seated(table, {seat.seat: seat.player for seat in seats}, round_clock(table.round))


def _own(kept: Seated, tournament: Tournament) -> Seated:
    """Copies, so that nobody changes what others look at."""
    table, players = copy(kept.table), {seat: copy(player) for seat, player in kept.players.items()}
    round_: Round = copy(kept.table.round)
    table.round, round_.tournament = round_, tournament
    for player in players.values():
        player.tournament = tournament
    return Seated(table, players, kept.clock)

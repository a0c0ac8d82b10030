"""Tables and seats brought into line with a chart: only those that differ are written."""

from collections.abc import Mapping, Sequence

from tournament.engine import seating
from tournament.errors import Refused, require
from tournament.models import Entry, Player, Round, Seat, Table
from tournament.models.table import RoundState

Places = dict[int, tuple[int, ...]]
"""The four of each table by the table's number."""


def seat_rounds(
    rounds: Sequence[Round], chart: seating.Chart, numbers: Sequence[int], players: Mapping[int, Player]
) -> None:
    """Give every round of the chart its tables and seats. Tables that stay keep their row and their links.

    Refused: ``past_round_changes`` when a closed round would change, ``table_has_begun`` when something was
    entered at a table that would.
    """
    for round_, tables in zip(rounds, chart, strict=False):
        wanted: Places = {
            (numbers[t] if t < len(numbers) else t + 1): seats for t, seats in enumerate(tables)
        }
        _seat_round(round_, wanted, players)


def _seat_round(round_: Round, wanted: Places, players: Mapping[int, Player]) -> None:
    have: dict[int, Table] = {
        table.number: table for table in round_.tables.prefetch_related("seats__player")
    }
    now = {number: _four(table) for number, table in have.items()}
    changed = sorted(number for number in wanted.keys() | now.keys() if wanted.get(number) != now.get(number))
    if changed:
        _demand_unplayed(round_, changed)
        gone = [have[number] for number in changed if number in have]
        Seat.objects.filter(table__in=gone).delete()
        Table.objects.filter(pk__in=[table.pk for table in gone if table.number not in wanted]).delete()
        new = Table.objects.bulk_create(
            Table(round=round_, number=number) for number in changed if number not in have
        )
        at = {**have, **{table.number: table for table in new}}
        Seat.objects.bulk_create(
            Seat(table=at[number], round=round_, seat=seat, player=players[player])
            for number in changed
            if number in wanted
            for seat, player in enumerate(wanted[number])
        )
    if round_.state == RoundState.PLANNED:
        round_.state = RoundState.SEATED
        round_.save(update_fields=["state"])


def _four(table: Table) -> tuple[int, ...]:
    return tuple(seat.player.number for seat in sorted(table.seats.all(), key=lambda seat: seat.seat))


def _demand_unplayed(round_: Round, changed: Sequence[int]) -> None:
    require(round_.state != RoundState.CLOSED, "past_round_changes", round=round_.number)
    begun = Entry.objects.filter(table__round=round_, table__number__in=changed)
    first = begun.order_by("table__number").values_list("table__number", flat=True).first()
    if first is not None:
        raise Refused("table_has_begun", round=round_.number, table=first)

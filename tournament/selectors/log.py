"""Games read from the log: the live statements of one table or of a whole event, folded by the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scoring import game as rules
from scoring.game import GameScore, PenaltyFacts
from scoring.payments import Deltas, Treatment
from scoring.rotation import Reseat
from scoring.rulesets import Ruleset
from tournament.models import Entry, Kind, Table
from tournament.models.log import DELTAS, reseats_of

COLUMNS = (
    "table_id",
    "kind",
    "said",
    "seat",
    "deal",
    "dead_hand",
    *DELTAS,
)


@dataclass(slots=True)
class TableLog:
    """What counts at one table: deltas by deal, penalties, and the stated totals where there are no deals."""

    deals: dict[int, Deltas] = field(default_factory=dict)
    penalties: list[PenaltyFacts] = field(default_factory=list)
    totals: Deltas | None = None

    @property
    def is_empty(self) -> bool:
        return not self.deals and not self.penalties and self.totals is None

    def score(self, ruleset: Ruleset) -> GameScore:
        """The game so far, by the rules of the event."""
        if self.totals is not None:
            return rules.from_totals(ruleset, self.totals, self.penalties)
        return rules.fold(ruleset, self.deals, self.penalties)


def table_logs(entries: Any, *, as_of: datetime | None = None) -> dict[int, TableLog]:
    """The live statements of many tables at once, by table id. ``entries`` is a queryset of the log."""
    live = entries.filter(table__isnull=False).live(as_of=as_of).order_by()
    logs: dict[int, TableLog] = {}
    # nearly every row is a deal, and these columns come from the database as they are
    deals = live.filter(kind=Kind.DEAL).values_list("table_id", "number", *DELTAS)
    for table_id, number, east, south, west, north in deals.iterator(chunk_size=5000):
        log = logs.get(table_id)
        if log is None:
            log = logs[table_id] = TableLog()
        log.deals[number] = (east, south, west, north)
    others = live.filter(kind__in=(Kind.TOTALS, Kind.PENALTY)).values_list(*COLUMNS)
    _gather(others.iterator(chunk_size=5000), logs)
    return logs


def table_rules(table: Table) -> Ruleset:
    """The rules of the event as they stand at one table: with whoever sat otherwise than seated."""
    return table.round.tournament.ruleset.at_table(reseats_by_table([table.pk]).get(table.pk, ()))


def reseats_by_table(table_ids: Iterable[int]) -> dict[int, tuple[Reseat, ...]]:
    """Who sat otherwise than seated at each of these tables; tables where nobody did are left out."""
    found: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(table__in=table_ids, kind=Kind.RESEAT).live():
        found.setdefault(entry.table_id, []).append(entry)
    return {pk: reseats_of(entries) for pk, entries in found.items()}


def table_log(table_id: int, *, as_of: datetime | None = None) -> TableLog:
    """The live statements of one table."""
    return table_logs(Entry.objects.filter(table_id=table_id), as_of=as_of).get(table_id, TableLog())


def _gather(rows: Iterable[tuple[Any, ...]], logs: dict[int, TableLog]) -> None:
    for table_id, kind, said, seat, deal, dead_hand, east, south, west, north in rows:
        log = logs.get(table_id)
        if log is None:
            log = logs[table_id] = TableLog()
        deltas = (east, south, west, north)
        if kind == Kind.TOTALS:
            log.totals = deltas
        else:
            log.penalties.append(
                PenaltyFacts(
                    seat=seat, deal=deal or 1, treatment=Treatment(said), deltas=deltas, dead_hand=dead_hand
                )
            )

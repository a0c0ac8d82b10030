"""Games read from the log: the live statements of one table or of a whole event, folded by the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scoring import game as rules
from scoring.game import GameScore, PenaltyFacts
from scoring.payments import Deltas, Treatment
from scoring.rulesets import Ruleset
from tournament.models import Entry, Kind, Said

COLUMNS = (
    "table_id",
    "kind",
    "number",
    "said",
    "seat",
    "deal",
    "dead_hand",
    "delta_east",
    "delta_south",
    "delta_west",
    "delta_north",
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
    rows = (
        entries.filter(table__isnull=False)
        .exclude(kind=Kind.SIGN_OFF)
        .live(as_of=as_of)
        .order_by()
        .values_list(*COLUMNS)
    )
    return _gather(rows.iterator(chunk_size=5000))


def table_log(table_id: int, *, as_of: datetime | None = None) -> TableLog:
    """The live statements of one table."""
    return table_logs(Entry.objects.filter(table_id=table_id), as_of=as_of).get(table_id, TableLog())


def _gather(rows: Iterable[tuple[Any, ...]]) -> dict[int, TableLog]:
    logs: dict[int, TableLog] = {}
    for table_id, kind, number, said, seat, deal, dead_hand, east, south, west, north in rows:
        log = logs.get(table_id)
        if log is None:
            log = logs[table_id] = TableLog()
        deltas = (east, south, west, north)
        if kind == Kind.DEAL:
            log.deals[number] = deltas
        elif kind == Kind.TOTALS:
            log.totals = deltas
        else:
            treatment = Treatment.TRANSFER if said == Said.TRANSFER else Treatment.DEDUCTION
            log.penalties.append(
                PenaltyFacts(
                    seat=seat, deal=deal or 1, treatment=treatment, deltas=deltas, dead_hand=dead_hand
                )
            )
    return logs

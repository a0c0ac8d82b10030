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
from tournament.models import Entry, Kind, Said, Table
from tournament.models.log import DELTAS, TABLE_WORD, reseats_of
from tournament.models.prepared import Prepared

COUNTED = (Kind.DEAL, Kind.TOTALS, Kind.PENALTY, Kind.SIGN_OFF)
COLUMNS = ("table_id", "kind", "number", "revision", "said", "seat", "deal", "dead_hand", *DELTAS)
_said_at = Prepared(
    lambda table: Entry.objects.filter(table=table, kind__in=COUNTED).order_by().values_list(*COLUMNS),
    Table._meta.pk,
)


@dataclass(slots=True)
class TableLog:
    """What counts at one table: deltas by deal, penalties, and the stated totals where there are no deals."""

    deals: dict[int, Deltas] = field(default_factory=dict)
    penalties: list[PenaltyFacts] = field(default_factory=list)
    totals: Deltas | None = None
    ended: bool = False
    """Whether the game was ended before its last deal."""

    def add(
        self,
        kind: str,
        number: int,
        _revision: int,
        said: str,
        seat: int | None,
        deal: int | None,
        dead_hand: bool,
        *deltas: int,
    ) -> None:
        """Take in the newest statement about one thing."""
        if said == Said.VOID:
            return
        east, south, west, north = deltas
        moved = (east, south, west, north)
        if kind == Kind.DEAL:
            self.deals[number] = moved
        elif kind == Kind.TOTALS:
            self.totals = moved
        elif kind == Kind.PENALTY:
            assert seat is not None
            fell_in, treatment = deal or 1, Treatment(said)
            given = PenaltyFacts(
                seat=seat, deal=fell_in, treatment=treatment, deltas=moved, dead_hand=dead_hand
            )
            self.penalties.append(given)
        elif number == TABLE_WORD:
            self.ended = said == Said.CLOSE

    @property
    def is_empty(self) -> bool:
        return not self.deals and not self.penalties and self.totals is None

    def score(self, ruleset: Ruleset) -> GameScore:
        """The game so far, by the rules of the event."""
        if self.totals is not None:
            return rules.from_totals(ruleset, self.totals, self.penalties)
        return rules.fold(ruleset, self.deals, self.penalties)


def table_logs(entries: Any, *, as_of: datetime | None = None) -> dict[int, TableLog]:
    """What counts at many tables at once, by table id. ``entries`` is a queryset of the log.

    One plain reading of all statements; the newest of each is found here (as ``counting`` does) in a fraction
    of the time that the database takes to compare every row with its later ones.
    """
    said = entries.filter(table__isnull=False, kind__in=COUNTED).order_by()
    if as_of is not None:
        said = said.filter(recorded_at__lte=as_of)
    return _newest(said.values_list(*COLUMNS).iterator(chunk_size=5000))


def logs_of(table_ids: Iterable[int]) -> dict[int, TableLog]:
    """The same for a few tables, each by one small question that is written beforehand."""
    return _newest(row for pk in table_ids for row in _said_at.rows(pk))


def _newest(said: Iterable[tuple[Any, ...]]) -> dict[int, TableLog]:
    newest: dict[tuple[int, str, int], tuple[Any, ...]] = {}
    for row in said:
        about = row[:3]
        kept = newest.get(about)
        if kept is None or row[3] > kept[3]:
            newest[about] = row
    logs: dict[int, TableLog] = {}
    for row in newest.values():
        log = logs.get(row[0])
        if log is None:
            log = logs[row[0]] = TableLog()
        log.add(*row[1:])
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

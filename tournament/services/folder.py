"""A folder of CSV files (players, tables, hands) rebuilt as a tournament through the ordinary services."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.payments import Deltas, Treatment
from scoring.rulesets import MCR
from tournament.engine.folder import EventFolder, FolderFault, TableRow, read_folder
from tournament.errors import Refused, require
from tournament.models import Table, Tournament
from tournament.permissions import Actor
from tournament.selectors.log import table_logs
from tournament.services.deals import record_deal, record_totals
from tournament.services.penalties import give_penalty
from tournament.services.registration import replace_players
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import problem_of, publish_seating, store_draft
from tournament.services.sign_offs import end_game
from tournament.services.tournaments import create_tournament

PARTS = ("players", "tables", "hands")
LARGEST = 20 * 1024 * 1024


class FolderRefused(Refused):
    """Rows need attention; nothing was imported. ``faults`` is the row report."""

    def __init__(self, faults: Sequence[FolderFault]) -> None:
        super().__init__("import_rejected", count=len(faults))
        self.faults = tuple(faults)


@dataclass(slots=True)
class FolderReport:
    """What an import came to. ``differ`` and ``off_zero`` name tables; the hands are what counts."""

    slug: str
    read: dict[str, int]
    tables: int = 0
    agree: int = 0
    totals_only: int = 0
    no_totals: int = 0
    differ: list[dict[str, Any]] = field(default_factory=list)
    off_zero: list[dict[str, Any]] = field(default_factory=list)
    points_differ: list[dict[str, Any]] = field(default_factory=list)


def folder_files(path: Path, *, prefix: str | None = None) -> dict[str, Path]:
    """The three files of an event; their names may carry a prefix that all three share."""
    found: dict[str, dict[str, Path]] = {}
    for file in sorted(path.glob("*.csv")):
        for part in PARTS:
            if file.stem.casefold().endswith(part):
                found.setdefault(file.stem[: -len(part)], {})[part] = file
    if prefix is not None:
        found = {key: files for key, files in found.items() if key.strip("_- ") == prefix.strip("_- ")}
    whole = {key: files for key, files in found.items() if len(files) == len(PARTS)}
    if not whole:
        best = max(found.values(), key=len, default={})
        missing = next(part for part in PARTS if part not in best)
        raise Refused("folder_incomplete", file=f"{missing}.csv")
    require(len(whole) == 1, "several_events", prefixes=", ".join(sorted(key.strip("_- ") for key in whole)))
    return next(iter(whole.values()))


def read_cells(file: Path) -> list[list[str]]:
    """The cells of a CSV file: UTF-8, or what spreadsheets of China and of the West write instead."""
    require(file.stat().st_size <= LARGEST, "file_too_large", megabytes=LARGEST // 1024**2)
    data = file.read_bytes()
    for encoding in ("utf-8-sig", "gb18030", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        first = text.split("\n", 1)[0]
        delimiter = max(",;\t", key=first.count)
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    raise Refused("file_unreadable")


def import_folder(
    path: Path,
    *,
    slug: str,
    actor: Actor,
    name: str = "",
    starts_on: date | None = None,
    prefix: str | None = None,
    owner: User | None = None,
    at: datetime | None = None,
) -> FolderReport:
    """Rebuild an event from a folder. All or nothing: with one bad row nothing is imported."""
    cells = {part: read_cells(file) for part, file in folder_files(path, prefix=prefix).items()}
    event = read_folder(**cells, minimum=MCR.minimum, deals=MCR.deals)
    if event.faults:
        raise FolderRefused(event.faults)
    now = at or timezone.now()
    day = starts_on or now.date()
    with transaction.atomic():
        tournament = create_tournament(
            slug=slug,
            actor=actor,
            owner=owner,
            at=now,
            name=name or slug.replace("-", " ").title(),
            starts_on=day,
            ends_on=day,
            number_of_rounds=event.rounds,
        )
        _rebuild(tournament, event, actor=actor, at=now)
        return _compare(tournament, event)


def _rebuild(tournament: Tournament, event: EventFolder, *, actor: Actor, at: datetime) -> None:
    replace_players(tournament, event.players, actor=actor, at=at)
    chart = tuple(
        tuple(table.players for table in event.of_round(number)) for number in range(1, event.rounds + 1)
    )
    plan = store_draft(tournament, chart=chart, problem=problem_of(tournament), actor=actor, at=at)
    # it was played like this, whatever the judge says of it
    publish_seating(plan, actor=actor, although_broken=True, at=at)
    for round_ in tournament.rounds.order_by("number"):
        start_round(round_, actor=actor, at=at)
        tables = {table.number: table for table in round_.tables.all()}
        for given in event.of_round(round_.number):
            _Game(tables[given.table], given, slug=tournament.slug, actor=actor, at=at).play()
        close_round(round_, actor=actor, at=at)


class _Game:
    """One game, stated again entry by entry. Keys are made from the address of each fact, so that they
    are the same in every import."""

    def __init__(self, table: Table, given: TableRow, *, slug: str, actor: Actor, at: datetime) -> None:
        self.table, self.given, self.slug = table, given, slug
        self.common: dict[str, Any] = {"table_id": table.pk, "actor": actor, "at": at}

    def key(self, *parts: object) -> UUID:
        address = "/".join(map(str, (self.slug, self.given.round, self.given.table, *parts)))
        return uuid5(NAMESPACE_URL, f"sixteen-hands:import:{address}")

    def play(self) -> None:
        if not self.given.hands:
            assert self.given.totals is not None
            record_totals(totals=self.given.totals, client_key=self.key("totals"), **self.common)
            return
        for hand in self.given.hands:
            for seat, amount in hand.fines:
                give_penalty(
                    seat=seat,
                    treatment=Treatment.TRANSFER,
                    amount=amount,
                    deal=hand.number,
                    reason="referee's adjustment",
                    client_key=self.key(hand.number, "adjustment", seat),
                    **self.common,
                )
            record_deal(
                number=hand.number,
                facts=hand.facts,
                detail={"chicken_hand": True} if hand.chicken_hand else None,
                client_key=self.key(hand.number),
                **self.common,
            )
        if len(self.given.hands) < self.table.round.tournament.ruleset.deals:
            end_game(reason="time", client_key=self.key("end"), **self.common)


def _compare(tournament: Tournament, event: EventFolder) -> FolderReport:
    """What the log says of each table against what was written down at it."""
    report = FolderReport(slug=tournament.slug, read=dict(event.read), tables=len(event.tables))
    logs = table_logs(tournament.entries.all())
    ids = {
        (round_, table): pk
        for pk, round_, table in Table.objects.filter(round__tournament=tournament).values_list(
            "pk", "round__number", "number"
        )
    }
    for given in event.tables:
        where = {"round": given.round, "table": given.table}
        score = logs[ids[given.round, given.table]].score(tournament.ruleset)
        if given.totals is not None and sum(given.totals) != 0:
            report.off_zero.append({**where, "sum": sum(given.totals)})
        if not given.hands:
            report.totals_only += 1
        elif given.totals is None:
            report.no_totals += 1
        elif given.totals == score.totals:
            report.agree += 1
        else:
            report.differ.append({**where, **_by(given.totals, score.totals)})
        if given.points is not None and given.points != score.table_points:
            ours = [str(points) for points in score.table_points]
            report.points_differ.append({**where, "recorded": list(map(str, given.points)), "ours": ours})
    return report


def _by(recorded: Deltas, hands: Deltas) -> dict[str, Any]:
    by = [stated - worked_out for stated, worked_out in zip(recorded, hands, strict=True)]
    return {"recorded": list(recorded), "hands": list(hands), "by": by}

"""A whole tournament as one document: everything that results rest on, nothing secret, no database ids.

The same event gives the same bytes, here and wherever the document is imported. Table passes, roles and
accounts are not in it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Model

from tournament.engine import chain
from tournament.models import (
    Announcement,
    AuditEntry,
    ClockEvent,
    Entry,
    RefereeCall,
    Round,
    Tournament,
)

FORMAT = "sixteen-hands/archive/1"
SECTIONS = ("teams", "players", "plans", "rounds", "entries", "announcements", "audit")
LATER_SECTIONS = ("clock", "calls", "bulletins", "screens")
"""Sections that archives made by earlier versions do not have."""


def archive_of(tournament: Tournament) -> dict[str, Any]:
    """The document, sealed with its own SHA-256."""
    places = dict[int, list[int]]()
    rounds = []
    for round_ in tournament.rounds.order_by("number"):
        rounds.append(_round(round_, places))
    document = {
        "format": FORMAT,
        "tournament": plain(tournament),
        "teams": [plain(team) for team in tournament.teams.order_by("number")],
        "players": [
            {**plain(player), "team": player.team.number if player.team else None}
            for player in tournament.players.select_related("team").order_by("number")
        ],
        "plans": [plain(plan) for plan in tournament.seating_plans.order_by("number")],
        "rounds": rounds,
        "entries": [_entry(entry, places) for entry in _log(tournament)],
        "announcements": [
            {**plain(told), "round": told.round.number}
            for told in Announcement.objects.filter(round__tournament=tournament)
            .select_related("round")
            .order_by("round__number", "number")
        ],
        "audit": [plain(line) for line in AuditEntry.objects.filter(tournament=tournament).order_by("pk")],
        "clock": [_clock_event(event, places) for event in _clock(tournament)],
        "calls": [
            {**plain(call), "table": places[call.table_id]}
            for call in RefereeCall.objects.filter(table__round__tournament=tournament)
        ],
        "bulletins": [plain(bulletin) for bulletin in tournament.bulletins.order_by("number")],
        "screens": [plain(screen) for screen in tournament.screens.order_by("name")],
    }
    return {**document, "sha256": seal(document)}


def seal(document: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical spelling of everything but the seal itself."""
    unsealed = {key: value for key, value in document.items() if key != "sha256"}
    return hashlib.sha256(chain.canonical(unsealed)).hexdigest()


def archive_text(document: Mapping[str, Any]) -> str:
    """The document as text: valid JSON, sorted keys, one fact a line, so that two of them can be compared."""
    parts = []
    for key in ("format", "sha256", "tournament"):
        parts.append(f'"{key}": {_line(document[key])}')
    for section in (*SECTIONS, *LATER_SECTIONS):
        rows = ",\n".join(_line(row) for row in document[section])
        parts.append(f'"{section}": [\n{rows}\n]' if rows else f'"{section}": []')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def plain(row: Model) -> dict[str, Any]:
    """The row's own facts as JSON values: every column but ids and references."""
    return {
        field.name: _value(getattr(row, field.name))
        for field in row._meta.concrete_fields
        if not field.primary_key and not field.is_relation
    }


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else value


def _round(round_: Round, places: dict[int, list[int]]) -> dict[str, Any]:
    tables = []
    for table in round_.tables.order_by("number").prefetch_related("seats__player"):
        places[table.pk] = [round_.number, table.number]
        seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
        tables.append({**plain(table), "seats": [seat.player.number for seat in seats]})
    return {**plain(round_), "tables": tables}


def _clock(tournament: Tournament) -> Iterable[ClockEvent]:
    events = ClockEvent.objects.filter(round__tournament=tournament).select_related("round")
    return events.order_by("round__number", "number")


def _clock_event(event: ClockEvent, places: Mapping[int, list[int]]) -> dict[str, Any]:
    # a table may be gone since the start was taken back
    table = places.get(event.table_id) if event.table_id else None
    return {**plain(event), "round": event.round.number, "table": table}


def _log(tournament: Tournament) -> Iterable[Entry]:
    entries = Entry.objects.filter(tournament=tournament).select_related("player").order_by("pk")
    return entries.iterator(chunk_size=2000)


def _entry(entry: Entry, places: Mapping[int, list[int]]) -> dict[str, Any]:
    table = places[entry.table_id] if entry.table_id else None
    return {**entry.content(), "table": table, "sequence": entry.sequence, "hash": entry.hash}

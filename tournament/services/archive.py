"""An archive read back in: rows as they were, the log entry by entry, every hash worked out again."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model

from scoring.errors import ScoringError
from tournament.errors import Refused, require
from tournament.live.neighbours import tell
from tournament.models import (
    Announcement,
    AuditEntry,
    Bulletin,
    ClockEvent,
    ClockStep,
    Entry,
    Kind,
    Player,
    RefereeCall,
    Role,
    Round,
    Screen,
    Seat,
    SeatingPlan,
    Table,
    Team,
    Tournament,
)
from tournament.models.log import DELTAS
from tournament.permissions import Actor
from tournament.selectors.archive import FORMAT, SECTIONS, seal
from tournament.selectors.verification import differences
from tournament.services._base import Change
from tournament.services.tournaments import RESERVED

Row = TypeVar("Row", bound=Model)

VERBATIM = (
    "revision",
    "said",
    "winner",
    "discarder",
    "fan_total",
    "flowers",
    "seat",
    "deal",
    "mini_points",
    "twelfths",
    "dead_hand",
    "up_to",
    "detail",
    "reason",
)
"""The facts of an entry that an archive and the log spell alike."""


def read_archive(text: str) -> dict[str, Any]:
    """The document of an archive. Refused: ``archive_unreadable``, ``archive_differs`` (a broken seal)."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise Refused("archive_unreadable", what=str(error)) from error
    require(isinstance(document, dict), "archive_unreadable", what="no document")
    found = document.get("format")
    require(found == FORMAT, "archive_unreadable", what=f"its form is {found!r}, not {FORMAT!r}")
    for section in ("tournament", *SECTIONS):
        require(section in document, "archive_unreadable", what=f"{section} is missing")
    require(document.get("sha256") == seal(document), "archive_differs", what="its SHA-256 is another one")
    require(all("\0" not in text for text in _texts(document)), "archive_unreadable", what="it holds NUL")
    return dict(document)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a document. NUL is in none that was entered: no form takes it, nor does PostgreSQL."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value if isinstance(value, list) else (*value, *value.values()):
            yield from _texts(one)


def restore_tournament(
    document: Mapping[str, Any], *, slug: str | None = None, owner: User | None = None
) -> Tournament:
    """The event of an archive, in this database. All or nothing.

    Every entry is appended again and must come to the hash that the archive says; then the whole log is
    verified. Refused: ``slug_taken``, ``event_present``, ``archive_unreadable``, ``archive_differs``.
    """
    try:
        with transaction.atomic():
            tournament = _restore(document, slug)
            if owner is not None:
                Role.objects.create(tournament=tournament, user=owner, name=Role.Name.OWNER)
            found = differences(tournament)
            require(not found, "archive_differs", what=str(found[0]) if found else "")
            transaction.on_commit(partial(tell, tournament.pk, tournament.revision))
            return tournament
    except (LookupError, TypeError, ValueError, AttributeError, ValidationError, DatabaseError) as error:
        if isinstance(error, ScoringError):
            raise
        raise Refused("archive_unreadable", what=f"{type(error).__name__}: {error}") from error


def _restore(document: Mapping[str, Any], slug: str | None) -> Tournament:
    facts = {**document["tournament"], **({"slug": slug} if slug else {})}
    address = str(facts["slug"])
    require(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", address), "bad_slug", slug=address)
    _not_here(document, address)
    tournament = _row(Tournament, facts)
    tournament.save(force_insert=True)
    teams = {team.number: team for team in _rows(Team, document["teams"], tournament=tournament)}
    players = {
        player.number: player
        for player in Player.objects.bulk_create(
            _row(Player, given, tournament=tournament, team=teams[given["team"]] if given["team"] else None)
            for given in document["players"]
        )
    }
    _rows(SeatingPlan, document["plans"], tournament=tournament)
    rounds = {round_.number: round_ for round_ in _rows(Round, document["rounds"], tournament=tournament)}
    tables = _tables(document["rounds"], rounds, players)
    _replay(document["entries"], tournament, tables, players)
    for given in document["announcements"]:
        _row(Announcement, given, round=rounds[given["round"]]).save(force_insert=True)
    _rows(AuditEntry, document["audit"], tournament=tournament)
    _restore_clock(document, tournament, rounds, tables)
    for given in document.get("calls", ()):
        _row(RefereeCall, given, table=tables[tuple(given["table"])]).save(force_insert=True)
    _rows(Bulletin, document.get("bulletins", []), tournament=tournament)
    _rows(Screen, document.get("screens", []), tournament=tournament)
    return tournament


def _restore_clock(
    document: Mapping[str, Any],
    tournament: Tournament,
    rounds: Mapping[int, Round],
    tables: Mapping[tuple[int, int], Table],
) -> None:
    """The events of the clock; of an archive from before there were any, the start of each round."""
    if "clock" not in document:
        ClockEvent.objects.bulk_create(
            ClockEvent(
                round=round_,
                number=1,
                step=ClockStep.START,
                minutes=round_.minutes,
                end_rule=tournament.time_up,
                at=round_.started_at,
            )
            for round_ in rounds.values()
            if round_.started_at is not None
        )
        return
    for given in document["clock"]:
        table = tables[tuple(given["table"])] if given["table"] else None
        _row(ClockEvent, given, round=rounds[given["round"]], table=table).save(force_insert=True)


def _not_here(document: Mapping[str, Any], slug: str) -> None:
    taken = slug in RESERVED or Tournament.objects.filter(slug=slug).exists()
    require(not taken, "slug_taken", slug=slug)
    keys = [UUID(given["client_key"]) for given in document["entries"][:1]]
    twin = Entry.objects.filter(client_key__in=keys).select_related("tournament").first()
    require(twin is None, "event_present", slug=twin.tournament.slug if twin else "")


def _row(model: type[Row], given: Mapping[str, Any], **references: Any) -> Row:
    """A row of the archive's facts, each read by its own column. A fact that no column knows is refused."""
    columns: dict[str, Any] = {
        field.name: field
        for field in model._meta.concrete_fields
        if not field.primary_key and not field.is_relation
    }
    facts = {}
    for key, value in given.items():
        if key in references or key == "tables":
            continue
        facts[key] = columns[key].to_python(value)
    return model(**facts, **references)


def _rows(model: type[Row], given: list[Any], **references: Any) -> list[Row]:
    return model._default_manager.bulk_create(_row(model, facts, **references) for facts in given)


def _tables(
    given: list[Any], rounds: Mapping[int, Round], players: Mapping[int, Player]
) -> dict[tuple[int, int], Table]:
    tables: dict[tuple[int, int], Table] = {}
    for facts in given:
        round_ = rounds[facts["number"]]
        rows = [{key: value for key, value in table.items() if key != "seats"} for table in facts["tables"]]
        made = _rows(Table, rows, round=round_)
        Seat.objects.bulk_create(
            Seat(table=table, round=round_, seat=seat, player=players[number])
            for table, stated in zip(made, facts["tables"], strict=True)
            for seat, number in enumerate(stated["seats"])
        )
        tables.update({(round_.number, table.number): table for table in made})
    return tables


def _replay(
    given: list[Any],
    tournament: Tournament,
    tables: Mapping[tuple[int, int], Table],
    players: Mapping[int, Player],
) -> None:
    changes: dict[tuple[int, int] | None, Change] = {}
    for stated in given:
        place = tuple(stated["table"]) if stated["table"] else None
        change = changes.get(place)
        if change is None:
            change = changes[place] = Change(
                tournament=tournament,
                actor=Actor(label=""),
                at=tournament.created_at,
                table=tables[place] if place else None,
            )
        restore_entry(change, stated, players=players)


def restore_entry(change: Change, stated: Mapping[str, Any], *, players: Mapping[int, Player]) -> Entry:
    """Append one entry as it was stated then, with its time, author and key. It must come to the same hash.

    The only door that does not ask the rules first: what was accepted once is history. ``verify_log`` asks.
    """
    change.actor = Actor(label=stated["actor"])
    change.at = datetime.fromisoformat(stated["recorded_at"])
    facts = {name: stated[name] for name in VERBATIM}
    entry = change.append(
        kind=Kind(stated["kind"]),
        number=stated["number"],
        client_key=UUID(stated["client_key"]),
        player=players[stated["player"]] if stated["player"] is not None else None,
        round_number=stated["round"],
        **facts,
        **dict(zip(DELTAS, stated["deltas"], strict=True)),
    )
    if (entry.sequence, entry.hash) != (stated["sequence"], stated["hash"]):
        where = "round {}, table {}".format(*stated["table"]) if stated["table"] else "off table"
        raise Refused("archive_differs", what=f"{where}, entry {stated['sequence']} has another hash")
    return entry

"""A backup read back into an empty database: every row as it was, on whichever database this is."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from scoring.errors import ScoringError
from tournament.errors import Refused, require
from tournament.models import Tournament
from tournament.selectors import kept
from tournament.selectors.backup import FORMAT, applied_migrations, backup_models

AT_ONCE = 500
"""Rows written by one statement."""


def restore_backup(lines: Iterable[str]) -> dict[str, int]:
    """Put everything back, all or nothing; the number of rows by table.

    Refused: ``database_not_empty``, ``backup_unreadable`` (cut short, altered, of a newer version).
    """
    require(not Tournament.objects.exists() and not User.objects.exists(), "database_not_empty")
    try:
        with transaction.atomic():
            counts = _Reader(lines).restore()
            _count_on()
    except (LookupError, TypeError, ValueError, ValidationError, DatabaseError) as error:
        if isinstance(error, ScoringError):
            raise
        raise Refused("backup_unreadable", what=f"{type(error).__name__}: {error}") from error
    ContentType.objects.clear_cache()
    kept.forget()
    return counts


class _Reader:
    """Reads line by line: the file may be larger than the memory."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.seal = hashlib.sha256()
        self.rows = 0
        self.counts: dict[str, int] = {}
        self.waiting: list[Model] = []

    def restore(self) -> dict[str, int]:
        _check_head(self.next())
        _empty_tables()
        found = self.next()
        model: type[Model] | None = None
        columns: list[Any] = []
        while True:
            if isinstance(found, list):
                if model is None or len(found) != len(columns):
                    raise Refused("backup_unreadable", what=f"row {self.rows + 1} fits no table")
                self.add(_row(model, columns, found))
            else:
                self.write()
                if "table" not in found:
                    break
                model = _model_of(found["table"])
                columns = [_column(model, name) for name in found["columns"]]
            sealed = self.seal.hexdigest()
            found = self.next()
        require(found.get("sha256") == sealed, "backup_unreadable", what="its SHA-256 is another one")
        require(found.get("rows") == self.rows, "backup_unreadable", what="rows are missing")
        return self.counts

    def next(self) -> Any:
        line = next(self.lines, None)
        if line is None:
            raise Refused("backup_unreadable", what="it ends too early")
        document = json.loads(line)
        require(isinstance(document, dict | list), "backup_unreadable", what="a line is no document")
        self.seal.update(line.encode())
        return document

    def add(self, row: Model) -> None:
        if self.waiting and (type(self.waiting[0]) is not type(row) or len(self.waiting) >= AT_ONCE):
            self.write()
        self.waiting.append(row)
        self.rows += 1

    def write(self) -> None:
        if self.waiting:
            model = type(self.waiting[0])
            model._base_manager.bulk_create(self.waiting)
            name = model._meta.label_lower
            self.counts[name] = self.counts.get(name, 0) + len(self.waiting)
            self.waiting = []


def _check_head(head: Any) -> None:
    found = head.get("format") if isinstance(head, dict) else None
    require(found == FORMAT, "backup_unreadable", what=f"its form is {found!r}, not {FORMAT!r}")
    unknown = sorted(set(head["migrations"]) - set(applied_migrations()))
    require(not unknown, "backup_unreadable", what=f"a newer version made it ({', '.join(unknown[:3])})")


def _empty_tables() -> None:
    """What the migrations themselves put in (content types, permissions) comes from the backup instead."""
    with connection.cursor() as cursor:
        for model in backup_models():
            if model._base_manager.exists():
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _model_of(label: str) -> type[Model]:
    known = {model._meta.label_lower: model for model in backup_models()}
    require(label in known, "backup_unreadable", what=f"the table {label} is not known")
    return known[label]


def _column(model: type[Model], name: str) -> Any:
    for field in model._meta.concrete_fields:
        if field.attname == name:
            return field
    raise Refused("backup_unreadable", what=f"{model._meta.label_lower} has no column {name}")


def _row(model: type[Model], columns: list[Any], values: list[Any]) -> Model:
    return model(
        **{column.attname: column.to_python(value) for column, value in zip(columns, values, strict=True)}
    )


def _count_on() -> None:
    """New rows get ids after those that were restored (PostgreSQL does not notice by itself)."""
    models = [model for model in apps.get_models(include_auto_created=True) if model in backup_models()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)

"""The whole database as lines of JSON, the same form for SQLite and PostgreSQL.

The first line says what it is, then each table has a head line with its columns followed by its rows, and
the last line seals the lines before it, so that a file cut short is noticed.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

FORMAT = "sixteen-hands/backup/1"
LEFT_OUT = frozenset({"axes", "sessions"})
"""Who is signed in and who failed to: gone after a restore, and no loss."""


def backup_models() -> list[type[Model]]:
    """Every table that is kept, also those that Django makes for many-to-many fields."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.app_label not in LEFT_OUT
    ]
    return sorted(found, key=lambda model: model._meta.label_lower)


def backup_lines(*, at: datetime) -> Iterator[str]:
    """The lines of a backup, each with its line end. Call it inside ``snapshot()``."""
    seal = hashlib.sha256()
    rows = 0
    for document in _documents(at):
        line = json.dumps(document, cls=_Encoder, ensure_ascii=False, separators=(",", ":")) + "\n"
        seal.update(line.encode())
        rows += isinstance(document, list)
        yield line
    yield json.dumps({"rows": rows, "sha256": seal.hexdigest()}) + "\n"


def applied_migrations() -> list[str]:
    """The migrations of this database ("tournament.0001_initial"), sorted."""
    return sorted(".".join(key) for key in MigrationRecorder(connection).applied_migrations())


class _Encoder(DjangoJSONEncoder):
    """Times with all their microseconds: hashes are made of them."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _documents(at: datetime) -> Iterator[Any]:
    yield {
        "format": FORMAT,
        "taken_at": at,
        "database": connection.vendor,
        "migrations": applied_migrations(),
    }
    for model in backup_models():
        columns = [field.attname for field in model._meta.concrete_fields]
        yield {"table": model._meta.label_lower, "columns": columns}
        rows = model._base_manager.order_by("pk").values_list(*columns)
        for row in rows.iterator(chunk_size=5000):
            yield list(row)

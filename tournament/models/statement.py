"""SQL on its shortest way to the database.

Django makes two cursors for every statement and looks for the ``%s`` in it each time: twice the time of a
small statement itself.
"""

from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections


class Statement:
    """SQL with a ``%s`` for each value, as Django's cursors take it.

    Where nobody counts or logs statements they go to the driver as they are.
    """

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._marked = sql.replace("%s", "?")

    def rows(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """What the statement finds or returns."""
        database = connections[DEFAULT_DB_ALIAS]
        found: list[tuple[Any, ...]]
        if _is_watched(database):
            with database.cursor() as cursor:
                cursor.execute(self._sql, values)
                found = cursor.fetchall()
        else:
            with database.wrap_database_errors:
                found = self._sent(database, values).fetchall()
        return found

    def run(self, values: Sequence[Any]) -> None:
        """Carry it out."""
        database = connections[DEFAULT_DB_ALIAS]
        if _is_watched(database):
            with database.cursor() as cursor:
                cursor.execute(self._sql, values)
            return
        with database.wrap_database_errors:
            self._sent(database, values)

    def _sent(self, database: Any, values: Sequence[Any]) -> Any:
        database.ensure_connection()
        database.validate_no_broken_transaction()
        if database.vendor == "sqlite":
            return database.connection.execute(self._marked, values)
        return _cursor_of(database).execute(self._sql, values)


def _cursor_of(database: Any) -> Any:
    """psycopg's cursors learn how each column is read: one that stays has learned it already."""
    kept = getattr(database, "kept_cursor", None)
    if kept is None or kept.connection is not database.connection:
        kept = database.kept_cursor = database.connection.cursor()
    return kept


def _is_watched(database: Any) -> bool:
    return bool(database.queries_logged or database.execute_wrappers)

"""Rows that are written once: saving again, updating and deleting raise before the database is asked.

The database refuses UPDATE by a trigger as well (migration 0002), and foreign keys to such rows are
PROTECT. There is no trigger on DELETE for SQLite: it would break the flush between transactional tests.
"""

from typing import Any, ClassVar, NoReturn

from django.db import models


class AppendOnlyError(TypeError):
    """Somebody tried to change a row that is written once. A fault of the program, never of a user."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("rows of the log are never updated")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("rows of the log are never updated")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("rows of the log are never deleted")


class AppendOnlyModel(models.Model):
    objects: ClassVar[models.Manager[Any]] = models.Manager.from_queryset(AppendOnlyQuerySet)()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("a stored row of the log is never saved again")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("rows of the log are never deleted")

"""Small statements that every request needs, with their SQL written once.

Django takes several times as long to write such a statement as the database takes to carry it out.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import Expression, Field, ForeignKey, Model, QuerySet, fields
from django.db.models.sql import InsertQuery

from tournament.models.statement import Statement


def columns(model: type[Model], by: str = "") -> list[str]:
    """The names of a whole row, as ``values_list`` and ``from_db`` take them; ``by`` is the way to it from
    the rows that are asked for ("round__")."""
    return [by + field.attname for field in model._meta.concrete_fields]


class Given(Expression):
    """The place of a value that comes with each asking, of the kind that this field holds."""

    def __init__(self, number: int, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.number, self.holds = number, field

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]

    def bound(self, values: Sequence[Any]) -> Any:
        """The value as the database takes it."""
        return self.holds.get_db_prep_value(values[self.number], connection)


class Prepared:
    """A ``values_list`` that is asked often, each time with other values.

    ``make`` gets one ``Given`` for each of ``fields`` and returns the queryset. Reads the default database.
    """

    def __init__(self, make: Callable[..., "QuerySet[Any, Any]"], *fields: Any) -> None:
        self._make, self._fields = make, fields
        self._written: tuple[Any, Statement, tuple[Any, ...], dict[int, Any]] | None = None

    def rows(self, *values: Any) -> list[tuple[Any, ...]]:
        """What ``values_list`` gives for these values, in their order."""
        query, statement, params, converters = self._written or self._write()
        bound = [param.bound(values) if isinstance(param, Given) else param for param in params]
        found = statement.rows(bound)
        if converters and found:
            compiler = query.get_compiler(connection=connection)
            return [tuple(row) for row in compiler.apply_converters(found, converters)]
        return found

    def _write(self) -> tuple[Any, Statement, tuple[Any, ...], dict[int, Any]]:
        query = self._make(*(Given(number, field) for number, field in enumerate(self._fields))).query
        compiler = query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        selected = [expression for expression, _, _ in compiler.select[: compiler.col_count]]
        self._written = query, Statement(sql), tuple(params), compiler.get_converters(selected)
        return self._written


_PLAIN_FIELDS = (
    fields.BooleanField,
    fields.CharField,
    fields.IntegerField,
    fields.TextField,
    ForeignKey,
)
_PLAIN = frozenset({bool, int, str, type(None)})
"""Values of these kinds go into those fields as they are."""


class Insertion:
    """A new row of a model with a key by the database; what ``Model.save`` does without its signals, for a
    model none of whose fields makes up its value when it is saved."""

    def __init__(self, model: type[Model]) -> None:
        self._fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self._kinds = [_PLAIN if isinstance(field, _PLAIN_FIELDS) else frozenset() for field in self._fields]
        self._values = attrgetter(*(field.attname for field in self._fields))
        self._model = model
        self._written: Statement | None = None

    def store(self, row: Model) -> None:
        """Write the row, inside a transaction. Errors are those of ``save``."""
        values = [
            value if value.__class__ in plain else field.get_db_prep_save(value, connection)
            for value, plain, field in zip(self._values(row), self._kinds, self._fields, strict=True)
        ]
        statement = self._written or self._write(row)
        ((row.pk,),) = statement.rows(values)
        row._state.adding, row._state.db = False, connection.alias

    def _write(self, row: Model) -> Statement:
        query = InsertQuery(self._model)
        query.insert_values(self._fields, [row])
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = [self._model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        self._written = Statement(sql)
        return self._written

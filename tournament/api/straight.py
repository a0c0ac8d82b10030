"""Shapes whose values go out as they are.

A general serializer asks each field for each value; for a game of sixteen deals that takes longer than
everything else in an answer. Here one ``attrgetter`` takes them all. The fields are what describes the shape.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar

from django.utils.functional import cached_property
from rest_framework import serializers

AS_THEY_ARE = (
    serializers.BooleanField,
    serializers.CharField,
    serializers.ChoiceField,
    serializers.DateTimeField,
    serializers.IntegerField,
    serializers.JSONField,
    serializers.ListField,
    serializers.UUIDField,
)


class StraightSerializer(serializers.Serializer[Any]):
    """Plain values are written by the JSON encoder; nested shapes and methods are asked as ever."""

    as_text: ClassVar[tuple[str, ...]] = ()
    """Fields whose values are no words yet, such as exact fractions."""

    @cached_property
    def _plan(self) -> tuple[dict[str, None], list[str], Callable[[Any], tuple[Any, ...]], list[Any]]:
        fields: list[Any] = list(self._readable_fields)
        asked = [f for f in fields if f.field_name in self.as_text or not isinstance(f, AS_THEY_ARE)]
        plain = [field for field in fields if field not in asked]
        names = dict.fromkeys(field.field_name for field in fields)
        return names, [f.field_name for f in plain], attrgetter(*(f.source for f in plain)), asked

    def to_representation(self, instance: Any) -> dict[str, Any]:
        names, plain, values, asked = self._plan
        said: dict[str, Any] = names.copy()
        said.update(zip(plain, values(instance), strict=True))
        for field in asked:
            said[field.field_name] = field.to_representation(field.get_attribute(instance))
        return said

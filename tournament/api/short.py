"""Lists that are short by nature: how long one is comes first, and then what is in it.

The framework asks a million items what is wrong with each of them before it counts them. Phones wait for each
other meanwhile, for half a minute, and two gigabytes are gone.
"""

from typing import Any

from rest_framework import serializers


class ShortListField(serializers.ListField):
    """A list of ``max_length`` items at most."""

    def run_child_validation(self, data: Any) -> Any:
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().run_child_validation(data)


class ShortDictField(serializers.DictField):
    """A dictionary of ``max_length`` entries at most."""

    default_error_messages = {"max_length": serializers.ListField.default_error_messages["max_length"]}

    def __init__(self, *, max_length: int, **options: Any) -> None:
        super().__init__(**options)
        self.max_length = max_length

    def run_child_validation(self, data: Any) -> Any:
        if len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().run_child_validation(data)

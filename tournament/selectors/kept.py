"""Answers that are kept in memory: what was worked out once for a key is not worked out again.

Keys name a revision, so nothing is ever invalidated; what the reader may see belongs to every key. Inside a
transaction nothing is kept, because what is read there may be rolled back.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, TypeVar
from weakref import WeakSet

from django.db import connection
from django.db.models import Model
from django.db.models.base import ModelState

from tournament.selectors.sight import sight_now

Value = TypeVar("Value")
Row = TypeVar("Row", bound=Model)


class Kept:
    """A small store of answers, least recently used out first. Safe between threads."""

    everywhere: "ClassVar[WeakSet[Kept]]" = WeakSet()

    def __init__(self, size: int) -> None:
        self.everywhere.add(self)
        self._size = size
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable) -> Any:
        key = self._whole(key)
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        return None

    def known(self, key: Hashable) -> Any:
        """A kept dictionary, or an empty one. It is replaced as a whole and never changed in place."""
        return (self.get(key) if self._may_answer() else None) or {}

    def put(self, key: Hashable, value: Any) -> None:
        if connection.in_atomic_block:
            return
        key = self._whole(key)
        with self._lock:
            self._answers[key] = value
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)

    def answer(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """The kept answer, or the one that ``work`` gives."""
        found: Value | None = self.get(key) if self._may_answer() else None
        if found is None:
            found = work()
            self.put(key, found)
        return found

    def _whole(self, key: Hashable) -> Hashable:
        """The key with what the reader may see."""
        return key, sight_now().key

    def _may_answer(self) -> bool:
        return not connection.in_atomic_block

    def clear(self) -> None:
        with self._lock:
            self._answers.clear()


class KeptForAll(Kept):
    """The same for whoever looks, and kept answers are used inside transactions as well: for keys whose
    revision is read in the transaction before it changes anything."""

    def _whole(self, key: Hashable) -> Hashable:
        return key

    def _may_answer(self) -> bool:
        return True


def own(row: Row) -> Row:
    """A copy of a kept row for one reader, with what is known of its relations: nobody changes what others
    look at. ``copy`` does the same by way of pickling, ten times slower."""
    twin: Row = object.__new__(type(row))
    twin.__dict__.update(row.__dict__)
    state = twin._state = ModelState()
    state.db, state.adding = row._state.db, False
    state.fields_cache = dict(row._state.fields_cache)
    return twin


def forget() -> None:
    """Drop every kept answer of this process. For tests, and after a restore."""
    for kept in Kept.everywhere:
        kept.clear()

"""On SQLite whoever writes takes turns before the transaction begins.

There is one writer anyway. Whoever finds the database taken sleeps and looks again, longer each time, while
nobody works; whoever waits here goes on at once.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import IO

from django.db import connection

try:
    import fcntl
except ImportError:  # Windows: processes wait for each other in SQLite's own way
    fcntl = None  # type: ignore[assignment]

_writing = threading.Lock()


@contextmanager
def alone() -> Iterator[Callable[[], None]]:
    """Threads take turns by a lock of the process, processes by a locked file beside the database. A change
    inside another one has had its turn. What is given ends the turn before the block ends: once all is
    stored, whoever is told of it does not keep the next one waiting."""
    with ExitStack() as turn:
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            turn.enter_context(_writing)
            turn.enter_context(_only_process(str(connection.settings_dict["NAME"])))
        yield turn.close


@contextmanager
def _only_process(database: str) -> Iterator[None]:
    if fcntl is None or "memory" in database:
        yield
        return
    file = _turn_of(database)
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


@cache
def _turn_of(database: str) -> IO[str]:
    """The file whose lock is the turn. It stays open and empty."""
    return Path(f"{database}-turn").open("w", encoding="ascii")

"""Who is listening in this process: one slot a viewer, and the newest revision wins.

A viewer holds a wake-up flag, not a queue: a slow phone skips states instead of piling them up.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Slot:
    """One viewer's flag. It remembers its loop, because publishers live in other threads."""

    __slots__ = ("_event", "_loop")

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Say that something changed. Safe from any thread."""
        with suppress(RuntimeError):  # the viewer's loop has ended: nobody is there to be told
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self, timeout: float) -> bool:
        """True when something changed, False after ``timeout`` seconds of silence."""
        try:
            await asyncio.wait_for(self._event.wait(), timeout)
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Hub:
    """Slots by tournament."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[int, set[Slot]] = defaultdict(set)
        self._versions: dict[int, int] = defaultdict(int)
        self.closing = False
        """The server stops: every stream ends at its next turn."""

    @contextmanager
    def listening(self, tournament_id: int) -> Iterator[Slot]:
        """A slot for as long as the block runs. Must be entered inside an event loop."""
        slot = Slot()
        with self._lock:
            self._slots[tournament_id].add(slot)
        try:
            yield slot
        finally:
            with self._lock:
                self._slots[tournament_id].discard(slot)
                if not self._slots[tournament_id]:
                    del self._slots[tournament_id]

    def publish(self, tournament_id: int) -> None:
        """Wake everybody who watches this tournament."""
        with self._lock:
            self._versions[tournament_id] += 1
            slots = list(self._slots.get(tournament_id, ()))
        for slot in slots:
            slot.wake()

    def close(self) -> None:
        """End every stream of this process, so that one open page does not keep the server alive."""
        self.closing = True
        for tournament_id in self.watched():
            self.publish(tournament_id)

    def version(self, tournament_id: int) -> int:
        """How often this process has heard of a change: frames are rendered once a version."""
        with self._lock:
            return self._versions[tournament_id]

    def watched(self) -> list[int]:
        """Tournaments that somebody here watches."""
        with self._lock:
            return list(self._slots)

    def viewers(self) -> int:
        with self._lock:
            return sum(map(len, self._slots.values()))

    def reset(self) -> None:
        """Forget everybody. For tests: a hub at module level outlives them."""
        with self._lock:
            self._slots.clear()
            self._versions.clear()
        self.closing = False


hub = Hub()

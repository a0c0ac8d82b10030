"""Who is listening in this process: one slot a channel, woken by every change of its tournament.

A slot is a flag, not a queue: whoever was not ready for one change sees the newest state at the next turn.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Slot:
    """One listener's flag. It remembers its loop, because publishers live in other threads."""

    __slots__ = ("_rung", "_waiter", "loop")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Say that something changed. In the slot's own loop only."""
        self._rung = True
        self._end_waiting()

    def _end_waiting(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, timeout: float) -> bool:
        """True when something changed, False after ``timeout`` seconds of silence.

        A future and a timer: ``asyncio.wait_for`` would make a task for every turn.
        """
        if not self._rung:
            self._waiter = self.loop.create_future()
            timer = self.loop.call_later(timeout, self._end_waiting)
            try:
                await self._waiter
            finally:
                timer.cancel()
                self._waiter = None
        rung, self._rung = self._rung, False
        return rung


def _ring(slots: list[Slot]) -> None:
    for slot in slots:
        slot.ring()


class Hub:
    """Slots by tournament."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[int, set[Slot]] = defaultdict(set)
        self._versions: dict[int, int] = defaultdict(int)
        self._told: dict[int, int] = {}
        self._viewers = 0
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

    def publish(self, tournament_id: int, revision: int) -> None:
        """Wake everybody who watches this tournament: its state ``revision`` can be read from now on."""
        with self._lock:
            self._versions[tournament_id] += 1
            self._told[tournament_id] = revision
            by_loop: dict[asyncio.AbstractEventLoop, list[Slot]] = {}
            for slot in self._slots.get(tournament_id, ()):
                by_loop.setdefault(slot.loop, []).append(slot)
        for loop, slots in by_loop.items():
            with suppress(RuntimeError):  # the viewers' loop has ended: nobody is there to be told
                loop.call_soon_threadsafe(_ring, slots)

    def close(self) -> None:
        """End every stream of this process, so that one open page does not keep the server alive."""
        self.closing = True
        for tournament_id in self.watched():
            self.publish(tournament_id, -1)

    def told(self, tournament_id: int) -> int | None:
        """The last revision that viewers here were woken for."""
        with self._lock:
            return self._told.get(tournament_id)

    def version(self, tournament_id: int) -> int:
        """How often this process has heard of a change: frames are rendered once a version."""
        with self._lock:
            return self._versions[tournament_id]

    def watched(self) -> list[int]:
        """Tournaments that somebody here watches."""
        with self._lock:
            return list(self._slots)

    def count(self, more: int) -> None:
        """So many viewers of this process more, or less."""
        with self._lock:
            self._viewers = max(0, self._viewers + more)

    def viewers(self) -> int:
        """How many hold a stream of this process."""
        return self._viewers

    def reset(self) -> None:
        """Forget everybody. For tests: a hub at module level outlives them."""
        with self._lock:
            self._slots.clear()
            self._versions.clear()
            self._told.clear()
            self._viewers = 0
        self.closing = False


hub = Hub()

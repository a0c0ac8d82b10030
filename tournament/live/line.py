"""The line of pages: how many wait for a thread or are being made in this process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """Counted in the event loop of the server."""

    def __init__(self) -> None:
        self.pages = 0
        self._waiting: set[asyncio.Future[None]] = set()

    @contextmanager
    def joined(self) -> Iterator[None]:
        """One more page for as long as the block runs."""
        self.pages += 1
        try:
            yield
        finally:
            self.pages -= 1
            if not self.pages:
                for empty in self._waiting:
                    _end(empty)

    async def is_empty(self, *, at_most: float) -> None:
        """Wait until no page is in the line, but no longer than so many seconds."""
        if not self.pages:
            return
        loop = asyncio.get_running_loop()
        empty: asyncio.Future[None] = loop.create_future()
        self._waiting.add(empty)
        timer = loop.call_later(at_most, _end, empty)
        try:
            await empty
        finally:
            timer.cancel()
            self._waiting.discard(empty)


def _end(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)


line = Line()

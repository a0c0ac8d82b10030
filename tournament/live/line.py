"""The line of pages: how many wait for a thread or are being made in this process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

LOOK = 0.002


class Line:
    """Counted in the event loop of the server."""

    def __init__(self) -> None:
        self.pages = 0

    @contextmanager
    def joined(self) -> Iterator[None]:
        """One more page for as long as the block runs."""
        self.pages += 1
        try:
            yield
        finally:
            self.pages -= 1

    async def is_short(self, *, at_most: float) -> None:
        """Wait until no page waits for another one, but no longer than so many seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + at_most
        while self.pages > 1 and loop.time() < end:
            await asyncio.sleep(LOOK)


line = Line()

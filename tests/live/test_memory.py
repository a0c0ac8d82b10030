"""What was made for answers is collected between them."""

import asyncio
import gc
from contextlib import suppress

from config import memory
from tests.live import holds
from tournament.live.line import line


def test_nothing_is_collected_while_a_page_is_made_and_everything_after(monkeypatch):
    collected = []
    monkeypatch.setattr(memory, "EVERY", 0.01)
    monkeypatch.setattr(gc, "get_count", lambda: (memory.MUCH, 0, 0))
    monkeypatch.setattr(gc, "collect", collected.append)

    async def story():
        tidying = asyncio.create_task(memory.tidy())
        with line.joined():
            await asyncio.sleep(0.1)
            assert collected == []
        await holds(lambda: collected)
        assert set(collected) == {1}
        tidying.cancel()
        with suppress(asyncio.CancelledError):
            await tidying

    asyncio.run(story())

"""Stories about streams: they run in an event loop of their own."""

import asyncio
from functools import wraps

from asgiref.sync import async_to_sync


def in_a_loop(story):
    """Run an asynchronous story as a plain test."""

    @wraps(story)
    def run():
        async_to_sync(story)()

    return run


async def holds(condition, seconds=10):
    """Wait until it does: what another thread or task has still to do takes as long as the machine likes."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)

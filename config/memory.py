"""What a long-running server tells the garbage collector."""

import asyncio
import gc

from tournament.live.line import line

EVERY = 1.0
"""Seconds between two looks at how much there is to collect."""
MUCH, FULL = 20_000, 200
"""Objects that are worth collecting; collections of the young after which all are."""


def settle() -> None:
    """Leave what was loaded at the start out of every collection, and do not collect in the middle of an
    answer.

    Python collects whenever so many objects were made: with a whole hall waiting, for thirty milliseconds
    inside the one change that everybody waits for. ``tidy`` does it between answers; only where those never
    end is it done in one.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 100)


async def tidy() -> None:
    """Collect while nobody waits for a page, for as long as the server runs."""
    collected = 0
    while True:
        await asyncio.sleep(EVERY)
        if gc.get_count()[0] < MUCH:
            continue
        await line.is_empty(at_most=60.0)
        collected += 1
        gc.collect(2 if collected % FULL == 0 else 1)

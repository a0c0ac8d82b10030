"""Hears about changes made by other processes: one small query each half second, for what is watched here.

Started by the ASGI lifespan, never inside a request: a task of a request dies with it.
"""

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connections

from tournament.live.hub import hub
from tournament.models import Tournament
from tournament.services.seating_due import tell_when_due

EVERY = 0.5
log = logging.getLogger(__name__)


def revisions(watched: list[int]) -> dict[int, int]:
    """The present revision of each watched tournament; a seating whose time has come is told of on the way.

    Closes its connection: it has a thread of its own.
    """
    try:
        found = Tournament.objects.filter(pk__in=watched).only("pk", "revision", "seating_due")
        return {tournament.pk: tell_when_due(tournament).revision for tournament in found}
    finally:
        connections.close_all()


class Bridge:
    """The task that looks."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._thread: ThreadPoolExecutor | None = None
        self.healthy = False

    async def start(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bridge")
        self._task = asyncio.create_task(self._run(), name="live bridge")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._thread is not None:
            self._thread.shutdown(wait=False)
        self.healthy = False

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
                self.healthy = True
            except DatabaseError:
                self.healthy = False
                log.exception("the live bridge could not read revisions; it tries again")
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        watched = hub.watched()
        if not watched:
            return
        found = await asyncio.get_running_loop().run_in_executor(self._thread, revisions, watched)
        for tournament_id, revision in found.items():
            # what this process changed itself was told when it happened; "!=", not ">": a restored database
            # may count from lower again
            if hub.told(tournament_id) != revision:
                hub.publish(tournament_id, revision)


bridge = Bridge()

"""The moving part of a page, rendered once a version, view and language; the same bytes for every viewer.

A *view* here is one fragment of one page ("leaderboard", "game/3/17"). Whoever wants the newest one asks
``newest``; the first to ask renders, the others wait for the same rendering.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import connections
from django.utils import translation

from tournament.live.hub import hub
from tournament.models import Tournament

Render = Callable[[Tournament], str]


@dataclass(frozen=True, slots=True)
class Frame:
    """One rendering: the revision it shows and the event-stream message that carries it."""

    revision: int
    message: bytes


def message(revision: int, html: str) -> bytes:
    """An unnamed event: htmx swaps those, named ones become DOM events and nothing is swapped."""
    lines = "".join(f"data: {line}\n" for line in html.split("\n") if line.strip())
    return f"id: {revision}\n{lines}\n".encode()


class Frames:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="frames")
        self._kept: dict[tuple[int, str, str], tuple[int, asyncio.Future[Frame]]] = {}

    async def newest(self, tournament_id: int, view: str, language: str, render: Render) -> Frame:
        """The frame of the present version. A failed rendering is not kept."""
        key, version = (tournament_id, view, language), hub.version(tournament_id)
        kept = self._kept.get(key)
        loop = asyncio.get_running_loop()
        if kept is None or kept[0] != version or kept[1].get_loop() is not loop or _failed(kept[1]):
            work = loop.run_in_executor(self._thread, _render, tournament_id, language, render)
            self._kept[key] = kept = (version, work)
            if len(self._kept) > 500:
                self._kept = {key: kept}
        return await asyncio.shield(kept[1])

    def reset(self) -> None:
        self._kept.clear()


def _failed(work: "asyncio.Future[Frame]") -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)


def _render(tournament_id: int, language: str, render: Render) -> Frame:
    try:
        with translation.override(language):
            tournament = Tournament.objects.get(pk=tournament_id)
            return Frame(tournament.revision, message(tournament.revision, render(tournament)))
    finally:
        connections.close_all()


frames = Frames()

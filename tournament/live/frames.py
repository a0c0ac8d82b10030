"""What goes out to those who watch: the newest fragment of a view, made once a version for all viewers.

A *view* is one fragment of one page ("leaderboard", "game/3/17"). Whoever wants the newest one asks
``newest``; the first to ask renders, the others wait for the same rendering.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import close_old_connections
from django.utils.html import format_html

from tournament.engine.sight import Viewer
from tournament.errors import Refused, sentence
from tournament.live.fragments import Fragment, Piece, Render, fragments
from tournament.live.hub import hub
from tournament.models import Tournament
from tournament.selectors.desk import Staff, staff_of
from tournament.selectors.seated import event_now
from tournament.selectors.sight import looking, sight_now, sight_of


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of the stream: the revision it shows, and its pieces in order.

    ``staff``: who had a role in the event when it was made, if it was made for the eyes of the desk. A
    stream that began with other staff ends, so that everybody who comes again is asked again.
    """

    revision: int
    pieces: tuple[Piece, ...]
    staff: Staff = ()

    @property
    def body(self) -> bytes:
        """The fragment alone."""
        return self.pieces[1].content

    @property
    def message(self) -> bytes:
        return b"".join(piece.content for piece in self.pieces)

    @property
    def squeezed(self) -> bytes:
        return b"".join(piece.squeezed for piece in self.pieces)


NOT_SEEN = frozenset({"not_for_you", "not_shown"})
END = Piece(b"\n\n")


def frame_of(fragment: Fragment, staff: Staff = ()) -> Frame:
    """An unnamed event: htmx swaps those, named ones become DOM events and nothing is swapped."""
    head = Piece(f"id: {fragment.revision}\ndata: ".encode())
    return Frame(fragment.revision, (head, fragment.piece, END), staff)


class Frames:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="frames")
        self._kept: dict[tuple[int, str, str, Viewer], tuple[int, asyncio.Future[Frame]]] = {}

    async def newest(
        self,
        tournament_id: int,
        view: str,
        language: str,
        render: Render,
        viewer: Viewer = Viewer.ORGANIZER,
    ) -> Frame:
        """The frame of the present version as this kind of viewer sees it. A failed rendering is not kept."""
        key, version = (tournament_id, view, language, viewer), hub.version(tournament_id)
        kept = self._kept.get(key)
        loop = asyncio.get_running_loop()
        if kept is None or kept[0] != version or kept[1].get_loop() is not loop or _failed(kept[1]):
            work = loop.run_in_executor(self._thread, _render, *key, render)
            self._kept[key] = kept = (version, work)
            if len(self._kept) > 500:
                self._kept = {key: kept}
        return await asyncio.shield(kept[1])

    def reset(self) -> None:
        self._kept.clear()
        fragments.reset()


def _failed(work: "asyncio.Future[Frame]") -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)


def _render(tournament_id: int, view: str, language: str, viewer: Viewer, render: Render) -> Frame:
    """What may be seen is asked anew for each rendering: an organizer may have drawn the curtain since."""
    try:
        tournament = event_now(tournament_id)
        with looking(sight_of(tournament, viewer)):
            fragment = fragments.get(tournament, view=view, language=language, render=_calm(render))
            frame = frame_of(fragment, staff_of(tournament) if viewer is Viewer.ORGANIZER else ())
        _ = frame.squeezed  # in this thread, not in the event loop
        return frame
    finally:
        close_old_connections()


def _calm(render: Render) -> Render:
    """A part that may not be seen any more says so; whoever has its page open keeps the page."""

    def rendered(tournament: Tournament) -> str:
        try:
            if not sight_now().enters:
                raise Refused("not_for_you")
            return render(tournament)
        except Refused as error:
            if error.code not in NOT_SEEN:
                raise
            return format_html('<p class="notice">{}</p>', sentence(error))

    return rendered


frames = Frames()

"""The event stream: the present state first, then every newer one, until the viewer leaves.

What must stay as it is, because it failed otherwise:
* the database connection is closed before the stream starts, or each viewer keeps one;
* a compressed stream is *one* gzip file whose pieces end on a byte; with one file a message (as
  ``GZipMiddleware`` writes them) browsers stop after the first;
* it is an ``async`` view under an ASGI server; ``runserver`` reads the endless stream to its end;
* messages with a fragment are unnamed, because htmx swaps only those; ``alive`` and ``clock`` are named,
  so they become DOM events that js/live.js and js/public.js hear.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

from tournament.live.fragments import GZIP_HEAD, Render, squeeze
from tournament.live.frames import Frame, frames
from tournament.live.hub import hub
from tournament.models import Tournament
from tournament.selectors.sight import sight_now

HEARTBEAT = 15.0
"""Seconds of silence after which a word is sent, so that proxies and pages see the line is alive."""
PAUSE = 0.3
"""Seconds from the news of one state to the next one: a burst of deals is one message, the last always goes
out. Counted from the news and not from the sending, so that a slow turn does not delay the turn after it."""
CROWD = 150
"""From so many viewers on the pause is longer, so that sending never takes all of the machine."""
CROWD_PAUSE = 0.9

Word = Callable[[], str]


async def stream(
    tournament: Tournament,
    *,
    view: str,
    language: str,
    render: Render,
    compressed: bool = False,
    word: Word | None = None,
    changes_only: bool = False,
) -> StreamingHttpResponse:
    """The response that never ends by itself. ``word`` is said with every message: an event as text.

    ``changes_only`` is for parts that most changes of the event do not touch, such as one table: a state
    that looks like the last one is not sent again.
    """
    await sync_to_async(connections.close_all)()
    newest = partial(frames.newest, tournament.pk, view, language, render, sight_now().viewer)
    messages = _messages(tournament.pk, newest, compressed, word or (lambda: ""), changes_only)
    response = StreamingHttpResponse(messages, content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["Content-Encoding"] = "gzip" if compressed else "identity"
    response["X-Accel-Buffering"] = "no"
    return response


async def _messages(
    tournament_id: int,
    newest: Callable[[], Awaitable[Frame]],
    compressed: bool,
    word: Word,
    changes_only: bool,
) -> AsyncIterator[bytes]:
    def said(text: str) -> bytes:
        return squeeze(text.encode()) if compressed else text.encode()

    with hub.listening(tournament_id) as slot:
        sent: object = None
        yield (GZIP_HEAD if compressed else b"") + said("retry: 2000\n\n")
        heard = slot.loop.time()
        while not hub.closing:
            frame = await newest()
            state = frame.body if changes_only else frame.revision
            if state != sent:
                sent = state
                yield (frame.squeezed if compressed else frame.message) + said(word())
                pause = PAUSE if hub.viewers() < CROWD else CROWD_PAUSE
                await asyncio.sleep(max(0.0, heard + pause - slot.loop.time()))
            if not await slot.wait(HEARTBEAT):
                yield said("event: alive\ndata: 1\n\n" + word())
            heard = slot.loop.time()

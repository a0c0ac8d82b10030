"""The event stream: the present state first, then every newer one, until the viewer leaves.

What must stay as it is, because it failed otherwise:
* the database connection is closed before the stream starts, or each viewer keeps one;
* no compression touches the stream (``Content-Encoding: identity``), or browsers stop after one message;
* it is an ``async`` view under an ASGI server; ``runserver`` reads the endless stream to its end;
* messages are unnamed, because htmx swaps only those.
"""

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

from tournament.live.frames import Render, frames
from tournament.live.hub import hub
from tournament.models import Tournament

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that proxies and browsers see the line is alive."""
PAUSE = 0.2
"""Seconds between two states to one viewer: a burst of deals becomes one message, the last always goes out."""


async def stream(
    tournament: Tournament, *, view: str, language: str, render: Render
) -> StreamingHttpResponse:
    """The response that never ends by itself."""
    await sync_to_async(connections.close_all)()
    response = StreamingHttpResponse(
        _messages(tournament.pk, view, language, render), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["Content-Encoding"] = "identity"
    response["X-Accel-Buffering"] = "no"
    return response


async def _messages(tournament_id: int, view: str, language: str, render: Render) -> AsyncIterator[bytes]:
    with hub.listening(tournament_id) as slot:
        sent = None
        yield b"retry: 2000\n\n"
        while True:
            frame = await frames.newest(tournament_id, view, language, render)
            if frame.revision != sent:
                sent = frame.revision
                yield frame.message
                await asyncio.sleep(PAUSE)
            if not await slot.wait(HEARTBEAT):
                yield b": still here\n\n"

"""Django's ASGI handler with event streams that cost little while they are held.

Django answers a request inside a context that keeps a thread, the request and its spooled body until the last
byte is sent. A live page holds its stream for hours, so a thousand viewers would be a thousand threads. Here
the endless part begins after all that has been let go.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import StreamingHttpResponse
from django.urls import set_script_prefix

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Messages = AsyncGenerator[bytes, None]
LIVE = "/live"
"""How the addresses of event streams end."""


class Handler(ASGIHandler):
    """Streams apart, everything else as Django does it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(LIVE):
            await super().__call__(scope, receive, send)
            return
        async with ThreadSensitiveContext():
            begun = await self._begin(scope, receive, send)
        if begun is not None:
            await _hold(*begun, receive, send)

    async def _begin(
        self, scope: Scope, receive: Receive, send: Send
    ) -> tuple[dict[str, Any], Messages] | None:
        """The head of a stream and its messages; None when the answer was something short and is sent."""
        body = await self.read_body(receive)
        try:
            set_script_prefix(get_script_prefix(scope))
            await signals.request_started.asend(sender=type(self), scope=scope)
            request, response = self.create_request(scope, body)
            if request is not None:
                response = await self.run_get_response(request)
            assert response is not None
            if isinstance(response, StreamingHttpResponse) and response.is_async:
                headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
                headers += [(b"Set-Cookie", c.output(header="").encode()) for c in response.cookies.values()]
                head = {"type": "http.response.start", "status": response.status_code, "headers": headers}
                begun = head, cast(Messages, response.streaming_content)
            else:
                await self.send_response(response, send)
                begun = None
            await sync_to_async(response.close)()
            return begun
        finally:
            body.close()


async def _hold(head: dict[str, Any], messages: Messages, receive: Receive, send: Send) -> None:
    """Send until the viewer leaves, the messages end or the server stops."""
    sending = asyncio.current_task()
    assert sending is not None
    left = False

    async def watch() -> None:
        nonlocal left
        while (await receive())["type"] != "http.disconnect":
            pass
        left = True
        sending.cancel()

    watching = asyncio.create_task(watch())
    try:
        await send(head)
        async with aclosing(messages):
            async for message in messages:
                await send({"type": "http.response.body", "body": message, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except asyncio.CancelledError:
        if not left:
            raise
        sending.uncancel()
    finally:
        watching.cancel()

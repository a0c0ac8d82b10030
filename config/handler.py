"""Django's ASGI handler for a program whose pages are synchronous and whose streams are held for hours.

* **Pages** are answered by a few threads that stay, one page at a time on each, in one step from the request
  to the finished response. Django itself takes a new thread for every request, and with it a new connection
  to the database. Only work happens there: reading a body from a slow phone and writing to one do not.
* **Phones** at the tables have one thread of their own: no page keeps them waiting, and what they enter is
  quick and is stored one after another anyway. Several threads would take the interpreter from each other
  in the middle of a change that others wait for: a hall that presses at once takes a seventh longer.
* **Streams** begin as pages do. Their endless part runs in the event loop after thread and request have been
  let go, so that a thousand viewers are not a thousand threads.
* **The time** needs neither thread nor middleware. **Static files** are read by Django's own asynchronous
  way.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from os import SEEK_END
from time import monotonic
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted, RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.wire import wire_of
from tournament.live.line import line
from tournament.live.stream import EventStream
from tournament.live.wire import Spoken, Wire
from tournament.views.health import server_time

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Follow = Callable[[Wire, Callable[[], None]], Callable[[], None]]
TIME = "/time"
THREADS = 3
"""Pages worked on at once in a process: one or two may take long. More would only take turns, at a price."""
MOST_BYTES = 8 * 1024 * 1024
"""Twice what the largest form with its file may hold."""
JUST_NOW = 1.0
"""Seconds for which a connection that served an answer is taken to be there still."""


class Handler(ASGIHandler):
    """Pages by the threads that stay, streams apart."""

    def __init__(self) -> None:
        super().__init__()
        self._pages = _chain(settings.MIDDLEWARE)
        self._passes = _chain(settings.PASS_MIDDLEWARE)
        self._answered = threading.local()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self._phones = ThreadPoolExecutor(1, thread_name_prefix="phone")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._serve(scope, receive, send)
        except RequestDataTooBig:
            await self.send_response(HttpResponse(status=413, headers={"Connection": "close"}), send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if scope["type"] != "http" or path.startswith(settings.STATIC_URL):
            await super().__call__(scope, receive, send)
            return
        if path == TIME and scope["method"] == "GET":
            await self.send_response(server_time(None), send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        _say_length(scope, body)
        loop = asyncio.get_running_loop()
        with line.joined():
            # a context of its own: the language and the eyes of one request are not seen by the next
            threads = self._phones if _has_pass(scope) else self._threads
            work = loop.run_in_executor(threads, Context().run, self._answer, scope, body)
            if line.pages > THREADS and scope["method"] == "GET" and not await _awaited(work, receive):
                return
            response = await work
        if not isinstance(response, EventStream):
            await self.send_response(response, send)
            return
        wire = wire_of(scope) or Spoken(_saying(send))
        holding = _hold(_head(response), response.follow, wire, receive, send)
        scope["headers"].clear()  # for hours nothing is held that is not needed
        del scope, body, response, work, wire
        await holding

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """What is sent, whole. Django writes it to the disk as long as it comes; nothing here is that large.

        Raises ``RequestAborted`` and ``RequestDataTooBig``.
        """
        read = 0

        async def limited() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise RequestDataTooBig
            return message

        body: IO[bytes] = await super().read_body(limited)
        return body

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """From the request to the response with all its bytes, or to the beginning of a stream."""
        try:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=type(self), scope=scope)
            self._trust_connections()
            request, refused = self.create_request(scope, body)
            chain = self._passes if _has_pass(scope) else self._pages
            response = refused if request is None else chain.get_response(request)
            assert isinstance(response, HttpResponse | EventStream), "pages are not sent in pieces"
            response.close()  # ends the request: what it held, and old connections
            if request is not None:
                # its user, its session and its messages hold it in circles: a thousand viewers who come at
                # once would have left ten megabytes before the collector comes by
                request.__dict__.clear()
            if response.status_code < 500:
                self._answered.at = monotonic()
            return response
        finally:
            body.close()

    def _trust_connections(self) -> None:
        """In a burst the connection is not asked before every page whether it is still there: this thread has
        just had an answer by it."""
        if monotonic() - getattr(self._answered, "at", 0.0) < JUST_NOW:
            for connection in connections.all(initialized_only=True):
                connection.health_check_done = True  # type: ignore[attr-defined]


def _chain(middleware: list[str]) -> BaseHandler:
    """Django's way to an answer through this middleware. It is read from the settings and nowhere else."""
    handler, whole = BaseHandler(), settings.MIDDLEWARE
    settings.MIDDLEWARE = middleware
    try:
        handler.load_middleware()
    finally:
        settings.MIDDLEWARE = whole
    return handler


def _say_length(scope: Scope, body: IO[bytes]) -> None:
    """Of what came in pieces nobody knew the length before; Django and its framework for APIs read nothing
    where none is named."""
    names = {name for name, _ in scope["headers"]}
    if b"transfer-encoding" in names and b"content-length" not in names:
        scope["headers"].append((b"content-length", b"%d" % body.seek(0, SEEK_END)))
        body.seek(0)


def _has_pass(scope: Scope) -> bool:
    """Whether a phone asks the API with its pass. It has no session, no cookies and no forms."""
    if not scope["path"].startswith("/api/"):
        return False
    return any(name == b"authorization" and value[:5].lower() == b"pass " for name, value in scope["headers"])


async def _awaited(work: "asyncio.Future[HttpResponseBase]", receive: Receive) -> bool:
    """Wait for a page; False when its reader left before. What no thread has begun yet is not begun then: a
    hall that presses "reload" again and again has one page each in the line. What is sent to be stored is
    stored, whoever left."""
    leaving = asyncio.ensure_future(receive())
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not work.done():
            work.cancel()
    return not work.cancelled()


def _head(response: HttpResponseBase) -> dict[str, Any]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", c.output(header="").encode()) for c in response.cookies.values()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}


def _saying(send: Send) -> Callable[[bytes], Coroutine[Any, Any, None]]:
    """How a piece of an endless answer is said to any ASGI server."""

    async def say(part: bytes) -> None:
        await send({"type": "http.response.body", "body": part, "more_body": True})

    return say


async def _hold(head: dict[str, Any], follow: Follow, wire: Wire, receive: Receive, send: Send) -> None:
    """Until the viewer leaves, the messages end or the server stops. Messages are written by whoever has
    them; this task only listens whether the viewer is still there."""
    holding = asyncio.current_task()
    assert holding is not None
    over = False

    def end() -> None:
        nonlocal over
        if not over:
            over = True
            holding.cancel()

    await send(head)
    leave = follow(wire, end)
    del head, follow, wire
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    except asyncio.CancelledError:
        if not over:
            raise
        holding.uncancel()
        with suppress(OSError, RuntimeError):  # whoever has left needs no end
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leave()

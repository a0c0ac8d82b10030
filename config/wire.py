"""uvicorn's way to speak HTTP, with a line that a stream's messages are written to directly.

The pieces of one answer are the same for all viewers; uvicorn would put each together again for each of them.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tournament.live.wire import Message, Rest, Wire

_WIRE = "sixteen.wire"
MOST_HEAD = 256 * 1024
"""Bytes of a question before its body. The parser keeps as many as come."""


class WiredProtocol(HttpToolsProtocol):
    """Every request names the line it came on: the line's own object, which is a ``Wire``."""

    on_full: Callable[[Rest], None] | None = None
    _answering: RequestResponseCycle | None = None
    _in_head, _head = True, 0

    def data_received(self, data: bytes) -> None:
        """A head without end is not kept: whoever sends one is told so and goes."""
        was_in_head = self._in_head
        super().data_received(data)
        if was_in_head and self._in_head:
            self._head += len(data)
            if self._head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self.scope["extensions"] = {_WIRE: self}  # type: ignore[dict-item]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell every answer that has begun or waits. uvicorn tells the newest request alone: of two on one
        line the first, a stream, would be held for somebody who has left."""
        super().connection_lost(exc)
        for cycle in (self._answering, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    @property
    def quick(self) -> Callable[[bytes], object]:
        """See ``Wire``. Only after the head of an answer in chunks, and before its end."""
        return self.transport.write

    def write(self, message: Message) -> None:
        """See ``Wire``."""
        if self.transport.is_closing():  # uvloop's own error for it is none of those of lines
            raise ConnectionResetError
        self.transport.write(message.chunk)

    def pause_writing(self) -> None:
        """The other end does not keep up."""
        super().pause_writing()
        if self.on_full is not None:
            self.on_full(self.flow.drain)


def wire_of(scope: dict[str, Any]) -> Wire | None:
    """The line on which the answer to a request goes out in chunks, if the server has given one."""
    found: Wire | None = scope.get("extensions", {}).get(_WIRE)
    return found if scope["method"] == "GET" else None

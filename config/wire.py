"""uvicorn's way to speak HTTP, with a line that a stream's messages are written to directly.

The pieces of one answer are the same for all viewers; uvicorn would put each together again for each of them.
"""

from collections.abc import Awaitable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.live.wire import Message, Wire

_WIRE = "sixteen.wire"


class WiredProtocol(HttpToolsProtocol):
    """Every request names the line it came on: the line's own object, which is a ``Wire``."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {_WIRE: self}  # type: ignore[dict-item]

    def write(self, message: Message) -> Awaitable[None] | None:
        """See ``Wire``. Only after the head of an answer in chunks, and before its end."""
        if self.transport.is_closing():  # uvloop's own error for it is none of those of lines
            raise ConnectionResetError
        self.transport.write(message.chunk)
        return self.flow.drain() if self.flow.write_paused else None


def wire_of(scope: dict[str, Any]) -> Wire | None:
    """The line on which the answer to a request goes out in chunks, if the server has given one."""
    found: Wire | None = scope.get("extensions", {}).get(_WIRE)
    return found if scope["method"] == "GET" else None

"""The lines to viewers, and what is said on them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property
from typing import Any, Protocol


class Message:
    """Words of a stream. They are put together once, however many viewers hear them."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def chunk(self) -> bytes:
        """The words as HTTP/1.1 sends a piece of an answer of unknown length (RFC 9112, 7.1)."""
        return b"%x\r\n%b\r\n" % (len(self.content), self.content)


Rest = Callable[[], Awaitable[Any]]
"""What is to be called and awaited until a line is free again."""


class Wire(Protocol):
    """The line to one viewer."""

    on_full: Callable[[Rest], None] | None
    """Called while something is being written, when nothing more should be for now."""

    @property
    def quick(self) -> Callable[[bytes], object] | None:
        """What writes the chunk of a message to a line that is free, if it goes without more ado. Raises
        whatever it will when nobody is at the other end any more."""

    def write(self, message: Message) -> None:
        """Begin to say it. Raises ``OSError``, here or in the rest, when nobody is there any more."""


class Spoken:
    """A line of which nothing is known but how to say something: after each message it is full."""

    quick = None
    on_full: Callable[[Rest], None] | None = None

    def __init__(self, say: Callable[[bytes], Coroutine[Any, Any, None]]) -> None:
        self._say = say

    def write(self, message: Message) -> None:
        saying = asyncio.ensure_future(self._say(message.content))
        if self.on_full is not None:
            self.on_full(lambda: saying)

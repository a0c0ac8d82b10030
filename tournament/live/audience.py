"""The viewers of one moving part, and how all of them are told the same at once.

A viewer is a place for one message, not a queue: what was not fetched yet is replaced by the newer state, so
that a slow phone skips states instead of piling them up.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator

from tournament.live.wire import Message, Rest, Wire

TURN = 500
"""Viewers who are told before others are heard."""
log = logging.getLogger(__name__)


class Audience:
    """Who listens. In the event loop of the viewers only.

    What writes to a line that is free is at hand: what belongs to a viewer lies far apart in memory, and to
    look for it between two writes takes each of them half as long again.
    """

    def __init__(self) -> None:
        self._members: set[Member] = set()
        self._free: dict[Member, Callable[[bytes], object]] = {}

    def __iter__(self) -> "Iterator[Member]":
        return iter(tuple(self._members))

    def __bool__(self) -> bool:
        return bool(self._members)

    def join(self, wire: Wire, end: Callable[[], None]) -> "Member":
        """``end`` is called when everything was said to the viewer and no more will come."""
        member = Member(self, wire, end)
        self._members.add(member)
        self.frees(member, wire.quick)
        return member

    def leave(self, member: "Member") -> None:
        member.drop()
        self._members.discard(member)

    def frees(self, member: "Member", quick: Callable[[bytes], object] | None) -> None:
        """A line can be written to; if it has a quick way, by that."""
        if quick is not None:
            self._free[member] = quick

    def fills(self, member: "Member") -> None:
        """Nothing is written to a line now."""
        self._free.pop(member, None)

    async def give(self, message: Message) -> None:
        """Say it to everybody, or let it replace what waits for a full line."""
        quick = list(self._free.values())
        others = [m for m in self._members if m not in self._free] if len(quick) < len(self._members) else ()
        for start in range(0, len(quick), TURN):
            self._write(quick[start : start + TURN], message)
            await asyncio.sleep(0)
        for member in others:
            member.give(message)

    def _write(self, quick: list[Callable[[bytes], object]], message: Message) -> None:
        chunk = message.chunk
        for write in quick:
            try:
                write(chunk)
            except Exception:
                # the way that is not quick knows what became of the line; the others hear on
                for member in [member for member, its in self._free.items() if its is write]:
                    member.give(message)


class Member:
    """One viewer's place for the next message.

    What is given is written to the line at once: a task for each viewer would cost as much again. Only while
    the line is full there is one.
    """

    __slots__ = ("_audience", "_end", "_ended", "_next", "_rest", "_saying", "_wire")

    def __init__(self, audience: Audience, wire: Wire, end: Callable[[], None]) -> None:
        self._audience, self._wire, self._end = audience, wire, end
        self._next: Message | None = None
        self._rest: Rest | None = None
        self._saying: asyncio.Task[None] | None = None
        self._ended = False
        wire.on_full = self._wait

    def give(self, message: Message) -> None:
        """Say it, or let it replace what waits here."""
        if self._ended:
            return
        if self._saying is not None:
            self._next = message
            return
        try:
            self._wire.write(message)
        except Exception as error:
            self._break_off(error)

    def _wait(self, rest: Rest) -> None:
        self._rest = rest
        if self._saying is None:
            self._audience.fills(self)
            self._saying = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        try:
            while self._rest is not None:
                rest, self._rest = self._rest, None
                await rest()
                if self._next is not None:
                    message, self._next = self._next, None
                    self._wire.write(message)
        except Exception as error:
            self._break_off(error)
        else:
            if self._ended:
                self._end()
            else:
                self._audience.frees(self, self._wire.quick)
        finally:
            self._saying = None

    def _break_off(self, error: Exception) -> None:
        """Nobody is at the other end any more."""
        if not isinstance(error, OSError):
            log.exception("a viewer's line broke in an unknown way", exc_info=error)
        self._over()
        self._end()

    def remind(self, word: Message) -> None:
        """Say a word that no state is given up for."""
        if self._next is None:
            self.give(word)

    def end(self) -> None:
        """No more will come."""
        self._over()
        if self._saying is None:
            self._end()

    def drop(self) -> None:
        """Nobody reads any more."""
        self._over()
        self._wire.on_full = None
        if self._saying is not None:
            self._saying.cancel()

    def _over(self) -> None:
        self._ended = True
        self._audience.fills(self)

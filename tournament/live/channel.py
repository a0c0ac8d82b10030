"""All viewers of one moving part: it is rendered once, put together once, and handed to each in one go."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from time import time

from tournament.engine.sight import Viewer
from tournament.live.audience import Audience, Member
from tournament.live.fragments import GZIP_HEAD, Render, squeeze
from tournament.live.frames import Frame, frames
from tournament.live.hub import hub
from tournament.live.line import line
from tournament.live.wire import Message, Spoken, Wire

HEARTBEAT = 15.0
"""Seconds of silence after which a word is sent, so that proxies and pages see the line is alive."""
PAUSE = 0.3
"""Seconds from the news of one state to the next one: a burst of deals is one message, the last always goes
out. Counted from the news and not from the sending, so that a slow turn does not delay the turn after it."""
CROWD = 150
"""From so many viewers on the pause is longer, so that sending never takes all of the machine."""
CROWD_PAUSE = 0.9
LULL, MOMENT = 0.4, 0.02
"""Seconds that a state waits at most while several pages, or one, are made: whoever pressed a button comes
first, and two threads of Python at once take longer than one after the other."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """What a stream shows and how: viewers with equal parts get the same bytes.

    ``timed`` adds the server's time to every message. ``changes_only`` is for parts that most changes of the
    event do not touch, such as one table: a state that looks like the last one is not sent again.
    """

    tournament_id: int
    view: str
    language: str
    viewer: Viewer
    compressed: bool = False
    timed: bool = False
    changes_only: bool = False

    def said(self, text: str) -> bytes:
        """Words of the stream as they go over the line."""
        return squeeze(text.encode()) if self.compressed else text.encode()

    @property
    def hello(self) -> bytes:
        """What every stream begins with."""
        return (GZIP_HEAD if self.compressed else b"") + self.said("retry: 2000\n\n")

    @property
    def alive(self) -> bytes:
        return self.said("event: alive\ndata: 1\n\n" + self._time())

    def message(self, frame: Frame) -> bytes:
        return (frame.squeezed if self.compressed else frame.message) + self.said(self._time())

    def _time(self) -> str:
        return f"event: clock\ndata: {time():.3f}\n\n" if self.timed else ""


class Channel:
    """The viewers of a part and the task that tells them, which lives as long as there are any."""

    def __init__(self, part: Part, render: Render) -> None:
        self.part, self._render = part, render
        self._audience = Audience()
        self._fresh: set[Member] = set()
        """Members who were given no state yet."""
        self._message: Message | None = None
        self._version = -1
        # a context of its own: nothing of the request that came first is held
        self._task = asyncio.get_running_loop().create_task(self._run(), context=Context())

    def join(self, wire: Wire, end: Callable[[], None]) -> Callable[[], None]:
        """See ``Channels.follow``."""
        member = self._audience.join(wire, end)
        member.give(Message(self.part.hello))
        if self._message and self._version == hub.version(self.part.tournament_id):
            member.give(self._message)
        else:
            self._fresh.add(member)
        hub.count(1)
        return partial(self._leave, member)

    def _leave(self, member: Member) -> None:
        hub.count(-1)
        self._audience.leave(member)
        self._fresh.discard(member)
        if not self._audience:
            channels.drop(self)
            self._task.cancel()

    async def _run(self) -> None:
        try:
            await self._tell()
        except Exception:
            # every stream ends; whoever comes again is told what is wrong in the proper way
            log.exception("the part %s cannot be shown", self.part.view)
        finally:
            channels.drop(self)
            for member in self._audience:
                member.end()

    async def _tell(self) -> None:
        part, sent = self.part, object()
        staff = None
        with hub.listening(part.tournament_id) as slot:
            heard = slot.loop.time()
            while not hub.closing:
                await line.is_empty(at_most=LULL if line.pages > 1 else MOMENT)
                version = hub.version(part.tournament_id)
                frame = await frames.newest(
                    part.tournament_id, part.view, part.language, self._render, part.viewer
                )
                if staff not in (None, frame.staff):
                    return  # somebody at the desk has other rights now: all come again and are asked
                staff = frame.staff
                state = frame.body if part.changes_only else frame.revision
                news = state != sent
                if news:
                    sent, self._message = state, Message(part.message(frame))
                self._version = version
                assert self._message is not None
                fresh, self._fresh = self._fresh, set()
                if news:
                    await self._audience.give(self._message)
                else:
                    for member in fresh:
                        member.give(self._message)
                if news:
                    pause = PAUSE if hub.viewers() < CROWD else CROWD_PAUSE
                    await asyncio.sleep(max(0.0, heard + pause - slot.loop.time()))
                if not await slot.wait(HEARTBEAT):
                    alive = Message(part.alive)
                    for member in self._audience:
                        member.remind(alive)
                heard = slot.loop.time()


class Channels:
    """The channel of each part in each event loop of this process."""

    def __init__(self) -> None:
        self._open: dict[tuple[asyncio.AbstractEventLoop, Part], Channel] = {}

    def follow(self, part: Part, render: Render, wire: Wire, end: Callable[[], None]) -> Callable[[], None]:
        """From now on one viewer's stream is written to ``wire``: the present state first, then every newer
        one. ``end`` is called when there will be no more; what is returned is to be called when the viewer
        leaves or after the end."""
        return self._channel(part, render).join(wire, end)

    async def messages(self, part: Part, render: Render) -> AsyncGenerator[bytes, None]:
        """The same as Django reads streams: by a server that knows nothing of channels, and in tests."""
        box: asyncio.Queue[bytes | None] = asyncio.Queue(1)
        ending = []

        def end() -> None:
            ending.append(asyncio.ensure_future(box.put(None)))

        leave = self.follow(part, render, Spoken(box.put), end)
        try:
            while (message := await box.get()) is not None:
                yield message
        finally:
            leave()

    def _channel(self, part: Part, render: Render) -> Channel:
        key = asyncio.get_running_loop(), part
        return self._open.get(key) or self._open.setdefault(key, Channel(part, render))

    def drop(self, channel: Channel) -> None:
        """The channel has no viewers or cannot go on: whoever comes next gets a new one."""
        for key in [key for key, one in self._open.items() if one is channel]:
            del self._open[key]


channels = Channels()

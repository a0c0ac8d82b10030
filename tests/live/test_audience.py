"""The viewers of a part: what is given is said at once, or as soon as the line is free."""

import asyncio
from functools import partial

import pytest

from tests.live import in_a_loop
from tournament.live.audience import Audience
from tournament.live.line import Line
from tournament.live.wire import Message, Spoken


class Reader:
    """A viewer's line, what arrived on it, and what is wrong with it."""

    def __init__(self, audience, *, quick=False, fault=""):
        self.heard, self.is_free, self.is_over = [], asyncio.Event(), asyncio.Event()
        self.is_free.set()
        self.on_full = None
        self.fault = fault
        self.quick = self.take if quick else None
        self.member = audience.join(self, self.is_over.set)

    def write(self, message):
        if self.fault == "gone":
            raise ConnectionResetError
        self.take(message.chunk)

    def take(self, chunk):
        if self.is_free.is_set():
            self.hear(chunk)
        else:
            self.on_full(partial(self.hear_later, chunk))

    async def hear_later(self, chunk):
        await self.is_free.wait()
        self.hear(chunk)

    def hear(self, chunk):
        if self.fault:
            raise RuntimeError("the handler is closed") if self.fault == "odd" else ConnectionError
        self.heard.append(chunk.split(b"\r\n")[1])

    async def over(self):
        await asyncio.wait_for(self.is_over.wait(), 5)


@pytest.mark.parametrize("quick", [False, True])
def test_what_is_given_to_viewers_is_on_their_lines_at_once(quick):
    @in_a_loop
    async def story():
        audience = Audience()
        readers = [Reader(audience, quick=quick) for _ in range(3)]
        await audience.give(Message(b"one"))
        assert [reader.heard for reader in readers] == [[b"one"]] * 3
        readers[0].member.give(Message(b"two"))
        assert [reader.heard for reader in readers] == [[b"one", b"two"], [b"one"], [b"one"]]
        assert not readers[0].is_over.is_set()
        readers[0].member.end()
        await readers[0].over()
        await audience.give(Message(b"three"))
        assert [reader.heard[-1] for reader in readers] == [b"two", b"three", b"three"]

    story()


@pytest.mark.parametrize("quick", [False, True])
def test_a_full_line_gets_what_it_began_and_then_the_newest_only(quick):
    @in_a_loop
    async def story():
        audience = Audience()
        reader, other = Reader(audience, quick=quick), Reader(audience, quick=quick)
        reader.is_free.clear()
        for words in (b"one", b"two", b"three"):
            await audience.give(Message(words))
            await asyncio.sleep(0)
        reader.member.remind(Message(b"alive"))  # no state is given up for it
        assert reader.heard == []
        assert other.heard == [b"one", b"two", b"three"]
        reader.is_free.set()
        await asyncio.sleep(0.01)
        assert reader.heard == [b"one", b"three"]
        await audience.give(Message(b"four"))  # the line is as any other again
        assert reader.heard == [b"one", b"three", b"four"]

    story()


@in_a_loop
async def test_what_waits_for_a_full_line_is_said_before_the_end():
    audience = Audience()
    reader = Reader(audience)
    reader.is_free.clear()
    for words in (b"one", b"two"):
        reader.member.give(Message(words))
    reader.member.end()
    assert not reader.is_over.is_set()
    reader.is_free.set()
    await reader.over()
    assert reader.heard == [b"one", b"two"]


@in_a_loop
async def test_a_line_that_can_only_be_spoken_on_says_one_thing_after_the_other():
    heard, is_over = [], asyncio.Event()

    async def say(words):
        await asyncio.sleep(0)
        heard.append(words)

    member = Audience().join(Spoken(say), is_over.set)
    for words in (b"one", b"two", b"three"):
        member.give(Message(words))
    member.end()
    await asyncio.wait_for(is_over.wait(), 5)
    assert heard == [b"one", b"three"]


@pytest.mark.parametrize("fault", ["gone", "broken", "odd"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("quick", [False, True])
def test_a_line_that_breaks_ends_its_viewer_and_nobody_else(quick, full, fault):
    @in_a_loop
    async def story():
        audience = Audience()
        first, broken, last = readers = [Reader(audience, quick=quick, fault=one) for one in ("", fault, "")]
        if full:
            broken.is_free.clear()
        await audience.give(Message(b"one"))
        broken.is_free.set()
        await broken.over()
        broken.member.give(Message(b"two"))  # nothing is said to them any more
        assert [reader.heard for reader in readers] == [[b"one"], [], [b"one"]]
        assert not first.is_over.is_set()
        assert not last.is_over.is_set()

    story()


@pytest.mark.parametrize("quick", [False, True])
def test_nothing_is_said_to_a_viewer_who_left(quick):
    @in_a_loop
    async def story():
        audience = Audience()
        reader = Reader(audience, quick=quick)
        reader.is_free.clear()
        reader.member.give(Message(b"one"))
        audience.leave(reader.member)
        assert not audience
        reader.is_free.set()
        await asyncio.sleep(0.01)
        await audience.give(Message(b"two"))
        assert reader.heard == []
        assert reader.on_full is None

    story()


@in_a_loop
async def test_whoever_shows_waits_for_pages_in_the_line_but_not_for_ever():
    line = Line()
    loop = asyncio.get_running_loop()
    await asyncio.wait_for(line.is_empty(at_most=60), 1)
    with line.joined():
        with line.joined():
            waiting = asyncio.create_task(line.is_empty(at_most=60))
            began = loop.time()
            await line.is_empty(at_most=0.05)
            assert loop.time() - began >= 0.049
        await asyncio.sleep(0.02)
        assert not waiting.done()
    await asyncio.wait_for(waiting, 5)

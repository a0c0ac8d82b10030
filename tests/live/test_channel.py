"""A viewer's place: what is given is said at once, or as soon as the line is free."""

import asyncio

import pytest

from tests.live import in_a_loop
from tournament.live.channel import Member
from tournament.live.line import Line


class Reader:
    """A viewer's line and what arrived on it."""

    def __init__(self):
        self.heard, self.is_free = [], asyncio.Event()
        self.is_free.set()
        self.member = Member(self.say)
        self.task = asyncio.create_task(self.listen())

    async def say(self, message):
        if message == b"broken":
            raise ConnectionError
        await self.is_free.wait()
        self.heard.append(message)

    async def listen(self):
        while (message := await self.member.next()) is not None:
            await self.say(message)


@in_a_loop
async def test_what_is_given_to_a_waiting_viewer_is_on_the_line_at_once():
    reader = Reader()
    await asyncio.sleep(0)
    reader.member.give(b"one")
    assert reader.heard == [b"one"]
    reader.member.give(b"two")
    assert reader.heard == [b"one", b"two"]
    reader.member.end()
    await asyncio.wait_for(reader.task, 5)


@in_a_loop
async def test_a_full_line_gets_what_it_began_and_then_the_newest_only():
    reader = Reader()
    await asyncio.sleep(0)
    reader.is_free.clear()
    for message in (b"one", b"two", b"three"):
        reader.member.give(message)
        await asyncio.sleep(0)
    reader.member.remind(b"alive")  # no state is given up for it
    assert reader.heard == []
    reader.is_free.set()
    reader.member.end()
    await asyncio.wait_for(reader.task, 5)
    assert reader.heard == [b"one", b"three"]


@in_a_loop
async def test_a_line_that_breaks_ends_its_viewer_and_nobody_else():
    broken, whole = Reader(), Reader()
    await asyncio.sleep(0)
    for reader in (broken, whole):
        reader.member.give(b"broken" if reader is broken else b"one")
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(broken.task, 5)
    assert whole.heard == [b"one"]
    whole.member.end()
    await asyncio.wait_for(whole.task, 5)


@in_a_loop
async def test_whoever_shows_waits_for_pages_in_the_line_but_not_for_ever():
    line = Line()
    loop = asyncio.get_running_loop()
    with line.joined():
        await asyncio.wait_for(line.is_short(at_most=60), 1)  # nobody waits behind it
        with line.joined():
            waiting = asyncio.create_task(line.is_short(at_most=60))
            await asyncio.sleep(0.02)
            assert not waiting.done()
            began = loop.time()
            await line.is_short(at_most=0.05)
            assert loop.time() - began >= 0.05
        await asyncio.wait_for(waiting, 5)

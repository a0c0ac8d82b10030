"""A viewer's place: what is given is said at once, or as soon as the line is free."""

import asyncio
from functools import partial

import pytest

from tests.live import in_a_loop
from tournament.live.channel import Member
from tournament.live.line import Line
from tournament.live.wire import Message, Spoken


class Reader:
    """A viewer's line and what arrived on it."""

    def __init__(self):
        self.heard, self.is_free, self.is_over = [], asyncio.Event(), asyncio.Event()
        self.is_free.set()
        self.member = Member(self, self.is_over.set)

    def write(self, message):
        if self.is_free.is_set():
            self.hear(message)
            return None
        return partial(self.hear_later, message)

    async def hear_later(self, message):
        await self.is_free.wait()
        self.hear(message)

    def hear(self, message):
        if message.content == b"broken":
            raise ConnectionError
        if message.content == b"odd":
            raise RuntimeError("the handler is closed")
        self.heard.append(message.content)

    def give(self, words):
        self.member.give(Message(words))

    async def over(self):
        await asyncio.wait_for(self.is_over.wait(), 5)


@in_a_loop
async def test_what_is_given_to_a_viewer_is_on_the_line_at_once():
    reader = Reader()
    reader.give(b"one")
    assert reader.heard == [b"one"]
    reader.give(b"two")
    assert reader.heard == [b"one", b"two"]
    assert not reader.is_over.is_set()
    reader.member.end()
    await reader.over()


@in_a_loop
async def test_a_full_line_gets_what_it_began_and_then_the_newest_only():
    reader = Reader()
    reader.is_free.clear()
    for message in (b"one", b"two", b"three"):
        reader.give(message)
        await asyncio.sleep(0)
    reader.member.remind(Message(b"alive"))  # no state is given up for it
    reader.member.end()
    assert reader.heard == []
    assert not reader.is_over.is_set()
    reader.is_free.set()
    await reader.over()
    assert reader.heard == [b"one", b"three"]


@in_a_loop
async def test_a_line_that_can_only_be_spoken_on_says_one_thing_after_the_other():
    heard, is_over = [], asyncio.Event()

    async def say(words):
        await asyncio.sleep(0)
        heard.append(words)

    member = Member(Spoken(say), is_over.set)
    for words in (b"one", b"two", b"three"):
        member.give(Message(words))
    member.end()
    await asyncio.wait_for(is_over.wait(), 5)
    assert heard == [b"one", b"three"]


@pytest.mark.parametrize("word", [b"broken", b"odd"])
@pytest.mark.parametrize("full", [False, True])
def test_a_line_that_breaks_ends_its_viewer_and_nobody_else(full, word):
    @in_a_loop
    async def story():
        broken, whole = Reader(), Reader()
        if full:
            broken.is_free.clear()
        for reader in (broken, whole):
            reader.give(word if reader is broken else b"one")
        broken.is_free.set()
        await broken.over()
        broken.give(b"two")  # nothing is said to them any more
        assert broken.heard == []
        assert whole.heard == [b"one"]
        assert not whole.is_over.is_set()

    story()


@in_a_loop
async def test_nothing_is_said_to_a_viewer_who_left():
    reader = Reader()
    reader.is_free.clear()
    reader.give(b"one")
    reader.member.drop()
    reader.is_free.set()
    await asyncio.sleep(0.01)
    assert reader.heard == []


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

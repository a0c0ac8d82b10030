"""The line that uvicorn gives: what is written to it is an answer in chunks, and a full one says so."""

import asyncio
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.wire import WiredProtocol, wire_of
from tests.live import holds, in_a_loop
from tournament.live.wire import Message

HEAD = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}
END = {"type": "http.response.body", "body": b"", "more_body": False}


class Visit:
    """A client of a small server whose program is ``answer``, over a real socket."""

    def __init__(self, answer):
        self.config = uvicorn.Config(answer, lifespan="off", log_level="error")
        self.config.load()

    async def __aenter__(self):
        loop = asyncio.get_running_loop()
        state = ServerState()
        self.server = await loop.create_server(lambda: WiredProtocol(self.config, state, {}), "127.0.0.1", 0)
        address = self.server.sockets[0].getsockname()
        self.reader, self.writer = await asyncio.open_connection(*address)
        return self

    async def __aexit__(self, *error):
        self.writer.close()
        self.server.close()

    def ask(self, method="GET"):
        self.writer.write(f"{method} / HTTP/1.1\r\nHost: here\r\n\r\n".encode())

    async def go_on(self, words):
        """Say the same again and again, for a second."""
        for _ in range(100):
            self.writer.write(words)
            await asyncio.wait_for(self.writer.drain(), 5)
            await asyncio.sleep(0.01)

    async def head(self):
        return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 5)


@in_a_loop
async def test_messages_are_chunks_of_the_answer_and_the_line_serves_the_next_request():
    async def answer(scope, receive, send):
        wire = wire_of(scope)
        await send(HEAD)
        for words in (b"data: 1\n\n", b"x" * 300):
            wire.write(Message(words))
        await send(END)

    async with Visit(answer) as visit:
        for _ in range(2):
            visit.ask()
            assert b"transfer-encoding: chunked" in await visit.head()
            body = await asyncio.wait_for(visit.reader.readuntil(b"0\r\n\r\n"), 5)
            assert body == b"9\r\ndata: 1\n\n\r\n12c\r\n" + b"x" * 300 + b"\r\n0\r\n\r\n"


@in_a_loop
async def test_a_line_that_nobody_reads_is_full_until_somebody_does():
    seen = SimpleNamespace(rest=None, free=asyncio.Event())

    async def answer(scope, receive, send):
        wire, message = wire_of(scope), Message(b"x" * 100_000)
        wire.on_full = lambda rest: setattr(seen, "rest", rest)
        await send(HEAD)
        while seen.rest is None:
            wire.quick(message.chunk)
            await asyncio.sleep(0)
        await seen.rest()
        seen.free.set()
        await send(END)

    async with Visit(answer) as visit:
        visit.ask()
        await visit.head()
        await holds(lambda: seen.rest is not None)
        assert not seen.free.is_set()
        while not seen.free.is_set():
            assert await asyncio.wait_for(visit.reader.read(65_536), 5)


@pytest.mark.parametrize("scope", [{"method": "GET"}, {"method": "GET", "extensions": {}}])
def test_other_servers_give_no_line(scope):
    assert wire_of(scope) is None


@in_a_loop
async def test_an_answer_without_a_body_gets_no_line():
    found = asyncio.get_running_loop().create_future()

    async def answer(scope, receive, send):
        found.set_result((scope["method"], wire_of(scope)))
        await send(HEAD)
        await send(END)

    async with Visit(answer) as visit:
        visit.ask("HEAD")
        assert await asyncio.wait_for(found, 5) == ("HEAD", None)
        assert b" 200 " in await visit.head()


@in_a_loop
async def test_on_a_line_whose_end_is_gone_nothing_is_written_any_more():
    found = asyncio.get_running_loop().create_future()

    async def answer(scope, receive, send):
        wire = wire_of(scope)
        await send(HEAD)
        wire.transport.abort()
        for _ in range(2):  # closing, closed
            with pytest.raises(ConnectionResetError):
                wire.write(Message(b"x"))
            await asyncio.sleep(0.05)
        found.set_result(True)

    async with Visit(answer) as visit:
        visit.ask()
        assert await asyncio.wait_for(found, 5)


@in_a_loop
async def test_a_head_without_end_is_not_kept():
    async def answer(scope, receive, send):
        await send(HEAD)
        await send(END)

    for endless in (b"X-Much: " + b"x" * 60_000 + b"\r\n", b"x" * 60_000):
        async with Visit(answer) as visit:
            visit.ask()
            assert b" 200 " in await visit.head()
            await asyncio.wait_for(visit.reader.readuntil(b"0\r\n\r\n"), 5)
            visit.writer.write(b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ")
            with pytest.raises(ConnectionError):
                await visit.go_on(endless)


@in_a_loop
async def test_heads_that_end_and_long_bodies_are_as_many_as_you_like():
    async def answer(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await send(HEAD)
        await send(END)

    async with Visit(answer) as visit:
        for _ in range(10):
            long = b"X-Long: " + b"x" * 50_000 + b"\r\nContent-Length: 500000\r\n\r\n"
            visit.writer.write(b"POST / HTTP/1.1\r\nHost: here\r\n" + long + bytes(500_000))
            assert b" 200 " in await visit.head()
            await asyncio.wait_for(visit.reader.readuntil(b"0\r\n\r\n"), 5)

#!/usr/bin/env python3
"""A crowd of viewers in a process of its own: each holds a stream, or polls, and notes when a state came.

    benchmarks/crowd.py HOST PORT PATH --viewers 1000 --out FILE [--poll 5]

Prints "ready" when everybody is connected; a line on its standard input ends it. FILE then has, as JSON, for
each viewer the list of (revision, monotonic time) and the bytes it received. The monotonic clock is the
machine's: other processes of the same machine read the same one.
"""

import argparse
import asyncio
import json
import random
import re
import sys
import time
import zlib
from pathlib import Path

ID = re.compile(rb"^id: (\d+)\n")
REVISION = re.compile(rb'ETag: W/"(\d+)-', re.IGNORECASE)
GZIP_HEAD = 10


class Stream(asyncio.Protocol):
    """One viewer of the live stream. Messages are chunks; only the head of each is decompressed."""

    def __init__(self, request: bytes, connected: asyncio.Event) -> None:
        self.request, self.connected = request, connected
        self.seen: list[tuple[int, float]] = []
        self.received = 0
        self._buffer, self._in_body, self._first, self._left = bytearray(), False, True, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self._left >= len(data):  # the middle of a message: only its length matters
            self._left -= len(data)
            return
        self._buffer += data[self._left :]
        self._left = 0
        if not self._in_body:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 200 " in self._buffer[:20], bytes(self._buffer[:200])
            del self._buffer[: end + 4]
            self._in_body = True
        while (end := self._buffer.find(b"\r\n")) > 0:
            size = int(self._buffer[:end], 16)
            body = end + 2
            if len(self._buffer) < min(body + size, body + 120):
                return
            self._message(bytes(self._buffer[body : body + min(size, 120)]))
            whole = body + size + 2
            self._left = max(0, whole - len(self._buffer))
            del self._buffer[:whole]

    def _message(self, head: bytes) -> None:
        if self._first:
            self._first, head = False, head[GZIP_HEAD:]
        if found := ID.match(zlib.decompressobj(-15).decompress(head, 64)):
            self.seen.append((int(found[1]), time.monotonic()))
            self.connected.set()


async def poll(host: str, port: int, path: str, every: float, viewer: "Poller") -> None:
    """One viewer who asks again and again, with the tag of what it has."""
    await asyncio.sleep(random.uniform(0, every))
    reader, writer = await asyncio.open_connection(host, port)
    tag = b""
    while True:
        due = time.monotonic() + every
        writer.write(head_of(host, path, b"If-None-Match: " + tag + b"\r\n" if tag else b""))
        head = await reader.readuntil(b"\r\n\r\n")
        viewer.received += len(head)
        if b" 200 " in head[:20]:
            size = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
            viewer.received += len(await reader.readexactly(size))
            tag = re.search(rb"etag: ([^\r]+)", head, re.IGNORECASE)[1]  # type: ignore[index]
            viewer.seen.append((int(REVISION.search(head)[1]), time.monotonic()))  # type: ignore[index]
        viewer.connected.set()
        await asyncio.sleep(max(0, due - time.monotonic()))


class Poller:
    """What a polling viewer saw."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, float]] = []
        self.received = 0
        self.connected = asyncio.Event()


def head_of(host: str, path: str, more: bytes = b"") -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\n".encode()
        + more
        + b"\r\n"
    )


async def run(asked: argparse.Namespace) -> None:
    loop = asyncio.get_running_loop()
    viewers: list[Stream | Poller] = []
    if asked.poll:
        viewers = [Poller() for _ in range(asked.viewers)]
        tasks = [
            loop.create_task(poll(asked.host, asked.port, asked.path, asked.poll, viewer))
            for viewer in viewers
            if isinstance(viewer, Poller)
        ]
    else:
        tasks = []
        request = head_of(asked.host, asked.path)
        for at in range(0, asked.viewers, 25):
            group = [Stream(request, asyncio.Event()) for _ in range(min(25, asked.viewers - at))]
            for viewer in group:
                await loop.create_connection(lambda viewer=viewer: viewer, asked.host, asked.port)  # type: ignore[misc]
            await asyncio.gather(*(viewer.connected.wait() for viewer in group))
            viewers += group
    await asyncio.gather(*(viewer.connected.wait() for viewer in viewers))
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    for task in tasks:
        task.cancel()
    found = [{"seen": viewer.seen, "received": viewer.received} for viewer in viewers]
    Path(asked.out).write_text(json.dumps(found), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--poll", type=float, default=0.0)
    parser.add_argument("--out", required=True)
    import uvloop

    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()

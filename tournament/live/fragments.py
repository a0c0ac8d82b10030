"""The moving part of a page: rendered once a revision, view and language, compressed once, sent to everybody.

A fragment is kept as bytes and as a piece of a deflate stream that ends on a byte and refers to nothing
before it. So one compressed rendering serves whole pages and event streams alike: pieces are put one after
another between a gzip head and a gzip tail, and a viewer costs a copy.
"""

import struct
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex
from threading import Lock, RLock

from django.db import connection
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from zlib_ng import zlib_ng as zlib

from tournament.models import Tournament
from tournament.selectors.sight import sight_now

Render = Callable[[Tournament], str]
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 5
"""Fewer bytes than zlib's usual level in two thirds of its time."""

SHORT = 32
"""Bytes that are put as they are (RFC 1951, 3.2.4): to set up a compressor costs more than it saves."""


def squeeze(content: bytes, *, last: bool = False) -> bytes:
    """A piece of a deflate stream that stands for itself; ``last`` ends the stream."""
    if 0 < len(content) <= SHORT and not last:
        return struct.pack("<BHH", 0, len(content), len(content) ^ 0xFFFF) + content
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    return press.compress(content) + press.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)


_OURS = token_hex(8)
_aside: ContextVar[list[bytes] | None] = ContextVar("aside", default=None)


def as_written(text: bytes) -> SafeString:
    """A long text that is ready, for a template. While a fragment is rendered it waits aside and a mark
    stands for it: the template engine would copy it half a dozen times."""
    aside = _aside.get()
    if aside is None or not text:
        return mark_safe(text.decode())
    aside.append(text)
    return mark_safe(_mark(len(aside)))


def _mark(number: int) -> str:
    """What stands for a text; nobody can have written it."""
    return f"\0{_OURS}-{number}\0"


def _written(render: Render, tournament: Tournament) -> bytes:
    """What ``render`` gives, with what waited aside, in one line: a break would end a message of a stream."""
    aside: list[bytes] = []
    token = _aside.set(aside)
    try:
        lines = map(str.strip, render(tournament).splitlines())
        content = " ".join(filter(None, lines)).encode()
    finally:
        _aside.reset(token)
    for number, text in enumerate(aside, 1):
        before, _, after = content.partition(_mark(number).encode())
        content = b"".join((before, text.replace(b"\n", b" ").replace(b"\r", b" "), after))
    return content


class Piece:
    """Bytes and, once somebody asked, the same bytes compressed."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def squeezed(self) -> bytes:
        return squeeze(self.content)


def gzip_of(pieces: Iterable[Piece]) -> bytes:
    """A complete gzip file of all pieces."""
    parts, check, size = [GZIP_HEAD], 0, 0
    for piece in pieces:
        parts.append(piece.squeezed)
        check, size = zlib.crc32(piece.content, check), size + len(piece.content)
    return b"".join([*parts, squeeze(b"", last=True), struct.pack("<II", check, size & 0xFFFFFFFF)])


@dataclass(frozen=True)
class Fragment:
    """One rendering: the revision it shows, and its HTML without line breaks."""

    revision: int
    piece: Piece

    @property
    def html(self) -> str:
        return self.piece.content.decode()


class Fragments:
    """Renderings by tournament, revision, language, view and sight, the oldest out first when too large."""

    def __init__(self, limit: int = 48 * 1024 * 1024) -> None:
        self._limit = limit
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, Fragment] = OrderedDict()
        self._size = 0
        self._working: dict[Hashable, RLock] = {}

    def get(self, tournament: Tournament, *, view: str, language: str, render: Render) -> Fragment:
        """The kept rendering, or a new one. Whoever comes while one is made waits for it."""
        key = (tournament.pk, tournament.created_at, tournament.revision, language, view, sight_now().key)
        with self._lock:
            if found := self._kept.get(key):
                self._kept.move_to_end(key)
                return found
            working = self._working.setdefault(key, RLock())
        with working:
            with self._lock:
                if found := self._kept.get(key):
                    return found
            try:
                with translation.override(language):
                    made = Fragment(tournament.revision, Piece(_written(render, tournament)))
                if not connection.in_atomic_block:  # what is read there may be rolled back
                    self._keep(key, made)
            finally:
                with self._lock:
                    self._working.pop(key, None)
        return made

    def _keep(self, key: Hashable, made: Fragment) -> None:
        with self._lock:
            self._kept[key] = made
            self._size += len(made.piece.content)
            while self._size > self._limit and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._size -= len(old.piece.content)

    def reset(self) -> None:
        """Forget everything. For tests and after a restore."""
        with self._lock:
            self._kept.clear()
            self._size = 0


fragments = Fragments()

"""The hash chain of a log: what an entry's hash is made of, and where a chain does not hold."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FORMAT = "sixteen-hands/1"
_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32: no I, L, O, U, so that a code can be read aloud and written by hand."""


def canonical(value: Any) -> bytes:
    """One spelling for one value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def genesis(*parts: object) -> str:
    """The hash before the first entry: it names the table and who started in which seat."""
    return hashlib.sha256(canonical([FORMAT, *parts])).hexdigest()


def entry_hash(previous: str, content: Mapping[str, Any]) -> str:
    """SHA-256 over the hash before and the content of the entry, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical([previous, content])).hexdigest()


def short_code(digest: str) -> str:
    """The first 40 bits of a hash as eight letters, "7QF2-M0KD": what is shown, said and printed."""
    bits = int(digest[:10], 16)
    letters = "".join(_CODE_LETTERS[(bits >> shift) & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


@dataclass(frozen=True, slots=True)
class Link:
    """One entry as the chain sees it."""

    sequence: int
    previous_hash: str
    hash: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the chain does not hold: ``gap``, ``previous`` or ``content``."""

    sequence: int
    what: str


def breaks(start: str, links: Iterable[Link]) -> list[Break]:
    """Every place where a chain that starts at ``start`` does not hold. None: nothing was changed."""
    found = []
    expected, previous = 1, start
    for link in links:
        if link.sequence != expected:
            found.append(Break(expected, "gap"))
        if link.previous_hash != previous:
            found.append(Break(link.sequence, "previous"))
        if link.hash != entry_hash(link.previous_hash, link.content):
            found.append(Break(link.sequence, "content"))
        expected, previous = link.sequence + 1, link.hash
    return found

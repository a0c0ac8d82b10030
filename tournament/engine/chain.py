"""The hash chain of a log: what an entry's hash is made of, and where a chain does not hold."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FORMAT = "sixteen-hands/1"
_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32: no I, L, O, U, so that a code can be read aloud and written by hand."""


_LOOK_ALIKES = str.maketrans("ILO", "110")


def canonical(value: Any) -> bytes:
    """One spelling for one value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def genesis(*parts: object) -> str:
    """The hash before the first entry: it names the table and who started in which seat."""
    return hashlib.sha256(canonical([FORMAT, *parts])).hexdigest()


def entry_hash(previous: str, content: Mapping[str, Any]) -> str:
    """SHA-256 over the hash before and the content of the entry, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical([previous, content])).hexdigest()


GROUPS = 4
"""Groups of a code that somebody takes home: 80 bits, which nobody can search for another history with."""
GROUPS_READ = (2, 3, 4)
_GROUP_DIGITS = 5
"""A group of four letters is twenty bits: five hexadecimal digits."""


def short_code(digest: str, groups: int = GROUPS) -> str:
    """The first bits of a hash as groups of four letters, "7QF2-M0KD-19XA-C3VT": shown, said and printed."""
    length = groups * _GROUP_DIGITS
    bits, last = int(digest[:length], 16), length * 4 - 5
    letters = "".join(_CODE_LETTERS[(bits >> shift) & 31] for shift in range(last, -1, -5))
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def code_prefix(written: str) -> str:
    """The hexadecimal digits that a code as somebody wrote it down stands for; "" when it cannot be one.

    Small letters, spaces and the look-alikes I, L and O are read as what they look like. Two groups are
    enough to find a state, four are what is shown.
    """
    letters = "".join(written.upper().split()).replace("-", "").translate(_LOOK_ALIKES)
    groups, rest = divmod(len(letters), 4)
    if rest or groups not in GROUPS_READ or set(letters) - set(_CODE_LETTERS):
        return ""
    bits = 0
    for letter in letters:
        bits = bits << 5 | _CODE_LETTERS.index(letter)
    return f"{bits:0{groups * _GROUP_DIGITS}x}"


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

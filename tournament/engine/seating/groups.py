"""Lists of teams, countries, clubs and of people who never meet, as short text files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .problem import Pair, SeatingError, ordered

_PLAYER_COLUMNS = ("player", "number", "no", "id", "player_id", "player_number")


def _number(cell: str, *, names: Mapping[str, int], line: int) -> int:
    """A player's number from a number or a known name; letters before digits (``P017``) are let go."""
    if cell in names:
        return names[cell]
    match = re.fullmatch(r"[A-Za-z]*0*([1-9]\d{0,19})", cell)
    if match is None:
        raise _unread(line, cell)
    return int(match.group(1))


def _unread(line: int, cell: str) -> SeatingError:
    return SeatingError("bad_list", line=line, cell=cell if len(cell) <= 40 else f"{cell[:40]}…")


def _known(names: Mapping[int, str] | None) -> dict[str, int]:
    return {name: number for number, name in (names or {}).items()}


def _lines(text: str) -> Iterable[tuple[int, str]]:
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.split("#")[0].strip()
        if line:
            yield number, line


def read_groups(text: str, *, names: Mapping[int, str] | None = None, column: str = "team") -> dict[int, str]:
    """``{player number: label}`` from any of these forms.

    CSV with a header that names a player column and ``column`` (or ``<column>_id``); lines ``player,label``;
    lines ``label: 1 2 3 4``; lines of three or more players, one group each; JSON as ``{label: [players]}``,
    ``{player: label}`` or ``[[players], ...]``. ``#`` starts a remark. ``names`` are the players' own names
    by number. Raises ``SeatingError``: ``bad_list`` with the line, ``player_twice``.
    """
    known = _known(names)
    found: dict[int, str] = {}

    def put(cell: str, label: str, line: int) -> None:
        player = _number(cell, names=known, line=line)
        if player in found:
            raise SeatingError("player_twice", player=player, line=line)
        found[player] = label.strip()

    if text.lstrip()[:1] in ("{", "["):
        for label, members in _groups_in(_json(text)):
            for member in members:
                put(member, label, 1)
        return found
    header: list[str] = []
    for line_number, line in _lines(text):
        try:
            cells = [cell.strip() for cell in next(csv.reader([line.replace(";", ",").replace("\t", ",")]))]
        except csv.Error as fault:
            raise _unread(line_number, line) from fault
        lowered = [cell.lower() for cell in cells]
        if not header and not found and any(cell in _PLAYER_COLUMNS for cell in lowered):
            header = lowered
            continue
        wanted = next((name for name in (column, f"{column}_id") if name in header), None)
        if wanted is not None:
            at = next(k for k, cell in enumerate(header) if cell in _PLAYER_COLUMNS)
            if max(at, header.index(wanted)) >= len(cells):
                raise _unread(line_number, line)
            if cells[header.index(wanted)]:
                put(cells[at], cells[header.index(wanted)], line_number)
            continue
        label, colon, rest = line.partition(":")
        if colon:
            for cell in _words(rest, line_number):
                put(cell, label, line_number)
        elif len(cells) == 2:
            put(cells[0], cells[1], line_number)
        else:
            words = _words(line, line_number)
            if len(words) >= 3:
                for cell in words:
                    put(cell, f"group {line_number}", line_number)
            elif len(words) == 2:
                put(words[0], words[1], line_number)
            else:
                raise _unread(line_number, line)
    return found


def read_avoid(text: str, *, names: Mapping[int, str] | None = None) -> tuple[Pair, ...]:
    """Pairs who never meet: all pairs of the players on each line, or of each list of a JSON list.

    Raises ``SeatingError`` ``bad_list`` with the line.
    """
    known = _known(names)
    pairs: set[Pair] = set()
    if text.lstrip()[:1] == "[":
        lists = [(1, members) for _, members in _groups_in(_json(text))]
    else:
        lists = [(number, _words(line, number)) for number, line in _lines(text)]
    for place, (line, cells) in enumerate(lists):
        if place == 0 and not any(cell in known or re.search(r"\d", cell) for cell in cells):
            continue
        if len(cells) < 2 and not any(re.search(r"\d", cell) for cell in cells):
            raise _unread(line, " ".join(cells))
        numbers = [_number(cell, names=known, line=line) for cell in cells]
        if len(numbers) < 2:
            raise _unread(line, " ".join(cells))
        pairs.update(ordered(a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :])
    return tuple(sorted(pairs))


def _words(text: str, line: int) -> list[str]:
    """What stands between commas, spaces and hyphens; a number below zero is nobody's."""
    negative = re.search(r"(?:^|[,;\s])(-\d+)", text)
    if negative:
        raise _unread(line, negative[1])
    return [cell for cell in re.split(r"[,;\s-]+", text) if cell]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:  # a number without end is a plain ValueError
        raise SeatingError("bad_list", reason="not_json", line=getattr(fault, "lineno", 1)) from fault


def _groups_in(value: Any) -> list[tuple[str, Sequence[str]]]:
    """(label, player cells) of each group."""
    if isinstance(value, dict):
        if all(isinstance(members, list) for members in value.values()):
            return [(str(label), [str(m) for m in members]) for label, members in value.items()]
        if all(type(label) in (str, int) for label in value.values()):
            return [(str(label), [player]) for player, label in value.items()]
    if isinstance(value, list) and all(isinstance(members, list) for members in value):
        return [(f"group {place}", [str(m) for m in members]) for place, members in enumerate(value, 1)]
    raise SeatingError("bad_list", reason="other_json")

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
    match = re.fullmatch(r"[A-Za-z]*0*([1-9]\d*)", cell)
    if match is None:
        raise SeatingError("bad_list", line=line, cell=cell)
    return int(match.group(1))


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
        cells = [cell.strip() for cell in next(csv.reader([line.replace(";", ",").replace("\t", ",")]))]
        lowered = [cell.lower() for cell in cells]
        if not header and not found and any(cell in _PLAYER_COLUMNS for cell in lowered):
            header = lowered
            continue
        wanted = next((name for name in (column, f"{column}_id") if name in header), None)
        if wanted is not None:
            at = next(k for k, cell in enumerate(header) if cell in _PLAYER_COLUMNS)
            if max(at, header.index(wanted)) >= len(cells):
                raise SeatingError("bad_list", line=line_number, cell=line)
            if cells[header.index(wanted)]:
                put(cells[at], cells[header.index(wanted)], line_number)
            continue
        label, colon, rest = line.partition(":")
        if colon:
            for cell in _words(rest):
                put(cell, label, line_number)
        elif len(cells) == 2:
            put(cells[0], cells[1], line_number)
        elif len(_words(line)) >= 3:
            for cell in _words(line):
                put(cell, f"group {line_number}", line_number)
        elif len(_words(line)) == 2:
            one, other = _words(line)
            put(one, other, line_number)
        else:
            raise SeatingError("bad_list", line=line_number, cell=line)
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
        lists = [(number, _words(line)) for number, line in _lines(text)]
    for place, (line, cells) in enumerate(lists):
        if place == 0 and not any(cell in known or re.search(r"\d", cell) for cell in cells):
            continue
        if len(cells) < 2 and not any(re.search(r"\d", cell) for cell in cells):
            raise SeatingError("bad_list", line=line, cell=" ".join(cells))
        numbers = [_number(cell, names=known, line=line) for cell in cells]
        if len(numbers) < 2:
            raise SeatingError("bad_list", line=line, cell=" ".join(cells))
        pairs.update(ordered(a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :])
    return tuple(sorted(pairs))


def _words(text: str) -> list[str]:
    return [cell for cell in re.split(r"[,;\s-]+", text) if cell]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as fault:
        raise SeatingError("bad_list", line=getattr(fault, "lineno", 1), cell="") from fault


def _groups_in(value: Any) -> list[tuple[str, Sequence[str]]]:
    """(label, player cells) of each group."""
    if isinstance(value, dict):
        if all(isinstance(members, list) for members in value.values()):
            return [(str(label), [str(m) for m in members]) for label, members in value.items()]
        return [(str(label), [str(player)]) for player, label in value.items()]
    if isinstance(value, list) and all(isinstance(members, list) for members in value):
        return [(f"group {place}", [str(m) for m in members]) for place, members in enumerate(value, 1)]
    raise SeatingError("bad_list", line=1, cell="")

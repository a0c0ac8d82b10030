"""Charts in and out of text: our own JSON and CSV, and the forms that other programs and organizers use.

``read_chart`` recognises the form by itself. It understands: our JSON (with or without a certificate) and
plain nested lists; a JSON object of several charts; mjseating samples (``{"H1": [[...], ...], ...}``, one
object a chart); Pantheon prescripts (``7-2-1-8`` a table, an empty line between rounds); tables of numbers as
MTE and the World Championships' sheets lay them out; and CSV with one row a table (``round,table,east,...``)
or one row a player.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chart_grids import NEGATIVE, from_grid, from_player_rows, from_table_rows, refuse_number
from .checker import shape
from .problem import HIGHEST_PLAYER, WINDS, Chart, SeatingError

MAX_CHARACTERS = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadChart:
    """A chart from elsewhere. Players are numbered from 1; ``names`` says what each was called, if not that.

    ``teams`` are what the file said of teams, by our numbers; ``certificate`` is what stands in the place of
    ours, unread; None when nothing does.
    """

    chart: Chart
    form: str
    key: str = ""
    names: Mapping[int, str] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    certificate: object = None


LONGEST_NUMBER = 4_000
"""Digits: Python reads no more. Far from what a hash or a seed can be."""
LONGEST_LINE = 100_000
"""Characters of a line of a table."""


def read_chart(text: str, *, key: str = "") -> ReadChart:
    """The chart of a text; of several in one file the one called ``key``, or the first.

    Raises ``SeatingError``: ``bad_chart`` (with a reason, and a line, round or table where there is one),
    ``no_such_chart``.
    """
    found = read_charts(text)
    if not key:
        return found[0]
    for chart in found:
        if chart.key == key:
            return chart
    raise SeatingError("no_such_chart", key=key, known=tuple(chart.key for chart in found))


def read_charts(text: str) -> tuple[ReadChart, ...]:
    """All charts of a text, at least one. Raises ``SeatingError`` ``bad_chart``."""
    if len(text) > MAX_CHARACTERS:
        raise SeatingError("bad_chart", reason="too_long", characters=len(text))
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise SeatingError("bad_chart", reason="empty")
    if re.search(rf"\d{{{LONGEST_NUMBER + 1}}}", text):
        raise SeatingError("bad_chart", reason="not_a_number")
    if max(map(len, text.split("\n"))) > LONGEST_LINE and text.lstrip()[0] not in "{[":
        raise SeatingError("bad_chart", reason="unknown_layout")
    if text.lstrip()[0] in "{[":
        return _from_json(text)
    if re.match(r"\s*-?\d+([^\S\n]*-[^\S\n]*-?\d+){3,}[^\S\n]*(\n|$)", text):
        return (_from_prescript(text),)
    return (_from_csv(text),)


def _from_json(text: str) -> tuple[ReadChart, ...]:
    decoder = json.JSONDecoder()
    values = []
    at = 0
    while at < len(text) and text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        try:
            value, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as fault:
            line = getattr(fault, "lineno", None)
            raise SeatingError("bad_chart", reason="not_json", line=line) from fault
        values.append(value)
    found: list[ReadChart] = []
    for number, value in enumerate(values, 1):
        try:
            found.extend(_charts_in(value, key=str(number) if len(values) > 1 else ""))
        except RecursionError as fault:
            raise SeatingError("bad_chart", reason="not_json", line=None) from fault
    if not found:
        raise SeatingError("bad_chart", reason="no_rounds")
    return tuple(found)


def _charts_in(value: Any, *, key: str) -> list[ReadChart]:
    if isinstance(value, dict):
        if "rounds" in value:
            return [
                ReadChart(
                    chart=_numbered_from_one(shape(value["rounds"])),
                    form="json",
                    key=key,
                    certificate=value.get("certificate"),
                )
            ]
        hanchans = sorted((k for k in value if re.fullmatch(r"H\d+", k)), key=lambda k: int(k[1:]))
        if hanchans and len(hanchans) == len(value):
            chart = _numbered_from_one(shape([value[k] for k in hanchans]))
            return [ReadChart(chart=chart, form="mjseating", key=key)]
        inner = value["charts"] if isinstance(value.get("charts"), dict) else value
        found = []
        for name, part in inner.items():
            if isinstance(part, list | dict):
                found.extend(_charts_in(part, key=str(name)))
        return found
    if not isinstance(value, list):
        raise SeatingError("bad_chart", reason="no_rounds")
    depth = _depth(value)
    if depth == 4:
        found = []
        for number, part in enumerate(value, 1):
            found.extend(_charts_in(part, key=f"{key}#{number}"))
        return found
    if depth == 2:
        return [_named(from_grid(_number_grid(value)), form="grid", key=key)]
    return [ReadChart(chart=_numbered_from_one(shape(value)), form="json", key=key)]


def _depth(value: Any) -> int:
    depth = 0
    while isinstance(value, list):
        depth += 1
        value = value[0] if value else None
    return depth


def _number_grid(rows: Sequence[Any]) -> list[list[int]]:
    for place, row in enumerate(rows, 1):
        if not isinstance(row, list) or not all(type(cell) is int for cell in row):
            raise SeatingError("bad_chart", reason="not_a_number", row=place)
        for cell in row:
            _refuse_beyond(cell, row=place)
    return [list(row) for row in rows]


def _refuse_beyond(number: int, **place: int) -> None:
    if number < 0:
        refuse_number(number, "negative_number", **place)
    if number > HIGHEST_PLAYER:
        refuse_number(number, "number_too_large", **place)


def _numbered_from_one(chart: Chart, *, lines: Sequence[Sequence[int]] = ()) -> Chart:
    """Programs count from 0; people from 1. A chart of the players 0 to n - 1 is moved up by one.

    ``lines`` says on which line each table of each round stands.
    """
    zero: dict[str, int] = {}
    field: set[int] = set()
    for r, tables in enumerate(chart):
        for t, seats in enumerate(tables):
            place = {"line": lines[r][t]} if lines else {"round": r + 1, "table": t + 1}
            for player in seats:
                _refuse_beyond(player, **place)
            if 0 in seats:
                zero = zero or place
            field.update(seats)
    if not zero:
        return chart
    if field != set(range(len(field))):
        refuse_number(0, "zero_number", **zero)
    return tuple(tuple((e + 1, s + 1, w + 1, n + 1) for e, s, w, n in tables) for tables in chart)


def _named(chart: Chart, *, form: str, key: str = "") -> ReadChart:
    return ReadChart(chart=_numbered_from_one(chart), form=form, key=key)


def _from_prescript(text: str) -> ReadChart:
    rounds: list[list[list[int]]] = [[]]
    lines: list[list[int]] = [[]]
    for line_number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line:
            if rounds[-1]:
                rounds.append([])
                lines.append([])
            continue
        cells = line.split("-")
        if len(cells) != 4 or not all(cell.strip().isdecimal() for cell in cells):
            raise SeatingError("bad_chart", reason="not_four_seats", line=line_number)
        rounds[-1].append([int(cell) for cell in cells])
        lines[-1].append(line_number)
    chart = shape([games for games in rounds if games])
    return ReadChart(chart=_numbered_from_one(chart, lines=lines), form="pantheon")


def _from_csv(text: str) -> ReadChart:
    sample = text[:4000]
    delimiter = max(",;\t", key=sample.count)
    rows = _written_rows(text, delimiter)
    if not rows:
        raise SeatingError("bad_chart", reason="empty")
    header = [cell.lower() for cell in rows[0][1]]
    if "round" in header and "table" in header:
        chart, names, teams = from_table_rows(header, rows[1:])
        return ReadChart(chart=chart, form="csv tables", names=names, teams=teams)
    if header[0] in ("player", "name", "no", "number", "id", "player_id") and not header[-1].isdigit():
        chart, names = from_player_rows(rows[1:])
        return ReadChart(chart=chart, form="csv players", names=names)
    grid = []
    for line, row in rows:
        for cell in row:
            if NEGATIVE.fullmatch(cell):
                refuse_number(cell, "negative_number", line=line)
        numbers = [int(cell) for cell in row if cell.isdecimal()]
        if numbers:
            grid.append((line, numbers))
    labelled = any(not cell.isdecimal() for cell in rows[0][1])
    try:
        return _named(from_grid([numbers for _, numbers in grid], labelled=labelled), form="grid")
    except SeatingError:
        # what stands first may be whatever the row is called by, so only now is a number a reason
        for line, numbers in grid:
            for place, number in enumerate(numbers):
                _refuse_beyond(number, line=line)
                if number == 0 and (place or len(numbers) % 4 == 0):
                    refuse_number(number, "zero_number", line=line)
        raise


def _written_rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows with something in them, each with the line it begins on."""
    rows = []
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as fault:
        raise SeatingError("bad_chart", reason="not_a_table", line=line) from fault
    return rows


def chart_json(chart: Chart, certificate: Mapping[str, Any] | None = None) -> str:
    """Our JSON: ``{"rounds": ..., "certificate": ...}`` on one line, keys in order."""
    document: dict[str, Any] = {"rounds": shape(chart)}
    if certificate is not None:
        document["certificate"] = certificate
    return json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def chart_csv(chart: Chart, *, table_numbers: Sequence[int] = ()) -> str:
    """One row a table: ``round,table,east,south,west,north``, all counted from 1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("round", "table", "east", "south", "west", "north"))
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables):
            writer.writerow((r, table_numbers[t] if t < len(table_numbers) else t + 1, *seats))
    return out.getvalue()


def chart_prescript(chart: Chart) -> str:
    """Pantheon's form: a line a table, an empty line between rounds."""
    return "\n\n".join("\n".join("-".join(map(str, seats)) for seats in tables) for tables in chart) + "\n"


def paths(chart: Chart, *, table_numbers: Sequence[int] = ()) -> dict[int, tuple[tuple[int, int, str], ...]]:
    """For each player the way through the event: (round, table number, wind), in order."""
    found: dict[int, list[tuple[int, int, str]]] = {}
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables):
            number = table_numbers[t] if t < len(table_numbers) else t + 1
            for wind, player in enumerate(seats):
                found.setdefault(player, []).append((r, number, WINDS[wind]))
    return {player: tuple(steps) for player, steps in sorted(found.items())}

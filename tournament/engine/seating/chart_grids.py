"""Charts that arrive as rows and columns: which way round they lie, and who is who."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NoReturn

from .problem import HIGHEST_PLAYER, HIGHEST_TABLE, MAX_ROUNDS, WINDS, Chart, SeatingError, Seats

Grid = Sequence[Sequence[int]]
Lines = Sequence[tuple[int, Sequence[str]]]
"""Rows of cells, each with the line of the text that it stands on."""

NEGATIVE = re.compile(r"[-\u2212]\s*\d+")
LONGEST_LICENCE = 20

_SEAT_COLUMNS = (
    ("east", "south", "west", "north"),
    ("e", "s", "w", "n"),
    ("p1", "p2", "p3", "p4"),
    ("player1", "player2", "player3", "player4"),
    ("east_player", "south_player", "west_player", "north_player"),
    ("东", "南", "西", "北"),
    ("東", "南", "西", "北"),
)


def from_grid(grid: Grid, *, labelled: bool = False) -> Chart:
    """A bare table of numbers in whichever layout makes everybody play once a round.

    Layouts: a row a round with the tables side by side; a row a table with the rounds side by side; four rows
    a round with a column a table; four rows a table with a column a round. ``labelled`` also tries the rows
    without their first number, which may be a round or a table. Raises ``SeatingError`` ``bad_chart``.
    """
    tried: list[Grid] = [grid]
    if labelled:
        tried.append([row[1:] for row in grid])
    tried.append([row[1:] for row in grid])
    for rows in tried:
        if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
            continue
        for layout in (_round_rows, _table_rows, _round_columns, _table_columns):
            chart = layout(rows)
            if chart is not None and _everybody_once(chart):
                return chart
    raise SeatingError("bad_chart", reason="unknown_layout", rows=len(grid))


def _four(cells: Sequence[int]) -> Seats:
    return cells[0], cells[1], cells[2], cells[3]


def _round_rows(grid: Grid) -> Chart | None:
    if len(grid[0]) % 4:
        return None
    return tuple(tuple(_four(row[k : k + 4]) for k in range(0, len(row), 4)) for row in grid)


def _table_rows(grid: Grid) -> Chart | None:
    if len(grid[0]) % 4:
        return None
    return tuple(tuple(_four(row[k : k + 4]) for row in grid) for k in range(0, len(grid[0]), 4))


def _round_columns(grid: Grid) -> Chart | None:
    if len(grid) % 4:
        return None
    return tuple(
        tuple(_four([grid[k + seat][t] for seat in range(4)]) for t in range(len(grid[0])))
        for k in range(0, len(grid), 4)
    )


def _table_columns(grid: Grid) -> Chart | None:
    if len(grid) % 4:
        return None
    return tuple(
        tuple(_four([grid[k + seat][r] for seat in range(4)]) for k in range(0, len(grid), 4))
        for r in range(len(grid[0]))
    )


def _everybody_once(chart: Chart) -> bool:
    field = sorted(player for seats in chart[0] for player in seats)
    if len(set(field)) != len(field) or field not in (
        list(range(len(field))),
        list(range(1, len(field) + 1)),
    ):
        return False
    return all(sorted(player for seats in tables for player in seats) == field for tables in chart)


def from_table_rows(header: Sequence[str], rows: Lines) -> tuple[Chart, dict[int, str], dict[int, str]]:
    """One row a table. Gives the chart, the players' own names by number, and their teams by number.

    Players keep their numbers when all are numbers, possibly behind letters (``P017`` is 17); others are
    numbered in the order of their names, and so are licence numbers. Raises ``SeatingError`` ``bad_chart``
    with the line.
    """
    columns = next((names for names in _SEAT_COLUMNS if all(name in header for name in names)), None)
    if columns is None:
        raise SeatingError("bad_chart", reason="no_seat_columns", columns=tuple(header))
    where = [header.index(name) for name in columns]
    team_at = [header.index(f"{name}_team") if f"{name}_team" in header else -1 for name in columns]
    round_at, table_at = header.index("round"), header.index("table")
    cells: dict[int, dict[int, list[str]]] = defaultdict(dict)
    team_of: dict[str, str] = {}
    first_seen: dict[str, int] = {}
    for line, row in rows:
        if len(row) <= max(round_at, table_at, *where, *team_at):
            raise SeatingError("bad_chart", reason="bad_row", line=line)
        round_number = _counted(row[round_at], most=MAX_ROUNDS, line=line)
        table = _counted(row[table_at], most=HIGHEST_TABLE, line=line)
        seats = [row[k] for k in where]
        if not all(seats):
            raise SeatingError("bad_chart", reason="not_four_seats", line=line)
        if table in cells[round_number]:
            raise SeatingError("bad_chart", reason="table_twice", line=line, round=round_number, table=table)
        cells[round_number][table] = seats
        for player in seats:
            first_seen.setdefault(player, line)
        for player, k in zip(seats, team_at, strict=True):
            if k >= 0 and row[k]:
                team_of[player] = row[k]
    if not cells:
        raise SeatingError("bad_chart", reason="no_rounds")
    number = _numbers(first_seen)
    chart = tuple(
        tuple(_four([number[player] for player in tables[table]]) for table in sorted(tables))
        for _, tables in sorted(cells.items())
    )
    names = {value: name for name, value in number.items() if name != str(value)}
    return (
        chart,
        dict(sorted(names.items())),
        {number[player]: team for player, team in sorted(team_of.items())},
    )


def _counted(cell: str, *, most: int, line: int) -> int:
    """A round or a table: a whole number, from 0 or 1."""
    if re.fullmatch(r"\d{1,6}", cell) is None or int(cell) > most:
        raise SeatingError("bad_chart", reason="bad_row", line=line)
    return int(cell)


def _numbers(lines: Mapping[str, int]) -> dict[str, int]:
    """The number of each name. ``lines`` says where a name stands first."""
    read = {name: match for name in lines if (match := re.fullmatch(r"\D*(\d+)", name))}
    value = {name: int(match.group(1)) for name, match in read.items()}
    from_zero = len(value) == len(lines) and sorted(value.values()) == list(range(len(lines)))
    bare = [name for name, match in read.items() if match.start(1) == 0]
    licences = len(bare) == len(lines) and all(
        value[name] > HIGHEST_PLAYER and len(name) <= LONGEST_LICENCE for name in bare
    )
    for name, line in lines.items():
        if NEGATIVE.fullmatch(name):
            refuse_number(name, "negative_number", line=line)
    for name in bare:
        if value[name] == 0 and not from_zero:
            refuse_number(name, "zero_number", line=lines[name])
        if value[name] > HIGHEST_PLAYER and not licences:
            refuse_number(name, "number_too_large", line=lines[name])
    if from_zero:
        return {name: found + 1 for name, found in value.items()}
    counted = len(value) == len(lines) == len(set(value.values()))
    if counted and min(value.values()) >= 1 and max(value.values()) <= HIGHEST_PLAYER:
        return value
    return {name: place for place, name in enumerate(sorted(lines), 1)}


def refuse_number(found: object, reason: str, **place: int) -> NoReturn:
    """This cannot be a player's number."""
    raise SeatingError("bad_chart", reason=reason, number=str(found)[:20], highest=HIGHEST_PLAYER, **place)


RESTS = ("", "-", "–", "—")
_WINDS = "ESWNeswn东東南西北"
_PLACE = re.compile(
    rf"(?P<table>\d+)\s*[-/ ]?\s*(?P<wind>[{_WINDS}])|(?P<first>[{_WINDS}])\s*[-/ ]?\s*(?P<then>\d+)"
)


def _is_place_or_rest(cell: str) -> bool:
    return cell in RESTS or _PLACE.fullmatch(cell) is not None


def from_player_rows(rows: Lines) -> tuple[Chart, dict[int, str]]:
    """One row a player: name or number, then table and wind of each round (``12E``, ``12 E``, ``E12``); an
    empty cell or a dash is a round of rest. A second column may say something else, a country or a name."""
    found: dict[int, dict[int, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
    first_seen: dict[str, int] = {}
    begins = 1 if all(_is_place_or_rest(row[1]) for _, row in rows if len(row) > 1) else 2
    for line, row in rows:
        if not row[0]:
            raise SeatingError("bad_chart", reason="no_player", line=line)
        first_seen.setdefault(row[0], line)
        for number, cell in enumerate(row[begins:], 1):
            if cell in RESTS:
                continue
            match = _PLACE.fullmatch(cell)
            if match is None or int(match["table"] or match["then"]) > HIGHEST_TABLE:
                raise SeatingError("bad_chart", reason="bad_place", line=line)
            table = int(match["table"] or match["then"])
            letter = (match["wind"] or match["first"]).upper()
            seat = WINDS.index(letter) if letter in WINDS else "东南西北".index(letter.replace("東", "东"))
            if seat in found[number][table]:
                raise SeatingError("bad_chart", reason="seat_twice", line=line, round=number, table=table)
            found[number][table][seat] = row[0]
    if not found:
        raise SeatingError("bad_chart", reason="no_rounds")
    for number, tables in found.items():
        for table, seats in tables.items():
            if len(seats) != 4:
                raise SeatingError("bad_chart", reason="not_four_seats", round=number, table=table)
    number_of = _numbers(first_seen)
    chart = tuple(
        tuple(_four([number_of[tables[table][seat]] for seat in range(4)]) for table in sorted(tables))
        for _, tables in sorted(found.items())
    )
    names = {value: name for name, value in number_of.items() if name != str(value)}
    return chart, dict(sorted(names.items()))

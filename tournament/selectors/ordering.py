"""A ranking in the order of any of its columns. Ranks stay as they are."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournament.errors import Refused
from tournament.selectors.leaderboard import Board, Row
from tournament.selectors.schedule import name_key

Key = Callable[[Row], Any]


def _round(number: int, board: Board) -> Key | None:
    if number not in board.columns:
        return None
    at = board.columns.index(number)

    def key(row: Row) -> Any:
        line = row.rounds[at]
        return None if line is None else line.table_points

    return key


HIGHER_FIRST: dict[str, Key] = {
    "moved": lambda row: row.moved,
    "official_table_points": lambda row: row.table_points,
    "official_mini_points": lambda row: row.mini_points,
    "live_deals": lambda row: row.in_play and row.in_play.played,
    "live_score": lambda row: row.in_play and row.in_play.score,
    "live_table_points": lambda row: row.in_play and row.in_play.table_points,
    "table_points": lambda row: row.total_points,
    "mini_points": lambda row: row.total_mini,
}
LOWER_FIRST: dict[str, Key] = {
    "rank": lambda row: row.rank,
    "name": lambda row: name_key(row.person),
    "team": lambda row: row.person.team.casefold() or None,
    "penalties": lambda row: row.penalties or None,
    "live_table": lambda row: row.in_play and row.in_play.table,
    "live_place": lambda row: row.in_play and row.in_play.place,
}


def arranged(board: Board, sort: str) -> Board:
    """The board in the order of a column, best first; "-mini_points" the other way round. Rows that have
    nothing in this column come last; equal ones stay as they are ranked. Ties are not drawn."""
    if not sort or sort == "rank":
        return board
    name, backwards = sort.removeprefix("-"), sort.startswith("-")
    key = HIGHER_FIRST.get(name) or LOWER_FIRST.get(name)
    higher = name not in LOWER_FIRST
    if key is None and re.fullmatch(r"round_[0-9]{1,3}", name):
        key = _round(int(name.removeprefix("round_")), board)
    if key is None:
        raise Refused("bad_input", what=f"sort={sort[:40]}")
    value = key
    some = [row for row in board.rows if value(row) is not None]
    none = [row for row in board.rows if value(row) is None]
    some.sort(key=value, reverse=higher != backwards)
    rows = (row._replace(tie="", tie_by=()) for row in (*some, *none))
    return replace(board, rows=tuple(rows))

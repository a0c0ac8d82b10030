"""The ranking as rows of plain cells, and as CSV text."""

import csv
import io
from collections.abc import Iterable

from tournament.selectors.leaderboard import Board, Row

Cell = str | int | None
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a name like "=1+1" gets an apostrophe before it."""
    return f"'{text}" if text.startswith(DANGEROUS) else text


def head(board: Board) -> list[str]:
    """Column names. They are the same in every language, so that a program can rely on them."""
    rounds = [f"round_{number}" for number in board.columns]
    live = ["live_table", "live_deals", "live_score", "live_place", "live_table_points"]
    return [
        *("rank", "number", "id", "name", "native_name", "country", "club", "team"),
        *rounds,
        *(live if board.current else ()),
        *("table_points", "mini_points", "penalties", "decided_by"),
    ]


def cells(board: Board, row: Row) -> list[Cell]:
    """One row. Table points are exact text ("25/3"), scores are numbers."""
    person, play = row.person, row.in_play
    words = (person.key, person.name, person.native_name, person.country, person.club, person.team)
    live: list[Cell] = []
    if board.current:
        live = [None] * 5
        if play and play.place is not None:
            live = [play.table, play.played, play.score, play.place, str(play.table_points)]
        elif play:
            live[:2] = [play.table, 0]
    return [
        row.rank,
        person.number,
        *(harmless(word) for word in words),
        *(str(line.table_points) if line else None for line in row.rounds),
        *live,
        str(row.total_points),
        row.total_mini,
        row.penalties,
        " ".join(row.tie_by),
    ]


def table(board: Board) -> Iterable[list[Cell]]:
    yield list(head(board))
    for row in board.rows:
        yield cells(board, row)


def standings_as_csv(board: Board) -> bytes:
    """UTF-8 with a mark at the start, so that spreadsheets read accents and Chinese right."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(table(board))
    return out.getvalue().encode("utf-8-sig")

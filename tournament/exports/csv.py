"""Rankings as rows of plain cells, and as CSV text."""

import csv
import io
from collections.abc import Iterable

from tournament.selectors.groups import CountryRow
from tournament.selectors.leaderboard import Board, Row, TeamRow

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
        *("table_points", "mini_points", "penalties", "decided_by", "moved"),
        *(("official_table_points", "official_mini_points") if board.current else ()),
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
        row.moved,
        *((str(row.table_points), row.mini_points) if board.current else ()),
    ]


def table(board: Board) -> Iterable[list[Cell]]:
    yield list(head(board))
    for row in board.rows:
        yield cells(board, row)


def team_table(board: Board, teams: Iterable[TeamRow]) -> Iterable[list[Cell]]:
    """The ranking of the teams, a column for each of the largest number of members."""
    rows = list(teams)
    most = max((len(team.members) for team in rows), default=0)
    yield ["rank", "number", "team", "table_points", "mini_points", "moved", *_member_columns(most)]
    for team in rows:
        people = [harmless(person.name) for person, _, _ in team.members]
        figures: list[Cell] = [str(team.table_points), team.mini_points, team.moved]
        yield [team.rank, team.number, harmless(team.name), *figures, *people, *[None] * (most - len(people))]


def _member_columns(most: int) -> list[str]:
    return [f"member_{number}" for number in range(1, most + 1)]


def country_table(countries: Iterable[CountryRow]) -> Iterable[list[Cell]]:
    """The ranking of the countries. Means are exact text ("25/3")."""
    yield ["rank", "country", "players", "mean_table_points", "mean_mini_points", "best_player"]
    for row in countries:
        standing = row.standing
        means: list[Cell] = [str(standing.table_points), str(standing.mini_points)]
        country, best = harmless(standing.country), harmless(row.members[0].name)
        yield [standing.rank, country, len(row.members), *means, best]


def as_csv(rows: Iterable[list[Cell]]) -> bytes:
    """UTF-8 with a mark at the start, so that spreadsheets read accents and Chinese right."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8-sig")

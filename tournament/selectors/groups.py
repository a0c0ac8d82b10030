"""Players of a ranking taken together: by country, in one team, and tied with each other."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tournament.engine.countries import CountryLine, CountryStanding, rank_countries
from tournament.engine.ties import Step, compare
from tournament.models import Tournament
from tournament.selectors.leaderboard import Board, Row, TeamRow, team_ranking
from tournament.selectors.people import Person
from tournament.selectors.standings import standings_for


class CountryRow(NamedTuple):
    """One country's line, with the people it is made of, best first."""

    standing: CountryStanding
    members: tuple[Person, ...]


def country_ranking(board: Board) -> tuple[CountryRow, ...]:
    """The countries of a board, by the figures that it shows."""
    people = {row.person.number: row.person for row in board.rows}
    lines = [
        CountryLine(row.person.country, row.rank, row.person.number, row.total_points, row.total_mini)
        for row in board.rows
        if row.rank is not None
    ]
    return tuple(
        CountryRow(standing, tuple(people[line.number] for line in standing.members))
        for standing in rank_countries(lines)
    )


@dataclass(frozen=True, slots=True)
class TeamPage:
    """One team: its line in the ranking of teams, its members' rows, and what each round brought together."""

    row: TeamRow
    of: int
    members: tuple[Row, ...]
    rounds: tuple[Fraction | None, ...]


def team_page(tournament: Tournament, board: Board, number: int) -> TeamPage | None:
    """Everything about one team; None when there is none with this number."""
    teams = team_ranking(tournament, board)
    row = next((team for team in teams if team.number == number), None)
    if row is None:
        return None
    rows = {line.person.number: line for line in board.rows}
    members = tuple(rows[person.number] for person, _, _ in row.members)
    sums = []
    for lines in zip(*(member.rounds for member in members), strict=True):
        played = [line.table_points for line in lines if line is not None]
        sums.append(sum(played, Fraction(0)) if played else None)
    return TeamPage(row, len(teams), members, tuple(sums))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two rows below each other that were equal in the first criterion."""

    above: Row
    below: Row
    steps: tuple[Step, ...]

    @property
    def shared(self) -> bool:
        """Nothing parted them."""
        return all(step.equal for step in self.steps)


def tie_of(tournament: Tournament, board: Board, number: int) -> tuple[Neighbours, ...]:
    """Every pair of neighbours in the group of equals that this player stands in; nothing when in none."""
    rows = board.rows
    at = next((index for index, row in enumerate(rows) if row.person.number == number), None)
    if at is None or not rows[at].tie:
        return ()
    first = last = at
    while rows[first].tie != "first" and first:
        first -= 1
    while rows[last].tie != "last" and last < len(rows) - 1:
        last += 1
    lines = {
        line.player: line for line in standings_for(tournament, through=board.through, as_of=board.as_of).rows
    }
    return tuple(
        Neighbours(above, below, compare(lines[above.person.number], lines[below.person.number], board.order))
        for above, below in pairwise(rows[first : last + 1])
    )

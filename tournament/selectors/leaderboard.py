"""The ranking as the public sees it: official figures, the games being played beside them, and what moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scoring.game import GameScore
from tournament.engine.sight import Sight, visible
from tournament.engine.standings import RoundLine, Standing, TeamStanding, criteria
from tournament.models import Announcement, Tournament
from tournament.selectors.kept import Kept
from tournament.selectors.people import Person, RoundFacts, people_of, rounds_of
from tournament.selectors.sight import sight_now, through_shown
from tournament.selectors.standings import Four, Scored, Standings, event_of, standings_for


class InPlay(NamedTuple):
    """A player's game of the running round. ``marks`` has one letter a deal: w(on), d(rawn), n(ow)."""

    table: int
    marks: str
    played: int
    score: int
    place: int | None
    table_points: Fraction | None
    totals_only: bool = False


class Row(NamedTuple):
    """One line of the ranking.

    ``table_points``, ``mini_points`` and ``penalties`` are without the round that runs; the ``total`` pair is
    with it. ``moved`` is places gained. ``tie`` is the place in a group of equals ("first", "middle", "last"
    or ""), ``tie_by`` the criteria that parted the group, said once, on its first row.
    """

    rank: int | None
    moved: int | None
    person: Person
    rounds: tuple[RoundLine | None, ...]
    table_points: Fraction
    mini_points: int
    penalties: int
    in_play: InPlay | None
    total_points: Fraction
    total_mini: int
    tie: str
    tie_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team's line, its members with what each brought, best first."""

    rank: int
    moved: int | None
    number: int
    name: str
    table_points: Fraction
    mini_points: int
    members: tuple[tuple[Person, Fraction, int], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A whole leaderboard. ``current`` is the running round whose figures stand beside the official ones."""

    revision: int
    through: int | None
    as_of: datetime | None
    current: RoundFacts | None
    rounds: tuple[RoundFacts, ...]
    columns: tuple[int, ...]
    rows: tuple[Row, ...]
    has_teams: bool
    order: tuple[str, ...]
    deals: int
    played: int
    to_play: int
    announced: tuple[str, datetime] | None
    """Code and time of what was announced for the round this board shows, if it is the ranking after one."""
    changed_since: int
    """How many rows differ from what was announced: a correction came later."""
    unseen: tuple[Row, ...] = ()
    """Rows that the reader may not see in the ranking, without their ranks: their games have pages all the
    same."""

    @property
    def closed(self) -> tuple[int, ...]:
        return tuple(r.number for r in self.rounds if r.is_closed)

    @property
    def last_closed(self) -> int | None:
        return self.closed[-1] if self.closed else None

    @property
    def coming(self) -> RoundFacts | None:
        """Between rounds: the next one, when its time is known."""
        if self.current is not None or self.through is not None or self.as_of is not None:
            return None
        following = next((r for r in self.rounds if not r.is_closed), None)
        return following if following is not None and following.planned_start else None

    @property
    def official(self) -> bool:
        return self.current is None

    @property
    def ranked(self) -> int:
        return sum(row.rank is not None for row in self.rows)

    @property
    def has_countries(self) -> bool:
        """Whether there is more than one country to compare."""
        return len({row.person.country for row in self.rows} - {""}) > 1

    @property
    def is_empty(self) -> bool:
        """Nothing was played yet, so nobody is ahead of anybody."""
        return not any(any(row.rounds) or row.in_play for row in self.rows)

    @property
    def awaits_first_deal(self) -> bool:
        """Every figure is the nothing that one begins with, also while the tables of round 1 shuffle."""
        return not any(
            any(row.rounds) or row.total_points or row.total_mini or (row.in_play and row.in_play.played)
            for row in self.rows
        )


_boards = Kept(24)
_columns = Kept(8)
_seats = Kept(16)
Lines = tuple[RoundLine | None, ...]
Seats = tuple[int, Four, Scored | bool, tuple[InPlay, ...]]
"""A table's number, who sits there, its score and what it is for each of the four."""


def leaderboard(
    tournament: Tournament, *, through: int | None = None, as_of: datetime | None = None
) -> Board:
    """The ranking now; after round ``through``; as the log stood at ``as_of``. Kept by revision.

    Rounds and rows that the reader may not see yet are left out.
    """
    through = through_shown(through, as_of)
    key = (tournament.pk, tournament.created_at, tournament.revision, through, as_of)
    return _boards.answer(key, lambda: _board(tournament, through, as_of))


def _board(tournament: Tournament, through: int | None, as_of: datetime | None) -> Board:
    rounds = rounds_of(tournament)
    shown = [r for r in rounds if through is None or r.number <= through]
    running = [r for r in shown if r.is_running]
    current = running[-1] if running else None
    now = standings_for(tournament, through=through, as_of=as_of)
    before = _before(tournament, shown, current, through, as_of)
    plays = _in_play(tournament, current, as_of) if current else {}
    people = people_of(tournament)
    columns = tuple(r.number for r in shown if r is not current and (r.is_closed or r.is_running))
    # with one round running, the ranking before it says all that the columns show, and stays as it is
    source = before if before is not None and len(running) == 1 else now
    lines = _lines(source.rows, columns)
    rows = _rows(now, before, plays, people, lines, current, criteria(tournament.tiebreaks))
    rows, unseen = _parted(rows, sight_now())
    announced, changed = _announced(tournament, shown, now, people, current, as_of)
    return Board(
        revision=now.revision,
        through=through,
        as_of=as_of,
        current=current,
        rounds=rounds,
        columns=columns,
        rows=rows,
        has_teams=any(row.team is not None for row in now.rows),
        order=criteria(tournament.tiebreaks),
        deals=tournament.ruleset.deals,
        played=sum(play.played for play in plays.values()) // 4,
        to_play=len(plays) // 4 * tournament.ruleset.deals,
        announced=announced,
        changed_since=changed,
        unseen=unseen,
    )


def _parted(rows: tuple[Row, ...], seen: Sight) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """What the reader sees of a ranking, and the rest without its order."""
    if not seen.key:
        return rows, ()
    shown = visible(rows, [row.rank for row in rows], seen)
    here = {row.person.number for row in shown}
    rest = (row._replace(rank=None, moved=None, tie="", tie_by=()) for row in rows)
    hidden = (row for row in rest if row.person.number not in here)
    return shown, tuple(sorted(hidden, key=lambda row: row.person.number))


def _before(
    tournament: Tournament,
    shown: Sequence[RoundFacts],
    current: RoundFacts | None,
    through: int | None,
    as_of: datetime | None,
) -> Standings | None:
    """What this ranking moved from: the official one while a round runs, else the one a round earlier."""
    closed = [r.number for r in shown if r.is_closed]
    if current is not None:
        return standings_for(tournament, through=through, as_of=as_of, official=True) if closed else None
    return standings_for(tournament, through=closed[-2], as_of=as_of) if len(closed) > 1 else None


def _in_play(tournament: Tournament, current: RoundFacts, as_of: datetime | None) -> dict[int, InPlay]:
    """The running game of everybody who sits in one, by player number."""
    deals, event = tournament.ruleset.deals, event_of(tournament, as_of=as_of)
    known: dict[int, Seats] = _seats.known(key := (tournament.pk, tournament.created_at, deals))
    now = {}
    for pk, (round_number, number, players) in event.tables.items():
        if round_number != current.number:
            continue
        kept = known.get(pk)
        scored = event.scores.get(pk) or pk in event.empty
        # the score of a game is the same object until something is entered there
        if kept is None or kept[:3] != (number, players, scored):
            kept = (number, players, scored, _seats_of(number, scored, deals))
        now[pk] = kept
    _seats.put(key, now)
    found: dict[int, InPlay] = {}
    for _, players, _, plays in now.values():
        found.update(zip(players, plays, strict=True))
    return found


def _seats_of(number: int, scored: Scored | bool, deals: int) -> tuple[InPlay, ...]:
    """The game of a table as each of the four has it, by starting seat. Where nothing counts, ``scored``
    is whether the game was ended all the same."""
    if isinstance(scored, bool):
        return (InPlay(number, marks_of(None, 0, deals, over=scored), 0, 0, None, None),) * 4
    score, count, totals_only, ended = scored
    marks = marks_of(score, count, deals, over=totals_only or ended)
    return tuple(
        InPlay(
            table=number,
            marks=marks,
            played=count,
            score=score.totals[seat],
            place=score.places[seat],
            table_points=score.table_points[seat],
            totals_only=totals_only,
        )
        for seat in range(4)
    )


def marks_of(score: GameScore | None, count: int, deals: int, *, over: bool) -> str:
    """One letter a deal for the sixteen. A deal that moved nothing was drawn: a win always moves points."""
    letters = "".join("w" if any(step.deltas) else "d" for step in (score.steps if score else ()))
    return letters + ("n" if count < deals and not over else "")


def _lines(rows: tuple[Standing, ...], columns: tuple[int, ...]) -> dict[int, Lines]:
    """What each player has in each of these rounds, worked out once for as long as ``rows`` are the same."""

    def work() -> tuple[tuple[Standing, ...], dict[int, Lines]]:
        found = {}
        for row in rows:
            by_round = {line.round: line for line in row.rounds}
            found[row.player] = tuple([by_round.get(number) for number in columns])
        return rows, found

    # the kept answer holds ``rows``, so that nothing else can come to have their id
    return _columns.answer((id(rows), columns), work)[1]


def _rows(
    now: Standings,
    before: Standings | None,
    plays: dict[int, InPlay],
    people: dict[int, Person],
    lines: dict[int, Lines],
    current: RoundFacts | None,
    order: Sequence[str],
) -> tuple[Row, ...]:
    was = {row.player: row for row in before.rows} if before else {}
    ties = _ties(now.rows, order)
    rows, nothing = [], Fraction(0)
    for standing, (tie, tie_by) in zip(now.rows, ties, strict=True):
        earlier = was.get(standing.player)
        base = standing if current is None else earlier
        rows.append(
            Row(
                rank=standing.rank,
                moved=earlier.rank - standing.rank if earlier and earlier.rank and standing.rank else None,
                person=people[standing.player],
                rounds=lines[standing.player],
                table_points=base.table_points if base else nothing,
                mini_points=base.mini_points if base else 0,
                penalties=base.penalties if base else 0,
                in_play=plays.get(standing.player),
                total_points=standing.table_points,
                total_mini=standing.mini_points,
                tie=tie,
                tie_by=tie_by,
            )
        )
    return tuple(rows)


def _ties(rows: Sequence[Standing], order: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """For each row: where it stands in its group of equals, and on the first row what parted the group.

    Those who have played nothing yet are in no group.
    """
    found: list[tuple[str, tuple[str, ...]]] = [("", ())] * len(rows)
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and _joined(rows[end - 1], rows[end]):
            end += 1
        if end - start > 1 and rows[start].rounds:
            group = rows[start:end]
            decided = {row.decided_by for row in group[1:] if row.decided_by}
            by = tuple(key for key in order if key in decided)
            if any(above.rank == row.rank for above, row in pairwise(group)):
                by += ("shared",)
            for index in range(start, end):
                found[index] = ("first" if index == start else "last" if index == end - 1 else "middle", ())
            found[start] = ("first", by)
        start = end
    return found


def _joined(above: Standing, row: Standing) -> bool:
    return row.rank is not None and (row.decided_by is not None or row.rank == above.rank)


def team_ranking(tournament: Tournament, board: Board) -> tuple[TeamRow, ...]:
    """The teams of a board with their members."""
    now = standings_for(tournament, through=board.through, as_of=board.as_of)
    shown = [r for r in board.rounds if board.through is None or r.number <= board.through]
    before = _before(tournament, shown, board.current, board.through, board.as_of)
    people = {row.person.number: row.person for row in board.rows}
    names = dict(tournament.teams.order_by().values_list("number", "name"))
    lines = {row.player: row for row in now.rows}
    was: dict[int, TeamStanding] = {team.team: team for team in before.teams} if before else {}
    return tuple(
        TeamRow(
            rank=team.rank,
            moved=was[team.team].rank - team.rank if team.team in was else None,
            number=team.team,
            name=names.get(team.team, ""),
            table_points=team.table_points,
            mini_points=team.mini_points,
            members=tuple(
                (people[line.player], line.table_points, line.mini_points)
                for line in sorted(
                    (lines[number] for number in team.members),
                    key=lambda line: (-line.table_points, -line.mini_points, line.player),
                )
            ),
        )
        for team in now.teams
    )


def _announced(
    tournament: Tournament,
    shown: Sequence[RoundFacts],
    now: Standings,
    people: dict[int, Person],
    current: RoundFacts | None,
    as_of: datetime | None,
) -> tuple[tuple[str, datetime] | None, int]:
    """What was announced after the last round of this board, and how many of its rows read otherwise now.

    Nothing while a ceremony reads it: the code of the whole ranking would confirm a guess of the places left.
    """
    closed = [r.number for r in shown if r.is_closed]
    if sight_now().from_below is not None or current is not None or not closed or as_of is not None:
        return None, 0
    document = (
        Announcement.objects.filter(round__tournament=tournament, round__number=closed[-1])
        .order_by("-number")
        .first()
    )
    if document is None:
        return None, 0
    said = {row["number"]: (row["rank"], row["table_points"], row["score"]) for row in document.rows}
    found = {row.player: (row.rank, str(row.table_points), row.mini_points) for row in now.rows}
    changed = sum(said.get(number) != value for number, value in found.items())
    return (document.hash, document.announced_at), changed

"""One player's path through the event: every game, with whom, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournament.engine.standings import RoundLine
from tournament.engine.statistics import Share
from tournament.models import Entry, Seat, Table, Tournament
from tournament.selectors.game_shapes import GameView, Line
from tournament.selectors.games import game_views
from tournament.selectors.leaderboard import Board, Row, leaderboard
from tournament.selectors.people import Person, RoundFacts, people_of
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import looking, sight_now
from tournament.selectors.standings import standings_for
from tournament.selectors.statistics import whole_tally


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of a player: where, with whom, and what came of it. ``game`` is None before it is played."""

    round: RoundFacts
    table: int | None
    seat: int | None
    others: tuple[tuple[Person, int | None], ...]
    game: GameView | None
    line: RoundLine | None
    total: Fraction | None
    """Table points after this round."""
    start: int
    """Mini-points before this round."""


@dataclass(frozen=True, slots=True)
class Path:
    """A player's way through the event. ``row`` is the line in the ranking now, ``base`` the official one."""

    person: Person
    row: Row
    board: Board
    official_rank: int | None
    stages: tuple[Stage, ...]
    best: Line | None
    best_game: GameView | None
    wins: int
    dealt_in: int
    deals: int
    fines: tuple[Entry, ...]
    own: Share
    """What the statistics of the event count for this player."""
    field: tuple[Share, ...]
    """The same of everybody who has played."""
    won: tuple[tuple[Line, GameView], ...]
    """Every hand that this player won, in order."""


def player_path(tournament: Tournament, number: int) -> Path | None:
    """Everything about one player that the reader may see, or None when nobody has this number."""
    # the final ranking that a ceremony reads out says more than the games that are open to all
    with looking(sight_now()._replace(from_below=None)):
        return _path(tournament, number)


def _path(tournament: Tournament, number: int) -> Path | None:
    board = leaderboard(tournament)
    row = next((row for row in (*board.rows, *board.unseen) if row.person.number == number), None)
    if row is None:
        return None
    people, standing = people_of(tournament), standings_for(tournament)
    lines = {line.round: line for s in standing.rows if s.player == number for line in s.rounds}
    games = _games_of_player(tournament, number)
    stages, total, mini = [], Fraction(0), 0
    for facts in board.rounds:
        view, line = games.get(facts.number), lines.get(facts.number)
        total += line.table_points if line else 0
        mine = next((p for p in view.people if p.player.number == number), None) if view else None
        stages.append(
            Stage(
                round=facts,
                table=view.table.number if view else None,
                seat=mine.seat if mine else None,
                others=_others(view, number, people, scored=line is not None),
                game=view,
                line=line,
                total=total if line else None,
                start=mini,
            )
        )
        mini += line.mini_points if line else 0
    mine_lines = list(_lines_with_seat(stages))
    won = [(line, view) for line, seat, view in mine_lines if line.entry and line.entry.winner == seat]
    people_so_far = whole_tally(tournament).people
    best = max(won, key=lambda pair: (pair[0].entry.fan_total or 0) if pair[0].entry else 0, default=None)
    return Path(
        person=row.person,
        row=row,
        board=board,
        official_rank=_official_rank(tournament, board, number),
        stages=tuple(stages),
        best=best[0] if best else None,
        best_game=best[1] if best else None,
        wins=len(won),
        dealt_in=sum(line.entry is not None and line.entry.discarder == seat for line, seat, _ in mine_lines),
        deals=len(mine_lines),
        fines=_fines(tournament, number),
        own=people_so_far.get(number, Share()),
        field=tuple(share for share in people_so_far.values() if share.deals),
        won=tuple(won),
    )


def _lines_with_seat(stages: list[Stage]) -> Iterator[tuple[Line, int, GameView]]:
    for stage in stages:
        if stage.game is not None and stage.seat is not None:
            for line in stage.game.lines:
                if line.entry is not None:
                    yield line, stage.seat, stage.game


def _others(
    view: GameView | None, number: int, people: dict[int, Person], *, scored: bool
) -> tuple[tuple[Person, int | None], ...]:
    if view is None:
        return ()
    return tuple(
        (people[p.player.number], p.score if scored else None)
        for p in sorted(view.people, key=lambda p: p.place)
        if p.player.number != number
    )


def _official_rank(tournament: Tournament, board: Board, number: int) -> int | None:
    if board.last_closed is None or any(row.person.number == number for row in board.unseen):
        return None
    rows = standings_for(tournament, official=True).rows
    return next((row.rank for row in rows if row.player == number), None)


def _fines(tournament: Tournament, number: int) -> tuple[Entry, ...]:
    """Penalties outside games that count in what the reader sees: none of a round that is kept back."""
    given = Entry.objects.filter(tournament=tournament, table=None, player__number=number).penalties().live()
    seen = sight_now()
    return tuple(fine for fine in given if seen.results and seen.round(fine.round_number or 0))


def _games_of_player(tournament: Tournament, number: int) -> dict[int, GameView]:
    """All games of a player, seated or played, by round: three queries however many there are."""
    seats = Seat.objects.filter(round__tournament=tournament, player__number=number)
    tables = Table.objects.filter(pk__in=seats.values("table")).select_related("round__tournament")
    if hidden := hidden_rounds(tournament):
        tables = tables.exclude(round__number__in=hidden)
    return {view.table.round.number: view for view in game_views(list(tables))}

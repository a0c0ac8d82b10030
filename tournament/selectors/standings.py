"""Standings from the log: computed on demand, never maintained.

Answers are kept per (tournament, revision): a new revision is a new key, so nothing is ever invalidated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Count, F, Max, OuterRef, Subquery, Sum

from scoring.game import GameScore
from tournament.engine import standings as engine
from tournament.engine.standings import Entrant, Fine, Game, Record, Standing, TeamStanding
from tournament.models import Entry, Kind, Player, Round, Seat, Table, Tournament
from tournament.models.prepared import Prepared
from tournament.models.table import RoundState
from tournament.selectors.kept import Kept
from tournament.selectors.log import TableLog, logs_of, table_logs
from tournament.selectors.people import Person, people_of
from tournament.selectors.sight import sight_now

_standings = Kept(64)
_events = Kept(8)
_rankings = Kept(16)
_bases = Kept(16)
_booked = Kept(16)
_scores = Kept(32)
_games = Kept(32)
_setups = Kept(8)
_seats = Kept(8)
_closed = Kept(8)
FEW = 20
_heads = Prepared(
    lambda round_: (
        Table.objects.filter(round=round_)
        .order_by()
        .values_list(
            "pk",
            "round__number",
            "number",
            # one look into the index a table; grouping the whole log would read all of it
            Subquery(Entry.objects.filter(table=OuterRef("pk")).order_by("-sequence").values("sequence")[:1]),
        )
    ),
    Round._meta.pk,
)
"""The tables of a round, each with the newest sequence of its log."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking at one revision. ``official`` counts closed rounds only."""

    rows: tuple[Standing, ...]
    revision: int
    through: int | None
    official: bool
    as_of: datetime | None = None

    @property
    def teams(self) -> tuple[TeamStanding, ...]:
        """The ranking of the teams, worked out when somebody asks: most pages do not."""
        return tuple(engine.rank_teams(self.rows))


def standings_for(
    tournament: Tournament,
    *,
    through: int | None = None,
    as_of: datetime | None = None,
    official: bool = False,
) -> Standings:
    """The ranking over all games so far: up to round ``through``, as the log stood at ``as_of``.

    ``official`` leaves the games of rounds out that are still running. Rounds that the reader may not see
    yet are left out as well, except in the final ranking that a ceremony reads from below.
    """
    seen = sight_now()
    if seen.through is not None and seen.from_below is None:
        through = seen.through if through is None else min(through, seen.through)

    def work() -> Standings:
        return Standings(
            rows=_ranking(tournament, through=through, as_of=as_of, official=official),
            revision=tournament.revision,
            through=through,
            official=official,
            as_of=as_of,
        )

    key = (tournament.pk, tournament.created_at, tournament.revision, through, as_of, official)
    return _standings.answer(key, work)


def _ranking(
    tournament: Tournament, *, through: int | None, as_of: datetime | None, official: bool
) -> tuple[Standing, ...]:
    """The rows. What is official changes once a round, not with every deal: the same facts are folded once.

    A game whose log did not change is the same object in every revision, and the kept answer holds its
    games, so that their identities are a safe key.
    """
    event = event_of(tournament, as_of=as_of)
    games = [game for game in event.games if through is None or game.round <= through]
    closed = tuple(game for game in games if game.official)
    running = () if official else tuple(game for game in games if not game.official)
    fines = tuple(fine for fine in event.fines if through is None or fine.round <= through)

    def fold_closed() -> tuple[tuple[Game, ...], dict[int, Record]]:
        found = engine.records(event.entrants, closed)
        return closed, {record.number: record for record in found}

    def work() -> tuple[tuple[Game, ...], tuple[Standing, ...]]:
        base = _bases.answer((tuple(map(id, closed)), event.entrants), fold_closed)[1]
        whose = (tournament.pk, tournament.created_at, event.entrants)
        booked = engine.book(event.entrants, running, fines, base=base, known=_booked.known(whose))
        _booked.put(whose, booked)
        found = [one.record for one in booked.values()]
        return (*closed, *running), tuple(engine.rank(found, tiebreaks=tournament.tiebreaks))

    key = (
        tuple(map(id, closed)),
        tuple(map(id, running)),
        fines,
        event.entrants,
        tuple(tournament.tiebreaks),
    )
    return _rankings.answer(key, work)[1]


class Scored(NamedTuple):
    """A game's score, its deals, whether only its totals are known, and whether it ended before its time."""

    score: GameScore
    deals: int
    totals_only: bool
    ended: bool


Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Event:
    """Everything a ranking is folded from. ``tables``: round, number and players by table id, as seated.
    ``empty``: the tables whose game was ended although nothing of it counts."""

    entrants: tuple[Entrant, ...]
    tables: dict[int, tuple[int, int, Four]]
    scores: dict[int, Scored]
    empty: frozenset[int]
    games: list[Game]
    fines: list[Fine]


def event_of(tournament: Tournament, *, as_of: datetime | None = None) -> Event:
    """The event so far, read once a revision: a page shows several rankings of it."""
    key = (tournament.pk, tournament.created_at, tournament.revision, as_of)
    return _events.answer(key, lambda: _event(tournament, as_of=as_of))


def _event(tournament: Tournament, *, as_of: datetime | None) -> Event:
    """A table where nothing was entered has not been played and is no game."""
    if as_of is None:
        key = (tournament.pk, tournament.created_at, tournament.setup_revision)
        setup = _setups.answer(key, lambda: _setup(tournament, as_of=None))
    else:
        setup = _setup(tournament, as_of=as_of)
    before = setup.before
    now = _part(tournament, setup.running, setup.chairs, official=False, as_of=as_of)
    return Event(
        entrants=setup.entrants,
        tables={**before.tables, **now.tables},
        scores={**before.scores, **now.scores},
        empty=before.empty | now.empty,
        games=[*before.games, *now.games],
        fines=setup.fines,
    )


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays as it is while deals come in from a running round. ``running`` are round ids."""

    entrants: tuple[Entrant, ...]
    running: tuple[int, ...]
    chairs: dict[int, Four]
    before: "Part"
    fines: list[Fine]


def _setup(tournament: Tournament, *, as_of: datetime | None) -> Setup:
    rounds = list(tournament.rounds.order_by("number").values_list("pk", "state"))
    closed = tuple(pk for pk, state in rounds if state == RoundState.CLOSED)
    seated, chairs = _chairs(tournament)
    if as_of is None:
        # the log only grows: as long as the closed rounds have so many entries, nothing in them changed
        length = Entry.objects.filter(table__round__in=closed).count()
        key = (tournament.pk, tournament.created_at, seated, closed, length)
        before = _closed.answer(key, lambda: _part(tournament, closed, chairs, official=True, as_of=None))
    else:
        before = _part(tournament, closed, chairs, official=True, as_of=as_of)
    return Setup(
        entrants=tuple(
            Entrant(number=number, ranked=not person.substitute, team=person.team_number)
            for number, person in people_of(tournament).items()
        ),
        running=tuple(pk for pk, state in rounds if state == RoundState.RUNNING),
        chairs=chairs,
        before=before,
        fines=_fines(tournament, as_of=as_of),
    )


@dataclass(frozen=True, slots=True)
class Part:
    """The games of some rounds, and every table of those rounds as it is seated. ``empty``: see ``Event``."""

    tables: dict[int, tuple[int, int, Four]]
    scores: dict[int, Scored]
    empty: frozenset[int]
    games: list[Game]


def _part(
    tournament: Tournament,
    rounds: Sequence[int],
    chairs: dict[int, Four],
    *,
    official: bool,
    as_of: datetime | None,
) -> Part:
    tables, heads = {}, {}
    for round_id in rounds:
        for pk, round_number, number, head in _heads.rows(round_id):
            tables[pk] = (round_number, number, chairs[pk])
            if head is not None:
                heads[pk] = head
    scores, empty = _scores_of(tournament, heads, as_of=as_of, part=official)
    facts = {pk: (*tables[pk][:2], official, chairs[pk]) for pk in scores}
    games = (
        _games_of(tournament, facts, scores, part=official)
        if as_of is None
        else [_game(*facts[pk], scores[pk]) for pk in facts]
    )
    return Part(tables, scores, empty, games)


def _chairs(tournament: Tournament) -> tuple[tuple[int | None, ...], dict[int, Four]]:
    """A fingerprint of all seats, and who starts where by table id. Read again only when a seat changed:
    the fingerprint is one small row, the seats of a large event are ten thousand."""
    seats = Seat.objects.filter(round__tournament=tournament).order_by()
    fingerprint = seats.aggregate(
        count=Count("pk"), last=Max("pk"), who=Sum(F("player_id") * F("pk"), output_field=BigIntegerField())
    )

    def work() -> dict[int, Four]:
        chairs: dict[int, list[int]] = {}
        for table_id, seat, number in seats.values_list("table_id", "seat", "player__number"):
            chairs.setdefault(table_id, [0, 0, 0, 0])[seat] = number
        return {table_id: _four(four) for table_id, four in chairs.items()}

    seated = tuple(fingerprint.values())
    return seated, _seats.answer((tournament.pk, tournament.created_at, seated), work)


def _four(values: list[int]) -> Four:
    east, south, west, north = values
    return (east, south, west, north)


def scores_of(tournament: Tournament, wanted: set[int]) -> tuple[dict[int, Scored], frozenset[int]]:
    """The game of each of these tables where something counts, by table id; and the tables whose game was
    ended although nothing of it counts."""
    entries = Entry.objects.filter(table__in=wanted).order_by()
    heads = dict(entries.values_list("table_id").annotate(head=Max("sequence")))
    return _scores_of(tournament, heads, as_of=None)


def _scores_of(
    tournament: Tournament, heads: dict[int, int], *, as_of: datetime | None, part: object = None
) -> tuple[dict[int, Scored], frozenset[int]]:
    """Games by table id, folded again only when a log grew: ``heads`` are the newest sequences. What is kept
    is kept by ``part`` of the event. With them the tables whose game was ended and counts nothing."""
    ruleset = tournament.ruleset
    if as_of is not None:
        logs = table_logs(Entry.objects.filter(tournament=tournament), as_of=as_of)
        return _told_apart({pk: _read(log, ruleset) for pk, log in logs.items() if pk in heads})
    key = (tournament.pk, tournament.created_at, part)
    known: dict[int, tuple[int, Scored | bool]] = _scores.known(key)
    missing = [pk for pk, head in heads.items() if pk not in known or known[pk][0] != head]
    if missing:
        # by table alone: with the event named too, SQLite reads the whole event's log for one table
        if len(missing) <= FEW:
            logs = logs_of(missing)
        else:
            wanted = {"tournament": tournament} if len(missing) > 200 else {"table_id__in": missing}
            logs = table_logs(Entry.objects.filter(**wanted))
        known = dict(known)
        for pk in missing:
            known[pk] = (heads[pk], _read(logs.get(pk), ruleset))
        _scores.put(key, known)
    return _told_apart({pk: known[pk][1] for pk in heads})


def _read(log: TableLog | None, ruleset: Any) -> Scored | bool:
    """The game of a log; where nothing counts, whether it was ended all the same."""
    if log is None or log.is_empty:
        return log is not None and log.ended
    return Scored(log.score(ruleset), len(log.deals), log.totals is not None, log.ended)


def _told_apart(read: dict[int, Scored | bool]) -> tuple[dict[int, Scored], frozenset[int]]:
    scores = {pk: one for pk, one in read.items() if not isinstance(one, bool)}
    return scores, frozenset(pk for pk, one in read.items() if one is True)


Facts = tuple[int, int, bool, Four]


def _games_of(
    tournament: Tournament, tables: dict[int, Facts], scores: dict[int, Scored], *, part: object
) -> list[Game]:
    """The games as the ranking takes them; each the same object for as long as nothing about it changes."""
    key = (tournament.pk, tournament.created_at, part)
    known: dict[int, tuple[Scored, Facts, Game]] = _games.known(key)
    found, changed = {}, False
    for pk, facts in tables.items():
        kept = known.get(pk)
        if kept is None or kept[0] is not scores[pk] or kept[1] != facts:
            kept, changed = (scores[pk], facts, _game(*facts, scores[pk])), True
        found[pk] = kept
    if changed:
        _games.put(key, found)
    return [game for _, _, game in found.values()]


def _game(round_number: int, table: int, official: bool, players: Four, scored: Scored) -> Game:
    score, deals, totals_only, _ = scored
    return Game(
        round=round_number,
        table=table,
        players=players,
        totals=score.totals,
        places=score.places,
        table_points=score.table_points,
        deductions=score.deductions,
        transfers=score.transfers,
        deals=deals,
        official=official,
        totals_only=totals_only,
    )


def _fines(tournament: Tournament, *, as_of: datetime | None) -> list[Fine]:
    entries = Entry.objects.filter(tournament=tournament, table=None, kind=Kind.PENALTY).live(as_of=as_of)
    # the order makes the database take the small index of what stands off any table
    entries = entries.order_by("sequence")
    return [
        Fine(player=player, round=round_number or 0, mini_points=mini, table_points=Fraction(twelfths, 12))
        for player, round_number, mini, twelfths in entries.values_list(
            "player__number", "round_number", "mini_points", "twelfths"
        )
    ]


def announcement_rows(tournament: Tournament, *, through: int) -> list[dict[str, Any]]:
    """The official ranking as plain values: what is announced, exported and printed by the command line."""
    players = {player.number: player for player in tournament.players.all()}
    return [plain_row(row, players[row.player]) for row in standings_for(tournament, through=through).rows]


def plain_row(row: Standing, player: Player | Person) -> dict[str, Any]:
    """One row of the ranking as JSON values; table points are exact ("21", "25/3")."""
    return {
        "rank": row.rank,
        "player": player.key,
        "number": player.number,
        "name": player.name,
        "table_points": str(row.table_points),
        "score": row.mini_points,
        "penalties": row.penalties,
        "rounds": len(row.rounds),
        "decided_by": row.decided_by,
        "shared": row.shared,
    }

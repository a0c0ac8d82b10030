"""The smallest worlds, built through the services, so that no fixture can describe an impossible one."""

import datetime
import functools
import uuid
from typing import Any

from scoring.payments import DealFacts, Outcome
from tournament.engine import seating
from tournament.engine.roster import read_roster
from tournament.models import Entry, Table, Tournament
from tournament.permissions import Actor
from tournament.selectors.games import game_view
from tournament.services.deals import record_deal
from tournament.services.registration import replace_players
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import problem_of, publish_seating, store_draft
from tournament.services.sign_offs import end_game, sign_off
from tournament.services.tournaments import create_tournament

TESTER = Actor.program("tester")

ROWS_AND_COLUMNS = (
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
    ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
)
"""The rows of a square, then its columns: nobody meets twice."""


def a_tournament(*, slug: str = "cup", rounds: int = 2, **settings: Any) -> Tournament:
    """Nobody has registered yet."""
    return create_tournament(
        slug=slug,
        actor=TESTER,
        name=settings.pop("name", "Harbour Cup"),
        starts_on=datetime.date(2026, 8, 14),
        ends_on=datetime.date(2026, 8, 16),
        number_of_rounds=rounds,
        **settings,
    )


def with_players(tournament: Tournament, count: int = 16, teams: int = 0) -> Tournament:
    """``count`` players named Player 1, Player 2 …"""
    head = ["Name", "Country", "Team"]
    rows = [[f"Player {n}", "DEN", f"Team {n % teams + 1}" if teams else ""] for n in range(1, count + 1)]
    replace_players(tournament, read_roster([head, *rows]).rows, actor=TESTER)
    return tournament


@functools.cache
def _made(problem: seating.Problem, seed: str) -> seating.Made:
    """A problem and a seed give the same chart always: a second of searching, once in a run of tests."""
    return seating.plan_seating(problem, seed)


def seated(tournament: Tournament, *, players: int = 16, seed: str = "1") -> Tournament:
    """All rounds have a published seating: what ``draft_seating`` would draw, without the search again."""
    with_players(tournament, players)
    problem = problem_of(tournament)
    made = _made(problem, seed)
    draft = store_draft(
        tournament, chart=made.chart, problem=problem, seed=seed, method=made.method, actor=TESTER
    )
    publish_seating(draft, actor=TESTER)
    return tournament


def a_running_table(*, players: int = 4, rounds: int = 1, **settings: Any) -> Table:
    """Four people, one table, round 1 running, no deals."""
    tournament = seated(a_tournament(rounds=rounds, **settings), players=players)
    first = tournament.rounds.get(number=1)
    start_round(first, actor=TESTER)
    return Table.objects.select_related("round__tournament").get(round=first, number=1)


def self_draw(winner: int, fan: int = 8, flowers: int = 0) -> DealFacts:
    return DealFacts(Outcome.SELF_DRAW, winner=winner, fan_total=fan, flowers=flowers)


def discard(winner: int, discarder: int, fan: int = 8, flowers: int = 0) -> DealFacts:
    return DealFacts(Outcome.DISCARD, winner=winner, discarder=discarder, fan_total=fan, flowers=flowers)


DRAWN = DealFacts(Outcome.DRAWN)


def deal(table: Table, number: int, facts: DealFacts = DRAWN, **extra: Any) -> Entry:
    """Record one deal."""
    return record_deal(
        table_id=table.pk,
        number=number,
        facts=facts,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def play_out(table: Table, facts: DealFacts = DRAWN) -> None:
    """Fill the game with the same result."""
    for number in range(1, table.round.tournament.ruleset.deals + 1):
        deal(table, number, facts)


def play_round(tournament: Tournament, number: int) -> None:
    """Start a round, one deal at each table (East wins, by another total at every second one), close it."""
    round_ = tournament.rounds.get(number=number)
    start_round(round_, actor=TESTER)
    for table in Table.objects.filter(round=round_).select_related("round__tournament"):
        deal(table, 1, discard(0, 1, fan=8 + table.number) if table.number % 2 else self_draw(0))
        end_game(table_id=table.pk, reason="short", client_key=uuid.uuid4(), actor=TESTER)
    close_round(round_, actor=TESTER)
    tournament.refresh_from_db()


def sign(table: Table, seat: int = 0, *, agree: bool = True, up_to: int | None = None, **extra: Any) -> Entry:
    """A player says whether what is recorded (up to now, or to ``up_to``) is right."""
    return sign_off(
        table_id=table.pk,
        seat=seat,
        agree=agree,
        up_to=game_view(table).last_fact if up_to is None else up_to,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def dispute(table: Table, reason: str = "a fan total is wrong", *, seat: int = 0) -> Entry:
    """A player says that what is recorded so far is wrong."""
    return sign(table, seat, agree=False, reason=reason)

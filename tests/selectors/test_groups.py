"""Countries, teams, ties and corrections: the same ranking seen from other sides."""

import uuid
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.factories import TESTER, a_running_table, a_tournament, deal, seated, self_draw
from tournament.engine.countries import CountryLine, rank_countries
from tournament.errors import Refused
from tournament.models import Table
from tournament.selectors.corrections import corrected_since
from tournament.selectors.groups import tie_of
from tournament.selectors.leaderboard import leaderboard
from tournament.selectors.ordering import arranged
from tournament.services.deals import correct_deal
from tournament.services.rounds import close_round, start_round
from tournament.services.sign_offs import end_game


def test_countries_stand_by_the_mean_of_their_players_and_equal_ones_share_a_rank():
    lines = [
        CountryLine("DEN", 1, 7, Fraction(8), 100),
        CountryLine("DEN", 4, 9, Fraction(1), -50),
        CountryLine("FRA", 2, 2, Fraction(9, 2), 25),
        CountryLine("ITA", 3, 5, Fraction(9, 2), 30),
        CountryLine("", 5, 6, Fraction(9), 300),
    ]
    found = rank_countries(lines)
    # DEN (8 + 1) / 2 = 4½ with 25 points as FRA has; ITA has 30; who has no country is in none
    assert [(row.rank, row.country, row.table_points, row.mini_points) for row in found] == [
        (1, "ITA", Fraction(9, 2), 30),
        (2, "DEN", Fraction(9, 2), 25),
        (2, "FRA", Fraction(9, 2), 25),
    ]
    assert [member.number for member in found[1].members] == [7, 9]


def end(table):
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")


@pytest.fixture
def third_round(db):
    """Four players; East of round 1 won 8 fan there; rounds 1 and 2 closed, round 3 running."""
    table = a_running_table(rounds=3)
    tournament = table.round.tournament
    deal(table, 1, self_draw(winner=0, fan=8))
    for number in (1, 2):
        round_ = tournament.rounds.get(number=number)
        if number > 1:
            start_round(round_, actor=TESTER)
            deal(round_.tables.get(), 1)
        end(round_.tables.get())
        close_round(round_, actor=TESTER)
    start_round(tournament.rounds.get(number=3), actor=TESTER)
    tournament.refresh_from_db()
    return tournament, table


def test_a_correction_in_round_1_while_round_3_runs_is_said_with_its_time_and_reason(third_round):
    tournament, table = third_round
    assert corrected_since(tournament, leaderboard(tournament)) is None
    entry = correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=self_draw(winner=1, fan=8),
        reason="South won, not East",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    tournament.refresh_from_db()
    found = corrected_since(tournament, leaderboard(tournament))
    (late,) = found.corrections
    assert (late.round, late.table, late.deal, late.reason) == (1, 1, 1, "South won, not East")
    assert late.at == entry.recorded_at
    assert (found.announced_after, found.running, found.rounds) == (2, 3, (1,))
    # East and South change places; West and North stay level behind them
    assert found.ranks == 2
    assert corrected_since(tournament, leaderboard(tournament, through=1)) is not None


def test_what_is_stated_in_the_running_round_is_no_correction(third_round):
    tournament, _ = third_round
    playing = Table.objects.get(round__tournament=tournament, round__number=3)
    deal(playing, 1, self_draw(winner=0, fan=8))
    tournament.refresh_from_db()
    assert corrected_since(tournament, leaderboard(tournament)) is None


def test_a_tie_is_explained_by_every_criterion_down_to_the_one_that_decides(third_round):
    tournament, table = third_round
    board = leaderboard(tournament)
    # West and North have the same in everything: −16 in round 1, the shared points of two rounds
    west = table.seats.get(seat=2).player.number
    pairs = tie_of(tournament, board, west)
    last = pairs[-1]
    assert last.shared
    assert [step.key for step in last.steps] == list(board.order)
    first = table.seats.get(seat=0).player.number
    assert tie_of(tournament, board, first) == ()


@pytest.mark.django_db
def test_a_ranking_in_another_order_keeps_its_ranks_and_puts_nothing_last():
    tournament = seated(a_tournament())
    board = leaderboard(tournament)
    rows = tuple(
        row._replace(rank=index, total_mini=mini, penalties=penalty)
        for index, (row, mini, penalty) in enumerate(
            zip(board.rows, [5, -3, 9, 0] * 4, [0, -10, 0, -20] * 4, strict=True), 1
        )
    )
    board = replace(board, rows=rows)
    best = arranged(board, "mini_points").rows
    assert [row.total_mini for row in best] == [9] * 4 + [5] * 4 + [0] * 4 + [-3] * 4
    assert [row.rank for row in best[:4]] == [3, 7, 11, 15]
    assert [row.total_mini for row in arranged(board, "-mini_points").rows][:4] == [-3] * 4
    fined = arranged(board, "penalties").rows
    assert [row.penalties for row in fined] == [-20] * 4 + [-10] * 4 + [0] * 8
    with pytest.raises(Refused):
        arranged(board, "shoe_size")

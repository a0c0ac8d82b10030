"""The leaderboard: official figures beside live ones, movement, ties, and the same at an earlier time."""

import uuid
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from scoring.payments import Treatment
from tests.factories import (
    DRAWN,
    TESTER,
    a_running_table,
    a_tournament,
    deal,
    discard,
    play_out,
    seated,
    self_draw,
    with_players,
)
from tournament.models import Round, Table
from tournament.selectors.leaderboard import leaderboard, team_ranking
from tournament.selectors.schedule import tables_now
from tournament.services.deals import correct_deal, record_totals, void_deal
from tournament.services.penalties import fine_player, give_penalty
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def fresh(tournament):
    tournament.refresh_from_db()
    return tournament


def end(table):
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")


def closed(round_):
    for table in round_.tables.all():
        end(table)
    return close_round(round_, actor=TESTER)


@pytest.fixture
def second_round():
    """Four players; round 1 closed with East +48, the others −16; round 2 running, its first deal drawn."""
    table = a_running_table(rounds=2)
    tournament = table.round.tournament
    deal(table, 1, self_draw(winner=0, fan=8))
    closed(table.round)
    second = tournament.rounds.get(number=2)
    start_round(second, actor=TESTER)
    playing = Table.objects.select_related("round__tournament").get(round=second)
    return fresh(tournament), table, playing


def rows_by_player(board):
    return {row.person.number: row for row in board.rows}


def test_before_the_first_deal_the_board_is_empty():
    board = leaderboard(seated(a_tournament()))
    assert board.is_empty
    assert board.current is None
    assert board.columns == ()
    assert [row.tie for row in board.rows] == [""] * 16


def test_a_running_game_stands_beside_the_official_figures_and_adds_to_the_live_total(second_round):
    tournament, first, playing = second_round
    winner = first.seats.get(seat=0).player.number
    seat = playing.seats.get(player__number=winner).seat
    deal(playing, 1, discard(winner=seat, discarder=(seat + 1) % 4, fan=20))
    board = leaderboard(fresh(tournament))
    row = rows_by_player(board)[winner]
    # 3 × (8 + 8) = 48 in round 1; 8 + 8 + 28 = 44 in the running game; 4 table points for each first place
    assert (row.mini_points, row.table_points) == (48, 4)
    assert (row.in_play.score, row.in_play.place, row.in_play.table_points) == (44, 1, 4)
    assert (row.total_mini, row.total_points) == (92, 8)
    assert board.current.number == 2
    assert board.columns == (1,)
    assert (board.played, board.to_play) == (1, 16)


def test_table_points_of_three_equal_players_are_shared_exactly(second_round):
    tournament, _, _ = second_round
    board = leaderboard(tournament, through=1)
    losers = [row for row in board.rows if row.mini_points == -16]
    assert len(losers) == 3
    assert {row.total_points for row in losers} == {Fraction(1)}  # (2 + 1 + 0) / 3
    assert {row.rank for row in losers} == {2}


def test_the_sixteen_says_what_was_won_what_was_drawn_and_what_is_played():
    table = a_running_table()
    deal(table, 1, self_draw(winner=2))
    deal(table, 2, DRAWN)
    board = leaderboard(fresh(table.round.tournament))
    assert {row.in_play.marks for row in board.rows} == {"wdn"}
    end(table)
    board = leaderboard(fresh(table.round.tournament))
    assert {row.in_play.marks for row in board.rows} == {"wd"}


def test_movement_is_counted_from_the_last_official_ranking(second_round):
    tournament, first, playing = second_round
    leader = first.seats.get(seat=0).player.number
    seat = playing.seats.get(player__number=leader).seat
    # the leader of round 1 loses 96 + 8 by discard; someone of the other three takes the lead
    deal(playing, 1, discard(winner=(seat + 1) % 4, discarder=seat, fan=96))
    board = leaderboard(fresh(tournament))
    rows = rows_by_player(board)
    new_leader = playing.seats.get(seat=(seat + 1) % 4).player.number
    assert board.rows[0].person.number == new_leader
    assert rows[new_leader].moved == 1  # from a shared second place
    assert rows[leader].moved < 0


def test_a_group_of_equals_is_joined_and_says_once_what_parted_it():
    table = a_running_table(players=8)
    other = Table.objects.get(round=table.round, number=2)
    deal(table, 1, self_draw(winner=0, fan=8))
    deal(other, 1, self_draw(winner=0, fan=30))
    board = leaderboard(fresh(table.round.tournament))
    assert [row.total_points for row in board.rows[:2]] == [4, 4]
    assert [row.total_mini for row in board.rows[:2]] == [114, 48]
    assert [(row.tie, row.tie_by) for row in board.rows[:2]] == [("first", ("mini",)), ("last", ())]
    assert [row.tie for row in board.rows[2:]] == ["first", "middle", "middle", "middle", "middle", "last"]
    assert board.rows[2].tie_by == ("mini", "shared")


def test_penalties_are_shown_and_are_part_of_the_points(second_round):
    tournament, first, _ = second_round
    player = first.seats.get(seat=1).player
    fine_player(
        tournament, player=player, reason="late", client_key=uuid.uuid4(), actor=TESTER,
        mini_points=20, twelfths=6, round_number=1,
    )  # fmt: skip
    row = rows_by_player(leaderboard(fresh(tournament), through=1))[player.number]
    assert row.penalties == -20
    assert row.total_mini == -16 - 20
    assert row.total_points == Fraction(1, 2)


def test_after_a_round_the_board_shows_that_round_whatever_came_later(second_round):
    tournament, _, playing = second_round
    before = [
        (row.rank, row.person.number, row.total_mini) for row in leaderboard(tournament, through=1).rows
    ]
    deal(playing, 1, self_draw(winner=3, fan=88))
    board = leaderboard(fresh(tournament), through=1)
    assert [(row.rank, row.person.number, row.total_mini) for row in board.rows] == before
    assert board.current is None
    assert board.changed_since == 0


def test_a_correction_after_the_announcement_is_counted_and_the_old_state_can_be_seen(second_round):
    tournament, first, _ = second_round
    announced = leaderboard(tournament, through=1).announced
    correct_deal(
        table_id=first.pk, number=1, base_revision=1, facts=self_draw(winner=0, fan=10), reason="keyed wrong",
        client_key=uuid.uuid4(), actor=TESTER,
    )  # fmt: skip
    board = leaderboard(fresh(tournament), through=1)
    assert board.changed_since == 4  # 3 × 18 = 54 and three times −18
    assert board.announced == announced
    earlier = leaderboard(tournament, through=1, as_of=announced[1])
    assert sorted(row.total_mini for row in earlier.rows) == [-16, -16, -16, 48]
    assert sorted(row.total_mini for row in board.rows) == [-18, -18, -18, 54]


def test_as_of_leaves_out_what_was_recorded_later():
    table = a_running_table()
    start = timezone.now()
    deal(table, 1, self_draw(winner=0, fan=8), at=start)
    deal(table, 2, self_draw(winner=1, fan=8), at=start + timedelta(minutes=5))
    tournament = fresh(table.round.tournament)
    earlier = leaderboard(tournament, as_of=start + timedelta(minutes=1))
    assert sorted(row.total_mini for row in earlier.rows) == [-16, -16, -16, 48]
    # 48 − 16 = 32 for the two winners, −32 for the others
    assert sorted(row.total_mini for row in leaderboard(tournament).rows) == [-32, -32, 32, 32]


def test_totals_only_are_said_to_be_totals_only():
    table = a_running_table()
    record_totals(table_id=table.pk, totals=(45, -20, -25, 0), client_key=uuid.uuid4(), actor=TESTER)
    rows = leaderboard(fresh(table.round.tournament)).rows
    assert all(row.in_play.totals_only for row in rows)
    assert [row.total_mini for row in rows] == [45, 0, -20, -25]


@pytest.mark.django_db(transaction=True)
def test_a_new_revision_costs_few_queries_and_a_known_one_none(django_assert_num_queries):
    table = a_running_table(rounds=2)
    tournament = table.round.tournament
    deal(table, 1)
    closed(table.round)
    second = tournament.rounds.get(number=2)
    start_round(second, actor=TESTER)
    playing = Table.objects.get(round=second)
    leaderboard(fresh(tournament))
    deal(playing, 1, self_draw(winner=0))
    fresh(tournament)
    # running tables with their newest sequence and the one log that grew: both rankings of the page are
    # folded from the same reading, and nothing else can have changed
    with django_assert_num_queries(2):
        leaderboard(tournament)
    with django_assert_num_queries(0):
        leaderboard(tournament)


def test_a_team_is_the_sum_of_its_members():
    tournament = with_players(a_tournament(rounds=1), 16, teams=4)
    publish_seating(draft_seating(tournament, seed="1", actor=TESTER), actor=TESTER)
    start_round(Round.objects.get(tournament=tournament, number=1), actor=TESTER)
    table = Table.objects.select_related("round__tournament").get(round__tournament=tournament, number=1)
    deal(table, 1, self_draw(winner=0, fan=8))
    board = leaderboard(fresh(tournament))
    teams = team_ranking(tournament, board)
    assert sum(team.mini_points for team in teams) == 0
    for team in teams:
        assert team.table_points == sum(points for _, points, _ in team.members)
        assert len(team.members) == 4
    winner = table.seats.get(seat=0).player
    assert teams[0].number == winner.team.number


def test_a_game_penalty_shows_in_the_running_score():
    table = a_running_table()
    deal(table, 1, DRAWN)
    give_penalty(
        table_id=table.pk, seat=2, treatment=Treatment.DEDUCTION, amount=20, reason="wall broken",
        client_key=uuid.uuid4(), actor=TESTER,
    )  # fmt: skip
    board = leaderboard(fresh(table.round.tournament))
    number = table.seats.get(seat=2).player.number
    assert rows_by_player(board)[number].in_play.score == -20
    assert rows_by_player(board)[number].in_play.place == 4


def test_a_full_game_has_no_deal_in_play():
    table = a_running_table()
    play_out(table)
    assert {row.in_play.marks for row in leaderboard(fresh(table.round.tournament)).rows} == {"d" * 16}


def test_a_game_that_was_ended_and_whose_deals_were_all_taken_back_has_no_deal_in_play():
    table = a_running_table(players=8)
    deal(table, 1, self_draw(winner=0))
    common = {"table_id": table.pk, "actor": TESTER}
    end_game(reason="time", client_key=uuid.uuid4(), **common)
    void_deal(number=1, base_revision=1, reason="not this table", client_key=uuid.uuid4(), **common)

    tournament = fresh(table.round.tournament)
    marks = {(row.in_play.table, row.in_play.marks) for row in leaderboard(tournament).rows}
    ended, waiting = tables_now(tournament).tables

    assert marks == {(1, ""), (2, "n")}
    assert (ended.over, ended.played, ended.marks) == (True, 0, "")
    assert (waiting.over, waiting.played, waiting.marks) == (False, 0, "n")


@pytest.mark.django_db(transaction=True)
def test_a_correction_in_a_closed_round_is_seen_at_once():
    table = a_running_table(rounds=2)
    tournament = table.round.tournament
    deal(table, 1, self_draw(winner=0))
    closed(table.round)
    start_round(tournament.rounds.get(number=2), actor=TESTER)
    first = table.seats.get(seat=0).player.number
    assert leaderboard(fresh(tournament)).rows[0].person.number == first
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=self_draw(winner=3),
        reason="the wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert leaderboard(fresh(tournament)).rows[0].person.number == table.seats.get(seat=3).player.number

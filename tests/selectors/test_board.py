"""The board: what each table shows, and which need somebody first."""

import datetime
import uuid

import pytest
from django.utils import timezone

from tests.factories import DRAWN, TESTER, a_running_table, deal, dispute, play_out, self_draw, sign
from tournament.models import Table
from tournament.selectors.board import SILENT, board
from tournament.services.calls import call_referee
from tournament.services.deals import record_totals, void_deal
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def seen(table, now=None):
    return board(table.round, now=now or timezone.now())


def other(table, number):
    return Table.objects.get(round=table.round, number=number)


def test_a_table_shows_its_deals_the_one_in_play_and_the_wind_round():
    table = a_running_table()
    for number, facts in enumerate([self_draw(0), DRAWN, self_draw(1), DRAWN, self_draw(2)], 1):
        deal(table, number, facts)

    (shown,) = seen(table).tables

    assert shown.marks[:7] == ("won", "drawn", "won", "drawn", "won", "now", "")
    assert (shown.played, shown.deal, shown.wind_round) == (5, 6, 1)  # deals 5 to 8 are South wind
    assert not shown.over


def test_a_deal_taken_back_is_in_play_again():
    table = a_running_table()
    deal(table, 1)
    void_deal(
        table_id=table.pk, number=1, base_revision=1, reason="wrong", client_key=uuid.uuid4(), actor=TESTER
    )

    (shown,) = seen(table).tables

    assert (shown.played, shown.deal, shown.marks[0]) == (0, 1, "now")


def test_games_that_are_over_show_no_deal_in_play():
    table = a_running_table(players=12)
    play_out(table)
    deal(other(table, 2), 1)
    end_game(table_id=other(table, 2).pk, reason="time", client_key=uuid.uuid4(), actor=TESTER)
    record_totals(table_id=other(table, 3).pk, totals=(8, 0, 0, -8), client_key=uuid.uuid4(), actor=TESTER)

    shown = seen(table)

    assert [t.over for t in shown.tables] == [True, True, True]
    assert [t.deal for t in shown.tables] == [None, None, None]
    assert [t.totals_only for t in shown.tables] == [False, False, True]
    assert (shown.finished, shown.deals_in, shown.deals_of) == (3, 17, 48)


def test_a_dispute_comes_first_then_the_slowest_tables():
    table = a_running_table(players=16)
    for number, deals in ((1, 5), (2, 3), (3, 5), (4, 2)):
        for n in range(1, deals + 1):
            deal(other(table, number), n)
    dispute(other(table, 3), "it was 15 fan", seat=1)

    shown = seen(table)

    # the middle of 2, 3, 5, 5 is 3, so nobody is two deals behind; of 2, 4, 5, 5 it is 4
    assert [need.table.number for need in shown.needing_somebody] == [3]
    deal(other(table, 2), 4)
    assert [(need.table.number, need.what, need.table.behind) for need in seen(table).needing_somebody] == [
        (3, "disputed", 0),
        (4, "slow", 2),
    ]
    assert seen(table).tables[2].disputes[0].reason == "it was 15 fan"


def test_a_table_that_calls_and_disputes_stands_in_the_list_for_both():
    table = a_running_table(players=8)
    for number in (1, 2):
        deal(other(table, number), 1)
    dispute(other(table, 1), "it was 15 fan", seat=1)
    call_referee(table_id=other(table, 1).pk, actor=TESTER)
    call_referee(table_id=other(table, 2).pk, actor=TESTER)

    assert [(need.what, need.table.number) for need in seen(table).needing_somebody] == [
        ("called", 1),
        ("called", 2),
        ("disputed", 1),
    ]


def test_a_table_that_says_nothing_for_long_is_slow():
    table = a_running_table(players=8)
    now = timezone.now()
    deal(table, 1, at=now - SILENT - datetime.timedelta(minutes=1))
    deal(other(table, 2), 1, at=now)

    assert [need.table.number for need in seen(table, now).needing_somebody] == [1]


def test_a_room_that_rests_as_a_whole_is_not_slow():
    table = a_running_table(players=8)
    now = timezone.now()
    for number in (1, 2):
        deal(other(table, number), 1, at=now - SILENT - datetime.timedelta(minutes=number))

    assert seen(table, now).needing_somebody == ()


def test_a_game_that_some_have_agreed_to_waits_for_the_rest():
    table = a_running_table()
    play_out(table)
    assert seen(table).tables[0].state == ""
    for seat in range(3):
        sign(table, seat)
    assert (seen(table).tables[0].state, seen(table).tables[0].agreed) == ("pending", 3)
    sign(table, 3)
    assert (seen(table).tables[0].state, seen(table).tables[0].agreed) == ("", 4)


def test_the_pace_counts_tables_at_each_deal():
    table = a_running_table(players=12)
    deal(table, 1)
    deal(table, 2)
    deal(other(table, 2), 1)

    shown = seen(table)

    assert shown.pace[:4] == (1, 1, 1, 0)
    assert sum(shown.pace) == 3


def test_the_board_asks_the_database_the_same_few_times_whatever_its_size(django_assert_max_num_queries):
    table = a_running_table(players=16)
    deal(table, 1)
    round_ = table.round

    with django_assert_max_num_queries(5):
        board(round_, now=timezone.now())

"""What keeps a round open, each thing with its table."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal, dispute, play_out, sign
from tournament.models import Table
from tournament.selectors.blockers import Blocker, blockers
from tournament.services.deals import record_totals
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def test_a_table_where_nothing_was_entered_blocks():
    table = a_running_table()

    assert blockers(table.round) == [Blocker("nothing_entered", 1)]


def test_a_game_with_deals_missing_says_how_many_are_in():
    table = a_running_table()
    for number in (1, 2, 3):
        deal(table, number)

    assert blockers(table.round) == [Blocker("deals_missing", 1, {"played": 3, "deals": 16})]


def test_a_full_game_a_game_that_was_ended_and_totals_do_not_block():
    first = a_running_table(players=12)
    second, third = (Table.objects.get(round=first.round, number=n) for n in (2, 3))
    play_out(first)
    deal(second, 1)
    end_game(table_id=second.pk, reason="time is up", client_key=uuid.uuid4(), actor=TESTER)
    record_totals(table_id=third.pk, totals=(30, 10, -15, -25), client_key=uuid.uuid4(), actor=TESTER)

    assert blockers(first.round) == []


def test_a_dispute_blocks_by_name_until_that_player_agrees():
    table = a_running_table()
    play_out(table)
    dispute(table, seat=2)
    name = table.seats.get(seat=2).player.name

    assert blockers(table.round) == [Blocker("disputed", 1, {"player": name})]

    sign(table, 2)
    assert blockers(table.round) == []


def test_blockers_come_by_table_and_cost_the_same_for_any_number(django_assert_max_num_queries):
    table = a_running_table(players=16)

    with django_assert_max_num_queries(6):
        found = blockers(table.round)

    assert [blocker.table for blocker in found] == [1, 2, 3, 4]

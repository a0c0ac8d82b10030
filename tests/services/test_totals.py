"""Four totals in the place of a game's deals: stated, corrected, taken back."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal
from tournament.models import TotalsEntry
from tournament.selectors.games import game_view
from tournament.services.deals import record_totals, void_totals

pytestmark = pytest.mark.django_db


def totals(table, *values, **extra):
    return record_totals(
        table_id=table.pk,
        totals=values,
        client_key=extra.pop("client_key", None) or uuid.uuid4(),
        actor=extra.pop("actor", TESTER),
        **extra,
    )


def test_four_totals_stand_for_a_game_without_deals(table, assert_refused):
    totals(table, 40, 10, -20, -30)
    view = game_view(table)
    assert view.totals_only
    assert [person.place for person in view.people] == [1, 2, 3, 4]
    assert_refused("table_has_totals", deal, table, 1)


def test_totals_that_do_not_add_up_are_refused(table, assert_refused):
    assert assert_refused("totals_not_zero", totals, table, 40, 10, -20, -29) == {"sum": 1}


@pytest.mark.parametrize("slip", [20_001, 40_000, 10**30])
def test_totals_that_no_game_can_bring_are_refused_before_the_database_is(slip, assert_refused):
    table = a_running_table()

    assert_refused("total_too_high", totals, table, slip, -slip, 0, 0)
    assert_refused("total_too_high", totals, table, slip // 2, slip - slip // 2, -slip, 0)
    totals(table, 19_968, -6_656, -6_656, -6_656)  # sixteen self-draws of 400 fan and eight flowers


def test_a_table_with_deals_takes_no_totals(table, assert_refused):
    deal(table, 1)
    assert_refused("table_has_deals", totals, table, 1, -1, 0, 0)


def test_totals_are_for_referees_and_not_for_a_table_pass(table, phone, assert_refused):
    assert_refused("no_right", totals, table, 1, -1, 0, 0, actor=phone)


def test_totals_are_corrected_with_their_revision_and_a_reason(table, assert_refused):
    totals(table, 40, 10, -20, -30)
    assert_refused("stale_revision", totals, table, 41, 9, -20, -30)
    assert_refused("reason_missing", totals, table, 41, 9, -20, -30, base_revision=1)
    assert totals(table, 41, 9, -20, -30, base_revision=1, reason="misread").revision == 2


def test_the_same_totals_pressed_twice_are_one(table):
    key = uuid.uuid4()
    totals(table, 40, 10, -20, -30, client_key=key)
    totals(table, 40, 10, -20, -30, client_key=key)
    assert TotalsEntry.objects.count() == 1


def test_totals_taken_back_make_room_for_deals(table, assert_refused):
    def take_back(**changes):
        said = {"base_revision": 1, "reason": "the sheets were found", **changes}
        return void_totals(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, **said)

    assert_refused("deal_not_found", take_back)
    totals(table, 40, 10, -20, -30)
    assert_refused("stale_revision", take_back, base_revision=2)
    assert_refused("reason_missing", take_back, reason="")
    take_back()
    assert deal(table, 1).number == 1

"""Whatever is changed behind the application's back is named by what it breaks."""

import uuid

import pytest
from django.db import connection, models

from tests.factories import TESTER, a_running_table, deal, discard, self_draw
from tournament.engine import chain
from tournament.models import Announcement, Entry, Kind, Seat, SeatingPlan
from tournament.selectors.verification import differences, verify
from tournament.services.penalties import record_false_win
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game, sign_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Three deals, a false win of West in the second, everybody's yes, the round closed."""
    table = a_running_table()
    common = {"table_id": table.pk, "actor": TESTER}
    deal(table, 1, self_draw(0, 12))
    record_false_win(seat=2, number=2, client_key=uuid.uuid4(), **common)
    deal(table, 2, discard(1, 3, 20))
    deal(table, 3, discard(0, 1, 8))
    end_game(reason="time", client_key=uuid.uuid4(), **common)
    for seat in range(4):
        sign_off(seat=seat, agree=True, up_to=4, client_key=uuid.uuid4(), **common)
    close_round(table.round, actor=TESTER)
    return table


def behind_the_back(model, **where):
    """A queryset that nothing guards: as somebody with the database's password would write."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_update")
        else:
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_change ON tournament_entry")
    return models.QuerySet(model).filter(**where)


def forge(sequence, **facts):
    """Change an entry and give it the hash that it would have had."""
    rows = behind_the_back(Entry, sequence=sequence)
    rows.update(**facts)
    entry = Entry.objects.get(sequence=sequence)
    rows.update(hash=chain.entry_hash(entry.previous_hash, entry.content()))


def codes(table):
    return {found.code for found in differences(table.round.tournament)}


def test_an_untouched_log_has_no_difference(table):
    checked = verify(table.round.tournament)
    assert checked.differences == ()
    assert (checked.entries, checked.tables, checked.plans, checked.announcements) == (9, 1, 1, 1)


def test_a_changed_fan_total_breaks_its_own_hash_and_its_payments(table):
    behind_the_back(Entry, sequence=1).update(fan_total=30)
    assert codes(table) == {"chain_content", "deltas"}


def test_a_forged_entry_with_a_fitting_hash_is_found_by_the_next_one(table):
    # 30 fan by self-draw: 3 x 38
    forge(1, fan_total=30, delta_east=114, delta_south=-38, delta_west=-38, delta_north=-38)
    found = differences(table.round.tournament)
    assert [(difference.code, difference.sequence) for difference in found] == [("chain_previous", 2)]


def test_payments_that_the_rules_do_not_give_are_named_with_what_they_give(table):
    behind_the_back(Entry, sequence=4).update(delta_east=40, delta_south=-24)
    found = {difference.code: difference for difference in differences(table.round.tournament)}
    # 8 fan off South: 24 + 8, and 8 + 8, 8, 8
    assert (found["deltas"].said, found["deltas"].found) == ([40, -24, -8, -8], [32, -16, -8, -8])


def test_a_missing_entry_leaves_a_gap(table):
    last = Entry.objects.get(sequence=4)
    behind_the_back(Entry, pk=last.pk)._raw_delete("default")
    assert {"chain_gap", "chain_previous", "up_to"} <= codes(table)


def test_a_hole_between_deals_is_found(table):
    behind_the_back(Entry, kind=Kind.DEAL, number=3).update(number=5)
    assert {"holes", "deal_number"} <= codes(table)


def test_a_deal_won_by_a_dead_hand_is_found(table):
    behind_the_back(Entry, kind=Kind.DEAL, number=2).update(winner=2)
    assert "dead_hand_won" in codes(table)


def test_a_sign_off_of_something_that_was_not_the_last_fact_is_found(table):
    behind_the_back(Entry, sequence=6).update(up_to=3)
    assert "up_to" in codes(table)


def test_a_false_win_at_another_price_is_found(table):
    behind_the_back(Entry, sequence=2).update(delta_west=-60, delta_east=20, delta_south=20, delta_north=20)
    assert "deltas" in codes(table)


def test_two_players_who_changed_seats_break_the_chain_at_its_root_and_the_plan(table):
    first, second = Seat.objects.filter(table=table).order_by("seat")[:2]
    Seat.objects.filter(pk=first.pk).delete()
    Seat.objects.filter(pk=second.pk).update(player=first.player)
    Seat.objects.create(table=table, round=table.round, seat=first.seat, player=second.player)
    assert {"chain_previous", "seats_not_as_published"} <= codes(table)


def test_a_changed_announcement_is_found(table):
    told = Announcement.objects.get()
    told.rows[0]["score"] += 1
    told.save()
    assert codes(table) == {"announcement_hash"}


def test_a_changed_chart_is_found_by_its_certificate(table):
    plan = SeatingPlan.objects.get()
    plan.chart[0][0] = plan.chart[0][0][::-1]
    plan.save()
    assert {"certificate_sha256", "seats_not_as_published"} <= codes(table)

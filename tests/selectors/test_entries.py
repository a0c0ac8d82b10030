"""The log of a table as it is kept in memory: what is stored, never more, nobody else's objects."""

from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from tests.factories import a_running_table, deal, self_draw
from tests.selectors.test_log import MOVES, press
from tournament.models import Entry, Table
from tournament.selectors.entries import _NAMES, _said, said_at

pytestmark = pytest.mark.django_db(transaction=True)


def entries_of(table):
    return said_at(table.pk).entries


def facts(entries):
    return [{name: getattr(entry, name) for name in _NAMES} for entry in entries]


def stored(table):
    return facts(Entry.objects.filter(table=table).order_by("sequence"))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_said_what_is_kept_reads_as_what_is_stored(seed):
    chance = Random(seed)
    table = a_running_table()
    for _ in range(25):
        press(chance, table, chance.choice(MOVES))
        if chance.random() < 0.6:  # readers come now and then
            assert facts(entries_of(table)) == stored(table)
    assert facts(entries_of(table)) == stored(table)
    assert len(stored(table)) > 5


def test_what_was_rolled_back_is_not_kept():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    entries_of(table)
    with transaction.atomic():
        deal(table, 2, self_draw(winner=1))
        assert len(entries_of(table)) == 2
        transaction.set_rollback(True)
    assert facts(entries_of(table)) == stored(table)
    assert len(entries_of(table)) == 1


@pytest.mark.parametrize(("field", "value"), [("hash", "0" * 64), ("sequence", 9)])
def test_another_log_under_the_same_number_is_read_anew(field, value):
    """As after a restore: the newest entry that was kept is another one now, or is not there."""
    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    deal(table, 2, self_draw(winner=3, fan=20))
    read = entries_of(table)
    setattr(read[-1], field, value)
    event = table.round.tournament
    _said.put(table.pk, ((event.pk, event.created_at), read))
    assert facts(entries_of(table)) == stored(table)
    assert facts(entries_of(table)) == stored(table)  # and kept from then on


def test_the_log_of_another_event_under_the_same_numbers_is_read_anew():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    read = entries_of(table)
    read[0].fan_total = 88
    _said.put(table.pk, ((table.round.tournament_id, timezone.now()), read))
    assert facts(entries_of(table)) == stored(table)


def test_a_table_that_is_not_there_has_no_log():
    assert said_at(1) is None


def test_readers_get_objects_of_their_own():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    mine, other = entries_of(table)[0], entries_of(table)[0]
    mine.reason = "scribbled"
    mine.player = table.seats.first().player
    assert other.reason == entries_of(table)[0].reason == ""
    assert entries_of(table)[0].player is None


def test_tables_do_not_share_a_log():
    a_running_table(players=8)
    one, two = Table.objects.order_by("pk")
    deal(one, 1, self_draw(winner=0))
    assert len(entries_of(one)) == 1
    assert entries_of(two) == ()

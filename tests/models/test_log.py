"""What the database itself refuses, whoever asks, and what counts of what was said."""

import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from tests.factories import TESTER, a_running_table, deal, discard, self_draw
from tournament.models import AuditEntry, DealEntry, Entry, Kind, Said
from tournament.models.append_only import AppendOnlyError
from tournament.models.log import counting
from tournament.services.deals import correct_deal, void_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table()


def raw(at, **facts):
    """An entry as somebody would write it who goes round the services."""
    return Entry(
        **{
            "tournament": at.round.tournament,
            "table": at,
            "kind": Kind.DEAL,
            "number": 1,
            "said": Said.DRAWN,
            "client_key": uuid.uuid4(),
            "sequence": Entry.objects.filter(table=at).count() + 1,
            "actor": "intruder",
            "recorded_at": timezone.now(),
            **facts,
        }
    )


WON = {"said": Said.DISCARD, "winner": 0, "discarder": 1, "fan_total": 8}
PAID = {"delta_east": 32, "delta_south": -16, "delta_west": -8, "delta_north": -8}


@pytest.mark.parametrize(
    ("facts", "constraint"),
    [
        ({**WON, **PAID, "delta_east": 33}, "zero_sum"),
        ({**WON, **PAID, "discarder": 0}, "win_shape"),
        ({**WON, **PAID, "discarder": None}, "win_shape"),
        ({**WON, **PAID, "fan_total": None}, "win_shape"),
        ({**WON, **PAID, "winner": 4}, "win_shape"),
        ({"winner": 1}, "win_shape"),
        ({"delta_east": 8, "delta_south": -8}, "nothing_moves"),
        ({"number": 0}, "counts_from_one"),
        ({"revision": 2}, "correction_has_reason"),
        ({"said": Said.AGREE}, "what_its_kind_can"),
        ({"kind": Kind.PENALTY, "said": Said.DEDUCTION}, "penalty_has_player"),
        ({"table": None}, "off_table|deal_in_range"),
        ({**WON, **PAID, "flowers": 9}, "flowers"),
    ],
)
def test_the_database_refuses_rows_that_cannot_be_true(table, facts, constraint):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        raw(table, **facts).save()


@pytest.mark.parametrize(
    "clash", [{"sequence": 1, "number": 2}, {"sequence": 2, "number": 1}], ids=["sequence", "revision"]
)
def test_one_place_in_the_chain_and_one_revision_can_be_taken_once(table, clash):
    raw(table).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        raw(table, **clash).save()


def test_a_phones_key_can_be_used_once(table):
    first = deal(table, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        raw(table, number=2, client_key=first.client_key).save()


def test_the_models_refuse_to_save_again_update_or_delete(table):
    entry = deal(table, 1)
    for forbidden in (
        entry.save,
        entry.delete,
        Entry.objects.all().delete,
        lambda: Entry.objects.update(fan_total=88),
        lambda: DealEntry.objects.filter(number=1).update(fan_total=88),
        lambda: Entry.objects.bulk_update([entry], ["reason"]),
        lambda: AuditEntry.objects.all().delete(),
        lambda: AuditEntry.objects.update(actor="nobody"),
    ):
        with pytest.raises(AppendOnlyError):
            forbidden()


@pytest.mark.parametrize("name", ["tournament_entry", "tournament_auditentry"])
def test_the_database_refuses_an_update_behind_the_models_back(table, name):
    deal(table, 1)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"UPDATE {name} SET actor = 'intruder'")


def test_what_a_log_row_points_to_cannot_be_deleted(table):
    deal(table, 1)
    with pytest.raises(ProtectedError):
        table.round.tournament.delete()


def test_the_newest_revision_counts_and_a_void_does_not(table):
    first = deal(table, 1, discard(0, 1, 12))
    deal(table, 2)
    correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=discard(0, 1, 21),
        reason="misheard",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    void_deal(
        table_id=table.pk, number=2, base_revision=1, reason="not ours", client_key=uuid.uuid4(), actor=TESTER
    )
    live = list(Entry.objects.deals().live())
    assert [(entry.number, entry.revision, entry.fan_total) for entry in live] == [(1, 2, 21)]
    before = Entry.objects.deals().live(as_of=first.recorded_at)
    assert [(entry.number, entry.fan_total) for entry in before] == [(1, 12)]


def test_what_counts_in_memory_is_what_counts_in_the_database(table):
    for number in range(1, 5):
        deal(table, number, self_draw(number % 4, 8 + number))
    void_deal(
        table_id=table.pk, number=4, base_revision=1, reason="not ours", client_key=uuid.uuid4(), actor=TESTER
    )
    deal(table, 4, self_draw(0, 30))
    in_memory = {
        counted.pk
        for number in range(1, 5)
        if (counted := counting(list(Entry.objects.filter(table=table, kind=Kind.DEAL, number=number))))
    }
    assert in_memory == set(Entry.objects.live().values_list("pk", flat=True))

"""Statements whose SQL is written once say what Django says each time."""

import datetime
import uuid
from copy import copy

import pytest
from django.db import IntegrityError, transaction

from tests.factories import a_running_table, deal, self_draw
from tournament.models import Entry, Table, Tournament
from tournament.models.prepared import Insertion, Prepared

pytestmark = pytest.mark.django_db


def test_values_of_every_kind_go_in_and_come_out_as_django_has_them():
    table = a_running_table()
    key, at = uuid.uuid4(), datetime.datetime(2026, 8, 14, 9, 30, tzinfo=datetime.UTC)
    deal(table, 1, self_draw(winner=2), client_key=key, at=at)
    names = [field.attname for field in Entry._meta.concrete_fields]

    def asked(table, key, at):
        return Entry.objects.filter(table=table, client_key=key, recorded_at=at).values_list(*names)

    fields = Table._meta.pk, Entry._meta.get_field("client_key"), Entry._meta.get_field("recorded_at")
    prepared = Prepared(asked, *fields)
    for values in ((table.pk, key, at), (table.pk, uuid.uuid4(), at), (table.pk, key, at)):
        assert prepared.rows(*values) == list(asked(*values))
    assert len(prepared.rows(table.pk, key, at)) == 1


def test_a_prepared_question_sees_what_was_written_since():
    tournament = a_running_table().round.tournament
    prepared = Prepared(lambda pk: Tournament.objects.filter(pk=pk).values_list("name"), Tournament._meta.pk)
    assert prepared.rows(tournament.pk) == [("Harbour Cup",)]
    Tournament.objects.filter(pk=tournament.pk).update(name="Other")
    assert prepared.rows(tournament.pk) == [("Other",)]
    assert prepared.rows(tournament.pk + 1) == []


def test_a_stored_row_is_the_row_that_save_would_have_written():
    table = a_running_table()
    first = deal(table, 1, self_draw(winner=0))
    row = copy(first)
    row.pk, row.client_key, row.sequence, row.number = None, uuid.uuid4(), 2, 2
    row.detail = {"hand": ["1m", {"n": 3}], "say": "国士"}
    Insertion(Entry).store(row)
    read = Entry.objects.get(pk=row.pk)
    for field in Entry._meta.concrete_fields:
        assert getattr(read, field.attname) == getattr(row, field.attname), field.name
    assert not row._state.adding


def test_a_constraint_refuses_a_stored_row_as_it_refuses_a_saved_one():
    table = a_running_table()
    row = copy(deal(table, 1, self_draw(winner=0)))
    row.pk, row.sequence, row.number = None, 2, 2
    with pytest.raises(IntegrityError, match="client_key"), transaction.atomic():
        Insertion(Entry).store(row)
    assert Entry.objects.filter(table=table).count() == 1

"""Statements whose SQL is written once say what Django says each time."""

import datetime
import uuid
from copy import copy

import pytest
from django.db import IntegrityError, OperationalError, ProgrammingError, connection, transaction
from django.db.transaction import TransactionManagementError

from tests.factories import a_running_table, deal, self_draw
from tournament.models import Entry, Table, Tournament
from tournament.models.prepared import Insertion, Prepared
from tournament.models.statement import Statement

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


def test_whoever_counts_or_wraps_statements_sees_them(django_assert_num_queries):
    tournament = a_running_table().round.tournament
    named = Statement("SELECT name FROM tournament_tournament WHERE id = %s")
    seen = []

    def look(execute, sql, params, many, context):
        seen.append(sql)
        return execute(sql, params, many, context)

    alone = named.rows([tournament.pk])
    with django_assert_num_queries(1):
        counted = named.rows([tournament.pk])
    with connection.execute_wrapper(look):
        wrapped = named.rows([tournament.pk])
    assert alone == counted == wrapped == [("Harbour Cup",)]
    assert seen == ["SELECT name FROM tournament_tournament WHERE id = %s"]


def test_after_a_fault_nothing_more_is_said_in_the_same_transaction():
    named = Statement("SELECT name FROM tournament_tournament WHERE id = %s")
    with transaction.atomic():
        with pytest.raises(ProgrammingError if connection.vendor == "postgresql" else OperationalError):
            Statement("SELECT no_such_column FROM tournament_tournament").rows([])
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            named.rows([1])


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only there a cursor stays")
def test_a_new_connection_is_asked_by_a_new_cursor(transactional_db):
    tournament = a_running_table().round.tournament
    named = Statement("SELECT name FROM tournament_tournament WHERE id = %s")
    assert named.rows([tournament.pk]) == [("Harbour Cup",)]
    connection.close()
    assert named.rows([tournament.pk]) == [("Harbour Cup",)]


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

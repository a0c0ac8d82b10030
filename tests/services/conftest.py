"""What tests of services share: a running table, its phone, a draft of a seating, and a way to be refused."""

import pytest

from scoring.errors import ScoringError
from tests.factories import ROWS_AND_COLUMNS, TESTER, a_running_table, a_tournament, with_players
from tournament.models import Entry
from tournament.permissions import Actor
from tournament.services.access import open_passes
from tournament.services.seating import problem_of, store_draft


@pytest.fixture
def table():
    return a_running_table()


@pytest.fixture
def phone(table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return Actor.of_pass(table_pass)


@pytest.fixture
def assert_refused():
    """``assert_refused(code, call, …)``: the call is refused with this code and leaves no entry behind."""

    def check(code, call, *args, **kwargs):
        before = Entry.objects.count()
        with pytest.raises(ScoringError) as caught:
            call(*args, **kwargs)
        assert caught.value.code == code
        assert Entry.objects.count() == before
        return caught.value.params

    return check


@pytest.fixture
def cup():
    return with_players(a_tournament(rounds=2), 16)


@pytest.fixture
def draft(cup):
    return store_draft(cup, chart=ROWS_AND_COLUMNS, problem=problem_of(cup), seed="rows", actor=TESTER)

"""What tests of services share: a running table, its phone, and a way to be refused."""

import pytest

from scoring.errors import ScoringError
from tests.factories import TESTER, a_running_table
from tournament.models import Entry
from tournament.permissions import Actor
from tournament.services.access import open_passes


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

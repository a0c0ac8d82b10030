"""A table at which a win may be entered in every way, and the phone that lies on it."""

import pytest

from tests.e2e.entry.thumb import ALL_WAYS, at_the_table
from tests.factories import a_running_table


@pytest.fixture
def table():
    return a_running_table(entry_ways=ALL_WAYS)


@pytest.fixture
def phone(open_window, table):
    return at_the_table(open_window, table)

"""The smallest round and its table's phone."""

import pytest

from tests.factories import TESTER, a_running_table
from tournament.services.access import open_passes


@pytest.fixture
def table():
    return a_running_table()


@pytest.fixture
def at(table):
    """The address of the table's phone."""
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return f"/p/{table_pass.secret}"

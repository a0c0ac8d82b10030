"""The smallest round and its table's phone; somebody who may do everything on the desk."""

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


@pytest.fixture
def owner(client, django_user_model):
    """A browser in which a superuser has signed in."""
    client.force_login(django_user_model.objects.create_superuser("ida"))
    return client

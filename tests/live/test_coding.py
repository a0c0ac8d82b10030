"""An answer is coded as its reader takes it."""

import gzip

import brotli
import pytest
from django.test import Client

from tests.factories import a_running_table
from tournament.live.coding import takes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("gzip; q=0.00, br", False),
        ("gzipped, x-gzip-2", False),
        ("", False),
    ],
)
def test_a_coding_is_taken_when_it_is_named_and_not_ruled_out(accepted, taken):
    assert takes(accepted, "gzip") is taken


@pytest.mark.parametrize(
    "address", ["/t/cup/", "/t/cup/rules", "/t/cup/live?view=leaderboard", "/api/v1/tournaments/"]
)
def test_nobody_gets_what_they_ruled_out(address):
    a_running_table()
    headers = {"accept-encoding": "gzip;q=0, br;q=0"}
    assert Client().get(address, headers=headers).get("Content-Encoding", "identity") == "identity"


def test_a_page_comes_in_the_coding_that_is_left():
    a_running_table()
    page = Client().get("/t/cup/rules", headers={"accept-encoding": "br;q=0, gzip"})
    assert b"</html>" in gzip.decompress(page.content)
    page = Client().get("/t/cup/rules", headers={"accept-encoding": "br, gzip"})
    assert b"</html>" in brotli.decompress(page.content)

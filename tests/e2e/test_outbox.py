"""A phone on a bad network: what is stated is kept, sent in order and once, and never lost to a conflict.

One table of four, on a phone of 360 by 740. Deals are self-draws of 8 fan by East unless a test says otherwise,
so that each is worth +48 -16 -16 -16.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Entry
from tournament.services.access import open_passes, replace_pass


SLOW = 20_000
expect.set_options(timeout=10_000)


@pytest.fixture
def table(transactional_db):
    return a_running_table()


@pytest.fixture
def link(table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return f"/p/{table_pass.secret}"


def ready(phone, link):
    """The table is open, its service worker runs, and the pages of all deals to come are kept."""
    phone.set_default_timeout(SLOW)
    phone.goto(link, timeout=2 * SLOW)
    expect(phone.locator("html[data-kept=yes]")).to_be_attached(timeout=3 * SLOW)
    assert phone.evaluate("navigator.serviceWorker.controller !== null")


def state(phone):
    return phone.locator("[data-saved] .pill")


def enter(phone, fan, winner=0):
    """Tap Self-draw on the table as it is shown, choose, record."""
    phone.get_by_role("link", name="Self-draw").click()
    phone.locator(f".people--winner input[value='{winner}']").check(force=True)
    phone.fill("#id_fan", str(fan))
    phone.get_by_role("button", name=re.compile("Record deal")).click()
    phone.wait_for_url(lambda url: "/win" not in url)
    seated = phone.get_by_role("link", name=re.compile("All seated"))
    if seated.is_visible():
        seated.click()


def deals_of(table):
    return [
        (entry.number, entry.revision, entry.fan_total)
        for entry in Entry.objects.filter(table=table, kind="deal").order_by("sequence")
    ]


def test_five_deals_without_the_net_follow_in_order_and_once_each(open_window, table, link):
    deal(table, 1, self_draw(0))
    phone = open_window(PHONE)
    ready(phone, link)
    phone.context.set_offline(True)
    for number, fan in zip(range(2, 7), (8, 9, 10, 11, 12), strict=True):
        expect(phone.locator(".deal-line")).to_contain_text(f"Deal {number}")
        enter(phone, fan)
        if number == 4:
            phone.reload()
    expect(state(phone)).to_contain_text("Offline · 5 kept")
    expect(phone.locator(".deal-line")).to_contain_text("Deal 7")
    assert len(deals_of(table)) == 1

    phone.context.set_offline(False)
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert deals_of(table) == [(1, 1, 8), (2, 1, 8), (3, 1, 9), (4, 1, 10), (5, 1, 11), (6, 1, 12)]
    expect(phone.locator(".felt")).to_contain_text("+318")  # 48 + 48 + 51 + 54 + 57 + 60

"""A phone on a bad network: what is stated is kept, sent in order and once, and never lost to a conflict.

One table of four, on a phone of 360 by 740. All deals are self-draws by the player who started as East.
"""

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from playwright.sync_api import expect

from tests.e2e.conftest import CHROMIUM, PHONE, until
from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.errors import Refused, sentence, status_of
from tournament.models import Entry
from tournament.refusals import SENTENCES
from tournament.services.access import open_passes, replace_pass
from tournament.services.reseating import reseat_table
from tournament.views.answers import in_every_language

SLOW = 20_000
expect.set_options(timeout=10_000)


@pytest.fixture
def table(transactional_db):
    return a_running_table()


@pytest.fixture
def link(table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return f"/p/{table_pass.secret}"


def ready(phone, link, to=3):
    """The table is open, its service worker runs, and the pages of the deals up to ``to`` are kept."""
    phone.set_default_timeout(SLOW)
    phone.goto(link, timeout=2 * SLOW)
    kept = re.compile(rf"^({'|'.join(str(deal) for deal in range(to, 18))})$")
    expect(phone.locator("html")).to_have_attribute("data-kept", kept, timeout=3 * SLOW)
    assert phone.evaluate("navigator.serviceWorker.controller !== null")


def state(phone):
    """What the phone says about its own list, once it has looked."""
    return phone.locator("[data-saved][data-shows] .pill")


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
        phone.wait_for_url(re.compile(r"\?seated="))


def deals_of(table):
    return [
        (entry.number, entry.revision, entry.fan_total)
        for entry in Entry.objects.filter(table=table, kind="deal").order_by("sequence")
    ]


def test_five_deals_without_the_net_follow_in_order_and_once_each(open_window, table, link):
    deal(table, 1, self_draw(0))
    phone = open_window(PHONE)
    ready(phone, link, to=7)
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


def test_without_the_net_every_page_says_so_the_clock_goes_on_and_the_seats_are_those_known_last(
    open_window, table, link
):
    phone = open_window(PHONE)
    ready(phone, link, to=9)
    seats_of_nine = """async () => {
      const { table, language } = document.querySelector("[data-phone]").dataset
      return (await self.sixteen.store.page(table, language, 9)).chairs
    }"""
    before = phone.evaluate(seats_of_nine)
    reseat_table(
        table_id=table.pk, deal=1, order=(1, 0, 2, 3), reason="x", client_key=uuid.uuid4(), actor=TESTER
    )
    until(phone, f"async () => (await ({seats_of_nine})()) !== '{before}'")
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Self-draw").click()
    expect(phone.locator("[data-phone][data-kept]")).to_have_count(1)
    expect(state(phone)).to_contain_text("Offline")
    phone.goto(link)
    expect(state(phone)).to_contain_text("Offline")
    phone.evaluate("document.dispatchEvent(new CustomEvent('outbox:changed'))")  # as when it was looked at
    phone.wait_for_timeout(500)
    assert phone.evaluate("performance.getEntriesByType('navigation').length") == 1
    assert phone.evaluate("hallTime.known()")
    phone.context.set_offline(False)
    expect(phone.locator("[data-phone]:not([data-kept])")).to_have_count(1, timeout=SLOW)
    expect(state(phone)).to_have_text(re.compile("Saved"))


def test_a_reply_that_was_lost_books_nothing_twice(open_window, table, link):
    phone = open_window(PHONE)
    ready(phone, link)
    lost = []

    def swallow(route):
        """The server gets the statement and books it; its answer never arrives. Once."""
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort("connectionreset")

    phone.context.route(
        "**/win", lambda route: swallow(route) if route.request.method == "POST" else route.continue_()
    )
    enter(phone, 9)
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert lost == [201]
    assert deals_of(table) == [(1, 1, 9)]


def test_two_phones_in_conflict_lose_nothing(open_window, table, link):
    phone = open_window(PHONE)
    ready(phone, link)
    phone.context.set_offline(True)
    enter(phone, 10)
    enter(phone, 11)
    deal(table, 1, self_draw(2, fan=24))  # meanwhile another phone enters another first deal
    phone.context.set_offline(False)
    expect(state(phone)).to_contain_text("1 to settle", timeout=SLOW)

    # both versions side by side: it was another hand, so it becomes deal 2, and the one behind it deal 3
    for number in (2, 3):
        phone.goto(f"{link}/outbox")
        phone.get_by_role("button", name="Show and settle").first.click()
        versions = phone.locator(".versions section")
        expect(versions).to_have_count(2)
        phone.get_by_role("link", name=f"Another hand: enter it as deal {number}").click()
        phone.get_by_role("button", name=re.compile(f"Record deal {number}")).click()
        phone.wait_for_url(lambda url: "/win" not in url)
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert deals_of(table) == [(1, 1, 24), (2, 1, 10), (3, 1, 11)]
    phone.goto(f"{link}/outbox")
    expect(phone.locator("[data-group=done] li")).to_have_count(4)  # two refused and stated again, two saved


def test_what_waits_outlives_an_empty_battery_and_can_be_downloaded(browser, server, table, link, tmp_path):
    def switched_on():
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "phone",
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu"],
            viewport=PHONE,
            base_url=server,
        )
        return context, context.pages[0]

    context, phone = switched_on()
    ready(phone, link)
    context.set_offline(True)
    enter(phone, 16)
    context.close()

    context, phone = switched_on()
    phone.set_default_timeout(SLOW)
    context.route("**/win", lambda route: route.abort())
    phone.goto(f"{link}/outbox", timeout=2 * SLOW)
    expect(phone.locator("[data-group=waiting] li")).to_have_count(1)
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Download this table's log").click()
    log = json.loads(download.value.path().read_text())
    (said,) = log["statements"]
    assert (log["tournament"], log["round"], log["table"], said["page"]) == ("cup", 1, 1, "/win")
    assert ["fan", "16"] in said["fields"]
    context.unroute("**/win")
    phone.reload()
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert deals_of(table) == [(1, 1, 16)]
    context.close()


def test_a_press_before_the_scripts_are_there_waits_for_them(open_window, table, link):
    phone = open_window(PHONE)
    phone.set_default_timeout(SLOW)
    held, posted = [], []
    phone.context.route(
        "**/js/outbox-list*.js", lambda route: route.continue_() if held else held.append(route)
    )
    phone.context.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    phone.goto(f"{link}/win?how=self_draw&winner=0", wait_until="commit")
    phone.fill("#id_fan", "14")
    record = phone.get_by_role("button", name=re.compile("Record deal"))
    record.click(no_wait_after=True)
    expect(phone.locator(".pass-actions > [type=submit]")).to_have_attribute("aria-busy", "true")
    assert len(held) == 1
    assert posted == []
    held[0].continue_()
    phone.wait_for_url(lambda url: "/win" not in url)
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert [request.headers.get("x-outbox") for request in posted] == ["1"]
    assert deals_of(table) == [(1, 1, 14)]


def test_a_hotels_sign_in_page_is_no_answer(open_window, table, link):
    phone = open_window(PHONE)
    ready(phone, link)
    portal = "<html><title>Welcome to our hotel</title><form>Your room number</form></html>"
    phone.context.route(
        f"**{link}/**",
        lambda route: (
            route.fulfill(status=200, content_type="text/html", body=portal)
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    enter(phone, 12)
    expect(state(phone)).to_contain_text("1 waiting")
    assert deals_of(table) == []
    phone.clock.install()
    phone.clock.pause_at(datetime.now(UTC) + timedelta(minutes=10))  # no timer sends it again
    phone.goto(f"{link}/outbox", wait_until="networkidle")
    expect(phone.get_by_text("Something else answered in place of the server")).to_be_visible()
    phone.context.unroute(f"**{link}/**")
    phone.get_by_role("button", name="Send now").click()
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert deals_of(table) == [(1, 1, 12)]


def test_a_withdrawn_link_keeps_what_waits_and_the_new_one_sends_it(open_window, table, link):
    phone = open_window(PHONE)
    ready(phone, link)
    phone.context.set_offline(True)
    enter(phone, 13)
    fresh = replace_pass(table, actor=TESTER)
    phone.context.set_offline(False)
    expect(state(phone)).to_contain_text("1 waiting", timeout=SLOW)
    phone.goto(link)
    expect(phone.get_by_text("Nothing can be sent through this link.")).to_be_visible()
    assert deals_of(table) == []
    phone.goto(f"/p/{fresh.secret}")
    expect(state(phone)).to_have_text(re.compile("Saved"), timeout=SLOW)
    assert deals_of(table) == [(1, 1, 13)]


REFUSALS = sorted(code for code in SENTENCES if status_of(Refused(code)) in (409, 422))
STORE = """async ([table, door, refusals]) => {
  const statement = { table, door, page: "/win", fields: [], facts: [], at: 0, state: "refused" }
  for (const [code, messages] of refusals) {
    const answer = { state: "refused", status: 422, code, messages, page: "" }
    await sixteen.store.put({ ...statement, key: code, title: code, answer })
  }
  sixteen.changed()
}"""


def test_every_refusal_is_shown_as_a_sentence_in_both_languages(open_window, table, link):
    phone = open_window(PHONE)
    phone.set_default_timeout(SLOW)
    phone.goto(f"{link}/outbox", timeout=2 * SLOW)
    told = [(code, in_every_language(Refused(code))) for code in REFUSALS]
    phone.evaluate(STORE, ["cup/1/1", link, told])
    rows = phone.locator("[data-group=settle] li")

    def reads(language):
        expect(rows).to_have_count(len(REFUSALS))
        titles, words = (rows.locator(f"[data-{part}]").all_inner_texts() for part in ("title", "why"))
        with translation.override(language):
            wanted = {code: " ".join(sentence(Refused(code)).split()) for code in REFUSALS}
        assert dict(zip(titles, words, strict=True)) == wanted

    reads("en")
    phone.get_by_role("button", name="中").click()
    expect(phone.locator("html")).to_have_attribute("lang", "zh-Hans")
    reads("zh-hans")

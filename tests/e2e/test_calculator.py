"""The calculator in a browser: a hand is tapped and judged without a page load, on every kind of screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE
from tests.factories import TESTER, a_running_table
from tournament.services.access import open_passes

SCREENS = [
    pytest.param(PHONE, "en-GB", "light", id="phone-english-light"),
    pytest.param(PHONE, "zh-CN", "dark", id="phone-chinese-dark"),
    pytest.param(DESKTOP, "zh-CN", "light", id="desktop-chinese-light"),
    pytest.param(DESKTOP, "en-GB", "dark", id="desktop-english-dark"),
]
HAND = "/calculator?hand=[456p]+[789m]+12345m+22s+%2B+6m+|+flowers=2"
SEEN = [
    HAND,
    "/calculator",
    "/calculator?hand=[456p]+[678s]+12345m+22s+%2B+6m",
    "/calculator?hand=1112345678999m",
    "/calculator?hand=12x",
    "/fans",
]


def tap(page, *keys):
    """Suits, sets and tiles of the pad by their values: "m", "chow", "4p"."""
    for key in keys:
        if len(key) == 2:
            page.locator(f".pad__key[value='{key}']").click()
        else:
            # the visible key, once it stands still: the judgement above it may have grown by a line
            page.locator(f".pad label:has(input[value='{key}'])").click()
            expect(page.locator(f".pad input[value='{key}']")).to_be_checked()


@pytest.mark.parametrize(("screen", "language", "scheme"), SCREENS)
def test_fourteen_tiles_are_tapped_and_judged_without_a_page_load(open_window, screen, language, scheme):
    page = open_window(screen, locale=language, color_scheme=scheme)
    loads = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.goto("/calculator")
    page.evaluate("window.same = true")
    tap(page, "p", "chow", "4p", "m", "chow", "7m", "1m", "2m", "3m", "4m", "5m", "s", "2s", "2s", "m", "6m")
    # Pure Straight 16, All Chows 2, Mixed Double Chow 1
    expect(page.locator(".fan-total")).to_have_text(re.compile("^19"))
    expect(page.locator("#hand")).to_have_value("[456p] [789m] 12345m 22s6m".replace("22s6m", "22s 6m"))
    for _ in range(2):
        page.locator(".pad__step[data-step='1']").click()
    expect(page.locator(".fan-total")).to_have_text(re.compile("^21"))
    expect(page.locator(".fans > li")).to_have_count(4)
    page.locator("label:has([name=how])").click()
    expect(page.locator("[name=how]")).to_be_checked()
    # self-drawn: one more, and each of the others pays 8 + 20 + 2
    expect(page.locator(".paid .is-chosen .strong")).to_have_text("+90")
    assert page.evaluate("window.same") is True
    assert "flowers%3D2" in page.url or "flowers=2" in page.url
    assert page.faults == []


def test_a_hand_that_is_typed_is_judged_live_and_its_address_opens_it_again(open_window):
    page = open_window(DESKTOP)
    page.goto("/calculator")
    page.locator("#hand").press_sequentially("[456p] [678s] 12345m 22s + 6m", delay=5)
    # All Chows 2, Mixed Double Chow 1, Short Straight 1
    expect(page.locator(".fan-total--low")).to_have_text(re.compile("^4"))
    expect(page.locator(".notice--refused")).to_be_visible()
    expect(page).to_have_url(re.compile("hand="))
    page.reload()
    expect(page.locator(".fan-total--low")).to_have_text(re.compile("^4"))
    assert page.faults == []


def test_keys_take_back_and_stop_at_four_of_a_kind(open_window):
    page = open_window(PHONE)
    page.goto("/calculator")
    tap(page, "pung", "1m", "1m", "2m")
    expect(page.locator("#hand")).to_have_value("[111m] 12m")
    expect(page.locator(".pad__key[value='1m']")).to_be_disabled()
    for _ in range(3):
        page.locator(".pad__undo").click()
    expect(page.locator("#hand")).to_have_value("")
    expect(page.locator(".pad__key[value='1m']")).to_be_enabled()
    tap(page, "chow")
    expect(page.locator(".pad__key[value='8m']")).to_be_disabled()
    assert page.faults == []


def test_the_calculator_works_without_javascript(open_window):
    page = open_window(PHONE, java_script_enabled=False)
    page.goto("/calculator?hand=1112345678999m")
    page.locator(".pad__key[value='5m']").click()
    expect(page.locator("#hand")).to_have_value("1112345678999m + 5m")
    # Nine Gates 88 and the tile hog of the fives
    expect(page.locator(".fans")).to_contain_text("Nine Gates")
    page.locator(".pad__undo").click()
    expect(page.locator(".waits tbody tr")).to_have_count(9)


def test_fans_are_found_while_one_types(open_window):
    page = open_window(DESKTOP)
    page.goto("/fans")
    expect(page.locator("[data-fan]:visible")).to_have_count(82)
    page.locator("[data-find-fan]").fill("knitted")
    expect(page.locator("[data-fan]:visible")).to_have_count(3)
    page.locator("#fan-35 .fan__example").click()
    expect(page.locator(".fans")).to_contain_text("Knitted Straight")
    assert page.faults == []


def test_a_change_of_language_keeps_what_was_typed(open_window):
    page = open_window(DESKTOP, locale="en-GB")
    page.goto("/calculator")
    page.locator("#hand").fill("[456p] [789m] 12345m 22s + 6m")
    expect(page.locator(".fan-total")).to_have_text(re.compile("^19"))
    page.locator(".lang-switch button").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator(".fan-total")).to_have_text(re.compile("^19"))


def test_without_a_connection_it_says_that_the_result_is_old(open_window):
    page = open_window(PHONE)
    page.goto("/calculator")
    page.context.set_offline(True)
    tap(page, "1m")
    expect(page.locator("[data-offline]")).to_be_visible()
    page.context.set_offline(False)
    tap(page, "2m")
    expect(page.locator("[data-offline]")).to_be_hidden()
    expect(page.locator(".laid__left")).to_contain_text("12")


def test_tiles_in_the_entry_of_a_deal_are_judged_beside_it_and_drawn_for_everybody(open_window):
    table = a_running_table()
    secret = open_passes(table.round, actor=TESTER)[0].secret
    phone, viewer = open_window(PHONE), open_window(DESKTOP)
    viewer.goto(f"/t/{table.round.tournament.slug}/tables/1/1")
    phone.goto(f"/p/{secret}/win?how=self_draw&winner=0")
    phone.locator("label:has([name=way][value=tiles])").click()
    phone.locator(".tiles-entry summary").click()
    phone.locator("#id_tiles").fill("[456p] [789m] 12345m 22s + 6m")
    expect(phone.locator("#worth .fans > li")).to_have_count(4)
    assert Axe().run(phone).violations_count == 0
    phone.get_by_role("button", name=re.compile("Record deal")).click()
    # without a reload: the straight, all chows, the double chow, self-drawn
    expect(viewer.locator(".ledger__hand")).to_have_count(1)
    expect(viewer.locator(".game-hand .fan-total")).to_have_text(re.compile("^20"))
    found = Axe().run(viewer)
    assert found.violations_count == 0, found.generate_report()


# axe is slow; what it finds hangs on the words or on the colours, so each is seen once on each screen
@pytest.mark.parametrize(("language", "scheme"), [("en-GB", "light"), ("zh-CN", "dark")])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(open_window, screen, language, scheme):
    page = open_window(screen, locale=language, color_scheme=scheme)
    for address in SEEN:
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]

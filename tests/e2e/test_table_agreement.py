"""The table as the four see it: own phones, agreement and dispute, seats that change, the other hand."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.factories import TESTER, a_running_table, deal, play_out, self_draw, sign
from tournament.selectors.games import game_view
from tournament.services.access import open_passes
from tournament.services.player_passes import replace_player_pass

# axe is slow; what it finds hangs on the words or on the colours, so each is seen once
SCREENS = [
    pytest.param("en-GB", "light", id="english-light"),
    pytest.param("zh-CN", "dark", id="chinese-dark"),
]


def phone_of(table):
    (opened,) = open_passes(table.round, actor=TESTER)
    return f"/p/{opened.secret}"


def own_phone_of(table, seat):
    return f"/my/{replace_player_pass(table.seats.get(seat=seat).player, actor=TESTER).secret}"


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_players_own_phone_follows_the_tables_within_a_second_and_without_a_reload(open_window):
    table = a_running_table()
    referee, player = open_window(PHONE), open_window(PHONE)
    player.goto(own_phone_of(table, 2))
    player.evaluate("window.neverReloaded = true")
    # the picture is turned so that the player sits at its lower edge
    expect(player.locator(".felt__bottom")).to_contain_text(table.seats.get(seat=2).player.family_name)
    referee.goto(phone_of(table))
    deal(table, 1, self_draw(2, 20))  # +84, −28 each
    expect(player.locator(".felt__bottom")).to_contain_text("+84", timeout=1000)
    expect(player.locator(".last-deal")).to_contain_text("20 fan")
    assert player.evaluate("window.neverReloaded") is True
    expect(player.get_by_role("link", name="Self-draw")).to_have_count(0)
    # both show the same code
    code = referee.locator(".last-deal__code").inner_text()
    assert player.locator(".last-deal__code").inner_text() == code
    assert player.faults == []


def test_the_four_agree_or_dispute_and_the_referee_closes(open_window, open_desk, admin_user):
    table = a_running_table(agreement="end")
    at, own = phone_of(table), own_phone_of(table, 1)
    play_out(table)
    for seat in (0, 2, 3):
        sign(table, seat)
    referee, player, desk = open_window(PHONE), open_window(PHONE), open_desk(admin_user)
    referee.goto(at)
    referee.evaluate("window.neverReloaded = true")
    expect(referee.get_by_role("link", name="Close the game")).to_have_count(0)

    # the player disputes on their own phone; the table and the board know at once
    player.goto(f"{own}/sign")
    expect(player.get_by_role("button", name=re.compile("agrees$"))).to_have_count(1)
    player.get_by_role("link", name=re.compile("disputes$")).click()
    player.fill("#id_reason_text", "Deal 7 was mine")
    player.get_by_role("button", name="Dispute what is recorded").click()
    expect(player.locator(".signers__why")).to_contain_text("Deal 7 was mine")
    expect(referee.locator(".notice--refused")).to_contain_text("Deal 7 was mine", timeout=1000)
    desk.goto(f"/desk/{table.round.tournament.slug}/rounds/1")
    expect(desk.get_by_text("Deal 7 was mine").first).to_be_visible()

    # settled: the player agrees, the referee closes, and this phone changes nothing any more
    player.get_by_role("button", name=re.compile("agrees$")).click()
    expect(player.locator(".signers__done")).to_be_visible()
    close = referee.get_by_role("link", name="Close the game")
    expect(close).to_be_visible(timeout=1500)
    assert referee.evaluate("window.neverReloaded") is True
    close.click()
    referee.get_by_role("button", name="Close the game").click()
    expect(
        referee.get_by_text("The referee has closed this game.").or_(referee.get_by_text("All four agree"))
    ).to_be_visible()
    expect(referee.get_by_role("link", name="Undo")).to_have_count(0)
    assert game_view(table).ended
    assert referee.faults == player.faults == []


def test_when_a_wind_round_is_over_the_moves_are_drawn_until_the_phone_says_that_all_sit(open_window):
    table = a_running_table()
    for number in range(1, 4):
        deal(table, number)
    page = open_window(PHONE)
    page.goto(phone_of(table))
    expect(page.locator(".felt__middle")).to_be_visible()
    deal(table, 4)
    expect(page.get_by_role("heading", name="South wind")).to_be_visible(timeout=1500)
    # East and South change places, West and North do: two lines with both heads
    expect(page.locator(".turn path")).to_have_count(6)
    expect(page.locator(".plate__from", has_text="one seat right")).to_have_count(2)
    expect(page.locator(".plate__from", has_text="one seat left")).to_have_count(2)
    page.get_by_role("link", name="All seated: start deal 5").click()
    expect(page.locator(".felt__middle")).to_contain_text("South wind")
    page.reload()
    expect(page.locator(".felt__middle")).to_contain_text("South wind")
    expect(page.get_by_role("link", name="Self-draw")).to_be_visible()


def test_the_other_hand_large_text_and_the_language_are_changed_in_place(open_window):
    table = a_running_table()
    at = phone_of(table)
    page = open_window(PHONE)
    page.goto(at)
    left = lambda name: page.get_by_role("link", name=name).bounding_box()["x"]  # noqa: E731
    assert left("Self-draw") < left("Discard win")
    page.evaluate("window.neverReloaded = true")
    page.locator(".menu-button").click()
    page.get_by_role("button", name="Left-handed").click()
    page.get_by_role("button", name="Large text").click()
    page.keyboard.press("Escape")
    assert left("Self-draw") > left("Discard win")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    assert page.evaluate("window.neverReloaded") is True
    assert fits(page)
    page.goto(f"{at}/end")
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    page.fill("#id_reason_text", "talked to the wall")
    page.get_by_role("button", name="中").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#id_reason_text")).to_have_value("talked to the wall")


def test_a_link_for_an_own_phone_is_shown_by_the_tables(open_window):
    table = a_running_table()
    page = open_window(PHONE)
    page.goto(f"{phone_of(table)}/follow")
    page.get_by_role("button", name=re.compile("^Show the code")).first.click()
    link = page.locator(".own-code__link").inner_text()
    expect(page.locator(".own-code svg").first).to_be_visible()
    page.goto(link)
    expect(page.locator(".pill--follows")).to_be_visible()


@pytest.mark.parametrize(("language", "scheme"), SCREENS)
def test_axe_finds_nothing_and_nothing_is_cut_at_twice_the_text_size(open_window, language, scheme):
    table = a_running_table()
    at, own = phone_of(table), own_phone_of(table, 1)
    for number in range(1, 5):
        deal(table, number, self_draw(1, 33))
    for seat in (0, 1):
        sign(table, seat)
    page = open_window(PHONE, locale=language, color_scheme=scheme)
    addresses = [at, f"{at}?seated=5", f"{at}/sign", f"{at}/follow", own, f"{own}?seated=5", f"{own}/sign"]
    code = game_view(table).code
    for address in [*addresses, f"/t/cup/code?code={code}", "/t/cup/", f"{own}/deals"]:
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert fits(page), address

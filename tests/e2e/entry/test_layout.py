"""What the forms of a win show at once: above the keys, in large text, with long names, to a left hand."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.e2e.entry.thumb import ALL_WAYS, Thumb, start


def ends(phone, selector):
    """Where it ends, in pixels from the top of the screen."""
    box = phone.locator(selector).bounding_box()
    return box["y"] + box["height"]


def top_of_the_actions(phone):
    return phone.locator(".pass-actions").bounding_box()["y"]


def test_without_a_connection_the_whole_notice_stands_above_the_pad_with_the_suggestions_open(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles", self_draw=False)
    phone.context.set_offline(True)
    thumb.keys("p chow 4p m chow 7m 1m")
    expect(phone.locator(".pad__more")).to_be_visible()
    expect(phone.locator("[data-unjudged]")).to_be_visible()
    assert ends(phone, "[data-unjudged]") <= top_of_the_actions(phone)


def test_all_fans_of_a_full_hand_are_seen_above_the_pad_and_an_undo_brings_the_keys_back(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles", self_draw=False)
    thumb.keys("p chow 4p m chow 7m 1m +23m 4m 5m s 2s +2s m 6m")
    expect(phone.locator(".fan-total")).to_have_text(re.compile("^19"))
    assert phone.evaluate("scrollY") == 0
    assert phone.locator(".worth__judged .fans > li").count() == 3
    assert ends(phone, ".worth__judged .fans > li:last-child") <= top_of_the_actions(phone)
    assert ends(phone, ".worth__judged .payments") <= top_of_the_actions(phone)
    expect(phone.locator(".pad__key[value='6m']")).to_be_hidden()
    # who presses keys by keyboard is not lost when the keys go
    expect(phone.locator(".pad__undo")).to_be_focused()
    thumb(".pad__undo")
    expect(phone.locator(".pad__key[value='6m']")).to_be_visible()
    expect(phone.locator("#laid .tile")).to_have_count(13)


def test_with_more_fans_than_fit_their_list_scrolls_beside_a_total_that_stays(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    # Mixed Triple Chow, Fully Concealed Hand, Outside Hand, All Chows and smaller ones
    thumb.keys("m 1m +23m p 1p +23p s 1s +23s 7s 8s 9s p 9p 9p")
    thumb(".pad__flowers [data-step='1']")
    expect(phone.locator(".worth__judged .fans > li")).to_have_count(7)
    assert phone.locator(".worth__judged .fans").evaluate("list => list.scrollHeight > list.clientHeight")
    assert ends(phone, ".worth__judged .fans") <= top_of_the_actions(phone)
    assert ends(phone, ".fan-total") <= top_of_the_actions(phone)


def test_the_keys_stay_where_they_are_when_a_total_is_too_low(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total")
    before = phone.locator(".keys").bounding_box()["y"]
    thumb("[data-digit='7']")
    expect(phone.locator("#ways-on")).to_contain_text("Below 8 fan: this would be a false win.")
    assert phone.locator(".keys").bounding_box()["y"] == before


@pytest.fixture
def long_names(table):
    called = ["Mette Vestergaard", "Anna Christensen", "Olaf Thorvaldsson", "Konstantin Papadopoulos"]
    for seat, name in zip(table.seats.select_related("player").order_by("seat"), called, strict=True):
        type(seat.player).objects.filter(pk=seat.player.pk).update(name=name, family_name=name.split()[1])


def test_long_family_names_stay_whole_or_part_at_a_hyphen_in_the_row_of_payments(long_names, phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total", self_draw=False)
    thumb(".keys__quick button[value='88']")
    expect(phone.locator("#worth .payments dd")).to_have_text(["−96", "+112", "−8", "−8"])
    lines = "name => [...new Set([...name.getClientRects()].map((line) => line.top))].length"
    families = phone.locator("#worth .payments .name [aria-hidden] b")
    assert [family.evaluate(lines) for family in families.all()] == [1, 1, 2, 2]
    wider = "name => name.scrollWidth > name.clientWidth"
    assert not any(name.evaluate(wider) for name in phone.locator("#worth .payments__name").all())
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("way", ["total", "tiles"])
def test_in_large_text_the_four_payments_and_names_are_read_without_swiping(long_names, phone, server, way):
    phone.context.add_cookies([{"name": "text", "value": "large", "url": server}])
    phone.reload()
    thumb = Thumb(phone)
    start(phone, thumb, way, self_draw=False)
    if way == "total":
        thumb(".keys__quick button[value='88']")
    else:
        key = phone.locator(".pad__set").last  # Concealed: one word
        assert key.evaluate("key => key.scrollWidth <= key.clientWidth")
        thumb.keys("m 1m 9m p 1p 9p s 1s 9s z 1z 2z 3z 4z 5z 6z 7z 7z")
    expect(phone.locator("#worth .payments dd")).to_have_text(["−96", "+112", "−8", "−8"])
    parts = "#worth .payments, #worth .payments > div, #worth .payments dd, #worth .payments__name"
    cut = """all => all.filter(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2
    ).map((one) => one.className)"""
    assert phone.eval_on_selector_all(parts, cut) == []
    lines = "name => [...new Set([...name.getClientRects()].map((line) => line.top))].length"
    families = phone.locator("#worth .payments .name [aria-hidden] b")
    assert [family.evaluate(lines) for family in families.all()] == [1, 1, 1, 1]


@pytest.mark.parametrize("way", ALL_WAYS)
def test_axe_finds_nothing_in_any_way_and_nothing_is_wider_than_the_phone(phone, way):
    thumb = Thumb(phone)
    start(phone, thumb, way, self_draw=False)
    if way == "tiles":
        thumb.keys("p chow 4p m chow 7m 1m +23m 4m 5m s 2s +2s m 6m")
        expect(phone.locator(".fan-total")).to_be_visible()
    if way == "fans":
        thumb("[name=f22]")
        expect(phone.locator(".fan-total")).to_be_visible()
    found = Axe().run(phone)
    assert found.violations_count == 0, found.generate_report()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_left_hand_finds_the_suits_on_the_right_and_the_sets_on_the_left(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    phone.evaluate("document.documentElement.dataset.hand = 'left'")
    suits = phone.locator(".pad__suits").bounding_box()
    sets = phone.locator(".pad__sets").bounding_box()
    assert sets["x"] < suits["x"]


def test_large_text_shows_what_is_typed_what_it_pays_and_two_marks_a_row(phone):
    thumb = Thumb(phone)
    phone.evaluate("document.cookie = 'text=large; path=/'")
    phone.reload()
    start(phone, thumb, "total")
    thumb("[data-digit='1']")
    thumb("[data-digit='2']")
    expect(phone.locator("#worth .payments dd")).to_have_text(["−20", "+60", "−20", "−20"])
    assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    top = top_of_the_actions(phone)
    for seen in ("label[for=id_fan]", "#id_fan", ".worth__row .flowers", "#worth .payments"):
        assert ends(phone, seen) <= top
    for key in phone.locator(".keys button:visible").all():
        box = key.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
    thumb(".ways label:has(input[value='tiles'])")
    marks = phone.locator(".toggles--marks > :visible")
    rows = [marks.nth(place).bounding_box()["y"] for place in range(marks.count())]
    assert len(rows) == 4
    assert rows[0] == rows[1] < rows[2] == rows[3]

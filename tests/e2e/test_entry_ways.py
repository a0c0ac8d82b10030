"""Three ways to enter a win on a phone: by its total, by a list of fans, by its tiles; taps are counted.

Totals and payments are worked out by hand: a discard win of F fan brings 24 + F, a self-draw 3 x (8 + F).
"""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.factories import DRAWN, TESTER, a_running_table
from tests.factories import deal as record
from tournament.models import Entry
from tournament.services.access import open_passes

ALL_WAYS = ["total", "fans", "tiles"]


class Thumb:
    """Presses what is on the screen and counts."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def __call__(self, what):
        self.taps += 1
        (self.page.locator(what) if isinstance(what, str) else what).click()

    def person(self, field, seat):
        self(f".people--{field} label:has(input[value='{seat}'])")

    def record(self):
        form = self.page.url
        self(self.page.get_by_role("button", name=re.compile("Record deal")))
        self.page.wait_for_url(lambda url: url != form, wait_until="commit")

    def keys(self, text):
        """Tiles and suits as they stand on the pad; "+23m" is a suggestion that follows the tile before."""
        for key in text.split():
            if key.startswith("+"):
                self(f".pad__follow[data-piece='{key[1:]}']")
            elif len(key) == 2:
                self(f".pad__key[value='{key}']")
            else:
                self(f".pad label:has(input[value='{key}'])")


@pytest.fixture
def table():
    return a_running_table(entry_ways=ALL_WAYS)


@pytest.fixture
def phone(open_window, table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    page = open_window(PHONE)
    page.set_default_timeout(20_000)
    page.goto(f"/p/{table_pass.secret}")
    page.home = page.url
    return page


def newest():
    return Entry.objects.order_by("-sequence").first()


def ends(phone, selector):
    """Where it ends, in pixels from the top of the screen."""
    box = phone.locator(selector).bounding_box()
    return box["y"] + box["height"]


def top_of_the_actions(phone):
    return phone.locator(".pass-actions").bounding_box()["y"]


def start(phone, thumb, way, *, self_draw=True):
    """From the table screen to the way: South (seat 1) wins, by self-draw or from East (seat 0)."""
    thumb(".pass-actions__pair a >> nth=0" if self_draw else ".pass-actions__pair a >> nth=1")
    thumb.person("winner", 1)
    if not self_draw:
        thumb.person("discarder", 0)
    if way != "total":
        thumb(f".ways label:has(input[value='{way}'])")


# (a) ----------------------------------------------------------------------------------------------------


def test_a_discard_win_of_any_total_takes_six_taps_from_the_table_screen(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total", self_draw=False)
    thumb("[data-digit='2']")
    thumb("[data-digit='1']")
    # the four payments are the server's, and there before anything is recorded
    expect(phone.locator("#worth .payments dd")).to_have_text(["−29", "+45", "−8", "−8"])
    assert not Entry.objects.exists()
    thumb.record()
    assert thumb.taps == 6
    assert (newest().said, newest().deltas) == ("discard", (-29, 45, -8, -8))
    assert phone.faults == []


def test_a_common_total_takes_five_taps_and_a_self_draw_four(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total", self_draw=False)
    thumb(".keys__quick button[value='8']")
    thumb.record()
    assert thumb.taps == 5
    thumb.taps = 0
    start(phone, thumb, "total")
    thumb(".keys__quick button[value='10']")
    thumb.record()
    assert thumb.taps == 4
    assert newest().deltas == (-18, 54, -18, -18)


def test_a_tap_on_a_plate_starts_that_players_win_and_asks_how(phone):
    thumb = Thumb(phone)
    thumb(".felt__right .plate a")
    thumb(".who .segmented__item:has([value='discard'])")
    thumb.person("discarder", 0)
    thumb(".keys__quick button[value='9']")
    thumb.record()
    assert thumb.taps == 5
    assert (newest().winner, newest().discarder, newest().fan_total) == (1, 0, 9)


def test_a_game_of_sixteen_deals_is_entered_by_totals_in_one_run(phone, table):
    thumb = Thumb(phone)
    for deal in range(1, 17):
        if phone.locator("a[href*='seated=']").count():
            phone.locator("a[href*='seated=']").first.click()
        start(phone, thumb, "total", self_draw=deal % 2 == 0)
        thumb(".keys__quick button[value='8']" if deal % 3 else "[data-digit='9']")
        thumb.record()
        expect(phone).to_have_url(phone.home)
    deals = Entry.objects.filter(kind="deal").order_by("number")
    assert [entry.number for entry in deals] == list(range(1, 17))
    # self-draws of 8 (6 deals: 48 each) and 9 (2: 51), discards of 8 (5: 32) and 9 (3: 33)
    assert sum(entry.deltas[1] for entry in deals) == 6 * 48 + 2 * 51 + 5 * 32 + 3 * 33
    assert thumb.taps == 8 * 4 + 8 * 5
    # a page of a coming deal that was asked for while that deal was being recorded is no longer there
    assert [fault for fault in phone.faults if "404" not in fault] == []


# (b) ----------------------------------------------------------------------------------------------------


def test_fans_are_ticked_from_the_list_while_the_server_greys_what_cannot_be_beside_them(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "fans", self_draw=False)
    expect(phone.locator("[data-tick]")).to_have_count(81)
    phone.locator("[data-find-tick]").fill("flush")
    expect(phone.locator("[data-tick]:visible")).to_have_count(2)
    thumb("[name=f22]")  # Full Flush 24
    expect(phone.locator(".fan-total")).to_have_text(re.compile("^24"))
    expect(phone.locator("[name=f49]")).to_be_disabled()  # Half Flush
    expect(phone.locator("[data-tick='49'] [data-why]")).to_have_text("not beside Full Flush")
    phone.locator("[data-find-tick]").fill("无字")
    expect(phone.locator("[name=f76]")).to_be_disabled()  # No Honours
    expect(phone.locator("[data-tick='76'] [data-why]")).to_have_text("counted within Full Flush")
    phone.locator("[data-find-tick]").fill("喜相逢")
    expect(phone.locator("[name=f70]")).to_be_disabled()  # one suit has no Mixed Double Chow
    phone.locator("[data-find-tick]").fill("四归一")
    thumb("[name=f64]")  # Tile Hog 2, twice
    phone.locator("[name=n64]").select_option("2")
    expect(phone.locator(".fan-total")).to_have_text(re.compile("^28"))
    expect(phone.locator("#worth .payments dd")).to_have_text(["−36", "+52", "−8", "−8"])
    thumb.record()
    assert newest().detail == {"fans": [[22, 1], [64, 2]], "profile": "MIL2025"}
    assert phone.faults == []


# (c) ----------------------------------------------------------------------------------------------------

SHAPES = {
    # South, self-drawn in deal 1. How many taps a practised hand needs on the pad, suits included.
    # Pure Straight 16, All Chows 2, Mixed Double Chow 1, Self-Drawn 1
    "regular": ("p chow 4p m chow 7m 1m +23m 4m 5m s 2s +2s m 6m", 20, 15),
    # Seven Pairs 24, All Simples 2, Self-Drawn 1
    "seven_pairs": ("2m +2m 3m +3m 4m +4m p 5p +5p 6p +6p s 7s +7s 8s 8s", 27, 16),
    # Thirteen Orphans 88, Self-Drawn 1
    "thirteen_orphans": ("1m +9m19p19s1234567z m 1m", 89, 4),
    # Knitted Straight 12, Fully Concealed Hand 4, All Chows 2
    "knitted_straight": ("1m +47m p 2p +58p s 3s +69s m 2m +2m p 6p +78p", 18, 14),
    # Lesser Honours and Knitted Tiles 12, Knitted Straight 12, Self-Drawn 1
    "honours_and_knitted": ("1m +47m p 2p +58p s 3s +69s z 1z 2z 3z 4z 5z", 25, 14),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hand_of_each_shape_is_tapped_judged_and_drawn_for_everybody(open_window, phone, table, shape):
    keys, fan, taps = SHAPES[shape]
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    before = thumb.taps
    thumb.keys(keys)
    assert thumb.taps - before == taps
    expect(phone.locator(".fan-total")).to_have_text(re.compile(f"^{fan}"))
    expect(phone.locator("#laid .hand__win .tile--win")).to_be_visible()
    thumb.record()
    # three taps to get there and one to record
    assert thumb.taps == taps + 4
    assert newest().fan_total == fan
    viewer = open_window(PHONE)
    viewer.goto(f"/t/{table.round.tournament.slug}/tables/1/1")
    expect(viewer.locator(".ledger__hand .tile").first).to_be_visible()
    assert viewer.locator(".ledger__hand .tile").count() >= 14
    assert phone.faults == viewer.faults == []


def test_a_hand_below_eight_is_said_to_be_one_and_the_false_win_is_one_tap_away(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles", self_draw=False)
    # All Chows 2, Mixed Double Chow 1, Short Straight 1
    thumb.keys("p chow 4p s chow 6s m 1m +23m 4m 5m s 2s +2s m 6m")
    expect(phone.locator(".fan-total--low")).to_have_text(re.compile("^4"))
    expect(phone.get_by_text("Below 8 fan: this would be a false win.")).to_be_visible()
    way_on = phone.locator("#ways-on .button--danger")
    expect(way_on).to_have_text(re.compile("−30"))
    thumb(way_on)
    expect(phone).to_have_url(re.compile("false-win.*seat=1"))
    assert not Entry.objects.exists()


def test_tiles_that_are_used_up_are_greyed_and_an_undo_takes_back_what_was_pressed_last(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    thumb.keys("pung 1m 1m")
    expect(phone.locator(".pad__key[value='1m']")).to_be_disabled()
    thumb.keys("4m +56m")
    expect(phone.locator("#laid .tile")).to_have_count(7)
    thumb(".pad__undo")
    expect(phone.locator("#laid .tile")).to_have_count(5)
    for _ in range(3):
        thumb(".pad__undo")
    expect(phone.locator(".pad__key[value='1m']")).to_be_enabled()
    assert phone.faults == []


def test_a_claim_beside_tiles_is_decided_by_the_referee_with_a_reason(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles", self_draw=False)
    thumb.keys("p chow 4p m chow 7m 1m +23m 4m 5m s 2s +2s m 6m")
    phone.locator("#id_claimed").fill("12")
    expect(phone.get_by_text("Claimed 12 fan, judged 19.")).to_be_visible()
    thumb(phone.locator("#ways-on").get_by_role("button", name=re.compile("The claim stands: 12 fan")))
    expect(phone).to_have_url(phone.home)
    kept = newest()
    assert kept.fan_total == 12
    assert (kept.detail["claimed"], kept.detail["judged"], kept.detail["ruling"]) == (12, 19, "stands")


def test_without_a_connection_only_the_tiles_are_counted_and_the_judgement_waits(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    phone.context.set_offline(True)
    thumb.keys("p chow 4p m chow 7m 1m +23m")
    expect(phone.locator("#laid .tile")).to_have_count(9)
    expect(phone.locator("[data-unjudged]")).to_be_visible()


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


# Long names ---------------------------------------------------------------------------------------------


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


# What is missing ----------------------------------------------------------------------------------------


MISSING = {
    "total": ("Enter the fan total.", "#id_fan"),
    "fans": ("Tick the fans of the hand.", "[name=f1]"),
    "tiles": ("Enter the tiles of the hand.", ".pad__key[value='1m']"),
}


@pytest.mark.parametrize("way", ALL_WAYS)
def test_a_win_without_its_worth_is_not_sent_and_the_page_says_on_the_spot_what_is_missing(phone, way):
    thumb, (words, place) = Thumb(phone), MISSING[way]
    start(phone, thumb, way, self_draw=False)
    sent = []
    phone.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    phone.get_by_role("button", name="Record deal 1").click()
    said = phone.locator("[data-lacks]")
    expect(said).to_have_text(words, use_inner_text=True)
    expect(said).to_be_in_viewport(ratio=1)
    expect(phone.locator(place)).to_be_focused()
    expect(phone.locator("[data-saved]")).to_contain_text("Saved")
    assert sent == []
    if way == "total":
        thumb(".keys__quick button[value='8']")
    else:
        thumb(place)
    expect(said).to_be_hidden()
    assert phone.faults == []


def test_a_win_without_a_person_asks_for_the_person_and_a_drawn_hand_asks_for_nobody(phone, table):
    record(table, 1, DRAWN)
    phone.goto(f"{phone.home}/deals/1/correct")
    phone.locator("[data-change]").click()
    thumb = Thumb(phone)
    thumb("label:has([name=how][value=discard])")
    # Enter is pressed where the question stands, before anybody was chosen
    phone.locator("[name=winner]:not([disabled])").first.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-lacks]")).to_have_text("Choose who won.", use_inner_text=True)
    expect(phone.locator("[name=winner]").first).to_be_focused()
    thumb.person("winner", 2)
    expect(phone.locator("[data-lacks]")).to_be_hidden()
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-lacks]")).to_have_text("Choose whose tile it was.", use_inner_text=True)
    phone.goto(f"{phone.home}/deals/1/correct")
    thumb(phone.locator("label.toggle", has_text="Wrong winner"))
    said = phone.get_by_role("button", name="Correct deal 1")
    said.click()
    expect(said).to_be_hidden()
    expect(phone.locator("[data-lacks]:visible")).to_have_count(0)


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

"""Three ways to enter a win on a phone: by its total, by a list of fans, by its tiles; taps are counted.

Totals and payments are worked out by hand: a discard win of F fan brings 24 + F, a self-draw 3 x (8 + F).
"""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.e2e.entry.thumb import ALL_WAYS, Thumb, newest, start
from tests.factories import DRAWN
from tests.factories import deal as record
from tournament.models import Entry

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


@pytest.mark.parametrize("other", ["total", "fans"])
def test_flowers_stay_with_the_hand_whatever_way_it_is_entered_in(phone, other):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    thumb("[data-step='1']:visible")
    thumb(f".ways label:has(input[value='{other}'])")
    thumb("[data-step='1']:visible")
    if other == "total":
        thumb(".keys__quick button[value='10']")
    else:
        thumb("[name=f22]")  # Full Flush 24
    won = "+60" if other == "total" else "+102"  # 3 x (8 + 10 + 2), 3 x (8 + 24 + 2)
    expect(phone.locator("#worth .payments dd").nth(1)).to_have_text(won)
    thumb(".ways label:has(input[value='tiles'])")
    thumb.keys("p chow 4p m chow 7m 1m +23m 4m 5m s 2s +2s m 6m")
    expect(phone.locator("[data-submit-sub]")).to_have_text("20 fan + 2 flowers · +90")
    thumb.record()
    assert (newest().fan_total, newest().flowers) == (20, 2)
    assert newest().deltas == (-30, 90, -30, -30)


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

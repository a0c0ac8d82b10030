"""An organizer seats 28 players in teams of four for eight rounds, swaps two, mends the winds, publishes."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE
from tests.factories import TESTER, a_tournament, with_players
from tournament.models import Seat, SeatingPlan
from tournament.services.seating import draft_seating

DESK = "/desk/cup/seating"


def judge(page, label):
    """The last figure of one line of the judge."""
    return page.locator("#judge tr", has_text=label).locator("td.num").last


def faults_of(page):
    """What axe finds, by rule."""
    return [fault["id"] for fault in Axe().run(page).response["violations"]]


@pytest.fixture
def cup(transactional_db):
    return with_players(a_tournament(rounds=8), 28, teams=7)


def test_a_seating_from_a_seed_to_the_public_page(open_window, open_desk, admin_user, cup):
    desk, phone = open_desk(admin_user), open_window(PHONE)
    desk.goto(DESK)

    # a draft: nobody meets twice, no team-mates, the winds exact
    desk.fill("#seed", "harbour")
    desk.get_by_role("button", name="Make a draft").click()
    for label, figure in (("Met before", "0"), ("Team-mates", "0"), ("Starting winds", "0")):
        expect(judge(desk, label)).to_have_text(figure)
    assert faults_of(desk) == []

    # two taps ask, a third does it: East of table 1 and South of table 2 of round 3
    chart = SeatingPlan.objects.get().chart
    one, other = chart[2][0][0], chart[2][1][1]
    desk.goto(f"{DESK}?round=3")
    desk.evaluate("window.neverReloaded = true")
    desk.locator(f"#seat-{one}").click()
    expect(desk.locator(".swap-bar")).to_contain_text(f"Moving Player {one} from table 1.")
    desk.locator(f"#seat-{other}").click()
    expect(desk.locator("#judge")).to_contain_text("before and after the swap")
    expect(judge(desk, "Starting winds")).to_have_text("2")
    assert faults_of(desk) == []
    assert SeatingPlan.objects.count() == 1
    desk.get_by_role("button", name="Swap them").click()
    expect(desk.locator(".changes")).to_contain_text(f"Round 3: Player {one}, Player {other} changed seats.")
    expect(judge(desk, "Starting winds")).to_have_text("2")

    # the winds are mended, the swap stays
    desk.get_by_role("button", name="Rebalance winds").click()
    expect(desk.locator(".changes li")).to_have_count(2)
    expect(judge(desk, "Starting winds")).to_have_text("0")
    made = SeatingPlan.objects.get(number=3)
    assert other in made.chart[2][0]
    assert one in made.chart[2][1]
    assert desk.evaluate("window.neverReloaded") is True

    # dragging one name onto another asks the same question; Escape puts back
    first, second = (desk.locator("[data-seat]").nth(index) for index in (0, 9))
    first.drag_to(second)
    expect(desk.get_by_role("button", name="Swap them")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator(".swap-bar")).to_have_count(0)

    # the swap made people meet again: publishing that has to be said; then the public finds a name
    desk.get_by_label("Publish it although").check()
    desk.get_by_role("button", name="Publish draft 3").click()
    expect(desk.get_by_text("Everybody sees it now.")).to_be_visible()
    table = Seat.objects.get(round__number=3, player__number=one).table.number
    assert table == 2
    phone.goto("/t/cup/seating?round=3&by=name")
    row = phone.locator("[data-row]", has_text=re.compile(rf"Player {one}\b"))
    expect(row.locator(".table-number")).to_have_text("2")
    for page in (desk, phone):
        assert page.faults == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "laptop"])
def test_an_answer_opens_in_sight_and_what_was_pressed_stays_under_the_finger(
    open_desk, admin_user, cup, viewport
):
    draft_seating(cup, seed="harbour", actor=TESTER)
    desk = open_desk(admin_user, viewport=viewport)
    desk.goto(DESK)
    asked = desk.locator("#asked")
    for pressed in ("#table-7", "#seat-5"):
        link = desk.locator(pressed)
        # in the middle of the screen: behind what opens on a phone a name would rightly come up
        link.evaluate("e => scrollBy(0, e.getBoundingClientRect().top - innerHeight / 3)")
        stood = link.bounding_box()["y"]
        link.click()
        expect(asked).to_be_visible()
        expect(asked).to_be_in_viewport(ratio=0.5)
        assert link.bounding_box()["y"] == pytest.approx(stood, abs=1)
        desk.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        assert link.bounding_box()["y"] == pytest.approx(stood, abs=1)
        expect(link).to_be_focused()
    assert desk.faults == []


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_swap_on_a_phone_leaves_half_of_the_screen_to_the_tables(open_desk, admin_user, cup, locale):
    plan = draft_seating(cup, seed="harbour", actor=TESTER)
    cup.players.update(name="Maximiliana von Hohenstein-Wernigerode zu Schwarzburg")
    phone = open_desk(admin_user, PHONE, locale=locale)
    phone.goto(f"{DESK}?round=1&hold={plan.chart[0][4][2]}&with={plan.chart[0][5][0]}")
    phone.evaluate("document.querySelector('.seating__table:nth-child(4)').scrollIntoView()")
    note = phone.locator(".swap-bar").bounding_box()
    sheet = phone.locator(".asked").bounding_box()
    assert note["height"] <= 52
    assert sheet["height"] <= 0.4 * PHONE["height"] + 1
    assert sheet["y"] - (note["y"] + note["height"]) >= PHONE["height"] / 2
    # what the looks mean is still said once, beside the note
    assert [keys.is_visible() for keys in phone.locator(".swap-bar__keys").all()] == [False, True]
    assert faults_of(phone) == []


def test_the_buttons_of_a_swap_stay_in_sight_on_a_phone_however_many_reasons_stand_against_it(
    open_desk, admin_user, cup
):
    plan = draft_seating(cup, seed="harbour", actor=TESTER)
    cup.players.update(name="Maximiliana von Hohenstein-Wernigerode zu Schwarzburg")
    phone = open_desk(admin_user, PHONE)
    phone.goto(f"{DESK}?round=1&hold={plan.chart[0][4][2]}&with={plan.chart[0][5][0]}")
    sheet, reason = phone.locator(".asked"), phone.locator(".asked .verdict")
    # as long as the longest that a room of teams and compatriots says
    reason.evaluate("e => e.style.minHeight = '20rem'")
    assert sheet.evaluate("e => e.scrollHeight > 1.5 * e.clientHeight")
    for scrolled in (0, 80):
        sheet.evaluate("(e, far) => e.scrollTop = far", scrolled)
        for pressed in ("#swap-them", ".asked .publish a"):
            expect(phone.locator(pressed)).to_be_in_viewport(ratio=1)
            assert phone.locator(pressed).evaluate(
                "e => { const b = e.getBoundingClientRect();"
                " return e.contains(document.elementFromPoint(b.x + b.width / 2, b.bottom - 3)) }"
            )

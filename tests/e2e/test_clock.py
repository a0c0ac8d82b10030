"""One clock everywhere: browsers with wrong clocks agree, a pause is seen at once, the desk hears a call."""

import re
import time

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, until
from tests.factories import TESTER, a_running_table, deal, dispute
from tournament.models import ClockEvent
from tournament.services.access import open_passes
from tournament.services.calls import call_referee
from tournament.services.clock import call_time, pause_clock, resume_clock

SKEW = """
    const real = Date
    const off = %d
    window.Date = class extends real {
      constructor(...given) { given.length ? super(...given) : super(real.now() + off) }
      static now() { return real.now() + off }
    }
"""
"""A device whose clock is wrong by so many milliseconds."""
WATCH = """
    window.seen = {}
    const look = () => {
      const text = document.querySelector("[data-clock-text]").textContent
      window.seen[text] ??= performance.timeOrigin + performance.now()
    }
    new MutationObserver(look).observe(document.body, {childList: true, characterData: true, subtree: true})
"""
"""Notes the true moment at which each figure appeared; the skewed Date has no part in it."""


HEARD = """
    window.heard = {}
    document.addEventListener("clock:signal", (event) => {
      window.heard[event.detail] ??= performance.timeOrigin + performance.now()
    })
"""
"""Notes when the clock of a page said something."""


@pytest.fixture
def table():
    return a_running_table(players=8, rounds=2)


@pytest.fixture
def link(table):
    return next(
        f"/p/{one.secret}" for one in open_passes(table.round, actor=TESTER) if one.table_id == table.pk
    )


@pytest.fixture
def director(transactional_db):
    return User.objects.create_user("ida", is_superuser=True)


def phase(page, where="[data-clock]"):
    return page.locator(where).first


def test_two_browsers_with_wrong_clocks_show_the_same_second_at_the_same_time(open_window, table, link):
    late, early = open_window(PHONE), open_window(DESKTOP)
    late.add_init_script(SKEW % -3_700_000)
    early.add_init_script(SKEW % 95_000)
    late.goto(link)
    early.goto("/t/cup/screen?pages=clock")
    for page in (late, early):
        until(page, "window.hallTime.known()")
        page.evaluate(WATCH)
    until(late, "Object.keys(window.seen).length >= 5", 20)
    seen_late, seen_early = (page.evaluate("window.seen") for page in (late, early))
    both = [figure for figure in seen_late if figure in seen_early][
        1:
    ]  # the first was there before we looked
    assert len(both) >= 2
    assert max(abs(seen_late[figure] - seen_early[figure]) for figure in both) < 200


def test_a_pause_is_seen_on_phone_screen_desk_and_public_page_within_a_second(
    open_window, open_desk, director, table, link
):
    phone, screen, public = (open_window(size) for size in (PHONE, DESKTOP, PHONE))
    desk = open_desk(director)
    desk.goto("/desk/cup/rounds/1")
    phone.goto(link)
    screen.goto("/t/cup/screen")
    public.goto("/t/cup/")
    pages = (phone, screen, desk, public)
    for page in pages:
        expect(phase(page)).to_have_attribute("data-phase", "running")
        page.evaluate(HEARD)
    time.sleep(0.5)  # every stream has sent its first state
    delays = []
    for _ in range(3):  # one busy moment of the machine is no fault of the clock
        begin = time.time() * 1000
        pause_clock(table.round, actor=TESTER, reason="Fire alarm")
        for page in pages:
            until(page, "'paused' in window.heard")
        delays.append(max(page.evaluate("window.heard.paused") for page in pages) - begin)
        if delays[-1] < 1000:
            break
        resume_clock(table.round, actor=TESTER)
        for page in pages:
            until(page, "'resumed' in window.heard")
            page.evaluate("window.heard = {}")
    assert min(delays) < 1000
    expect(phone.get_by_text("The clock is paused. It goes on for all tables at once.")).to_be_visible()
    standing = phone.locator("[data-clock-text]").text_content()
    assert screen.locator("[data-clock-text]").first.text_content() == standing
    desk.get_by_role("button", name="Go on").click()
    expect(phase(phone)).to_have_attribute("data-phase", "running")
    for page in pages:
        assert page.faults == []


def test_the_desk_gives_a_table_minutes_of_its_own_and_the_table_sees_them(
    open_window, open_desk, director, table, link
):
    phone, desk = open_window(PHONE), open_desk(director)
    desk.goto("/desk/cup/rounds/1")
    phone.goto(link)
    ends = int(phase(phone).get_attribute("data-ends"))
    desk.get_by_role("button", name="One table…").click()
    desk.locator("#clock-table").select_option(str(table.number))
    desk.fill("#clock-minutes", "7")
    desk.get_by_role("button", name="Give the minutes").click()
    expect(desk.get_by_text("Say in a few words why.")).to_be_visible()  # one table's minutes have a reason
    desk.get_by_role("button", name="One table…").click()
    desk.locator("#clock-table").select_option(str(table.number))
    desk.fill("#clock-minutes", "7")
    desk.fill("#clock-reason", "A wall fell")
    desk.get_by_role("button", name="Give the minutes").click()
    expect(desk.get_by_text("7 min given")).to_be_visible()
    expect(phase(phone)).to_have_attribute("data-ends", str(ends + 7 * 60_000))
    assert ClockEvent.objects.get(step="extra").reason == "A wall fell"


def test_after_the_time_a_deal_more_asks_why_and_the_last_one_does_not(open_window, table, link):
    deal(table, 1)
    phone = open_window(PHONE)
    phone.goto(link)
    call_time(table.round, actor=TESTER)
    expect(phone.get_by_text("Deal 2 is finished and is the last one.")).to_be_visible()
    deal(table, 2)
    expect(phone.get_by_text("No more deals are played.")).to_be_visible()
    phone.goto(f"{link}/drawn")
    phone.get_by_role("button", name=re.compile("Record")).click()
    phone.get_by_label("Why it is entered after the time").fill("Was being counted")
    phone.get_by_role("button", name=re.compile("Record")).click()
    expect(phone.get_by_text("Deal 4 of 16")).to_be_visible()


def test_a_call_for_the_referee_reaches_the_desk_and_its_answer_the_table(
    open_window, open_desk, director, table, link
):
    phone, desk = open_window(PHONE), open_desk(director)
    desk.goto("/desk/cup/rounds/1")
    desk.evaluate("document.addEventListener('hall:sound', () => (window.heard = true))")
    expect(desk.get_by_text("Nobody. All tables play on.")).to_be_visible()
    phone.goto(f"{link}/call")
    phone.get_by_text("A win is doubted").click()
    begin = time.monotonic()
    phone.get_by_role("button", name="Call the referee").click()
    expect(desk.locator(".is-called")).to_be_visible()
    assert time.monotonic() - begin < 3
    expect(desk.get_by_text(re.compile("A win is doubted"))).to_be_visible()
    assert desk.evaluate("window.heard")
    desk.get_by_role("button", name=re.compile("On the way")).click()
    expect(phone.get_by_text("The referee is on the way.")).to_be_visible()
    desk.get_by_role("button", name=re.compile("Done")).click()
    expect(phone.get_by_text("The referee is on the way.")).to_be_hidden()
    assert phone.faults == []


def test_what_else_stands_on_a_calling_table_of_the_board_is_legible_on_its_red(open_desk, director, table):
    deal(table, 1)
    call_referee(table_id=table.pk, actor=TESTER)
    dispute(table, "A fan total is wrong")
    desk = open_desk(director)
    desk.goto("/desk/cup/rounds/1")
    expect(desk.locator(".is-called")).to_contain_text("Disputed")
    # axe takes letters in the colour of their ground for hidden on purpose
    words = desk.locator(".is-called, .is-called .board__barred")
    colours = "all => all.map(e => getComputedStyle(e).color)"
    assert words.evaluate_all(colours) == ["rgb(255, 255, 255)"] * 2


def test_a_clock_may_sound_after_a_tap_and_only_when_wanted(open_window, table, link):
    phone = open_window(PHONE)
    phone.add_init_script(
        "window.strokes = 0; const make = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { window.strokes++; return make.call(this) }"
    )
    phone.goto(link)
    phone.get_by_role("button", name="Menu").click()
    switch = phone.locator("[data-clock-sound]").first
    assert phone.evaluate("window.strokes") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert phone.evaluate("window.strokes") == 2  # one stroke to try it
    call_time(table.round, actor=TESTER)
    until(phone, "window.strokes === 8")  # and three at the end

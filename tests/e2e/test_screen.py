"""Hall screens in a browser: they fit every projector, turn by themselves, and come back alone."""

import re
import threading

import pytest
import uvicorn
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP
from tests.factories import TESTER, a_running_table, a_tournament, deal, seated, self_draw
from tournament.live.hub import hub
from tournament.models import Player, Tournament
from tournament.services.bulletins import announce, store_screen
from tournament.services.rounds import start_round

SIZES = [(1920, 1080), (1280, 720), (1024, 768), (800, 600), (3840, 2160), (1080, 1920)]
ALL = "seating,tables,clock,ranking,teams,hand,notices"
OVERFLOW = """
    () => {
      const faults = []
      const root = document.documentElement
      const out = (at) => at.bottom > innerHeight + 1 || at.right > innerWidth + 1
      if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) faults.push("scrolls")
      // pages that wait lie under the one that is on, in the same place and size
      for (const slide of document.querySelectorAll("[data-slide]")) {
        for (const part of slide.querySelectorAll("*")) {
          const at = part.getBoundingClientRect()
          if (!at.width || part.closest(".visually-hidden, svg, .play__hand")) continue
          if (out(at)) faults.push(`${slide.id}: ${part.className || part.tagName}`)
        }
        for (const text of slide.querySelectorAll("li, td, th, p, h1, h2")) {
          const size = parseFloat(getComputedStyle(text).fontSize)
          const least = 28 * Math.min(innerWidth / 1920, innerHeight / 1080) - 0.5
          const reads = text.textContent.trim() && innerWidth >= innerHeight
          if (reads && size < least) faults.push("small: " + text.className)
        }
      }
      return faults
    }
"""


def an_event(people, rounds=1):
    """People with long names, round 1 running, a big hand and announcements."""
    tournament = seated(a_tournament(rounds=rounds), players=people)
    players = list(Player.objects.filter(tournament=tournament))
    for player in players:
        player.name, player.family_name = (
            f"Maximiliane Montefiore-Rovere {player.number}",
            "Montefiore-Rovere",
        )
        player.native_name = "欧阳诸葛文韬"
    Player.objects.bulk_update(players, ["name", "family_name", "native_name"])
    round_ = tournament.rounds.get(number=1)
    start_round(round_, actor=TESTER)
    table = round_.tables.select_related("round__tournament").first()
    deal(table, 1, self_draw(0, 88), detail={"hand": "111z222z333z444z5z 5z", "fans": [[1, 1]]})
    announce(
        tournament,
        text="Coffee in the foyer after deal 16. Seating of the next round on this screen.",
        native_text="第 16 盘后大厅有咖啡，下一轮座位见本屏幕。",
        actor=TESTER,
    )
    return tournament


@pytest.fixture
def event():
    return an_event(8)


@pytest.mark.parametrize("tables", [2, 6, 40])
def test_every_page_fits_every_projector_without_scrolling(open_window, tables):
    an_event(4 * tables)
    for locale in ("en", "zh-CN"):
        screen = open_window(DESKTOP, locale=locale)
        screen.goto(f"/t/cup/screen?pages={ALL}&seconds=120")
        assert screen.locator("[data-slide]").count() >= 6
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            assert screen.evaluate(OVERFLOW) == [], (locale, width, height)
        assert screen.faults == []


@pytest.mark.parametrize("tables", [1, 2, 3, 5, 8])
def test_few_tables_are_as_large_as_the_picture_allows(open_window, tables):
    cup = seated(a_tournament(rounds=1), players=4 * tables)
    cup.players.update(name="Ada von Hohenstein-Wernigerode zu Stein", family_name="")
    screen = open_window({"width": 1920, "height": 1080})
    screen.goto("/t/cup/screen?pages=tables")
    boxes = [one.bounding_box() for one in screen.locator(".tables__one").all()]
    assert len(boxes) == tables
    assert max(box["x"] + box["width"] for box in boxes) > 0.95 * 1920
    assert max(box["y"] + box["height"] for box in boxes) > 0.9 * 1080
    names = screen.locator(".tables__one li").first
    # at twelve tables a name has 36.8 px
    assert float(names.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")) > 36.8
    assert screen.evaluate(OVERFLOW) == []
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert screen.eval_on_selector_all(".tables__one li", cut) == 0


def test_pages_turn_by_themselves_and_never_stand_quite_still(open_window, event):
    screen = open_window(DESKTOP)
    screen.goto("/t/cup/screen?pages=clock,notices&seconds=4")
    shown = screen.locator(".is-on")
    expect(shown).to_have_attribute("data-slide", "clock-1")
    shift = screen.locator("#hall").get_attribute("data-shift")
    expect(shown).to_have_attribute("data-slide", "notices-1", timeout=9000)
    assert screen.locator("#hall").get_attribute("data-shift") != shift


def test_a_screen_keeps_its_page_while_figures_change_under_it(open_window, event):
    screen = open_window(DESKTOP)
    screen.goto("/t/cup/screen?pages=clock,ranking&seconds=120")
    screen.keyboard.press("ArrowRight")
    expect(screen.locator(".is-on")).to_have_attribute("data-slide", "ranking-1")
    table = event.rounds.get(number=1).tables.select_related("round__tournament").first()
    deal(table, 2, self_draw(0, 88))
    expect(screen.locator(".is-on").get_by_text("+576")).to_be_visible()  # two self-draws of 88: 3 x 96 each
    expect(screen.locator(".is-on")).to_have_attribute("data-slide", "ranking-1")


def test_a_screen_stored_at_the_desk_follows_what_the_desk_changes(open_window, event):
    store_screen(
        event, name="door", options={"pages": "clock", "lang": "zh-hans", "theme": "dark"}, actor=TESTER
    )
    screen = open_window(DESKTOP)
    screen.goto("/t/cup/screen?name=door")
    expect(screen.locator("html")).to_have_attribute("data-theme", "dark")
    expect(screen.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(screen.locator(".is-on")).to_have_attribute("data-slide", "clock-1")


def test_a_screen_says_how_old_it_is_and_comes_back_alone(open_window, event):
    screen = open_window(DESKTOP)
    screen.clock.install()
    screen.goto("/t/cup/screen?pages=ranking")
    expect(screen.locator(".is-on")).to_be_visible()
    screen.context.set_offline(True)
    screen.route("**/*", lambda route: route.abort())
    screen.clock.run_for(60_000)
    stale = screen.locator("[data-live-stale]")
    expect(stale).to_be_visible()
    expect(stale).to_contain_text(re.compile("No connection. As of .* old"))
    table = event.rounds.get(number=1).tables.select_related("round__tournament").first()
    deal(table, 2, self_draw(0, 88))
    screen.unroute("**/*")
    screen.context.set_offline(False)
    screen.clock.run_for(15_000)
    expect(screen.locator(".is-on").get_by_text("+576")).to_be_visible()
    expect(stale).to_be_hidden()


def test_a_screen_outlives_a_restart_of_the_server(browser, transactional_db):
    from config.asgi import application
    from config.server import Server

    a_running_table()

    def serve(port=0):
        running = Server(
            uvicorn.Config(
                application,
                port=port,
                log_level="warning",
                timeout_graceful_shutdown=1,
                lifespan="on",
                ws="none",
            )
        )
        thread = threading.Thread(target=running.run, daemon=True)
        thread.start()
        while not running.started:
            thread.join(0.02)
        return running, thread, running.servers[0].sockets[0].getsockname()[1]

    first, thread, port = serve()
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/t/cup/screen?pages=ranking,notices")
    expect(page.locator(".is-on")).to_be_visible()
    first.should_exit = True
    thread.join(timeout=10)
    hub.reset()  # a new process would have a new one
    second, again, _ = serve(port)
    tournament = Tournament.objects.get(slug="cup")
    announce(tournament, text="Back again", actor=TESTER)
    expect(page.get_by_text("Back again").first).to_be_attached(
        timeout=60_000
    )  # at the latest when the silence is noticed
    context.close()
    second.should_exit = True
    again.join(timeout=10)


def test_before_any_seating_the_screen_says_what_will_come(open_window):
    a_tournament()
    for locale, words in (("en", "round 1 is not published yet"), ("zh-CN", "第 1 轮座位表尚未公布")):
        screen = open_window(DESKTOP, locale=locale)
        screen.goto("/t/cup/screen")
        expect(screen.locator(".is-on")).to_contain_text(words)


def test_a_pointer_that_was_left_on_the_picture_shows_no_switch_over_it(open_window, event):
    screen = open_window(DESKTOP)
    screen.clock.install()
    screen.mouse.move(400, 300)
    screen.goto("/t/cup/screen?pages=ranking&seconds=120")
    tools = screen.locator(".hall-tools")
    expect(tools).to_have_css("opacity", "0")
    screen.mouse.move(500, 400)
    expect(tools).to_have_css("opacity", "1")
    screen.locator("[data-clock-sound]").click()
    screen.clock.run_for(5_000)
    expect(tools).to_have_css("opacity", "0")
    screen.keyboard.press("Tab")  # whoever uses the keys sees where they are
    screen.locator("[data-clock-sound]").focus()
    expect(tools).to_have_css("opacity", "1")

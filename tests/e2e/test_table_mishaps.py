"""What goes wrong at a table, told with a thumb on a phone: every number was worked out by hand."""

import re
import uuid
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE
from tests.factories import TESTER, a_running_table, deal, discard, dispute, self_draw
from tournament.models import Kind
from tournament.selectors.games import game_view
from tournament.selectors.verification import differences
from tournament.services.access import open_passes
from tournament.services.calls import call_referee
from tournament.services.notes import record_note
from tournament.services.penalties import record_false_win


class Thumb:
    """Counts what is tapped."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, place):
        place.click()
        self.taps += 1

    def choose(self, field, text):
        self.tap(self.page.locator(f"label:has([name={field}])", has_text=re.compile(text)).first)

    def press(self, name):
        before = self.page.url
        self.tap(self.page.get_by_role("button", name=re.compile(name)))
        self.page.wait_for_url(lambda url: url != before, wait_until="commit")


@pytest.fixture
def table():
    return a_running_table()


@pytest.fixture
def at(table):
    (opened,) = open_passes(table.round, actor=TESTER)
    return f"/p/{opened.secret}"


def totals(table):
    assert differences(table.round.tournament) == ()
    return game_view(table).score.totals


def names(table):
    return [seat.player.name for seat in table.seats.select_related("player").order_by("seat")]


def open_more(thumb, at):
    thumb.page.goto(at)
    thumb.taps = 0
    thumb.tap(thumb.page.get_by_role("button", name="More"))


def test_a_false_win_is_seen_on_every_screen_and_another_player_wins_the_same_deal(open_window, table, at):
    people = names(table)
    thumb, viewer = Thumb(open_window(PHONE)), open_window(DESKTOP)
    viewer.goto("/t/cup/tables/1/1")
    thumb.page.goto(f"{at}/false-win")
    thumb.choose("seat", people[1])
    thumb.choose("case", "Hand not ready")
    thumb.press("Record the false win")
    expect(thumb.page.locator(".felt")).to_contain_text("−60")
    expect(viewer.locator(".ledger")).to_contain_text("may not win")
    thumb.page.goto(f"{at}/win?how=discard")
    expect(thumb.page.locator(".people--winner label", has_text=people[1]).locator("input")).to_be_disabled()
    thumb.choose("winner", people[0])
    thumb.tap(thumb.page.locator(".people--discarder label", has_text=people[1]))
    thumb.page.fill("#id_fan", "10")
    thumb.press("Record deal 1")
    # not ready: 20 to each of the others; then 8 + 10 from the discarder and 8 from the others
    assert totals(table) == (20 + 34, -60 - 18, 20 - 8, 20 - 8)
    expect(viewer.locator(".ledger")).not_to_contain_text("may not win")
    assert thumb.page.faults == []


def test_a_penalty_takes_five_taps_and_rises_from_a_warning_to_five_and_ten(open_window, table, at):
    thumb, person = Thumb(open_window(PHONE)), names(table)[2]
    for cost in ("warning", "Time 2: −5", "Time 3: −10"):
        open_more(thumb, at)
        thumb.tap(thumb.page.locator("#more").get_by_role("link", name="Penalty"))
        thumb.choose("seat", person)
        thumb.choose("fault", "Empty call")
        expect(thumb.page.locator("label.fault", has_text="Empty call")).to_contain_text(cost)
        expect(thumb.page.locator("[data-submit-sub]")).to_have_text(f"Empty call · {cost}")
        thumb.press("Give the penalty")
        assert thumb.taps <= 5
    assert totals(table) == (0, 0, -15, 0)
    assert thumb.page.faults == []


def test_the_list_is_searched_and_the_referee_overrules_it_with_a_reason(open_window, table, at):
    thumb, person = Thumb(open_window(PHONE)), names(table)[0]
    thumb.page.goto(f"{at}/penalty")
    thumb.choose("seat", person)
    thumb.page.fill("#id_find", "named")
    expect(thumb.page.locator("label.fault:visible")).to_have_count(2)  # the one found, and one's own words
    thumb.choose("fault", "Discard named wrongly")
    thumb.tap(thumb.page.get_by_text("Decide otherwise than the list"))
    thumb.choose("treatment", "To each of the others")
    thumb.page.fill("#id_amount", "5")
    thumb.choose("reason", "Harmed the game of others")
    thumb.press("Give the penalty")
    assert totals(table) == (-15, 5, 5, 5)


def test_a_forgotten_reason_is_asked_for_on_the_spot_and_nothing_is_sent(open_window, table, at):
    deal(table, 1, discard(0, 1, 8))
    thumb, sent = Thumb(open_window(PHONE)), []
    thumb.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    for page, button in (("undo", "Take back deal 1"), ("deals/1/correct", "Correct deal 1")):
        thumb.page.goto(f"{at}/{page}")
        thumb.tap(thumb.page.get_by_role("button", name=button))
        why = thumb.page.locator("#id_reason_text")
        expect(why).to_be_focused()
        said = why.evaluate("field => field.validationMessage")
        assert said == "Say in a few words why. The reason stays with the entry."
    assert sent == []
    thumb.page.fill("#id_fan", "12")
    thumb.choose("reason", "Wrong fan total")
    thumb.press("Correct deal 1")
    assert totals(table) == (36, -20, -8, -8)
    thumb.page.goto(f"{at}/call")  # whoever calls need not say what about
    thumb.press("Call the referee")


def test_a_deal_is_corrected_and_the_game_goes_back_to_deal_three(open_window, table, at):
    for number in range(1, 6):
        deal(table, number, discard(0, 1, 8))  # +32 −16 −8 −8 each
    thumb, viewer = Thumb(open_window(PHONE)), open_window(DESKTOP)
    thumb.page.goto(f"{at}/deals/1/correct")
    thumb.page.fill("#id_fan", "12")
    thumb.choose("reason", "Wrong fan total")
    thumb.press("Correct deal 1")
    assert totals(table) == (5 * 32 + 4, -5 * 16 - 4, -40, -40)
    thumb.page.goto(f"{at}/deals/3/correct")
    thumb.tap(thumb.page.get_by_role("link", name="Go back to deal 3 instead"))
    expect(thumb.page.locator(".undo-list li")).to_have_count(3)
    thumb.choose("reason", "Referee's decision")
    thumb.press("Go back to deal 3")
    expect(thumb.page.locator(".deal-line")).to_contain_text("Deal 3")
    assert totals(table) == (36 + 32, -20 - 16, -16, -16)
    # the discarded branch stays readable for everybody
    viewer.goto("/t/cup/tables/1/1")
    # (three deals taken back, and the first version of deal 1)
    expect(viewer.locator("del", has_text="8 fan")).to_have_count(4)
    assert thumb.page.faults == []


def test_people_on_wrong_chairs_keep_their_hands_and_the_winds_follow_the_chairs(open_window, table, at):
    for number in (1, 2):
        deal(table, number, self_draw(0, 12))  # +60 −20 −20 −20
    people = names(table)
    thumb = Thumb(open_window(PHONE))
    open_more(thumb, at)
    thumb.tap(thumb.page.locator("#more").get_by_role("link", name="Wrong chairs"))
    expect(thumb.page.locator(".from-deal [aria-current]")).to_have_text("3")  # the deal in play
    thumb.tap(thumb.page.locator(".from-deal").get_by_role("link", name="1", exact=True))
    # East and West sat crosswise from the start; taking one chair gives the other to its former holder
    thumb.page.locator("#id_wind_0").select_option(label=people[2])
    expect(thumb.page.locator("#id_wind_2")).to_have_value("0")
    thumb.choose("reason", "Took the wrong chairs")
    thumb.press("Record these seats")
    expect(thumb.page.locator(".ledger-seats")).to_contain_text("Other seats from deal 1 on")
    assert totals(table) == (120, -40, -40, -40)
    # deal 3 is dealt from the West chair, where whoever was seated East really sits
    view = game_view(table)
    assert view.position.dealer == 0
    assert view.position.seat_winds == (0, 3, 2, 1)
    thumb.page.goto(at)
    expect(thumb.page.locator(".plate--dealer")).to_contain_text(people[0].split()[-1])
    assert thumb.page.faults == []


def test_a_chair_taken_before_the_scripts_are_there_leaves_another_all_the_same(open_window, table, at):
    thumb = Thumb(open_window(PHONE))
    open_more(thumb, at)
    address = thumb.page.locator("#more").get_by_role("link", name="Wrong chairs").get_attribute("href")
    page = open_window(PHONE)
    held = []
    page.route("**/js/rulings*.js", lambda route: held.append(route))
    page.goto(urljoin(at, address), wait_until="commit")
    page.locator("#id_wind_0").select_option(label=names(table)[2])
    expect(page.locator("#id_wind_2")).to_have_value("2")
    for route in held:
        route.continue_()
    expect(page.locator("#id_wind_2")).to_have_value("0")
    expect(page.locator("#id_wind_0")).to_have_value("2")


def test_a_hand_is_played_again_and_a_note_is_read_by_the_desk_and_not_by_the_public(open_window, table, at):
    thumb, viewer = Thumb(open_window(PHONE)), open_window(DESKTOP)
    open_more(thumb, at)
    thumb.tap(thumb.page.locator("#more").get_by_role("link", name="Dead hand"))
    thumb.choose("seat", names(table)[3])
    thumb.choose("fault", "Too many or too few tiles")
    thumb.press("Record the dead hand")
    expect(thumb.page.locator(".felt")).to_contain_text("plays along")
    thumb.page.goto(f"{at}/replay")
    thumb.choose("reason", "The wall was destroyed")
    thumb.press("Deal 1 is played again")
    expect(thumb.page.locator(".felt")).not_to_contain_text("plays along")
    thumb.page.goto(f"{at}/note")
    thumb.page.fill("#id_text", "North felt unwell")
    thumb.press("Keep the note")
    expect(thumb.page.locator(".now-fined", has_text="North felt unwell")).to_be_visible()
    viewer.goto("/t/cup/tables/1/1")
    expect(viewer.locator(".ledger")).to_contain_text("The wall was destroyed")
    expect(viewer.locator(".ledger")).to_contain_text("The referee left a note for the desk.")
    expect(viewer.locator("body")).not_to_contain_text("North felt unwell")
    assert totals(table) == (0, 0, 0, 0)
    assert game_view(table).entries[-1].kind == Kind.NOTE


@pytest.mark.parametrize(("language", "scheme"), [("en-GB", "light"), ("zh-CN", "dark")])
def test_axe_finds_nothing_and_nothing_is_cut(open_window, table, at, language, scheme):
    deal(table, 1, self_draw(0, 12))
    page = open_window(PHONE, locale=language, color_scheme=scheme)
    for address in ("penalty", "dead-hand", "replay", "note", "seats?deal=1", "undo", "deals"):
        page.goto(f"{at}/{address}")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_call_a_dispute_and_a_false_win_leave_the_four_plates_and_undo_in_sight(
    open_window, table, at, locale
):
    deal(table, 1, discard(1, 2, 30))
    call_referee(table_id=table.pk, actor=TESTER)
    dispute(table, "The fan total of deal 1 is wrong, and deal 2 is missing")
    record_false_win(table_id=table.pk, number=2, seat=2, client_key=uuid.uuid4(), actor=TESTER)
    phone = open_window(PHONE, locale=locale)
    phone.goto(at)
    record_note(table_id=table.pk, text="The wall fell. " * 8, client_key=uuid.uuid4(), actor=TESTER)
    phone.reload()
    expect(phone.locator(".now-fined")).to_have_count(2)
    expect(phone.locator(".notice--line")).to_have_count(2)
    actions = phone.locator(".pass-actions").bounding_box()["y"]
    plates = [plate.bounding_box() for plate in phone.locator(".plate").all()]
    assert len(plates) == 4
    for box in [*plates, phone.locator(".last-deal .button").bounding_box()]:
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= actions
    # a thin line is a target of 44 px all the same
    for line in phone.locator(".notice__go").all():
        assert line.evaluate(
            "e => [-20, 0, 20].every((up) => { const b = e.closest('.notice').getBoundingClientRect();"
            " return document.elementFromPoint(b.x + 40, b.y + b.height / 2 + up) === e })"
        )


def test_more_closes_without_scrolling_on_a_low_phone(open_window, at):
    phone = open_window(PHONE)
    phone.goto(at)
    phone.get_by_role("button", name="More").click()
    close = phone.locator("#more > .button")
    expect(close).to_be_in_viewport(ratio=1)
    for entry in phone.locator("#more a").all():
        expect(entry).to_be_in_viewport(ratio=1)
        assert entry.bounding_box()["height"] >= 44
    phone.set_viewport_size({"width": 360, "height": 560})
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(close).to_be_hidden()

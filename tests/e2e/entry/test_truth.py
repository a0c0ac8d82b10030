"""What a form shows is what it sends, what is stored, and what the phone says it has stated.

Totals and payments are worked out by hand: a discard win of F fan brings 24 + F, a self-draw 3 x (8 + F).
"""

import re

from playwright.sync_api import expect

from tests.e2e.entry.thumb import Thumb, newest, start
from tests.factories import deal as record
from tests.factories import self_draw
from tournament.models import Entry

SHORT = "p chow 4p m chow 7m 1m +23m 4m"


def sent(phone):
    """The fields that the form would send now."""
    names = "() => [...new FormData(document.querySelector('form[data-entry]')).keys()]"
    return set(phone.evaluate(names))


def stated(phone):
    """What the phone says it has stated last: (label, words)."""
    phone.goto(f"{phone.home}/outbox")
    said = phone.locator("[data-outbox] li .kept__facts").first
    expect(said.locator("dd").first).to_be_attached()
    pairs = "list => [...list.querySelectorAll('dt')].map(dt => [dt.textContent, dt.nextSibling.textContent])"
    return [tuple(pair) for pair in said.evaluate(pairs)]


def change(thumb, how):
    thumb("[data-change]")
    thumb(f".who label:has([name=how][value='{how}'])")


# What the end of a hand does not ask for --------------------------------------------------------------


def test_whose_discard_it_was_is_not_stated_of_a_self_draw(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total", self_draw=False)
    change(thumb, "self_draw")
    assert "discarder" not in sent(phone)
    thumb(".keys__quick button[value='8']")
    thumb.record()
    assert "From whom" not in dict(stated(phone))
    # whoever comes back to a discard finds the one who was chosen
    phone.goto(f"{phone.home}/win?how=discard")
    thumb.person("winner", 1)
    thumb.person("discarder", 0)
    change(thumb, "self_draw")
    change(thumb, "discard")
    expect(phone.locator("[data-line-discarder]")).not_to_be_empty()
    assert "discarder" in sent(phone)
    assert phone.faults == []


def test_a_tile_after_a_kong_belongs_to_a_self_draw_alone(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    thumb("label:has([name=replacement])")
    assert "replacement" in sent(phone)
    change(thumb, "discard")
    thumb.person("discarder", 0)
    expect(phone.locator("label:has([name=replacement])")).to_be_hidden()
    assert "replacement" not in sent(phone)
    change(thumb, "self_draw")
    assert "replacement" in sent(phone)


def test_a_hand_that_is_corrected_to_drawn_states_nothing_of_the_win(phone, table):
    record(table, 1, self_draw(1, fan=12, flowers=2))
    phone.goto(f"{phone.home}/deals/1/correct")
    thumb = Thumb(phone)
    change(thumb, "drawn")
    thumb("label.toggle:has-text('Wrong winner')")
    said = sent(phone)
    assert not said & {"winner", "discarder", "fan", "flowers", "claimed", "way"}
    phone.get_by_role("button", name="Correct deal 1").click()
    phone.wait_for_url(re.compile("/deals$"))
    assert newest().said == "drawn"
    assert stated(phone) == [("How the deal ended", "Drawn"), ("Why", "Wrong winner")]


def test_how_often_is_stated_of_fans_that_are_ticked_alone(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "fans")
    thumb("[name=f22]")  # Full Flush 24
    thumb("[name=f64]")  # Tile Hog 2, twice
    phone.locator("[name=n64]").select_option("2")
    assert {name for name in sent(phone) if re.fullmatch(r"n\d+", name)} == {"n64"}
    thumb.record()
    assert newest().detail["fans"] == [[22, 1], [64, 2]]
    assert [said for label, said in stated(phone) if label == "How often"] == ["×2"]


def test_a_penalty_states_no_decision_that_was_taken_off_again(phone):
    phone.goto(f"{phone.home}/penalty")
    thumb = Thumb(phone)
    thumb(".people--seat label:has([value='1'])")
    thumb(".fault:not(.fault--own) >> nth=0")
    thumb(".overrule")
    thumb("label.toggle:has-text('To one player')")
    thumb(".people--victim label:has([value='2'])")
    thumb("label.toggle:has-text('Done on purpose')")
    assert {"overrule", "treatment", "victim", "reason"} <= sent(phone)
    thumb(".overrule")
    assert not sent(phone) & {
        "overrule",
        "treatment",
        "amount",
        "victim",
        "reason",
        "reason_text",
        "dead_hand",
    }
    phone.get_by_role("button", name="Give the penalty").click()
    phone.wait_for_url(phone.home)
    assert newest().reason == ""
    assert [label for label, _said in stated(phone)] == ["Whose", "What for"]
    assert phone.faults == []


# Without a connection -------------------------------------------------------------------------------


def test_without_a_connection_nothing_is_shown_that_was_worked_out_before(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total")
    thumb("[data-digit='1']")
    thumb("[data-digit='0']")
    expect(phone.locator("[data-submit-sub]")).to_have_text("10 fan · +54")
    phone.context.set_offline(True)
    thumb("[data-step='1']:visible")
    expect(phone.locator("#worth .payments")).to_have_count(0)
    expect(phone.locator("[data-submit-sub]")).to_be_empty()
    phone.context.set_offline(False)
    expect(phone.locator("[data-submit-sub]")).to_have_text("10 fan + 1 flower · +57")


def test_payments_are_asked_for_again_where_the_browser_never_said_that_the_net_was_gone(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total")
    phone.route("**/win/payments*", lambda route: route.abort())
    thumb(".keys__quick button[value='10']")
    expect(phone.locator("[data-submit-sub]")).to_be_empty()
    phone.wait_for_timeout(600)
    phone.unroute("**/win/payments*")
    expect(phone.locator("[data-submit-sub]")).to_have_text("10 fan · +54", timeout=20_000)


def test_a_total_that_is_mended_without_a_connection_can_be_recorded(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total")
    thumb("[data-digit='7']")
    expect(phone.locator("#ways-on .button--danger")).to_be_visible()
    phone.context.set_offline(True)
    thumb("[data-digit='0']")
    expect(phone.locator("#ways-on .button--danger")).to_be_hidden()
    expect(phone.get_by_role("button", name=re.compile("Record deal 1"))).to_be_visible()


def test_fans_that_were_shut_can_be_ticked_without_a_connection(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "fans")
    thumb("[name=f22]")  # Full Flush, not beside Half Flush (49)
    expect(phone.locator("[name=f49]")).to_be_disabled()
    phone.context.set_offline(True)
    thumb("[name=f22]")
    expect(phone.locator("[name=f49]")).to_be_enabled()
    expect(phone.locator("[data-tick='49'] [data-why]")).to_be_empty()
    thumb("[name=f49]")
    phone.context.set_offline(False)
    expect(phone.locator("[name=f22]")).to_be_disabled()


def kept(phone, deal=2):
    """The pages of the deals to come are on the phone."""
    phone.goto(phone.home)
    ready = re.compile(rf"^({'|'.join(str(number) for number in range(deal, 18))})$")
    expect(phone.locator("html")).to_have_attribute("data-kept", ready, timeout=60_000)


def kept_in_chinese(phone):
    table = phone.locator("[data-phone]").get_attribute("data-table")
    phone.evaluate(
        """async table => {
          const kept = () => self.sixteen.store.page(table, "zh-hans", 1)
          while (!(await kept())) await new Promise(done => setTimeout(done, 200))
        }""",
        table,
    )


def waits(phone, thumb):
    """A hand of tiles with a mark and two flowers is stated without a connection."""
    kept(phone)
    kept_in_chinese(phone)
    phone.context.set_offline(True)
    start(phone, thumb, "tiles")
    thumb("label:has([name=last_tile])")
    thumb("[data-step='1']:visible")
    thumb("[data-step='1']:visible")
    thumb.keys(SHORT)
    thumb.record()
    phone.goto(f"{phone.home}/outbox")
    expect(phone.locator("[data-group=waiting] li")).to_have_count(1)
    phone.locator("[data-group=waiting] summary").click()


def test_a_hand_that_waits_is_drawn_again_when_it_is_changed(phone):
    waits(phone, Thumb(phone))
    phone.get_by_role("link", name="Change").click()
    expect(phone.locator("#laid .tile")).to_have_count(10)
    expect(phone.locator("#id_flowers")).to_have_value("2")
    expect(phone.locator("[name=last_tile]")).to_be_checked()


def test_a_hand_that_waits_stays_one_statement_when_the_language_is_changed_over_it(phone):
    thumb = Thumb(phone)
    waits(phone, thumb)
    phone.get_by_role("link", name="Change").click()
    expect(phone.locator("#laid .tile")).to_have_count(10)
    thumb("label:has([name=last_tile])")
    thumb("[data-step='1']:visible")
    phone.get_by_role("button", name="中").click()
    expect(phone.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(phone.locator("#id_flowers")).to_have_value("3")
    expect(phone.locator("[name=last_tile]")).not_to_be_checked()
    expect(phone.locator("#laid .tile")).to_have_count(10)
    expect(phone.locator("h1")).to_contain_text("1")
    phone.locator(".pass-actions > [type=submit]").click()
    phone.wait_for_url(phone.home)
    phone.goto(f"{phone.home}/outbox")
    expect(phone.locator("[data-group=waiting] li")).to_have_count(1)


def test_tiles_that_are_typed_are_drawn_without_a_connection(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "tiles")
    phone.context.set_offline(True)
    thumb(".tiles-entry__text summary")
    phone.locator("#id_tiles").fill("[111m] 11m 5p")
    expect(phone.locator("#laid .tile")).to_have_count(6)
    expect(phone.locator(".pad__key[value='1m']")).to_be_disabled()
    phone.locator("#id_tiles").fill("nonsense")
    expect(phone.locator("#laid .tile")).to_have_count(0)


def test_a_dispute_without_a_connection_is_a_dispute_and_an_agreement_is_an_agreement(phone, table):
    record(table, 1, self_draw(0))
    kept(phone)
    phone.context.set_offline(True)
    phone.goto(f"{phone.home}/sign")
    phone.get_by_role("link", name="Player 2 disputes").click()
    expect(phone.locator(".calm__title")).to_have_text("Player 2")
    expect(phone.get_by_role("button", name=re.compile("agrees$"))).to_have_count(0)
    phone.locator("label.toggle", has_text="A deal is missing").click()
    phone.get_by_role("button", name="Dispute what is recorded").click()
    phone.wait_for_url(phone.home)
    phone.goto(f"{phone.home}/sign")
    phone.get_by_role("button", name="Player 1 agrees").click()
    expect(phone.locator("[data-last-kept]")).to_contain_text("Player 1 · Agree")
    phone.context.set_offline(False)
    expect(phone.locator("[data-saved]")).to_contain_text("Saved", timeout=20_000)
    words = {e.seat: e.said for e in Entry.objects.filter(kind="sign_off")}
    assert words == {0: "agree", 1: "dispute"}
    assert stated(phone) == [("", "Player 1"), ("", "Agree")]


def test_what_a_page_without_fields_was_about_is_stated(phone, table):
    phone.goto(f"{phone.home}/drawn")
    phone.get_by_role("button", name="Record deal 1 as drawn").click()
    phone.wait_for_url(phone.home)
    assert stated(phone) == [("", "Drawn hand")]
    phone.goto(f"{phone.home}/sign?say=dispute&seat=2")
    phone.locator("label.toggle", has_text="A deal is missing").click()
    phone.get_by_role("button", name="Dispute what is recorded").click()
    phone.wait_for_url(re.compile("/sign$"))
    assert stated(phone) == [("", "Player 3"), ("What is wrong", "A deal is missing")]


# A form that was left -------------------------------------------------------------------------------


def test_a_form_that_is_loaded_again_shows_the_step_of_what_it_would_send(phone):
    thumb = Thumb(phone)
    start(phone, thumb, "total")
    thumb("[data-step='1']:visible")
    phone.reload()
    expect(phone.locator("form[data-entry]")).to_have_attribute("data-at", "who")
    expect(phone.locator("[name=winner]:checked")).to_have_count(0)
    expect(phone.locator("#id_flowers")).to_have_value("0")
    thumb.person("winner", 2)
    thumb(".ways label:has(input[value='fans'])")
    phone.goto(phone.home)
    phone.go_back()
    expect(phone.locator("form[data-entry]")).to_have_attribute("data-at", "who")
    assert (
        dict(phone.evaluate("[...new FormData(document.querySelector('form[data-entry]'))]"))["way"]
        == "total"
    )

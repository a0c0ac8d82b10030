"""The other forms of the table's phone: false wins, penalties, corrections, taking back, agreement."""

import re
import uuid

import pytest

from scoring.payments import FalseWin
from tests.factories import TESTER, a_running_table, deal, discard, self_draw
from tests.views.phones import assert_shows, post
from tournament.models import Entry
from tournament.selectors.games import game_view
from tournament.services.access import open_passes
from tournament.services.notes import record_note
from tournament.services.penalties import record_false_win
from tournament.services.sign_offs import sign_off

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("cn1998", "−30, +10 to each of the others"),
        ("mil2025", "−40, nobody gains"),
        ("club_none", "No points"),
    ],
)
def test_the_false_win_form_says_what_it_costs_here(client, preset, words):
    table = a_running_table(false_win=preset)
    (table_pass,) = open_passes(table.round, actor=TESTER)
    assert words in client.get(f"/p/{table_pass.secret}/false-win").content.decode()


def test_a_false_win_is_booked_by_the_case(client, table, at):
    assert post(client, f"{at}/false-win", seat=1, case="not_ready", number=1).status_code == 303
    assert game_view(table).score.totals == (20, -60, 20, 20)
    assert_shows(post(client, f"{at}/false-win", seat=1, case="not_ready", number=1), "already_dead_hand")
    assert_shows(post(client, f"{at}/false-win", case="not_ready", number=1), "player_missing")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": ""}, "player_missing"),
        ({"seat": 4}, "no_such_seat"),
        ({"amount": ""}, "amount_missing"),
        ({"amount": -5}, "amount_negative"),
        ({"amount": 1001}, "amount_too_high"),
        ({"reason_text": ""}, "reason_missing"),
        ({"amount": "", "reason_text": ""}, "fault_missing"),
        ({"fault": "nonsense"}, "unknown_fault"),
        ({"number": 17}, "no_such_deal"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused_with_its_sentence(client, at, fields, code):
    said = {
        "seat": 2,
        "treatment": "deduction",
        "amount": 10,
        "reason_text": "Too slow",
        "number": 1,
        **fields,
    }
    answer = post(client, f"{at}/penalty", **said)
    assert answer.status_code == 422
    assert_shows(answer, code)


def test_a_penalty_goes_to_the_others_or_to_nobody(client, table, at):
    said = {"seat": 2, "amount": 5, "reason_text": "Too slow", "number": 1}
    post(client, f"{at}/penalty", treatment="transfer", **said)
    assert game_view(table).score.totals == (5, 5, -15, 5)
    post(client, f"{at}/penalty", treatment="deduction", **said)
    assert game_view(table).score.totals == (5, 5, -20, 5)


def test_a_deal_is_corrected_and_its_first_version_is_shown_beside_the_form_and_after(client, table, at):
    deal(table, 1, discard(winner=2, discarder=1, fan=18))
    assert "18 fan" in client.get(f"{at}/deals/1/correct").content.decode()
    said = {"how": "discard", "winner": 2, "discarder": 1, "fan": 16, "base_revision": 1}
    answer = post(client, f"{at}/deals/1/correct", reason="Wrong fan total", **said)
    assert (answer.status_code, answer["Location"]) == (303, f"{at}/deals")
    text = client.get(f"{at}/deals").content.decode()
    for words in ("2 versions", "18 fan", "16 fan", "Wrong fan total"):
        assert words in text


@pytest.mark.parametrize(
    ("fields", "code", "status"),
    [
        ({"reason": ""}, "reason_missing", 422),
        ({"fan": 18}, "nothing_changes", 422),
        ({"base_revision": 7}, "stale_revision", 409),
    ],
)
def test_a_correction_that_cannot_be_is_refused_with_its_sentence(client, table, at, fields, code, status):
    deal(table, 1, discard(winner=2, discarder=1, fan=18))
    said = {"how": "discard", "winner": 2, "discarder": 1, "fan": 16, "base_revision": 1}
    answer = post(client, f"{at}/deals/1/correct", **{"reason": "Wrong fan total", **said, **fields})
    assert answer.status_code == status
    assert_shows(answer, code)


def test_a_deal_that_is_not_there_is_not_corrected(client, at):
    answer = client.get(f"{at}/deals/3/correct")
    assert answer.status_code == 422
    assert_shows(answer, "deal_not_found")


def test_the_last_deal_is_taken_back_by_a_reason_of_the_list(client, table, at):
    deal(table, 1, self_draw(0))
    said = {"number": 1, "last": 1, "base_revision": 1}
    assert_shows(post(client, f"{at}/undo", **said), "reason_missing")
    assert post(client, f"{at}/undo", reason="Entered by mistake", **said).status_code == 303
    assert game_view(table).next_deal == 1
    assert Entry.objects.order_by("-pk").first().reason == "Entered by mistake"


def test_taking_back_a_deal_that_was_corrected_meanwhile_shows_the_new_state(client, table, at):
    from tests.services.test_deals import correct

    deal(table, 1, self_draw(0))
    correct(table, 1, self_draw(1))
    answer = post(client, f"{at}/undo", number=1, last=1, base_revision=1, reason="Entered by mistake")
    assert answer.status_code == 409
    assert re.search(r'name="base_revision"\s+value="2"', answer.content.decode())


def test_a_false_win_of_a_later_deal_stays_in_sight_while_the_deal_before_is_taken_back(client, table, at):
    for number in range(1, 15):
        deal(table, number)
    record_false_win(table_id=table.pk, seat=1, number=15, client_key=uuid.uuid4(), actor=TESTER)
    told = re.compile(r'<p class="now-fined">.*?</p>', re.DOTALL)
    (now,) = told.findall(client.get(at).content.decode())
    assert "Deal 15" not in now  # the deal in play stands above
    assert "Below the minimum" in now
    assert (
        post(
            client, f"{at}/undo", number=14, last=14, base_revision=1, reason="Entered by mistake"
        ).status_code
        == 303
    )
    view = game_view(table)
    assert (view.next_deal, view.score.totals[1]) == (14, -30)
    (still,) = told.findall(client.get(at).content.decode())
    assert "<b>Deal 15</b>" in still
    assert "−30" in still
    assert "/penalties/1/cancel" in still
    for page, (now, later) in (
        (f"{at}/deals", ("Being played", "To come")),
        ("/t/cup/tables/1/1", ("in play", "to come")),
    ):
        html = client.get(page).content.decode()
        rows = dict(re.findall(r'id="(?:deal-|d)(1[45])"(.*?</tr>)', html, re.DOTALL))
        assert now in rows["14"]
        assert later in rows["15"]
    # the seat may win deal 14: the hand is dead in the fifteenth only
    assert not view.dead_hands(14)
    deal(table, 14)
    (again,) = told.findall(client.get(at).content.decode())
    assert "Deal 15" not in again


def test_going_back_to_a_deal_takes_the_later_ones_with_it(client, table, at):
    for number in range(1, 6):
        deal(table, number)
    assert "These 3 deals are taken back" in client.get(f"{at}/undo?to=3").content.decode()
    said = {"number": 3, "last": 5, "base_revision": 1, "reason": "Referee's decision"}
    assert post(client, f"{at}/undo", **said).status_code == 303
    assert game_view(table).next_deal == 3


def test_going_back_names_the_deal_that_it_takes_back_in_the_other_language_too(client, table, at):
    for number in range(1, 6):
        deal(table, number)
    record_false_win(
        table_id=table.pk, seat=1, case=FalseWin.NOT_READY, client_key=uuid.uuid4(), actor=TESTER
    )
    said = {"number": 3, "last": 5, "base_revision": 1, "with_penalties": "on", "language": "en"}
    text = client.get(post(client, f"{at}/undo?to=3", **said)["Location"]).content.decode()
    assert "These 3 deals are taken back" in text
    assert "Go back to deal 3" in text
    assert 'name="number" value="3"' in text
    assert re.search(r'name="with_penalties"\s+checked', text)


def test_each_of_the_four_signs_and_a_dispute_is_seen_on_the_table(client, table, at):
    deal(table, 1)
    for seat in (0, 2, 3):
        post(client, f"{at}/sign", seat=seat, say="agree", up_to=1)
    assert_shows(post(client, f"{at}/sign", seat=1, say="dispute", up_to=1), "reason_missing")
    post(client, f"{at}/sign", seat=1, say="dispute", up_to=1, reason="A fan total is wrong")
    assert [person.signed for person in game_view(table).people] == ["agree", "dispute", "agree", "agree"]
    assert "disputes:</b>" in client.get(at).content.decode()
    assert "signers__why" in client.get(f"{at}/sign").content.decode()
    sign_off(table_id=table.pk, seat=1, agree=True, up_to=1, client_key=uuid.uuid4(), actor=TESTER)
    assert "All four agree" in client.get(f"{at}/sign").content.decode()


def test_nobody_has_a_place_before_anything_counts_neither_to_sign_nor_on_the_table(client, table, at):
    def places(address, where):
        page = client.get(address).content.decode()
        return re.findall(rf"class=\"{where}.*?<span[^>]*>([^<]*)</span>\s*</(?:span|p)>", page, re.DOTALL)

    assert places(f"{at}/sign", "signers__score") == ["–"] * 4
    assert "1st" not in client.get(at).content.decode()
    record_note(table_id=table.pk, text="Wind in the hall", client_key=uuid.uuid4(), actor=TESTER)
    assert "1st" not in client.get(at).content.decode()
    deal(table, 1, self_draw(0))
    # one won, the three others share the second place
    assert places(f"{at}/sign", "signers__score") == ["1st", "2nd", "2nd", "2nd"]
    assert "1st" in client.get(at).content.decode()


def test_the_agree_button_sends_all_that_the_page_holds_and_that_is_enough(client, table, at):
    deal(table, 1)
    page = client.get(f"{at}/sign").content.decode()
    held = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert client.post(f"{at}/sign", {**held, "seat": 2}).status_code == 303
    assert [person.signed for person in game_view(table).people] == ["", "", "agree", ""]


def test_signing_before_anything_is_recorded_is_refused(client, at):
    assert_shows(post(client, f"{at}/sign", seat=0, say="agree", up_to=0), "nothing_to_sign")
    assert "Nothing is recorded yet" in client.get(f"{at}/sign").content.decode()


def test_a_game_ends_early_with_a_reason(client, table, at):
    deal(table, 1)
    assert_shows(post(client, f"{at}/end"), "reason_missing")
    answer = post(client, f"{at}/end", reason="Time is up")
    assert (answer.status_code, answer["Location"]) == (303, f"{at}/sign")
    assert "The game ended after 1 deal" in client.get(at).content.decode()


def test_a_false_win_entered_by_mistake_is_cancelled_where_it_was_made(client, table, at):
    record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    assert f'href="{at}/penalties/1/cancel"' in client.get(at).content.decode()
    answer = post(client, f"{at}/penalties/1/cancel", reason="Decision on appeal")
    assert (answer.status_code, answer["Location"]) == (303, at)
    assert [person.score for person in game_view(table).people] == [0, 0, 0, 0]
    assert not any(person.dead_hand for person in game_view(table).people)


def test_a_penalty_of_an_earlier_deal_is_cancelled_by_the_desk_only(client, table, at):
    record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    deal(table, 1)
    assert_shows(client.get(f"{at}/penalties/1/cancel"), "no_right")
    assert_shows(post(client, f"{at}/penalties/1/cancel", reason="Decision on appeal"), "no_right")
    assert game_view(table).people[1].score == -30

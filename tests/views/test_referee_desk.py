"""The same table from the desk: who may, totals, reopening, cancelling, corrections in a closed round."""

import re
import uuid

import pytest
from django.contrib.auth import get_user_model

from tests.factories import TESTER, deal, play_out, self_draw
from tests.views.test_referee import assert_shows, key, post
from tournament.models import Entry, Role
from tournament.selectors.games import game_view
from tournament.services.access import give_role
from tournament.services.penalties import record_false_win
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db

AT = "/desk/cup/tables/1/1"
PAGES = ("", "/win", "/drawn", "/false-win", "/penalty", "/deals", "/sign", "/end", "/totals")


@pytest.fixture
def referee(client, table):
    user = get_user_model().objects.create_user("rita")
    give_role(table.round.tournament, user=user, name=Role.Name.REFEREE, actor=TESTER)
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_whoever_is_not_signed_in_is_asked_to_sign_in(client, table, page):
    answer = client.get(AT + page)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/?next=/desk/cup/tables/1/1")
    assert post(client, AT + page).status_code == 302
    assert not Entry.objects.exists()


@pytest.mark.parametrize("page", PAGES)
def test_whoever_has_no_role_here_gets_a_calm_page(client, table, page):
    client.force_login(get_user_model().objects.create_user("nora"))
    answer = client.get(AT + page)
    assert answer.status_code == 403
    assert_shows(answer, "no_right")
    assert post(client, AT + page).status_code == 403


def test_a_table_that_does_not_exist_is_not_found(referee):
    assert referee.get("/desk/cup/tables/1/9").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_referee_opens_every_page(referee, page):
    assert referee.get(AT + page).status_code == 200


def test_a_deal_entered_at_the_desk_is_in_the_same_log(referee, table):
    answer = post(referee, f"{AT}/win", how="self_draw", winner=0, fan=8, number=1)
    assert (answer.status_code, answer["Location"]) == (303, AT)
    assert Entry.objects.get().actor == "rita"


def test_the_desk_sees_all_deals_beside_the_table(referee, table):
    deal(table, 1, self_draw(0, fan=21))
    text = referee.get(AT).content.decode()
    assert 'class="ledger"' in text
    assert "21 fan" in text
    assert f'href="{AT}/deals/1/correct"' in text


# Totals
def test_four_totals_are_stored_corrected_and_taken_back(referee, table):
    said = {"total_0": 40, "total_1": 10, "total_2": -20, "total_3": -30, "base_revision": 0}
    assert post(referee, f"{AT}/totals", **said).status_code == 303
    assert game_view(table).score.totals == (40, 10, -20, -30)
    again = {**said, "total_0": 41, "total_1": 9, "base_revision": 1}
    assert_shows(post(referee, f"{AT}/totals", **again), "reason_missing")
    assert post(referee, f"{AT}/totals", reason_text="misread", **again).status_code == 303
    assert game_view(table).score.totals == (41, 9, -20, -30)
    answer = post(referee, f"{AT}/totals", take_back="on", base_revision=2, reason_text="sheets found")
    assert answer.status_code == 303
    assert not game_view(table).totals_only


def test_four_empty_totals_are_no_game_of_zeros(referee, table):
    said = {f"total_{seat}": "" for seat in range(4)}
    assert_shows(post(referee, f"{AT}/totals", **said, base_revision=0), "totals_missing")
    assert not Entry.objects.exists()


def test_a_total_that_was_emptied_stays_empty_in_the_other_language(referee, table):
    said = {"total_0": 40, "total_1": 10, "total_2": -20, "total_3": -30, "base_revision": 0}
    post(referee, f"{AT}/totals", **said)
    again = {**said, "total_0": "", "base_revision": 1, "language": "zh-hans"}
    text = referee.get(post(referee, f"{AT}/totals", **again)["Location"]).content.decode()
    assert re.search(r'name="total_0"[^>]*value=""', text)
    assert re.search(r'name="total_1"[^>]*value="10"', text)


def test_totals_that_do_not_add_up_stay_in_the_form_with_their_sum(referee, table):
    said = {"total_0": 40, "total_1": 10, "total_2": -20, "total_3": -29, "base_revision": 0}
    answer = post(referee, f"{AT}/totals", **said)
    assert answer.status_code == 422
    assert "add up to 1, not to 0" in answer.content.decode()
    assert 'value="-29"' in answer.content.decode()


def test_a_table_with_deals_takes_no_totals(referee, table):
    deal(table, 1)
    said = {"total_0": 1, "total_1": -1, "total_2": 0, "total_3": 0, "base_revision": 0}
    assert_shows(post(referee, f"{AT}/totals", **said), "table_has_deals")


def test_totals_changed_by_somebody_else_are_a_conflict(referee, table):
    said = {"total_0": 1, "total_1": -1, "total_2": 0, "total_3": 0}
    post(referee, f"{AT}/totals", base_revision=0, **said)
    answer = post(referee, f"{AT}/totals", **{**said, "total_0": 2, "total_1": -2}, base_revision=0)
    assert answer.status_code == 409


def test_a_table_with_totals_opens_no_deal_form(referee, table):
    said = {"total_0": 1, "total_1": -1, "total_2": 0, "total_3": 0, "base_revision": 0}
    post(referee, f"{AT}/totals", **said)
    assert_shows(referee.get(f"{AT}/win"), "table_has_totals")
    assert_shows(post(referee, f"{AT}/drawn", number=1), "table_has_totals")


# Reopening
def test_an_ended_game_goes_on_again(referee, table):
    assert_shows(referee.get(f"{AT}/reopen"), "game_not_closed")
    deal(table, 1)
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="Time is up")
    assert "Reopen the game" in referee.get(AT).content.decode()
    assert_shows(post(referee, f"{AT}/reopen"), "reason_missing")
    assert post(referee, f"{AT}/reopen", reason="Ended by mistake").status_code == 303
    assert game_view(table).takes_deals
    assert_shows(post(referee, f"{AT}/reopen", reason="Ended by mistake"), "game_not_closed")


# Cancelling
def test_a_penalty_is_cancelled_and_both_stay_readable(referee, table):
    record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    assert f'href="{AT}/penalties/1/cancel"' in referee.get(f"{AT}/deals").content.decode()
    assert_shows(post(referee, f"{AT}/penalties/1/cancel"), "reason_missing")
    answer = post(referee, f"{AT}/penalties/1/cancel", reason="Decision on appeal")
    assert (answer.status_code, answer["Location"]) == (303, f"{AT}/deals")
    text = referee.get(f"{AT}/deals").content.decode()
    for words in ("Below the minimum", "cancelled", "Decision on appeal"):
        assert words in text
    assert_shows(referee.get(f"{AT}/penalties/1/cancel"), "penalty_not_found")


def test_a_cancellation_pressed_twice_is_one(referee, table):
    record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    said = {"client_key": key(), "reason": "Decision on appeal"}
    answers = [referee.post(f"{AT}/penalties/1/cancel", said).status_code for _ in range(2)]
    assert answers == [303, 303]
    assert Entry.objects.count() == 2


# A closed round
def test_in_a_closed_round_the_desk_corrects_deals_and_gives_penalties(referee, table):
    play_out(table, self_draw(0))
    close_round(table.round, actor=TESTER)
    assert referee.get(f"{AT}/deals/3/correct").status_code == 200
    said = {"how": "self_draw", "winner": 1, "fan": 8, "base_revision": 1, "reason": "Wrong winner"}
    assert post(referee, f"{AT}/deals/3/correct", **said).status_code == 303
    assert game_view(table).score.totals[1] == -16 * 15 + 48
    fault = {"seat": 0, "treatment": "deduction", "amount": 20, "reason_text": "Conduct", "number": 16}
    assert post(referee, f"{AT}/penalty", **fault).status_code == 303


def test_in_a_closed_round_the_desk_enters_no_new_deals(referee, table):
    play_out(table, self_draw(0))
    close_round(table.round, actor=TESTER)
    assert_shows(referee.get(f"{AT}/win"), "round_closed")
    assert_shows(referee.get(f"{AT}/end"), "round_closed")

"""The table's phone: who may open it, a game entered on it, each press once, two phones, languages."""

import re
import uuid

import pytest
from django.utils import translation

from tests.factories import DRAWN, TESTER, a_running_table, deal, discard, play_out, self_draw
from tests.views.phones import assert_shows, key, post, win
from tournament.models import Entry, Table
from tournament.selectors.games import game_view
from tournament.services.access import open_passes, replace_pass
from tournament.services.penalties import record_false_win
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

FORMS = ("win", "drawn", "false-win", "penalty", "undo", "sign", "end", "deals/1/correct")


# Who may -------------------------------------------------------------------------------------------


def test_a_strangers_link_is_a_page_with_a_sentence(client, table):
    answer = client.get("/p/" + "x" * 22)
    assert answer.status_code == 404
    assert_shows(answer, "no_such_pass")


@pytest.mark.parametrize("page", FORMS)
def test_a_strangers_link_writes_nothing(client, table, page):
    deal(table, 1)
    before = Entry.objects.count()
    answer = post(client, f"/p/{'x' * 22}/{page}", how="drawn", seat=0, number=2, reason="Time is up")
    assert answer.status_code == 404
    assert Entry.objects.count() == before


def test_a_withdrawn_link_gets_a_calm_page_for_looking_and_for_writing(client, table, at):
    replace_pass(table, actor=TESTER)
    assert client.get(at).status_code == 403
    answer = win(client, at, 1)
    assert answer.status_code == 403
    assert_shows(answer, "pass_revoked")
    assert not Entry.objects.exists()


def test_a_pass_shows_and_writes_at_its_own_table_only(client):
    first = a_running_table(players=8)
    second = Table.objects.get(round=first.round, number=2)
    secrets = {p.table_id: p.secret for p in open_passes(first.round, actor=TESTER)}
    win(client, f"/p/{secrets[second.pk]}", 1)
    assert game_view(first).played == 0
    assert game_view(second).played == 1


def test_a_closed_round_shows_its_scores_and_says_that_all_is_safe(client, table, at):
    play_out(table, self_draw(0))
    close_round(table.round, actor=TESTER)
    answer = client.get(at)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "Round 1 is closed. What was entered is safe." in text
    assert "+768" in text  # 16 x 48
    assert "/win" not in text


@pytest.mark.parametrize("page", FORMS)
def test_a_closed_round_opens_no_form_and_takes_none(client, table, at, page):
    play_out(table, self_draw(0))
    close_round(table.round, actor=TESTER)
    before = Entry.objects.count()
    assert client.get(f"{at}/{page}").status_code == 403
    assert_shows(client.get(f"{at}/{page}"), "pass_over")
    fields = {"how": "self_draw", "winner": 1, "fan": 9, "seat": 0, "number": 16, "last": 16}
    answer = post(
        client, f"{at}/{page}", base_revision=1, amount=5, up_to=16, reason_text="because", **fields
    )
    assert answer.status_code == 422
    assert Entry.objects.count() == before


def test_a_table_stores_totals_only_where_the_event_lets_it(client, table, at):
    said = {"total_0": 40, "total_1": 10, "total_2": -20, "total_3": -30, "base_revision": 0}
    assert post(client, f"{at}/totals", **said).status_code == 403
    assert "/totals" not in client.get(at).content.decode()
    change_settings(table.round.tournament, actor=TESTER, totals_at_table=True)
    assert "/totals" in client.get(at).content.decode()
    assert post(client, f"{at}/totals", **said).status_code == 303
    assert game_view(table).score.totals == (40, 10, -20, -30)


@pytest.mark.parametrize("page", ["reopen"])
def test_what_is_the_desks_has_no_address_behind_a_table_link(client, at, page):
    assert client.get(f"{at}/{page}").status_code == 404


def test_a_form_without_its_csrf_token_writes_nothing(table, at):
    from django.test import Client

    assert post(Client(enforce_csrf_checks=True), f"{at}/drawn", number=1).status_code == 403
    assert not Entry.objects.exists()


def test_pages_of_a_table_are_never_kept_by_a_cache(client, at):
    assert "no-store" in client.get(f"{at}/win")["Cache-Control"]


# The table -----------------------------------------------------------------------------------------


def test_the_table_shows_the_four_with_scores_places_the_deal_and_the_last_one(client, table, at):
    deal(table, 1, discard(winner=2, discarder=1, fan=18))
    text = client.get(at).content.decode()
    for words in ("Player", "+42", "−26", "−8", "<b>Deal 2</b> of 16", "18 fan", "discard by", "1st"):
        assert words in text


def test_the_moving_part_holds_no_form_and_no_key(client, table, at):
    deal(table, 1)
    text = client.get(f"{at}?part=table").content.decode()
    assert "<form" not in text
    assert "client_key" not in text
    assert "csrf" not in text
    assert text == client.get(f"{at}?part=table").content.decode()


def test_before_the_round_starts_the_table_says_so(client):
    from tests.factories import a_tournament, seated

    cup = seated(a_tournament(rounds=1), players=4)
    (table_pass,) = open_passes(cup.rounds.get(number=1), actor=TESTER)
    answer = client.get(f"/p/{table_pass.secret}")
    assert "Round 1 has not started" in answer.content.decode()
    assert client.get(f"/p/{table_pass.secret}/win").status_code == 422
    assert_shows(win(client, f"/p/{table_pass.secret}", 1), "round_not_running")


def test_after_a_wind_round_the_table_shows_who_moves_until_all_are_seated(client, table, at):
    for number in range(1, 5):
        deal(table, number)
    text = client.get(at).content.decode()
    # dossier 5.2, wmo: East and South change places, West and North change places
    assert text.count("one seat right") == 2
    assert text.count("one seat left") == 2
    assert "/win?how=" not in client.get(f"{at}?part=table").content.decode()
    answer = client.get(at, {"seated": 5})
    assert answer.status_code == 302
    assert "one seat" not in client.get(at).content.decode()
    for number in range(5, 9):
        deal(table, number)
    # the answer was about deal 5; the next wind round asks again
    assert "Change seats before deal 9" in client.get(at).content.decode()


def test_nobody_moves_where_the_event_changes_no_seats(client):
    table = a_running_table(seat_change="none")
    (table_pass,) = open_passes(table.round, actor=TESTER)
    for number in range(1, 5):
        deal(table, number)
    assert "Change seats" not in client.get(f"/p/{table_pass.secret}").content.decode()


def test_the_code_of_the_log_can_be_seen(client, table, at):
    deal(table, 1)
    code = game_view(table).code
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", code)
    assert code in client.get(f"{at}/sign").content.decode()
    assert code in client.get(f"{at}/deals").content.decode()


# Entering ------------------------------------------------------------------------------------------


def test_a_game_of_deals_is_entered_by_posting_forms(client, table, at):
    """Worked by hand: 18 fan from South to West; 12 fan + 2 flowers self-drawn by East; a drawn hand."""
    answer = win(client, at, 1, how="discard", winner=2, discarder=1, fan=18)
    assert (answer.status_code, answer["Location"]) == (303, at)
    win(client, at, 2, how="self_draw", winner=0, fan=12, flowers=2)
    post(client, f"{at}/drawn", number=3)
    win(client, at, 4, how="robbed_kong", winner=3, discarder=0, fan=8)
    # after 1: -8 -26 +42 -8; 2: +66 -22 -22 -22; 4: N +32, E -16, S -8, W -8
    assert game_view(table).score.totals == (-8 + 66 - 16, -26 - 22 - 8, 42 - 22 - 8, -8 - 22 + 32)
    assert [line.entry.said for line in game_view(table).lines] == [
        "discard",
        "self_draw",
        "drawn",
        "robbed_kong",
    ]


def test_a_form_carries_a_new_key_and_the_deal_it_is_for(client, table, at):
    deal(table, 1)
    pages = [client.get(f"{at}/win").content.decode() for _ in range(2)]
    keys = [re.search(r'name="client_key"\s+value="([0-9a-f-]{36})"', page).group(1) for page in pages]
    assert keys[0] != keys[1]
    assert re.search(r'name="number"\s+value="2"', pages[0])


def test_the_same_press_twice_books_one_deal(client, table, at):
    said = {"client_key": key(), "how": "self_draw", "winner": 0, "fan": 8, "number": 1}
    answers = [client.post(f"{at}/win", said) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert Entry.objects.count() == 1


def test_the_last_deal_pressed_twice_is_answered_as_recorded(client, table, at):
    for number in range(1, 16):
        deal(table, number)
    said = {"client_key": key(), "how": "self_draw", "winner": 0, "fan": 8, "number": 16}
    assert [client.post(f"{at}/win", said).status_code for _ in range(2)] == [303, 303]


def test_the_same_false_win_penalty_and_word_twice_are_one_each(client, table, at):
    for page, fields in (
        ("false-win", {"seat": 1, "case": "below_minimum", "number": 1}),
        (
            "penalty",
            {"seat": 2, "treatment": "deduction", "amount": 10, "reason_text": "Too slow", "number": 1},
        ),
        ("sign", {"seat": 0, "say": "agree", "up_to": 2}),
    ):
        said = {"client_key": key(), **fields}
        assert [client.post(f"{at}/{page}", said).status_code for _ in range(2)] == [303, 303]
    assert Entry.objects.count() == 3


def test_a_discarder_that_was_chosen_before_is_left_out_of_a_self_draw(client, table, at):
    assert win(client, at, 1, how="self_draw", winner=0, discarder=2).status_code == 303
    assert Entry.objects.get().discarder is None


def test_a_refused_form_keeps_what_was_typed_and_its_key(client, at):
    said = key()
    answer = client.post(
        f"{at}/win",
        {"client_key": said, "how": "discard", "winner": 2, "discarder": 1, "fan": 7, "number": 1},
    )
    text = answer.content.decode()
    assert answer.status_code == 422
    assert_shows(answer, "below_minimum")
    assert said in text
    assert re.search(r'name="fan"[^>]*value="7"', text)
    assert re.search(r'name="winner"\s+value="2"\s+checked', text)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"winner": ""}, "winner_missing"),
        ({"how": "discard"}, "discarder_missing"),
        ({"how": "discard", "discarder": 0}, "winner_is_discarder"),
        ({"winner": 4}, "no_such_seat"),
        ({"fan": ""}, "fan_missing"),
        ({"fan": 7}, "below_minimum"),
        ({"fan": 401}, "fan_too_high"),
        ({"flowers": 9}, "flowers_out_of_range"),
        ({"number": 17}, "no_such_deal"),
        ({"number": 3}, "deal_number_ahead"),
    ],
)
def test_a_win_that_cannot_be_is_refused_with_its_sentence(client, at, fields, code):
    answer = win(client, at, fields.pop("number", 1), **fields)
    assert answer.status_code == 422
    assert_shows(answer, code)
    assert not Entry.objects.exists()


def test_what_is_no_number_is_said_to_be_none(client, at):
    answer = win(client, at, 1, fan="many")
    assert answer.status_code == 422
    assert "A number was expected" in answer.content.decode()


def test_whoever_has_a_dead_hand_cannot_be_chosen_and_the_form_says_why(client, table, at):
    record_false_win(table_id=table.pk, seat=0, client_key=uuid.uuid4(), actor=TESTER)
    text = client.get(f"{at}/win").content.decode()
    assert re.search(r'name="winner"\s+value="0"\s+disabled', text)
    assert "dead hand, may not win" in text
    assert "plays along" in client.get(at).content.decode()
    answer = win(client, at, 1, winner=0)
    assert_shows(answer, "offender_may_not_win")


@pytest.mark.parametrize("page", ["win", "drawn", "false-win", "end"])
def test_a_game_that_is_over_opens_no_form_of_the_deal_in_play(client, table, at, page):
    deal(table, 1)
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="Time is up")
    answer = client.get(f"{at}/{page}")
    assert answer.status_code == 422
    assert_shows(answer, "table_closed")


def test_a_full_game_says_so_and_asks_for_agreement(client, table, at):
    play_out(table, self_draw(0))
    text = client.get(at).content.decode()
    assert "All 16 deals are entered" in text
    assert_shows(client.get(f"{at}/win"), "game_is_full")
    assert_shows(client.get(f"{at}/false-win"), "game_is_full")
    assert_shows(post(client, f"{at}/end", reason="Time is up"), "game_not_short")


# Payments beside the form --------------------------------------------------------------------------


def test_the_payments_are_worked_out_by_the_server_while_the_form_is_filled(client, at):
    said = {"how": "discard", "winner": 2, "discarder": 1, "fan": 18, "number": 1}
    text = client.get(f"{at}/win/payments", said).content.decode()
    for figure in ("+42", "−26", "−8"):
        assert figure in text
    low = client.get(f"{at}/win/payments", {**said, "fan": 7}).content.decode()
    assert "below the minimum of 8" in low
    assert "Record a false win" in low


def test_a_correction_below_the_minimum_offers_no_false_win_for_that_would_be_one_of_the_deal_in_play(
    client, table, at
):
    deal(table, 1, self_draw(0))
    said = {"how": "discard", "winner": 2, "discarder": 1, "fan": 7, "number": 1}
    text = client.get(f"{at}/win/payments", said).content.decode()
    assert "below the minimum of 8" in text
    assert "Record a false win" not in text


@pytest.mark.parametrize(
    "said", [{}, {"how": "drawn"}, {"how": "self_draw", "winner": "x", "fan": 8}, {"how": "?", "fan": 8}]
)
def test_a_half_filled_form_has_no_payments_yet(client, at, said):
    answer = client.get(f"{at}/win/payments", said)
    assert answer.status_code == 200
    words = answer.content.decode()
    assert "±" not in words
    assert not re.search(r"[+\u2212]\d|class=\"(?:paid|worth)", words)


# Two phones ----------------------------------------------------------------------------------------


def test_the_slower_phone_sees_both_versions_and_three_ways_on(client, table, at):
    deal(table, 1, self_draw(3, fan=24))
    answer = win(client, at, 1, how="discard", winner=2, discarder=1, fan=18)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert_shows(answer, "deal_number_taken")
    for words in ("What you sent", "18 fan", "+42", "What is recorded", "24 fan", "+96"):
        assert words in text
    assert f"{at}/deals/1/correct?how=discard&amp;winner=2&amp;discarder=1&amp;fan=18" in text
    assert f"{at}/win?how=discard&amp;winner=2&amp;discarder=1&amp;fan=18" in text
    assert Entry.objects.count() == 1


def test_the_way_on_opens_the_form_with_what_was_sent(client, table, at):
    deal(table, 1, self_draw(3, fan=24))
    text = client.get(f"{at}/deals/1/correct?how=discard&winner=2&discarder=1&fan=18").content.decode()
    assert re.search(r'name="winner"\s+value="2"\s+checked', text)
    assert re.search(r'name="fan"[^>]*value="18"', text)


def test_two_drawn_hands_at_once_meet_on_the_same_page(client, table, at):
    deal(table, 1, self_draw(3, fan=24))
    answer = post(client, f"{at}/drawn", number=1)
    assert answer.status_code == 409
    assert "What you sent" in answer.content.decode()


def test_a_key_used_again_with_another_total_shows_what_it_recorded(client, table, at):
    said = {"client_key": key(), "how": "self_draw", "winner": 0, "fan": 8, "number": 1}
    client.post(f"{at}/win", said)
    answer = client.post(f"{at}/win", {**said, "fan": 9})
    assert answer.status_code == 409
    assert_shows(answer, "key_reused")
    assert "What is recorded" in answer.content.decode()
    assert Entry.objects.count() == 1


def test_a_false_win_in_a_deal_that_is_over_is_shown_again_for_the_next(client, table, at):
    deal(table, 1, DRAWN)
    answer = post(client, f"{at}/false-win", seat=1, case="below_minimum", number=1)
    assert answer.status_code == 409
    assert_shows(answer, "deal_number_taken")
    assert re.search(r'name="number"\s+value="2"', answer.content.decode())


def test_signing_what_changed_shows_the_new_state(client, table, at):
    deal(table, 1)
    deal(table, 2)
    answer = post(client, f"{at}/sign", seat=0, say="agree", up_to=1)
    assert answer.status_code == 409
    assert_shows(answer, "stale_sign_off")
    assert re.search(r'name="up_to"\s+value="2"', answer.content.decode())


# Languages -----------------------------------------------------------------------------------------


def test_switching_the_language_keeps_every_field(client, at):
    said = {"client_key": key(), "how": "discard", "winner": 2, "discarder": 1, "fan": 18, "number": 1}
    answer = client.post(f"{at}/win", {**said, "language": "zh-hans"})
    assert answer.status_code == 303
    assert answer.cookies["django_language"].value == "zh-hans"
    assert not Entry.objects.exists()
    text = client.get(answer["Location"]).content.decode()
    assert '<html lang="zh-Hans"' in text
    assert said["client_key"] in text
    assert re.search(r'name="winner"\s+value="2"\s+checked', text)
    assert re.search(r'name="fan"[^>]*value="18"', text)


def test_in_the_other_language_a_correction_ticks_again_nothing_that_was_taken_off(client, table, at):
    hand = "[456p] [789m] 123m45m22s + 6m | self-draw seat=S round=E last-tile"
    deal(table, 1, self_draw(1, fan=27), detail={"hand": hand})
    assert re.search(
        r'name="last_tile"\s+value="1" checked', client.get(f"{at}/deals/1/correct").content.decode()
    )
    said = {
        "client_key": key(),
        "number": 1,
        "base_revision": 1,
        "how": "self_draw",
        "winner": 1,
        "way": "tiles",
    }
    said |= {"tiles": "[456p] [789m] 123m45m22s + 6m", "claimed": "", "flowers": 0, "language": "zh-hans"}
    address = client.post(f"{at}/deals/1/correct", said)["Location"]
    text = client.get(address).content.decode()
    assert 'value="[456p] [789m] 123m45m22s + 6m"' in text
    assert not re.search(r'name="last_tile"\s+value="1" checked', text)


def test_a_language_that_is_not_offered_changes_nothing(client, at):
    answer = client.post(f"{at}/win", {"language": "xx"})
    assert answer.status_code == 303
    assert "django_language" not in answer.cookies


def test_a_chosen_reason_is_stored_in_one_language_and_shown_in_the_readers(client, table, at):
    deal(table, 1)
    with translation.override("zh-hans"):
        post(client, f"{at}/undo", number=1, last=1, base_revision=1, reason="Entered by mistake")
    assert Entry.objects.order_by("-pk").first().reason == "Entered by mistake"

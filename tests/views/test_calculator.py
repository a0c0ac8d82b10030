"""The calculator: every state of a hand, the address that is the hand, the pad without JavaScript; and tiles
in the form of a deal, in the API and on the page of a game."""

import re
import uuid
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.utils import translation

from tests.factories import TESTER
from tournament.forms.judge import asked_of, lay, set_text, with_more, without_last
from tournament.models import Entry
from tournament.refusals import SENTENCES
from tournament.selectors.verification import differences
from tournament.services.access import open_passes

pytestmark = pytest.mark.django_db

STRAIGHT = "[456p] [789m] 12345m22s + 6m"
FOUR = "[456p] [678s] 12345m 22s + 6m"


def page(client, hand="", **fields):
    fields = {"hand": hand, **fields}
    query = "&".join(f"{name}={quote(str(value))}" for name, value in fields.items() if value != "")
    return client.get(f"/calculator?{query}")


def text(answer):
    words = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", words)


# What there is of a hand ----------------------------------------------------------------------------


def test_an_empty_calculator_offers_three_hands_that_work(client):
    answer = page(client)
    addresses = re.findall(r'<a href="(/calculator\?[^"]+)"', answer.content.decode())
    assert len(addresses) == 3
    for address in addresses:
        assert client.get(address.replace("&amp;", "&")).context.get("refused") is None


def test_some_tiles_say_how_many_are_missing(client):
    assert "9 tiles to go" in text(page(client, "[456p] 12m"))


@pytest.mark.parametrize("typed", ["[456p] 12m 34", "[456p] 12m [78", "[456p] 12m +", "[456p] 12m + 3"])
def test_what_is_still_being_typed_is_no_mistake_yet(client, typed):
    answer = page(client, typed)
    assert answer.context.get("code") is None
    assert "9 tiles to go" in text(answer)


def test_a_hand_is_judged_with_its_reasons(client):
    answer = page(client, STRAIGHT, flowers=2)
    assert answer.context["score"].numbers == [[28, 1], [63, 1], [70, 1]]
    words = text(answer)
    assert "19 + 2 flowers" in words
    assert "non-repeat: already part of All Chows" in words


def test_a_fan_that_is_left_out_twice_for_one_reason_is_told_once_with_its_number(client, secret):
    # 123 456 789: a pure straight, with a short straight in its first and in its last two chows
    words = text(page(client, STRAIGHT))
    left_out = words[words.index("Not counted") :]
    assert "Short Straight ×2" in left_out
    assert left_out.count("Short Straight") == 1
    said = {"how": "discard", "winner": 0, "discarder": 1, "number": 1, "tiles": STRAIGHT}
    phone = text(client.get(f"/p/{secret}/win/payments", said))
    assert phone.count("Short Straight ×2") == phone.count("Short Straight") == 2  # the line and its reasons


def test_payments_of_both_ways_are_worked_out(client):
    paid = page(client, STRAIGHT, flowers=2).context["paid"]
    # self-drawn one fan more: 3 x (8 + 22); off a discard 8 + 21, and 8 from the two others
    assert [(way.self_draw, way.won, way.from_discarder, way.from_others) for way in paid] == [
        (True, 90, -30, -30),
        (False, 45, -29, -8),
    ]


def test_below_eight_is_said_clearly_and_pays_nothing(client):
    answer = page(client, FOUR, flowers=8)
    assert "below the minimum of 8 fan" in text(answer)
    assert answer.context["paid"] == []
    assert "fan-total--low" in answer.content.decode()


def test_thirteen_tiles_show_their_waits_with_points(client):
    answer = page(client, "1112345678999m")
    assert [wait.tile for wait, _, _ in answer.context["waits"]] == list(range(9))
    first = answer.context["waits"][0]
    finished = client.get(first[1])
    assert finished.context["score"].fan_total == first[0].by_self_draw.fan_total


def test_thirteen_tiles_that_wait_for_nothing_say_so(client):
    assert "do not wait for anything" in text(page(client, "13579m 13579p 135s"))


def test_where_rulebooks_differ_it_is_said(client):
    # two concealed kongs: 6 by MIL 2025, 8 by the Green Book
    answer = page(client, "[2222p]c [7777s]c 123m 56m 99m + 7m")
    assert "the points of two concealed kongs" in text(answer)
    other = page(client, "[2222p]c [7777s]c 123m 56m 99m + 7m", profile="WMO2006")
    assert other.context["score"].fan_total == answer.context["score"].fan_total + 2


@pytest.mark.parametrize(
    ("hand", "fields", "code"),
    [
        ("12q", {}, "bad_tile"),
        ("11111m", {}, "too_many"),
        ("123456789m123456p", {}, "tile_count"),
        ("[456p] [789m] 12345m22s + 9s", {}, "not_win"),
        (STRAIGHT, {"kong": 1, "how": "self_draw"}, "illegal_context"),
        (STRAIGHT + " | what", {}, "bad_input"),
        (STRAIGHT + " | robbing-kong self-draw", {}, "illegal_context"),
        (STRAIGHT + " | replacement", {}, "illegal_context"),
    ],
)
def test_a_refusal_is_a_sentence_with_its_code_and_the_page_stays(client, hand, fields, code):
    answer = page(client, hand, **fields)
    assert answer.status_code == 200
    assert answer.context["code"] == code
    assert answer.context["refused"] in answer.content.decode().replace("&#x27;", "'")
    assert hand.split(" |")[0] in answer.content.decode()


@pytest.mark.parametrize(
    "query",
    ["?hand=%00", "?hand=" + "1" * 5000, "?seat=9&round=x&flowers=-1", "?profile=no", "?add=9z", "?undo=1"],
)
def test_nonsense_in_the_address_never_breaks_the_page(client, query):
    assert client.get(f"/calculator{query}", follow=True).status_code == 200


def test_markup_in_a_hand_stays_text(client):
    assert "<b>x</b>" not in page(client, "<b>x</b>").content.decode()


# The address is the hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {"how": "self_draw", "seat": 2, "round": 1, "flowers": 3, "last_tile": 1, "profile": "CN1998"},
        {"kong": 1, "last_of_kind": 1},
        {},
    ],
)
def test_the_shared_address_opens_the_same_hand(client, said):
    first = page(client, STRAIGHT, **said)
    query = {name: values[0] for name, values in parse_qs(urlsplit(first.context["share"]).query).items()}
    assert set(query) <= {"hand", "profile"}
    again = client.get("/calculator", query)
    assert again.context["hand"] == first.context["hand"]
    assert again.context["score"] == first.context["score"]


def test_the_fragment_is_the_moving_part_only(client):
    answer = client.get("/calculator/judged", {"hand": STRAIGHT})
    words = answer.content.decode()
    assert answer.context["score"].fan_total == 19
    assert "<html" not in words
    assert 'id="laid"' in words


# The pad --------------------------------------------------------------------------------------------


def test_keys_know_what_they_add():
    assert [set_text(0, form) for form in ("tile", "chow", "pung", "kong", "concealed")] == [
        "1m", "[123m]", "[111m]", "[1111m]", "[1111m]c"
    ]  # fmt: skip
    assert set_text(7, "chow") == set_text(27, "chow") == ""


@pytest.mark.parametrize(
    ("text", "piece", "after"),
    [
        ("", "1m", "1m"),
        ("1m", "2m", "12m"),
        ("1m", "2p", "1m 2p"),
        ("12m", "[123p]", "12m [123p]"),
        ("[123m]", "4m", "[123m] 4m"),
    ],
)
def test_a_piece_is_added_and_taken_back(text, piece, after):
    assert with_more(text, piece) == after
    assert without_last(after) == text


@pytest.mark.parametrize(
    ("text", "after"),
    [("1m + 2m", "1m"), ("[1111m]c", ""), ("一万", "一"), ("", ""), ("12m [99s", "12m [9s")],
)
def test_the_last_piece_is_taken_back_whatever_it_is(text, after):
    assert without_last(text) == after


def test_a_key_pressed_without_javascript_leads_to_the_longer_hand(client):
    answer = page(client, "[456p]", add="7m", set="chow", seat=1)
    assert answer.status_code == 302
    asked = asked_of({name: v[0] for name, v in parse_qs(urlsplit(answer["Location"]).query).items()})
    assert (asked.text, asked.seat) == ("[456p] [789m]", 1)


def test_used_up_tiles_cannot_be_pressed(client):
    assert lay(asked_of({"hand": "[1111m] 22m"})).used == {0}
    assert re.search(r'value="1m"[^>]*disabled', page(client, "[1111m] 22m").content.decode())


def test_the_page_is_in_the_readers_language(client):
    answer = client.get("/calculator", {"hand": STRAIGHT}, headers={"accept-language": "zh-hans"})
    assert "不重复原则：已包含在平和之中" in answer.content.decode()


# Tiles in the entry of a deal -----------------------------------------------------------------------


@pytest.fixture
def secret(table):
    return open_passes(table.round, actor=TESTER)[0].secret


def enter(client, secret, **fields):
    said = {"how": "discard", "winner": 0, "discarder": 1, "number": 1, "tiles": STRAIGHT, **fields}
    return client.post(f"/p/{secret}/win", {"client_key": str(uuid.uuid4()), **said})


def test_a_deal_is_entered_by_its_tiles(client, table, secret):
    assert enter(client, secret).status_code == 303
    entry = Entry.objects.get()
    assert (entry.fan_total, entry.detail["fans"]) == (19, [[28, 1], [63, 1], [70, 1]])
    assert differences(table.round.tournament) == ()


def test_another_claim_shows_both_totals_and_asks(client, secret):
    answer = enter(client, secret, fan=30)
    assert (answer.status_code, answer.context["code"]) == (422, "claimed_differs")
    assert "30 fan were claimed; the hand is worth 19" in text(answer)
    assert 'name="ruling"' in answer.content.decode()
    assert not Entry.objects.exists()
    assert enter(client, secret, fan=30, confirmed=1).status_code == 303
    assert Entry.objects.get().detail["claimed"] == 30


@pytest.mark.parametrize(
    ("tiles", "code"), [(FOUR, "below_minimum"), ("[456p] [789m] 12345m 22s + 9s", "not_win")]
)
def test_no_win_leads_on_to_the_false_win(client, secret, tiles, code):
    answer = enter(client, secret, tiles=tiles)
    assert (answer.status_code, answer.context["code"]) == (422, code)
    assert re.search(rf"/p/{secret}/false-win\?seat=0", answer.content.decode())


def test_the_form_of_a_correction_brings_the_tiles_along(client, secret):
    enter(client, secret, last_tile=1)
    form = client.get(f"/p/{secret}/deals/1/correct")
    assert STRAIGHT in form.content.decode()
    assert re.search(r'name="last_tile"\s+value="1"\s+checked', form.content.decode())


def test_the_payments_beside_the_form_are_those_of_the_tiles(client, secret):
    fields = {"how": "discard", "winner": 0, "discarder": 1, "number": 1, "tiles": STRAIGHT, "fan": 30}
    answer = client.get(f"/p/{secret}/win/payments", fields)
    words = text(answer)
    assert "Pure Straight" in words
    assert "Claimed 30 fan, judged 19." in words
    # 8 + 19 and 2 x 8
    assert "+43" in words


def test_the_page_of_the_game_draws_the_hand_and_names_its_fans(client, table, secret):
    enter(client, secret, fan=21, confirmed=1)
    words = client.get(f"/t/{table.round.tournament.slug}/tables/1/1")
    assert "won on 6 of characters" in words.content.decode()
    assert "清龙" in words.content.decode()
    assert "claimed 21" in text(words)
    assert "Biggest hand, deal 1" in text(words)


# Tiles in the API -----------------------------------------------------------------------------------


def send(client, table, secret, **changes):
    body = {
        "client_key": str(uuid.uuid4()),
        "number": 1,
        "outcome": "self_draw",
        "winner": 0,
        "tiles": STRAIGHT,
        **changes,
    }
    return client.post(
        f"/api/v1/tables/{table.pk}/deals/",
        body,
        content_type="application/json",
        headers={"authorization": f"Pass {secret}"},
    )


def test_the_api_takes_tiles_in_place_of_the_total(client, table, secret):
    answer = send(client, table, secret)
    assert answer.status_code == 201
    assert answer.json()["entry"]["fan_total"] == 20
    assert answer.json()["entry"]["detail"]["profile"] == "MIL2025"


def test_the_api_gives_the_same_answer_to_the_same_key(client, table, secret):
    key = str(uuid.uuid4())
    first, second = (send(client, table, secret, client_key=key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["entry"] == second.json()["entry"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"fan_total": 12}, "claimed_differs"),
        ({"tiles": FOUR}, "below_minimum"),
        ({"tiles": "[456p] [789m] 12345m 22s + 9s"}, "not_win"),
        ({"tiles": "12q"}, "bad_tile"),
        ({"outcome": "drawn", "winner": None}, "drawn_has_winner"),
        ({"number": 17}, "no_such_deal"),
    ],
)
def test_the_api_refuses_tiles_by_code_and_records_nothing(client, table, secret, changes, code):
    answer = send(client, table, secret, **changes)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Entry.objects.exists()


def test_a_confirmed_claim_is_kept(client, table, secret):
    answer = send(client, table, secret, fan_total=12, confirmed=True)
    assert answer.json()["entry"]["detail"]["claimed"] == 12


def test_sentences_of_the_judge_exist_in_words():
    with translation.override("en"):
        assert "%(judged)s" in str(SENTENCES["claimed_differs"])

"""The judge over HTTP: the corpus form in, the contract's form out, refusals by code with a sentence."""

import json

import pytest

from tests.scoring.test_hand import record

pytestmark = pytest.mark.django_db  # signing in is looked for before the hand is

REFUSED = [
    (record(win_tile="9x"), "bad_tile"),
    (record(concealed=["1m"]), "tile_count"),
    (
        record(concealed=["1m", "1m", "1m", "1m", *["2m"] * 3, *["3p"] * 3, *["4p"] * 3], win_tile="1m"),
        "too_many",
    ),
    (record(concealed=["1m", "4m", "7m", *["2m"] * 3, *["3p"] * 3, *["4p"] * 3, "9s"], melds=[]), "not_win"),
    (record(flowers=9), "illegal_context"),
    ({"id": "x"}, "bad_input"),
    ([1, 2], "bad_input"),
    ({**record(), "profile": "Sichuan"}, "bad_profile"),
    ({**record(), "profile": ["MIL2025"]}, "bad_profile"),
    ({**record(), "explain": "perhaps"}, "bad_input"),
]


def post(client, hand, query="", path="score", **headers):
    return client.post(
        f"/api/v1/{path}/{query}", json.dumps(hand), content_type="application/json", **headers
    )


def test_a_hand_comes_back_in_the_form_of_the_contract(client):
    # 39 Mixed Straight 8, 51 All Types 6, 59 Dragon Pung 2, 62 Concealed Hand 2: as in test_streaming
    answer = post(client, {"id": "a", **record(flowers=2)})
    assert answer.status_code == 200
    assert answer.json() == {
        "id": "a",
        "points": 18,
        "fans": [[39, 1], [51, 1], [59, 1], [62, 1]],
        "flowers": 2,
        "is_win": True,
    }


@pytest.mark.parametrize(("query", "field"), [("?explain=1", {}), ("", {"explain": True})])
def test_the_reasons_come_when_asked_for(client, query, field):
    answer = post(client, {**record(flowers=2), **field}, query).json()
    assert answer["total"] == 20
    assert answer["profile"] == "MIL2025"
    assert {fan["number"]: fan["points"] for fan in answer["counted"]} == {39: 8, 51: 6, 59: 2, 62: 2}
    assert all(fan["why"]["zh"] and fan["why"]["en"] for fan in answer["left_out"])


@pytest.mark.parametrize(("query", "field"), [("?profile=WMO2006", {}), ("", {"profile": "WMO2006"})])
def test_the_rulebook_can_be_chosen(client, query, field):
    # two concealed kongs: 6 by MIL 2025, 8 by the Green Book
    kongs = [{"type": "kong", "tiles": [tile] * 4, "concealed": True, "from": 0} for tile in ("2p", "7s")]
    hand = record(concealed=["1m", "2m", "3m", "5m", "6m", "9m", "9m"], melds=kongs, win_tile="7m")
    points = post(client, hand).json()["points"]
    assert post(client, {**hand, **field}, query).json()["points"] == points + 2


@pytest.mark.parametrize(("hand", "code"), REFUSED)
def test_a_refusal_is_422_with_its_code_and_a_sentence(client, hand, code):
    answer = post(client, hand)
    body = answer.json()
    assert (answer.status_code, body["code"]) == (422, code)
    assert body["message"]
    assert "%(" not in body["message"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"robbing_kong": True, "self_drawn": True}, "robbing_kong+self_drawn"),
        ({"out_on_replacement": True, "self_drawn": True}, "replacement_without_kong"),
        ({"seat_wind": 4}, "bad_wind"),
        ({"flowers": 9}, "flowers_out_of_range"),
    ],
)
def test_each_contradiction_has_a_sentence_of_its_own(client, changes, reason):
    body = post(client, record(**changes)).json()
    assert body["params"] == {"reason": reason}
    other = post(client, record(flowers=9, seat_wind=0)).json()
    assert (body["message"] == other["message"]) == (reason == "flowers_out_of_range")


def test_thirteen_tiles_have_waits_with_points(client):
    # 1112345678999m waits for all nine characters
    hand = {"concealed": ["1m", "1m", "1m", *[f"{n}m" for n in range(2, 9)], "9m", "9m", "9m"]}
    answer = post(client, hand, path="waits").json()
    assert answer["ready"] is True
    assert [wait["tile"] for wait in answer["waits"]] == [f"{n}m" for n in range(1, 10)]
    assert all(wait["discard"]["points"] >= 88 for wait in answer["waits"])


def test_fourteen_tiles_have_no_waits(client):
    answer = post(
        client, {"concealed": ["1m"] * 3 + ["2m"] * 3 + ["3m"] * 3 + ["4m"] * 3 + ["5m"] * 2}, path="waits"
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "tile_count")


def test_only_a_post_is_answered(client):
    assert client.get("/api/v1/score/").status_code == 405


def test_the_addresses_are_described(client):
    schema = client.get("/api/schema/", headers={"accept": "application/json"}).json()
    assert {"/api/v1/score/", "/api/v1/waits/"} <= set(schema["paths"])
    meld = schema["components"]["schemas"]["Meld"]["properties"]
    assert "from" in meld

"""The table addresses of the API: rights first, then every answer that the interface promises."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal, discard, play_out
from tournament.models import Entry, Table
from tournament.services.access import open_passes, replace_pass
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table()


@pytest.fixture
def phone(table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return {"HTTP_AUTHORIZATION": f"Pass {table_pass.secret}"}


def body(number=1, **changes):
    facts = {"outcome": "discard", "winner": 0, "discarder": 2, "fan_total": 12, "flowers": 1}
    return {"client_key": str(uuid.uuid4()), "number": number, **facts, **changes}


def post(client, table, data, path="deals/", **headers):
    return client.post(f"/api/v1/tables/{table.pk}/{path}", data, content_type="application/json", **headers)


def test_without_a_pass_nothing_can_be_recorded(client, table):
    answer = post(client, table, body())
    assert answer.status_code == 401
    assert answer.json()["code"] == "no_right"
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("secret", "code", "status"), [("x" * 22, "no_such_pass", 404), ("", "no_such_pass", 404)]
)
def test_an_unknown_pass_opens_nothing(client, table, secret, code, status):
    answer = post(client, table, body(), HTTP_AUTHORIZATION=f"Pass {secret}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_pass_opens_its_own_table_only(client):
    table = a_running_table(players=8)
    other = Table.objects.get(round=table.round, number=2)
    passes = {p.table_id: p.secret for p in open_passes(table.round, actor=TESTER)}
    answer = post(client, table, body(), HTTP_AUTHORIZATION=f"Pass {passes[other.pk]}")
    assert (answer.status_code, answer.json()["code"]) == (403, "no_right")
    assert not Entry.objects.exists()


def test_a_withdrawn_pass_opens_nothing_any_more(client, table, phone):
    replace_pass(table, actor=TESTER)
    answer = post(client, table, body(), **phone)
    assert (answer.status_code, answer.json()["code"]) == (403, "pass_revoked")


def test_a_signed_in_stranger_has_no_right(client, table, django_user_model):
    client.force_login(django_user_model.objects.create_user("stranger"))
    answer = post(client, table, body())
    assert (answer.status_code, answer.json()["code"]) == (403, "no_right")


def test_a_recorded_deal_is_answered_with_the_entry_and_the_table(client, table, phone):
    answer = post(client, table, body(), **phone)
    assert answer.status_code == 201
    entry, state = answer.json()["entry"], answer.json()["table"]
    assert entry["deltas"] == [37, -8, -21, -8]
    assert entry["sequence"] == 1
    assert state["next_deal"] == 2
    assert [person["score"] for person in state["people"]] == [37, -8, -21, -8]


def test_the_same_key_again_gets_the_first_answer(client, table, phone):
    data = body()
    first, second = post(client, table, data, **phone), post(client, table, data, **phone)
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json()["entry"] == first.json()["entry"]
    assert Entry.objects.count() == 1


def test_the_same_key_with_another_body_is_a_conflict_with_the_present_state(client, table, phone):
    data = body()
    post(client, table, data, **phone)
    answer = post(client, table, {**data, "fan_total": 99}, **phone)
    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert answer.json()["table"]["entries"][0]["fan_total"] == 12


def test_the_slower_phone_gets_a_conflict_with_the_present_state(client, table, phone):
    post(client, table, body(), **phone)
    answer = post(client, table, body(fan_total=8), **phone)
    assert (answer.status_code, answer.json()["code"]) == (409, "deal_number_taken")
    assert answer.json()["params"] == {"number": 1, "next": 2}
    assert answer.json()["table"]["next_deal"] == 2
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fan_total": 7}, "below_minimum"),
        ({"winner": 2}, "winner_is_discarder"),
        ({"winner": 4}, "no_such_seat"),
        ({"discarder": None}, "discarder_missing"),
        ({"outcome": "self_draw"}, "self_draw_has_discarder"),
        ({"outcome": "drawn"}, "drawn_has_winner"),
        ({"fan_total": None}, "fan_missing"),
        ({"flowers": 9}, "flowers_out_of_range"),
        ({"number": 17}, "no_such_deal"),
        ({"number": 0}, "no_such_deal"),
        ({"number": 3}, "deal_number_ahead"),
    ],
)
def test_what_a_rule_refuses_is_answered_with_its_code_and_a_sentence(client, table, phone, change, code):
    answer = post(client, table, body(**change), **phone)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"].endswith((".", "”"))
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"client_key": "no uuid"},
        {"outcome": "luck"},
        {"number": "one"},
        {"winner": "East"},
        {"fan_total": 8.5},
    ],
)
def test_what_cannot_be_read_is_bad_input(client, table, phone, data):
    answer = post(client, table, {**body(), **data} if data else {}, **phone)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    assert not Entry.objects.exists()


def test_a_body_that_is_not_json_is_refused_and_nothing_breaks(client, table, phone):
    answer = client.post(
        f"/api/v1/tables/{table.pk}/deals/", "{half", content_type="application/json", **phone
    )
    assert answer.status_code == 400


def test_a_closed_round_takes_no_deals_from_a_phone(client, table, phone):
    play_out(table)
    close_round(table.round, actor=TESTER)
    answer = post(client, table, body(number=17), **phone)
    assert (answer.status_code, answer.json()["code"]) == (422, "round_closed")


def test_a_correction_names_the_revision_it_corrects(client, table, phone):
    deal(table, 1, discard(0, 2, 12))
    change = {**body(), "fan_total": 21, "base_revision": 1, "reason": "misheard"}
    answer = post(client, table, change, "deals/1/corrections/", **phone)
    assert answer.status_code == 201
    assert answer.json()["entry"]["revision"] == 2
    late = {**change, "client_key": str(uuid.uuid4()), "fan_total": 30}
    answer = post(client, table, late, "deals/1/corrections/", **phone)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_revision")


def test_the_last_deal_can_be_taken_back(client, table, phone):
    deal(table, 1, discard(0, 2, 12))
    change = {"client_key": str(uuid.uuid4()), "base_revision": 1, "reason": "wrong table"}
    answer = post(client, table, change, "deals/1/void/", **phone)
    assert answer.status_code == 201
    assert answer.json()["table"]["next_deal"] == 1


def test_a_false_win_pays_ten_to_each_and_the_offender_may_not_win(client, table, phone):
    false_win = {"client_key": str(uuid.uuid4()), "number": 1, "seat": 0}
    answer = post(client, table, false_win, "false-wins/", **phone)
    assert answer.status_code == 201
    assert answer.json()["entry"]["deltas"] == [-30, 10, 10, 10]
    refused = post(client, table, body(), **phone)
    assert (refused.status_code, refused.json()["code"]) == (422, "offender_may_not_win")


def test_a_penalty_a_sign_off_and_the_end_of_a_short_game(client, table, phone):
    deal(table, 1)
    fine = {
        "client_key": str(uuid.uuid4()),
        "seat": 1,
        "treatment": "deduction",
        "amount": 10,
        "reason": "late",
    }
    assert post(client, table, fine, "penalties/", **phone).json()["entry"]["deltas"] == [0, -10, 0, 0]
    yes = {"client_key": str(uuid.uuid4()), "seat": 1, "agree": True, "up_to": 2}
    assert post(client, table, yes, "sign-offs/", **phone).status_code == 201
    end = {"client_key": str(uuid.uuid4()), "reason": "time"}
    answer = post(client, table, end, "end/", **phone)
    assert answer.status_code == 201
    assert answer.json()["table"]["takes_deals"] is False


def test_a_table_is_readable_by_anybody_and_answers_304_when_nothing_changed(client, table):
    deal(table, 1)
    answer = client.get(f"/api/v1/tables/{table.pk}/")
    assert answer.json()["entries"][0]["said"] == "drawn"
    again = client.get(f"/api/v1/tables/{table.pk}/", HTTP_IF_NONE_MATCH=answer["ETag"])
    assert again.status_code == 304
    deal(table, 2)
    assert client.get(f"/api/v1/tables/{table.pk}/", HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 200


def test_a_table_that_does_not_exist_is_404(client):
    answer = client.get("/api/v1/tables/999999/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_brackets_without_end_are_a_fault_of_the_sender(client, table, phone):
    nested = b'{"client_key":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    address = f"/api/v1/tables/{table.pk}/deals/"
    answer = client.post(address, nested, content_type="application/json", **phone)
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("size", [1_100_000, 5_000_000])
def test_a_body_of_megabytes_is_refused_in_the_one_shape(client, table, phone, size):
    answer = client.post(
        f"/api/v1/tables/{table.pk}/deals/", b"x" * size, content_type="application/json", **phone
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
    assert "1 MB" in answer.json()["message"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("reseatings/", {"deal": 1, "reason": "", "order": [9] * 5}),
        ("deals/", body(fans={str(number): "many" for number in range(100)})),
    ],
)
def test_what_is_too_long_is_refused_as_a_whole_and_not_item_by_item(client, table, phone, path, said):
    answer = post(client, table, {"client_key": str(uuid.uuid4()), **said}, path, **phone)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    (faults,) = answer.json()["params"].values()
    assert len(faults) == 1
    assert "no more than" in faults[0]


@pytest.mark.parametrize("number", ["1" * 5000, "x", "-1", "999", "\u00b2"])
def test_a_fan_of_a_number_that_is_none_is_no_fan(client, phone, table, number):
    type(table.round.tournament).objects.update(entry_ways=["fans"])
    answer = post(client, table, body(fan_total=None, fans={number: 1}), **phone)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_fan")

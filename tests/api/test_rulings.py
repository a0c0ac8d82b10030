"""What a referee rules, said by other programs: the same services and refusals; notes are not public."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Entry
from tournament.selectors.games import game_view
from tournament.services.access import open_passes

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_running_table()


@pytest.fixture
def say(client, table):
    """``say("notes/", text=…)``: one statement through the table's own link."""
    (table_pass,) = open_passes(table.round, actor=TESTER)

    def post(path, **facts):
        return client.post(
            f"/api/v1/tables/{table.pk}/{path}",
            {"client_key": str(uuid.uuid4()), **facts},
            content_type="application/json",
            HTTP_AUTHORIZATION=f"Pass {table_pass.secret}",
        )

    return post


def test_the_list_of_faults_says_what_each_would_cost_each_of_the_four_now(client, table, say):
    assert say("penalties/", seat=2, fault="empty_call").json()["entry"]["said"] == "warning"
    (line,) = [
        line
        for line in client.get(f"/api/v1/tables/{table.pk}/faults/").json()
        if line["code"] == "empty_call"
    ]
    assert line["article"] == "CN1998 pp. 33–36"
    assert [each["step"]["amount"] for each in line["now"]] == [0, 0, 5, 0]


def test_a_fault_is_overruled_with_a_reason_and_cancelled_with_another(table, say):
    step = {"treatment": "deduction", "amount": 30}
    assert say("penalties/", seat=1, fault="over_time", **step).json()["code"] == "reason_missing"
    answer = say("penalties/", seat=1, fault="over_time", reason="ten minutes", **step)
    assert (answer.status_code, answer.json()["entry"]["deltas"]) == (201, [0, -30, 0, 0])
    assert say("penalties/1/cancel/", reason="appeal").status_code == 201
    assert game_view(table).score.totals == (0, 0, 0, 0)
    assert say("penalties/9/cancel/", reason="appeal").json()["code"] == "penalty_not_found"
    assert say("penalties/", seat=1).json()["code"] == "fault_missing"


def test_back_to_a_deal_replays_and_other_seats(table, say):
    for number in (1, 2, 3):
        deal(table, number, self_draw(0))
    stale = say("reseatings/", deal=1, order=[2, 1, 0, 3], reason="crosswise", seen=2)
    assert (stale.status_code, stale.json()["code"]) == (409, "table_moved_on")
    answer = say("reseatings/", deal=1, order=[2, 1, 0, 3], reason="crosswise", seen=3)
    assert answer.status_code == 201
    assert [person["wind"] for person in answer.json()["table"]["people"]] == [3, 2, 1, 0]
    assert say("reseatings/1/cancel/", reason="they were right").status_code == 201
    assert say("rewind/", number=2, last=3, reason="again").json()["table"]["next_deal"] == 2
    assert say("replays/", number=2, reason="the wall fell").json()["entry"]["said"] == "replayed"
    assert say("replays/", number=3, reason="the wall fell").json()["code"] == "deal_number_ahead"


def test_the_words_of_a_note_are_for_the_table_and_not_for_the_public(client, table, say):
    answer = say("notes/", text="North felt unwell").json()
    assert answer["entry"]["detail"] == {"text": "North felt unwell"}
    (seen,) = client.get(f"/api/v1/tables/{table.pk}/").json()["entries"]
    assert (seen["kind"], seen["detail"]) == ("note", {})
    assert say("notes/1/cancel/", reason="by mistake").status_code == 201


@pytest.mark.parametrize(
    "path", ["penalties/", "rewind/", "replays/", "notes/", "reseatings/", "notes/1/cancel/"]
)
def test_strangers_rule_nothing(client, table, path):
    answer = client.post(f"/api/v1/tables/{table.pk}/{path}", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_right")
    assert not Entry.objects.exists()

"""What a phone's outbox is told, the pages it keeps, and its log read in at the desk."""

import json
import re
import uuid

import pytest

from tests.factories import TESTER, a_tournament, deal, discard, seated
from tournament.models import AuditEntry, Entry
from tournament.selectors.verification import differences
from tournament.services.access import open_passes, replace_pass
from tournament.services.reseating import reseat_table
from tournament.services.rounds import start_round
from tournament.services.seating_changes import propose_swap, publish_change

pytestmark = pytest.mark.django_db


def state(client, address, key=None, **fields):
    """One statement as the outbox sends it."""
    said = {"client_key": key or str(uuid.uuid4()), **fields}
    return client.post(address, said, headers={"X-Outbox": "1"})


def win(client, at, number, key=None, **fields):
    said = {"how": "self_draw", "winner": 0, "fan": 8, "number": number, **fields}
    return state(client, f"{at}/win", key, **said)


# Answers -------------------------------------------------------------------------------------------


def test_what_is_recorded_is_answered_by_201_with_its_hash(client, table, at):
    answer = win(client, at, 1)
    entry = Entry.objects.get()
    assert answer.status_code == 201
    assert answer["Sixteen-Hands"]
    assert answer.json()["state"] == "saved"
    assert (answer.json()["sequence"], answer.json()["hash"]) == (1, entry.hash)


def test_the_same_statement_again_gets_the_same_answer_and_books_nothing(client, table, at):
    key = str(uuid.uuid4())
    first, again = win(client, at, 1, key), win(client, at, 1, key)
    assert first.json() == again.json()
    assert Entry.objects.count() == 1


def test_what_a_rule_refuses_comes_with_its_sentence_in_both_languages_and_the_page_to_mend_it(client, at):
    answer = win(client, at, 1, fan=7)
    said = answer.json()
    assert (answer.status_code, said["state"], said["code"]) == (422, "refused", "below_minimum")
    assert said["messages"]["en"] == ("7 fan is below the minimum of 8. Flowers do not count towards it.")
    assert set(said["messages"]) == {"en", "zh-hans"}
    assert 'value="7"' in said["page"]


def test_two_phones_with_one_deal_the_slower_gets_409_with_both_versions(client, table, at):
    deal(table, 1, discard(winner=2, discarder=1, fan=18))
    said = win(client, at, 1).json()
    assert (said["status"], said["code"]) == (409, "deal_number_taken")
    assert "What you sent" in said["page"]
    assert "18 fan" in said["page"]
    assert Entry.objects.count() == 1


def test_a_withdrawn_link_holds_what_waits_and_says_so(client, table, at):
    replace_pass(table, actor=TESTER)
    answer = win(client, at, 1)
    assert (answer.status_code, answer.json()["state"]) == (403, "held")
    assert answer.json()["code"] == "pass_revoked"
    assert answer["Sixteen-Hands"]


def test_the_desk_signed_out_is_told_so_and_not_sent_to_a_page_to_sign_in(client, table):
    answer = win(client, "/desk/cup/tables/1/1", 1)
    assert (answer.status_code, answer.json()["code"]) == (403, "signed_out")


def test_what_a_phone_kept_while_the_desk_changed_the_seats_is_not_booked_for_whoever_sits_there_now(client):
    cup = seated(a_tournament(rounds=1), players=8)
    first = cup.rounds.get()
    start_round(first, actor=TESTER)
    link = next(p for p in open_passes(first, actor=TESTER) if p.table.number == 1)
    at = f"/p/{link.secret}"
    form = client.get(f"{at}/win").content.decode()
    kept = re.search(r'name="four" value="([^"]+)"', form)[1]
    one, other = (table[0] for table in cup.seating_plans.get().chart[0])

    def wrong_seat(event):
        return propose_swap(event, one=one, other=other, round_number=1)

    cup.refresh_from_db()
    told = {"token": wrong_seat(cup).token, "reason": "typed wrongly", "although_broken": True}
    publish_change(cup, wrong_seat, actor=TESTER, **told)
    said = win(client, at, 1, four=kept).json()
    assert (said["status"], said["code"]) == (422, "other_people_sit")
    assert not Entry.objects.exists()

    again = re.search(r'name="four" value="([^"]+)"', said["page"])[1]
    assert (kept.split()[0], again.split()[0]) == (str(one), str(other))
    assert win(client, at, 1, four=again).status_code == 201


def test_a_number_that_is_none_is_refused_as_such(client, at):
    assert win(client, at, 1, fan="many").json()["code"] == "not_a_number"


# Kept pages ----------------------------------------------------------------------------------------


def test_the_pages_of_a_deal_to_come_are_seated_by_the_rules(client, table, at):
    deal(table, 1)
    bundle = client.get(f"{at}/ahead/7").json()
    assert bundle["deal"] == 7
    form = bundle["pages"][f"{at}/win"]
    assert 'name="number" value="7"' in form
    assert 'data-kept="7"' in form
    assert 'data-next-deal="8"' in form
    assert "<b>Deal 7</b> of 16" in bundle["pages"][at]


def test_before_a_wind_round_the_kept_table_asks_first_whether_all_have_moved(client, table, at):
    pages = client.get(f"{at}/ahead/5").json()["pages"]
    assert "?seated=5" in pages[at]
    assert "<b>Deal 5</b> of 16" in pages[f"{at}?seated=5"]


def test_the_scores_of_a_kept_page_after_a_wind_round_are_not_those_of_the_page_that_was_kept(client, at):
    page = client.get(f"{at}/ahead/5").json()["pages"][at]
    assert "Change seats before deal 5" in page
    assert "Scores are those of the last saved deal." in page
    assert "ranking__figure" not in page


def test_when_people_sat_otherwise_than_the_seating_says_kept_pages_are_out_of_date(client, table, at):
    def chairs():
        (said,) = set(re.findall(r'data-chairs="(\w*)"', client.get(at).content.decode()))
        bundle = client.get(f"{at}/ahead/9").json()
        assert set(re.findall(r'data-chairs="(\w*)"', "".join(bundle["pages"].values()))) == {said}
        assert bundle["chairs"] == said
        return said

    before = chairs()
    deal(table, 1)
    assert chairs() == before
    reseat_table(
        table_id=table.pk,
        deal=2,
        order=(1, 0, 2, 3),
        reason="wrong chairs",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert chairs() != before


def test_no_page_is_kept_of_a_deal_that_is_entered_or_cannot_be(client, table, at):
    deal(table, 1)
    assert client.get(f"{at}/ahead/1").status_code == 204  # recorded: no fault of the phone that asked
    assert client.get(f"{at}/ahead/18").status_code == 404
    assert client.get(f"{at}/ahead/17").status_code == 200


def test_pages_that_are_the_same_in_every_deal_are_kept_once(client, at):
    pages = client.get(f"{at}/ahead/0").json()["pages"]
    disputes = {f"{at}/sign?say=dispute&seat={seat}" for seat in range(4)}
    assert set(pages) == {f"{at}/sign", *disputes, f"{at}/outbox", "offline"}
    assert 'name="seat" value="2"' in pages[f"{at}/sign?say=dispute&seat=2"]
    assert "data-kept" in pages["offline"]


def test_a_kept_page_that_ends_the_game_counts_the_deals_before_its_own(client, table, at):
    deal(table, 1)
    page = client.get(f"{at}/ahead/4").json()["pages"][f"{at}/end"]
    assert "The game ends after 3 deals. Deal 4 does not count." in page


def test_pages_are_kept_in_the_language_that_is_asked_for(client, at):
    bundle = client.get(f"{at}/ahead/2?language=zh-hans").json()
    assert bundle["language"] == "zh-hans"
    assert 'lang="zh-Hans"' in bundle["pages"][at]
    assert client.get(f"{at}/ahead/2?language=tlh").json()["language"] == "en"


def test_the_worker_rules_over_the_phones_of_tables_alone(client):
    answer = client.get("/p/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/p/"
    assert answer["Cache-Control"] == "no-cache"


# The log of a phone at the desk --------------------------------------------------------------------


@pytest.fixture
def desk(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("ida"))
    return client


def a_log(*statements, number=1):
    kept = [
        {
            "key": key, "page": page, "fields": [[name, str(value)] for name, value in fields.items()],
            "title": f"Deal {fields.get('number')}", "facts": [["", "Self-draw"]], "at": 1_786_000_000_000,
            "state": "waiting", "follows": follows,
        }
        for key, page, fields, follows in statements
    ]  # fmt: skip
    return json.dumps(
        {
            "format": "sixteen-hands/table-log/1",
            "tournament": "cup",
            "round": 1,
            "table": number,
            "statements": kept,
        }
    )


def a_win(number, **fields):
    said = {"how": "self_draw", "winner": 0, "fan": 8, "number": number, **fields}
    return (str(uuid.uuid4()), "/win", said, None)


READ = "/desk/cup/tables/1/1/read-log"


def test_looking_at_a_log_says_what_would_happen_and_books_nothing(desk, table):
    there = a_win(1)
    win(desk, "/desk/cup/tables/1/1", 1, there[0])
    text = a_log(there, a_win(2), a_win(3, fan=7), a_win(3))
    page = desk.post(READ, {"text": text}).content.decode()
    for words in (
        "is there already",
        "will be booked",
        "not possible",
        "7 fan is below the minimum",
        "Book 2 statements",
    ):
        assert words in page
    assert Entry.objects.count() == 1


def test_a_log_is_booked_once_with_the_keys_of_the_phone(desk, table):
    one, two = a_win(1), a_win(2, fan=12)
    for _press in range(2):
        desk.post(READ, {"text": a_log(one, two), "do": "book"})
    entries = Entry.objects.filter(table=table).order_by("sequence")
    assert [(str(e.client_key), e.number, e.fan_total) for e in entries] == [(one[0], 1, 8), (two[0], 2, 12)]
    assert AuditEntry.objects.filter(action="table_log.read").count() == 1
    assert differences(table.round.tournament) == ()


def test_an_agreement_in_a_log_speaks_about_the_statement_before_it(desk, table):
    agree = (
        str(uuid.uuid4()),
        "/sign",
        {"seat": 0, "say": "agree", "up_to": 0},
        {"field": "up_to", "after": "x"},
    )
    desk.post(READ, {"text": a_log(a_win(1), agree), "do": "book"})
    assert Entry.objects.get(kind="sign_off").up_to == 1


def test_the_log_of_another_table_is_refused(desk, table):
    answer = desk.post(READ, {"text": a_log(a_win(1), number=2)})
    assert answer.status_code == 422
    assert "table 2 in round 1" in answer.content.decode()


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": "x"}', a_log(("no key", "/win", {}, None)), a_log(a_win(1))[:-5]]
)
def test_what_is_no_log_is_refused_and_books_nothing(desk, table, text):
    answer = desk.post(READ, {"text": text, "do": "book"})
    assert answer.status_code == 422
    assert not Entry.objects.exists()


@pytest.mark.parametrize("page", ["/read-log", "/../../../../login/", "/live", "", "/nowhere"])
def test_a_log_can_state_only_what_forms_of_a_table_can(desk, table, page):
    said = (str(uuid.uuid4()), page, {"text": "{}"}, None)
    answer = desk.post(READ, {"text": a_log(said), "do": "book"})
    assert answer.status_code == 200
    assert "not possible" in answer.content.decode()
    assert not Entry.objects.exists()


def test_strangers_read_nothing_in(client, table):
    assert client.post(READ, {"text": a_log(a_win(1)), "do": "book"}).status_code == 302
    assert not Entry.objects.exists()

"""An archive and back: the same standings, log and hashes, or a refusal that says what differs."""

import json
import uuid

import pytest

from scoring.payments import FalseWin, Treatment
from tests.factories import TESTER, a_running_table, deal, discard, self_draw
from tournament.errors import Refused
from tournament.models import AuditEntry, ClockEvent, Entry, Player, TablePass, Tournament
from tournament.selectors.archive import archive_of, archive_text, seal
from tournament.selectors.standings import announcement_rows
from tournament.services.access import open_passes
from tournament.services.archive import read_archive, restore_tournament
from tournament.services.bulletins import announce, store_screen
from tournament.services.calls import call_referee
from tournament.services.clock import give_minutes
from tournament.services.deals import correct_deal, void_deal
from tournament.services.penalties import cancel_penalty, fine_player, give_penalty, record_false_win
from tournament.services.rounds import close_round, reopen_round
from tournament.services.sign_offs import end_game, sign_off

pytestmark = pytest.mark.django_db


def common(table):
    return {"table_id": table.pk, "client_key": uuid.uuid4(), "actor": TESTER}


@pytest.fixture
def event():
    """Two rounds of one table, one of everything that a log can hold; round 1 closed, reopened, closed."""
    table = a_running_table(rounds=2)
    tournament, round_ = table.round.tournament, table.round
    open_passes(round_, actor=TESTER)
    deal(table, 1, self_draw(0, 12))
    record_false_win(seat=2, number=2, case=FalseWin.NOT_READY, **common(table))
    first = deal(table, 2, discard(1, 3, 20))
    correct_deal(
        number=2, base_revision=first.revision, facts=discard(1, 3, 21), reason="21", **common(table)
    )
    taken = deal(table, 3, discard(0, 1, 8))
    void_deal(number=3, base_revision=taken.revision, reason="wrong table", **common(table))
    deal(table, 3, discard(0, 1, 9, 2), detail={"chicken_hand": True, "text": "无番和"})
    given = give_penalty(seat=3, treatment=Treatment.DEDUCTION, amount=5, reason="late", **common(table))
    cancel_penalty(entry_id=given.pk, reason="was not", client_key=uuid.uuid4(), actor=TESTER)
    end_game(reason="time", **common(table))
    sign_off(seat=1, agree=False, up_to=9, reason="no", **common(table))
    sign_off(seat=1, agree=True, up_to=9, **common(table))
    fine_player(
        tournament,
        player=Player.objects.get(tournament=tournament, number=4),
        twelfths=6,
        mini_points=10,
        round_number=1,
        reason="absent",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    give_minutes(round_, minutes=5, table=table, reason="a spilt wall", actor=TESTER)
    call_referee(table_id=table.pk, reason="a question", actor=TESTER)
    announce(tournament, text="Coffee in the foyer", native_text="大厅有咖啡", actor=TESTER)
    store_screen(tournament, name="door", options={"pages": ["seating"]}, actor=TESTER)
    close_round(round_, actor=TESTER)
    reopen_round(round_, reason="a look", actor=TESTER)
    close_round(round_, actor=TESTER)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def elsewhere(event):
    """The archive's text, after everything that it tells of has gone from the database."""
    text = archive_text(archive_of(event))
    rows = announcement_rows(event, through=2)
    _forget_everything()
    return text, rows


def _forget_everything():
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("TRUNCATE tournament_tournament CASCADE")
            return
        tables = (
            "clockevent refereecall bulletin screen "
            "entry auditentry announcement seat tablepass table round seatingplan player team role tournament"
        )
        for name in tables.split():
            cursor.execute(f"DELETE FROM tournament_{name}")


def test_an_imported_archive_gives_the_same_standings_and_the_same_bytes_again(elsewhere):
    text, rows = elsewhere
    restored = restore_tournament(read_archive(text))
    assert announcement_rows(restored, through=2) == rows
    assert archive_text(archive_of(restored)) == text


def test_an_archive_has_one_fact_a_line_and_its_own_seal(event):
    text = archive_text(archive_of(event))
    document = json.loads(text)
    assert document["sha256"] == seal(document)
    hashes = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    assert [entry["hash"] for entry in document["entries"]] == hashes
    assert len([line for line in text.split("\n") if '"client_key"' in line]) == len(hashes)


def test_no_secret_and_no_account_is_in_an_archive(event):
    text = archive_text(archive_of(event))
    table_pass = TablePass.objects.get()
    for secret in (table_pass.secret, table_pass.nonce, table_pass.secret_hash):
        assert secret not in text


def test_who_did_what_comes_along_with_the_archive(elsewhere):
    text, _ = elsewhere
    restore_tournament(read_archive(text))
    reopened = AuditEntry.objects.get(action="round.reopened")
    assert (reopened.actor, reopened.params["reason"]) == ("tester", "a look")


def resealed(text, change):
    document = json.loads(text)
    change(document)
    document["sha256"] = seal(document)
    return json.dumps(document)


def code_of(text, **options):
    with pytest.raises(Refused) as refused:
        restore_tournament(read_archive(text), **options)
    assert not Tournament.objects.exists()
    return refused.value.code


def test_a_changed_byte_breaks_the_seal(elsewhere):
    text, _ = elsewhere
    assert code_of(text.replace('"fan_total": 12', '"fan_total": 13')) == "archive_differs"


def test_a_changed_deal_under_a_new_seal_comes_to_another_hash(elsewhere):
    text, _ = elsewhere

    def change(document):
        document["entries"][0]["fan_total"] = 13

    assert code_of(resealed(text, change)) == "archive_differs"


def test_a_left_out_entry_under_a_new_seal_is_noticed(elsewhere):
    text, _ = elsewhere
    assert code_of(resealed(text, lambda document: document["entries"].pop(2))) == "archive_differs"


def test_two_players_who_changed_seats_under_a_new_seal_are_noticed(elsewhere):
    text, _ = elsewhere

    def change(document):
        seats = document["rounds"][0]["tables"][0]["seats"]
        seats[0], seats[1] = seats[1], seats[0]

    assert code_of(resealed(text, change)) == "archive_differs"


def test_changed_announced_standings_under_a_new_seal_are_noticed(elsewhere):
    text, _ = elsewhere

    def change(document):
        document["announcements"][0]["rows"][0]["score"] += 1

    assert code_of(resealed(text, change)) == "archive_differs"


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '{"format": "sixteen-hands/archive/9"}', '{"format": "sixteen-hands/archive/1"}'],
)
def test_what_is_no_archive_is_refused(text):
    with pytest.raises(Refused) as refused:
        read_archive(text)
    assert refused.value.code == "archive_unreadable"


def test_a_fact_that_no_column_knows_is_refused(elsewhere):
    text, _ = elsewhere
    wrong = resealed(text, lambda document: document["players"][0].update(shoe_size=44))
    assert code_of(wrong) == "archive_unreadable"


def test_a_name_that_no_form_takes_is_taken_from_no_archive(elsewhere):
    text, _ = elsewhere
    wrong = resealed(text, lambda document: document["players"][0].update(name="Ada\0Berg"))
    assert code_of(wrong) == "archive_unreadable"


def test_an_event_that_is_here_already_is_not_doubled_under_another_address(event):
    text = archive_text(archive_of(event))
    with pytest.raises(Refused) as refused:
        restore_tournament(read_archive(text), slug="copy")
    assert (refused.value.code, refused.value.params["slug"]) == ("event_present", "cup")


def test_an_archive_from_before_the_clock_gives_each_round_the_start_it_had(elsewhere):
    text, _ = elsewhere

    def older(document):
        for section in ("clock", "calls", "bulletins", "screens"):
            del document[section]

    restored = restore_tournament(read_archive(resealed(text, older)))
    (start,) = ClockEvent.objects.filter(round__tournament=restored)
    assert (start.round.number, start.step, start.minutes, start.at) == (
        1,
        "start",
        120,
        start.round.started_at,
    )

"""A seating before its time: no page, stream, feed, file or answer of the API depends on who sits where."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import TESTER, a_tournament, deal, with_players
from tests.views.test_sight_pages import crawl, starts_of, stream_words
from tournament.models import Table
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import problem_of, publish_seating, store_draft, withdraw_seating
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db(transaction=True)

ROUND = ((1, 2, 3, 4), (5, 6, 7, 8))
OTHER = ((8, 3, 6, 1), (7, 2, 5, 4))
MORE = [
    *(f"/t/cup/{page}" for page in ("seating?by=name", "seating?round=2", "seating?round=2&by=name")),
    *(f"/t/cup/seating/{page}" for page in ("certificate", "certificate?verify=1", "print", "print?by=name")),
    *(f"/t/cup/seating/{number}/{form}" for number in (1, 2) for form in ("json", "csv", "xlsx")),
    *(f"/t/cup/screen?pages={page}" for page in ("seating", "tables", "clock", "ranking", "teams")),
    *(f"/t/cup/tables/{number}/{table}" for number in (1, 2) for table in (1, 2)),
    *(f"/t/cup/players/{number}" for number in range(1, 9)),
    *(f"/t/cup/?part={part}" for part in ("1", "seating")),
]
STREAMS = [
    *("leaderboard", "teams", "tables", "tables/1", "tables/2", "countries", "stats", "screen", "seating"),
    *("player/1", "game/1/1", "game/2/1", "embed/10"),
]


def what_anybody_reads(cup) -> dict[str, str]:
    read = crawl(Client(), [*starts_of(cup), *MORE])
    read |= {f"stream {view}": stream_words(view) for view in STREAMS}
    # times, the number of the event's change and the marks of forms go on by themselves
    passing = r"\b[A-Za-z0-9]{64}\b|\d\d:\d\d(:\d\d)?|\d{10}(\.\d+)?|id: \d+|revision\": ?\d+"
    return {
        address: re.sub(passing, "now", words)
        for address, words in read.items()
        if not address.startswith("/api/v1/tables/")
    }


def publish_hidden(cup, chart, then) -> None:
    plan = store_draft(cup, chart=chart, problem=problem_of(cup), actor=TESTER)
    publish_seating(plan, visible_from=then, although_broken=True, actor=TESTER)
    cup.refresh_from_db()


def test_nothing_that_anybody_reads_depends_on_a_seating_that_is_still_hidden():
    cup = with_players(a_tournament(rounds=2), 8)
    then = timezone.now() + timedelta(days=1)
    publish_hidden(cup, (ROUND, OTHER), then)
    before = what_anybody_reads(cup)
    tables = Table.objects.values_list("pk", flat=True)
    assert {Client().get(f"/api/v1/tables/{pk}/").status_code for pk in tables} == {404}

    publish_hidden(cup, (OTHER, ROUND), then)
    after = what_anybody_reads(cup)

    assert before.keys() == after.keys()
    assert len(before) > 60
    assert {address: words for address, words in before.items() if words != after[address]} == {}


def test_the_seating_of_a_round_that_began_says_nothing_of_those_that_are_still_hidden(client):
    cup = with_players(a_tournament(rounds=2), 8)
    publish_hidden(cup, (ROUND, OTHER), timezone.now() + timedelta(days=1))
    start_round(cup.rounds.get(number=1), actor=TESTER)
    cup.refresh_from_db()
    digest = cup.seating_plans.get().certificate["sha256"]

    page = client.get("/t/cup/seating?round=1").content.decode()

    assert "Player 4" in page
    assert digest not in page
    assert "Pairs who meet again" not in page
    assert "/seating/certificate" not in page
    start_of_all(cup)
    page = client.get("/t/cup/seating?round=1").content.decode()
    assert digest in page
    assert client.get("/t/cup/seating/certificate").status_code == 200


def start_of_all(cup) -> None:
    """Round 2 runs before its time has come: nothing is hidden any more."""
    for table in Table.objects.filter(round__tournament=cup, round__number=1):
        deal(table, 1)
        end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(cup.rounds.get(number=1), actor=TESTER)
    start_round(cup.rounds.get(number=2), actor=TESTER)


def test_a_hidden_seating_that_another_replaced_stays_hidden_when_that_one_is_withdrawn(client):
    cup = with_players(a_tournament(rounds=2), 8)
    then = timezone.now() + timedelta(days=1)
    publish_hidden(cup, (ROUND, OTHER), then)
    publish_hidden(cup, (OTHER, ROUND), then)
    withdraw_seating(cup.seating_plans.get(state="published"), reason="drawn anew", actor=TESTER)

    files = [f"/t/cup/seating/{number}/{form}" for number in (1, 2) for form in ("json", "csv", "xlsx")]
    assert {client.get(address).status_code for address in files} == {404}

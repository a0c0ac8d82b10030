"""A seating before its time: no page, stream, feed, file or answer of the API depends on who sits where."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import TESTER, a_tournament, with_players
from tests.views.test_sight_pages import crawl, starts_of, stream_words
from tournament.models import Table
from tournament.services.seating import problem_of, publish_seating, store_draft

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

"""When rounds are meant to begin: typed on the desk in the hall's own time, read everywhere."""

import re

import pytest
from django.db.models import F

from tests.factories import a_tournament, play_round, seated, with_players
from tests.views.reading import text
from tests.views.test_organizer import somebody
from tournament.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return seated(a_tournament(rounds=3, time_zone="Asia/Shanghai"), players=8)


@pytest.fixture
def owner(client, cup):
    client.force_login(somebody(cup, "owner"))
    return client


def typed(cup, *hours):
    return {f"round_{n}": f"{cup.starts_on}T{hour}" if hour else "" for n, hour in enumerate(hours, 1)}


def test_times_are_typed_in_the_time_of_the_hall_and_shown_everywhere(owner, cup):
    page = owner.post("/desk/cup/times", typed(cup, "09:30", "13:00", ""), follow=True)
    assert f'value="{cup.starts_on}T09:30"' in page.content.decode()
    assert cup.rounds.get(number=1).planned_start.isoformat() == f"{cup.starts_on}T01:30:00+00:00"
    assert AuditEntry.objects.filter(action="rounds.planned").get().params == {"rounds": [1, 2]}
    assert "Set when rounds begin: 1, 2." in text(owner.get("/desk/cup/log"))

    for address in (
        "/t/cup/",
        "/t/cup/seating",
        "/t/cup/players/1",
        "/desk/cup/",
        "/t/cup/screen?pages=clock",
    ):
        assert "09:30" in text(owner.get(address)), address
    rounds = owner.get("/api/v1/tournaments/cup/").json()["rounds"]
    assert [row["planned_start"] for row in rounds][1:] == [f"{cup.starts_on}T05:00:00Z", None]


def test_between_rounds_the_leaderboard_says_when_the_next_begins(owner, cup):
    owner.post("/desk/cup/times", typed(cup, "09:30", "13:00", ""))
    play_round(cup, 1)

    assert re.search(r"Round 2 begins [^<]*13:00", text(owner.get("/t/cup/")))
    assert "Round 2 begins" not in text(owner.get("/t/cup/?through=1"))


def test_a_hall_screen_says_when_a_round_begins_while_nobody_knows_who_sits_where(owner):
    later = with_players(a_tournament(slug="later", rounds=2, time_zone="Asia/Shanghai"), 8)
    owner.force_login(somebody(later, "owner", "other"))
    owner.post("/desk/later/times", typed(later, "09:30", "13:00"))
    assert not later.rounds.exclude(state="planned").exists()
    for page in ("", "?pages=clock", "?pages=seating,tables"):
        shown = text(owner.get(f"/t/later/screen{page}"))
        assert re.search(r"Round 1 begins [^<]*09:30", shown), page
        assert "The seating of round 1 is not published yet." in shown


def test_between_rounds_a_hall_screen_says_when_the_next_begins(owner, cup):
    owner.post("/desk/cup/times", typed(cup, "09:30", "13:00", ""))
    play_round(cup, 1)
    cup.rounds.filter(number=2).update(state="planned")  # its seating comes from the standings
    Tournament.objects.filter(pk=cup.pk).update(setup_revision=F("setup_revision") + 1)
    for page in ("clock", "ranking"):
        assert re.search(r"Round 2 begins [^<]*13:00", text(owner.get(f"/t/cup/screen?pages={page}"))), page


def test_what_was_typed_stays_on_the_page_that_refuses_it(owner, cup):
    page = owner.post("/desk/cup/times", typed(cup, "13:00", "09:30", ""))

    assert page.status_code == 422
    assert "Round 2 would begin before round 1." in text(page)
    assert f'value="{cup.starts_on}T09:30"' in page.content.decode()
    for nonsense in ("soon", "9999-12-31T23:59", "0001-01-01T00:00", "2026-13-01T09:00"):
        assert owner.post("/desk/cup/times", {"round_1": nonsense}).status_code == 422
    assert not cup.rounds.exclude(planned_start=None).exists()

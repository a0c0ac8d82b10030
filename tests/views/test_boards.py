"""More ways to look at a ranking: countries, one team, why, in another order, and files of what is shown."""

import csv
import io
import uuid

import pytest
from django.test import Client

from tests.factories import TESTER, a_running_table, a_tournament, deal, self_draw, with_players
from tournament.services.deals import record_totals, void_deal
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


def at(path="", slug="cup", **headers):
    return Client().get(f"/t/{slug}/{path}", headers=headers)


def rows_of(path):
    return list(csv.DictReader(io.StringIO(at(path).content.decode("utf-8-sig"))))


@pytest.fixture
def playing():
    """Four players; East won 48; the round still runs."""
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=8))
    return table


@pytest.fixture
def closed(playing):
    end_game(table_id=playing.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(playing.round, actor=TESTER)
    return playing


@pytest.mark.parametrize(
    "page", ["countries", "countries.csv", "countries.xlsx", "teams.csv", "teams.xlsx", "stats", "?sort=name"]
)
def test_every_way_to_look_at_a_ranking_answers_while_a_round_runs_and_after(page, playing):
    assert at(page).status_code == 200
    end_game(table_id=playing.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(playing.round, actor=TESTER)
    assert at(page).status_code == 200


@pytest.mark.parametrize("page", ["teams/1", "ties/99", "clubs.csv", "stats?round=9", "stats?round=x"])
def test_what_is_not_there_is_not_found(page, playing):
    assert at(page).status_code == 404


def test_live_no_is_the_ranking_after_the_last_closed_round_and_does_not_move(playing):
    assert at("?live=no").status_code == 422
    end_game(table_id=playing.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(playing.round, actor=TESTER)
    page = at("?live=no").content.decode()
    assert "+48" in page
    assert "hx-sse:connect" not in page
    assert "hx-sse:connect" in at().content.decode()


def test_a_file_has_the_people_and_the_order_that_are_shown(playing):
    names = [row["name"] for row in rows_of("standings.csv?sort=name")]
    assert names == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert [row["name"] for row in rows_of("standings.csv?sort=-name&q=player")] == names[::-1]
    assert [row["number"] for row in rows_of("standings.csv?q=3")] == ["3"]
    first = rows_of("standings.csv")[0]
    assert (first["mini_points"], first["official_mini_points"], first["rank"]) == ("48", "0", "1")
    assert at("standings.csv?sort=shoe_size").status_code == 422


@pytest.mark.parametrize(("kind", "lines"), [("teams", 2), ("countries", 1)])
def test_a_file_of_teams_or_countries_counts_everybody_whoever_is_looked_for(kind, lines):
    with_players(a_tournament(), 8, teams=2)
    assert len(rows_of(f"{kind}.csv")) == lines
    for query in ("q=player+1", "q=nobody", "sort=-name&q=3"):
        assert at(f"{kind}.csv?{query}").content == at(f"{kind}.csv").content
        assert at(f"{kind}.xlsx?{query}").status_code == 200


def test_an_order_is_a_link_that_works_without_javascript(playing):
    page = at("?sort=-name").content.decode()
    assert page.index("Player 4") < page.index("Player 1")
    assert "sort=-name" not in at().content.decode()
    assert 'href="?sort=name"' in at().content.decode()


def test_why_the_losers_of_a_deal_share_a_place_is_said_on_a_page(closed):
    south = closed.seats.get(seat=1).player.number
    page = at(f"ties/{south}").content.decode()
    assert "level in everything and share the 2nd place" in page
    assert "data-why" in at().content.decode()


def test_a_team_has_a_page_with_its_members_and_their_sum():
    tournament = with_players(a_tournament(), 8, teams=2)
    assert at("teams/1").status_code == 200
    page = at("teams/1").content.decode()
    inside = [name.number for name in tournament.players.filter(team__number=1)]
    assert all(f"/players/{number}" in page for number in inside)
    assert len(inside) == 4


def test_statistics_say_which_games_they_leave_out(playing):
    assert "left out" not in at("stats").content.decode()
    void_deal(
        table_id=playing.pk, number=1, base_revision=1, reason="paper", client_key=uuid.uuid4(), actor=TESTER
    )
    record_totals(
        table_id=playing.pk, totals=(30, 10, -20, -20), client_key=uuid.uuid4(), actor=TESTER, reason="paper"
    )
    assert "1 of 1 games is left out: only its totals are known." in at("stats").content.decode()


def test_where_there_is_room_for_one_name_a_chinese_reader_sees_the_chinese_one_of_the_event():
    a_running_table(name="Cup of Skagen", native_name="斯卡恩杯")
    for page, language, name in (
        ("players/1", "zh-hans", ">斯卡恩杯</a>"),
        ("players/1", "en", ">Cup of Skagen</a>"),
        ("embed?lang=zh-hans", "en", ">斯卡恩杯</a>"),
    ):
        assert name in at(page, **{"accept-language": language}).content.decode(), (page, language)

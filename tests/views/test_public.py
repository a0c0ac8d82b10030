"""The public pages: each answers in every state of an event, is kept by revision, hurts no spreadsheet."""

import csv
import io
import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories import (
    TESTER,
    a_running_table,
    a_tournament,
    deal,
    discard,
    seated,
    self_draw,
    with_players,
)
from tournament.engine.roster import read_roster
from tournament.models import Player, Tournament
from tournament.services.deals import correct_deal, void_deal
from tournament.services.penalties import cancel_penalty, record_false_win
from tournament.services.registration import change_player, replace_players
from tournament.services.rounds import close_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db

PAGES = [
    *("", "seating", "tables", "players", "teams", "countries", "stats", "rules"),
    *("standings.csv", "standings.xlsx"),
]


def at(path="", slug="cup", **headers):
    return Client().get(f"/t/{slug}/{path}", headers=headers)


def closed(table):
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(table.round, actor=TESTER)


@pytest.fixture
def finished():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=8))
    closed(table)
    return table


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_before_anybody_is_registered(page):
    a_tournament()
    assert at(page).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_when_the_seating_is_published(page):
    seated(a_tournament())
    assert at(page).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, "tables/1/1", "players/1", "?q=player", "tables?round=1"])
def test_every_page_answers_while_a_round_runs(page):
    table = a_running_table()
    assert at(page).status_code == 200
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    assert at(page).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, "tables/1/1", "players/1", "?through=1", "teams?through=1"])
def test_every_page_answers_when_all_is_over(page, finished):
    assert at(page).status_code == 200


@pytest.mark.parametrize(
    "page",
    [
        "tables/1/9",
        "tables/9/1",
        "players/99",
        "seating?round=9",
        "seating?round=x",
        "tables?round=9",
        "?through=7",
    ],
)
def test_what_does_not_exist_is_not_found(page):
    a_running_table()
    assert at(page).status_code == 404


def test_a_tournament_that_does_not_exist_is_not_found():
    assert at(slug="nowhere").status_code == 404


@pytest.mark.parametrize("query", ["?through=x", "?as_of=yesterday", "?as_of=2026-13-01T00:00", "?through=1"])
def test_what_cannot_be_read_or_is_not_official_yet_is_refused_with_a_sentence(query):
    a_running_table()
    response = at(query)
    assert response.status_code == 422
    assert b"notice--refused" in response.content


@pytest.mark.parametrize("page", [*PAGES[:-2], "tables?round=1", "tables/1/1", "players/1", "/"])
def test_one_of_a_thing_is_said_in_the_singular(page, finished):
    answer = Client().get("/") if page == "/" else at(page)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))
    assert re.findall(r"\b1 (?:deals|rounds|wins|games|tables|entries|times|hands)\b", words) == []


def test_the_first_page_lists_running_tournaments_before_finished_ones(finished):
    a_tournament(slug="later", name="Later Cup")
    a_running_table(slug="now", name="Now Cup")
    text = Client().get("/").content.decode()
    assert text.index("Now Cup") < text.index("Later Cup") < text.index("Harbour Cup")


def test_an_empty_server_says_what_comes_next():
    assert b"No tournaments yet." in Client().get("/").content


def test_the_leaderboard_answers_304_until_something_changes():
    table = a_running_table()
    client = Client()
    client.get("/t/cup/")  # the first visit sets the cookie of the forms
    etag = client.get("/t/cup/")["ETag"]
    again = client.get("/t/cup/", headers={"if-none-match": etag})
    assert again.status_code == 304
    assert again.content == b""
    deal(table, 1, self_draw(winner=0))
    changed = client.get("/t/cup/", headers={"if-none-match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_the_same_address_has_another_etag_in_another_language_and_theme():
    a_running_table()
    tags = {
        at(**headers)["ETag"] for headers in ({}, {"accept-language": "zh-hans"}, {"cookie": "theme=dark"})
    }
    assert len(tags) == 3


def test_a_page_put_together_from_compressed_pieces_is_the_same_page():
    import gzip
    import re

    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    plain, packed = at(), at(**{"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"

    def without_own(content):  # each reader's own token, the time, and the moment of rendering
        return re.sub(
            rb'value="\w{64}"|"X-CSRFToken": "\w{64}"|data-left="\d+"|as_of=[\w:.-]+|\d+:\d\d:\d\d',
            b"",
            content,
        )

    assert without_own(gzip.decompress(packed.content)) == without_own(plain.content)


def test_the_part_alone_is_what_the_page_polls():
    a_running_table()
    part = at("?part=1")
    assert part.content.startswith(b'<div class="page-head">')
    assert b"<html" not in part.content
    assert part["ETag"] != at()["ETag"]


def test_forms_of_a_page_made_once_carry_each_readers_own_token():
    a_running_table()
    first, second = Client(), Client()
    tokens = []
    for client in (first, second):
        page = client.get("/t/cup/").content.decode()
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        tokens.append(token)
        strict = Client(enforce_csrf_checks=True)
        strict.cookies["csrftoken"] = client.cookies["csrftoken"].value
        sent = strict.post(
            "/i18n/setlang/", {"language": "zh-hans", "csrfmiddlewaretoken": token, "next": "/"}
        )
        assert sent.status_code == 302
    assert tokens[0] != tokens[1]


def test_a_game_shows_what_was_stated_before_why_it_changed_and_who_said_so():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=15))
    correct_deal(
        table_id=table.pk, number=1, base_revision=1, facts=self_draw(winner=0, fan=25),
        reason="15 keyed for 25", client_key=uuid.uuid4(), actor=TESTER,
    )  # fmt: skip
    text = at("tables/1/1").content.decode()
    assert "<del>+69</del>" in text  # 3 × (8 + 15)
    assert "+99" in text  # 3 × (8 + 25)
    assert "15 keyed for 25" in text
    assert "tester" in text


def test_a_name_over_the_columns_of_a_game_is_parted_by_a_hyphen_and_not_anywhere():
    table = a_running_table()
    player = table.round.tournament.players.get(number=1)
    change_player(player, actor=TESTER, name="Mette Vestergaard", family_name="Vestergaard")
    assert "<b>Vester\u00adgaard</b></a>" in at("tables/1/1").content.decode()


def test_a_cancelled_false_win_stays_readable_and_struck():
    table = a_running_table()
    penalty = record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    deal(table, 1)
    cancel_penalty(entry_id=penalty.pk, reason="it was a win", client_key=uuid.uuid4(), actor=TESTER)
    text = at("tables/1/1").content.decode()
    assert "<del>−30</del>" in text
    assert "it was a win" in text


def test_a_deal_that_was_taken_back_is_said_to_be():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0))
    void_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        reason="wrong table",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert "taken back" in at("tables/1/1").content.decode()


def test_a_deal_that_came_anew_has_one_short_line_and_its_versions_are_no_power_of_its_fan():
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=8))
    void_deal(
        table_id=table.pk, number=1, base_revision=1, reason="late", client_key=uuid.uuid4(), actor=TESTER
    )
    deal(table, 1, self_draw(winner=2, fan=10))
    html = at("tables/1/1").content.decode()
    taken_back, again = re.findall(r'<tr class="ledger__sub">(.*?)</tr>', html, re.DOTALL)
    assert taken_back.count("<del>") == 5  # the words and the four figures
    assert "Entered again" in again
    assert "<del>" not in again
    assert "<sup>" not in html
    assert 'title="3 versions"' in html


def test_a_reason_of_a_list_is_read_in_the_readers_language_and_own_words_as_they_are():
    table = a_running_table()
    said = {"table_id": table.pk, "number": 1, "actor": TESTER}
    deal(table, 1, self_draw(winner=0))
    correct_deal(**said, client_key=uuid.uuid4(), base_revision=1, facts=self_draw(1), reason="Wrong winner")
    void_deal(**said, client_key=uuid.uuid4(), base_revision=2, reason="Entered by mistake")
    deal(table, 1, self_draw(winner=2))
    void_deal(**said, client_key=uuid.uuid4(), base_revision=4, reason="Two tables mixed up")
    penalty = record_false_win(table_id=table.pk, seat=1, client_key=uuid.uuid4(), actor=TESTER)
    cancel_penalty(
        entry_id=penalty.pk, reason="Given to the wrong player", client_key=uuid.uuid4(), actor=TESTER
    )
    text = at("tables/1/1", **{"Accept-Language": "zh-hans"}).content.decode()
    for reason in ("Wrong winner", "Entered by mistake", "Given to the wrong player", "entered again"):
        assert reason not in text
    for words in ("和牌者有误", "误录", "判错选手", "Two tables mixed up"):
        assert words in text


EVIL = "=HYPERLINK(1)"


def test_names_that_look_like_formulas_are_text_in_both_files():
    tournament = a_tournament()
    rows = [["Name", "Club"], [EVIL, "@club"], ["-Minus", "+plus"], ["Ada", ""], ["Bo", ""]]
    replace_players(tournament, read_roster(rows).rows, actor=TESTER)
    lines = list(csv.DictReader(io.StringIO(at("standings.csv").content.decode("utf-8-sig"))))
    assert {line["name"] for line in lines} == {f"'{EVIL}", "'-Minus", "Ada", "Bo"}
    assert {line["club"] for line in lines} == {"'@club", "'+plus", ""}
    sheet = load_workbook(io.BytesIO(at("standings.xlsx").content)).active
    assert all(cell.data_type != "f" for line in sheet.iter_rows() for cell in line)


def test_scores_in_files_are_numbers_and_shared_points_are_exact(finished):
    lines = list(csv.DictReader(io.StringIO(at("standings.csv").content.decode("utf-8-sig"))))
    assert [(line["rank"], line["table_points"], line["mini_points"]) for line in lines] == [
        ("1", "4", "48"), ("2", "1", "-16"), ("2", "1", "-16"), ("2", "1", "-16"),
    ]  # fmt: skip
    sheet = load_workbook(io.BytesIO(at("standings.xlsx").content)).active
    head = [cell.value for cell in sheet[1]]
    assert [row[head.index("mini_points")].value for row in sheet.iter_rows(min_row=2)] == [48, -16, -16, -16]


def test_a_name_with_markup_is_shown_and_not_obeyed():
    tournament = a_tournament()
    rows = [
        ["Name", "Native name", "Team"],
        ["<script>x</script>", "<b>y", "<i>z"],
        ["A", "", ""],
        ["B", "", ""],
    ]
    replace_players(tournament, read_roster([*rows, ["C", "", ""]]).rows, actor=TESTER)
    for page in ("", "players", "players/1", "teams"):
        text = at(page).content.decode()
        assert "<script>x" not in text
        assert "<b>y" not in text
        assert "<i>z" not in text


def test_the_search_finds_names_numbers_and_clubs_without_javascript():
    a_running_table()
    text = at("?q=player 3").content.decode()
    assert 'id="p3"' in text
    assert 'id="p1"' not in text


def test_the_seating_shows_its_certificate():
    tournament = seated(a_tournament())
    plan = tournament.seating_plans.get()
    assert plan.certificate["sha256"] in at("seating").content.decode()
    assert "Seating of round 2" in at("seating?round=2&by=name").content.decode()


def test_without_a_number_the_seating_is_that_of_the_round_to_come():
    tournament = with_players(a_tournament(rounds=3), 8)
    assert "Seating of round 1" in at("seating").content.decode()
    tournament.rounds.filter(number=1).update(state="closed")
    assert "Seating of round 2" in at("seating").content.decode()
    tournament.rounds.update(state="closed")
    assert "Seating of round 3" in at("seating").content.decode()


def test_pages_say_that_an_event_has_no_teams():
    with_players(a_tournament(), 8)
    assert b"This event has no teams." in at("teams").content


def test_before_the_first_deal_the_teams_have_a_sentence_and_no_zeros():
    with_players(a_tournament(), 8, teams=2)
    text = at("teams").content.decode()
    assert "the ranking of the teams begins with the first one" in text
    assert '<td class="num">–</td>' in text


def test_the_seating_by_name_is_in_the_order_of_family_names_that_nobody_stated():
    table = a_running_table()
    names = ("Wolf von und zu Guttenberg", "Ana de la Rosa y Villanueva", "Nils Öberg", "Zoe Adler")
    for player, name in zip(table.round.tournament.players.all(), names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    text = at("seating?by=name").content.decode()
    found = [text.index(f"<b>{name}</b>") for name in (
        "Adler", "de la Rosa y Villanueva", "Öberg", "von und zu Guttenberg",
    )]  # fmt: skip
    assert found == sorted(found)


def test_pages_load_nothing_from_elsewhere_and_carry_no_inline_code():
    table = a_running_table()
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    for page in ("", "seating", "tables", "tables/1/1", "players", "players/1", "teams", "rules"):
        text = at(page).content.decode()
        assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert " style=" not in text
        assert "onclick" not in text
        assert "<script>" not in text


def test_the_process_is_healthy_and_ready_only_with_the_live_bridge(monkeypatch):
    from tournament.live.bridge import bridge

    assert Client().get("/healthz").json() == {"ok": True}
    monkeypatch.setattr(bridge, "healthy", False)
    assert Client().get("/readyz").status_code == 503
    monkeypatch.setattr(bridge, "healthy", True)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"ok": True, "database": True, "migrations": True, "live": True},
    )


def test_a_page_of_many_players_stays_small():
    with_players(Tournament.objects.get(pk=a_tournament().pk), 160)
    assert len(at(**{"accept-encoding": "gzip"}).content) < 60 * 1024


def test_a_corrected_name_shows_in_the_title_at_once():
    table = a_running_table()
    player = table.seats.get(seat=0).player
    address = f"players/{player.number}"
    assert f"<title>{player.name}" in at(address).content.decode()
    change_player(player, actor=TESTER, name="Ada Lovelace")
    assert "<title>Ada Lovelace" in at(address).content.decode()


@pytest.mark.parametrize("edge", ["0001-01-01T00:00:00%2B23:59", "9999-12-31T23:59:59-23:59", "0001-01-01"])
@pytest.mark.parametrize("page", ["", "teams", "standings.csv", "standings.xlsx"])
def test_a_moment_at_the_edge_of_the_calendar_is_no_fault_of_the_server(page, edge):
    a_tournament(time_zone="Asia/Shanghai")

    assert at(f"{page}?as_of={edge}").status_code == 422


@pytest.mark.parametrize("page", ["", "standings.csv", "standings.xlsx"])
@pytest.mark.parametrize(("through", "status"), [(0, 404), (1, 422), (7, 404)])
def test_a_file_is_refused_where_its_page_is(page, through, status):
    a_running_table()  # one round, and it runs

    assert at(f"{page}?through={through}").status_code == status


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_only_read(page):
    a_running_table()

    assert Client().post(f"/t/cup/{page}").status_code == 405
    assert Client().head(f"/t/cup/{page}").status_code == 200


@pytest.mark.parametrize("method", ["post", "head", "options"])
def test_a_stream_is_only_opened_by_whoever_reads_it(method):
    a_running_table()

    assert getattr(Client(), method)("/t/cup/live").status_code == 405


def test_while_a_seating_is_hidden_every_page_says_from_when_it_is_shown(client):
    cup = with_players(a_tournament(rounds=2), 16)
    tomorrow = (timezone.now() + timedelta(days=1)).replace(microsecond=0)
    publish_seating(draft_seating(cup, seed="1", actor=TESTER), visible_from=tomorrow, actor=TESTER)
    there = tomorrow.astimezone(cup.zone).strftime("%Y-%m-%d %H:%M")

    for page in ("", "seating", "players/1"):
        said = client.get(f"/t/cup/{page}").content.decode()
        assert there in said, page
        assert "everybody can see where to sit" not in said
        assert "does not play this round" not in said

    Tournament.objects.update(seating_due=timezone.now() - timedelta(seconds=1))
    assert "everybody can see where to sit" in client.get("/t/cup/").content.decode()
    assert "does not play this round" not in client.get("/t/cup/players/1").content.decode()

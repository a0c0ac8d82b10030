"""What is hidden leaks nowhere: every address that can be reached is read for a hidden name and scores."""

import gzip
import io
import re
import uuid
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import AsyncClient, Client
from openpyxl import load_workbook

from tests.factories import TESTER, a_running_table, a_tournament, deal, discard, self_draw, with_players
from tournament.models import Role, Table
from tournament.services.penalties import fine_player
from tournament.services.registration import change_player
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.sight import begin_ceremony, choose_sight, end_ceremony, reveal
from tournament.services.sign_offs import end_game
from tournament.views.sight import hall_secret

pytestmark = pytest.mark.django_db(transaction=True)

NAME, NATIVE, CLUB = "Zzyxa Marker", "標記者", "Zzyxclub"
# A self-draw of 77 pays 85 three times: nobody else's figures look like these.
HIDDEN_SCORES = ("255", "85", "77")
SKIPPED = re.compile(
    r"^/(static|admin|desk|login|logout|i18n|styleguide|calculator|fans|api/docs|api/schema)"
)
ENDLESS = re.compile(r"as_of=|sort=|as=public")
"""Queries that links offer in any number: moments, orders of rows, the same page with other eyes."""


@pytest.fixture
def event():
    """Round 1 of two is closed, round 2 runs; the marked player won 77 in both, alone of all."""
    cup = a_tournament(rounds=2)
    with_players(cup, 8, teams=4)
    for player in cup.players.all()[:1]:
        change_player(player, actor=TESTER, name=NAME, native_name=NATIVE, club=CLUB)
    publish_seating(draft_seating(cup, seed="1", actor=TESTER), actor=TESTER)
    for number in (1, 2):
        start_round(cup.rounds.get(number=number), actor=TESTER)
        table = Table.objects.get(round__tournament=cup, round__number=number, seats__player__number=1)
        seat = table.seats.get(player__number=1).seat
        deal(table, 1, self_draw(winner=seat, fan=77))
        for other in Table.objects.filter(round__tournament=cup, round__number=number).exclude(pk=table.pk):
            deal(other, 1)
        if number == 1:
            for one in Table.objects.filter(round__tournament=cup, round__number=1):
                end_game(table_id=one.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
            close_round(cup.rounds.get(number=1), actor=TESTER)
    cup.refresh_from_db()
    return cup


def words_of(response) -> str:
    """Everything a reader could read of an answer: text without markup, cells of a workbook, JSON."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    kind = response.get("Content-Type", "")
    if response.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    if "spreadsheet" in kind:
        cells = [
            str(cell.value)
            for sheet in load_workbook(io.BytesIO(body)).worksheets
            for row in sheet.iter_rows()
            for cell in row
        ]
        return "\n".join(cells)
    text = body.decode()
    if "html" in kind:
        # attributes that are read aloud or shown count, addresses of hashed files do not
        spoken = re.findall(r'(?:aria-label|title|alt|value|content|data-[\w-]+)="([^"]*)"', text)
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.S)
        text = " ".join([re.sub(r"<[^>]+>", " ", text), *spoken])
    return unescape(text)


def addresses_in(response, at: str) -> set[str]:
    if "html" not in response.get("Content-Type", ""):
        return set()
    links = re.findall(r'(?:href|src|data-live|hx-get|hx-sse:connect)="([^"#]+)', response.content.decode())
    return {urljoin(at, unescape(link)) for link in links}


def crawl(client: Client, starts: list[str]) -> dict[str, str]:
    """The words of every page that can be reached without signing in; event streams are read on their own."""
    todo, seen = list(starts), {}
    while todo:
        address = todo.pop()
        if address in seen or urlsplit(address).netloc or SKIPPED.match(address) or "/live" in address:
            continue
        if ENDLESS.search(address) and address not in starts:
            continue
        response = client.get(address)
        seen[address] = words_of(response)
        todo += addresses_in(response, address)
        assert len(seen) < 600, "the crawl does not end"
    return seen


def starts_of(event) -> list[str]:
    tables = Table.objects.filter(round__tournament=event)
    pages = ["", "seating", "tables", "players", "teams", "countries", "stats", "screen", "embed", "rules"]
    files = ["standings.csv", "standings.xlsx", "feed.json"]
    rest = ["tournaments/", *(f"tournaments/cup/{part}" for part in ("", "standings/", "seating/"))]
    return [
        "/",
        *(f"/t/cup/{page}" for page in (*pages, *files)),
        "/t/cup/?through=1",
        "/t/cup/?through=2",
        "/t/cup/?as_of=2099-01-01T00:00:00Z",
        "/t/cup/standings.csv?as_of=2099-01-01T00:00:00Z",
        "/t/cup/?q=zzyxa",
        "/t/cup/players/1",
        *(f"/t/cup/tables/{table.round.number}/{table.number}" for table in tables),
        *(f"/api/v1/{path}" for path in rest),
        *(f"/api/v1/tables/{table.pk}/" for table in tables),
    ]


def stream_words(view: str) -> str:
    """The first state that a viewer's stream sends; nothing when there is no such stream for them."""

    async def story() -> str:
        answer = await AsyncClient().get(f"/t/cup/live?view={view}")
        if not answer.streaming:
            return answer.content.decode()
        messages = aiter(answer.streaming_content)
        parts = [(await anext(messages)).decode() for _ in range(2)]
        await messages.aclose()
        return " ".join(parts)

    return re.sub(r"<[^>]+>", " ", async_to_sync(story)())


STREAMS = [
    "leaderboard",
    "teams",
    "tables",
    "tables/2",
    "player/1",
    "game/1/1",
    "game/2/1",
    "embed/10",
    "stats",
]


def pages_with(pattern: str, pages: dict[str, str]) -> list[str]:
    found = ((address, re.search(pattern, words)) for address, words in pages.items())
    return sorted(f"{address}: {match[0]}" for address, match in found if match)


def all_words(event) -> dict[str, str]:
    pages = crawl(Client(), starts_of(event))
    return pages | {f"stream {view}": stream_words(view) for view in STREAMS}


NAMES = f"{NAME}|{NATIVE}|{CLUB}|Zzyxa"
SCORES = rf"(?<![\w.])[+\u2212-]?(?:{'|'.join(HIDDEN_SCORES)})(?![\w.])"


def test_the_crawl_finds_what_is_not_hidden(event):
    pages = all_words(event)
    assert len(pages_with(NAMES, pages)) > 12
    assert len(pages_with(SCORES, pages)) > 12


def test_hidden_results_and_hidden_names_leak_nowhere(event):
    choose_sight(event, actor=TESTER, results_shown="none", players_by_number=True)
    pages = all_words(event)
    assert pages_with(NAMES, pages) == []
    assert pages_with(SCORES, pages) == []
    assert "#1" in pages["/t/cup/seating"]


def test_a_frozen_round_leaks_nowhere_and_the_round_before_it_is_open(event):
    choose_sight(event, actor=TESTER, frozen_rounds=1)
    pages = all_words(event)
    # round 1 alone is 255; with round 2 the marked player would stand at 510
    assert pages_with(r"(?<!\w)[+]?510(?!\w)", pages) == []
    assert pages_with(SCORES, pages) != []
    game = next(address for address in pages if address.startswith("/t/cup/tables/2/"))
    assert not re.search(SCORES, pages[game])


def test_an_event_for_organizers_is_closed_to_the_public_everywhere(event):
    choose_sight(event, actor=TESTER, audience="organizers")
    pages = all_words(event)
    assert pages_with(NAMES, pages) == []
    assert pages_with(SCORES, pages) == []
    assert "Harbour Cup" not in pages["/"]
    assert Client().get("/t/cup/").status_code == 403
    assert Client().get("/t/cup/tables/9/9").status_code == 403  # as if it were there


def test_the_link_for_participants_opens_the_event_on_that_device_only(event):
    choose_sight(event, actor=TESTER, audience="participants", players_by_number=True)
    phone = Client()
    assert phone.get("/t/cup/").status_code == 403
    assert phone.get(f"/t/cup/enter/{hall_secret(event)}").status_code == 302
    assert NAME in phone.get("/t/cup/").content.decode()
    assert Client().get("/t/cup/").status_code == 403
    assert Client().get("/t/cup/enter/guessed").status_code == 403


def test_a_referee_sees_everything_and_can_look_as_the_public(event):
    user = User.objects.create_user("ref")
    Role.objects.create(tournament=event, user=user, name=Role.Name.REFEREE)
    choose_sight(event, actor=TESTER, results_shown="none", players_by_number=True)
    desk = Client()
    desk.force_login(user)
    assert NAME in desk.get("/t/cup/").content.decode()
    assert NAME not in desk.get("/t/cup/?as=public").content.decode()


def test_the_top_shows_its_rows_and_nobody_elses_rank(event):
    choose_sight(event, actor=TESTER, results_shown="top", results_top=1)
    page = Client().get("/t/cup/").content.decode()
    assert 'id="p1"' in page
    assert 'id="p2"' not in page
    assert len(Client().get("/api/v1/tournaments/cup/standings/").json()["standings"]) == 1


def test_a_viewer_who_sees_less_does_not_get_what_was_kept_for_an_organizer(event):
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    choose_sight(event, actor=TESTER, results_shown="none")
    assert "+255" in boss.get("/t/cup/").content.decode()
    assert "+255" not in Client().get("/t/cup/").content.decode()
    assert "+255" in boss.get("/t/cup/").content.decode()


def test_the_ceremony_shows_the_final_ranking_place_by_place_on_the_page_and_in_the_feed(event):
    for table in Table.objects.filter(round__tournament=event, round__number=2):
        end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(event.rounds.get(number=2), actor=TESTER)
    choose_sight(event, actor=TESTER, results_shown="none")
    begin_ceremony(event, actor=TESTER)
    reveal(event, actor=TESTER)
    page, feed = Client().get("/t/cup/").content.decode(), Client().get("/t/cup/feed.json").json()
    assert 'id="p1"' not in page
    assert 0 < len(feed["_sixteen_hands"]["standings"]) < 8
    end_ceremony(event, actor=TESTER)
    assert 'id="p1"' in Client().get("/t/cup/").content.decode()


def end_the_second_round(event):
    for table in Table.objects.filter(round__tournament=event, round__number=2):
        end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(event.rounds.get(number=2), actor=TESTER)


@pytest.mark.parametrize("moment", ["?as_of=2099-01-01T00:00:00Z", "?through=2"])
@pytest.mark.parametrize("address", ["/t/cup/standings.csv", "/api/v1/tournaments/cup/standings/"])
def test_a_ceremony_reads_the_final_ranking_and_shows_kept_rounds_at_no_other_moment(event, address, moment):
    end_the_second_round(event)
    choose_sight(event, actor=TESTER, frozen_rounds=1)
    begin_ceremony(event, actor=TESTER)
    reveal(event, actor=TESTER, count=8)
    assert "510" in Client().get(address).content.decode()
    assert "announced" not in words_of(Client().get("/t/cup/?part=1"))
    asked = Client().get(address + moment)
    assert asked.status_code == (403 if "through" in moment else 200)
    assert "510" not in words_of(asked)


def test_a_ceremony_does_not_open_the_ranks_below_a_top_on_the_pages_of_players(event):
    end_the_second_round(event)
    choose_sight(event, actor=TESTER, results_shown="top", results_top=1)
    begin_ceremony(event, actor=TESTER)
    ranked = [
        number
        for number in range(1, 9)
        if ">Rank</span>" in Client().get(f"/t/cup/players/{number}?part=1").content.decode()
    ]
    assert ranked == [1]


def test_a_penalty_outside_any_game_is_kept_with_its_round(event):
    player = event.players.get(number=1)
    for number in (1, 2):
        fine_player(
            event,
            player=player,
            round_number=number,
            mini_points=40 + number,
            reason=f"Late for round {number}",
            client_key=uuid.uuid4(),
            actor=TESTER,
        )

    def page():
        return Client().get("/t/cup/players/1?part=1").content.decode()

    assert "Late for round 2" in page()
    choose_sight(event, actor=TESTER, frozen_rounds=1)
    assert "Late for round 1" in page()
    assert "Late for round 2" not in page()
    choose_sight(event, actor=TESTER, frozen_rounds=0, results_shown="none")
    assert "Late for round" not in page()


def test_a_hall_screen_stays_on_the_ceremony_while_places_are_read_and_turns_its_pages_again_after_it(event):
    for table in Table.objects.filter(round__tournament=event, round__number=2):
        end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(event.rounds.get(number=2), actor=TESTER)

    def slides(pages):
        html = Client().get(f"/t/cup/screen?pages={pages}&part=1").content.decode()
        return re.findall(r'data-slide="([^"]+)"', html), html

    assert slides("clock,ranking,hand")[0] == ["clock-1", "ranking-1", "hand-1"]
    begin_ceremony(event, actor=TESTER)
    keys, html = slides("clock,ranking,hand")
    assert keys == ["ranking-1"]
    assert "The final ranking is about to be read" in html
    reveal(event, actor=TESTER)
    keys, html = slides("clock,ranking,hand")
    assert keys == ["ranking-1"]
    assert 'id="rank-1"' not in html  # the marked player won everything and is the last to be read
    assert "about to be read" not in html
    assert slides("clock,hand")[0] == ["clock-1", "hand-1"]  # it does not show the ceremony
    end_ceremony(event, actor=TESTER)
    assert slides("clock,ranking,hand")[0] == ["clock-1", "ranking-1", "hand-1"]


def test_a_table_link_shows_its_own_table_whatever_the_public_sees():
    from tournament.services.access import open_passes

    table = a_running_table()
    deal(table, 1, discard(winner=0, discarder=1, fan=9))
    choose_sight(table.round.tournament, actor=TESTER, audience="organizers", players_by_number=True)
    opened = open_passes(table.round, actor=TESTER)
    page = Client().get(f"/p/{next(iter(opened)).secret}")
    assert page.status_code == 200
    assert "Player" in page.content.decode()


def test_whoever_opened_a_table_link_is_one_of_the_people_of_the_event():
    from tournament.services.access import open_passes

    table = a_running_table()
    choose_sight(table.round.tournament, actor=TESTER, audience="participants")
    opened = open_passes(table.round, actor=TESTER)
    phone = Client()
    assert phone.get("/p/guessed").status_code == 404
    assert phone.get("/t/cup/").status_code == 403
    assert phone.get(f"/p/{next(iter(opened)).secret}").status_code == 200
    assert phone.get("/t/cup/").status_code == 200
    again = phone.get(f"/p/{next(iter(opened)).secret}")
    assert f"hall-{table.round.tournament_id}" not in again.cookies


def test_the_overview_names_the_ceremony_while_the_final_ranking_is_kept_back(event):
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    choose_sight(event, actor=TESTER, frozen_rounds=1)
    for table in Table.objects.filter(round__tournament=event, round__number=2):
        end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(event.rounds.get(number=2), actor=TESTER)
    assert "It is shown by the ceremony" in boss.get("/desk/cup/").content.decode()
    end_ceremony(event, actor=TESTER)
    assert "The final ranking stands on the public page" in boss.get("/desk/cup/").content.decode()


def test_a_page_that_is_older_than_a_hiding_does_not_undo_it(event):
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    page = boss.get("/desk/cup/sight").content.decode()
    older = dict(re.findall(r'name="(was_\w+)" value="([^"]*)"', page))
    choose_sight(event, actor=TESTER, results_shown="none")
    fields = {"audience": "public", "results_shown": "all", "results_top": 10, "frozen_rounds": 0}
    boss.post("/desk/cup/sight", {**older, **fields, "players_by_number": "on"})
    event.refresh_from_db()
    assert event.players_by_number
    assert event.results_shown == "none"


def test_the_embedded_board_may_stand_in_any_page_and_no_other_page_may(event):
    board, page = Client().get("/t/cup/embed"), Client().get("/t/cup/")
    assert "frame-ancestors *" in board["Content-Security-Policy"]
    assert "X-Frame-Options" not in board
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    assert not board.cookies

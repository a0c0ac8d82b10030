"""The desk's pages of one round: the board, what blocks closing, table links and their cards."""

import re

import pytest

from tests.factories import TESTER, a_running_table, a_tournament, deal, dispute, seated
from tests.views.test_organizer import sentences, somebody
from tournament.selectors.blockers import Blocker
from tournament.services.access import open_passes
from tournament.services.calls import call_referee, finish_call
from tournament.views.organizer_words import blocker_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return seated(a_tournament(), players=8)


@pytest.fixture
def owner(client, cup):
    client.force_login(somebody(cup, "owner"))
    return client


def test_closing_too_early_says_what_is_missing_where(client):
    table = a_running_table(players=8)
    deal(table, 1)
    client.force_login(somebody(table.round.tournament, "owner"))

    response = client.post("/desk/cup/rounds/1", {"do": "close"})

    assert response.status_code == 422
    assert b"round_blocked" in response.content
    page = re.sub(r"\s+", " ", response.content.decode())
    assert 'href="/desk/cup/tables/1/1" title="Table 1: 1 of 16 deals"' in page
    assert 'href="/desk/cup/tables/1/2" title="Table 2: nothing is entered"' in page


def test_the_board_shows_each_table_with_its_deal_and_wind(client):
    table = a_running_table(players=8)
    for number in range(1, 5):
        deal(table, number)
    client.force_login(somebody(table.round.tournament, "owner"))

    page = client.get("/desk/cup/rounds/1").content.decode()

    first = re.search(r'href="/desk/cup/tables/1/1">.*?</a>', page, re.S).group()
    assert 'aria-label="4 of 16 deals"' in first
    assert re.search(r"<b>5</b>\s*South", first)


def test_the_start_is_taken_back_on_the_board_until_something_is_recorded(client):
    table = a_running_table()
    client.force_login(somebody(table.round.tournament, "owner"))
    assert b"Take back the start" in client.get("/desk/cup/rounds/1?part=board").content
    assert client.post("/desk/cup/rounds/1", {"do": "take_back"}).status_code == 303
    assert "Took back the start of round 1." in sentences(client.get("/desk/cup/log"))
    client.post("/desk/cup/rounds/1", {"do": "start"})
    deal(table, 1)
    assert b"Take back the start" not in client.get("/desk/cup/rounds/1?part=board").content
    refused = client.post("/desk/cup/rounds/1", {"do": "take_back"})
    assert refused.status_code == 422
    assert b"round_has_entries" in refused.content


def test_a_call_does_not_hide_the_disputes_of_its_table_nor_their_reasons(client):
    table = a_running_table()
    deal(table, 1)
    dispute(table, "it was 15 fan")
    dispute(table, "deal 2 is missing", seat=3)
    call_referee(table_id=table.pk, actor=TESTER, reason="A rule question")
    client.force_login(somebody(table.round.tournament, "owner"))

    page = client.get("/desk/cup/rounds/1").content.decode()

    side = page[page.index("Needs someone") : page.index("Pace")]
    assert '<span class="count">2</span>' in side
    assert "A rule question" in side
    assert "it was 15 fan" in side
    assert "deal 2 is missing" in side
    finish_call(table_id=table.pk, actor=TESTER)
    disagreeing = client.get("/desk/cup/rounds/1?show=pending").content.decode()
    assert 'href="/desk/cup/tables/1/1"' in disagreeing
    cell = re.search(r'href="/desk/cup/tables/1/1">.*?</a>', page, re.S).group()
    assert "Referee called" in cell
    assert "Disputed" in cell


def test_the_part_that_moves_is_the_same_for_two_organizers(client, cup):
    parts = []
    for name in ("ida", "bo"):
        client.force_login(somebody(cup, "organizer", name))
        parts.append(client.get("/desk/cup/rounds/1?part=board").content)

    assert parts[0] == parts[1]
    assert b"csrfmiddlewaretoken" not in parts[0]
    assert b"<html" not in parts[0]


def test_table_links_are_opened_shown_and_replaced(owner, cup):
    response = owner.post("/desk/cup/rounds/1/passes", {"do": "open"}, follow=True)
    links = re.findall(r'href="http://testserver(/p/[^"]+)"', response.content.decode())
    assert len(links) == 2
    assert response.content.decode().count("<svg") > 2  # a code each, drawn in the page

    owner.post("/desk/cup/rounds/1/passes", {"do": "replace", "table": "1"})
    after = re.findall(
        r'href="http://testserver(/p/[^"]+)"', owner.get("/desk/cup/rounds/1/passes").content.decode()
    )

    assert after[0] != links[0]
    assert after[1] == links[1]


def test_the_cards_name_both_scripts_and_hold_the_link(owner, cup):
    player = cup.players.get(number=3)
    player.native_name = "梅思源"
    player.save()
    open_passes(cup.rounds.get(number=1), actor=TESTER)

    page = owner.get("/desk/cup/rounds/1/passes/print").content.decode()

    assert page.count('class="table-card"') == 2
    assert "梅思源" in page
    assert "http://testserver/p/" in page


def test_a_link_that_phones_cannot_reach_is_pointed_out(owner, cup):
    assert "works on this computer only" in sentences(
        owner.get("/desk/cup/rounds/1/passes", headers={"host": "127.0.0.1:8000"})
    )
    assert "works on this computer only" not in sentences(owner.get("/desk/cup/rounds/1/passes"))


def test_the_set_address_of_the_site_stands_in_the_links(owner, cup, settings):
    settings.SITE_URL = "https://mahjong.example/"
    open_passes(cup.rounds.get(number=1), actor=TESTER)

    assert b'href="https://mahjong.example/p/' in owner.get("/desk/cup/rounds/1/passes").content


def test_what_a_table_still_lacks_is_said_of_one_and_of_many():
    assert blocker_words(Blocker("not_agreed", 3, {"count": 1})) == "Table 3: 1 of the four has not agreed"
    assert blocker_words(Blocker("not_agreed", 3, {"count": 2})) == "Table 3: 2 of the four have not agreed"

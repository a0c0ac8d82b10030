"""Names as long as names are, a phone of 360 px, letters twice as large: no page is wider than the screen."""

import uuid
from itertools import pairwise

import pytest

from tests.e2e.conftest import DESKTOP, PHONE
from tests.factories import (
    TESTER,
    a_running_table,
    a_tournament,
    deal,
    discard,
    play_round,
    seated,
    with_players,
)
from tournament.models import Team, Tournament
from tournament.selectors.games import game_view
from tournament.services.access import open_passes
from tournament.services.rounds import start_round
from tournament.services.seating_rules import change_seating_rules
from tournament.services.sign_offs import end_game, sign_off

NAMES = (
    "Maximiliana von Hohenstein-Wernigerode zu Schwarzburg",
    "José María de la Rosa y Villanueva del Campo",
    "Wolfeschlegelsteinhausenbergerdorff",
    "诸葛文韬",
)
EVENT = "Harbour Team Championship of Chinese Official Mahjong, Øresund and Kattegat Region"
PAGES = (
    "",
    "seating",
    "seating?by=name",
    "seating/print",
    "tables",
    "tables/1/1",
    "players",
    "players/1",
    "teams",
    "teams/1",
    "countries",
    "stats",
    "rules",
)


def with_long_names(tournament: Tournament) -> Tournament:
    """The same event, with names that do not fit anywhere."""
    teams = [
        Team.objects.create(tournament=tournament, number=number, name=f"Bambusschneiderinnen {number}")
        for number in (1, 2)
    ]
    for place, player in enumerate(tournament.players.order_by("number")):
        player.name = f"{NAMES[place % 4]} {player.number}"
        player.club, player.team = "Gesellschaft der Freunde des Bambus", teams[place % 2]
        player.country = ("DEN", "ESP", "GER", "CHN")[place % 4]
        player.save()
    tournament.name, tournament.place = EVENT, "Llanfairpwllgwyngyllgogerychwyrndrobwll"
    tournament.setup_revision += 1
    tournament.save()
    return tournament


def too_wide(page, addresses):
    """The addresses whose page can be scrolled sideways, and how wide they are."""
    found = {}
    for address in addresses:
        page.goto(address)
        for size in ("100%", "200%"):
            page.evaluate("size => document.documentElement.style.fontSize = size", size)
            wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
            if wide > 0:
                found[address, size] = wide
    return found


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_no_public_page_is_wider_than_a_phone_also_at_twice_the_text_size(
    open_window, transactional_db, locale
):
    table = a_running_table(players=8)
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    with_long_names(table.round.tournament)
    phone = open_window(PHONE, locale=locale)
    assert too_wide(phone, ["/", *(f"/t/cup/{page}" for page in PAGES)]) == {}


def hidden_to_the_right(page, selector):
    """How far the contents reach beyond each element: what a reader has to swipe for, or never sees."""
    return page.eval_on_selector_all(selector, "all => all.map(one => one.scrollWidth - one.clientWidth)")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_names_over_a_games_columns_and_the_sums_below_keep_apart_on_a_phone(
    open_window, transactional_db, locale
):
    table = a_running_table()
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    with_long_names(table.round.tournament)
    phone = open_window(PHONE, locale=locale)
    phone.goto("/t/cup/tables/1/1")
    assert hidden_to_the_right(phone, ".ledger thead .ledger__who") == [0] * 4
    sums = [cell.bounding_box() for cell in phone.locator(".ledger tfoot .ledger__sum").all()]
    for one, other in pairwise(sums):
        assert other["x"] - (one["x"] + one["width"]) >= 4
    for part in phone.locator(".ledger tfoot .ledger__part").all():
        assert part.evaluate("part => part.getClientRects().length") == 1
    assert hidden_to_the_right(phone, ".ledger tfoot .ledger__part") == [0] * 8


def test_the_head_of_a_list_by_name_stands_over_both_of_its_columns(open_window, transactional_db):
    a_running_table(players=16)
    wide = open_window(DESKTOP)
    wide.goto("/t/cup/seating?by=name")
    heads = wide.locator(".names-table thead tr")
    boxes = [heads.nth(place).bounding_box() for place in (0, 1)]
    first, second = (box["x"] for box in boxes)
    rows = [row.bounding_box()["x"] for row in wide.locator(".names-table tbody tr").all()]
    assert {first, second} == set(rows)
    assert boxes[0]["y"] == boxes[1]["y"]


def test_a_button_beside_long_names_stays_one_word_also_in_chinese(open_desk, admin_user, transactional_db):
    cup = with_long_names(with_players(a_tournament(), 16))
    change_seating_rules(cup, ignore=["team"], avoid=[(1, 2), (3, 7)], fixed=[(5, 2)], actor=TESTER)
    phone = open_desk(admin_user, PHONE, locale="zh-CN")
    assert too_wide(phone, ["/desk/cup/seating/rules"]) == {}
    phone.goto("/desk/cup/seating/rules")
    buttons = phone.locator(".rules-list .button").all()
    assert len(buttons) == 3
    for button in buttons:
        lines = button.evaluate(
            """button => {
                const range = document.createRange()
                range.selectNodeContents(button.lastChild)
                return new Set([...range.getClientRects()].map((box) => box.top)).size
            }"""
        )
        assert lines == 1


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_who_agreed_with_the_final_scores_is_read_without_swiping(open_window, transactional_db, locale):
    table = a_running_table()
    (table_pass,) = open_passes(table.round, actor=TESTER)
    deal(table, 1, discard(winner=0, discarder=2, fan=80))
    player = table.round.tournament.players.order_by("number")[0]
    player.name, player.family_name = "Olga Pavlova-Konstantinopolskaya", "Pavlova-Konstantinopolskaya"
    player.save()
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="Time is up")
    sign_off(
        table_id=table.pk,
        seat=1,
        agree=False,
        reason="A fan total is wrong",
        up_to=game_view(table).last_fact,
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    phone = open_window(PHONE, locale=locale)
    phone.goto(f"/p/{table_pass.secret}")
    phone.locator(".ranking .tag--alert").wait_for()
    assert hidden_to_the_right(phone, ".ranking-scroll") == [0]


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_teams_rounds_and_sums_are_read_without_swiping(open_window, transactional_db, locale):
    cup = seated(a_tournament(rounds=3))
    for number in (1, 2):
        play_round(cup, number)
    start_round(cup.rounds.get(number=3), actor=TESTER)
    deal(cup.rounds.get(number=3).tables.get(number=1), 1, discard(winner=0, discarder=2, fan=12))
    with_long_names(cup)
    phone = open_window(PHONE, locale=locale)
    phone.goto("/t/cup/teams/1")
    assert hidden_to_the_right(phone, ".table-scroll") == [0]
    for place in (3, 4, 6, 7):  # rounds 1 and 2, table points, mini-points
        over, under = (
            phone.locator(f".team-page {row} > :nth-child({place})").first.bounding_box()
            for row in ("thead tr", "tbody tr")
        )
        assert over["x"] == under["x"]


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_what_was_done_at_the_desk_is_read_on_a_phone_without_swiping(
    open_desk, admin_user, transactional_db, locale
):
    seated(a_tournament())
    phone = open_desk(admin_user, PHONE, locale=locale)
    phone.goto("/desk/cup/log")
    assert hidden_to_the_right(phone, ".table-scroll") == [0]
    assert all(name.is_visible() for name in phone.locator(".table--log .said").all())


def test_the_names_over_a_phones_list_of_deals_part_at_a_hyphen(open_window, transactional_db):
    table = a_running_table()
    (table_pass,) = open_passes(table.round, actor=TESTER)
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    called = ("Vestergaard", "Hohenstein-Wernigerode", "Thorvaldsson", "Konstantinopolskaya")
    for seat, family in zip(table.seats.select_related("player").order_by("seat"), called, strict=True):
        type(seat.player).objects.filter(pk=seat.player.pk).update(
            name=f"Anna {family}", family_name=family, native_name=""
        )
    phone = open_window(PHONE)
    phone.goto(f"/p/{table_pass.secret}/deals")
    heads = phone.locator(".ledger__who")
    assert heads.count() == 4
    # a word that finds no hyphen to break at would be cut anywhere, or stand out of its column
    phone.eval_on_selector_all(
        ".ledger__who, .ledger__who *", "all => all.forEach((one) => (one.style.overflowWrap = 'normal'))"
    )
    assert max(hidden_to_the_right(phone, ".ledger__who")) <= 1  # close letters end a pixel early


def test_how_old_the_figures_are_stands_at_the_bottom_of_a_short_page_too(open_window, transactional_db):
    table = a_running_table()
    deal(table, 1, discard(winner=0, discarder=2, fan=12))
    with_long_names(table.round.tournament)
    phone = open_window(PHONE)
    phone.goto("/t/cup/teams")
    bar, foot = (phone.locator(one).bounding_box() for one in (".live-bar", ".foot"))
    assert phone.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    assert bar["y"] > 0.75 * PHONE["height"]
    assert bar["y"] + bar["height"] <= foot["y"]

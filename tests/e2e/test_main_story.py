"""The main job in a browser: from a list of names to a ranking, while the viewer's page moves by itself.

The organizer works on a laptop, the referees on phones, the viewer watches. Every number below was worked
out by hand; none depends on who the seating puts where.
"""

import re
import time
import uuid

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.e2e.conftest import DESKTOP, PHONE
from tournament.models import Seat, Table
from tournament.services.sign_offs import end_game

NAMES = """
Astrid Holm, Bruno Ferri, Carla Vidal, Dmitri Orlov, Emil Lund, Fang Yu, Greta Stein, Hugo Blanc,
Iris Novak, Jonas Berg, Karin Dahl, Luca Serra, Marta Kowal, Nils Falk, Olga Pavlova, Pierre Roux
""".strip().replace("\n", " ").split(", ")  # fmt: skip
TEAMS = ["Herons", "Larks", "Swifts", "Wrens"]
ROSTER = "Name\tNative name\tCountry\tTeam\n" + "\n".join(
    f"{name}\t{'方宇' if name == 'Fang Yu' else ''}\tDEN\t{TEAMS[index % 4]}"
    for index, name in enumerate(NAMES)
)


def seats(round_number, table):
    """The names at one table by starting seat, East first."""
    rows = Seat.objects.filter(round__number=round_number, table__number=table).order_by("seat")
    return list(rows.values_list("player__name", flat=True))


def choose(page, field, name):
    page.locator(f".people--{field} label", has_text=re.compile(name.split()[-1])).click()


def record(page, button):
    form = page.url
    page.get_by_role("button", name=re.compile(button)).click()
    page.wait_for_url(lambda url: url != form, wait_until="commit")


def self_draw(page, link, winner, fan):
    page.goto(f"{link}/win?how=self_draw")
    choose(page, "winner", winner)
    page.fill("#id_fan", str(fan))
    record(page, "Record deal")


def discard_win(page, link, winner, discarder, fan, flowers=0):
    page.goto(f"{link}/win?how=discard")
    choose(page, "winner", winner)
    choose(page, "discarder", discarder)
    page.fill("#id_fan", str(fan))
    page.fill("#id_flowers", str(flowers or ""))
    record(page, "Record deal")


def as_on_the_phone(round_number, table, winner):
    """One self-draw of 8 fan and the end for time at a table whose phone nobody looks at."""
    played = Table.objects.select_related("round__tournament").get(round__number=round_number, number=table)
    seat = seats(round_number, table).index(winner)
    factories.deal(played, 1, factories.self_draw(seat, 8))
    end_game(table_id=played.pk, client_key=uuid.uuid4(), actor=factories.TESTER, reason="time is up")


def end_for_time(page, link):
    page.goto(f"{link}/end")
    page.locator(".reasons label").first.click()
    record(page, "End the game")


def table_links(desk, round_number):
    """Start the round, open its table links, and read them where the organizer sees them."""
    desk.goto(f"/desk/harbour-cup/rounds/{round_number}")
    desk.get_by_role("button", name=f"Start round {round_number}").click()
    expect(desk.locator(".desk-clock")).to_be_visible()
    desk.goto(f"/desk/harbour-cup/rounds/{round_number}/passes")
    desk.get_by_role("button", name=re.compile("Open the links of 4 tables")).click()
    links = desk.locator(".pass-card__link")
    expect(links).to_have_count(4)
    expect(desk.locator(".pass-card svg").first).to_be_visible()
    return [links.nth(index).get_attribute("href") for index in range(4)]


def close_round(desk, round_number):
    desk.goto(f"/desk/harbour-cup/rounds/{round_number}")
    desk.get_by_role("button", name="Close the round").click()
    expect(desk.get_by_text("The standings were announced.")).to_be_visible()


@pytest.fixture
def organizer(django_user_model, transactional_db):
    return django_user_model.objects.create_user("ida", password="sixteen-hands-a-round")


def test_a_tournament_from_a_list_of_names_to_a_ranking(open_window, organizer):
    desk, phone, viewer = open_window(DESKTOP), open_window(PHONE), open_window(DESKTOP)

    # the organizer signs in, creates a tournament, pastes sixteen names, publishes a seating
    desk.goto("/desk/")
    desk.fill("[name=username]", "ida")
    desk.fill("[name=password]", "sixteen-hands-a-round")
    desk.press("[name=password]", "Enter")
    desk.goto("/desk/new")
    desk.fill("[name=name]", "Harbour Cup")
    desk.fill("[name=place]", "Aarhus")
    desk.fill("[name=starts_on]", "2026-08-14")
    desk.fill("[name=ends_on]", "2026-08-15")
    desk.fill("[name=number_of_rounds]", "2")
    desk.get_by_role("button", name="Create the tournament").click()
    expect(desk).to_have_url(re.compile("/desk/harbour-cup/"))
    desk.goto("/desk/harbour-cup/players")
    desk.fill("[name=pasted]", ROSTER)
    desk.get_by_role("button", name="Read the list").click()
    expect(desk.get_by_text("Pierre Roux")).to_be_visible()
    desk.goto("/desk/harbour-cup/seating")
    desk.fill("[name=seed]", "1955")
    desk.locator("button[name=do][value=draft]").click()
    desk.get_by_role("button", name=re.compile("Publish")).click()
    expect(desk.locator(".certificate")).to_be_visible()

    viewer.goto("/t/harbour-cup/seating")
    expect(viewer.get_by_text("Roux").first).to_be_visible()

    # round 1, table 1, on a phone
    links = table_links(desk, 1)
    east, south, west, north = seats(1, 1)
    viewer.goto("/t/harbour-cup/")
    viewer.evaluate("window.neverReloaded = true")
    phone.goto(links[0])
    for name in (east, south, west, north):
        expect(phone.locator(".felt")).to_contain_text(name.split()[-1])
    self_draw(phone, links[0], east, 12)  # +60 -20 -20 -20
    saved = time.monotonic()
    expect(viewer.locator("[data-row]", has_text=east.split()[-1])).to_contain_text("+60", timeout=1000)
    assert time.monotonic() - saved < 1
    discard_win(phone, links[0], west, north, 10, flowers=1)  # -8 -8 +35 -19
    expect(phone.locator(".felt")).to_contain_text("+52")

    # a false win in deal 3: South pays 10 to each and may not win it
    phone.goto(f"{links[0]}/false-win")
    choose(phone, "seat", south)
    phone.locator(".choice--case").first.click()
    record(phone, "Record the false win")
    phone.goto(f"{links[0]}/win?how=self_draw")
    expect(phone.locator(".people--winner input:disabled")).to_have_count(1)
    # a penalty: 20 deducted from East
    phone.goto(f"{links[0]}/penalty")
    choose(phone, "seat", east)
    phone.locator(".fault--own").click()
    phone.fill("#id_amount", "20")
    phone.locator("label:has([name=reason])").first.click()
    record(phone, "Give the penalty")
    self_draw(phone, links[0], north, 8)  # -16 -16 -16 +48
    # deal 2 was 20 fan, not 10: West +10, North -10
    phone.goto(f"{links[0]}/deals/2/correct")
    phone.fill("#id_fan", "20")
    phone.locator(".reasons label").first.click()
    record(phone, "Correct deal 2")
    # East 60-8+10-20-16, South -20-8-30-16, West -20+45+10-16, North -20-29+10+48
    for name, score in ((east, "+26"), (south, "−74"), (west, "+19"), (north, "+9")):
        expect(viewer.locator("[data-row]", has_text=name.split()[-1])).to_contain_text(score, timeout=1000)
    assert viewer.evaluate("window.neverReloaded") is True

    # a round cannot close while tables play
    desk.goto("/desk/harbour-cup/rounds/1")
    expect(desk.get_by_role("button", name="Close the round")).to_be_disabled()
    end_for_time(phone, links[0])
    self_draw(phone, links[1], seats(1, 2)[0], 8)  # +48 -16 -16 -16
    end_for_time(phone, links[1])
    for number in (3, 4):
        as_on_the_phone(1, number, seats(1, number)[0])
    close_round(desk, 1)
    phone.goto(f"{links[0]}/win?how=self_draw")
    expect(phone.get_by_role("button", name=re.compile("Record deal"))).to_have_count(0)
    assert [fault for fault in phone.faults if "403" not in fault] == []
    phone.faults.clear()

    # round 2: those who met at table 1 now sit at four different tables, and each wins there
    first_table, others = {east, south, west, north}, {seats(1, number)[0] for number in (2, 3, 4)}
    links = table_links(desk, 2)
    for number in (1, 2, 3, 4):
        (winner,) = first_table & set(seats(2, number))
        if number > 1:
            as_on_the_phone(2, number, winner)
        else:
            self_draw(phone, links[0], winner, 8)
            end_for_time(phone, links[0])
    close_round(desk, 2)

    # table points and mini-points, by hand
    expected = {
        east: ("1", "8", "+74"),  # 4+4, 26+48
        west: ("2", "6", "+67"),  # 2+4, 19+48
        north: ("3", "5", "+57"),  # 1+4, 9+48
        **dict.fromkeys(others, ("4", "5", "+32")),  # 4+1, 48-16
        south: ("7", "4", "−26"),  # 0+4, -74+48
        **dict.fromkeys(set(NAMES) - first_table - others, ("8", "2", "−32")),  # 1+1, -16-16
    }
    viewer.goto("/t/harbour-cup/?through=2")
    rows = viewer.locator("[data-row]")
    expect(rows).to_have_count(16)
    for name, (rank, points, mini) in expected.items():
        row = viewer.locator("[data-row]", has_text=name.split()[-1])
        expect(row.locator(".place").first).to_have_text(re.compile(rf"^\s*{rank}\s*$"))
        expect(row.locator(".lead").first).to_have_text(re.compile(rf"^\s*{points}\s*$"))
        expect(row).to_contain_text(mini)
    viewer.goto("/t/harbour-cup/teams")
    expect(viewer.get_by_text("Herons").first).to_be_visible()
    for page in (desk, phone, viewer):
        assert page.faults == []

"""The organizer draws the curtain and lifts it from below; a viewer's page and a foreign site follow."""

import uuid

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE
from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Role
from tournament.services.rounds import close_round
from tournament.services.sign_offs import end_game

SECOND = 1000


@pytest.fixture
def event():
    """One table, one round, one deal: East has +48, the three others −16 each and share the second place."""
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=8))
    user = User.objects.create_user("boss")
    Role.objects.create(tournament=table.round.tournament, user=user, name=Role.Name.OWNER)
    return table


@pytest.fixture
def desk(event, open_desk):
    page = open_desk(User.objects.get(username="boss"))
    page.goto("/desk/cup/sight")
    return page


def test_what_the_organizer_hides_leaves_the_viewers_page_within_a_second(desk, open_window):
    viewer = open_window(PHONE)
    viewer.goto("/t/cup/")
    expect(viewer.locator("tr[data-row]")).to_have_count(4)
    desk.get_by_label("What they see of the results").select_option("none")
    desk.get_by_role("button", name="Store", exact=True).click()
    expect(viewer.locator("tr[data-row]")).to_have_count(0, timeout=SECOND)
    expect(viewer.get_by_text("not shown yet")).to_be_visible()
    assert desk.faults == viewer.faults == []


def test_the_ceremony_reads_the_ranking_from_below_on_every_page(event, desk, open_window):
    end_game(table_id=event.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(event.round, actor=TESTER)
    viewer = open_window(PHONE)
    desk.reload()  # the round is closed only now
    desk.get_by_role("button", name="Begin the ceremony").click()
    viewer.goto("/t/cup/")
    expect(viewer.get_by_text("about to be read")).to_be_visible()
    desk.get_by_role("button", name="Next place").click()
    expect(viewer.locator("tr[data-row]")).to_have_count(3, timeout=SECOND)
    desk.get_by_role("button", name="Next place").click()
    expect(viewer.locator("tr[data-row]")).to_have_count(4, timeout=SECOND)
    desk.get_by_role("button", name="End: show everything").click()
    expect(viewer.get_by_text("being read from below")).to_have_count(0, timeout=SECOND)


def test_the_board_moves_inside_the_page_of_another_site(event, open_window, server):
    site = open_window(DESKTOP)
    page = f'<h1>Our club</h1><iframe src="{server}/t/cup/embed?top=3" width="400" height="400"></iframe>'
    site.route("http://club.example/", lambda route: route.fulfill(body=page, content_type="text/html"))
    site.goto("http://club.example/")
    board = site.frame_locator("iframe")
    expect(board.locator("tbody tr")).to_have_count(3)
    expect(board.locator("tbody tr").first).to_contain_text("+48")
    deal(event, 2, self_draw(winner=0, fan=8))
    expect(board.locator("tbody tr").first).to_contain_text("+96", timeout=1.5 * SECOND)

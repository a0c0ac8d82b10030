"""A drop-out after round 2 in a browser: replaced without moving anyone else, and the public page says so."""

import re

from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.factories import TESTER, a_tournament, play_round, seated
from tournament.models import Role, Seat
from tournament.services.registration import add_player


def an_event_after_round_two():
    """Sixteen people and a substitute, four rounds, two of them closed. Gives its owner."""
    cup = seated(a_tournament(rounds=4), players=16)
    add_player(cup, actor=TESTER, name="Спасская Вера", family_name="Спасская", substitute=True)
    for number in (1, 2):
        play_round(cup, number)
    owner = User.objects.create_user("ida")
    Role.objects.create(tournament=cup, user=owner, name=Role.Name.OWNER)
    return owner


def seats():
    return set(Seat.objects.values_list("round__number", "table__number", "seat", "player__number"))


def test_a_drop_out_after_round_two_is_replaced_without_moving_anyone_else(open_window, open_desk):
    owner = an_event_after_round_two()
    before = seats()
    viewer = open_window(PHONE)
    viewer.goto("/t/cup/seating?round=3&by=name")
    expect(viewer.get_by_role("row", name=re.compile("Player 5 "))).to_be_visible()

    desk = open_desk(owner)
    desk.goto("/desk/cup/seating/changes")
    desk.get_by_role("link", name=re.compile("Somebody drops out")).click()
    desk.get_by_label("Who drops out").first.select_option(label="Player 5 · 5")
    desk.get_by_role("button", name="Look at what it does").click()
    expect(desk.get_by_text("15 keep table and wind in every round.")).to_be_visible()
    assert seats() == before  # looking stores nothing

    desk.get_by_label("Why").fill("Called home")
    desk.get_by_role("button", name="Publish this change").click()
    expect(desk.get_by_text("The change is published. Everybody sees it now.")).to_be_visible()
    assert seats() == {(r, t, s, 17 if p == 5 and r > 2 else p) for r, t, s, p in before}

    viewer.reload()
    expect(viewer.get_by_role("row", name=re.compile("Спасская"))).to_be_visible()
    expect(viewer.get_by_role("row", name=re.compile("Player 5 "))).to_have_count(0)
    expect(
        viewer.get_by_text("From round 3 on Спасская Вера plays in the place of Player 5.")
    ).to_be_visible()
    expect(viewer.get_by_text("Called home")).to_be_visible()
    viewer.get_by_role("link", name=re.compile("What changed in seating 2")).click()
    viewer.get_by_role("button", name="Verify").click()
    expect(viewer.get_by_text("All of it holds")).to_be_visible()
    expect(
        viewer.get_by_text("Rounds played before the change: 2, and they are as they were.")
    ).to_be_visible()
    assert viewer.faults == []
    assert desk.faults == []

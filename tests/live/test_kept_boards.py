"""Boards written with what was kept say what boards written anew say, whatever was changed before."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from tests.factories import TESTER, a_tournament, deal, discard, seated, self_draw
from tournament.engine.sight import Viewer
from tournament.live.fragments import fragments
from tournament.models import Table
from tournament.selectors.kept import forget
from tournament.selectors.seated import event_named
from tournament.selectors.sight import looking, sight_of
from tournament.services.bulletins import announce
from tournament.services.clock import give_minutes, pause_clock, resume_clock
from tournament.services.deals import correct_deal, void_deal
from tournament.services.penalties import fine_player
from tournament.services.registration import change_player
from tournament.services.rounds import close_round, reopen_round, start_round
from tournament.services.sight import choose_sight
from tournament.services.sign_offs import end_game
from tournament.services.tournaments import change_settings
from tournament.views.fragments import part_named
from tournament.views.live_pages import with_told

VIEWS = ("leaderboard", "leaderboard/1", "teams", "tables", "player/1", "embed/3")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(monkeypatch):
    """A time that stands until it is moved."""
    moment = [datetime(2026, 8, 14, 9, tzinfo=UTC)]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])

    def later(minutes):
        moment[0] += timedelta(minutes=minutes)

    return later


def written():
    """Every part for each kind of reader in both languages. A part that may not be read says so."""
    found = {}
    for viewer in (Viewer.PUBLIC, Viewer.ORGANIZER):
        event = event_named("cup")
        with looking(sight_of(event, viewer)):
            for view in VIEWS:
                for language in ("en", "zh-hans"):
                    with translation.override(language):
                        try:
                            found[viewer, view, language] = with_told(part_named(view))(event)
                        except Exception as error:
                            found[viewer, view, language] = repr(error)
    return found


def steps(event, clock):
    """An event with what happens to events; each step changes something that some board shows."""
    first, second = event.rounds.order_by("number")[:2]
    one, two = Table.objects.filter(round=first).select_related("round__tournament").order_by("number")
    player = event.players.get(number=1)
    key = uuid.uuid4
    yield "the round starts", lambda: start_round(first, actor=TESTER)
    yield "a deal", lambda: deal(one, 1, self_draw(0, fan=24))
    yield "a deal at the other table", lambda: deal(two, 1, discard(1, 2, fan=8))
    yield "the clock pauses", lambda: pause_clock(first, reason="lunch", actor=TESTER)
    yield "it goes on", lambda: resume_clock(first, actor=TESTER)
    yield "minutes for all", lambda: give_minutes(first, minutes=5, reason="fire drill", actor=TESTER)
    yield (
        "minutes for one",
        lambda: give_minutes(first, minutes=5, table=one, reason="a ruling", actor=TESTER),
    )
    yield (
        "a correction",
        lambda: correct_deal(
            table_id=one.pk,
            number=1,
            base_revision=1,
            facts=self_draw(1, fan=9),
            reason="wrong chair",
            client_key=key(),
            actor=TESTER,
        ),
    )
    yield (
        "taken back",
        lambda: void_deal(
            table_id=two.pk, number=1, base_revision=1, reason="no", client_key=key(), actor=TESTER
        ),
    )
    yield "a deal again", lambda: deal(two, 1, discard(2, 3, fan=12))
    yield "a name", lambda: change_player(player, actor=TESTER, name="Anna <b>Berg", country="CHN")
    yield "a team", lambda: change_player(player, actor=TESTER, team="Green & Red")
    yield "the event's name", lambda: change_settings(event, actor=TESTER, name="Autumn Cup")
    yield "time passes", lambda: clock(200)
    yield "an announcement", lambda: announce(event, text="Lunch", actor=TESTER)
    yield "a game ends", lambda: end_game(table_id=one.pk, reason="bell", client_key=key(), actor=TESTER)
    yield "the other ends", lambda: end_game(table_id=two.pk, reason="bell", client_key=key(), actor=TESTER)
    yield "the round closes", lambda: close_round(first, actor=TESTER)
    yield "the next starts", lambda: start_round(second, actor=TESTER)
    yield (
        "a correction in the closed round",
        lambda: correct_deal(
            table_id=one.pk,
            number=1,
            base_revision=2,
            facts=self_draw(0, fan=88),
            reason="misread",
            client_key=key(),
            actor=TESTER,
        ),
    )
    yield (
        "a fine",
        lambda: fine_player(
            event, player=player, reason="late", mini_points=30, twelfths=4, client_key=key(), actor=TESTER
        ),
    )
    yield "reopened", lambda: reopen_round(first, reason="a sheet was found", actor=TESTER)
    yield "numbers in the place of names", lambda: choose_sight(event, actor=TESTER, players_by_number=True)
    yield "the top only", lambda: choose_sight(event, actor=TESTER, results_shown="top", results_top=2)


def test_a_board_written_with_what_is_kept_is_the_board_written_anew_after_every_kind_of_change(clock):
    forget()
    fragments.reset()
    event = seated(a_tournament(rounds=2, minutes=90), players=8)
    written()
    before = {}
    for what, step in steps(event, clock):
        step()
        kept = written()
        forget()
        anew = written()
        for part, text in anew.items():
            assert kept[part] == text, (what, part)
        assert anew != before, what
        before = anew

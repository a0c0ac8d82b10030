"""Choosing who sees what, and the ceremony."""

import uuid

import pytest

from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.engine.sight import Viewer
from tournament.permissions import NOBODY
from tournament.selectors.leaderboard import leaderboard
from tournament.selectors.sight import looking, sight_of
from tournament.services.rounds import close_round
from tournament.services.sight import (
    begin_ceremony,
    choose_sight,
    end_ceremony,
    reveal,
    take_back_ceremony,
)
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    """South and West share the last places: East won 24, the others lost 8 fan and 16 for the win each."""
    table = a_running_table()
    deal(table, 1, self_draw(winner=0, fan=8))
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(table.round, actor=TESTER)
    event = table.round.tournament
    event.refresh_from_db()
    return event


def public_rows(event):
    event.refresh_from_db()
    with looking(sight_of(event, Viewer.PUBLIC)):
        return [row.rank for row in leaderboard(event).rows]


def test_a_choice_raises_the_revision_so_that_every_screen_hears_of_it(finished):
    before = finished.revision
    choose_sight(finished, actor=TESTER, results_shown="none")
    finished.refresh_from_db()
    assert finished.revision == before + 1
    assert public_rows(finished) == []


def test_the_same_choice_again_changes_nothing(finished):
    before = finished.revision
    choose_sight(finished, actor=TESTER, results_shown="all")
    finished.refresh_from_db()
    assert finished.revision == before


def test_more_frozen_rounds_than_there_are_is_refused(finished, assert_refused):
    assert_refused("bad_input", choose_sight, finished, actor=TESTER, frozen_rounds=9)


def test_a_stranger_may_not_choose(finished, assert_refused):
    assert_refused("no_right", choose_sight, finished, actor=NOBODY, results_shown="none")


def test_a_ceremony_waits_for_the_last_round(assert_refused):
    event = a_running_table().round.tournament
    for too_early in (begin_ceremony, end_ceremony):
        assert_refused("ceremony_too_early", too_early, event, actor=TESTER)


def test_places_are_read_from_below_and_shared_ones_together(finished):
    begin_ceremony(finished, actor=TESTER)
    assert public_rows(finished) == []
    reveal(finished, actor=TESTER)
    assert public_rows(finished) == [2, 2, 2]  # all three losers share the second place
    reveal(finished, actor=TESTER)
    assert public_rows(finished) == [1, 2, 2, 2]


def test_the_same_press_twice_reads_one_place(finished):
    begin_ceremony(finished, actor=TESTER)
    reveal(finished, actor=TESTER, revealed=0)
    reveal(finished, actor=TESTER, revealed=0)
    assert public_rows(finished) == [2, 2, 2]


def test_a_second_begin_on_an_older_page_takes_back_nothing_that_was_read(finished):
    begin_ceremony(finished, actor=TESTER)
    reveal(finished, actor=TESTER)
    begin_ceremony(finished, actor=TESTER)
    assert public_rows(finished) == [2, 2, 2]
    end_ceremony(finished, actor=TESTER)
    begin_ceremony(finished, actor=TESTER)
    assert public_rows(finished) == [1, 2, 2, 2]


def test_an_older_page_neither_shows_everything_in_a_ceremony_nor_takes_back_one_that_is_over(finished):
    begin_ceremony(finished, actor=TESTER)
    end_ceremony(finished, seen="before", actor=TESTER)
    assert public_rows(finished) == []
    end_ceremony(finished, seen="running", actor=TESTER)
    take_back_ceremony(finished, seen="running", actor=TESTER)
    assert public_rows(finished) == [1, 2, 2, 2]


def test_nothing_is_read_without_a_ceremony(finished, assert_refused):
    assert_refused("ceremony_not_running", reveal, finished, actor=TESTER)


def test_after_the_ceremony_everything_is_shown_whatever_was_hidden(finished):
    choose_sight(finished, actor=TESTER, results_shown="none", frozen_rounds=1, players_by_number=False)
    begin_ceremony(finished, actor=TESTER)
    end_ceremony(finished, actor=TESTER)
    assert public_rows(finished) == [1, 2, 2, 2]


def test_a_ceremony_begun_by_mistake_leaves_things_as_they_were(finished):
    choose_sight(finished, actor=TESTER, results_shown="none")
    begin_ceremony(finished, actor=TESTER)
    reveal(finished, actor=TESTER)
    take_back_ceremony(finished, actor=TESTER)
    assert public_rows(finished) == []

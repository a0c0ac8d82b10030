"""Making a seating outside of requests: progress in a row, one at a time, cancelled, stopped, refused."""

import threading
import time
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories import TESTER, a_running_table, a_tournament, with_players
from tournament.models import SeatingMaking, SeatingPlan
from tournament.permissions import NOBODY
from tournament.selectors.seating_desk import last_making
from tournament.services.seating import draft_seating
from tournament.services.seating_edits import set_lock
from tournament.services.seating_making import SILENCE, cancel_making, make_draft, stopped
from tournament.services.seating_rules import change_seating_rules

RING = [(1, 2), (2, 3), (3, 4), (4, 5), (1, 5)]
LONG = {"rounds": 13, "players": 40}
"""The optimum of forty players: seconds of work on any machine."""


@pytest.mark.django_db
def test_a_short_making_is_done_when_the_request_answers():
    cup = with_players(a_tournament(rounds=3), 16)

    making = make_draft(cup, seed="lottery 4 8 15", actor=TESTER)

    plan = SeatingPlan.objects.get()
    assert (making.state, making.plan, making.share) == ("done", plan.number, 1)
    assert plan.chart == draft_seating(cup, seed="lottery 4 8 15", actor=TESTER).chart


@pytest.mark.django_db
def test_a_making_around_locks_keeps_them_and_names_the_draft_it_comes_from():
    cup = with_players(a_tournament(rounds=3), 16)
    first = draft_seating(cup, seed="a", actor=TESTER)
    set_lock(first, locked=True, round_number=2, actor=TESTER)
    first.refresh_from_db()

    make_draft(cup, seed="b", base=first, actor=TESTER)

    made = SeatingPlan.objects.get(number=2)
    assert made.chart[1] == first.chart[1]
    assert made.chart != first.chart
    assert made.certificate["previous"] == first.certificate["sha256"]
    assert made.change == {"kind": "remade", "seed": "b", "locks": {"rounds": [2]}}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("players", "teams", "code"),
    [(7, 0, "players_not_divisible"), (3, 0, "too_few_players"), (16, 2, "group_larger_than_tables")],
)
def test_what_cannot_be_is_refused_before_a_row_is_written(players, teams, code, assert_refused):
    cup = with_players(a_tournament(), players, teams=teams)
    assert_refused(code, make_draft, cup, seed="a", actor=TESTER)
    assert not SeatingMaking.objects.exists()


@pytest.mark.django_db
def test_strangers_bad_seeds_and_a_started_event_make_nothing(assert_refused):
    cup = with_players(a_tournament(), 8)
    assert_refused("no_right", make_draft, cup, seed="a", actor=NOBODY)
    assert_refused("seed_missing", make_draft, cup, seed=" ", actor=TESTER)
    assert_refused("draw_too_long", make_draft, cup, draw="six " * 60, actor=TESTER)
    running = a_running_table(slug="played", players=8).round.tournament
    assert_refused("play_has_started", make_draft, running, seed="a", actor=TESTER)
    assert not SeatingMaking.objects.exists()


@pytest.mark.django_db
def test_people_who_turn_out_not_to_be_kept_apart_end_the_making_with_the_reason():
    # 1 and 2, 2 and 3, ... 5 and 1 apart: a ring of five cannot be laid at two tables, though no three of
    # them must all be apart, which is what could be seen without trying
    cup = with_players(a_tournament(rounds=2), 8)
    change_seating_rules(cup, avoid=RING, actor=TESTER)
    cup.refresh_from_db()

    making = make_draft(cup, seed="a", actor=TESTER)

    assert (making.state, making.code) == ("refused", "cannot_keep_apart")
    assert not SeatingPlan.objects.exists()


@pytest.fixture
def slow(transactional_db):
    """A making that goes on in its thread after the request has answered."""
    cup = with_players(a_tournament(rounds=LONG["rounds"]), LONG["players"])
    making = make_draft(cup, seed="1", patience=0, actor=TESTER)
    yield making
    SeatingMaking.objects.filter(pk=making.pk, state="running").update(state="cancelled")
    wait_for(lambda: not threads())


def threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("seating ")]


def wait_for(condition, seconds=60):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_only_one_making_runs_at_a_time_and_it_can_be_cancelled(slow, assert_refused):
    assert (slow.state, stopped(slow)) == ("running", False)
    assert_refused("making_running", make_draft, slow.tournament, seed="2", actor=TESTER)
    assert_refused("no_right", cancel_making, slow, actor=NOBODY)

    cancel_making(slow, actor=TESTER)

    wait_for(lambda: not threads())
    assert not SeatingPlan.objects.exists()
    assert_refused("making_over", cancel_making, slow, actor=TESTER)


def test_a_long_making_is_followed_in_its_row_until_the_draft_is_there(slow):
    def state():
        slow.refresh_from_db()
        return slow.state

    wait_for(lambda: state() == "done")
    assert SeatingPlan.objects.get().number == slow.plan
    assert SeatingPlan.objects.get().certificate["repeats"] == 0


@pytest.mark.django_db
def test_a_making_whose_process_was_killed_is_said_to_have_stopped_and_another_can_begin():
    cup = with_players(a_tournament(), 8)
    long_ago = timezone.now() - SILENCE - timedelta(seconds=1)
    dead = SeatingMaking.objects.create(
        tournament=cup, seed="a", actor="ida", started_at=long_ago, seen_at=long_ago
    )
    assert stopped(dead)

    making = make_draft(cup, seed="a", actor=TESTER)

    assert making.state == "done"
    assert last_making(cup) == making
    dead.refresh_from_db()
    assert dead.state == "stopped"


@pytest.mark.django_db
def test_the_database_itself_lets_only_one_making_run():
    cup, now = with_players(a_tournament(), 8), timezone.now()
    facts = {"tournament": cup, "seed": "a", "actor": "ida", "started_at": now, "seen_at": now}
    SeatingMaking.objects.create(**facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        SeatingMaking.objects.create(**facts)

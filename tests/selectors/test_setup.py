"""What is kept while only deals come in is read again after every other change."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.payments import Treatment
from tests.factories import TESTER, a_running_table, deal, self_draw
from tournament.models import Table
from tournament.selectors.clock import bulletins_of, clock_of
from tournament.selectors.kept import forget
from tournament.selectors.leaderboard import leaderboard
from tournament.services.bulletins import announce
from tournament.services.clock import give_minutes
from tournament.services.deals import correct_deal
from tournament.services.penalties import fine_player, give_penalty
from tournament.services.registration import change_player
from tournament.services.rounds import close_round, reopen_round, start_round
from tournament.services.sign_offs import end_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def first():
    """The only table of round 1, which is closed; round 2 runs."""
    table = a_running_table(rounds=2)
    deal(table, 1, self_draw(winner=0))
    end_game(table_id=table.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(table.round, actor=TESTER)
    start_round(table.round.tournament.rounds.get(number=2), actor=TESTER)
    return table


@pytest.fixture
def second(first):
    return Table.objects.get(round__tournament=first.round.tournament, round__number=2)


def shown(tournament):
    """All that a page of the ranking shows."""
    tournament.refresh_from_db()
    number = tournament.rounds.last().number
    return leaderboard(tournament), clock_of(tournament, number), bulletins_of(tournament)


def setup_of(table):
    tournament = table.round.tournament
    tournament.refresh_from_db()
    return tournament.setup_revision


def a_player(table, seat=2):
    return table.seats.get(seat=seat).player


def corrected(first, second):
    correct_deal(
        table_id=first.pk,
        number=1,
        base_revision=1,
        facts=self_draw(winner=3),
        reason="the wrong winner",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )


def fined(first, second):
    fine_player(
        first.round.tournament,
        player=a_player(first),
        mini_points=30,
        reason="late",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )


def renamed(first, second):
    change_player(a_player(first), name="Somebody Else", actor=TESTER)


def closed(first, second):
    deal(second, 1)
    end_game(table_id=second.pk, client_key=uuid.uuid4(), actor=TESTER, reason="time is up")
    close_round(second.round, actor=TESTER)


def reopened(first, second):
    closed(first, second)
    second.round.refresh_from_db()
    reopen_round(second.round, reason="one deal is missing", actor=TESTER)


def prolonged(first, second):
    give_minutes(second.round, minutes=5, reason="a power cut", actor=TESTER)


def told(first, second):
    announce(
        second.round.tournament, text="Lunch", shown_until=timezone.now() + timedelta(hours=1), actor=TESTER
    )


@pytest.mark.parametrize("change", [corrected, fined, renamed, closed, reopened, prolonged, told])
def test_what_pages_keep_is_what_they_would_read_after_every_kind_of_change(first, second, change):
    tournament = first.round.tournament
    before = shown(tournament)
    change(first, second)
    kept = shown(tournament)
    forget()
    assert kept == shown(tournament)
    assert kept != before


def test_what_is_entered_at_a_running_table_leaves_the_setup_as_it_is(second):
    before = setup_of(second)
    deal(second, 1, self_draw(winner=1))
    give_penalty(
        table_id=second.pk,
        seat=2,
        amount=10,
        treatment=Treatment.DEDUCTION,
        reason="talks",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert setup_of(second) == before
    kept = shown(second.round.tournament)
    forget()
    assert kept == shown(second.round.tournament)

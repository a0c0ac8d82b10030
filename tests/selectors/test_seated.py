"""A table read in few statements is the table that Django reads."""

import pytest

from tests.factories import a_running_table
from tournament.engine.clock import Step
from tournament.models import Player, Table, Team, Tournament
from tournament.permissions import Actor
from tournament.selectors.seated import Seated, seated
from tournament.services import clock

pytestmark = pytest.mark.django_db


def values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def now(table: Table) -> Seated:
    found = seated(table.pk)
    assert found is not None
    return found


@pytest.fixture
def table():
    """A table where two of the four are in a team, after a pause."""
    table = a_running_table()
    at_table = Player.objects.filter(seats__table=table).order_by("number")
    team = Team.objects.create(tournament=table.round.tournament, number=7, name="North")
    Player.objects.filter(pk__in=[player.pk for player in at_table[:2]]).update(team=team)
    Tournament.objects.update(setup_revision=99)
    return Table.objects.get(pk=table.pk)


def test_players_their_teams_the_round_and_the_event_are_those_of_the_database(table):
    found = now(table)
    seats = list(table.seats.order_by("seat").select_related("player__team"))
    assert list(found.players) == [seat.seat for seat in seats] == [0, 1, 2, 3]
    assert {player.team_id is None for player in found.players.values()} == {True, False}
    for seat in seats:
        player = found.players[seat.seat]
        assert values(player) == values(seat.player)
        assert (player.team and values(player.team)) == (seat.player.team and values(seat.player.team))
        assert player.tournament is found.table.round.tournament
    assert values(found.table) == values(table)
    assert values(found.table.round) == values(table.round)
    assert values(found.table.round.tournament) == values(table.round.tournament)


def test_the_clock_is_that_of_the_round_and_goes_with_it(table):
    assert [fact.step for fact in now(table).clock.facts] == [Step.START]
    clock.pause_clock(table.round, actor=Actor.program("test"), seen=1)
    assert [
        (fact.number, fact.step, fact.at, fact.minutes, fact.table, fact.end_rule)
        for fact in now(table).clock.facts
    ] == list(
        table.round.clock.order_by("number").values_list(
            "number", "step", "at", "minutes", "table", "end_rule"
        )
    )
    assert len(now(table).clock.facts) == 2


def test_a_table_that_is_not_there_is_none(table):
    assert seated(table.pk + 1) is None


def test_a_table_that_is_not_kept_yet_is_read_once(table, django_assert_num_queries):
    with django_assert_num_queries(4):  # the counters, the table with its four, the clock, the event
        seated(table.pk)

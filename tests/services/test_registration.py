"""The list of players: all or nothing, open until somebody has a seat."""

import uuid

import pytest
from django.contrib.auth.models import User

from tests.factories import TESTER, a_running_table, a_tournament, seated, with_players
from tournament.engine.roster import read_roster
from tournament.errors import Refused
from tournament.models import AuditEntry, Player
from tournament.permissions import Actor
from tournament.services.access import give_role
from tournament.services.penalties import fine_player
from tournament.services.registration import add_player, change_player, remove_player, replace_players

pytestmark = pytest.mark.django_db


def rows(*lines):
    return read_roster([["Name", "Team", "Native name", "Substitute"], *lines]).rows


def assert_refused(code, call, *args, **kwargs):
    with pytest.raises(Refused) as error:
        call(*args, **kwargs)
    assert error.value.code == code


def test_a_list_takes_the_place_of_the_one_before_with_its_teams():
    cup = with_players(a_tournament(), 8, teams=4)

    replace_players(
        cup,
        rows(["Ann", "North", "", ""], ["Bo", "north", "", ""], ["Li Wei", "", "李伟", "yes"]),
        actor=TESTER,
    )

    people = cup.players.select_related("team")
    assert [(p.number, p.name, p.native_name, str(p.team or ""), p.substitute) for p in people] == [
        (1, "Ann", "", "North", False),
        (2, "Bo", "", "North", False),
        (3, "Li Wei", "李伟", "", True),
    ]
    assert [team.name for team in cup.teams.all()] == ["North"]


def test_an_empty_list_is_refused_and_the_old_one_stays():
    cup = with_players(a_tournament(), 8)

    assert_refused("no_rows", replace_players, cup, [], actor=TESTER)

    assert cup.players.count() == 8


def test_a_list_cannot_be_replaced_once_people_have_seats():
    cup = seated(a_tournament(), players=8)

    assert_refused("players_exist", replace_players, cup, rows(["Ann", "", "", ""]), actor=TESTER)

    assert cup.players.count() == 8


def test_somebody_added_gets_the_next_number_and_an_old_team_by_its_name():
    cup = with_players(a_tournament(), 4, teams=2)

    late = add_player(cup, name="Late Comer", team="TEAM 2", actor=TESTER)

    assert late.number == 5
    assert late.team == cup.teams.get(name="Team 2")
    assert cup.teams.count() == 2


def test_a_substitute_may_come_at_any_time_a_player_only_before_play():
    cup = a_running_table().round.tournament

    assert add_player(cup, name="Stand-in", substitute=True, actor=TESTER).substitute
    assert_refused("play_has_started", add_player, cup, name="Late Comer", actor=TESTER)


def test_what_is_known_of_a_player_can_be_corrected_and_is_noted():
    cup = with_players(a_tournament(), 4)

    change_player(cup.players.get(number=2), name="Mette Sørensen", team="Amager", actor=TESTER)

    assert str(cup.players.get(number=2).team) == "Amager"
    assert AuditEntry.objects.filter(action="player.changed", params={"number": 2}).exists()
    assert_refused("name_missing", change_player, cup.players.get(number=2), name="  ", actor=TESTER)


def test_only_people_without_a_seat_can_be_taken_off_the_list():
    open_cup = with_players(a_tournament(), 4)
    remove_player(open_cup.players.get(number=4), actor=TESTER)
    assert open_cup.players.count() == 3

    seated_cup = seated(a_tournament(slug="other"), players=4)
    assert_refused("player_seated", remove_player, seated_cup.players.get(number=1), actor=TESTER)


def test_a_referee_cannot_touch_the_list():
    cup = with_players(a_tournament(), 4)
    user = User.objects.create_user("ref")
    give_role(cup, user=user, name="referee", actor=TESTER)

    assert_refused("no_right", add_player, cup, name="Friend", actor=Actor.of_user(user))
    assert_refused("no_right", replace_players, cup, rows(["Ann", "", "", ""]), actor=Actor.of_user(user))
    assert Player.objects.count() == 4


def test_a_list_with_somebody_who_was_fined_is_not_replaced():
    cup = with_players(a_tournament(), 4)
    late = {"player": cup.players.get(number=1), "reason": "late", "mini_points": 10}
    fine_player(cup, client_key=uuid.uuid4(), actor=TESTER, **late)

    assert_refused("players_exist", replace_players, cup, rows(["Ann", "", "", ""]), actor=TESTER)
    assert cup.players.count() == 4

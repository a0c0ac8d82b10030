"""What a seating respects: kept where it can be met, refused with its reason where it cannot."""

import pytest

from tests.factories import TESTER, a_tournament, with_players
from tournament.engine import seating as engine
from tournament.engine.roster import read_roster
from tournament.errors import sentence
from tournament.models import AuditEntry, Seat, Table, Tournament
from tournament.selectors.archive import archive_of
from tournament.selectors.seating_check import check_plan
from tournament.selectors.verification import verify
from tournament.services.archive import restore_tournament
from tournament.services.registration import remove_player, replace_players
from tournament.services.seating import (
    draft_seating,
    problem_of,
    publish_seating,
)
from tournament.services.seating_rules import change_seating_rules

pytestmark = pytest.mark.django_db


def test_rules_reach_the_problem_and_the_tables_of_the_event():
    cup = with_players(a_tournament(rounds=2), 16, teams=4)
    change_seating_rules(cup, avoid=[(9, 2)], fixed=[(5, 3)], closed=[1, 4], ignore=["country"], actor=TESTER)
    cup.refresh_from_db()
    problem = problem_of(cup)

    assert problem.avoid == {(2, 9)}
    assert problem.table_numbers == (2, 3, 5, 6)
    assert (problem.by_number[5].table, problem.by_number[5].country) == (3, None)

    plan = publish_seating(draft_seating(cup, seed="x", actor=TESTER), actor=TESTER)
    assert {table.number for table in Table.objects.all()} == {2, 3, 5, 6}
    places = Seat.objects.filter(player__number=5).values_list("table__number", flat=True)
    assert set(places) == {3}
    assert plan.certificate["avoided_pairs"] == 1
    assert verify(cup).differences == ()


def test_an_event_whose_avoided_pair_forces_repeats_is_verified_and_moves_house():
    """16 players meet everybody in five rounds; two who may not meet must meet somebody twice."""
    cup = with_players(a_tournament(rounds=5), 16)
    change_seating_rules(cup, avoid=[(1, 2)], actor=TESTER)
    cup.refresh_from_db()
    plan = publish_seating(draft_seating(cup, seed="x", actor=TESTER), actor=TESTER)
    assert plan.certificate["forced_repeats"] == 1
    assert verify(cup).differences == ()
    assert all(check.ok for check in check_plan(cup, plan))
    restored = restore_tournament(archive_of(cup), slug="another-house")
    assert verify(restored).differences == ()


def test_so_many_tables_are_not_closed_that_none_is_left():
    cup = with_players(a_tournament(rounds=2), 16)
    with pytest.raises(engine.SeatingError) as refused:
        change_seating_rules(cup, closed=range(1, 998), actor=TESTER)
    assert refused.value.code == "too_many_tables_closed"


@pytest.mark.parametrize(
    ("rules", "code", "said"),
    [
        (
            {"avoid": [(1, other) for other in range(2, 15)]},
            "nobody_left_to_meet",
            "Player 1 avoids 13 others: fewer than three are left to play with.",
        ),
        (
            {"avoid": [(one, other) for one in range(1, 6) for other in range(one + 1, 6)]},
            "avoid_group_larger_than_tables",
            "Players 1, 2, 3, 4, 5 must all avoid one another, but there are only 4 tables.",
        ),
        ({"avoid": [(3, 3)]}, "avoids_itself", "Player 3 cannot avoid meeting themselves."),
        ({"avoid": [(3, 77)]}, "player_not_found", "There is no player 77."),
        (
            {"fixed": [(1, 2), (5, 2)]},
            "fixed_table_twice",
            "Two players are tied to table 2: they would meet in every round.",
        ),
        (
            {"fixed": [(1, 9)]},
            "no_such_table",
            "Player 1 is tied to table 9, which is not in use.",
        ),
        ({"closed": [0]}, "bad_table_number", "A table number is a whole number from 1 to 999."),
    ],
)
def test_rules_that_cannot_be_met_are_refused_before_they_are_kept(cup, rules, code, said):
    with pytest.raises(Exception) as caught:
        change_seating_rules(cup, actor=TESTER, **rules)
    assert (caught.value.code, sentence(caught.value)) == (code, said)
    cup.refresh_from_db()
    assert cup.seating_rules == {}


def test_rules_can_be_kept_while_the_players_do_not_fill_tables_yet():
    cup = with_players(a_tournament(), 7)
    change_seating_rules(cup, avoid=[(1, 2)], actor=TESTER)
    cup.refresh_from_db()
    assert cup.seating_rules == {"avoid": [[1, 2]]}


def test_a_draft_made_before_the_rules_is_stale(draft, cup, assert_refused):
    change_seating_rules(cup, closed=[2], actor=TESTER)
    assert_refused("plan_is_stale", publish_seating, draft, actor=TESTER)


def test_rules_about_somebody_end_when_they_leave_the_list(cup):
    change_seating_rules(cup, avoid=[(1, 2), (3, 4)], fixed=[(2, 1), (5, 2)], closed=[9], actor=TESTER)
    remove_player(cup.players.get(number=2), actor=TESTER)
    cup.refresh_from_db()
    assert cup.seating_rules == {"avoid": [[3, 4]], "fixed": [[5, 2]], "closed": [9]}

    replace_players(cup, read_roster([["Name"], ["Somebody new"]]).rows, actor=TESTER)
    cup.refresh_from_db()
    assert cup.seating_rules == {"closed": [9]}


def test_what_the_trail_says_of_rules_names_nobody(cup):
    change_seating_rules(cup, avoid=[(7, 9)], actor=TESTER)
    line = AuditEntry.objects.filter(tournament=cup, action="seating.rules").get()
    assert line.params == {"avoid": 1, "fixed": 0}


def test_a_certificate_stays_true_when_other_people_are_kept_apart_later():
    """As many pairs as before, but others, and they met when nobody had said that they should not."""
    cup = with_players(a_tournament(rounds=5), 16)
    change_seating_rules(cup, avoid=[(1, 2)], actor=TESTER)
    cup.refresh_from_db()
    plan = publish_seating(draft_seating(cup, seed="x", actor=TESTER), actor=TESTER)
    Tournament.objects.update(seating_rules={"avoid": [plan.chart[0][0][:2]]})
    cup.refresh_from_db()

    assert all(check.ok for check in check_plan(cup, plan))
    assert verify(cup).differences == ()

"""Drafts of a seating, and publishing one: who sits where in every round."""

import pytest

from tests.factories import TESTER, a_running_table, a_tournament, seated, with_players
from tournament.errors import Refused
from tournament.models import Seat, SeatingPlan, Table
from tournament.permissions import NOBODY
from tournament.services.registration import add_player
from tournament.services.seating import discard_draft, draft_seating, publish_seating
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


def assert_refused(code, call, *args, **kwargs):
    with pytest.raises(Refused) as error:
        call(*args, **kwargs)
    assert error.value.code == code


def test_a_draft_touches_no_table_and_nobody_is_seated():
    cup = with_players(a_tournament(rounds=3), 16)

    plan = draft_seating(cup, seed="lottery 4 8 15", actor=TESTER)

    assert plan.state == "draft"
    assert [len(tables) for tables in plan.chart] == [4, 4, 4]
    assert not Table.objects.exists()
    assert {r.state for r in cup.rounds.all()} == {"planned"}


def test_the_same_seed_makes_the_same_seating():
    cup = with_players(a_tournament(rounds=3), 16)

    first, second, other = (draft_seating(cup, seed=seed, actor=TESTER) for seed in ("a", "a", "b"))

    assert first.chart == second.chart != other.chart
    assert first.certificate["sha256"] == second.certificate["sha256"]


def test_publishing_seats_everybody_once_a_round():
    cup = with_players(a_tournament(rounds=3), 16)
    plan = publish_seating(draft_seating(cup, seed="a", actor=TESTER), actor=TESTER)

    assert {r.state for r in cup.rounds.all()} == {"seated"}
    for round_ in cup.rounds.all():
        chart = [
            [seat.player.number for seat in table.seats.order_by("seat")]
            for table in round_.tables.order_by("number")
        ]
        assert chart == plan.chart[round_.number - 1]
        assert sorted(number for seats in chart for number in seats) == list(range(1, 17))


def test_a_second_seating_takes_the_place_of_the_first_until_play_starts():
    cup = with_players(a_tournament(rounds=2), 16)
    first = publish_seating(draft_seating(cup, seed="a", actor=TESTER), actor=TESTER)
    second = publish_seating(draft_seating(cup, seed="b", actor=TESTER), actor=TESTER)

    first.refresh_from_db()
    assert (first.state, second.state) == ("superseded", "published")
    assert Seat.objects.count() == 2 * 16


def test_a_draft_can_be_discarded_a_published_seating_cannot():
    cup = with_players(a_tournament(), 8)
    discard_draft(draft_seating(cup, seed="a", actor=TESTER), actor=TESTER)
    assert not SeatingPlan.objects.exists()

    published = publish_seating(draft_seating(cup, seed="b", actor=TESTER), actor=TESTER)
    assert_refused("plan_not_draft", discard_draft, published, actor=TESTER)
    assert_refused("plan_not_draft", publish_seating, published, actor=TESTER)


def test_players_who_cannot_fill_tables_are_counted_in_the_refusal():
    cup = with_players(a_tournament(), 14)

    with pytest.raises(Refused) as error:
        draft_seating(cup, seed="a", actor=TESTER)

    assert error.value.code == "players_not_divisible"
    assert error.value.params == {"players": 14, "missing": 2, "substitutes": 0}


def test_too_few_players_no_seed_and_a_seed_without_end_are_refused():
    assert_refused("too_few_players", draft_seating, with_players(a_tournament(), 3), seed="a", actor=TESTER)
    cup = with_players(a_tournament(slug="other"), 4)
    assert_refused("seed_missing", draft_seating, cup, seed="  ", actor=TESTER)
    assert_refused("seed_too_long", draft_seating, cup, seed="7" * 81, actor=TESTER)


def test_a_team_larger_than_the_tables_is_refused_with_a_code():
    cup = with_players(a_tournament(), 8, teams=1)  # one team of eight, two tables

    with pytest.raises(Refused) as error:
        draft_seating(cup, seed="a", actor=TESTER)

    assert error.value.code in ("group_larger_than_tables", "cannot_keep_apart")


def test_a_seating_made_for_another_list_is_stale():
    cup = with_players(a_tournament(), 8)
    plan = draft_seating(cup, seed="a", actor=TESTER)
    for name in ("Nine", "Ten", "Eleven", "Twelve"):
        add_player(cup, name=name, actor=TESTER)

    assert_refused("plan_is_stale", publish_seating, plan, actor=TESTER)


def test_a_seating_of_fewer_rounds_is_stale():
    cup = with_players(a_tournament(rounds=2), 16)
    plan = draft_seating(cup, seed="a", actor=TESTER)
    change_settings(cup, number_of_rounds=3, actor=TESTER)

    assert_refused("plan_is_stale", publish_seating, plan, actor=TESTER)


def test_substitutes_get_no_seat():
    cup = with_players(a_tournament(), 8)
    add_player(cup, name="Stand-in", substitute=True, actor=TESTER)

    plan = publish_seating(draft_seating(cup, seed="a", actor=TESTER), actor=TESTER)

    assert sorted(number for seats in plan.chart[0] for number in seats) == list(range(1, 9))


def test_no_seating_is_made_or_published_once_play_has_started():
    cup = a_running_table(players=8, rounds=2).round.tournament

    assert_refused("play_has_started", draft_seating, cup, seed="late", actor=TESTER)


def test_nobody_without_the_right_makes_the_machine_work():
    cup = seated(a_tournament(), players=8)

    assert_refused("no_right", draft_seating, cup, seed="a", actor=NOBODY)

"""A round from its start to its announcement, and reopened."""

import uuid
from datetime import datetime, time, timedelta

import pytest

from tests.factories import (
    TESTER,
    a_running_table,
    a_tournament,
    deal,
    play_out,
    seated,
    self_draw,
    with_players,
)
from tournament.errors import Refused
from tournament.models import Round, Tournament
from tournament.permissions import NOBODY
from tournament.selectors.archive import archive_of
from tournament.selectors.clock import open_calls, round_clock
from tournament.selectors.verification import differences
from tournament.services.archive import restore_tournament
from tournament.services.calls import call_referee
from tournament.services.clock import give_minutes
from tournament.services.deals import void_deal
from tournament.services.registration import add_player, change_player
from tournament.services.rounds import close_round, plan_rounds, reopen_round, start_round, take_back_start
from tournament.services.seating import draft_seating, publish_seating, withdraw_seating
from tournament.services.seating_changes import propose_exit, publish_change
from tournament.services.sign_offs import end_game
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


def assert_refused(code, call, *args, **kwargs):
    with pytest.raises(Refused) as error:
        call(*args, **kwargs)
    assert error.value.code == code
    return error.value.params


def a_played_table(rounds=1):
    table = a_running_table(rounds=rounds)
    play_out(table)
    return table


def test_the_first_round_started_freezes_the_event():
    cup = seated(a_tournament(), players=4)
    start_round(cup.rounds.get(number=1), actor=TESTER)

    assert Tournament.objects.get().state == "running"
    assert cup.rounds.get(number=1).started_at is not None


def test_a_start_by_mistake_is_taken_back_while_nothing_is_recorded():
    table = a_running_table(rounds=2)
    cup = table.round.tournament
    call_referee(table_id=table.pk, actor=TESTER)
    assert_refused("play_has_started", change_settings, cup, actor=TESTER, number_of_rounds=1)

    take_back_start(table.round, actor=TESTER)

    first = cup.rounds.get(number=1)
    assert (first.state, first.started_at, round_clock(first).facts) == ("seated", None, ())
    assert not open_calls(first.pk)
    assert list(first.seats.values_list("table", flat=True)) == [table.pk] * 4
    assert Tournament.objects.get().state == "planned"
    assert_refused("round_not_running", deal, table, 1)
    assert_refused("round_not_running", take_back_start, first, actor=TESTER)
    change_settings(Tournament.objects.get(), actor=TESTER, false_win="cn1998")
    start_round(first, actor=TESTER)
    deal(table, 1)
    assert [fact.step for fact in round_clock(first).facts] == ["start"]


def test_a_start_stands_once_anything_was_recorded_even_if_it_was_undone():
    table = a_running_table()
    deal(table, 1)
    void_deal(table_id=table.pk, number=1, base_revision=1, reason="x", client_key=uuid.uuid4(), actor=TESTER)

    assert_refused("round_has_entries", take_back_start, table.round, actor=TESTER)
    assert_refused("no_right", take_back_start, table.round, actor=NOBODY)


def test_the_start_of_a_later_round_is_taken_back_in_an_event_that_runs_on():
    table = a_played_table(rounds=2)
    close_round(table.round, actor=TESTER)
    second = table.round.tournament.rounds.get(number=2)
    start_round(second, actor=TESTER)

    take_back_start(second, actor=TESTER)

    assert Round.objects.get(number=2).state == "seated"
    assert Tournament.objects.get().state == "running"
    assert not differences(Tournament.objects.get())


def test_a_table_that_was_given_minutes_may_go_after_the_start_was_taken_back():
    cup = with_players(a_tournament(), 17)
    cup.players.filter(number=17).update(substitute=True)
    publish_seating(draft_seating(cup, seed="1", actor=TESTER), actor=TESTER)
    first = cup.rounds.get(number=1)
    start_round(first, actor=TESTER)
    last = first.tables.get(number=4)
    give_minutes(first, minutes=5, table=last, reason="a wall fell", actor=TESTER)
    take_back_start(first, actor=TESTER)
    cup.refresh_from_db()

    def four_leave(event):
        return propose_exit(event, out=[(number, None) for number in (1, 2, 3, 4)], from_round=1)

    token = four_leave(cup).token
    publish_change(cup, four_leave, token=token, reason="a flight", although_broken=True, actor=TESTER)

    assert not first.tables.filter(number=4).exists()
    document = archive_of(Tournament.objects.get())
    again = restore_tournament(document, slug="again")
    assert archive_of(again)["clock"] == document["clock"]
    withdraw_seating(cup.seating_plans.get(state="published"), reason="drawn anew", actor=TESTER)
    publish_seating(draft_seating(cup, seed="2", actor=TESTER), actor=TESTER)
    start_round(first, actor=TESTER)
    assert [fact.step for fact in round_clock(first).facts] == ["start"]
    assert not differences(Tournament.objects.get(slug="cup"))


def test_a_round_without_seating_cannot_start():
    assert_refused("no_seating", start_round, a_tournament().rounds.get(number=1), actor=TESTER)


def test_a_round_starts_once():
    table = a_running_table()

    assert_refused("already_started", start_round, table.round, actor=TESTER)


def test_a_round_waits_for_the_one_before():
    cup = seated(a_tournament(), players=4)
    second = cup.rounds.get(number=2)

    assert assert_refused("round_before_open", start_round, second, actor=TESTER) == {"before": 1, "round": 2}


def test_a_round_with_deals_missing_does_not_close():
    table = a_running_table()
    deal(table, 1)

    assert assert_refused("round_blocked", close_round, table.round, actor=TESTER) == {"round": 1, "count": 1}
    assert Round.objects.get().state == "running"


def test_a_closed_round_announces_the_standings_as_a_document():
    table = a_running_table()
    deal(table, 1, self_draw(0, 8))  # East takes 16 from each of the others
    end_game(table_id=table.pk, reason="time", client_key=uuid.uuid4(), actor=TESTER)
    east = table.seats.get(seat=0).player

    close_round(table.round, actor=TESTER)

    (announced,) = Round.objects.get().announcements.all()
    first = announced.rows[0]
    assert (first["number"], first["rank"], first["table_points"], first["score"]) == (
        east.number,
        1,
        "4",
        48,
    )
    # three losers of 16 share places 2 to 4: (2 + 1 + 0) / 3
    assert {row["table_points"] for row in announced.rows[1:]} == {"1"}
    assert {row["score"] for row in announced.rows[1:]} == {-16}
    assert len(announced.hash) == 64
    assert Tournament.objects.get().state == "finished"


def test_a_closed_round_takes_no_deals_until_it_is_reopened_with_a_reason():
    table = a_played_table()
    close_round(table.round, actor=TESTER)
    assert_refused("reason_missing", reopen_round, table.round, reason=" ", actor=TESTER)

    reopen_round(table.round, reason="table 1 found its sheet", actor=TESTER)

    assert Round.objects.get().state == "running"
    assert Round.objects.get().closed_at is None
    assert Tournament.objects.get().state == "running"


def test_closing_again_adds_an_announcement_and_keeps_the_first():
    table = a_played_table()
    close_round(table.round, actor=TESTER)
    reopen_round(table.round, reason="correction", actor=TESTER)
    close_round(table.round, actor=TESTER)

    assert [announced.number for announced in Round.objects.get().announcements.all()] == [1, 2]


def test_steps_that_do_not_follow_are_refused():
    table = a_played_table()
    assert_refused("round_step_not_possible", reopen_round, table.round, reason="early", actor=TESTER)
    close_round(table.round, actor=TESTER)

    assert_refused("round_step_not_possible", close_round, table.round, actor=TESTER)
    assert_refused("round_step_not_possible", start_round, table.round, actor=TESTER)


def test_strangers_move_nothing():
    table = a_played_table()

    assert_refused("no_right", close_round, table.round, actor=NOBODY)
    assert_refused("no_right", start_round, table.round, actor=NOBODY)


def test_play_starts_only_when_every_round_has_its_seating():
    # two rounds are published, then the organizer asks for a third: it could never be seated later
    cup = seated(a_tournament(rounds=2), players=8)
    change_settings(cup, actor=TESTER, number_of_rounds=3)

    params = assert_refused("no_seating", start_round, cup.rounds.get(number=1), actor=TESTER)

    assert params["round"] == 3
    assert Tournament.objects.get().state == "planned"


def test_play_starts_only_when_everybody_has_a_seat():
    cup = seated(a_tournament(), players=8)
    late = add_player(cup, actor=TESTER, name="Late Entry")

    assert_refused("plan_is_stale", start_round, cup.rounds.get(number=1), actor=TESTER)
    change_player(late, actor=TESTER, substitute=True)
    start_round(cup.rounds.get(number=1), actor=TESTER)

    assert Tournament.objects.get().state == "running"


# When rounds are meant to begin ---------------------------------------------------------------------------


def at_home(cup, day, hour):
    return datetime.combine(cup.starts_on + timedelta(days=day), time(hour), tzinfo=cup.zone)


def test_planned_starts_are_on_the_days_of_the_event_and_in_the_order_of_the_rounds():
    cup = a_tournament(rounds=3)
    nine, noon = at_home(cup, 0, 9), at_home(cup, 0, 12)

    plan_rounds(cup, {1: nine, 3: noon}, actor=TESTER)
    assert list(cup.rounds.values_list("planned_start", flat=True)) == [nine, None, noon]

    wrong = assert_refused("starts_out_of_order", plan_rounds, cup, {2: noon}, actor=TESTER)
    assert wrong == {"round": 3, "before": 2}
    days = (cup.ends_on - cup.starts_on).days
    for day in (-1, days + 1):
        assert_refused("start_outside_event", plan_rounds, cup, {1: at_home(cup, day, 9)}, actor=TESTER)
    assert_refused("no_such_round", plan_rounds, cup, {4: noon}, actor=TESTER)
    assert_refused("no_right", plan_rounds, cup, {2: noon}, actor=NOBODY)
    assert list(cup.rounds.values_list("planned_start", flat=True)) == [nine, None, noon]

    plan_rounds(cup, {3: None}, actor=TESTER)
    assert cup.rounds.get(number=3).planned_start is None


def test_a_round_that_began_keeps_its_time_and_one_that_began_late_stops_nobody():
    cup = a_running_table(rounds=2).round.tournament
    started = cup.rounds.get(number=1).started_at
    day = started.astimezone(cup.zone).date()
    Tournament.objects.update(starts_on=day, ends_on=day + timedelta(days=1))
    cup.refresh_from_db()

    plan_rounds(cup, {1: at_home(cup, 0, 9)}, actor=TESTER)
    assert cup.rounds.get(number=1).planned_start is None

    plan_rounds(cup, {2: at_home(cup, 1, 9)}, actor=TESTER)
    assert cup.rounds.get(number=2).planned_start == at_home(cup, 1, 9)

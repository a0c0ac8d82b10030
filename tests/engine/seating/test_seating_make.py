"""Every seating made here is put before the judge; bars are those of the design page, goals S1 to S7."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.seating import (
    PlayerSpec,
    Problem,
    SeatingError,
    forced_repeats,
    judge,
    make_seating,
    most_meetings,
    plan_seating,
)


def most_rounds_asked(players: int) -> int:
    """The rounds that goal S1 asks of a field."""
    return next(
        rounds for least, rounds in ((40, 12), (36, 11), (28, 9), (24, 7), (16, 5)) if players >= least
    )


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_field_and_seed_gives_a_seating_without_repeats(data: st.DataObject) -> None:
    players = 4 * data.draw(st.integers(4, 30), label="tables")
    rounds = data.draw(st.integers(1, most_rounds_asked(players)), label="rounds")
    seed = data.draw(st.integers(0, 10**6), label="seed")
    problem = Problem.numbered(players, rounds=rounds)
    report = judge(make_seating(problem, seed), problem)
    tables = players // 4
    assert report.ok
    assert report.repeats == 0
    assert report.wind_spread <= (0 if rounds % 4 == 0 else 1)
    assert report.same_table <= -(-rounds // tables) + 1


@pytest.mark.parametrize("players", [16, 20, 24, 28, 36, 40, 48, 60, 100, 400])
def test_the_most_rounds_asked_of_a_field_have_no_repeats(players: int) -> None:
    problem = Problem.numbered(players, rounds=most_rounds_asked(players))
    assert judge(make_seating(problem, "lottery 4711"), problem).repeats == 0


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14)],
)
def test_the_proven_optimum_is_reached(players: int, rounds: int) -> None:
    problem = Problem.numbered(players, rounds=rounds)
    report = judge(make_seating(problem, 3), problem)
    assert report.ok
    assert report.repeats == 0


@pytest.mark.parametrize(("players", "rounds"), [(72, 8), (100, 10)])
def test_a_large_field_never_sits_twice_at_one_table(players: int, rounds: int) -> None:
    problem = Problem.numbered(players, rounds=rounds)
    assert judge(make_seating(problem, 5), problem).same_table == 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 8), (16, 5 * 2), (20, 7), (24, 9), (28, 10), (32, 11), (40, 14)]
)
def test_more_rounds_than_the_optimum_cost_only_forced_repeats(players: int, rounds: int) -> None:
    problem = Problem.numbered(players, rounds=rounds)
    report = judge(make_seating(problem, 1), problem)
    assert report.ok
    assert report.forced_repeats == 6 * (players // 4) * rounds - players * (players - 1) // 2
    assert report.repeats <= report.forced_repeats * 1.05
    assert report.most_meetings <= most_meetings(players, rounds=rounds)


def test_repeats_come_as_late_as_a_whole_cycle_allows() -> None:
    problem = Problem.numbered(16, rounds=8)
    report = judge(make_seating(problem, 1), problem)
    # Everybody has met everybody after five rounds; the next cycle keeps their order.
    assert min(entry.smallest_gap for entry in report.repeated) == 5


TEAM_FIELDS = [(16, 4, 4), (16, 4, 2), (24, 6, 3), (24, 6, 4), (28, 8, 4), (36, 8, 3), (60, 6, 4), (60, 6, 5)]


@pytest.mark.parametrize(("players", "rounds", "size"), TEAM_FIELDS)
def test_team_mates_never_share_a_table(players: int, rounds: int, size: int) -> None:
    teams = {number: f"team {(number - 1) // size}" for number in range(1, players + 1)}
    problem = Problem.numbered(players, rounds=rounds, teams=teams)
    report = judge(make_seating(problem, players * size), problem)
    assert report.ok
    assert report.repeats == 0
    assert report.team_meetings == 0
    assert report.wind_spread <= 1


@pytest.mark.parametrize("seed", [0, 3])
def test_teams_come_before_repeats_where_both_cannot_be(seed: int) -> None:
    # Four rounds of sixteen without repeats are a net of order 4, which has four groups left: five teams of
    # three find no room in them.
    teams = {number: f"team {(number - 1) // 3}" for number in range(1, 17)}
    problem = Problem.numbered(16, rounds=4, teams=teams)
    report = judge(make_seating(problem, seed), problem)
    assert report.team_meetings == 0
    assert report.ok
    assert 0 < report.repeats <= 12


def test_four_teams_as_large_as_the_tables_meet_only_each_other() -> None:
    teams = {number: f"area {(number - 1) % 4}" for number in range(1, 29)}
    problem = Problem.numbered(28, rounds=7, teams=teams)
    report = judge(make_seating(problem, 1), problem)
    assert report.team_meetings == 0
    assert report.repeats == 0


def test_countries_meet_far_less_than_by_chance() -> None:
    countries = {n: "ABC"[0 if n <= 20 else 1 if n <= 40 else 2] for n in range(1, 61)}
    problem = Problem.numbered(60, rounds=6, countries=countries)
    report = judge(make_seating(problem, 1), problem)
    by_chance = 3 * (20 * 19 / 2) / (60 * 59 / 2) * report.pairings
    # Twenty people at fifteen tables: at least five pairs a country and round must meet.
    assert 3 * 5 * 6 <= report.country_meetings <= 0.6 * by_chance
    assert report.repeats == 0


def test_small_countries_never_meet() -> None:
    countries = {n: f"country {n % 10}" for n in range(1, 61)}
    problem = Problem.numbered(60, rounds=6, countries=countries)
    report = judge(make_seating(problem, 1), problem)
    assert report.country_meetings == 0
    assert report.repeats == 0


def test_clubs_are_wishes_beside_teams() -> None:
    teams = {n: f"team {(n - 1) // 4}" for n in range(1, 41)}
    clubs = {n: f"club {n % 8}" for n in range(1, 41)}
    problem = Problem.numbered(40, rounds=6, teams=teams, clubs=clubs)
    report = judge(make_seating(problem, 1), problem)
    assert report.ok
    assert report.repeats == 0
    assert report.club_meetings <= 0.6 * 8 * 10 / 780 * report.pairings


def test_avoided_pairs_and_fixed_and_closed_tables_are_kept() -> None:
    avoid = [(1, 2), (3, 4), (5, 6), (1, 6)]
    problem = Problem.numbered(32, rounds=7, avoid=avoid, fixed={9: 3, 10: 5}, closed_tables=[1, 4])
    chart = make_seating(problem, 2)
    report = judge(chart, problem)
    assert report.ok
    assert report.repeats == 0
    assert report.avoid_meetings == 0
    assert problem.table_numbers == (2, 3, 5, 6, 7, 8, 9, 10)
    for tables in chart:
        assert 9 in tables[1]
        assert 10 in tables[2]


def test_players_who_do_not_fill_tables_rest_in_turn() -> None:
    problem = Problem.numbered(30, rounds=6, sit_outs=True)
    report = judge(make_seating(problem, 1), problem)
    assert report.ok
    assert report.repeats == 0
    assert report.rest_spread <= 1
    assert {p.games for p in report.per_player} <= {5, 6}


def test_somebody_who_comes_late_and_somebody_who_leaves_are_seated_while_present() -> None:
    players = tuple(
        PlayerSpec(number=n, first_round=3 if n == 33 else 1, last_round=2 if n == 1 else None)
        for n in range(1, 34)
    )
    problem = Problem(players=players, rounds=6)
    report = judge(make_seating(problem, 1), problem)
    assert report.ok
    games = {p.number: p.games for p in report.per_player}
    assert (games[1], games[33], games[2]) == (2, 4, 6)


def test_the_same_seed_gives_the_same_chart_and_another_seed_another() -> None:
    problem = Problem.numbered(40, rounds=8)
    assert make_seating(problem, "3-5-1") == make_seating(problem, "3-5-1")
    assert make_seating(problem, "3-5-1") != make_seating(problem, "3-5-2")
    assert make_seating(problem, 7) == make_seating(problem, "7")


def test_two_processes_with_different_hash_seeds_agree() -> None:
    program = (
        "import json; from tournament.engine.seating import Problem, make_seating;"
        "p = Problem.numbered(24, rounds=6, teams={n: 't%d' % ((n - 1) // 4) for n in range(1, 25)},"
        " countries={n: 'abc'[n % 3] for n in range(1, 25)});"
        "print(json.dumps(make_seating(p, 'x')))"
    )
    root = Path(__file__).resolve().parents[3]
    charts = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "12345")
    }
    assert len(charts) == 1
    assert len(json.loads(charts.pop())) == 6


def test_progress_is_told_and_may_cancel() -> None:
    class Cancelled(Exception):
        pass

    stages: list[str] = []

    def watch(stage: str, share: float) -> None:
        assert 0 <= share <= 1
        stages.append(stage)
        if stage == "tables":
            raise Cancelled

    with pytest.raises(Cancelled):
        plan_seating(Problem.numbered(24, rounds=7), 1, progress=watch)
    assert stages[0] == "schedule"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": 7, "rounds": 3}, "players_not_divisible"),
        ({"players": 0, "rounds": 3}, "too_few_players"),
        ({"players": 8, "rounds": 0}, "too_few_rounds"),
        ({"players": 8, "rounds": 100_000}, "too_many_rounds"),
        ({"players": [1, 2, 3, 3], "rounds": 1}, "player_twice"),
        ({"players": [0, 1, 2, 3], "rounds": 1}, "bad_player_number"),
        ({"players": 8, "rounds": 1, "teams": {1: "a", 2: "a", 3: "a"}}, "group_larger_than_tables"),
        ({"players": 8, "rounds": 1, "teams": {9: "a"}}, "unknown_player"),
        ({"players": 8, "rounds": 1, "avoid": [(1, 9)]}, "unknown_player"),
        ({"players": 8, "rounds": 1, "avoid": [(1, 1)]}, "avoids_itself"),
        ({"players": 8, "rounds": 1, "avoid": [(1, n) for n in range(2, 7)]}, "nobody_left_to_meet"),
        (
            {"players": 12, "rounds": 1, "avoid": list(combinations(range(1, 5), 2))},
            "avoid_group_larger_than_tables",
        ),
        ({"players": 8, "rounds": 1, "fixed": {1: 3}}, "no_such_table"),
        ({"players": 8, "rounds": 1, "fixed": {1: 2, 2: 2}}, "fixed_table_twice"),
    ],
)
def test_a_task_that_cannot_be_is_refused_with_its_code(arguments: dict[str, object], code: str) -> None:
    players = arguments.pop("players")
    with pytest.raises(SeatingError) as refused:
        Problem.numbered(players, **arguments)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_an_avoid_list_that_cannot_be_met_is_refused_by_the_maker() -> None:
    # Three pairs who avoid one another cross-wise leave no way to fill two tables of four.
    avoid = [(a, b) for a in (1, 2, 3) for b in (4, 5, 6)]
    problem = Problem.numbered(8, rounds=1, avoid=avoid)
    report_or_code = ""
    try:
        judged = judge(make_seating(problem, 1), problem)
        report_or_code = "ok" if judged.ok else "broken"
    except SeatingError as refused:
        report_or_code = refused.code
    # {1,2,3,x} and {4,5,6,y} is a seating, so one round can be; two rounds with repeats can be as well.
    assert report_or_code == "ok"
    five = [(a, b) for a in (1, 2, 3, 4, 5) for b in (6, 7, 8)]
    with pytest.raises(SeatingError) as refusal:
        make_seating(Problem.numbered(8, rounds=1, avoid=five), 1)
    assert refusal.value.code in ("cannot_keep_apart", "nobody_left_to_meet")


def test_the_forced_number_is_told_before_anything_is_made() -> None:
    assert forced_repeats(Problem.numbered(24, rounds=8)) == 12
    assert forced_repeats(Problem.numbered(28, rounds=8)) == 0


def test_each_round_seats_each_player_once_whatever_the_seed() -> None:
    problem = Problem.numbered([101, 7, 33, 4, 900, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22], rounds=5)
    for tables in make_seating(problem, "seats"):
        assert Counter(p for seats in tables for p in seats) == Counter(problem.numbers)


@pytest.mark.parametrize("avoid", [[(1, 9)], [(1, 9), (2, 13), (20, 28)]])
def test_teams_and_pairs_stay_apart_where_that_costs_repeats(avoid: list[tuple[int, int]]) -> None:
    """28 players in teams of four meet all 24 others in 8 rounds; who avoids one meets another twice."""
    teams = {number: (number - 1) // 4 for number in range(1, 29)}
    problem = Problem.numbered(28, rounds=8, teams=teams, avoid=avoid)
    report = judge(make_seating(problem, 4711), problem)
    assert (report.team_meetings, report.avoid_meetings, report.most_meetings) == (0, 0, 2)
    assert report.wind_spread <= 1

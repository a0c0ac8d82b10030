"""What is locked stays, what a swap would do is foretold, and a table can be explained."""

import io
import json

import pytest

from tournament.engine.seating import (
    Locks,
    Problem,
    SeatingError,
    explain_table,
    judge,
    plan_seating,
    rebalance_around,
    remake,
    seeded,
    swap_players,
    swaps_for,
)
from tournament.engine.seating.worker import main, task

TEAMS = {number: f"team {(number - 1) // 4}" for number in range(1, 29)}
FIELD = Problem.numbered(28, rounds=8, teams=TEAMS)
CHART = plan_seating(FIELD, "harbour").chart

SMALL = (
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
    ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
)
"""Rows, then columns of a square: nobody meets twice, and both rounds can be read off by eye."""
SIXTEEN = Problem.numbered(16, rounds=2)


def kept(before, after, locks):
    return all(
        before[r][t][wind] == after[r][t][wind]
        for r, tables in enumerate(before)
        for t, _ in enumerate(tables)
        for wind in locks.winds(r + 1, t + 1)
    )


@pytest.mark.parametrize(
    "locks",
    [
        Locks(rounds=frozenset({1, 2})),
        Locks(tables=frozenset({(2, 3), (5, 1)})),
        Locks(seats=frozenset({(2, 3, 1), (3, 1, 0), (8, 7, 3)})),
    ],
)
def test_a_seating_made_anew_keeps_what_is_locked_and_breaks_no_rule(locks):
    made = remake(CHART, FIELD, locks=locks, seed="7").chart

    report = judge(made, FIELD)
    assert kept(CHART, made, locks)
    assert made != CHART
    assert (report.ok, report.repeats, report.team_meetings) == (True, 0, 0)


def test_winds_are_even_again_after_a_swap_and_locked_seats_keep_theirs():
    one, other = CHART[2][0][0], CHART[2][3][1]
    swapped = swap_players(CHART, one, other, round_number=3)
    locks = Locks(tables=frozenset({(3, 1)}), seats=frozenset({(4, 2, 0)}))

    balanced = rebalance_around(swapped, locks=locks, rng=seeded("1"))

    assert kept(swapped, balanced, locks)
    assert judge(balanced, FIELD).wind_spread <= 1
    assert [[set(seats) for seats in tables] for tables in balanced] == [
        [set(seats) for seats in tables] for tables in swapped
    ]


def test_locks_survive_being_written_down():
    locks = Locks(rounds=frozenset({2}), tables=frozenset({(1, 3)}), seats=frozenset({(1, 2, 0)}))

    assert Locks.of(json.loads(json.dumps(locks.document()))) == locks
    assert Locks().document() == {}


def test_a_chart_of_other_people_cannot_be_kept():
    with pytest.raises(SeatingError) as caught:
        remake(SMALL, FIELD, locks=Locks(rounds=frozenset({1})), seed="1")
    assert caught.value.code == "locks_do_not_fit"


def test_a_swap_says_who_would_meet_again_and_where_they_met():
    # 1 in the place of 6 in round 2 would sit with 2, 10, 14: it met 2 in round 1; 6 would meet 5 again
    swap = swaps_for(SMALL, SIXTEEN, 1, round_number=2)[6]

    assert (swap.barred, swap.repeats, swap.place) == ("repeat", 2, 2)
    assert set(swap.met) == {(1, 2, 1, 1), (5, 6, 1, 2)}


@pytest.mark.parametrize(
    ("problem", "barred"),
    [
        (Problem.numbered(16, rounds=2, teams={1: "a", 10: "a"}), "team"),
        (Problem.numbered(16, rounds=2, avoid=[(1, 10)]), "avoid"),
        (Problem.numbered(16, rounds=2, fixed={1: 1}), "fixed"),
        (SIXTEEN, ""),
    ],
)
def test_the_strongest_reason_against_a_swap_is_named(problem, barred):
    assert swaps_for(SMALL, problem, 1, round_number=2)[2].barred == barred


def test_what_swaps_foretell_is_what_the_judge_then_counts():
    countries = {number: f"C{number % 5}" for number in range(1, 29)}
    problem = Problem.numbered(28, rounds=8, teams=TEAMS, countries=countries)
    before = judge(CHART, problem)
    for other, swap in swaps_for(CHART, problem, 5, round_number=4).items():
        after = judge(swap_players(CHART, 5, other, round_number=4), problem)
        assert after.repeats - before.repeats == swap.repeats
        assert after.country_meetings - before.country_meetings == swap.countries
        assert (after.team_meetings > 0) == (swap.barred == "team")


def test_a_locked_seat_takes_no_part_in_a_swap():
    locks = Locks(seats=frozenset({(2, 2, 0)}))  # 2 sits East of table 2

    assert swaps_for(SMALL, SIXTEEN, 1, round_number=2, locks=locks)[2].barred == "locked"
    assert swaps_for(SMALL, SIXTEEN, 1, round_number=2, locks=locks)[6].barred == "repeat"


def test_a_table_is_explained_by_who_met_whom_and_who_could_sit_there():
    problem = Problem.numbered(16, rounds=2, teams={1: "a", 16: "a"}, countries={5: "DEN", 9: "DEN"})

    table = explain_table(SMALL, problem, round_number=2, place=1)

    first = table.sittings[0]
    assert (first.number, first.wind, first.before, first.met_already) == (1, 0, (1, 0, 0, 0), 3)
    assert first.kept_from == (16,)
    # only those of 1's own row have met nobody of 5, 9, 13; in the column of 4 sits the team-mate 16
    assert first.replaceable_by == (2, 3)
    assert table.compatriots == ((5, 9),)
    assert (table.again, table.foes) == ({}, ())


def test_an_explained_table_names_the_other_meetings_of_a_pair():
    chart = (SMALL[0], SMALL[0])
    table = explain_table(chart, SIXTEEN, round_number=2, place=1)

    assert table.again[1, 2] == ((1, 1),)
    assert len(table.again) == 6


def test_the_worker_answers_with_the_same_chart_as_the_engine():
    out = io.StringIO()
    main(io.StringIO(json.dumps(task(FIELD, "harbour"))), out)

    last = json.loads(out.getvalue().splitlines()[-1])
    assert last["chart"] == [[list(seats) for seats in tables] for tables in CHART]


def test_the_worker_says_what_cannot_be():
    told = {**task(FIELD, "1"), "chart": [[list(seats) for seats in tables] for tables in SMALL]}
    told["locks"] = {"rounds": [1]}
    out = io.StringIO()
    main(io.StringIO(json.dumps(told)), out)

    assert json.loads(out.getvalue())["code"] == "locks_do_not_fit"


@pytest.mark.parametrize(
    "locks",
    [Locks(rounds=frozenset({2})), Locks(tables=frozenset({(3, 2)})), Locks(seats=frozenset({(4, 1, 0)}))],
)
@pytest.mark.parametrize(("avoid", "fixed"), [([(4, 9)], {}), ([], {9: 3, 17: 4}), ([(4, 9)], {9: 3, 17: 4})])
def test_who_is_kept_apart_stays_apart_when_the_rest_is_made_anew(avoid, fixed, locks):
    """28 x 8 with teams leaves no second pair apart for nothing: some must meet twice. A second meeting must
    not be dearer than a meeting that may not be."""
    problem = Problem.numbered(28, rounds=8, teams=TEAMS, avoid=avoid, fixed=fixed)
    before = plan_seating(problem, "harbour").chart
    assert judge(before, problem).ok

    made = remake(before, problem, locks=locks, seed="7").chart

    assert kept(before, made, locks)
    assert judge(made, problem).ok

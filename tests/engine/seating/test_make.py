"""Every seating made here is put before the judge."""

from __future__ import annotations

import pytest

from tournament.engine.seating import Problem, judge, make_seating


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (20, 5), (24, 7), (28, 9), (36, 11), (52, 12), (72, 8)]
)
def test_nobody_meets_twice_where_that_is_possible(players: int, rounds: int) -> None:
    problem = Problem.numbered(players, rounds=rounds)
    report = judge(make_seating(problem, "a draw"), problem)
    assert report.ok
    assert report.repeats == 0
    assert report.wind_spread <= 1

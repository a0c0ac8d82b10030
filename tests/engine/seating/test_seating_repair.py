"""A published seating mended, and people who come and go: properties over fields and seeds."""

import pytest

from tournament.engine.round_plan import RoundPlan, RoundPlanError
from tournament.engine.seating import (
    PlayerSpec,
    Problem,
    SeatingError,
    judge,
    make_seating,
    next_round,
    problem_document,
    problem_from,
    repair,
    with_changes,
)

FIELD = Problem.numbered(40, rounds=7)
CHART = make_seating(FIELD, 1)


@pytest.mark.parametrize("seed", [1, "dice"])
@pytest.mark.parametrize("out", [(1, 12, 23, 34), (1, 2, 3, 4)])
def test_four_who_leave_cost_a_table_and_the_judge_is_content(out, seed):
    problem = with_changes(FIELD, out=out, from_round=3)
    mended = repair(CHART, problem, seed=seed, from_round=3)
    assert mended[:2] == CHART[:2]
    assert [len(tables) for tables in mended] == [10, 10, 9, 9, 9, 9, 9]
    assert judge(mended, problem).broken == ()
    assert mended == repair(CHART, problem, seed=seed, from_round=3)


def test_in_a_large_field_nobody_meets_again_and_few_move():
    field = Problem.numbered(72, rounds=8)
    chart = make_seating(field, 1)
    problem = with_changes(field, out=(3, 9, 20, 27), from_round=3)
    mended = repair(chart, problem, seed=1, from_round=3)
    assert judge(mended, problem).repeats == 0
    for before, after in zip(chart[2:], mended[2:], strict=True):
        home = {p: (t, w) for t, seats in enumerate(before) for w, p in enumerate(seats)}
        moved = [p for t, seats in enumerate(after) for w, p in enumerate(seats) if home[p] != (t, w)]
        assert len(moved) <= 12  # four have to: the last table is gone


def test_four_who_arrive_get_a_table_more_and_do_not_sit_together_every_round():
    arrivals = [PlayerSpec(number=number) for number in (41, 42, 43, 44)]
    problem = with_changes(FIELD, in_=arrivals, from_round=2)
    mended = repair(CHART, problem, seed=1, from_round=2)
    report = judge(mended, problem)
    assert [len(tables) for tables in mended] == [10, 11, 11, 11, 11, 11, 11]
    assert not [entry for entry in report.broken if entry.code != "repeat"]
    assert report.most_meetings <= 2


def test_team_mates_stay_apart_when_people_leave():
    teams = {player: f"team {(player - 1) // 4}" for player in range(1, 41)}
    field = Problem.numbered(40, rounds=7, teams=teams)
    chart = make_seating(field, 1)
    problem = with_changes(field, out=(1, 12, 23, 34), from_round=4)
    assert judge(repair(chart, problem, seed=1, from_round=4), problem).team_meetings == 0


def test_who_was_away_comes_back_and_the_certificate_says_so():
    gone = with_changes(FIELD, out=(5,), in_=[PlayerSpec(number=41)], from_round=3)
    back = with_changes(gone, out=(41,), in_=[PlayerSpec(number=5)], from_round=5)
    assert [5 in back.present(number) for number in range(1, 8)] == [
        True,
        True,
        False,
        False,
        True,
        True,
        True,
    ]
    assert problem_from(problem_document(back)).by_number[5].away == (3, 4)


def test_somebody_who_plays_cannot_arrive_and_somebody_absent_cannot_leave():
    with pytest.raises(SeatingError, match="already_seated"):
        with_changes(FIELD, in_=[PlayerSpec(number=5)], from_round=2)
    with pytest.raises(SeatingError, match="unknown_player"):
        with_changes(FIELD, out=(99,), from_round=2)


def test_finalists_play_among_themselves_and_a_stand_in_takes_the_place_in_the_ranking():
    past = CHART[:2]
    problem = with_changes(FIELD, out=(1,), in_=[PlayerSpec(number=41)], from_round=3)
    groups = [[player] for player in range(1, 41)]
    made = next_round(groups, past=past, problem=problem, seed="x", stand_ins={1: 41}, finals=8)
    assert set(made.finalists) == {41, 2, 3, 4, 5, 6, 7, 8}
    assert {p for seats in made.chart[2][:2] for p in seats} == set(made.finalists)


@pytest.mark.parametrize(
    ("mode", "drawn", "final"),
    [("fixed", 8, []), ("by_rank", 1, []), ("mixed", 5, []), ("finals", 5, [7, 8])],
)
def test_which_rounds_are_drawn_and_which_are_finals(mode, drawn, final):
    plan = RoundPlan(mode=mode, rounds=8, advance=5, final_rounds=2, finalists=16)
    assert plan.drawn == drawn
    assert [number for number in range(1, 9) if plan.is_final(number)] == final


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"mode": "mixed", "advance": 8}, "bad_advance_rounds"),
        ({"mode": "finals", "advance": 4, "finalists": 10}, "bad_finalist_count"),
        ({"mode": "finals", "advance": 4, "final_rounds": 5}, "bad_final_rounds"),
    ],
)
def test_rounds_that_contradict_one_another_are_refused(facts, code):
    with pytest.raises(RoundPlanError) as refused:
        RoundPlan(rounds=8, **facts)
    assert refused.value.code == code

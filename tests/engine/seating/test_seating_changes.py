"""Late changes and rounds by rank: the past is respected and little moves."""

from __future__ import annotations

from random import Random

import pytest

from tournament.engine.seating import (
    Chart,
    PlayerSpec,
    Problem,
    SeatingError,
    complete_field,
    judge,
    make_seating,
    replace_player,
    replan,
    seat_by_rank,
    substitute,
    swap_players,
    withdraw,
)

FIELD = Problem.numbered(28, rounds=7)
CHART = make_seating(FIELD, 1)


def test_a_substitute_takes_the_seats_and_nobody_else_moves() -> None:
    changed = replace_player(CHART, 5, 29, 3)
    assert changed[:2] == CHART[:2]
    for before, after in zip(CHART[2:], changed[2:], strict=True):
        for old, new in zip(before, after, strict=True):
            assert new == tuple(29 if player == 5 else player for player in old)
    problem = substitute(FIELD, 5, by=PlayerSpec(number=29), from_round=3)
    report = judge(changed, problem)
    assert report.ok
    assert report.repeats == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((99, 29, 2), "unknown_player"), ((5, 6, 2), "already_seated"), ((5, 29, 9), "no_such_round")],
)
def test_a_replacement_that_cannot_be_is_refused(arguments: tuple[int, int, int], code: str) -> None:
    with pytest.raises(SeatingError) as refused:
        replace_player(CHART, *arguments)
    assert refused.value.code == code


def test_two_players_swap_in_one_round_only() -> None:
    one, other = CHART[1][0][0], CHART[1][3][2]
    changed = swap_players(CHART, one, other, round_number=2)
    assert changed[1][0][0] == other
    assert changed[1][3][2] == one
    assert [r for r in range(7) if changed[r] != CHART[r]] == [1]


def test_four_who_withdraw_leave_a_plan_without_repeats_and_the_past_untouched() -> None:
    leaving = (3, 9, 20, 27)
    field = Problem.numbered(40, rounds=8)
    chart = make_seating(field, 1)
    problem = withdraw(field, leaving, after_round=3)
    changed = replan(chart, problem, seed="four out", from_round=4)
    assert changed[:3] == chart[:3]
    report = judge(changed, problem)
    assert report.repeats == 0
    assert report.ok
    assert not any(player in leaving for tables in changed[3:] for seats in tables for player in seats)


def test_a_plan_that_needs_no_change_keeps_everybody_at_the_own_table() -> None:
    changed = replan(CHART, FIELD, seed=1, from_round=4)
    assert [[set(s) for s in t] for t in changed] == [[set(s) for s in t] for t in CHART]


def test_a_wrong_seat_in_the_past_is_mended_in_the_future_only() -> None:
    one, other = CHART[0][0][0], CHART[0][1][0]
    played = swap_players(CHART, one, other, round_number=1)
    assert judge(played, FIELD).repeats > 0
    mended = replan(played, FIELD, seed=1, from_round=2)
    assert mended[0] == played[0]
    assert judge(mended, FIELD).repeats == 0
    moved = sum(
        set(a) != set(b)
        for before, after in zip(played[1:], mended[1:], strict=True)
        for a, b in zip(before, after, strict=True)
    )
    assert moved <= 24  # of 42 games


def test_missing_players_come_from_the_substitutes_and_then_from_rests() -> None:
    players = [PlayerSpec(number=n) for n in range(1, 31)]
    extra = [PlayerSpec(number=n) for n in (101, 102, 103)]
    filled, rests = complete_field(players, substitutes=extra)
    assert ([p.number for p in filled[30:]], rests) == ([101, 102], False)
    assert complete_field(players, sit_outs=True) == (tuple(players), True)
    with pytest.raises(SeatingError) as refused:
        complete_field(players, substitutes=extra[:1])
    assert refused.value.code == "players_not_divisible"


def played_by_rank(
    players: int, *, rounds: int, seed: int, fixed_rounds: int = 1
) -> tuple[Chart, list[float]]:
    """An event whose stronger players mostly win; the chart and the mean rank spans of the rounds by rank."""
    rng = Random(seed)
    skill = {p: rng.gauss(0, 1) for p in range(1, players + 1)}
    points = dict.fromkeys(skill, 0.0)
    chart: Chart = make_seating(Problem.numbered(players, rounds=fixed_rounds), seed)
    spans = []
    for r in range(rounds):
        if r >= fixed_rounds:
            order = sorted(points, key=lambda p: (-points[p], p))
            made = seat_by_rank(order, past=chart, rng=rng)
            spans.append(made.mean_span)
            chart = (*chart, made.tables)
        for seats in chart[r]:
            ranked = sorted(seats, key=lambda p: -(skill[p] + rng.gauss(0, 1.5)))
            for player, won in zip(ranked, (4, 2, 1, 0), strict=True):
                points[player] += won
    return chart, spans


def test_rounds_by_rank_repeat_nobody_in_a_large_field_and_stay_close() -> None:
    chart, spans = played_by_rank(72, rounds=6, seed=1)
    report = judge(chart, Problem.numbered(72, rounds=6, repeats_hard=False))
    assert report.ok
    assert report.repeats == 0
    # Tables drawn by lot would span (n+1)*3/5 = 44 places on average.
    assert max(spans) < 15


def test_fixed_rounds_may_come_before_rounds_by_rank() -> None:
    chart, spans = played_by_rank(40, rounds=5, seed=2, fixed_rounds=4)
    assert len(spans) == 1
    assert judge(chart, Problem.numbered(40, rounds=5, repeats_hard=False)).ok


def test_finalists_play_among_themselves() -> None:
    order = list(range(1, 33))
    made = seat_by_rank(order, past=(), rng=Random(1), finalists=8)
    assert {p for seats in made.tables[:2] for p in seats} == set(range(1, 9))


def test_by_rank_without_a_past_sits_neighbours_together() -> None:
    made = seat_by_rank(list(range(1, 17)), past=(), rng=Random(1))
    assert made.spans == (3, 3, 3, 3)
    assert made.repeats == ()


def test_team_mates_stay_apart_by_rank_too() -> None:
    problem = Problem.numbered(16, rounds=1, teams={n: f"t{(n - 1) // 4}" for n in range(1, 17)})
    made = seat_by_rank(list(range(1, 17)), past=(), rng=Random(1), problem=problem)
    assert judge((made.tables,), problem).team_meetings == 0


@pytest.mark.parametrize(
    ("order", "finalists", "code"),
    [
        ([1, 2, 3], 0, "players_not_divisible"),
        ([1, 2, 3, 3], 0, "player_twice"),
        ([1, 2, 3, 4], 2, "bad_finalists"),
    ],
)
def test_a_round_by_rank_that_cannot_be_is_refused(order: list[int], finalists: int, code: str) -> None:
    with pytest.raises(SeatingError) as refused:
        seat_by_rank(order, past=(), rng=Random(1), finalists=finalists)
    assert refused.value.code == code

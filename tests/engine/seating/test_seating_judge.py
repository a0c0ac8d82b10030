"""The judge and the certificate: what they see, and that one altered seat is found."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.seating import (
    Chart,
    Problem,
    SeatingError,
    balance_winds,
    certificate,
    chart_json,
    judge,
    make_seating,
    problem_of,
    read_chart,
    rebalance_from,
    verify_certificate,
)

EIGHT: Chart = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 5, 6), (3, 4, 7, 8)))

_FIVE_ROUNDS = Problem.numbered(24, rounds=5)
_MADE = make_seating(_FIVE_ROUNDS, 1)
TWENTY_FOUR = (_FIVE_ROUNDS, _MADE, certificate(_MADE, _FIVE_ROUNDS, 1))


def altered(chart: Chart, *, round_index: int, table: int, seat: int, player: int) -> Chart:
    lists = [[list(seats) for seats in tables] for tables in chart]
    lists[round_index][table][seat] = player
    return tuple(tuple((s[0], s[1], s[2], s[3]) for s in tables) for tables in lists)


def test_repeats_are_told_with_who_when_and_where() -> None:
    report = judge(EIGHT, Problem.numbered(8, rounds=2))
    assert [(r.players, r.meetings) for r in report.repeated] == [
        ((1, 2), ((1, 1), (2, 1))),
        ((3, 4), ((1, 1), (2, 2))),
        ((5, 6), ((1, 2), (2, 1))),
        ((7, 8), ((1, 2), (2, 2))),
    ]
    assert report.repeats == report.forced_repeats == 4
    assert report.ok


def test_a_player_is_told_winds_games_and_tables() -> None:
    one = judge(EIGHT, Problem.numbered(8, rounds=2)).per_player[0]
    assert (one.number, one.winds, one.games, one.opponents, one.repeats, one.same_table) == (
        1,
        (2, 0, 0, 0),
        2,
        5,
        1,
        2,
    )


def test_avoidable_repeats_break_a_seating_unless_rounds_go_by_rank() -> None:
    chart = tuple(tuple(tuple(range(4 * t + 1, 4 * t + 5)) for t in range(4)) for _ in range(2))
    hard = judge(chart, Problem.numbered(16, rounds=2))  # type: ignore[arg-type]
    soft = judge(chart, Problem.numbered(16, rounds=2, repeats_hard=False))  # type: ignore[arg-type]
    assert {entry.code for entry in hard.broken} == {"repeat"}
    assert len(hard.broken) == hard.repeats == soft.repeats == 24
    assert soft.ok


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (Problem.numbered(8, rounds=3), "wrong_rounds"),
        (Problem.numbered(12, rounds=2), "wrong_tables"),
        (Problem.numbered(12, rounds=2), "player_missing"),
        (Problem.numbered(range(2, 10), rounds=2), "unknown_player"),
        (Problem.numbered(8, rounds=2, teams={1: "a", 2: "a"}), "team_meeting"),
        (Problem.numbered(8, rounds=2, avoid=[(8, 7)]), "avoid_meeting"),
        (Problem.numbered(8, rounds=2, fixed={3: 1}), "fixed_table"),
    ],
)
def test_each_hard_rule_has_its_code(problem: Problem, code: str) -> None:
    assert code in {entry.code for entry in judge(EIGHT, problem).broken}


def test_a_player_at_two_tables_of_one_round_is_found() -> None:
    broken = judge(
        altered(EIGHT, round_index=1, table=1, seat=2, player=1), Problem.numbered(8, rounds=2)
    ).broken
    twice = next(entry for entry in broken if entry.code == "player_twice")
    assert (twice.players, twice.round, twice.table) == ((1,), 2, 2)
    assert any(entry.code == "player_missing" and entry.players == (7,) for entry in broken)


@pytest.mark.parametrize(
    "thing", [(), ((),), (((1, 2, 3),),), (((1, 2, 3, "4"),),), "chart", (((1, 2, 3, True),),), 5]
)
def test_things_that_are_no_chart_are_refused(thing: object) -> None:
    with pytest.raises(SeatingError) as refused:
        judge(thing)  # type: ignore[arg-type]
    assert refused.value.code == "bad_chart"


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 12), st.integers(1, 11), st.integers(0, 10**6))
def test_winds_of_any_seating_whatever_can_be_balanced(tables: int, rounds: int, seed: int) -> None:
    rng = Random(seed)
    chart = []
    for _ in range(rounds):
        order = list(range(1, 4 * tables + 1))
        rng.shuffle(order)
        chart.append(
            tuple((order[k], order[k + 1], order[k + 2], order[k + 3]) for k in range(0, len(order), 4))
        )
    dealt = balance_winds(tuple(chart), rng=rng)
    assert [[set(s) for s in t] for t in dealt] == [[set(s) for s in t] for t in chart]
    for player in judge(dealt, problem_of(dealt)).per_player:
        assert set(player.winds) <= {rounds // 4, -(-rounds // 4)}


def test_rebalancing_later_rounds_leaves_what_was_played() -> None:
    problem = Problem.numbered(24, rounds=6)
    made = make_seating(problem, 1)
    worst = tuple(tuple(tuple(sorted(seats)) for seats in tables) for tables in made)
    better = rebalance_from(worst, first_round=3, rng=Random(1))  # type: ignore[arg-type]
    assert better[:2] == worst[:2]
    assert judge(better, problem).wind_spread < judge(worst, problem).wind_spread  # type: ignore[arg-type]


def test_a_certificate_holds_after_export_and_import_alone() -> None:
    problem = Problem.numbered(28, rounds=8, teams={n: f"t{(n - 1) // 4}" for n in range(1, 29)})
    chart = make_seating(problem, "draw 12")
    read = read_chart(chart_json(chart, certificate(chart, problem, "draw 12")))
    assert read.chart == chart
    assert read.certificate is not None
    verified = verify_certificate(read.chart, read.certificate)
    assert verified.ok
    assert read.certificate["seed"] == "draw 12"
    assert read.certificate["repeats"] == 0
    assert read.certificate["team_meetings"] == 0
    assert len(read.certificate["sha256"]) == 64


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 4), st.integers(0, 5), st.integers(0, 3), st.integers(1, 24))
def test_one_altered_seat_makes_verification_fail_and_name_it(r: int, t: int, seat: int, player: int) -> None:
    _, chart, cert = TWENTY_FOUR
    if chart[r][t][seat] == player:
        return
    verified = verify_certificate(altered(chart, round_index=r, table=t, seat=seat, player=player), cert)
    named = [d for d in verified.differences if d.code == "seat"]
    assert [(d.round, d.table, d.winds) for d in named] == [(r + 1, t + 1, ("ESWN"[seat],))]
    assert any(d.code == "sha256" for d in verified.differences)


def test_a_false_claim_in_a_certificate_is_named() -> None:
    problem = Problem.numbered(16, rounds=8)
    chart = make_seating(problem, 1)
    cert = {**certificate(chart, problem, 1), "repeats": 0}
    named = verify_certificate(chart, cert).differences
    assert [(d.code, d.what, d.said) for d in named] == [("count", "repeats", 0)]


def test_a_certificate_is_json_and_keeps_avoided_pairs_to_itself() -> None:
    problem = Problem.numbered(16, rounds=3, avoid=[(1, 2), (3, 4)])
    chart = make_seating(problem, 1)
    cert = json.loads(json.dumps(certificate(chart, problem, 1, previous="ab" * 32, past_rounds=0)))
    assert verify_certificate(chart, cert).ok
    assert cert["avoided_pairs"] == 2
    assert "avoid" not in cert["problem"]
    assert cert["previous"] == "ab" * 32


def test_a_certificate_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(SeatingError) as refused:
        verify_certificate(EIGHT, {"sha256": "0"})
    assert refused.value.code == "bad_certificate"

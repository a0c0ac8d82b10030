"""Bounds, direct constructions and stored charts, against what design theory says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tournament.engine.seating import Problem, forced_repeats, most_rounds
from tournament.engine.seating.bounds import forced_repeats_of, most_meetings
from tournament.engine.seating.cyclic import Shape, shapes
from tournament.engine.seating.designs import (
    affine_rounds,
    bose_rounds,
    cached,
    known_rounds,
    roller_blind_rounds,
    stored_covering,
    transversal_rounds,
)
from tournament.engine.seating.exact_cover import exact_cover
from tournament.engine.seating.field import field, prime_power
from tournament.engine.seating.symmetry import closure, find_schedule, rotation, shift


def pair_counts(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[tuple[int, int]]:
    return Counter(pair for games in rounds for game in games for pair in combinations(sorted(game), 2))


def everybody_plays(rounds: Sequence[Sequence[Sequence[int]]], points: int) -> bool:
    return all(sorted(p for game in games for p in game) == list(range(points)) for games in rounds)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (8, 1),
        (12, 1),
        (16, 5),
        (20, 5),
        (24, 7),
        (28, 9),
        (32, 10),
        (36, 11),
        (40, 13),
        (44, 14),
        (48, 15),
        (52, 17),
    ],
)
def test_the_most_rounds_are_those_of_the_literature(players: int, rounds: int) -> None:
    assert most_rounds(players) == rounds


@pytest.mark.parametrize(("players", "rounds", "forced"), [(16, 8, 72), (24, 8, 12), (28, 9, 0), (8, 2, 4)])
def test_forced_repeats_follow_from_counting(players: int, rounds: int, forced: int) -> None:
    assert forced_repeats_of(players, rounds) == forced


def test_teams_leave_fewer_opponents_and_force_more_repeats() -> None:
    teams = {number: f"team {(number - 1) // 4}" for number in range(1, 17)}
    # Each of 16 players may meet 12 others but meets 15 people in 5 rounds.
    assert forced_repeats(Problem.numbered(16, rounds=5, teams=teams)) == 16 * 3 // 2


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17)],
)
def test_stored_charts_are_free_of_repeats(players: int, rounds: int) -> None:
    found = known_rounds(players)
    assert found is not None
    assert len(found[0]) == rounds
    assert everybody_plays(found[0], players)
    assert max(pair_counts(found[0]).values()) == 1


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"), [(20, 6, 6), (20, 7, 20), (24, 8, 12), (36, 12, 18), (48, 16, 24)]
)
def test_stored_schedules_with_repeats_have_those_that_are_forced(
    players: int, rounds: int, repeats: int
) -> None:
    found = stored_covering(players, rounds=rounds)
    assert found is not None
    met = pair_counts(found[0])
    assert len(found[0]) == rounds
    assert everybody_plays(found[0], players)
    assert sum(times - 1 for times in met.values()) == repeats == forced_repeats_of(players, rounds)
    assert max(met.values()) == 2


def test_every_stored_chart_tells_its_repeats_truly() -> None:
    for players in range(16, 100, 4):
        for entry in cached(players):
            met = pair_counts(entry.rounds)
            assert everybody_plays(entry.rounds, players)
            assert sum(count - 1 for count in met.values()) == entry.repeats
            assert max(met.values()) <= most_meetings(players, rounds=len(entry.rounds))
            assert entry.how


@pytest.mark.parametrize("players", [16, 28, 40, 52, 76, 88, 112, 148])
def test_bose_charts_let_everybody_meet_everybody_once(players: int) -> None:
    rounds = bose_rounds(players)
    assert rounds is not None
    assert everybody_plays(rounds, players)
    met = pair_counts(rounds)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2


def test_bose_charts_need_a_prime_power_of_the_right_kind() -> None:
    assert bose_rounds(64) is None
    assert bose_rounds(24) is None


def test_lines_of_affine_space_let_sixty_four_players_all_meet_once() -> None:
    rounds = affine_rounds(3)
    assert len(rounds) == 21
    assert everybody_plays(rounds, 64)
    assert set(pair_counts(rounds).values()) == {1}


@pytest.mark.parametrize("tables", [4, 5, 7, 9, 11, 13, 16, 20, 25, 35])
def test_a_transversal_chart_never_joins_two_of_one_group(tables: int) -> None:
    rounds = transversal_rounds(tables)
    assert rounds is not None
    assert len(rounds) == tables
    met = pair_counts(rounds)
    assert max(met.values()) == 1
    assert not any(a // tables == b // tables for a, b in met)


@pytest.mark.parametrize("tables", [6, 10, 12, 15, 18])
def test_a_lone_factor_two_or_three_has_no_simple_transversal_chart(tables: int) -> None:
    assert transversal_rounds(tables) is None


@pytest.mark.parametrize(("tables", "safe"), [(4, 2), (5, 5), (6, 2), (9, 3), (11, 11), (18, 6), (40, 20)])
def test_the_roller_blind_is_safe_for_as_many_rounds_as_the_table_says(tables: int, safe: int) -> None:
    rounds, said = roller_blind_rounds(tables)
    assert said == safe
    assert max(pair_counts(rounds[:safe]).values()) == 1
    if safe < tables:
        assert max(pair_counts(rounds[: safe + 1]).values()) > 1


@pytest.mark.parametrize("order", [4, 5, 8, 9, 25])
def test_a_field_has_inverses_and_distributes(order: int) -> None:
    gf = field(order)
    assert all(1 in gf.multiply[x] for x in range(1, order))
    assert all(
        gf.multiply[x][gf.add[y][z]] == gf.add[gf.multiply[x][y]][gf.multiply[x][z]]
        for x in range(order)
        for y in range(order)
        for z in range(order)
    )


def test_prime_powers_are_told_from_other_numbers() -> None:
    assert [n for n in range(1, 28) if prime_power(n)] == [
        2,
        3,
        4,
        5,
        7,
        8,
        9,
        11,
        13,
        16,
        17,
        19,
        23,
        25,
        27,
    ]


def test_every_cyclic_shape_holds_all_players_and_few_fixed_points() -> None:
    for players in range(16, 200, 4):
        for shape in shapes(players, rounds=8):
            assert shape.players == players
            assert shape.fixed <= players // 4
            assert shape.modulus >= 8


def test_dancing_links_solve_the_example_of_the_paper() -> None:
    # Knuth 2000, formula (3): rows over seven columns; rows 1, 4 and 5 are the only cover.
    options = [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]]
    chosen = exact_cover(options, primary=7, rng=Random(1))
    assert chosen is not None
    assert sorted(chosen) == [0, 3, 4]


def test_dancing_links_say_when_there_is_no_cover() -> None:
    assert exact_cover([[0, 1], [1, 2]], primary=3, rng=Random(1)) is None


def test_secondary_items_are_covered_at_most_once() -> None:
    assert exact_cover([[0, 2], [1, 2]], primary=2, secondary=1, rng=Random(1)) is None
    assert exact_cover([[0, 2], [1]], primary=2, secondary=1, rng=Random(1)) is not None


def test_an_imposed_rotation_finds_the_optimum_for_twenty_four_players() -> None:
    shape = Shape(modulus=7, orbits=3, fixed=3)
    turn = rotation(shape)
    rounds = find_schedule(
        24,
        group=closure([shift(shape), turn], points=24),
        stabilisers=[closure([turn], points=24)],
        never=[(21, 22), (21, 23), (22, 23)],
        rng=Random(1),
    )
    assert rounds is not None
    assert len(rounds) == 7
    assert everybody_plays(rounds, 24)
    assert max(pair_counts(rounds).values()) == 1

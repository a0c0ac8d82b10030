"""Twenty thousand fresh hands a run against PyMahjongGB, and the rulings where the calculators differ."""

from __future__ import annotations

import os
import random

import pytest

from scoring.calculator import best_lists, score_hand
from scoring.errors import ScoringError
from scoring.fans.catalogue import CATALOGUE
from scoring.notation import read_hand, write_hand
from tests.scoring.random_hands import oracle_arguments, random_win

MahjongGB = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed")

HANDS = 20_000
NUMBER_OF = {fan.zh: fan.number for fan in CATALOGUE} | {"独听・边张": 77, "独听・嵌张": 78, "独听・单钓": 79}


def test_fresh_random_hands_are_worth_what_the_oracle_says() -> None:
    seed = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(1, 10**9)
    print(f"SEED={seed}")  # noqa: T201  shown when the test fails
    rng = random.Random(seed)
    for _ in range(HANDS):
        hand = random_win(rng)
        oracle = MahjongGB.MahjongFanCalculator(*oracle_arguments(hand), True)
        score = score_hand(hand)
        told = f"SEED={seed}  {write_hand(hand)}  {oracle}"
        assert score.fan_total == sum(points * times for points, times, _, _ in oracle), told
        fans = sorted([NUMBER_OF[name], times] for _, times, name, _ in oracle)
        assert fans == score.numbers or dict(fans) in best_lists(hand), told


class TestRulings:
    """The five points on which the calculators differ, and how they were decided."""

    def test_d1_the_last_tile_draw_absorbs_the_self_draw_in_concealed_shapes_too(self) -> None:
        score = score_hand(read_hand("3344566778899m + 5m | self-draw last-tile seat=N"))
        assert score.fan_total == 96
        assert score.numbers == [[6, 1], [44, 1]]

    def test_d2_four_shifted_pungs_need_the_fourth_step(self) -> None:
        score = score_hand(read_hand("111222333m77m22z + 7m | round=S"))
        assert score.fan_total == 55
        assert 15 not in [number for number, _ in score.numbers]

    def test_d3_a_wait_in_the_knitted_nine_counts_where_the_chow_or_pair_explains_it(self) -> None:
        assert score_hand(read_hand("258m23469p14788s + 3p | seat=S")).numbers[-1] == [78, 1]

    def test_d4_a_used_up_tile_is_still_a_wait(self) -> None:
        score = score_hand(read_hand("1234444678m456p + 1m | self-draw seat=E round=N"))
        assert 79 not in [number for number, _ in score.numbers]

    def test_d5_a_fifth_copy_is_refused_where_the_oracle_counts_on(self) -> None:
        with pytest.raises(ScoringError) as refused:
            read_hand("1111m 123m 456p 789s + 1m")
        assert refused.value.code == "too_many"

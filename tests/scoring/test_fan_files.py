"""Every fan has a hand where it counts and a near miss where it does not."""

from __future__ import annotations

import pytest

from scoring.calculator import score_hand
from scoring.fans.catalogue import CATALOGUE
from scoring.notation import read_hand
from tests.scoring.material import fan_lines

LINES = list(fan_lines())


def counts(number: int, text: str) -> bool:
    hand = read_hand(text)
    if number == 81:
        return score_hand(hand).flowers > 0
    return number in [fan for fan, _ in score_hand(hand).numbers]


@pytest.mark.parametrize(("number", "expected", "text", "place"), LINES, ids=lambda value: str(value))
def test_the_fan_counts_where_it_should_and_not_where_it_nearly_does(
    number: int, expected: bool, text: str, place: str
) -> None:
    assert counts(number, text) is expected, place


def test_no_fan_is_without_its_hand_and_its_near_miss() -> None:
    for fan in CATALOGUE:
        assert {expected for number, expected, _, _ in LINES if number == fan.number} == {True, False}, fan

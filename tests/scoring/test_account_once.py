"""Account-once and non-identical over every possible set of chows."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

from scoring.fans.catalogue import BY_KEY
from scoring.fans.combine import chow_choices, is_forest
from scoring.fans.detect_chows import four_chow_fan, three_chow_fan, two_chow_fan

CHOWS = [suit + number for suit in (0, 9, 18) for number in range(7)]


def groups_after_linking(chows: tuple[int, ...]) -> int:
    """How many groups remain when every pair that can be linked is: the size of the best forest follows."""
    group = list(range(len(chows)))
    for a, b in combinations(range(len(chows)), 2):
        if two_chow_fan(chows[a], chows[b]):
            group = [group[a] if member == group[b] else member for member in group]
    return len(set(group))


def best_by_the_text_of_the_rule(chows: tuple[int, ...]) -> int:
    """The limits of the MIL supplement, annex 11, written down without our search."""
    best = len(chows) - groups_after_linking(chows)
    for triple in combinations(range(len(chows)), 3):
        key = three_chow_fan(*(chows[at] for at in triple))
        if key:
            rest = [at for at in range(len(chows)) if at not in triple]
            link = any(two_chow_fan(*sorted((chows[a], chows[b]))) for a in rest for b in triple)
            best = max(best, BY_KEY[key].points + link)
    key = four_chow_fan(chows, -1) if len(chows) == 4 else None
    return max(best, BY_KEY[key].points) if key else best


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_every_combination_of_chows_gets_exactly_what_the_limits_allow(size: int) -> None:
    for chows in combinations_with_replacement(CHOWS, size):
        assert chow_choices(chows, -1)[0].points == best_by_the_text_of_the_rule(chows), chows


def test_no_choice_closes_a_cycle_or_lets_a_chow_serve_a_fan_twice() -> None:
    for chows in combinations_with_replacement(CHOWS, 4):
        for choice in chow_choices(chows, -1):
            links = tuple(fan for fan in choice.fans if len(fan.chows) == 2)
            assert is_forest(links)
            for one, other in combinations(links, 2):
                assert one.fan is not other.fan or not set(one.chows) & set(other.chows)


def test_terminal_chows_need_the_fives_of_the_right_suit() -> None:
    pure, mixed = (0, 0, 6, 6), (0, 6, 9, 15)
    assert [chow_choices(pure, five)[0].points for five in (4, 13, 22, -1)] == [64, 3, 3, 3]
    assert [chow_choices(mixed, five)[0].points for five in (4, 13, 22, -1)] == [3, 3, 16, 3]

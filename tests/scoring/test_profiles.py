"""Each switch decides one question, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import rulesets
from scoring.calculator import score_hand
from scoring.errors import ScoringError
from scoring.explain import explain
from scoring.fans.combine import Principle
from scoring.notation import read_hand
from scoring.profiles import DEFAULT, MIL2025, PROFILES, SWITCHES, WMO2006, profile_named

CASES = [
    ("concealed_form_selfdraw", "fully_concealed4", "1112345678999m + 9m | self-draw", 107, 110),
    ("concealed_form_selfdraw", "fully_concealed4", "14m25p369s123456z + 7z | self-draw", 25, 28),
    ("concealed_form_selfdraw", "fully_concealed4", "14m25p369s123456z + 7z", 24, 24),
    ("kong_pair_mixed", 6, "[1111m]c [5555p] 234s 67s 99m + 8s", 7, 8),
    ("two_concealed_kongs", 8, "[3333m]c [5555p]c 6789m888s + 9m", 25, 27),
    ("kong_concealed_addons", "qa1998", "[1111p]c [4444m] [3333z]c 33m66z + 3m | self-draw", 58, 64),
    ("tile_hog_honours", False, "2233446688s666z + 6z | self-draw", 115, 113),
    ("all_terminals_double_pung", True, "[999p] [9999m] [111m] 1s111p + 1s", 66, 70),
    ("all_green_half_flush", True, "[234s] 223344s66s66z + 6z", 0, 6),
    ("seven_pairs_addons", "no_all_types", "1111m99s99p3344z7z + 7z", 64, 58),
    ("seven_pairs_addons", "none", "1111m99s99p3344z7z + 7z", 64, 24),
    ("hand_cap", 88, "1112345678999m + 9m | self-draw", 107, 88),
    ("wait_test", "live", "1234444678m456p + 1m", 0, 1),
    ("knitted_wait", "never", "12369m258s147p33z + 3m", 15, 14),
]


@pytest.mark.parametrize(("switch", "value", "text", "before", "after"), CASES)
def test_a_switch_decides_its_question(
    switch: str, value: object, text: str, before: int, after: int
) -> None:
    """Where the rulebooks give no total for the whole hand, ``before`` is 0 and only the step is checked."""
    hand = read_hand(text)
    mil = score_hand(hand, MIL2025).fan_total
    switched = score_hand(hand, replace(MIL2025, name="house", **{switch: value})).fan_total
    assert switched - mil == after - before
    assert before in (0, mil)


def test_every_switch_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(SWITCHES)


def test_a_fan_that_an_event_does_not_add_is_left_out_by_the_profile() -> None:
    house = replace(MIL2025, name="house", seven_pairs_addons="no_all_types")
    left_out = explain(read_hand("1111m99s99p3344z7z + 7z"), house).left_out
    assert (51, Principle.PROFILE) in [(one.fan.number, one.principle) for one in left_out]


def test_the_default_is_mil2025_and_names_find_profiles() -> None:
    assert DEFAULT is MIL2025
    assert [profile_named(name).name for name in PROFILES] == ["MIL2025", "CN1998", "WMO2006"]
    assert tuple(PROFILES) == rulesets.PROFILES
    with pytest.raises(ScoringError) as refused:
        profile_named("EMA")
    assert refused.value.code == "bad_profile"


def test_the_explanation_names_the_switch_that_decided() -> None:
    differences = explain(read_hand("[3333m]c [5555p]c 6789m888s + 9m")).differences
    assert [(one.profile, one.fan_total, one.switches) for one in differences] == [
        ("WMO2006", 27, ("two_concealed_kongs",))
    ]


def test_the_green_dragon_and_honour_pairs_differ_under_wmo() -> None:
    """N4 of the worked hands: 绿一色 七对 不求人, and no 四归一 for four dragons."""
    assert score_hand(read_hand("2233446688s666z + 6z | self-draw"), WMO2006).numbers == [
        [3, 1],
        [19, 1],
        [56, 1],
    ]

"""The table of fans is complete, in both languages, and proof-reads itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from scoring.calculator import score_hand
from scoring.explain_text import PRINCIPLES
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, VARIANTS, Fan
from scoring.fans.combine import Principle
from scoring.fans.detect_pungs import detects as pung_detectors
from scoring.notation import read_hand
from scoring.profiles import PROFILES, SWITCHES

HAN = re.compile(r"[\u4e00-\u9fff]")


def test_the_numbers_are_those_of_the_1998_table_and_82() -> None:
    assert sorted(fan.number for fan in CATALOGUE) == list(range(1, 83))


def test_the_points_are_those_of_the_1998_table() -> None:
    """88 seven times, 64 six times ... (1998 rules pp. 23-27), and 5 for fan 82."""
    tiers = Counter(fan.points for fan in CATALOGUE)
    assert tiers == {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 5: 1, 4: 4, 2: 10, 1: 13}


def test_the_table_runs_from_the_dearest_fan_down() -> None:
    assert [fan.points for fan in CATALOGUE] == sorted((fan.points for fan in CATALOGUE), reverse=True)


def test_a_fan_only_leaves_out_fans_that_are_asked_after_it() -> None:
    """23 and 24 name each other in the table, and no reading holds both."""
    order = {fan.number: place for place, fan in enumerate(CATALOGUE)}
    for fan in CATALOGUE:
        later = [order[taken] > order[fan.number] for taken in fan.implies if (fan.number, taken) != (24, 23)]
        assert all(later), fan


@pytest.mark.parametrize("fan", CATALOGUE, ids=lambda fan: fan.key)
def test_every_fan_has_its_words_in_both_languages(fan: Fan) -> None:
    assert re.fullmatch(r"[a-z_]+", fan.key)
    assert HAN.search(fan.zh)
    assert not HAN.search(fan.en)
    assert fan.definition_en.endswith(".")
    assert not HAN.search(fan.definition_en)
    assert fan.definition_zh.endswith("。")
    assert HAN.search(fan.definition_zh)
    assert all(name and not HAN.search(name) for name in fan.also_en)


def test_keys_and_names_are_unique() -> None:
    for words in ("key", "zh", "en"):
        assert len({getattr(fan, words) for fan in CATALOGUE}) == len(CATALOGUE)


@pytest.mark.parametrize("fan", CATALOGUE, ids=lambda fan: fan.key)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_the_example_shows_the_fan_under_every_profile(fan: Fan, profile) -> None:
    score = score_hand(read_hand(fan.example), profile)
    assert score.flowers if fan.number == 81 else fan.number in [number for number, _ in score.numbers]


def test_the_green_book_numbers_differ_from_48_to_53_only() -> None:
    moved = {fan.number: fan.green_book_number for fan in CATALOGUE if fan.number != fan.green_book_number}
    assert moved == {48: 49, 49: 50, 50: 51, 51: 52, 52: 53, 53: 48, 82: None}


def test_variants_name_switches_and_free_what_is_implied() -> None:
    for variant in VARIANTS:
        assert variant.switch in SWITCHES
        assert set(variant.frees) <= set(BY_NUMBER[variant.taker].implies)


def test_every_reason_is_worded_in_both_languages() -> None:
    assert set(PRINCIPLES["en"]) == set(PRINCIPLES["zh"]) == set(Principle)


def test_no_detector_is_announced_twice() -> None:
    bits = [bit for bit, _ in pung_detectors.questions]
    assert len(bits) == len(set(bits))


def test_the_page_about_the_fans_shows_the_table_as_it_is() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "fans.md").read_text("utf-8")
    for fan in CATALOGUE:
        implied = " ".join(map(str, fan.implies)) or "–"
        assert f"| {fan.number} | {fan.zh} | {fan.en} | {fan.points} | {implied} |" in page
    for switch in SWITCHES:
        assert f"`{switch}`" in page

"""Explanations say where, why and what else."""

from __future__ import annotations

from scoring.explain import Explanation, explain
from scoring.explain_text import explanation_as_data, render, write_groups
from scoring.fans.combine import Principle
from scoring.notation import read_hand


def explained(text: str) -> Explanation:
    return explain(read_hand(text))


def left_out(text: str) -> set[tuple[int, Principle, int | None]]:
    return {
        (one.fan.number, one.principle, one.by.number if one.by else None) for one in explained(text).left_out
    }


def test_a_fan_is_shown_in_the_tiles_it_was_seen_in() -> None:
    seen = {
        one.counted.fan.number: [write_groups(groups) for groups in one.seen_in]
        for one in explained("[222m] [333m] 444m 22p 33z + 2p | seat=W").counted
    }
    assert seen[24] == ["222m 333m 444m"]
    assert seen[65] == ["222m 222p"]
    assert seen[48] == ["222m 333m 444m 222p"]


def test_a_fan_counted_twice_is_shown_twice() -> None:
    (hogs,) = [
        one for one in explained("[777m] [666m] [999m] 7888m + 6m").counted if one.counted.fan.number == 64
    ]
    assert sorted(write_groups(groups) for groups in hogs.seen_in) == ["6666m", "7777m"]


def test_an_implied_fan_names_the_fan_that_took_it() -> None:
    told = left_out("2233445566778m + 8m")
    assert {
        (19, Principle.NON_REPEAT, 6),
        (22, Principle.NON_REPEAT, 6),
        (62, Principle.NON_REPEAT, 6),
    } <= told


def test_a_link_too_many_falls_to_account_once() -> None:
    assert (71, Principle.ACCOUNT_ONCE, 70) in left_out("[123m] [789s] 12345p 55z + 6p")


def test_the_same_fan_of_three_again_falls_to_non_identical() -> None:
    """Two 123m and 234p 345s: the second 123m may not make 三色三步高 once more."""
    assert (50, Principle.NON_IDENTICAL, 50) in left_out("[123m] [123m] 234p 34s 66z + 5s")


def test_a_wind_paid_elsewhere_is_not_paid_again() -> None:
    assert (73, Principle.NON_REPEAT, 60) in left_out("[222z] 234m 678p 23s 99p + 4s | round=S")


def test_a_wait_that_is_not_alone_is_named() -> None:
    assert (78, Principle.FORMAL_WAIT, None) in left_out("[333m] [3333s]c 567m 3335p + 4p")


def test_other_readings_are_listed_with_their_totals() -> None:
    (other,) = explained("112233m778899m5m + 5m").alternatives
    assert (other.fan_total, write_groups(other.groups)) == (48, "11m 22m 33m 55m 77m 88m 99m")


def test_the_words_come_in_both_languages() -> None:
    explanation = explained("[345m] [345s] 66m23789p + 4p | flowers=2")
    english, chinese = render(explanation, "en"), render(explanation, "zh")
    assert "Total 3 + 2 flowers" in english
    assert "Fewer than eight points: not a win" in english
    assert "合计 3 + 2花" in chinese
    assert "不足八分，不能和牌" in chinese
    assert len(english) == len(chinese)


def test_the_data_form_holds_everything() -> None:
    data = explanation_as_data(explained("1112345678999m + 9m | self-draw flowers=1"))
    assert data["total"] == 108
    assert data["reading"]["groups"] == ["123m", "456m", "789m", "999m", "11m"]
    assert [fan["number"] for fan in data["counted"]] == [4, 28, 64, 80]
    assert data["other_profiles"] == [
        {"profile": "WMO2006", "points": 110, "switches": ["concealed_form_selfdraw"]}
    ]
    assert all(one["why"]["en"] and one["why"]["zh"] for one in data["left_out"])

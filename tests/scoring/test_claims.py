"""What a player claims, held against the truth."""

from __future__ import annotations

import pytest

from scoring.claims import check_claim
from scoring.errors import ScoringError
from scoring.fans.combine import Principle
from scoring.notation import read_hand

S1 = "[2222s] [5555s] [111s] [777s] 8s + 8s"  # 清一色 碰碰和 全求人 双明杠 幺九刻: 41


def numbers(pairs) -> list[tuple[int, int]]:
    return [(fan.number, times) for fan, times in pairs]


def test_a_right_total_is_right() -> None:
    check = check_claim(read_hand(S1), total=41)
    assert (check.verdict, check.claimed_total, check.true_total, check.false_win) == ("right", 41, 41, False)


@pytest.mark.parametrize(("total", "verdict"), [(40, "too_low"), (43, "too_high")])
def test_a_wrong_total_says_which_way(total: int, verdict: str) -> None:
    assert check_claim(read_hand(S1), total=total).verdict == verdict


def test_a_right_list_is_right() -> None:
    check = check_claim(read_hand(S1), fans={22: 1, 48: 1, 52: 1, 57: 1, 73: 1})
    assert check.verdict == "right"
    assert numbers(check.right) == [(22, 1), (48, 1), (52, 1), (57, 1), (73, 1)]
    assert check.missed == check.too_much == check.impossible_together == ()


def test_missed_fans_are_listed() -> None:
    check = check_claim(read_hand(S1), fans={22: 1, 48: 1, 57: 1})
    assert check.verdict == "too_low"
    assert numbers(check.missed) == [(52, 1), (73, 1)]


def test_fans_too_many_come_with_the_reason() -> None:
    check = check_claim(read_hand(S1), fans={22: 1, 48: 1, 52: 1, 57: 1, 73: 1, 79: 1, 76: 1, 41: 1})
    assert check.verdict == "too_high"
    reasons = {
        extra.fan.number: extra.why and (extra.why.principle, extra.why.by.number) for extra in check.too_much
    }
    assert reasons == {41: None, 76: (Principle.NON_REPEAT, 22), 79: (Principle.NON_REPEAT, 52)}
    clashes = [(clash.one.number, clash.other.number) for clash in check.impossible_together]
    assert clashes == [(22, 76), (52, 79)]


def test_fans_of_two_readings_are_impossible_together() -> None:
    """1998 rules, principle of non-separation: seven pairs may not borrow chows (S2)."""
    check = check_claim(read_hand("9m778899s112233p + 9m"), fans={19: 1, 76: 1, 69: 2})
    assert check.verdict == "too_high"
    (clash,) = [clash for clash in check.impossible_together if clash.one.number == 19]
    assert (clash.other.number, clash.principle) == (69, Principle.NON_SEPARATION)


def test_another_list_worth_the_same_is_right() -> None:
    """花龙 with 连六 instead of 喜相逢 (S5), and three concealed pungs instead of a triple pung (N51)."""
    assert check_claim(read_hand("[123m] [789s] 12345p 55z + 6p"), fans={39: 1, 71: 1}).verdict == "right"
    n51 = read_hand("5556788m888s888p + 8m")
    assert check_claim(n51, fans={33: 1, 62: 1, 65: 1, 68: 1}).verdict == "right"
    assert check_claim(n51, fans={32: 1, 62: 1, 66: 1, 68: 1}).verdict == "right"


def test_a_right_sum_of_wrong_fans_is_told_apart() -> None:
    check = check_claim(read_hand("[123m] [789s] 12345p 55z + 6p"), fans={40: 1, 71: 1})
    assert check.verdict == "wrong_fans"


def test_a_list_with_another_total_is_not_right() -> None:
    assert (
        check_claim(read_hand(S1), fans={22: 1, 48: 1, 52: 1, 57: 1, 73: 1}, total=42).verdict == "too_high"
    )


def test_below_eight_is_a_false_win_whatever_the_flowers() -> None:
    check = check_claim(read_hand("[345m] [345s] 66m23789p + 4p | self-draw flowers=6"), total=10)
    assert (check.false_win, check.true_total, check.verdict) == (True, 4, "too_high")


@pytest.mark.parametrize("fans", [{99: 1}, {81: 1}, {22: 0}])
def test_a_fan_that_cannot_be_claimed_is_refused(fans: dict[int, int]) -> None:
    with pytest.raises(ScoringError) as refused:
        check_claim(read_hand(S1), fans=fans)
    assert refused.value.code == "bad_fan"


def test_an_empty_claim_is_refused() -> None:
    with pytest.raises(ScoringError):
        check_claim(read_hand(S1))

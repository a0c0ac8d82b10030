"""A list of fans without tiles: nothing that a real hand shows is ever shut out, what no hand shows is."""

import random

import pytest

from scoring.calculator import score_hand
from scoring.errors import ScoringError
from scoring.fan_list import count_list, shut_by
from scoring.fans.catalogue import CATALOGUE
from scoring.profiles import MIL2025, PROFILES, WMO2006
from tests.scoring.random_hands import random_win

FLOWERS = 81


def listed(hand, profile):
    score = score_hand(hand, profile)
    return {number: times for number, times in score.numbers if number != FLOWERS}, score.fan_total


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_the_fans_of_a_real_hand_stand_together_and_add_up_to_its_total(profile):
    rng = random.Random(19)
    for _ in range(1500):
        hand = random_win(rng)
        fans, total = listed(hand, profile)
        counted = count_list(fans, profile=profile)
        assert (counted.total, counted.within) == (total, ()), hand


def test_while_a_real_hand_is_ticked_none_of_its_fans_is_greyed():
    rng = random.Random(7)
    for _ in range(400):
        fans, _ = listed(random_win(rng), MIL2025)
        for number in fans:
            others = {other: times for other, times in fans.items() if other != number}
            assert number not in {shut.number for shut in shut_by(others)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (19, 48),  # seven pairs hold no pung
        (22, 49),  # one suit without and with honours
        (12, 52),  # four concealed pungs are not melded
        (2, 28),  # three pungs of dragons leave no room for a straight of three chows
        (7, 68),  # orphans are no simples
        (56, 74),  # a melded kong opens the hand
        (44, 45),  # the last tile is drawn or claimed
        (77, 78),  # one wait
        (31, 55),  # fives everywhere, ends everywhere
        (35, 68),  # the knitted straight has ones and nines
        (25, 71),  # 7, 8 and 9 make one chow only
        (28, 39),  # account-once: one fan of three chows
        (16, 70),  # account-once: four chows leave nothing to combine
        (43, 80),  # a chicken hand has no other fan
        (3, 59),  # a pung of the green dragon can be all green
    ],
)
def test_what_no_hand_shows_together_is_shut_out_both_ways(one, other):
    possible = (one, other) == (3, 59)
    for ticked, asked in ((one, other), (other, one)):
        assert (asked not in {shut.number for shut in shut_by({ticked: 1})}) is possible


def test_a_fan_within_a_ticked_one_is_named_with_it():
    # full flush 22 holds no honours 76
    (shut,) = (shut for shut in shut_by({22: 1}) if shut.number == 76)
    assert (shut.why, shut.by) == ("within", 22)


def test_ticking_the_dearer_fan_afterwards_leaves_the_cheaper_one_out():
    counted = count_list({76: 1, 22: 1})
    assert (counted.total, counted.within) == (24, (76,))


def test_two_fans_that_clash_are_refused_by_name():
    with pytest.raises(ScoringError) as caught:
        count_list({19: 1, 48: 1})
    assert caught.value.code == "fans_clash"
    assert {caught.value.params["fan"], caught.value.params["other"]} == {19, 48}


def test_links_of_chows_are_counted_as_account_once_allows():
    # three links tie four chows; a fan of three chows leaves room for one
    assert count_list({69: 1, 70: 1, 71: 1}).total == 3
    assert count_list({28: 1, 70: 1}).total == 17
    for fans in ({69: 2, 70: 2}, {28: 1, 69: 1, 70: 1}):
        with pytest.raises(ScoringError, match="fans_clash"):
            count_list(fans)


@pytest.mark.parametrize("fans", [{99: 1}, {81: 1}, {48: 2}, {73: 5}, {73: 0}])
def test_what_no_list_can_hold_is_a_bad_fan(fans):
    with pytest.raises(ScoringError, match="bad_fan"):
        count_list(fans)


def test_points_are_those_of_the_rulebook():
    # one melded and one concealed kong: 5 under MIL, 6 in the Green Book
    assert count_list({82: 1}).total == 5
    assert count_list({82: 1}, profile=WMO2006).total == 6


def test_every_fan_can_be_ticked_first():
    for fan in CATALOGUE:
        if fan.number != FLOWERS:
            assert count_list({fan.number: 1}).total == fan.points

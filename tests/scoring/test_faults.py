"""Faults and their rising penalties, as the dossier's section 4.5 has them."""

import pytest

from scoring.errors import ScoringError
from scoring.faults import FAULT_LISTS, Past, Step
from scoring.payments import FALSE_WIN_PRESETS, Treatment, pay_penalty
from tournament.templatetags.rulings import FAULTS, GROUPS


def past(fault, *, times=1, deal=True, game=True, warning=False):
    return [Past(fault, warning, same_deal=deal, same_game=game)] * times


def costs(preset, fault, times):
    """The points of the first so many times in one hand."""
    return [FAULT_LISTS[preset].propose(fault, past(fault, times=n)).step.amount for n in range(times)]


@pytest.mark.parametrize(
    ("preset", "fault", "amounts"),
    [
        ("cn1998", "empty_call", [0, 5, 10, 20, 30, 40, 50, 60, 60]),
        ("cn1998", "wrong_wall_tile", [10, 20, 30]),
        ("mil2025", "empty_call", [0, 10, 20, 40, 80, 80]),
        ("mil2025", "wall_tile_exposed", [0, 10, 10]),
        ("mil2025", "kong_not_shown", [0, 40]),
        ("mil2025", "wall_destroyed", [80]),
        ("natsuki", "empty_call", [0, 5, 10, 20]),
        ("club_none", "empty_call", [0, 0, 0]),
    ],
)
def test_a_fault_rises_as_its_book_says(preset, fault, amounts):
    assert costs(preset, fault, len(amounts)) == amounts


@pytest.mark.parametrize("fault", ["false_set", "wrong_count", "wrong_wall_tile_taken"])
@pytest.mark.parametrize("preset", ["cn1998", "mil2025"])
def test_some_faults_make_the_hand_dead_and_cost_nothing(preset, fault):
    assert FAULT_LISTS[preset].propose(fault).step == Step(dead_hand=True)


@pytest.mark.parametrize(
    ("preset", "fault", "deal", "game", "count"),
    [
        ("cn1998", "empty_call", False, True, 1),
        ("mil2025", "empty_call", False, True, 2),
        ("mil2025", "empty_call", False, False, 1),
        ("mil2025", "disturbance", False, False, 2),
    ],
)
def test_the_count_goes_back_as_far_as_the_book_says(preset, fault, deal, game, count):
    assert FAULT_LISTS[preset].propose(fault, past(fault, deal=deal, game=game)).count == count


def test_under_mil_a_player_who_was_warned_is_fined_ten_instead_of_warned_again():
    faults = FAULT_LISTS["mil2025"]
    second = faults.propose("over_time", past("naming_discards", deal=False, warning=True))
    assert (second.step, second.raised) == (Step(Treatment.DEDUCTION, 10), True)
    assert not faults.propose("over_time", past("wall_destroyed")).raised


def test_a_fault_of_another_book_is_refused():
    with pytest.raises(ScoringError, match="unknown_fault"):
        FAULT_LISTS["cn1998"].propose("wall_destroyed")


def test_each_tariff_of_false_wins_has_its_list_and_each_fault_its_name_and_article():
    assert set(FAULT_LISTS) == set(FALSE_WIN_PRESETS)
    for faults in FAULT_LISTS.values():
        for code, fault in faults.faults.items():
            assert code in FAULTS
            assert fault.group.value in GROUPS
            assert fault.article


@pytest.mark.parametrize("victim", [None, 1, 4])
def test_points_go_to_one_of_the_other_three_or_nowhere(victim):
    assert pay_penalty(Treatment.VICTIM, offender=1, amount=5, victim=3) == (0, -5, 0, 5)
    with pytest.raises(ScoringError):
        pay_penalty(Treatment.VICTIM, offender=1, amount=5, victim=victim)

"""Prevalent wind, dealer, seat winds and chairs of every deal (dossier 5.1 and 5.2)."""

import pytest

from scoring.errors import ScoringError
from scoring.rotation import SEAT_CHANGES, moves_after, position

TABLE_OF_CHAIRS = {
    # dossier 5.2: the chair of the players who start E, S, W, N in wind rounds 1-4
    "wmo": ["ESNW", "SEWN", "WNES", "NWSE"],
    "qa_fig1": ["ESWN", "SENW", "WNES", "NWSE"],
    "frwiki_alt": ["ESWN", "SENW", "WNSE", "NWES"],
    "half": ["EESS", "SSEE", "WWNN", "NNWW"],
    "none": ["EEEE", "SSSS", "WWWW", "NNNN"],
}
SCHEMES = sorted(SEAT_CHANGES)


def test_the_prevalent_wind_changes_every_four_deals():
    assert [position(k).prevalent_wind for k in range(1, 17)] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize("scheme", SCHEMES)
def test_chairs_follow_the_published_table(scheme):
    for wind_round in range(4):
        expected = tuple("ESWN".index(row[wind_round]) for row in TABLE_OF_CHAIRS[scheme])
        assert position(wind_round * 4 + 1, seat_change=scheme).chairs == expected


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("number", range(1, 17))
def test_the_dealer_is_whoever_sits_on_the_next_chair_and_is_east(scheme, number):
    place = position(number, seat_change=scheme)
    assert place.chairs[place.dealer] == (number - 1) % 4
    assert place.seat_winds[place.dealer] == 0
    assert sorted(place.seat_winds) == [0, 1, 2, 3]


@pytest.mark.parametrize("number", range(1, 17))
def test_seat_winds_run_counter_clockwise_from_the_dealer(number):
    place = position(number)
    for seat in range(4):
        steps = (place.chairs[seat] - place.chairs[place.dealer]) % 4
        assert place.seat_winds[seat] == steps


@pytest.mark.parametrize("scheme", SCHEMES)
def test_everybody_deals_four_times(scheme):
    dealers = [position(k, seat_change=scheme).dealer for k in range(1, 17)]
    assert sorted(dealers) == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize("scheme", ["wmo", "qa_fig1", "frwiki_alt"])
def test_everybody_sits_on_each_chair_once(scheme):
    for seat in range(4):
        chairs = [position(first, seat_change=scheme).chairs[seat] for first in (1, 5, 9, 13)]
        assert sorted(chairs) == [0, 1, 2, 3]


def test_after_the_east_wind_round_east_and_south_and_west_and_north_change_chairs():
    assert moves_after(4) == ((0, 0, 1), (1, 1, 0), (2, 2, 3), (3, 3, 2))


def test_after_the_south_wind_round_east_goes_west_south_north_west_south_north_east():
    # dossier 5.2 "wmo as moves": E->W, S->N, W->S, N->E
    assert {(a, b) for _, a, b in moves_after(8)} == {(0, 2), (1, 3), (2, 1), (3, 0)}


def test_nobody_moves_inside_a_wind_round_or_after_the_last_deal():
    assert moves_after(3) == ()
    assert moves_after(16) == ()
    assert moves_after(4, seat_change="none") == ()


@pytest.mark.parametrize("number", [0, 17, -1])
def test_there_is_no_deal_before_the_first_or_after_the_sixteenth(number):
    with pytest.raises(ScoringError) as refused:
        position(number)
    assert refused.value.code == "no_such_deal"

"""The drawing of the seat change: every move of every scheme is one arrow from where somebody sat."""

import pytest

from scoring import rotation
from tournament.views.table_page import CORNERS, Move, arrows

AROUND = {"br": (0, 1), "tr": (1, 2), "tl": (2, 3), "bl": (3, 0), "v": (0, 2), "h": (1, 3)}
"""The two places of the picture that each line joins: bottom, right, top, left are 0 to 3."""


def heads(drawn):
    """(from place, to place) of every head that is drawn."""
    found = set()
    for arrow in drawn:
        first, second = AROUND[arrow.place]
        if arrow.on:
            found.add((first, second))
        if arrow.back:
            found.add((second, first))
    return found


@pytest.mark.parametrize("lower", range(4))
@pytest.mark.parametrize("after", [4, 8, 12])
@pytest.mark.parametrize("scheme", sorted(rotation.SEAT_CHANGES))
def test_each_move_has_its_arrow_however_the_picture_is_turned(scheme, after, lower):
    moves = rotation.moves_after(after, seat_change=scheme)
    drawn = arrows([Move(origin, chair) for _, origin, chair in moves], lower)
    assert heads(drawn) == {((a - lower) % 4, (b - lower) % 4) for _, a, b in moves}
    assert len({arrow.place for arrow in drawn}) == len(drawn)


def test_a_corner_is_the_lower_right_one_turned():
    assert [arrow.turned for arrow in arrows([Move(seat, (seat + 1) % 4) for seat in range(4)])] == [
        0,
        -90,
        -180,
        -270,
    ]
    assert CORNERS == ("br", "tr", "tl", "bl")

"""What thirteen tiles are waiting for."""

from __future__ import annotations

import pytest

from scoring.errors import ScoringError
from scoring.notation import read_tiles, write_kinds
from scoring.waits import Wait, waits


def found(text: str) -> tuple[Wait, ...]:
    tiles = read_tiles(text)
    return waits(tiles.concealed, tiles.melds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1112345678999m", "123456789m"),  # nine gates
        ("19m19p19s1234567z", "19m19p19s1234567z"),  # thirteen orphans without a pair
        ("19m19p19s1123456z", "7z"),
        ("147m 258p 369s 1234z", "567z"),  # thirteen of the sixteen
        ("147m 28p 369s 12345z", "5p67z"),
        ("147m 258p 36s 345m 66s", "9s"),  # knitted straight
        ("1155m 2288p 3377s 5z", "5z"),
        ("89999m223344p11z", "78m"),
        ("[123m] [123p] [123s] [789m] 5z", "5z"),
        ("123m 456p 789s 11z 5z 9m", ""),
        ("1111m 456p 789s 222z", "1m"),  # in form only
    ],
)
def test_the_tiles_that_complete_a_hand(text: str, expected: str) -> None:
    assert write_kinds([wait.tile for wait in found(text)]) == expected


def test_each_wait_is_worth_something_by_draw_and_by_discard() -> None:
    north = found("777m12333s888p44z")[1]
    assert north.left == 2
    assert north.by_self_draw
    assert north.by_discard
    assert (north.by_self_draw.fan_total, north.by_discard.fan_total) == (21, 5)
    assert (north.by_self_draw.is_win, north.by_discard.is_win) == (True, False)


def test_a_tile_that_is_used_up_has_no_points() -> None:
    (wait,) = found("1111m 456p 789s 222z")
    assert (wait.left, wait.by_self_draw, wait.by_discard) == (0, None, None)


@pytest.mark.parametrize(("text", "code"), [("123m", "tile_count"), ("11111m 456p 789s 22z", "too_many")])
def test_what_is_no_hand_is_refused(text: str, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        found(text)
    assert refused.value.code == code

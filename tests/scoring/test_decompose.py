"""Readings: all of them, and nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scoring.decompose import Completes, Shape, completions, readings
from scoring.hand import WinningHand
from scoring.notation import read_hand, write_kinds, write_meld
from scoring.where import groups_of
from tests.scoring.random_hands import random_win


def shapes_and_groups(text: str) -> list[str]:
    hand = read_hand(text)
    melds = [write_meld(meld) for meld in hand.melds]
    return sorted(
        " ".join([*melds, *map(write_kinds, groups_of(hand, reading)[len(melds) :])])
        for reading in readings(hand.counts, hand.melds)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("22233344m23499p + 4m", ["234m 234m 234m 234p 99p", "234p 222m 333m 444m 99p"]),
        ("[222m] 33344m23499p + 4m", ["[222m] 234p 333m 444m 99p"]),
        ("112233m778899m5m + 5m", ["11m 22m 33m 55m 77m 88m 99m", "123m 123m 789m 789m 55m"]),
        ("1111m99s99p3344z7z + 7z", ["11m 11m 99p 99s 33z 44z 77z"]),
        ("258m147s369p11z45m + 6m", ["258m 369p 147s 456m 11z"]),
        ("[456p] 258m69s147p66z + 3s", ["[456p] 258m 147p 369s 66z"]),
        ("19m19p19s1234567z + 1z", ["19m19p19s11234567z"]),
        ("147m28p369s12345z + 6z", ["147m28p369s123456z"]),
        ("123m456p789s1122z + 3z", []),
    ],
)
def test_a_hand_has_these_readings_and_no_others(text: str, expected: list[str]) -> None:
    assert shapes_and_groups(text) == expected


def test_every_reading_uses_every_tile_once() -> None:
    rng = random.Random(5)
    for _ in range(500):
        hand = random_win(rng)
        for reading in readings(hand.counts, hand.melds):
            tiles = Counter(tile for group in groups_of(hand, reading) for tile in group)
            assert tiles == Counter(dict(enumerate(hand.all_counts))) - Counter()


def roles(text: str) -> set[str]:
    hand = read_hand(text)
    return {
        part.value
        for reading in readings(hand.counts, hand.melds)
        for part in completions(reading, hand.win_tile)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[555z] [666z] 1223334m + 3m", {"pair", "closed", "edge"}),  # wait test W5
        ("12m 456p 789s 11z 555z + 3m", {"edge"}),
        ("89m 456p 789s 11z 555z + 7m", {"edge"}),
        ("23m 456p 789s 11z 555z + 4m", {"side"}),
        ("23m 456p 789s 11z 555z + 1m", {"side"}),
        ("24m 456p 789s 11z 555z + 3m", {"closed"}),
        ("123m 456p 789s 11z 55z + 5z", {"pung"}),
        ("147m 258p 36s 345m 66s + 9s", {"knitted"}),
        ("1155m 2288p 3377s 5z + 5z", {"form"}),
    ],
)
def test_the_winning_tile_plays_its_roles(text: str, expected: set[str]) -> None:
    assert roles(text) <= set(Completes)
    assert roles(text) == expected


def test_seven_pairs_with_a_meld_is_no_reading() -> None:
    hand = WinningHand((0, 0, 8, 8, 9, 9, 17, 17, 27, 27), 28, read_hand("[123s] 11m22m33m44m55m + 6m").melds)
    assert readings(hand.counts, hand.melds) == []


def test_the_five_shapes_are_found() -> None:
    rng = random.Random(9)
    found = set()
    for _ in range(600):
        hand = random_win(rng)
        found |= {reading.shape for reading in readings(hand.counts, hand.melds)}
    assert found == set(Shape)

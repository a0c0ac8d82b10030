"""Hands that cannot be, and lines that are no hands."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.calculator import score_hand
from scoring.errors import ScoringError
from scoring.hand import from_corpus
from scoring.notation import read_hand


def record(**changes: Any) -> dict[str, Any]:
    """A plain winning hand in the corpus form, with changes; a change to ``...`` takes the key away."""
    plain = {
        "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "5z", "5z"],
        "melds": [],
        "win_tile": "5z",
        "self_drawn": False,
        "seat_wind": 0,
        "round_wind": 0,
    } | changes
    return {key: value for key, value in plain.items() if value is not ...}


def refusal(line: Any) -> tuple[str, object]:
    with pytest.raises(ScoringError) as refused:
        score_hand(from_corpus(line))
    return refused.value.code, refused.value.params.get("reason")


def test_the_plain_hand_wins() -> None:
    assert score_hand(from_corpus(record())).numbers == [[39, 1], [51, 1], [59, 1], [62, 1]]


@pytest.mark.parametrize("key", ["concealed", "win_tile", "self_drawn", "seat_wind", "round_wind"])
def test_a_hand_without_what_a_referee_must_know_is_refused(key: str) -> None:
    assert refusal(record(**{key: ...})) == ("bad_input", "missing")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"concealed": "123m"}, "not_a_list"),
        ({"melds": "123m"}, "not_a_list"),
        ({"self_drawn": "yes"}, "not_true_or_false"),
        ({"self_drawn": 1}, "not_true_or_false"),
        ({"last_tile": None}, "not_true_or_false"),
        ({"seat_wind": "E"}, "not_a_number"),
        ({"seat_wind": True}, "not_a_number"),
        ({"flowers": 1.0}, "not_a_number"),
        ({"melds": [{"type": "chow"}]}, "missing"),
        ({"melds": ["123m"]}, "missing"),
        ({"melds": [{"type": 3, "tiles": ["1m", "2m", "3m"]}]}, "meld_type"),
        ({"melds": [{"type": "set", "tiles": ["1m", "2m", "3m"]}]}, "meld_size"),
        ({"melds": [{"type": "kong", "tiles": ["1m", "1m", "1m"]}]}, "meld_size"),
        ({"melds": [{"type": "chow", "tiles": ["1m", "2m", "4m"]}]}, "chow_not_consecutive"),
        ({"melds": [{"type": "chow", "tiles": ["8m", "9m", "1p"]}]}, "chow_not_consecutive"),
        ({"melds": [{"type": "chow", "tiles": ["1z", "2z", "3z"]}]}, "chow_not_consecutive"),
        ({"melds": [{"type": "chow", "tiles": ["1m", "2m", "3m"], "from": 2}]}, "chow_not_from_the_left"),
        ({"melds": [{"type": "pung", "tiles": ["1m", "1m", "2m"]}]}, "tiles_not_equal"),
        (
            {"melds": [{"type": "pung", "tiles": ["1m"] * 3, "concealed": True}]},
            "only_kongs_are_concealed",
        ),
        ({"melds": [{"type": "pung", "tiles": ["1m", "1m", "1m"], "from": 4}]}, "not_a_seat"),
        ({"melds": [{"type": "pung", "tiles": [["1m"], "1m", "1m"]}]}, "not_a_list"),
    ],
)
def test_a_line_that_is_no_hand_is_bad_input(changes: dict[str, Any], reason: str) -> None:
    assert refusal(record(**changes)) == ("bad_input", reason)


@pytest.mark.parametrize("line", [None, 3, "123m", []])
def test_something_that_is_no_object_is_bad_input(line: Any) -> None:
    assert refusal(line)[0] == "bad_input"


@pytest.mark.parametrize("tile", ["0m", "10m", "8z", "5x", "", None, 5])
def test_an_unknown_tile_is_refused(tile: Any) -> None:
    assert refusal(record(win_tile=tile))[0] == "bad_tile"


def test_twelve_or_fourteen_tiles_are_refused() -> None:
    tiles = record()["concealed"]
    assert refusal(record(concealed=tiles[1:]))[0] == "tile_count"
    assert refusal(record(concealed=[*tiles, "9m"]))[0] == "tile_count"
    assert refusal(record(melds=[{"type": "pung", "tiles": ["9p"] * 3}]))[0] == "tile_count"


def test_a_fifth_copy_is_refused_wherever_it_lies() -> None:
    with pytest.raises(ScoringError) as refused:
        read_hand("[1111m]c 123m 456p 99s 99z".replace("99z", "77s") + " + 7s")
    assert (refused.value.code, refused.value.params["tile"]) == ("too_many", "1m")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("123m456p789s1155z + 5z | self-draw robbing-kong", "robbing_kong+self_drawn"),
        ("123m456p78s11555z + 9s | robbing-kong last-tile", "robbing_kong+last_tile"),
        ("123m456p789s1155z + 5z | robbing-kong", "robbing_tile_in_hand"),
        ("[789s] 123m456p11z79s + 8s | robbing-kong", "robbing_tile_in_hand"),
        ("123m456p789s1155z + 5z | self-draw replacement", "replacement_without_kong"),
        ("[1111m]c 456p789s1155z + 5z | replacement", "replacement+discard"),
        ("123m456p789s1155z + 5z | last-of-kind", "last_of_kind_tile_in_hand"),
    ],
)
def test_circumstances_that_contradict_each_other_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ScoringError) as refused:
        read_hand(text)
    assert (refused.value.code, refused.value.params["reason"]) == ("illegal_context", reason)


@pytest.mark.parametrize("changes", [{"seat_wind": 4}, {"seat_wind": -1}, {"round_wind": 7}])
def test_a_fifth_wind_is_refused(changes: dict[str, Any]) -> None:
    assert refusal(record(**changes)) == ("illegal_context", "bad_wind")


@pytest.mark.parametrize("flowers", [-1, 9])
def test_there_are_eight_flowers(flowers: int) -> None:
    assert refusal(record(flowers=flowers)) == ("illegal_context", "flowers_out_of_range")


def test_three_copies_in_the_own_open_melds_make_the_tile_the_last_of_its_kind() -> None:
    assert read_hand("[777m] 123p 456p 89m 11z + 7m").last_of_kind
    assert not read_hand("[789m] [789m] 123p 89m 11z + 7m").last_of_kind


def test_the_corpus_form_takes_other_spellings_of_tiles() -> None:
    tiles = ["W1", "W2", "W3", "🀜", "🀝", "🀞", "七条", "八条", "九条", "E", "東", "中", "C"]
    assert from_corpus(record(concealed=tiles, win_tile="R")) == from_corpus(record())

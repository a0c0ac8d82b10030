"""What people type becomes tiles, and tiles become text that reads back."""

from __future__ import annotations

import pytest

from scoring.errors import ScoringError
from scoring.notation import read_hand, read_tiles, write_hand, write_tiles
from scoring.tiles import CODES, NAMES_EN, NAMES_ZH, tile_named

SAME_HAND = [
    "123m 456p 789s 11z 55z + 5z",
    "123m456p789s11z555z",
    "1m2m3m4p5p6p7s8s9s1z1z5z5z5z",
    "1m,2m,3m, 4p 5p 6p; ".replace(";", "") + "7s 8s 9s EE CCC",
    "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 J1 J1 J1",
    "W1W2W3 B4B5B6 T7T8T9 F1F1 J1J1J1",
    "一万二万三万 四饼五饼六饼 七条八条九条 东东 中中中",
    "一萬 二萬 三萬 四筒 五筒 六筒 七索 八索 九索 東 東 中 中 中",
    "123万 456筒 789条 东东 中中 + 中",
    "🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀄🀄🀄",
    "🀇🀈🀉 🀜🀝🀞 🀖🀗🀘 🀀🀀 🀄\ufe0e🀄\ufe0f + 🀄",
    "123m 456p 789s EE RRR",
]


@pytest.mark.parametrize("text", SAME_HAND)
def test_one_hand_in_many_spellings(text: str) -> None:
    assert write_hand(read_hand(text)) == "123m456p789s1155z + 5z | discard seat=E round=E"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[EEE][SSSS,1] WWWNN55p + N", "[111z] [2222z,1] 33344z55p + 4z"),
        ("[1111m]c [5555p]a 234s 67s 99m + 8s", "[1111m]c [5555p] 23467s99m + 8s"),
        ("[1111m]暗 [5555p]d 234s 67s 99m + 8s", "[1111m]c [5555p] 23467s99m + 8s"),
        ("(1111m) [5555p] 234s 67s 99m + 8s", "[1111m]c [5555p] 23467s99m + 8s"),
        ("[1111m,0] [555p,3] 234s 67s 99m + 8s", "[1111m]c [555p,3] 23467s99m + 8s"),
        ("【一万二万三万】456p 789s 11z 55z + 5z", "[123m] 456p789s1155z + 5z"),
        ("[321m] 456p 789s 11z 55z + 5z", "[123m] 456p789s1155z + 5z"),
    ],
)
def test_melds_are_read_in_all_their_forms(text: str, written: str) -> None:
    assert write_tiles(read_hand(text)) == written


def test_what_a_referee_must_know_follows_the_bar() -> None:
    tiles = "[1111z]c 234m 67p 789s 55p + 8p"
    hand = read_hand(f"{tiles} | self-draw seat=S round=W flowers=2 replacement last-tile")
    assert (hand.self_draw, hand.seat_wind, hand.prevalent_wind, hand.flowers) == (True, 1, 2, 2)
    assert (hand.replacement, hand.last_tile) == (True, True)
    assert (hand.robbing_kong, hand.last_of_kind) == (False, False)
    chinese = read_hand(f"{tiles} | 自摸 seat=南 round=西 flowers=2 杠上开花 海底")
    assert chinese == hand


def test_a_caller_may_fill_in_the_context() -> None:
    hand = read_hand("123m456p789s1155z5z", self_draw=True, seat_wind=3, flowers=1)
    assert (hand.self_draw, hand.seat_wind, hand.flowers) == (True, 3, 1)


@pytest.mark.parametrize("flowers", ["1f 2f", "H1H2", "🀢🀦", "春 梅"])
def test_flowers_among_the_tiles_are_counted(flowers: str) -> None:
    assert read_hand(f"123m 456p 789s 11z 55z {flowers} + 5z").flowers == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("123m 456p 789s 11z 58z + 5z", "bad_tile"),
        ("123m 456x 789s 11z 55z + 5z", "bad_tile"),
        ("12 456p 789s 11z 55z + 5z", "bad_tile"),
        ("0m23m 456p 789s 11z 55z + 5z", "bad_tile"),
        ("123m 456p 789s 11z 5z + 5z", "tile_count"),
        ("", "tile_count"),
        ("123m 456p 789s 11z 55z + 5z5z", "tile_count"),
        ("11111m 456p 789s 11z + 1z", "too_many"),
        ("[124m] 456p 789s 11z 55z + 5z", "bad_input"),
        ("[122m] 456p 789s 11z 55z + 5z", "bad_input"),
        ("[891m] 456p 789s 11z 55z + 5z", "bad_input"),
        ("[567z] 456p 789s 11z 55z + 5z", "bad_input"),
        ("[123m]c 456p 789s 11z 55z + 5z", "bad_input"),
        ("[123m,2] 456p 789s 11z 55z + 5z", "bad_input"),
        ("[] 456p 789s 11z 55z + 5z", "bad_tile"),
        ("123m 456p 789s 11z 55z + 5z | selfdraw", "bad_input"),
        ("123m 456p 789s 11z 55z + 5z | seat=Q", "bad_input"),
        ("123m 456p 789s 11z 55z + 5z | flowers=9", "illegal_context"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        read_hand(text)
    assert refused.value.code == code


def test_every_tile_answers_to_its_code_and_its_chinese_name() -> None:
    for kind, code in enumerate(CODES):
        assert tile_named(code) == tile_named(NAMES_ZH[kind]) == kind
    assert len(set(NAMES_EN)) == 34


def test_thirteen_tiles_can_be_read_without_a_winning_one() -> None:
    tiles = read_tiles("[123m] 456p 789s 11z 55z")
    assert (len(tiles.concealed), len(tiles.melds), tiles.win_tile) == (10, 1, None)

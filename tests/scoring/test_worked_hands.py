"""Hands worked out in rulebooks and commentaries, under every profile that answers them differently."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.calculator import best_lists, score_hand
from scoring.errors import ScoringError
from scoring.fans.combine import chow_choices
from scoring.formal_waits import waiting_tiles
from scoring.hand import WinningHand
from scoring.notation import read_tiles
from scoring.profiles import CN1998, MIL2025, WMO2006
from scoring.tiles import CODES, kinds_in
from scoring.waits import waits
from tests.scoring.material import WORKED, worked_hand, worked_melds, worked_tile

PROFILES = {"MIL2025": MIL2025, "WMO2006": WMO2006, "CN1998": CN1998, "CN1998_QA": CN1998}
HANDS = WORKED["hands"]
WAIT_NAMES = {77: "边张", 78: "坎张", 79: "单钓将"}


def named(record: dict[str, Any]) -> str:
    return str(record.get("id", ""))


def test_there_are_121_of_them() -> None:
    assert len(HANDS) == 121


@pytest.mark.parametrize("record", HANDS, ids=named)
def test_the_total_is_the_one_the_source_gives(record: dict[str, Any]) -> None:
    score = score_hand(worked_hand(record))
    assert (score.fan_total, score.is_win) == (record["expected"]["points"], record["expected"]["is_win"])


@pytest.mark.parametrize("record", HANDS, ids=named)
def test_the_fans_are_those_of_the_source_or_a_list_worth_the_same(record: dict[str, Any]) -> None:
    assert dict(record["expected"]["fans"]) in best_lists(worked_hand(record))


@pytest.mark.parametrize("record", HANDS, ids=named)
@pytest.mark.parametrize("profile", ["WMO2006", "CN1998"])
def test_other_profiles_differ_only_where_the_sources_say_so(record: dict[str, Any], profile: str) -> None:
    answers = {PROFILES[other["profile"]].name: other["points"] for other in record["alternatives"]}
    expected = answers.get(profile, record["expected"]["points"])
    assert score_hand(worked_hand(record), PROFILES[profile]).fan_total == expected


@pytest.mark.parametrize("record", WORKED["waits"], ids=named)
def test_the_formal_waits_are_those_of_the_source(record: dict[str, Any]) -> None:
    found = waits([worked_tile(t) for t in record["concealed"]], worked_melds(record["exposed"]))
    assert [wait.tile for wait in found] == sorted(worked_tile(t) for t in record["formal_waits"])


@pytest.mark.parametrize("record", WORKED["waits"], ids=named)
def test_the_wait_fan_is_the_one_of_the_source(record: dict[str, Any]) -> None:
    found = waits([worked_tile(t) for t in record["concealed"]], worked_melds(record["exposed"]))
    for wait in found:
        fan = record["wait_fan_by_tile"].get(CODES[wait.tile], record["wait_fan_by_tile"].get("N"))
        if wait.by_discard is None:
            assert wait.left == 0  # a wait in form only
            continue
        counted = [WAIT_NAMES[number] for number, _ in wait.by_discard.numbers if number in WAIT_NAMES]
        assert len(counted) == 1 if fan == "one" else counted == ([fan] if fan else [])


@pytest.mark.parametrize("record", WORKED["false_wins"], ids=named)
def test_a_false_win_is_no_winning_shape(record: dict[str, Any]) -> None:
    concealed = tuple(worked_tile(t) for t in record["concealed"])
    hand = WinningHand(concealed, worked_tile(record["win_tile"]))
    assert kinds_in(waiting_tiles(hand.before, 0)) == [worked_tile(t) for t in record["formal_waits"]]
    with pytest.raises(ScoringError) as refused:
        score_hand(hand)
    assert refused.value.code == "not_win"


@pytest.mark.parametrize("record", WORKED["chow_combinations"], ids=lambda record: record["chows"])
def test_chows_combine_to_the_points_of_the_table(record: dict[str, Any]) -> None:
    chows = tuple(sorted(meld.concealed[0] for meld in map(read_tiles, record["chows"].split())))
    pair = record.get("pair", "any")
    best = chow_choices(chows, read_tiles(pair).concealed[0] if pair[0].isdigit() else -1)[0]
    assert best.points == record["best_points"]
    links = [chow_fan for chow_fan in best.fans if 69 <= chow_fan.fan.number <= 72]
    assert len(links) == record["max_two_chow_points"]

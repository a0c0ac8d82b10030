"""The big collections of hands: every one of them right."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.streaming import score_record
from tests.scoring.material import corpus


def answer(record: dict[str, Any]) -> dict[str, Any]:
    try:
        return score_record(record)
    except ScoringError as refused:
        return {"error": refused.code, "why": refused.params.get("reason")}


def is_right(record: dict[str, Any]) -> bool:
    given, expected = answer(record), record["expected"]
    if "error" in expected:
        return given.get("error") == expected["error"]
    return (
        given.get("points") == expected["points"]
        and given["flowers"] == expected["flowers"]
        and given["is_win"] == (expected["points"] >= 8)
        and given["fans"] in [expected["fans"], *expected.get("alt_fans", [])]
    )


@pytest.mark.parametrize(("name", "size"), [("mcr_hands", 5000), ("mcr_hard_cases", 759)])
def test_every_hand_of_the_corpus_gets_its_points_and_its_fans(name: str, size: int) -> None:
    records = corpus(name)
    wrong = [(record["id"], answer(record), record["expected"]) for record in records if not is_right(record)]
    assert len(records) == size
    assert wrong == []


def test_every_contradiction_is_refused_and_named() -> None:
    records = corpus("mcr_illegal_context")
    given = [answer(record) for record in records]
    assert len(records) == 300
    assert Counter(one.get("error") for one in given) == {"illegal_context": 300}
    assert [one["why"] for one in given] == [record["expected"]["why"] for record in records]

"""Lines in, lines out."""

from __future__ import annotations

import io
import json

from scoring.profiles import WMO2006
from scoring.streaming import answer_lines, score_record, utf8_lines, waits_record
from tests.scoring.material import corpus
from tests.scoring.test_hand import record


def answers(*lines: object) -> list[dict]:
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return [json.loads(answer) for answer in answer_lines(text, score_record)]


def test_an_answer_has_the_form_of_the_contract() -> None:
    assert answers({"id": "a", **record(flowers=2)}) == [
        {"id": "a", "points": 18, "fans": [[39, 1], [51, 1], [59, 1], [62, 1]], "flowers": 2, "is_win": True}
    ]


def test_a_broken_line_is_answered_in_place_and_stops_nothing() -> None:
    given = answers(
        '{"id": 1', "[]", '{"id": "x"}', {"id": "b", **record(win_tile="9x")}, {"id": 5, **record()}
    )
    assert [answer.get("error") for answer in given] == [
        "bad_input",
        "bad_input",
        "bad_input",
        "bad_tile",
        None,
    ]
    assert [answer["id"] for answer in given] == [None, None, "x", "b", 5]
    assert all(answer["message"] for answer in given[:4])


def test_deeply_nested_nonsense_is_bad_input() -> None:
    assert answers("[" * 100_000)[0]["error"] == "bad_input"


def test_bytes_and_characters_that_are_no_text_spoil_their_own_line_only() -> None:
    lines = io.BytesIO(b'\xff\xfe\n{"id": "\\ud800"}\n' + json.dumps(record()).encode())
    given = [json.loads(line) for line in answer_lines(utf8_lines(lines), score_record)]
    assert [answer.get("error") for answer in given] == ["bad_input", "bad_input", None]
    assert all(line.encode() for line in answer_lines(['{"id": "\\ud800"}'], score_record))


def test_empty_lines_are_skipped() -> None:
    assert answers("", "  ", record()) == answers(record())


def test_answers_come_one_by_one() -> None:
    def lines():
        yield json.dumps(record())
        raise AssertionError("the second line was asked for before the first was answered")

    assert json.loads(next(answer_lines(lines(), score_record)))["points"] == 18


def test_an_explained_answer_says_more_and_counts_the_same() -> None:
    for hand in corpus("mcr_hands")[:200]:
        if hand["kind"] == "win":
            plain, told = score_record(hand), score_record(hand, explained=True)
            assert plain.items() <= told.items()
            assert {"counted", "left_out", "reading", "alternatives", "other_profiles"} <= told.keys()
            json.dumps(told)


def test_a_profile_is_obeyed() -> None:
    hand = record(
        concealed=["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"],
        win_tile="1m",
        self_drawn=True,
    )
    assert (score_record(hand)["points"], score_record(hand, WMO2006)["points"]) == (89, 92)


def test_waits_come_as_data() -> None:
    line = {"concealed": ["1m", "1m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9m", "9m"]}
    answer = waits_record(line)
    assert answer["ready"] is True
    assert [wait["tile"] for wait in answer["waits"]] == [f"{n}m" for n in range(1, 10)]
    assert answer["waits"][8]["self_draw"]["points"] == 107

"""Lines in, lines out: the judge over JSON lines. A broken line is answered in place and stops nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

from scoring.calculator import score_hand
from scoring.errors import ScoringError
from scoring.explain import explain
from scoring.explain_text import explanation_as_data
from scoring.hand import from_corpus, melds_from_list, tiles_from_list
from scoring.profiles import DEFAULT, Profile
from scoring.tiles import CODES
from scoring.waits import Wait, waits

Answer = dict[str, Any]

MESSAGES = {
    "bad_input": "The line is not a hand in the expected form.",
    "bad_tile": "There is no such tile.",
    "tile_count": "The hand needs thirteen tiles before the win, a kong counting as three.",
    "too_many": "There are only four copies of each tile.",
    "illegal_context": "The circumstances of the win contradict each other or the tiles.",
    "not_win": "These tiles do not win in any reading.",
}


def answer_lines(lines: Iterable[str], answer: Callable[[Any], Answer]) -> Iterator[str]:
    """One line of JSON for each line that is not empty, in the same order, as soon as it is known."""
    for line in lines:
        if line.strip():
            yield _written(_answer_line(line, answer))


def utf8_lines(stream: IO[Any]) -> Iterator[str]:
    """The lines of standard input as text; bytes that are no UTF-8 spoil their own line only."""
    for line in getattr(stream, "buffer", stream):
        yield line.decode("utf-8", "replace") if isinstance(line, bytes) else line


def _written(answer: Answer) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair in an id
        return json.dumps(answer)
    return text


def _answer_line(line: str, answer: Callable[[Any], Answer]) -> Answer:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return refusal(None, ScoringError("bad_input", reason="not_json"))
    name = record.get("id") if isinstance(record, dict) else None
    try:
        if not isinstance(record, dict):
            raise ScoringError("bad_input", reason="not_an_object")
        return {"id": name, **answer(record)}
    except ScoringError as refused:
        return refusal(name, refused)


def refusal(name: object, refused: ScoringError) -> Answer:
    """The answer to a hand that is refused."""
    message = MESSAGES.get(refused.code, refused.code)
    details = ", ".join(f"{key} {value}" for key, value in refused.params.items())
    return {
        "id": name,
        "error": refused.code,
        "message": f"{message[:-1]}: {details}." if details else message,
        **({"params": refused.params} if refused.params else {}),
    }


def score_record(record: dict[str, Any], profile: Profile = DEFAULT, *, explained: bool = False) -> Answer:
    """The value of one hand in the corpus form."""
    hand = from_corpus(record)
    if not explained:
        score = score_hand(hand, profile)
        reasons = {}
    else:
        explanation = explain(hand, profile)
        score = explanation.score
        reasons = explanation_as_data(explanation)
    return {
        "points": score.fan_total,
        "fans": score.numbers,
        "flowers": score.flowers,
        "is_win": score.is_win,
        **reasons,
    }


def waits_record(record: dict[str, Any], profile: Profile = DEFAULT) -> Answer:
    """What one hand of thirteen tiles is waiting for. Winds and flowers may be left out (East, none)."""
    if "concealed" not in record:
        raise ScoringError("bad_input", reason="missing", field="concealed")
    winds = [record.get(name, 0) for name in ("seat_wind", "round_wind")]
    flowers = record.get("flowers", 0)
    if any(type(number) is not int for number in (*winds, flowers)):
        raise ScoringError("bad_input", reason="not_a_number", field="seat_wind, round_wind or flowers")
    found = waits(
        tiles_from_list(record["concealed"], "concealed"),
        melds_from_list(record.get("melds", ())),
        seat_wind=winds[0],
        prevalent_wind=winds[1],
        flowers=flowers,
        profile=profile,
    )
    return {"ready": bool(found), "waits": [_wait_as_data(wait) for wait in found]}


def _wait_as_data(wait: Wait) -> Answer:
    ways = {}
    for way, score in (("self_draw", wait.by_self_draw), ("discard", wait.by_discard)):
        ways[way] = (
            {"points": score.fan_total, "fans": score.numbers, "is_win": score.is_win} if score else None
        )
    return {"tile": CODES[wait.tile], "left": wait.left, **ways}

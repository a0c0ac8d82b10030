"""The two commands, as a shell would use them."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.test_hand import record


def run(monkeypatch: pytest.MonkeyPatch, command: str, lines: list[object], *args: str) -> list[dict]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(json.dumps(line) for line in lines)))
    out = io.StringIO()
    call_command(command, *args, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_score_answers_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    given = run(monkeypatch, "score", [{"id": 1, **record()}, {"id": 2}], "--profile", "CN1998")
    assert (given[0]["points"], given[1]["error"]) == (18, "bad_input")


def test_score_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    (given,) = run(monkeypatch, "score", [record()], "--explain")
    assert given["counted"][0]["zh"] == "花龙"


def test_waits_answers_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    (given,) = run(monkeypatch, "waits", [{"id": "w", "concealed": record()["concealed"]}])
    assert [wait["tile"] for wait in given["waits"]] == ["1z", "5z"]


def test_an_unknown_profile_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError):
        run(monkeypatch, "score", [], "--profile", "EMA")

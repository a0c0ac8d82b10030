"""A seating made in a process of its own: the task on stdin, progress and the chart as JSON lines on stdout.

``python -m tournament.engine.seating.worker``. Whoever started it can end it at any moment; when that process
is gone, writing the next line fails and this one ends too.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TextIO

from .certificate import problem_document, problem_from
from .checker import shape
from .locks import Locks, remake
from .problem import Chart, Problem, SeatingError

EVERY = 0.1
"""Seconds between two lines of progress."""

STAGES = {"schedule": (0.0, 0.35), "people": (0.35, 0.85), "tables": (0.85, 1.0)}
"""From where to where each stage moves the whole."""


def task(problem: Problem, seed: str, *, chart: Chart = (), locks: Locks | None = None) -> dict[str, Any]:
    """What the worker is told. Unlike a certificate it names the pairs who avoid each other."""
    return {
        "problem": {**problem_document(problem), "avoid": [list(pair) for pair in sorted(problem.avoid)]},
        "seed": seed,
        "chart": [[list(seats) for seats in tables] for tables in chart],
        "locks": (locks or Locks()).document(),
    }


def answer(told: dict[str, Any], say: Callable[[str, float], None]) -> dict[str, Any]:
    """The chart and its method, or the code and parameters of a refusal."""
    try:
        plain = problem_from(told["problem"])
        problem = replace(plain, avoid=frozenset((a, b) for a, b in told["problem"]["avoid"]))
        chart = shape(told["chart"]) if told["chart"] else ()
        made = remake(chart, problem, locks=Locks.of(told["locks"]), seed=told["seed"], progress=say)
    except SeatingError as fault:
        return {"code": fault.code, "params": fault.params}
    return {"chart": made.chart, "method": made.method}


def main(source: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
    """Read one task, work, write the answer as the last line."""
    last, furthest = 0.0, 0.0

    def say(stage: str, share: float) -> None:
        nonlocal last, furthest
        start, end = STAGES.get(stage, (0.0, 1.0))
        furthest = max(furthest, start + (end - start) * share)
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            print(json.dumps({"stage": stage, "share": round(furthest, 3)}), file=out, flush=True)

    print(json.dumps(answer(json.load(source), say)), file=out, flush=True)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)

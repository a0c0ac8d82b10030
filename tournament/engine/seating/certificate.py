"""What is true of a seating, in a form that anybody can work out again from the published chart alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .checker import judge, shape
from .problem import WINDS, Chart, PlayerSpec, Problem, SeatingError
from .report import Report

ALGORITHM = "sixteen-hands/seating"
VERSION = "1"

COUNTS = (
    "rounds",
    "players",
    "tables",
    "pairings",
    "repeats",
    "forced_repeats",
    "most_meetings",
    "wind_spread",
    "same_table",
    "team_meetings",
    "country_meetings",
    "club_meetings",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that a chart and its certificate do not agree on.

    ``code`` is ``algorithm``, ``sha256``, ``count`` (of ``what``) or ``seat`` (then round and table, from 1,
    and the winds where the chart was altered).
    """

    code: str
    what: str = ""
    said: object = None
    found: object = None
    round: int | None = None
    table: int | None = None
    winds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The answer to "is this the chart that was certified, and is what was said of it true?"."""

    differences: tuple[Difference, ...]
    sha256: str
    report: Report

    @property
    def ok(self) -> bool:
        return not self.differences


def canonical(chart: Chart) -> bytes:
    """The bytes that are hashed: one JSON array of rounds of tables of seats, without spaces."""
    return json.dumps(shape(chart), separators=(",", ":")).encode("ascii")


def chart_hash(chart: Chart) -> str:
    """SHA-256 of the canonical bytes, in lower-case hexadecimal."""
    return hashlib.sha256(canonical(chart)).hexdigest()


def _short(values: Sequence[int]) -> str:
    return hashlib.sha256(json.dumps(list(values), separators=(",", ":")).encode("ascii")).hexdigest()[:8]


def _seat_checks(chart: Chart) -> dict[str, list[list[str]]]:
    """A short hash of each table and of each wind of each round: together they point at an altered seat."""
    return {
        "tables": [[_short(seats) for seats in tables] for tables in chart],
        "winds": [[_short([seats[wind] for seats in tables]) for wind in range(4)] for tables in chart],
    }


def certificate(
    chart: Chart,
    problem: Problem,
    seed: int | str | None,
    *,
    method: str = "",
    previous: str | None = None,
    revision: int | None = None,
    past_rounds: int = 0,
) -> dict[str, Any]:
    """Everything that is claimed of a seating, as JSON values.

    ``seed`` is None for a chart that was not drawn here. ``previous`` is the SHA-256 of the seating that this
    one replaces and ``past_rounds`` how many of its rounds had been played; ``revision`` is that of the
    standings for rounds by rank. Avoided pairs are counted, never listed: they are nobody's business.
    """
    report = judge(chart, problem)
    document: dict[str, Any] = {
        "algorithm": ALGORITHM,
        "version": VERSION,
        "method": method,
        "seed": None if seed is None else str(seed),
        "previous": previous,
        "past_rounds": past_rounds,
        "revision": revision,
        **{name: getattr(report, name) for name in COUNTS},
        "avoided_pairs": len(problem.avoid),
        "avoid_meetings": report.avoid_meetings,
        "broken": sorted({entry.code for entry in report.broken}),
        "problem": problem_document(problem),
        "sha256": chart_hash(chart),
        "checks": _seat_checks(shape(chart)),
    }
    return document


def problem_document(problem: Problem) -> dict[str, Any]:
    """A problem without its avoided pairs as JSON values; ``problem_from`` reads it back."""
    players = []
    for player in problem.players:
        row: dict[str, Any] = {"number": player.number}
        for name in ("team", "country", "club", "table", "last_round"):
            if getattr(player, name) is not None:
                row[name] = getattr(player, name)
        if player.first_round != 1:
            row["first_round"] = player.first_round
        if player.away:
            row["away"] = list(player.away)
        players.append(row)
    return {
        "rounds": problem.rounds,
        "players": players,
        "closed_tables": sorted(problem.closed_tables),
        "sit_outs": problem.sit_outs,
        "repeats_hard": problem.repeats_hard,
    }


def problem_from(document: Mapping[str, Any]) -> Problem:
    """The problem of a certificate. Raises ``SeatingError`` ``bad_certificate`` when it cannot be read."""
    try:
        return Problem(
            players=tuple(
                PlayerSpec(**{**row, "away": tuple(row.get("away", ()))}) for row in document["players"]
            ),
            rounds=document["rounds"],
            closed_tables=frozenset(document.get("closed_tables", ())),
            sit_outs=document.get("sit_outs", False),
            repeats_hard=document.get("repeats_hard", True),
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise SeatingError("bad_certificate", reason=str(fault)) from fault


def verify_certificate(
    chart: Chart, cert: Mapping[str, Any], *, problem: Problem | None = None
) -> Verification:
    """Work out again what the certificate says and name every difference.

    Without ``problem`` the one inside the certificate is used. Raises ``SeatingError`` (``bad_certificate``,
    ``bad_chart``) when either cannot be read at all.
    """
    chart = shape(chart)
    if "sha256" not in cert or "problem" not in cert:
        raise SeatingError("bad_certificate", reason="no sha256 or no problem")
    report = judge(chart, problem or problem_from(cert["problem"]))
    differences = []
    for name, ours in (("algorithm", ALGORITHM), ("version", VERSION)):
        if cert.get(name) != ours:
            differences.append(Difference(code="algorithm", what=name, said=cert.get(name), found=ours))
    found = chart_hash(chart)
    if cert["sha256"] != found:
        differences.append(Difference(code="sha256", said=cert["sha256"], found=found))
        differences.extend(_altered(chart, cert.get("checks")))
    for name in COUNTS:
        if cert.get(name) != getattr(report, name):
            differences.append(
                Difference(code="count", what=name, said=cert.get(name), found=getattr(report, name))
            )
    return Verification(differences=tuple(differences), sha256=found, report=report)


def _altered(chart: Chart, checks: object) -> list[Difference]:
    if not isinstance(checks, Mapping):
        return []
    now = _seat_checks(chart)
    altered = []
    for r, (tables, winds) in enumerate(zip(now["tables"], now["winds"], strict=True)):
        try:
            said_tables, said_winds = checks["tables"][r], checks["winds"][r]
        except (LookupError, TypeError):
            altered.append(Difference(code="seat", round=r + 1))
            continue
        which = tuple(wind for wind, said, new in zip(WINDS, said_winds, winds, strict=False) if said != new)
        for t, new in enumerate(tables):
            said = said_tables[t] if t < len(said_tables) else None
            if said != new:
                altered.append(Difference(code="seat", round=r + 1, table=t + 1, winds=which))
    return altered

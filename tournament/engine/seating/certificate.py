"""What is true of a seating, in a form that anybody can work out again from the published chart alone."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .checker import judge, shape
from .claims import demand_certificate, demand_task, unknown_claims
from .problem import WINDS, Chart, Pair, PlayerSpec, Problem, SeatingError
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

    ``code`` is ``algorithm``, ``sha256``, ``count`` (of ``what``), ``seat`` (then round and table, from 1,
    and the winds where the chart was altered), ``checks`` (the chart is the one that was certified, but the
    marks that would point at an altered seat are not its own), ``draw`` (the seed is not that of the words
    that were drawn) or ``unknown`` (it says something, ``what``, that no certificate says).
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
    """The answer to "is this the chart that was certified, and is what was said of it true?".

    ``unproved`` names what it says beside that and the chart alone does not show, right or wrong.
    """

    differences: tuple[Difference, ...]
    unproved: tuple[str, ...]
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


def seed_of_draw(words: str) -> str:
    """The seed of what was drawn in public: anybody who knows the words works it out again.

    "draw" and the first 16 digits of the SHA-256 of the words (UTF-8, NFC, single spaces).
    """
    plain = " ".join(unicodedata.normalize("NFC", words).split())
    return f"draw {hashlib.sha256(plain.encode()).hexdigest()[:16]}"


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


def problem_from(document: object) -> Problem:
    """The problem of a certificate. Raises ``SeatingError``: ``bad_certificate`` when it cannot be read,
    and whatever a problem may say of itself."""
    task = demand_task(document)
    return Problem(
        players=tuple(PlayerSpec(**{**row, "away": tuple(row.get("away", ()))}) for row in task["players"]),
        rounds=task["rounds"],
        closed_tables=frozenset(task["closed_tables"]),
        sit_outs=task["sit_outs"],
        repeats_hard=task["repeats_hard"],
    )


def certified_problem(cert: object, *, avoid: Collection[Pair] = ()) -> Problem:
    """What a certificate says was asked for, with the avoided pairs where the reader knows them.

    Where there were some and they are not known, a repeat may have been forced by them: it is told and breaks
    nothing. Raises ``SeatingError``: ``bad_certificate``, or what is wrong with ``avoid``.
    """
    told = demand_certificate(cert, counts=COUNTS)
    try:
        problem = problem_from(told["problem"])
    except SeatingError as fault:
        if fault.code == "bad_certificate":
            raise
        raise SeatingError("bad_certificate", reason="task") from fault
    if avoid:
        return replace(problem, avoid=frozenset(avoid))
    return replace(problem, repeats_hard=False) if told["avoided_pairs"] else problem


def verify_certificate(chart: Chart, cert: object, *, problem: Problem | None = None) -> Verification:
    """Work out again what the certificate says and name every difference.

    Without ``problem`` the one inside the certificate is used. Raises ``SeatingError`` (``bad_certificate``,
    ``bad_chart``) when either cannot be read at all.
    """
    chart = shape(chart)
    told = demand_certificate(cert, counts=COUNTS)
    problem = certified_problem(told) if problem is None else problem
    report = judge(chart, problem)
    differences = []
    for name, ours in (("algorithm", ALGORITHM), ("version", VERSION)):
        if told[name] != ours:
            differences.append(Difference(code="algorithm", what=name, said=told[name], found=ours))
    found = chart_hash(chart)
    if told["sha256"] != found:
        differences.append(Difference(code="sha256", said=told["sha256"], found=found))
        differences.extend(_altered(chart, told["checks"]))
    elif told["checks"] != _seat_checks(chart):
        differences.append(Difference(code="checks"))
    differences.extend(_untrue(told, report, problem))
    if told.get("draw") and told["seed"] != seed_of_draw(told["draw"]):
        differences.append(Difference(code="draw", said=told["seed"], found=seed_of_draw(told["draw"])))
    differences.extend(Difference(code="unknown", what=name) for name in unknown_claims(told, counts=COUNTS))
    return Verification(
        differences=tuple(differences),
        unproved=_unproved(told, report, problem),
        sha256=found,
        report=report,
    )


FORCED = "forced_repeats"


def _unproved(told: Mapping[str, Any], report: Report, problem: Problem) -> tuple[str, ...]:
    """Claims that no chart can show. Of the pairs kept apart only the number is told: that they force more
    repeats than the rounds do may be so."""
    players = told["problem"]["players"]
    facts = {
        FORCED: report.forced_repeats < told[FORCED] <= report.repeats and told["avoided_pairs"],
        "avoided_pairs": told["avoided_pairs"] and not problem.avoid,
        **{name: any(name in row for row in players) for name in ("team", "country", "club")},
        **{name: told.get(name) for name in ("seed", "method", "changes", "previous", "replaces")},
        **{name: told.get(name) for name in ("past_rounds", "revision")},
    }
    return tuple(name for name, said in facts.items() if said)


def _untrue(told: Mapping[str, Any], report: Report, problem: Problem) -> Iterator[Difference]:
    """Every figure that is not what the chart says, or that cannot be beside the others."""
    hidden = told["avoided_pairs"] > 0 and not problem.avoid
    owed: dict[str, object] = {name: getattr(report, name) for name in COUNTS}
    owed["avoided_pairs"], owed["avoid_meetings"] = len(problem.avoid), report.avoid_meetings
    said, broken = set(told["broken"]), {entry.code for entry in report.broken}
    if hidden:
        # pairs that nobody lists may force repeats and may have met: only what cannot be is untrue
        pairs = report.players * (report.players - 1) // 2
        owed["avoided_pairs"] = min(told["avoided_pairs"], pairs)
        owed["avoid_meetings"] = min(told["avoid_meetings"], report.pairings)
        if report.forced_repeats <= told["forced_repeats"] <= report.repeats:
            owed["forced_repeats"] = told["forced_repeats"]
        if told["avoid_meetings"]:
            broken.add("avoid_meeting")
        if report.repeats and "repeat" in said:
            broken.add("repeat")
    for name, found in owed.items():
        if told[name] != found:
            yield Difference(code="count", what=name, said=told[name], found=found)
    if said != broken:
        yield Difference(code="count", what="broken", said=sorted(said), found=sorted(broken))
    if told["past_rounds"] > report.rounds:
        yield Difference(code="count", what="past_rounds", said=told["past_rounds"], found=report.rounds)


def _altered(chart: Chart, checks: Mapping[str, Any]) -> list[Difference]:
    now = _seat_checks(chart)
    altered = []
    for r, (tables, winds) in enumerate(zip(now["tables"], now["winds"], strict=True)):
        if r >= min(len(checks["tables"]), len(checks["winds"])):
            altered.append(Difference(code="seat", round=r + 1))
            continue
        said_tables, said_winds = checks["tables"][r], checks["winds"][r]
        which = tuple(wind for wind, said, new in zip(WINDS, said_winds, winds, strict=False) if said != new)
        for t, new in enumerate(tables):
            said = said_tables[t] if t < len(said_tables) else None
            if said != new:
                altered.append(Difference(code="seat", round=r + 1, table=t + 1, winds=which))
    return altered

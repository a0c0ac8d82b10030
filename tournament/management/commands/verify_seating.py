"""Puts any chart before the independent judge; the exit status is the verdict."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.engine.seating import (
    FORCED,
    Problem,
    ReadChart,
    Report,
    Verification,
    certified_problem,
    judge,
    read_avoid,
    read_chart,
    read_charts,
    read_groups,
    verify_certificate,
)
from tournament.engine.seating.problem import Pair
from tournament.errors import sentence
from tournament.management.files import chart_text_of, text_of
from tournament.management.tool import Tool, status_of_fault

SINGULAR = {"teams": "team", "countries": "country", "clubs": "club"}


class Command(Tool):
    help = "Check a seating chart, ours or a foreign form; exit 1 when it breaks a hard rule."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", default="", help="which chart, when the file holds several")
        parser.add_argument("--teams", type=Path, help="player,team lines; or a team's numbers on one line")
        parser.add_argument("--countries", type=Path)
        parser.add_argument("--clubs", type=Path)
        parser.add_argument("--avoid", type=Path, help="two player numbers a line who never meet")
        parser.add_argument("--by-rank", action="store_true", help="repeats are told but break nothing")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = chart_text_of(options["file"])
            charts = (read_chart(text, key=options["key"]),) if options["key"] else read_charts(text)
            documents = []
            for read in charts:
                avoid = self._avoid(read, options)
                verified = None
                if read.certificate is not None:
                    problem = certified_problem(read.certificate, avoid=avoid)
                    verified = verify_certificate(read.chart, read.certificate, problem=problem)
                report = judge(read.chart, self._problem(read, options, avoid))
                ok = report.ok and (verified is None or verified.ok)
                documents.append(self._document(read, report, verified, ok=ok))
                if not options["json"]:
                    self._tell(read, report, verified)
        except ScoringError as fault:
            self.stderr.write(f"verify_seating: {sentence(fault)}")
            raise SystemExit(status_of_fault(fault)) from fault
        good = all(document["ok"] for document in documents)
        if options["json"]:
            whole = documents[0] if len(documents) == 1 else {"ok": good, "charts": documents}
            self.stdout.write(json.dumps(whole, ensure_ascii=False))
        if not good:
            raise SystemExit(1)

    def _avoid(self, read: ReadChart, options: dict[str, Any]) -> tuple[Pair, ...]:
        return read_avoid(text_of(options["avoid"]), names=read.names) if options["avoid"] else ()

    def _problem(self, read: ReadChart, options: dict[str, Any], avoid: tuple[Pair, ...]) -> Problem:
        groups = {
            name: read_groups(text_of(options[name]), names=read.names, column=SINGULAR[name])
            if options[name]
            else {}
            for name in SINGULAR
        }
        groups["teams"] = groups["teams"] or dict(read.teams)
        if read.certificate is not None and not any(groups.values()):
            problem = certified_problem(read.certificate, avoid=avoid)
            return replace(problem, repeats_hard=False) if options["by_rank"] else problem
        numbers = sorted({player for tables in read.chart for seats in tables for player in seats})
        # pairs that the certificate counts and nobody names may have forced the repeats
        told = certified_problem(read.certificate, avoid=avoid) if read.certificate is not None else None
        hidden = told is not None and not told.repeats_hard
        return Problem.numbered(
            numbers,
            rounds=len(read.chart),
            avoid=avoid,
            sit_outs=len(numbers) % 4 != 0,
            repeats_hard=not options["by_rank"] and not hidden,
            teams=groups["teams"],
            countries=groups["countries"],
            clubs=groups["clubs"],
        )

    def _document(
        self, read: ReadChart, report: Report, verified: Verification | None, *, ok: bool
    ) -> dict[str, Any]:
        document = {"ok": ok, "form": read.form, "key": read.key, **asdict(report), "certificate": None}
        if verified is not None:
            document["certificate"] = {
                "ok": verified.ok,
                "sha256": verified.sha256,
                "unproved": list(verified.unproved),
                "differences": [asdict(difference) for difference in verified.differences],
            }
        return document

    def _tell(self, read: ReadChart, report: Report, verified: Verification | None) -> None:
        if read.key:
            self.stdout.write(f"chart {read.key}")
        self.stdout.write(f"{report.players} players, {report.rounds} rounds, {report.tables} tables")
        for name in (
            "repeats",
            "forced_repeats",
            "most_meetings",
            "wind_spread",
            "same_table",
            "team_meetings",
            "country_meetings",
            "club_meetings",
            "avoid_meetings",
        ):
            self.stdout.write(f"{name.replace('_', ' '):18} {getattr(report, name)}")
        for entry in report.broken:
            said = {key: value for key, value in asdict(entry).items() if value not in (None, ())}
            self.stdout.write(f"broken: {said.pop('code')} {json.dumps(said)}")
        if verified is None:
            self.stdout.write(_("The file has no certificate: only what the chart itself says was checked."))
        else:
            self.stdout.write("certificate: " + ("true" if verified.ok else "FALSE"))
            if FORCED in verified.unproved:
                self.stdout.write(
                    _(
                        "It says that pairs kept apart force repeats. Whether they do cannot be checked "
                        "without them: --avoid FILE."
                    )
                )
            if verified.unproved:
                self.stdout.write(
                    _("What the chart alone cannot prove: %(names)s.")
                    % {"names": ", ".join(verified.unproved).replace("_", " ")}
                )
            for difference in verified.differences:
                said = {
                    key: value for key, value in asdict(difference).items() if value not in (None, "", ())
                }
                self.stdout.write(f"  {json.dumps(said)}")

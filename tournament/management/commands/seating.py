"""Makes a seating on the command line: players and rounds in, chart and certificate out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from scoring.errors import ScoringError
from tournament.engine.seating import (
    HIGHEST_TABLE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    Problem,
    certificate,
    chart_csv,
    chart_json,
    forced_repeats,
    plan_seating,
    read_avoid,
    read_chart,
    read_groups,
    replan,
)
from tournament.errors import require, sentence
from tournament.management.files import chart_text_of, text_of
from tournament.management.tool import Tool, status_of_fault
from tournament.services.seating import checked_seed, demand_sound

SINGULAR = {"teams": "team", "countries": "country", "clubs": "club"}


class Command(Tool):
    help = "Seat N players for R rounds and prove what the seating promises."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=int, required=True, metavar="N", help=f"4 to {MAX_PLAYERS}, as at the desk"
        )
        parser.add_argument("--rounds", type=int, required=True, metavar="R", help=f"1 to {MAX_ROUNDS}")
        parser.add_argument("--seed", default="1", help="a number or any text, such as a public draw")
        parser.add_argument("--teams", type=Path, help="player,team lines; or a team's numbers on one line")
        parser.add_argument("--countries", type=Path, help="as --teams; kept apart where possible")
        parser.add_argument("--clubs", type=Path, help="as --countries")
        parser.add_argument("--avoid", type=Path, help="two player numbers a line who never meet")
        parser.add_argument("--keep", type=Path, help="a chart whose rounds stay; the rest is made after it")
        parser.add_argument(
            "--closed",
            type=int,
            nargs="*",
            default=[],
            help=f"table numbers not in use, 1 to {HIGHEST_TABLE}",
        )
        parser.add_argument("--sit-outs", action="store_true", help="players mod 4 rest each round")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="one JSON document")
        form.add_argument("--csv", action="store_true", help="round,table,east,south,west,north")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._make(options)
        except ScoringError as fault:
            self.stderr.write(f"seating: {sentence(fault)}")
            raise SystemExit(status_of_fault(fault)) from fault

    def _make(self, options: dict[str, Any]) -> None:
        seed, _ = checked_seed(seed=options["seed"], draw="")
        groups = {
            name: read_groups(text_of(options[name]), column=column)
            for name, column in SINGULAR.items()
            if options[name]
        }
        avoid = read_avoid(text_of(options["avoid"])) if options["avoid"] else ()
        problem = Problem.numbered(
            options["players"],
            rounds=options["rounds"],
            avoid=avoid,
            closed_tables=options["closed"],
            sit_outs=options["sit_outs"],
            teams=groups.get("teams"),
            countries=groups.get("countries"),
            clubs=groups.get("clubs"),
        )
        if options["keep"]:
            kept = read_chart(chart_text_of(options["keep"])).chart
            rounds = problem.rounds
            require(len(kept) < rounds, "nothing_left_to_make", kept=len(kept), rounds=rounds)
            chart = replan(kept, problem, seed=seed, from_round=len(kept) + 1)
            demand_sound(chart, problem)  # the rounds kept are whatever somebody wrote into a file
            method, past = "swap search after the rounds kept", len(kept)
        else:
            made = plan_seating(problem, seed)
            chart, method, past = made.chart, made.method, 0
        cert = certificate(chart, problem, seed, method=method, past_rounds=past)
        if options["json"]:
            self.stdout.write(chart_json(chart, cert))
        elif options["csv"]:
            self.stdout.write(chart_csv(chart, table_numbers=problem.table_numbers), ending="")
        else:
            for number, tables in enumerate(chart, 1):
                self.stdout.write(f"Round {number}")
                for table, seats in zip(problem.table_numbers, tables, strict=False):
                    self.stdout.write(f"  {table:3}  " + " ".join(f"{player:4}" for player in seats))
            told = {key: cert[key] for key in ("repeats", "wind_spread", "same_table", "sha256")}
            self.stdout.write(json.dumps({**told, "forced_repeats": forced_repeats(problem)}))

"""Measures the seating engine against its goals S1 to S12 and against the common rules of other programs.

    python benchmarks/seating.py            everything (some minutes)
    python benchmarks/seating.py --quick    a cross-section (under a minute on an idle core)

Times are processor seconds of one core. Every chart goes through the judge, which knows no maker. The last
line counts the bars that were missed; the exit status is 1 when there are any besides those named as open.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from _seating_rivals import best_of_shuffles, event, restart_greedy  # noqa: E402

from tournament.engine.seating import (  # noqa: E402
    Chart,
    Problem,
    certificate,
    chart_json,
    judge,
    make_seating,
    most_meetings,
    most_rounds,
    read_chart,
    read_charts,
    read_groups,
    repair,
    replace_player,
    replan,
    verify_certificate,
    withdraw,
)

SHARED = Path(os.environ.get("SHARED_DATA", ROOT.parent / "shared")) / "real"
missed: list[str] = []


def bar(name: str, kept: bool) -> str:
    """Note a missed bar; the word to print."""
    if not kept:
        missed.append(name)
        return "MISSED"
    return "ok"


def timed(make: Callable[[], Chart]) -> tuple[Chart, float]:
    start = time.process_time()
    chart = make()
    return chart, time.process_time() - start


def title(text: str) -> None:
    print(f"\n== {text}", flush=True)


def asked(players: int) -> list[int]:
    """The numbers of rounds that S1 asks of a field."""
    return [
        rounds
        for rounds, least in ((5, 16), (6, 24), (7, 24), (8, 28), (9, 28), (10, 36), (11, 36), (12, 40))
        if players >= least
    ]


def every_field(*, quick: bool) -> None:
    title("S1, S4, S5: repeats, wind spread, visits to one table, seconds")
    fields = [16, 20, 24, 28, 32, 36, 40, 48, 52, 72, 100, 160, 400] if quick else range(16, 401, 4)
    charts, slowest, worst_spread = 0, 0.0, 0
    for players in fields:
        tables = players // 4
        line = []
        for rounds in asked(players)[-2:] if quick else asked(players):
            for seed in (1, 2):
                problem = Problem.numbered(players, rounds=rounds)
                chart, spent = timed(lambda problem=problem, seed=seed: make_seating(problem, seed))
                report = judge(chart, problem)
                limit = 1 if never_twice(tables, rounds) else -(-rounds // tables) + 1
                good = report.ok and report.repeats == 0 and report.wind_spread <= 1
                good = good and report.same_table <= limit and spent < (1 if players >= 52 else 5)
                bar(f"S1 {players}x{rounds} seed {seed}", good)
                charts, slowest = charts + 1, max(slowest, spent)
                worst_spread = max(worst_spread, report.wind_spread)
            line.append(f"{rounds}r {report.repeats}/{report.wind_spread}/{report.same_table} {spent:.2f}s")
        if quick or players % 40 == 16 or players <= 52:
            print(f"{players:4} players  " + "  ".join(line), flush=True)
    print(f"{charts} charts, slowest {slowest:.2f} s, widest spread {worst_spread}")


def never_twice(tables: int, rounds: int) -> bool:
    return (tables >= 18 and rounds <= 8) or (tables >= 25 and rounds <= 10)


def optimum() -> None:
    title("S2: the proven optimum")
    for players in (16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 76, 88):
        best = 0
        for rounds in range(most_rounds(players), 0, -1):
            problem = Problem.numbered(players, rounds=rounds)
            if judge(make_seating(problem, 1), problem).repeats == 0:
                best = rounds
                break
        word = bar(f"S2 {players}x{most_rounds(players)}", best == most_rounds(players))
        print(f"{players:4} players: {best} of {most_rounds(players)} rounds  {word}", flush=True)


def beyond(*, quick: bool) -> None:
    title("S3: more rounds than the optimum")
    fields = ((16, 8), (20, 6), (20, 7), (24, 8), (24, 10), (28, 10), (32, 11), (36, 13), (40, 14))
    more = (
        (8, 3),
        (12, 4),
        (16, 6),
        (16, 10),
        (20, 8),
        (24, 9),
        (32, 12),
        (36, 12),
        (44, 15),
        (48, 16),
        (48, 17),
    )
    for players, rounds in fields if quick else (*fields, *more):
        problem = Problem.numbered(players, rounds=rounds)
        chart, spent = timed(lambda problem=problem: make_seating(problem, 1))
        report = judge(chart, problem)
        cap = most_meetings(players, rounds=rounds)
        gap = min(entry.smallest_gap for entry in report.repeated)
        good = report.repeats <= 1.05 * report.forced_repeats and report.most_meetings <= cap
        print(
            f"{players:3}x{rounds:<3} forced {report.forced_repeats:4}  got {report.repeats:4}  "
            f"a pair at most {report.most_meetings} (bar {cap})  smallest gap {gap}  {spent:.2f}s  "
            f"{bar(f'S3 {players}x{rounds}', good)}",
            flush=True,
        )


def groups() -> None:
    title("S6, S7: teams and countries")
    for players, rounds, size in (
        (24, 6, 4),
        (28, 8, 4),
        (36, 10, 4),
        (40, 11, 4),
        (60, 6, 5),
        (72, 6, 4),
        (28, 7, 7),
    ):
        teams = {n: f"t{(n - 1) // size}" for n in range(1, players + 1)}
        problem = Problem.numbered(players, rounds=rounds, teams=teams)
        chart, spent = timed(lambda problem=problem: make_seating(problem, 1))
        report = judge(chart, problem)
        good = report.repeats == 0 and report.team_meetings == 0 and report.wind_spread <= 1
        print(
            f"{players:3}x{rounds:<2} teams of {size}: team meetings {report.team_meetings}, "
            f"repeats {report.repeats}  {spent:.2f}s  {bar(f'S6 {players}x{rounds}', good)}",
            flush=True,
        )
    if not SHARED.is_dir():
        print("S7 skipped: no real event files")
        return
    people = (SHARED / "mcr_madrid2017_players.csv").read_text(encoding="utf-8")
    played = read_chart((SHARED / "mcr_madrid2017_tables.csv").read_text(encoding="utf-8")).chart
    problem = Problem.numbered(
        72, rounds=6, teams=read_groups(people), countries=read_groups(people, column="country")
    )
    theirs = judge(played, problem)
    for seed in (1, 2):
        chart, spent = timed(lambda seed=seed: make_seating(problem, seed))
        ours = judge(chart, problem)
        good = ours.ok and ours.repeats == 0 and ours.country_meetings <= 0.6 * theirs.country_meetings
        print(
            f"Madrid 2017: same country {theirs.country_meetings} as played, {ours.country_meetings} ours, "
            f"{ours.repeats} repeats, {ours.team_meetings} team  {spent:.2f}s  {bar('S7 Madrid', good)}",
            flush=True,
        )


def changes() -> None:
    title("S8: late changes")
    problem = Problem.numbered(40, rounds=8)
    chart = make_seating(problem, 1)
    put = replace_player(chart, 7, 41, 3)
    moved = sum(
        old != new and not (old == 7 and new == 41)
        for a, b in zip(chart, put, strict=True)
        for s, t in zip(a, b, strict=True)
        for old, new in zip(s, t, strict=True)
    )
    print(f"a substitute after round 2 of 40x8: {moved} others moved  {bar('S8 substitute', moved == 0)}")
    for players, rounds, after in ((40, 8, 3), (60, 8, 3), (72, 6, 2), (100, 10, 5)):
        problem = Problem.numbered(players, rounds=rounds)
        chart = make_seating(problem, 1)
        left = withdraw(problem, (3, 9, 20, 27), after_round=after)
        new, spent = timed(lambda c=chart, p=left, a=after: replan(c, p, seed=1, from_round=a + 1))
        report = judge(new, left)
        good = report.ok and report.repeats == 0 and new[:after] == chart[:after]
        print(
            f"four leave {players}x{rounds} after {after}: {report.repeats} repeats  {spent:.2f}s  "
            f"{bar(f'S8 {players}x{rounds}', good)}"
        )
        kept, spent = timed(lambda c=chart, p=left, a=after: repair(c, p, seed=1, from_round=a + 1))
        report = judge(kept, left)
        good = report.ok and kept[:after] == chart[:after] and (players < 72 or report.repeats == 0)
        print(
            f"mended with few moves: {report.repeats} repeats, {moves(chart[after:], kept[after:]):.1f} of "
            f"{players - 4} change seats a round (4 must)  {spent:.2f}s  "
            f"{bar(f'S8 mended {players}x{rounds}', good)}"
        )


def moves(before: Chart, after: Chart) -> float:
    """How many people a round sit elsewhere than planned."""
    homes = [{p: (t, w) for t, s in enumerate(tables) for w, p in enumerate(s)} for tables in before]
    now = [{p: (t, w) for t, s in enumerate(tables) for w, p in enumerate(s)} for tables in after]
    return sum(home[p] != at[p] for home, at in zip(homes, now, strict=True) for p in at) / len(now)


def by_rank(*, quick: bool) -> None:
    title("S9: by rank, against the greedy rule on the same people (averages of the events)")
    fields = ((72, 8), (100, 8), (160, 8))
    small = ((16, 5), (24, 6), (40, 7), (60, 8))
    for players, rounds in fields[:: 2 if quick else 1] if quick else (*small, *fields):
        events = 2 if quick else 5
        ours = [line for seed in range(events) for line in event(players, rounds, seed, greedy=False)]
        theirs = [line for seed in range(events) for line in event(players, rounds, seed, greedy=True)]
        ratio = sum(s for _, s, _ in ours) / sum(s for _, s, _ in theirs)
        repeats, slowest = sum(r for r, _, _ in ours), max(t for _, _, t in ours)
        good = players < 72 or (repeats == 0 and ratio <= 1.15 and slowest <= 3)
        common = sum(r for r, _, _ in theirs)
        print(
            f"{players:3}x{rounds}: repeats {repeats / events:.1f} "
            f"(greedy {common / events:.1f})  span x {ratio:.3f}  "
            f"slowest round {slowest:.2f}s  {bar(f'S9 {players}x{rounds}', good)}",
            flush=True,
        )


def proof() -> None:
    title("S10, S11: certificates and the same bytes everywhere")
    problem = Problem.numbered(60, rounds=6, teams={n: f"t{(n - 1) // 4}" for n in range(1, 61)})
    chart = make_seating(problem, "draw")
    read = read_chart(chart_json(chart, certificate(chart, problem, "draw")))
    good = read.certificate is not None and verify_certificate(read.chart, read.certificate).ok
    print(f"a certificate from the export alone: {bar('S10 export', good)}")
    swapped = [[list(seats) for seats in tables] for tables in chart]
    swapped[2][4][1] = 1 if swapped[2][4][1] != 1 else 2
    differences = verify_certificate(
        tuple(tuple((s[0], s[1], s[2], s[3]) for s in t) for t in swapped), read.certificate or {}
    ).differences
    named = [(d.round, d.table, d.winds) for d in differences if d.code == "seat"]
    print(f"one altered seat is named as {named}: {bar('S10 seat', named == [(3, 5, ('S',))])}")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tournament.engine.seating import Problem, chart_hash, make_seating;"
        "print([chart_hash(make_seating(Problem.numbered(n, rounds=r), 'x')) for n, r in ((24, 7), (72, 8))])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, str(ROOT)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "999")
    }
    print(f"two processes, two hash seeds, the same bytes: {bar('S11', len(told) == 1)}")


def foreign() -> None:
    title("S12: charts from elsewhere, judged")
    if not SHARED.is_dir():
        print("skipped: no real event files")
        return
    for name in ("seating_mte_8rounds.json", "seating_mjseating_samples.json", "mcr_madrid2016_seating.csv"):
        for read in read_charts((SHARED / name).read_text(encoding="utf-8")):
            report = judge(read.chart)
            print(
                f"{name[:24]:24} {read.key:26} {report.players:3}x{report.rounds} repeats {report.repeats:3} "
                f"(forced {report.forced_repeats})  winds {report.wind_spread}  one table {report.same_table}"
            )


def others(*, quick: bool) -> None:
    title("beside it, in this run: the ideas of other programs (repeats, seconds)")
    for players, rounds in ((24, 6), (28, 7), (40, 8), (72, 6)):
        problem = Problem.numbered(players, rounds=rounds)
        chart, spent = timed(lambda problem=problem: make_seating(problem, 1))
        line = f"{players}x{rounds}: ours {judge(chart, problem).repeats} in {spent:.2f}s"
        limit = 3.0 if quick else 20.0
        start = time.process_time()
        found = restart_greedy(players, rounds, Random(1), limit=limit)
        spent = time.process_time() - start
        line += f"; restart-greedy {'0' if found else 'not found'} in {spent:.2f}s"
        start = time.process_time()
        shuffled = best_of_shuffles(players, rounds, Random(1))
        line += f"; best of 1,000 shuffles {shuffled.repeats} in {time.process_time() - start:.2f}s"
        print(line, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a cross-section")
    quick = parser.parse_args().quick
    every_field(quick=quick)
    optimum()
    beyond(quick=quick)
    groups()
    changes()
    by_rank(quick=quick)
    proof()
    foreign()
    others(quick=quick)
    print("\n" + json.dumps({"missed": sorted(set(missed))}))
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())

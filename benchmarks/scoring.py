"""How fast the judge is, on one core, beside PyMahjongGB on the same hands in the same run.

    python benchmarks/scoring.py [--hands N] [--repeat K]

A *full call* starts from a dictionary in the corpus form and ends with a score: read, checked, every reading
compared. *Cold* is the first pass over hands never seen before, with empty memories; *warm* the best of the
later passes, as on an evening where suits come back. CPU time is measured, so that neighbours on the machine
do not count. Exit status 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.calculator import score_hand
from scoring.explain import explain
from scoring.hand import WinningHand, from_corpus, to_corpus
from scoring.waits import waits
from tests.scoring.material import corpus
from tests.scoring.random_hands import oracle_arguments, random_win

BARS = {"full calls a second": 10_000.0, "ratio": 0.05, "explained a second": 3_000.0, "waits, ms": 3.0}


def timed(work: Callable[[Any], object], data: list[Any]) -> tuple[float, list[float]]:
    """Seconds of CPU for one pass, and of each call, sorted."""
    calls = []
    gc.collect()
    started = time.process_time()
    for item in data:
        before = time.process_time()
        work(item)
        calls.append(time.process_time() - before)
    return time.process_time() - started, sorted(calls)


def rate(work: Callable[[Any], object], data: list[Any], repeat: int) -> float:
    """Calls a CPU second, best of some passes."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        for item in data:
            work(item)
        best = min(best, time.process_time() - started)
    return len(data) / best


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--hands", type=int, default=5000, help="how many fresh random hands")
    options.add_argument("--repeat", type=int, default=5, help="passes of which the best is taken")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    args = options.parse_args()
    rng = random.Random(args.seed)
    fresh = [to_corpus(random_win(rng)) for _ in range(args.hands)]
    known = [record for record in corpus("mcr_hands") if record["kind"] == "win"]
    print(f"seed {args.seed}: {len(fresh)} fresh hands, {len(known)} wins of the corpus; one core, CPU time")

    def full(record: dict[str, Any]) -> object:
        return score_hand(from_corpus(record))

    seconds, calls = timed(full, known)
    print(f"full call, cold, corpus      {len(known) / seconds:10,.0f}/s")
    seconds, calls = timed(full, fresh)
    print(f"full call, cold, fresh hands {len(fresh) / seconds:10,.0f}/s   p99 {_p99(calls):.3f} ms")
    _, calls = timed(full, known)
    warm = rate(full, known, args.repeat)
    print(f"full call, warm, corpus      {warm:10,.0f}/s   p99 {_p99(calls):.3f} ms")
    print(f"full call, warm, fresh hands {rate(full, fresh, args.repeat):10,.0f}/s")
    hands = [from_corpus(record) for record in known]
    reading = rate(from_corpus, known, args.repeat)
    print(f"  of which reading and checking {1e6 / reading:6.1f} of {1e6 / warm:.1f} µs")

    figures = {"full calls a second": warm}
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        print("PyMahjongGB is not installed: no ratio")
    else:
        figures["ratio"] = _against(MahjongFanCalculator, hands, warm, args.repeat)
    figures["explained a second"] = rate(explain, hands, args.repeat)
    print(f"with explanation             {figures['explained a second']:10,.0f}/s")
    figures["waits, ms"] = 1e3 / rate(_waits, hands, args.repeat)
    print(f"waits of a winning hand      {figures['waits, ms']:10.3f} ms")
    missed = [name for name, figure in figures.items() if _misses(name, figure)]
    print("bars:", ", ".join(f"{name} {bar:g}" for name, bar in BARS.items()))
    print("missed: " + ", ".join(missed) if missed else "all bars met")
    print(
        "What limits it: the interpreter. Half of a call goes into asking some thirty small questions and\n"
        "adding up; a quarter into reading and checking the dictionary; the rest into readings and waits,\n"
        "which are remembered a suit at a time."
    )
    return 1 if missed else 0


def _against(oracle: Callable[..., object], hands: list[WinningHand], warm: float, repeat: int) -> float:
    """The oracle gets its own argument tuples ready made: only its C++ and its result are timed."""
    arguments = [oracle_arguments(hand) for hand in hands]
    theirs = rate(lambda given: oracle(*given), arguments, repeat)
    print(f"PyMahjongGB, same hands      {theirs:10,.0f}/s   ratio {warm / theirs:.3f}")
    return warm / theirs


def _waits(hand: WinningHand) -> object:
    return waits(hand.concealed, hand.melds)


def _p99(calls: list[float]) -> float:
    return sorted(calls)[len(calls) * 99 // 100] * 1e3


def _misses(name: str, figure: float) -> bool:
    return figure > BARS[name] if name == "waits, ms" else figure < BARS[name]


if __name__ == "__main__":
    sys.exit(main())

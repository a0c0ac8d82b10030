"""From a problem and a seed to a chart: chooses the maker, then deals people, tables and winds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .certificate import VERSION
from .cyclic import cyclic_rounds
from .designs import known_rounds
from .problem import Chart, Problem
from .tables import vary_tables
from .winds import balance_winds

Progress = Callable[[str, float], None]
"""Called with a stage's name and how much of the whole is done (0 to 1). It may raise to cancel."""


def seeded(seed: int | str, /, *, purpose: str = "make") -> Random:
    """The only source of chance: a generator that is the same for a seed in every process."""
    return Random(f"sixteen-hands seating {VERSION} {purpose}: {seed}")


def make_seating(problem: Problem, seed: int | str, progress: Progress | None = None) -> Chart:
    rng = seeded(seed)
    n = len(problem.players)
    rounds = None
    known = known_rounds(n)
    if known is not None and problem.rounds <= len(known):
        rng.shuffle(known)
        rounds = known[: problem.rounds]
    if rounds is None:
        rounds = cyclic_rounds(n, rounds=problem.rounds, rng=rng)
    assert rounds is not None
    people = list(problem.numbers)
    rng.shuffle(people)
    seated = [[[people[p] for p in game] for game in games] for games in rounds]
    vary_tables(seated, problem=problem, rng=rng)
    chart = tuple(tuple((g[0], g[1], g[2], g[3]) for g in games) for games in seated)
    return balance_winds(chart, rng=rng)

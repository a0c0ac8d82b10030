"""Seating: the problem, the makers, the judge and the certificate, in plain values.

``make_seating(problem, seed)`` gives a chart, ``judge(chart, problem)`` says what is true of any chart.
"""

from .bounds import forced_repeats, forced_repeats_of, most_rounds
from .certificate import (
    ALGORITHM,
    VERSION,
    Difference,
    Verification,
    canonical,
    certificate,
    chart_hash,
    problem_from,
    verify_certificate,
)
from .changes import replace_player
from .checker import Broken, PlayerReport, Repeat, Report, judge, problem_of, shape
from .make import make_seating
from .problem import WINDS, Chart, PlayerSpec, Problem, SeatingError, SeatingRound, Seats
from .winds import balance_winds, rebalance_from

__all__ = [
    "ALGORITHM",
    "VERSION",
    "WINDS",
    "Broken",
    "Chart",
    "Difference",
    "PlayerReport",
    "PlayerSpec",
    "Problem",
    "Repeat",
    "Report",
    "SeatingError",
    "SeatingRound",
    "Seats",
    "Verification",
    "balance_winds",
    "canonical",
    "certificate",
    "chart_hash",
    "forced_repeats",
    "forced_repeats_of",
    "judge",
    "make_seating",
    "most_rounds",
    "problem_from",
    "problem_of",
    "rebalance_from",
    "replace_player",
    "shape",
    "verify_certificate",
]

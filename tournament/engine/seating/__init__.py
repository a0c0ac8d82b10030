"""Seating: the problem, the makers, the judge and the certificate, in plain values.

``make_seating(problem, seed)`` gives a chart, ``judge(chart, problem)`` says what is true of any chart.
"""

from .bounds import forced_repeats, forced_repeats_of, most_meetings, most_rounds, most_rounds_with_teams
from .by_rank import RankedRound, greedy_by_rank, seat_by_rank
from .certificate import (
    ALGORITHM,
    COUNTS,
    FORCED,
    VERSION,
    Difference,
    Verification,
    canonical,
    certificate,
    certified_problem,
    chart_hash,
    problem_document,
    problem_from,
    seed_of_draw,
    verify_certificate,
)
from .chance import seeded
from .changes import complete_field, replace_player, replan, substitute, swap_players, withdraw
from .charts import ReadChart, chart_csv, chart_json, chart_prescript, paths, read_chart, read_charts
from .checker import judge, problem_of, shape
from .designs import roller_blind_rounds
from .groups import read_avoid, read_groups
from .locks import Locks, rebalance_around, remake
from .make import Made, make_seating, plan_seating
from .next_round import NextRound, draw_ties, next_round
from .presence import with_changes
from .problem import (
    HIGHEST_TABLE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    WINDS,
    Chart,
    PlayerSpec,
    Problem,
    SeatingError,
    SeatingRound,
    Seats,
)
from .reasons import Sitting, TableReasons, explain_table
from .repair import FEW_MOVES, FEW_REPEATS, repair
from .report import Broken, PlayerReport, Repeat, Report
from .swaps import Swap, meetings_of, place_of, swaps_for
from .winds import balance_winds, rebalance_from

__all__ = [
    "ALGORITHM",
    "COUNTS",
    "FEW_MOVES",
    "FEW_REPEATS",
    "FORCED",
    "HIGHEST_TABLE",
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "VERSION",
    "WINDS",
    "Broken",
    "Chart",
    "Difference",
    "Locks",
    "Made",
    "NextRound",
    "PlayerReport",
    "PlayerSpec",
    "Problem",
    "RankedRound",
    "ReadChart",
    "Repeat",
    "Report",
    "SeatingError",
    "SeatingRound",
    "Seats",
    "Sitting",
    "Swap",
    "TableReasons",
    "Verification",
    "balance_winds",
    "canonical",
    "certificate",
    "certified_problem",
    "chart_csv",
    "chart_hash",
    "chart_json",
    "chart_prescript",
    "complete_field",
    "draw_ties",
    "explain_table",
    "forced_repeats",
    "forced_repeats_of",
    "greedy_by_rank",
    "judge",
    "make_seating",
    "meetings_of",
    "most_meetings",
    "most_rounds",
    "most_rounds_with_teams",
    "next_round",
    "paths",
    "place_of",
    "plan_seating",
    "problem_document",
    "problem_from",
    "problem_of",
    "read_avoid",
    "read_chart",
    "read_charts",
    "read_groups",
    "rebalance_around",
    "rebalance_from",
    "remake",
    "repair",
    "replace_player",
    "replan",
    "roller_blind_rounds",
    "seat_by_rank",
    "seed_of_draw",
    "seeded",
    "shape",
    "substitute",
    "swap_players",
    "swaps_for",
    "verify_certificate",
    "with_changes",
    "withdraw",
]

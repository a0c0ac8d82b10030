"""What no seating can beat: how many rounds without meeting twice, and how many repeats are forced.

Sources: counting arguments, and for the fields named below the existence results on resolvable
group-divisible designs with blocks of four collected in the Handbook of Combinatorial Designs (2nd ed.).
"""

from __future__ import annotations

from collections import Counter

from .problem import Problem

# Fields where the counting bound is not reached: types 2^4, 3^4 and 2^10 do not exist.
_SMALLER_OPTIMUM = {4: 1, 8: 1, 12: 1, 20: 5}
# Types 6^4 and the large open cases do not matter here: 24 players use type 3^8.


_SEARCHED = {(20, 6): 6}
"""Where every schedule with fewer repeats was looked for: ``benchmarks/least_repeats.py``."""


def most_rounds(players: int) -> int:
    """The most rounds in which ``players`` (a multiple of 4) can play without any two meeting twice."""
    return _SMALLER_OPTIMUM.get(players, (players - 1) // 3)


def most_rounds_with_teams(players: int, *, size: int) -> int:
    """The same when teams of ``size`` never meet inside themselves: fewer opponents are left."""
    return min(most_rounds(players), (players - size) // 3)


def forced_repeats_of(players: int, rounds: int) -> int:
    """A lower bound on meetings beyond the first, summed over all pairs, for ``players`` at full tables.

    It holds for seatings in which no pair meets more than ``most_meetings`` times.
    """
    tables = players // 4
    if tables == 0:
        return 0
    counted = 6 * tables * rounds - players * (players - 1) // 2
    # Two rounds of one, two or three tables share pairs whatever one does: 6, 4 and 3 of them at least.
    # A pair met c times gives c(c-1)/2 such coincidences but c-1 repeats, and c is at most most_meetings.
    coincidences = {1: 6, 2: 4, 3: 3}.get(tables, 0) * rounds * (rounds - 1) // 2
    forced = max(0, counted, -(-2 * coincidences // most_meetings(players, rounds=rounds)))
    forced = max(forced, _SEARCHED.get((players, rounds), 0))
    return forced if forced or rounds <= most_rounds(players) else 1


def most_meetings(players: int, *, rounds: int) -> int:
    """The bar for one pair: the average 3R/(n-1) rounded up, but two where repeats are forced."""
    average = max(1, -(-3 * rounds // max(1, players - 1)))
    return max(2, average) if rounds > most_rounds(players) else average


def forced_repeats(problem: Problem) -> int:
    """A lower bound on the repeats of any seating of this problem, team-mates and avoided pairs kept apart.

    Each player meets three people a round and can choose among those he may meet at all; what exceeds
    that number are repeats, each seen by two players.
    """
    seats: Counter[int] = Counter()
    for number in range(1, problem.rounds + 1):
        present = problem.present(number)
        if len(present) % 4 == 0:
            seats.update(present)
    total = 0
    for player, played in seats.items():
        possible = len(problem.players) - 1 - len(problem.apart[player])
        total += max(0, 3 * played - possible)
    forced = -(-total // 2)
    if problem.plain:
        forced = max(forced, forced_repeats_of(len(problem.players), problem.rounds))
    return forced

#!/usr/bin/env python3
"""How few repeats can 20 players have in 6 rounds? Every schedule with fewer than six is looked for.

    benchmarks/least_repeats.py [--repeats 5]

It takes about five minutes and finds none. No pair meets more than twice, so each repeat belongs to one pair
of rounds. Five repeats at most join five of the fifteen pairs of rounds, and then three rounds have no repeat
among them (Turán: without three such rounds there are six joined pairs at least). These three are taken from
all that there are, up to renaming:

* the first two are the rows and the columns of a grid of five by five without its diagonal;
* the third is every partition into tables with at most one from each row and each column.

Let w be how many pairs of a round have met in those three. Of the other three rounds, A is the one with the
smallest w, so w(A) is a third of the repeats at most; B is the one of the other two that repeats fewer pairs
of the three and A, so that is half of what is left at most; C has the rest. All of them are tried.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

PLAYERS = 20
Round = tuple[int, ...]
"""Tables as bit masks of their four players."""

ALL = [sum(1 << p for p in four) for four in combinations(range(PLAYERS), 4)]
EVERYBODY = (1 << PLAYERS) - 1


def people(mask: int) -> list[int]:
    return [p for p in range(PLAYERS) if mask >> p & 1]


def met_with(met: list[int], round_: Iterable[int]) -> list[int]:
    """For each player the mask of everybody he has met, after one more round."""
    after = list(met)
    for table in round_:
        for player in people(table):
            after[player] |= table & ~(1 << player)
    return after


def cost(met: list[int], table: int) -> int:
    """How many pairs of this table have met."""
    return sum((met[player] & table).bit_count() for player in people(table)) // 2


def costs(met: list[int], tables: Iterable[int], budget: int) -> dict[int, int]:
    priced = ((table, cost(met, table)) for table in tables)
    return {table: price for table, price in priced if price <= budget}


def rounds(priced: dict[int, int], budget: int) -> Iterator[tuple[Round, int]]:
    """Every round of these tables within the budget, each once: the first free player chooses."""
    by_first: list[list[tuple[int, int]]] = [[] for _ in range(PLAYERS)]
    for table, price in priced.items():
        by_first[(table & -table).bit_length() - 1].append((table, price))

    def choose(used: int, chosen: Round, spent: int) -> Iterator[tuple[Round, int]]:
        if used == EVERYBODY:
            yield chosen, spent
            return
        free = ~used & EVERYBODY
        for table, price in by_first[(free & -free).bit_length() - 1]:
            if not table & used and spent + price <= budget:
                yield from choose(used | table, (*chosen, table), spent + price)

    yield from choose(0, (), 0)


CELL = {cell: n for n, cell in enumerate((i, j) for i in range(5) for j in range(5) if i != j)}
ROWS: Round = tuple(sum(1 << CELL[i, j] for j in range(5) if j != i) for i in range(5))
COLUMNS: Round = tuple(sum(1 << CELL[i, j] for i in range(5) if i != j) for j in range(5))


def renamings() -> list[list[int]]:
    """What leaves the grid a grid: the same order for rows and columns, and changing them for each other."""
    found = []
    for order in permutations(range(5)):
        found.append([CELL[order[i], order[j]] for i, j in CELL])
        found.append([CELL[order[j], order[i]] for i, j in CELL])
    return found


def third_rounds() -> tuple[int, list[Round]]:
    """How many there are, and one of each kind up to renaming."""
    met = met_with(met_with([0] * PLAYERS, ROWS), COLUMNS)
    every = [frozenset(found) for found, _ in rounds(costs(met, ALL, 0), 0)]
    names, seen, kinds = renamings(), set(), []
    for one in every:
        if one in seen:
            continue
        kinds.append(tuple(one))
        players = [people(table) for table in one]
        for name in names:
            seen.add(frozenset(sum(1 << name[p] for p in table) for table in players))
    return len(every), kinds


def schedules(third: Round, repeats: int) -> Iterator[tuple[list[Round], int]]:
    """Every schedule on these three rounds with so many repeats at most."""
    met = met_with(met_with(met_with([0] * PLAYERS, ROWS), COLUMNS), third)
    before = costs(met, ALL, repeats)
    for a, w in rounds(before, repeats // 3):
        with_a, half = met_with(met, a), (repeats - w) // 2
        for b, more in rounds(costs(with_a, before, half), half):
            if sum(before[table] for table in b) < w:
                continue  # then b is the one with the smallest w
            left = repeats - w - more
            with_b = met_with(with_a, b)
            for c, rest in rounds(costs(with_b, before, left), left):
                yield [ROWS, COLUMNS, third, a, b, c], w + more + rest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    began = time.monotonic()
    count, kinds = third_rounds()
    print(f"third rounds {count}, kinds {len(kinds)}", flush=True)
    found: dict[int, int] = {}
    for number, third in enumerate(kinds, 1):
        for _, repeats in schedules(third, asked.repeats):
            found[repeats] = found.get(repeats, 0) + 1
        print(f"\r{number} of {len(kinds)}, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(f"schedules with {asked.repeats} repeats or fewer: {found or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Who starts in which seat: an exact balance of winds for any seating whatever.

Players and tables form a bipartite graph with an edge for each game played. Walking its Euler tours and
colouring edges alternately halves the degree of every vertex; done twice, each table gets its four winds and
each player every wind floor(k/4) or ceil(k/4) times in k games (de Werra's equitable colouring, here with
two colours at a time). Linear in the number of seats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations
from random import Random

from .problem import Chart, Seats

Edge = tuple[int, int]
"""(player number, index of the game in the event)."""


def balance_winds(chart: Chart, *, rng: Random) -> Chart:
    """The same tables with seats dealt anew so that no player's winds differ in number by more than one."""
    games = [(r, t) for r, tables in enumerate(chart) for t in range(len(tables))]
    edges = [(player, game) for game, (r, t) in enumerate(games) for player in chart[r][t]]
    rng.shuffle(edges)
    first, second = _halve(edges)
    quarters = [*_halve(first), *_halve(second)]
    order = list(range(4))
    rng.shuffle(order)
    seat_of: list[dict[int, int]] = [{} for _ in games]
    for wind, quarter in zip(order, quarters, strict=True):
        for player, game in quarter:
            seat_of[game][wind] = player
    dealt = iter(seat_of)
    return tuple(tuple(_seats(next(dealt)) for _ in tables) for tables in chart)


def _seats(by_wind: dict[int, int]) -> Seats:
    return by_wind[0], by_wind[1], by_wind[2], by_wind[3]


def _halve(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Two sets of edges; at every vertex their sizes differ by its degree's parity (0 at tables)."""
    nodes: dict[tuple[int, int], list[int]] = defaultdict(list)
    ends: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for player, game in edges:
        ends.append(((0, player), (1, game)))
    degree: Counter[int] = Counter(player for player, _ in edges)
    # Players with an odd number of games are joined to one dummy table; there is an even number of them.
    ends.extend(((0, player), (1, -1)) for player, count in degree.items() if count % 2)
    for index, (left, right) in enumerate(ends):
        nodes[left].append(index)
        nodes[right].append(index)
    used = [False] * len(ends)
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    for start in list(nodes):
        node = start
        while True:
            around = nodes[node]
            while around and used[around[-1]]:
                around.pop()
            if not around:
                break
            index = around.pop()
            used[index] = True
            left, right = ends[index]
            # Walking player -> table colours one way, table -> player the other; tours have even length.
            if index < len(edges):
                halves[0 if node == left else 1].append(edges[index])
            node = right if node == left else left
    return halves


def rebalance_from(chart: Chart, *, first_round: int, rng: Random, sweeps: int = 40) -> Chart:
    """Deal seats anew in rounds ``first_round`` (from 1) and later; what was played stays.

    With the past fixed, a spread of one cannot be promised; each table in turn takes the best of its
    twenty-four deals until none improves. The exact balance is used when nothing was played.
    """
    if first_round <= 1:
        return balance_winds(chart, rng=rng)
    past = chart[: first_round - 1]
    future = [list(tables) for tables in balance_winds(chart[first_round - 1 :], rng=rng)]
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for tables in (*past, *future):
        for seats in tables:
            for wind, player in enumerate(seats):
                counts[player][wind] += 1
    spots = [(r, t) for r, tables in enumerate(future) for t in range(len(tables))]
    for _ in range(sweeps):
        rng.shuffle(spots)
        changed = False
        for r, t in spots:
            seats = future[r][t]
            better = best_deal(seats, counts=counts)
            if better != seats:
                changed = True
                for wind in range(4):
                    counts[seats[wind]][wind] -= 1
                    counts[better[wind]][wind] += 1
                future[r][t] = better
        if not changed:
            break
    return (*past, *(tuple(tables) for tables in future))


def best_deal(seats: Seats, *, counts: dict[int, list[int]]) -> Seats:
    """The order of these four that evens out their winds best, ``counts`` including the present deal."""
    base = {player: list(counts[player]) for player in seats}
    for wind, player in enumerate(seats):
        base[player][wind] -= 1
    now = sum(base[player][wind] for wind, player in enumerate(seats))
    best, least = seats, now
    for order in permutations(seats):
        weight = base[order[0]][0] + base[order[1]][1] + base[order[2]][2] + base[order[3]][3]
        if weight < least:
            best, least = (order[0], order[1], order[2], order[3]), weight
    return best

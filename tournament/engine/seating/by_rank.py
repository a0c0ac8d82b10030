"""Rounds from the standings: neighbours in rank meet, nobody a second time where that can be avoided.

Swap search for one round: a repeat costs far more than any distance, distances in rank count squared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

from .anneal import accepts
from .problem import Chart, Pair, Problem, SeatingError, SeatingRound, Seats, ordered
from .winds import best_deal

_ALL_WINDS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRound:
    """One round by rank. ``repeats``: pairs of it that had met before; ``spans``: last minus first place."""

    tables: SeatingRound
    repeats: tuple[Pair, ...]
    spans: tuple[int, ...]

    @property
    def mean_span(self) -> float:
        return sum(self.spans) / len(self.spans)


def seat_by_rank(
    order: Sequence[int],
    *,
    past: Chart,
    rng: Random,
    problem: Problem | None = None,
    finalists: int = 0,
    closeness: int = 1,
    steps: int | None = None,
) -> RankedRound:
    """The next round for ``order``, the player numbers from first to last place.

    Table 1 gets the leaders, and so on down; a player with an own table (``problem``) draws the game there.
    The first ``finalists`` play among themselves, as do the others. ``problem`` also tells who never meets.
    ``closeness`` multiplies what distance costs: from about n on, ranks matter more than repeats.
    Raises ``SeatingError``: ``players_not_divisible``, ``player_twice``, ``bad_finalists``.
    """
    if len(order) % 4 or not order:
        raise SeatingError("players_not_divisible", players=len(order), missing=-len(order) % 4)
    twice = [player for player, count in Counter(order).items() if count > 1]
    if twice:
        raise SeatingError("player_twice", player=twice[0])
    if finalists % 4 or not 0 <= finalists <= len(order):
        raise SeatingError("bad_finalists", finalists=finalists, players=len(order))
    met = _meetings(past)
    apart = problem.apart if problem is not None else {}
    winds = _winds(past)
    games: list[list[int]] = []
    for part in (order[:finalists], order[finalists:]):
        if part:
            trials = steps if steps is not None else 20_000 + 400 * len(part)
            search = _Search(part, met=met, apart=apart, winds=winds, closeness=closeness)
            games.extend(search.run(rng=rng, steps=trials))
    rank = {player: place for place, player in enumerate(order)}
    games.sort(key=lambda game: (min(map(rank.__getitem__, game)) >= finalists, sum(rank[p] for p in game)))
    games = _at_own_tables(games, problem)
    tables = tuple(_deal(game, winds=winds, rng=rng) for game in games)
    return RankedRound(
        tables=tables,
        repeats=tuple(
            sorted(ordered(a, b) for seats in tables for a, b in combinations(seats, 2) if met[ordered(a, b)])
        ),
        spans=tuple(max(rank[p] for p in seats) - min(rank[p] for p in seats) for seats in tables),
    )


def _meetings(past: Chart) -> Counter[Pair]:
    return Counter(
        ordered(a, b) for tables in past for seats in tables for a, b in combinations(seats, 2) if a != b
    )


def _winds(past: Chart) -> dict[int, list[int]]:
    winds: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for tables in past:
        for seats in tables:
            for wind, player in enumerate(seats):
                winds[player][wind] += 1
    return winds


class _Search:
    """Who sits with whom, by places 0..n-1 of the standing; game g holds places[4g:4g+4]."""

    def __init__(
        self,
        order: Sequence[int],
        *,
        met: Counter[Pair],
        apart: dict[int, frozenset[int]],
        winds: dict[int, list[int]],
        closeness: int,
    ) -> None:
        self.order = order
        size = len(order)
        repeat, never = 45 * size, 1000 * size
        self.cost = [[closeness * (a - b) ** 2 for b in range(size)] for a in range(size)]
        index = {player: place for place, player in enumerate(order)}
        for (one, other), times in met.items():
            a, b = index.get(one), index.get(other)
            if a is not None and b is not None:
                self.cost[a][b] += repeat * (2 * times - 1)
                self.cost[b][a] += repeat * (2 * times - 1)
        for a, player in enumerate(order):
            for foe in apart.get(player, ()):
                if foe in index:
                    self.cost[a][index[foe]] += never
        self.missing = [_missing(winds[player]) if player in winds else _ALL_WINDS for player in order]
        self.repeat = repeat
        self.wind_cost = 24
        self.known: dict[tuple[int, int, int, int], int] = {}

    def unlucky(self, game: Sequence[int]) -> int:
        """How many of these four cannot get a wind they lack, times the cost of one."""
        a, b, c, d = sorted(self.missing[place] for place in game)
        key = (a, b, c, d)
        if key not in self.known:
            most = max(
                sum(1 for wind, mask in enumerate(deal) if mask >> wind & 1) for deal in permutations(key)
            )
            self.known[key] = self.wind_cost * (4 - most)
        return self.known[key]

    def met_again(self, games: list[list[int]]) -> bool:
        return any(self.cost[a][b] >= self.repeat for game in games for a, b in combinations(game, 2))

    def run(self, *, rng: Random, steps: int) -> list[list[int]]:
        size = len(self.order)
        cost = self.cost
        games = [list(range(g, g + 4)) for g in range(0, size, 4)]
        game_of = [place // 4 for place in range(size)]
        winds = [self.unlucky(game) for game in games]
        total = sum(cost[a][b] for game in games for a, b in combinations(game, 2)) + sum(winds)
        best, kept = total, [list(game) for game in games]
        random = rng.random
        heats = 3
        trouble: list[int] = []
        temperature = 1.0
        for step in range(heats * steps):
            if step % steps == 0 and step and not self.met_again(kept):
                break
            if step % 128 == 0:
                # Each later heat is hotter; it only runs while pairs meet again.
                heat, inside = divmod(step, steps)
                ratio = inside / steps
                hot = (120.0, 260.0, 420.0)[heat]
                temperature = hot + (4.0 - hot) * ratio
                trouble = [
                    a
                    for game in games
                    for a in game
                    if any(cost[a][b] >= self.repeat for b in game if b != a)
                ]
            if trouble and random() < 0.4:  # noqa: SIM108 - a line each reads better
                p = trouble[int(random() * len(trouble))]
            else:
                p = int(random() * size)
            reach = 1 + int(random() * random() * 36)
            q = p + (reach if random() < 0.5 else -reach)
            if not 0 <= q < size:
                continue
            g, h = game_of[p], game_of[q]
            if g == h:
                continue
            mine, yours = cost[p], cost[q]
            change = 0
            for x in games[g]:
                if x != p:
                    change += yours[x] - mine[x]
            for x in games[h]:
                if x != q:
                    change += mine[x] - yours[x]
            left = [q if x == p else x for x in games[g]]
            right = [p if x == q else x for x in games[h]]
            left_wind, right_wind = self.unlucky(left), self.unlucky(right)
            change += left_wind + right_wind - winds[g] - winds[h]
            if change > 0 and not accepts(change, temperature=temperature, chance=random()):
                continue
            games[g], games[h] = left, right
            winds[g], winds[h] = left_wind, right_wind
            game_of[p], game_of[q] = h, g
            total += change
            if total < best:
                best, kept = total, list(games)
        return [[self.order[place] for place in game] for game in kept]


def _missing(counts: Sequence[int]) -> int:
    """The winds somebody had least often, as bits."""
    least = min(counts)
    return sum(1 << wind for wind, count in enumerate(counts) if count == least)


def _deal(game: Sequence[int], *, winds: dict[int, list[int]], rng: Random) -> Seats:
    """Seats for four players that even out their starting winds; chance decides between equal deals."""
    shuffled = list(game)
    rng.shuffle(shuffled)
    seats = (shuffled[0], shuffled[1], shuffled[2], shuffled[3])
    counts = {player: list(winds[player]) for player in seats}
    for wind, player in enumerate(seats):
        counts[player][wind] += 1
    return best_deal(seats, counts=counts)


def _at_own_tables(games: list[list[int]], problem: Problem | None) -> list[list[int]]:
    if problem is None:
        return games
    placed = list(games)
    index = {number: t for t, number in enumerate(problem.table_numbers)}
    for spec in problem.players:
        if spec.table is None or spec.table not in index or index[spec.table] >= len(placed):
            continue
        here = next((t for t, game in enumerate(placed) if spec.number in game), None)
        if here is not None:
            there = index[spec.table]
            placed[here], placed[there] = placed[there], placed[here]
    return placed


def greedy_by_rank(order: Sequence[int], *, met: Collection[Pair]) -> list[list[int]]:
    """The common rule, for comparison: from the top, the next best not yet met, else the next best."""
    left = list(order)
    games = []
    while left:
        game = [left.pop(0)]
        while len(game) < 4:
            fresh = (p for p in left if all(ordered(p, q) not in met for q in game))
            chosen = next(fresh, left[0])
            left.remove(chosen)
            game.append(chosen)
        games.append(game)
    return games

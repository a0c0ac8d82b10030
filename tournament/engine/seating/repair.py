"""A published seating mended where people left or came: everybody else keeps table and wind.

Where a table goes, its people take the seats of those who left; where one comes, the newcomers are mixed in.
Swaps beyond that are made only while they save meetings that would otherwise happen twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

from .anneal import accepts
from .chance import seeded
from .problem import Chart, Problem, SeatingError, SeatingRound, Seats
from .winds import best_deal

HARD, REST, REPEAT = 100_000, 600, 120
FEW_MOVES, FEW_REPEATS = 14, 2
"""What it costs to move one person; a repeat costs ``REPEAT``, resting before others ``REST``."""
WIDEST = 2
"""The spread of starting winds up to which a game keeps its seats."""
HOT, COLD = 16.0, 2.0
PATIENCE = 4_000
"""Steps without a better chart after which it stands."""


def repair(
    chart: Chart, problem: Problem, *, seed: int | str, from_round: int, moving: int = FEW_MOVES
) -> Chart:
    """The chart with rounds from ``from_round`` on fitted to who is there. Earlier rounds stay as they are.

    ``moving`` is what moving one person costs: ``FEW_MOVES`` accepts a repeat rather than moving ten people,
    ``FEW_REPEATS`` the other way round. Raises ``cannot_keep_apart`` when people who must not meet would.
    """
    if not 1 <= from_round <= len(chart):
        raise SeatingError("no_such_round", round=from_round, rounds=len(chart))
    rng = seeded(seed, purpose=f"repair from {from_round}")
    search = _Repair(chart, problem, from_round=from_round, moving=moving, rng=rng)
    search.run()
    past = chart[: from_round - 1]
    return (*past, *search.seats(past))


class _Repair:
    """The rounds to come, each a list of games and a bench of those who rest (the last list)."""

    def __init__(self, chart: Chart, problem: Problem, *, from_round: int, moving: int, rng: Random) -> None:
        self.problem, self.rng, self.moving = problem, rng, moving
        self.first = from_round
        self.old = chart[from_round - 1 :]
        self.met: Counter[tuple[int, int]] = Counter()
        self.rested: Counter[int] = Counter()
        for number, tables in enumerate(chart[: from_round - 1], 1):
            self._count(tables)
            seated = {player for seats in tables for player in seats}
            self.rested.update(player for player in problem.present(number) if player not in seated)
        self.home: list[dict[int, int]] = []
        self.rounds: list[list[list[int]]] = []
        for number, tables in enumerate(self.old, from_round):
            self.home.append({player: t for t, seats in enumerate(tables) for player in seats})
            self.rounds.append(self._start(tables, number))
        for games in self.rounds:
            self._count(games[:-1])
            self.rested.update(games[-1])

    def _count(self, games: Sequence[Sequence[int]]) -> None:
        for game in games:
            for a, b in combinations(game, 2):
                self.met[a, b] += 1
                self.met[b, a] += 1

    def _start(self, tables: SeatingRound, number: int) -> list[list[int]]:
        """Who stays stays; the people of tables that go, and newcomers, fill the gaps; the rest rests."""
        here = self.problem.present(number)
        count = len(here) // 4
        games = [[p for p in seats if p in here] for seats in tables[:count]]
        games += [[] for _ in range(count - len(games))]
        placed = {p for game in games for p in game}
        spare = [p for p in here if p not in placed]
        self.rng.shuffle(spare)
        spare.sort(key=lambda p: self.rested[p])  # who rested least is the last to be seated
        for game in games:
            while len(game) < 4:
                best = min(reversed(spare), key=lambda p: sum(self._apart(p, q) for q in game))
                spare.remove(best)
                game.append(best)
        return [*games, spare]

    def _apart(self, a: int, b: int) -> int:
        return HARD if b in self.problem.apart.get(a, ()) else 0

    def _meet(self, p: int, others: Sequence[int], *, more: int) -> int:
        """What ``p`` pays for meeting these; ``more`` is 0 when the meetings are counted already."""
        cost = 0
        for q in others:
            times = self.met[p, q] + more
            if times > 1:
                cost += REPEAT * (2 * times - 3)
            cost += self._apart(p, q)
        return cost

    def _place(self, r: int, p: int, t: int) -> int:
        """What it costs that ``p`` is at table ``t`` of round ``r`` (the last one is the bench)."""
        bench = t == len(self.rounds[r]) - 1
        home = self.home[r].get(p)
        return self.moving if home is not None and home != t and not (bench and home >= t) else 0

    def run(self) -> None:
        """Swap people inside a round while that saves repeats, forbidden meetings, uneven rests or moves.

        Cool enough that nobody moves without a reason; the best of all partners is tried in every eighth
        step, a random one else.
        """
        rng, random = self.rng, self.rng.random
        people = max(len(home) for home in self.home)
        steps = 6_000 + 40 * people
        cost, least, found_at = 0, 0, 0
        best = [[list(game) for game in games] for games in self.rounds]
        trouble = self._trouble()
        for step in range(steps):
            if step % 100 == 0:
                trouble = self._trouble()
            if not trouble or step - found_at > PATIENCE:
                break
            temperature = HOT + (COLD - HOT) * step / steps
            r, t, p = trouble[int(random() * len(trouble))]
            games = self.rounds[r]
            if p not in games[t]:
                continue
            if step % 8 == 0:
                partners = [(u, q) for u, game in enumerate(games) if u != t for q in game]
                change, u, q = min((self._swap_cost(r, p, t, q, u), u, q) for u, q in partners)
            else:
                u = int(random() * len(games))
                if u == t or not games[u]:
                    continue
                q = rng.choice(games[u])
                change = self._swap_cost(r, p, t, q, u)
            if change > 0 and not accepts(change, temperature=temperature, chance=random()):
                continue
            self._swap(r, p, t, q, u)
            trouble += [(r, t, q), (r, u, p)]
            cost += change
            if cost < least:
                least, found_at = cost, step
                best = [[list(game) for game in games] for games in self.rounds]
        self.rounds = best
        self._demand_apart()

    def _trouble(self) -> list[tuple[int, int, int]]:
        """(round, table, player) of everybody worth looking at: meets again, must not meet, or rests."""
        found = []
        for r, games in enumerate(self.rounds):
            bench = len(games) - 1
            for t, game in enumerate(games):
                for p in game:
                    if t == bench:
                        if self.rested[p] > 1:
                            found.append((r, t, p))
                    elif self._meet(p, [q for q in game if q != p], more=0) or (
                        self.home[r].get(p) not in (None, t) and self.home[r][p] < bench
                    ):
                        found.append((r, t, p))
        return found

    def _swap_cost(self, r: int, p: int, t: int, q: int, u: int) -> int:
        games = self.rounds[r]
        bench = len(games) - 1
        cost = self._place(r, p, u) + self._place(r, q, t) - self._place(r, p, t) - self._place(r, q, u)
        if t != bench:
            left = [x for x in games[t] if x != p]
            cost += self._meet(q, left, more=1) - self._meet(p, left, more=0)
        else:
            cost += REST * (self.rested[q] - self.rested[p] + 1)
        if u != bench:
            right = [x for x in games[u] if x != q]
            cost += self._meet(p, right, more=1) - self._meet(q, right, more=0)
        else:
            cost += REST * (self.rested[p] - self.rested[q] + 1)
        return cost

    def _swap(self, r: int, p: int, t: int, q: int, u: int) -> None:
        games = self.rounds[r]
        bench = len(games) - 1
        for goes, comes, place in ((p, q, t), (q, p, u)):
            game = games[place]
            if place == bench:
                self.rested[goes] -= 1
                self.rested[comes] += 1
            else:
                for x in game:
                    if x != goes:
                        for a, b, step in ((goes, x, -1), (comes, x, 1)):
                            self.met[a, b] += step
                            self.met[b, a] += step
            game[game.index(goes)] = comes

    def _demand_apart(self) -> None:
        pairs = sorted(
            {
                (min(a, b), max(a, b))
                for games in self.rounds
                for game in games[:-1]
                for a, b in combinations(game, 2)
                if self._apart(a, b)
            }
        )
        if pairs:
            raise SeatingError("cannot_keep_apart", pairs=tuple(pairs[:20]), count=len(pairs))

    def seats(self, past: Chart) -> list[SeatingRound]:
        """Who stays keeps the wind; who comes takes a free one, the one had least so far."""
        winds: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for tables in past:
            for seats in tables:
                for wind, player in enumerate(seats):
                    winds[player][wind] += 1
        made: list[list[Seats]] = []
        for r, games in enumerate(self.rounds):
            tables = self.old[r]
            made.append(
                [
                    _seated(game, tables[t] if t < len(tables) else None, winds)
                    for t, game in enumerate(games[:-1])
                ]
            )
        self._even_out(made, winds)
        return [tuple(tables) for tables in made]

    def _even_out(self, made: list[list[Seats]], winds: dict[int, list[int]]) -> None:
        """Deal a game with newcomers anew when somebody in it got one wind three times more than another."""
        changed = [
            (r, t)
            for r, tables in enumerate(made)
            for t, seats in enumerate(tables)
            if t >= len(self.old[r]) or set(seats) != set(self.old[r][t])
        ]
        for _ in range(4):
            for r, t in changed:
                seats = made[r][t]
                if max(max(winds[p]) - min(winds[p]) for p in seats) <= WIDEST:
                    continue
                better = best_deal(seats, counts=winds)
                for wind in range(4):
                    winds[seats[wind]][wind] -= 1
                    winds[better[wind]][wind] += 1
                made[r][t] = better


def _seated(game: Sequence[int], before: Seats | None, winds: dict[int, list[int]]) -> Seats:
    stays = {wind: player for wind, player in enumerate(before or ()) if player in game}
    coming = [player for player in game if player not in stays.values()]
    free = [wind for wind in range(4) if wind not in stays]
    chosen = min(
        permutations(coming), key=lambda order: sum(winds[p][w] for p, w in zip(order, free, strict=True))
    )
    seats = [*(stays.get(wind, 0) for wind in range(4))]
    for player, wind in zip(chosen, free, strict=True):
        seats[wind] = player
    for wind, player in enumerate(seats):
        winds[player][wind] += 1
    return seats[0], seats[1], seats[2], seats[3]

"""From a problem and a seed to a chart: chooses the maker, then deals people, rounds, tables and winds."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .anneal import HARD, Rounds, Tick, Weights, anneal_chart, repeat_costs
from .bounds import most_rounds
from .chance import Progress, seeded, ticker
from .changes import replan
from .cyclic import cyclic_rounds
from .designs import known_rounds, transversal_rounds
from .order import order_rounds
from .problem import Chart, Problem, SeatingError
from .repeats import with_repeats
from .tables import vary_tables
from .winds import balance_winds
from .wishes import blocks_of_teams, cast, groups_for_transversal, meeting_costs, pair_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A chart and how it came about, for its certificate."""

    chart: Chart
    method: str
    seed: str


def make_seating(problem: Problem, seed: int | str, progress: Progress | None = None) -> Chart:
    """A chart for a problem; see ``plan_seating``."""
    return plan_seating(problem, seed, progress=progress).chart


def plan_seating(problem: Problem, seed: int | str, *, progress: Progress | None = None) -> Made:
    """The best seating found for a problem, with its method. The same seed gives the same bytes anywhere.

    Nobody meets twice where that is possible, otherwise hardly more often than is forced; teams and avoided
    pairs stay apart, winds differ by one at most. Raises ``SeatingError`` ``cannot_keep_apart`` when people
    who must not meet would.
    """
    if not problem.plain:
        return Made(
            chart=replan((), problem, seed=seed, progress=progress), method="swap search", seed=str(seed)
        )
    rng = seeded(seed)
    weights = pair_weights(problem)
    rounds, method = _rounds_of_people(problem, weights=weights, rng=rng, progress=progress)
    order_rounds(rounds, rng=rng, weights=weights)
    numbers = problem.numbers
    seated = [[[numbers[i] for i in game] for game in games] for games in rounds]
    vary_tables(seated, problem=problem, rng=rng, tick=ticker(progress, "tables"))
    chart = tuple(tuple((g[0], g[1], g[2], g[3]) for g in games) for games in seated)
    return Made(chart=balance_winds(chart, rng=rng), method=method, seed=str(seed))


def free_rounds(players: int, *, rounds: int, rng: Random) -> tuple[Rounds, str] | None:
    """At least ``rounds`` rounds of points without a repeat, or None."""
    bound = most_rounds(players)
    if rounds > bound:
        return None
    if rounds == 1:
        order = list(range(players))
        return [[order[k : k + 4] for k in range(0, players, 4)]], "one round"
    easy = players > 52 and 5 * rounds <= 4 * bound
    known = None if easy else known_rounds(players)
    if known is not None and rounds <= len(known[0]):
        chosen = known[0]
        rng.shuffle(chosen)
        return chosen[:rounds], known[1]
    found = cyclic_rounds(players, rounds=rounds, rng=rng, effort=1 if easy else 2)
    if found is not None:
        return found, "one base round developed cyclically"
    known = known_rounds(players) if easy else None
    return (known[0][:rounds], known[1]) if known is not None and rounds <= len(known[0]) else None


def _most_free(players: int, *, rounds: int, rng: Random) -> tuple[Rounds, str] | None:
    """As many of ``rounds`` rounds without repeats as can be had quickly."""
    known = known_rounds(players)
    if known is not None:
        return known[0][:rounds], known[1]
    most = min(rounds, most_rounds(players))
    for wanted in (most, most - 1, most - 2, 9 * most // 10, 4 * most // 5, most // 2, 1):
        if wanted < 1:
            continue
        found = free_rounds(players, rounds=wanted, rng=rng)
        if found is not None:
            return found
    return None


def _rounds_of_people(
    problem: Problem, *, weights: Weights | None, rng: Random, progress: Progress | None
) -> tuple[Rounds, str]:
    """Rounds of indices into ``problem.players``."""
    players, wanted = len(problem.players), problem.rounds
    tick = ticker(progress, "people")
    apart = any(problem.apart.values())
    if progress is not None:
        progress("schedule", 0.0)
    if apart:
        made = _teams_apart(problem, weights=weights or [], rng=rng, tick=tick)
        if made is not None:
            return made
    free = free_rounds(players, rounds=wanted, rng=rng)
    if free is None:
        rounds, method = with_repeats(
            players,
            rounds=wanted,
            free=lambda most: _most_free(players, rounds=most, rng=rng),
            rng=rng,
            tick=ticker(progress, "schedule"),
        )
    else:
        rounds, method = free
    if weights is None:
        people = list(range(players))
        rng.shuffle(people)
        return _named(rounds, people), method
    people, cost = cast(rounds, weights=weights, rng=rng, steps=_steps(players, apart), tick=tick)
    rounds = _named(rounds, people)
    if free is not None and cost < HARD:
        rounds = _polished(rounds, weights=weights, cost=cost, rng=rng, tick=tick)
    if cost >= HARD:
        costs = meeting_costs(problem)
        for hot in (40.0, 150.0, 300.0):
            left = anneal_chart(
                rounds,
                points=players,
                costs=costs,
                rng=rng,
                steps=100_000 + 800 * players,
                weights=weights,
                hot=hot,
                cold=6.0,
                tick=tick,
            )
            if left < HARD:
                break
        method += ", then swap search"
        _check_apart(rounds, problem=problem)
    return rounds, method


def _polished(rounds: Rounds, *, weights: Weights, cost: int, rng: Random, tick: Tick | None) -> Rounds:
    """Fewer unwished meetings by swaps inside single rounds; the given rounds when that costs a repeat."""
    if cost == 0:
        return rounds
    points = len(weights)
    polished = _named(rounds, list(range(points)))
    reached = anneal_chart(
        polished,
        points=points,
        costs=repeat_costs(cap=1, rounds=len(rounds)),
        rng=rng,
        steps=100_000 + 500 * points,
        weights=weights,
        hot=14.0,
        cold=2.5,
        tick=tick,
    )
    met_once = len({(a, b) for gs in polished for g in gs for a in g for b in g if a < b})
    return polished if reached < cost and met_once == 6 * sum(map(len, polished)) else rounds


def _steps(players: int, apart: bool) -> int:
    return (90_000 if apart else 60_000) + 300 * players


def _named(rounds: Rounds, people: list[int]) -> Rounds:
    return [[[people[p] for p in game] for game in games] for games in rounds]


def _teams_apart(
    problem: Problem, *, weights: Weights, rng: Random, tick: Tick | None
) -> tuple[Rounds, str] | None:
    """Teams on the games of a spare round, or inside the groups of a transversal design: they never meet."""
    players, wanted = len(problem.players), problem.rounds
    blocks = blocks_of_teams(problem, rng=rng)
    if blocks is not None:
        spare = free_rounds(players, rounds=wanted + 1, rng=rng)
        if spare is not None:
            rounds, method = spare
            rng.shuffle(rounds)
            homes, rounds = rounds[wanted], rounds[:wanted]
            people = [0] * players
            for home, block in zip(homes, blocks, strict=True):
                for point, person in zip(home, block, strict=True):
                    people[point] = person
            people, cost = cast(
                rounds, weights=weights, rng=rng, steps=30_000, people=people, blocks=homes, tick=tick
            )
            if cost < HARD:
                rounds = _polished(_named(rounds, people), weights=weights, cost=cost, rng=rng, tick=tick)
                return rounds, f"{method}; teams on the games of one round more"
    tables = players // 4
    transversal = transversal_rounds(tables) if wanted <= tables else None
    if transversal is None:
        return None
    people_in = groups_for_transversal(problem, rng=rng)
    if people_in is None:
        return None
    rng.shuffle(transversal)
    rounds = transversal[:wanted]
    people, cost = cast(
        rounds,
        weights=weights,
        rng=rng,
        steps=40_000 + 100 * players,
        people=people_in,
        groups=tables,
        tick=tick,
    )
    return (_named(rounds, people), "transversal design; teams inside its groups") if cost < HARD else None


def _check_apart(rounds: Rounds, *, problem: Problem) -> None:
    numbers = problem.numbers
    met = sorted(
        {
            (min(numbers[a], numbers[b]), max(numbers[a], numbers[b]))
            for games in rounds
            for game in games
            for a in game
            for b in game
            if numbers[b] in problem.apart[numbers[a]]
        }
    )
    if met:
        raise SeatingError("cannot_keep_apart", pairs=tuple(met[:20]), count=len(met))

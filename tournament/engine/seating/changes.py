"""When life happens: somebody leaves or arrives, a seat is wrong. Only what must change changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from .anneal import HARD, Meetings, Rounds, Weights, anneal_chart
from .chance import Progress, seeded, ticker
from .problem import Chart, PlayerSpec, Problem, SeatingError, Seats
from .tables import vary_tables
from .winds import rebalance_from
from .wishes import meeting_costs, pair_weights


def replace_player(chart: Chart, out: int, in_: int, from_round: int = 1) -> Chart:
    """``in_`` takes every seat of ``out`` from round ``from_round`` (from 1) on; nobody else moves.

    Raises ``SeatingError``: ``unknown_player`` when ``out`` has no seat there, ``already_seated`` when the
    substitute is already playing in one of those rounds, ``no_such_round``.
    """
    _check_round(chart, from_round)
    future = chart[from_round - 1 :]
    for number, tables in enumerate(future, from_round):
        if any(in_ in seats for seats in tables):
            raise SeatingError("already_seated", player=in_, round=number)
    if not any(out in seats for tables in future for seats in tables):
        raise SeatingError("unknown_player", player=out)
    return chart[: from_round - 1] + tuple(
        tuple(_renamed(seats, {out: in_}) for seats in tables) for tables in future
    )


def swap_players(chart: Chart, one: int, other: int, *, round_number: int) -> Chart:
    """Two players change seats in one round (from 1). Raises ``unknown_player`` or ``no_such_round``."""
    _check_round(chart, round_number)
    tables = chart[round_number - 1]
    for player in (one, other):
        if not any(player in seats for seats in tables):
            raise SeatingError("unknown_player", player=player, round=round_number)
    names = {one: other, other: one}
    changed = tuple(_renamed(seats, names) for seats in tables)
    return (*chart[: round_number - 1], changed, *chart[round_number:])


def _check_round(chart: Chart, number: int) -> None:
    if not 1 <= number <= len(chart):
        raise SeatingError("no_such_round", round=number, rounds=len(chart))


def _renamed(seats: Seats, names: dict[int, int]) -> Seats:
    east, south, west, north = (names.get(player, player) for player in seats)
    return east, south, west, north


def substitute(problem: Problem, out: int, *, by: PlayerSpec, from_round: int) -> Problem:
    """The problem after ``by`` took the place of ``out`` from a round on.

    Raises ``unknown_player``, or whatever a problem may say of the new player.
    """
    if out not in problem.by_number:
        raise SeatingError("unknown_player", player=out)
    leaving = replace(problem.by_number[out], last_round=from_round - 1)
    players = tuple(leaving if p.number == out else p for p in problem.players)
    return replace(problem, players=(*players, replace(by, first_round=from_round)))


def withdraw(problem: Problem, players: Sequence[int], *, after_round: int) -> Problem:
    """The problem when these players have left after a round (0: before the first).

    Raises ``unknown_player``; with a number of people that does not fill tables, ``players_not_divisible``
    unless the problem allows rests.
    """
    for number in players:
        if number not in problem.by_number:
            raise SeatingError("unknown_player", player=number)
    leaving = set(players)
    return replace(
        problem,
        players=tuple(
            replace(p, last_round=after_round) if p.number in leaving else p for p in problem.players
        ),
    )


def complete_field(
    players: Sequence[PlayerSpec], *, substitutes: Sequence[PlayerSpec] = (), sit_outs: bool = False
) -> tuple[tuple[PlayerSpec, ...], bool]:
    """Players that fill their tables: with substitutes where there are enough, else with rests if allowed.

    Gives the players and whether somebody rests each round. Raises ``players_not_divisible``.
    """
    missing = -len(players) % 4
    if missing <= len(substitutes):
        return (*players, *substitutes[:missing]), False
    if sit_outs:
        return tuple(players), True
    raise SeatingError(
        "players_not_divisible", players=len(players), missing=missing, substitutes=len(substitutes)
    )


def replan(
    chart: Chart,
    problem: Problem,
    *,
    seed: int | str,
    from_round: int = 1,
    progress: Progress | None = None,
) -> Chart:
    """Rounds before ``from_round`` stay as played; later ones change as little as the problem demands.

    Who has left gives up the seat, who has arrived gets one; games that need no change keep their people.
    Nobody meets anybody a second time, the past included, where the search can avoid it. Raises
    ``SeatingError`` ``cannot_keep_apart`` when people who must not meet would, ``no_such_round``.
    """
    if not 1 <= from_round <= min(len(chart) + 1, problem.rounds):
        raise SeatingError("no_such_round", round=from_round, rounds=len(chart))
    rng = seeded(seed, purpose=f"replan from {from_round}")
    index = {number: i for i, number in enumerate(problem.numbers)}
    past = chart[: from_round - 1]
    rests: Counter[int] = Counter()
    for number, tables in enumerate(past, 1):
        seated = {player for seats in tables for player in seats}
        rests.update(set(problem.present(number)) - seated)
    future: list[list[list[int]]] = []
    for number in range(from_round, problem.rounds + 1):
        old = chart[number - 1] if number <= len(chart) else ()
        future.append(_filled(old, problem, number=number, rests=rests, rng=rng))
    known_past = [[[index[p] for p in seats if p in index] for seats in tables] for tables in past]
    rounds: Rounds = [[[index[p] for p in game] for game in games] for games in future]
    _settle(rounds, problem, past=known_past, rng=rng, progress=progress)
    games = [[[problem.numbers[i] for i in game] for game in gs] for gs in rounds]
    if [[set(g) for g in gs] for gs in games] != [[set(s) for s in t] for t in chart[from_round - 1 :]]:
        kept = chart[from_round - 1 :]
        _keep_places(games, kept)
        if not kept or any(p.table is not None for p in problem.players):
            vary_tables(games, problem=problem, rng=rng, past=past, tick=ticker(progress, "tables"))
    planned = tuple(tuple((g[0], g[1], g[2], g[3]) for g in gs) for gs in games)
    return rebalance_from((*past, *planned), first_round=from_round, rng=rng)


def _settle(
    rounds: Rounds,
    problem: Problem,
    *,
    past: list[list[list[int]]],
    rng: Random,
    progress: Progress | None,
) -> None:
    """Swap people until nobody meets again; raises when people who must not meet still do."""
    players = len(problem.players)
    weights = pair_weights(problem)
    costs = meeting_costs(problem)
    if past:
        _rename_pairs(rounds, past=past, points=players, costs=costs, weights=weights)
    cost = HARD
    for hot in (15.0, 30.0, 45.0, 60.0, 45.0, 75.0, 60.0, 45.0, 150.0, 300.0):
        if hot >= 150.0 and cost < HARD:
            break  # hotter only as long as people meet who must not
        cost = anneal_chart(
            rounds,
            points=players,
            costs=costs,
            rng=rng,
            steps=60_000 + 1_500 * players,
            weights=weights,
            past=past,
            hot=hot,
            cold=4.0,
            tick=ticker(progress, "people"),
        )
        if cost == 0:
            return
    numbers = problem.numbers
    met = {
        tuple(sorted((numbers[a], numbers[b])))
        for games in rounds
        for game in games
        for a in game
        for b in game
        if weights is not None and weights[a][b] >= HARD
    }
    if met:
        raise SeatingError("cannot_keep_apart", pairs=tuple(sorted(met)[:20]), count=len(met))


def _rename_pairs(
    rounds: Rounds, *, past: list[list[list[int]]], points: int, costs: list[int], weights: Weights | None
) -> None:
    """Let pairs of people change places in all rounds to come while that lowers the cost.

    Two people who took each other's seats by mistake then simply go on in each other's place.
    """
    present = [{p for game in games for p in game} for games in rounds]
    always = set.intersection(*present) if present else set()
    before = Meetings.of(past, points=points, costs=costs, weights=None).counts
    after = Meetings.of(rounds, points=points, costs=costs, weights=None).counts
    paid = [sum(costs[:met]) for met in range(len(costs) + 1)]

    def price(person: int, place: int, other: int) -> int:
        """What ``person`` pays in the games to come of ``place`` against everybody but ``other``."""
        total = 0
        for x in range(points):
            meetings = after[place][x]
            if meetings and x not in (person, other, place):
                total += paid[min(len(costs), before[person][x] + meetings)] - paid[before[person][x]]
                if weights is not None:
                    total += weights[person][x] * meetings
        return total

    for _ in range(4):
        troubled = [p for p in sorted(always) if price(p, p, p) > 0]
        best, pair = 0, None
        for a in troubled:
            for b in sorted(always):
                if a != b:
                    change = price(a, b, b) + price(b, a, a) - price(a, a, b) - price(b, b, a)
                    if change < best:
                        best, pair = change, (a, b)
        if pair is None:
            return
        names = {pair[0]: pair[1], pair[1]: pair[0]}
        for games in rounds:
            games[:] = [[names.get(p, p) for p in game] for game in games]
        after = Meetings.of(rounds, points=points, costs=costs, weights=None).counts


def _filled(
    old: Sequence[Seats], problem: Problem, *, number: int, rests: Counter[int], rng: Random
) -> list[list[int]]:
    """The games of one round without the absent and with the new, old games kept where possible."""
    present = problem.present(number)
    bench = len(present) % 4
    tables = len(present) // 4
    here = set(present)
    seated = {player for seats in old for player in seats}
    order = list(present)
    rng.shuffle(order)
    # Who rested least rests first; in an old round those who rested go on resting unless they are needed.
    order.sort(key=lambda p: (bool(old) and p in seated, rests[p]))
    resting = set(order[:bench])
    rests.update(resting)
    games = [[p for p in seats if p in here and p not in resting] for seats in old]
    games.sort(key=len, reverse=True)
    placed = {p for game in games[:tables] for p in game}
    spare = [p for p in order if p not in resting and p not in placed]
    games = games[:tables] + [[] for _ in range(tables - len(games))]
    for game in games:
        while len(game) < 4:
            game.append(spare.pop())
    return games


def _keep_places(games: list[list[list[int]]], kept: Sequence[Sequence[Seats]]) -> None:
    """Put each game on the table where most of its people were planned, so that few have to walk."""
    for gs, tables in zip(games, kept, strict=False):
        waiting = [list(game) for game in gs]
        placed: list[list[int] | None] = [None] * len(gs)
        overlaps = sorted(
            (
                (len(set(game) & set(seats)), -t, i)
                for t, seats in enumerate(tables[: len(gs)])
                for i, game in enumerate(waiting)
            ),
            reverse=True,
        )
        used: set[int] = set()
        for _, minus, i in overlaps:
            if i not in used and placed[-minus] is None:
                placed[-minus] = waiting[i]
                used.add(i)
        rest = (game for i, game in enumerate(waiting) if i not in used)
        gs[:] = [game if game is not None else next(rest) for game in placed]

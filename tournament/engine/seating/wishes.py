"""Who stands for which point of a schedule: teams apart always, countries and clubs apart where possible.

A schedule without repeats stays one whoever its points are. So wishes are met by choosing the people, not by
changing the games: two people change places in the whole event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from .anneal import HARD, Rounds, Tick, Weights, accepts, repeat_costs
from .bounds import forced_repeats, most_meetings
from .problem import Problem

COUNTRY = 12
CLUB = 12


def meeting_costs(problem: Problem) -> list[int]:
    """``costs[c]`` is what one more meeting costs a pair that has met c times. Where wishes force repeats a
    pair may meet twice although the rounds alone would not ask for it: else a second meeting would be dearer
    than a meeting that must not be."""
    cap = most_meetings(max(5, len(problem.players)), rounds=problem.rounds)
    return repeat_costs(cap=max(cap, 2) if forced_repeats(problem) else cap, rounds=problem.rounds)


def pair_weights(problem: Problem) -> Weights | None:
    """What a meeting costs, by index into ``problem.players``; None when nobody minds anybody."""
    players = problem.players
    index = {player.number: i for i, player in enumerate(players)}
    weights = [[0] * len(players) for _ in players]
    minded = False
    for label, price in (("country", COUNTRY), ("club", CLUB)):
        groups: dict[str, list[int]] = defaultdict(list)
        for i, player in enumerate(players):
            name = getattr(player, label)
            if name:
                groups[name].append(i)
        for members in groups.values():
            for a in members:
                for b in members:
                    if a != b:
                        weights[a][b] += price
                        minded = True
    for number, foes in problem.apart.items():
        for foe in foes:
            weights[index[number]][index[foe]] += HARD
            minded = True
    return weights if minded else None


def blocks_of_teams(problem: Problem, *, rng: Random) -> list[list[int]] | None:
    """All players in fours such that every team lies inside one of them, or None when that cannot be.

    Each four can then take the place of a game of a spare round: its members never meet.
    """
    teams: dict[str, list[int]] = defaultdict(list)
    single = []
    for i, player in enumerate(problem.players):
        if player.team:
            teams[player.team].append(i)
        else:
            single.append(i)
    groups = [members for _, members in sorted(teams.items())]
    rng.shuffle(groups)
    groups.sort(key=len, reverse=True)
    if groups and len(groups[0]) > 4:
        return None
    rng.shuffle(single)
    blocks: list[list[int]] = []
    for group in [*groups, *([i] for i in single)]:
        home = next((b for b in sorted(blocks, key=len, reverse=True) if len(b) + len(group) <= 4), None)
        if home is None:
            if 4 * len(blocks) >= len(problem.players):
                return None
            blocks.append(list(group))
        else:
            home.extend(group)
    return blocks


def groups_for_transversal(problem: Problem, *, rng: Random) -> list[int] | None:
    """All players in four runs of T places so that every team lies inside one run, or None."""
    tables = len(problem.players) // 4
    teams: dict[str, list[int]] = defaultdict(list)
    for i, player in enumerate(problem.players):
        teams[player.team or f" {i}"].append(i)
    together = list(teams.values())
    rng.shuffle(together)
    together.sort(key=len, reverse=True)
    runs: list[list[int]] = [[], [], [], []]
    for members in together:
        run = min(runs, key=lambda run: (tables - len(run) < len(members), tables - len(run)))
        if tables - len(run) < len(members):
            return None
        run.extend(members)
    return [person for run in runs for person in run]


def cast(
    rounds: Rounds,
    *,
    weights: Weights,
    rng: Random,
    steps: int,
    people: list[int] | None = None,
    blocks: Sequence[Sequence[int]] = (),
    groups: int = 0,
    tick: Tick | None = None,
) -> tuple[list[int], int]:
    """``people[point]`` for every point such that meetings cost little, and the cost.

    ``blocks`` are fours of points that never meet; when given, whole fours change places and people inside
    one four do, so that teams sitting on them stay apart. ``groups`` is the size of runs of points inside
    which people change places (0: anywhere).
    """
    total = len(weights)
    near: list[list[int]] = [[] for _ in range(total)]
    for games in rounds:
        for game in games:
            for p in game:
                near[p].extend(x for x in game if x != p)
    who = list(range(total)) if people is None else list(people)
    if people is None:
        rng.shuffle(who)
    cost = sum(weights[who[p]][who[x]] for p in range(total) for x in near[p]) // 2
    best, kept = cost, list(who)
    random = rng.random
    hot, cold = 3.0 * COUNTRY, 0.25 * COUNTRY
    temperature = hot
    for step in range(steps):
        if step % 512 == 0:
            if best == 0:
                break
            temperature = hot + (cold - hot) * (step / steps)
            if tick is not None:
                tick(step / steps)
        if blocks:
            mine = blocks[int(random() * len(blocks))]
            if random() < 0.5:
                yours = blocks[int(random() * len(blocks))]
                if mine is yours:
                    continue
                order = list(yours)
                rng.shuffle(order)
                swaps = list(zip(mine, order, strict=True))
            else:
                p, q = rng.sample(list(mine), 2)
                swaps = [(p, q)]
        else:
            p = int(random() * total)
            q = p - p % groups + int(random() * groups) if groups else int(random() * total)
            if p == q:
                continue
            row = weights[who[p]]
            if random() < 0.8 and not any(row[who[x]] for x in near[p]):
                continue
            swaps = [(p, q)]
        change = 0
        for p, q in swaps:
            change += _swap(who, p, q, near=near, weights=weights)
        if change > 0 and not accepts(change, temperature=temperature, chance=random()):
            for p, q in reversed(swaps):
                who[p], who[q] = who[q], who[p]
            continue
        cost += change
        if cost < best:
            best, kept = cost, list(who)
    return kept, best


def _swap(who: list[int], p: int, q: int, *, near: list[list[int]], weights: Weights) -> int:
    """Let the people at two points change places; the change of cost. Their own meeting stays."""
    one, other = weights[who[p]], weights[who[q]]
    change = 0
    for x in near[p]:
        if x != q:
            y = who[x]
            change += other[y] - one[y]
    for x in near[q]:
        if x != p:
            y = who[x]
            change += one[y] - other[y]
    who[p], who[q] = who[q], who[p]
    return change

"""The next round of an event from its standings: exact ties by lot, stand-ins, rests, finals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from .by_rank import RankedRound, seat_by_rank
from .chance import seeded
from .presence import with_changes
from .problem import Chart, Problem, SeatingError

Groups = Sequence[Sequence[int]]
"""Player numbers from first to last place; those who share a rank exactly stand in one group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound:
    """A round from the standings, and everything that it was made of.

    ``order`` is who was placed where once ties were drawn; ``finalists`` play among themselves; ``rests`` sit
    this round out; ``stopped`` are out because only the finalists play on.
    """

    chart: Chart
    problem: Problem
    tables: RankedRound
    order: tuple[int, ...]
    finalists: tuple[int, ...]
    rests: tuple[int, ...]
    stopped: tuple[int, ...]


def draw_ties(groups: Groups, *, seed: int | str, number: int) -> tuple[int, ...]:
    """One order of everybody: who shares a rank exactly is put in order by the seed, not by the list."""
    rng = seeded(seed, purpose=f"ties before round {number}")
    order: list[int] = []
    for group in groups:
        tied = sorted(group)
        rng.shuffle(tied)
        order.extend(tied)
    return tuple(order)


def next_round(
    groups: Groups,
    *,
    past: Chart,
    problem: Problem,
    seed: int | str,
    stand_ins: Mapping[int, int] | None = None,
    finals: int = 0,
    finalists: Collection[int] = (),
    others_stop: bool = False,
) -> NextRound:
    """The round after ``past``. ``problem`` says who is there; ``stand_ins`` who sits for whom.

    A stand-in is placed where the absent player is ranked; anybody else without a rank comes last. With
    ``finals`` that many first players (or the given ``finalists`` of an earlier round) play among
    themselves; the others play on by rank, or stop. When people rest, those who rested least do, from the
    end of the ranking. Raises ``SeatingError``: ``players_not_divisible``, ``bad_finalists``.
    """
    number = len(past) + 1
    problem = replace(problem, rounds=number, repeats_hard=False)
    ranked = draw_ties(groups, seed=seed, number=number)
    order = _present(ranked, problem, number=number, stand_ins=stand_ins or {})
    chosen = _finalists(order, finals=finals, known=finalists)
    stopped: tuple[int, ...] = ()
    if others_stop and chosen:
        stopped = tuple(player for player in order if player not in chosen)
        problem = with_changes(problem, out=stopped, from_round=number)
        order = chosen
    rests = _rests(order, chosen, past=past, problem=problem)
    playing = [player for player in order if player not in rests]
    first = [player for player in playing if player in chosen]
    rest = [player for player in playing if player not in chosen]
    tables = seat_by_rank(
        [*first, *rest],
        past=past,
        rng=seeded(seed, purpose=f"round {number}"),
        problem=problem,
        finalists=len(first) if rest else 0,
    )
    return NextRound(
        chart=(*past, tables.tables),
        problem=problem,
        tables=tables,
        order=ranked,
        finalists=chosen,
        rests=rests,
        stopped=stopped,
    )


def _present(
    ranked: Sequence[int], problem: Problem, *, number: int, stand_ins: Mapping[int, int]
) -> tuple[int, ...]:
    """Everybody who plays, in the order of the ranking, stand-ins at the places of those they sit for."""
    here, with_rank = set(problem.present(number)), set(ranked)
    found: list[int] = []
    for player in ranked:
        sits = player
        while sits not in here and sits in stand_ins:
            sits = stand_ins[sits]
        if sits in here and (sits == player or sits not in with_rank):
            found.append(sits)
    placed = set(found)
    return (*found, *(player for player in sorted(here) if player not in placed))


def _finalists(order: Sequence[int], *, finals: int, known: Collection[int]) -> tuple[int, ...]:
    if known:
        return tuple(player for player in order if player in known)
    if not finals:
        return ()
    if finals % 4 or finals > len(order):
        raise SeatingError("bad_finalists", finalists=finals, players=len(order))
    return tuple(order[:finals])


def _rests(
    order: Sequence[int], finalists: Collection[int], *, past: Chart, problem: Problem
) -> tuple[int, ...]:
    """Who sits this round out: those who rested least, and of them the last in the ranking."""
    bench = len(order) % 4
    if not bench:
        return ()
    rested: Counter[int] = Counter()
    for number, tables in enumerate(past, 1):
        seated = {player for seats in tables for player in seats}
        rested.update(player for player in problem.present(number) if player not in seated)
    choice = [player for player in order if player not in finalists]
    place = {player: rank for rank, player in enumerate(order)}
    choice.sort(key=lambda player: (rested[player], -place[player]))
    return tuple(sorted(choice[:bench]))

"""Who is there in which round: people leave, come, and come back, and the problem says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .problem import PlayerSpec, Problem, SeatingError


def with_changes(
    problem: Problem, *, out: Sequence[int] = (), in_: Sequence[PlayerSpec] = (), from_round: int
) -> Problem:
    """The problem when some leave and others arrive before a round.

    Somebody who was there before comes back with the rounds between as ``away``. Raises ``unknown_player``
    for a leaver who does not play, ``already_seated`` for an arrival who does, ``players_not_divisible`` when
    the tables of a round are not filled and nobody may rest.
    """
    specs = {spec.number: spec for spec in problem.players}
    for number in out:
        if number not in specs or not specs[number].plays(from_round):
            raise SeatingError("unknown_player", player=number)
        specs[number] = _left(specs[number], from_round)
    for spec in in_:
        specs[spec.number] = _arrived(specs.get(spec.number), spec, from_round)
    return replace(problem, players=tuple(specs.values()))


def _left(spec: PlayerSpec, from_round: int) -> PlayerSpec:
    return replace(
        spec, last_round=from_round - 1, away=tuple(number for number in spec.away if number < from_round)
    )


def _arrived(before: PlayerSpec | None, spec: PlayerSpec, from_round: int) -> PlayerSpec:
    if before is None:
        return replace(spec, first_round=from_round, last_round=None, away=())
    if before.plays(from_round) or before.last_round is None:
        raise SeatingError("already_seated", player=spec.number, round=from_round)
    if before.last_round < before.first_round:  # never played: as if new
        return replace(spec, first_round=from_round, last_round=None, away=())
    missed = tuple(range(before.last_round + 1, from_round))
    return replace(spec, first_round=before.first_round, last_round=None, away=(*before.away, *missed))

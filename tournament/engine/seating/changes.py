"""When life happens: somebody leaves or arrives, a seat is wrong. Only what must change changes."""

from __future__ import annotations

from .problem import Chart, SeatingError


def replace_player(chart: Chart, out: int, in_: int, from_round: int = 1) -> Chart:
    """``in_`` takes every seat of ``out`` from round ``from_round`` (from 1) on; nobody else moves.

    Raises ``SeatingError``: ``unknown_player`` when ``out`` has no seat there, ``already_seated`` when the
    substitute is already playing in one of those rounds, ``no_such_round``.
    """
    if not 1 <= from_round <= len(chart):
        raise SeatingError("no_such_round", round=from_round, rounds=len(chart))
    future = chart[from_round - 1 :]
    for number, tables in enumerate(future, from_round):
        if any(in_ in seats for seats in tables):
            raise SeatingError("already_seated", player=in_, round=number)
    if not any(out in seats for tables in future for seats in tables):
        raise SeatingError("unknown_player", player=out)
    return chart[: from_round - 1] + tuple(
        tuple(_put(seats, out, in_) if out in seats else seats for seats in tables) for tables in future
    )


def _put(seats: tuple[int, int, int, int], out: int, in_: int) -> tuple[int, int, int, int]:
    east, south, west, north = (in_ if player == out else player for player in seats)
    return east, south, west, north

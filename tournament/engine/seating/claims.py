"""The form of a certificate: which claims it makes and what may stand in each. Whether they are true is
``certificate.py``'s business."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .problem import MAX_PLAYERS, SeatingError

Fits = Callable[[object], bool]
LARGEST_COUNT = 10**9


def _text(value: object) -> bool:
    return isinstance(value, str)


def _truth(value: object) -> bool:
    return isinstance(value, bool)


def _count(value: object) -> bool:
    return type(value) is int and 0 <= value < LARGEST_COUNT


def _hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def _mark(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{8}", value) is not None


def _mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _or_none(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


def _list_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list | tuple) and all(map(fits, value))


CLAIMS: dict[str, Fits] = {
    "algorithm": _text,
    "version": _text,
    "method": _text,
    "seed": _or_none(_text),
    "previous": _or_none(_hash),
    "past_rounds": _count,
    "revision": _or_none(_count),
    "avoided_pairs": _count,
    "avoid_meetings": _count,
    "broken": _list_of(_text),
    "problem": _mapping,
    "sha256": _hash,
    "checks": _mapping,
}
"""What every certificate says besides its counts."""
MORE_CLAIMS: dict[str, Fits] = {"draw": _text, "replaces": _or_none(_hash), "changes": _list_of(_mapping)}
"""What the desk adds where there is something to add."""
CHECKS: dict[str, Fits] = {"tables": _list_of(_list_of(_mark)), "winds": _list_of(_list_of(_mark))}
TASK: dict[str, Fits] = {
    "players": _list_of(_mapping),
    "rounds": _count,
    "closed_tables": _list_of(_count),
    "sit_outs": _truth,
    "repeats_hard": _truth,
}
PLAYER: dict[str, Fits] = {"number": _count}
MORE_OF_A_PLAYER: dict[str, Fits] = {
    "team": _text,
    "country": _text,
    "club": _text,
    "table": _count,
    "first_round": _count,
    "last_round": _count,
    "away": _list_of(_count),
}


def demand_certificate(value: object, *, counts: tuple[str, ...]) -> Mapping[str, Any]:
    """The certificate, when it has the form of one. Raises ``SeatingError`` ``bad_certificate``.

    ``reason`` is ``not_an_object``, ``missing`` or ``wrong_value``, and ``what`` the path of the claim.
    """
    if not isinstance(value, Mapping):
        raise SeatingError("bad_certificate", reason="not_an_object")
    _demand(value, {**CLAIMS, **dict.fromkeys(counts, _count)}, MORE_CLAIMS)
    _demand(value["checks"], CHECKS, {}, path="checks.")
    demand_task(value["problem"])
    return value


def unknown_claims(told: Mapping[str, Any], *, counts: tuple[str, ...]) -> list[str]:
    """What stands in a certificate beside its claims."""
    known = {*CLAIMS, *MORE_CLAIMS, *counts}
    found = [name for name in told if name not in known]
    found += [f"problem.{name}" for name in told["problem"] if name not in TASK]
    return sorted(str(name)[:40] for name in found)


def demand_task(value: object) -> Mapping[str, Any]:
    """What was asked for, when it has the form of that. Raises as ``demand_certificate``."""
    if not isinstance(value, Mapping):
        raise SeatingError("bad_certificate", reason="wrong_value", what="problem")
    _demand(value, TASK, {}, path="problem.")
    if len(value["players"]) > MAX_PLAYERS:
        raise SeatingError("bad_certificate", reason="wrong_value", what="problem.players")
    for place, row in enumerate(value["players"], 1):
        path = f"problem.players.{place}."
        _demand(row, PLAYER, MORE_OF_A_PLAYER, path=path)
        for name in row:
            if name not in PLAYER and name not in MORE_OF_A_PLAYER:
                raise SeatingError("bad_certificate", reason="wrong_value", what=f"{path}{name[:20]}")
    return value


def _demand(
    value: Mapping[str, Any],
    must: Mapping[str, Fits],
    may: Mapping[str, Fits],
    *,
    path: str = "",
) -> None:
    for name, fits in {**must, **may}.items():
        if name not in value:
            if name in must:
                raise SeatingError("bad_certificate", reason="missing", what=path + name)
        elif not fits(value[name]):
            raise SeatingError("bad_certificate", reason="wrong_value", what=path + name)

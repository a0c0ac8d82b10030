"""Direct constructions and cached base rounds for the fields where searching is hard."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from .cyclic import Shape, develop

Rounds = list[list[list[int]]]
"""Rounds of tables of points numbered from 0."""


@cache
def _cached() -> dict[int, tuple[Shape, tuple[tuple[tuple[int, ...], ...], ...]]]:
    text = files(__package__).joinpath("data/base_rounds.json").read_text(encoding="utf-8")
    found = {}
    for chart in json.loads(text)["charts"]:
        shape = Shape(modulus=chart["modulus"], orbits=chart["orbits"], fixed=chart["fixed"])
        bases = tuple(tuple(tuple(block) for block in base) for base in chart["base_rounds"])
        found[shape.players] = (shape, bases)
    return found


def cached_rounds(players: int) -> Rounds | None:
    """The stored schedule for a field, all its rounds, or None."""
    entry = _cached().get(players)
    return develop(entry[1], shape=entry[0]) if entry else None


def known_rounds(players: int) -> Rounds | None:
    """The longest schedule without repeats that is known directly for a field, or None."""
    return cached_rounds(players)

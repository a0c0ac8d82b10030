"""What the rulebooks make of one fan where they differ: other points, or fans that may stand beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scoring.fans.catalogue import BY_NUMBER, PLACE, VARIANTS, Fan
from scoring.fans.combine import rulebook
from scoring.profiles import DEFAULT, PROFILES, Profile


@dataclass(frozen=True, slots=True)
class Edition:
    """One rulebook beside the default one: its ``points`` if they are others, and the fans it ``frees``,
    which the default leaves out beside this fan."""

    profile: str
    points: int | None
    frees: tuple[Fan, ...]


@lru_cache(128)
def editions_of(number: int) -> tuple[Edition, ...]:
    """The rulebooks that treat this fan differently from the default one, in their order."""
    found = []
    for profile in PROFILES.values():
        if profile == DEFAULT:
            continue
        points = rulebook(profile).points[PLACE[number]]
        other = points if points != rulebook(DEFAULT).points[PLACE[number]] else None
        frees = tuple(BY_NUMBER[freed] for freed in sorted(_freed(number, profile) - _freed(number, DEFAULT)))
        if other is not None or frees:
            found.append(Edition(profile.name, other, frees))
    return tuple(found)


def _freed(number: int, profile: Profile) -> set[int]:
    return {
        freed
        for variant in VARIANTS
        if variant.taker == number and getattr(profile, variant.switch) == variant.value
        for freed in variant.frees
    }

"""A list of fans without its tiles: what it is worth, and which fans cannot stand beside what is ticked.

Only what is impossible for certain is excluded: non-repeat by the rulebook, account-once by the number of
chows, everything else by the bounds in ``fans/needs.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Literal

from scoring.errors import ScoringError
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, PLACE
from scoring.fans.combine import rulebook
from scoring.fans.needs import FOUR_CHOWS, LINKS, MOST, NEEDS, NOTHING, SETS, THREE_CHOWS, Needs
from scoring.profiles import DEFAULT, Profile

CHICKEN_HAND, FLOWERS, SEVEN_PAIRS = 43, 81, 19

Why = Literal["within", "clash"]


@dataclass(frozen=True, slots=True)
class Shut:
    """A fan that cannot be added: it is within the ticked one ``by``, or cannot be beside it.

    ``by`` is None when it clashes with several of them together only.
    """

    number: int
    why: Why
    by: int | None


@dataclass(frozen=True, slots=True)
class FanList:
    """Fans that can stand together, in the order of the catalogue, and their points without flowers."""

    counted: tuple[tuple[int, int], ...]
    total: int
    within: tuple[int, ...]
    """Ticked fans that another ticked one implies: they are not counted (non-repeat)."""

    @property
    def numbers(self) -> list[list[int]]:
        return [[number, times] for number, times in self.counted]


def points_of(number: int, profile: Profile = DEFAULT) -> int:
    """What this rulebook pays for a fan."""
    return rulebook(profile).points[PLACE[number]]


def most_of(number: int) -> int:
    """How often a fan can be there."""
    return MOST.get(number, 1)


def count_list(fans: Mapping[int, int], *, profile: Profile = DEFAULT) -> FanList:
    """What these fans are worth together.

    Refused: ``bad_fan`` for a number or an amount that no list can hold, ``fans_clash`` for fans that no hand
    shows together.
    """
    for number, times in fans.items():
        if number not in BY_NUMBER or number == FLOWERS or not 1 <= times <= most_of(number):
            raise ScoringError("bad_fan", fan=number)
    book = rulebook(profile)
    found = sum(1 << PLACE[number] for number in fans)
    total, counted = book.count(found, {PLACE[number]: times for number, times in fans.items()})
    kept = tuple((CATALOGUE[place].number, times) for place, times in counted)
    left = tuple(number for number in sorted(fans) if number not in dict(kept))
    for number, _ in kept:
        others = {other: times for other, times in kept if other != number}
        if not _can_join(number, fans[number], others, profile):
            raise ScoringError("fans_clash", fan=number, other=_blame(number, others, profile) or number)
    return FanList(kept, total, left)


def shut_by(fans: Mapping[int, int], *, profile: Profile = DEFAULT) -> tuple[Shut, ...]:
    """Every fan that cannot be ticked any more beside these, with the reason."""
    return _shut_by(tuple(sorted(fans.items())), profile)


@lru_cache(1 << 12)
def _shut_by(ticked: tuple[tuple[int, int], ...], profile: Profile) -> tuple[Shut, ...]:
    fans = {number: times for number, times in ticked if number in BY_NUMBER}
    book = rulebook(profile)
    shut = []
    for fan in CATALOGUE:
        if fan.number == FLOWERS:
            continue
        others = {number: times for number, times in fans.items() if number != fan.number}
        taker = next((n for n in others if book.implies[PLACE[n]] >> PLACE[fan.number] & 1), None)
        if taker is not None:
            shut.append(Shut(fan.number, "within", taker))
        elif fan.number not in fans:
            # what the candidate itself would leave out makes room for it
            beside = {n: t for n, t in others.items() if not book.implies[PLACE[fan.number]] >> PLACE[n] & 1}
            if not _can_join(fan.number, 1, beside, profile):
                shut.append(Shut(fan.number, "clash", _blame(fan.number, beside, profile)))
    return tuple(shut)


def _blame(number: int, others: Mapping[int, int], profile: Profile) -> int | None:
    """The one ticked fan that shuts this one out; None when only several of them do."""
    return next((other for other in others if not _can_join(number, 1, {other: 1}, profile)), None)


def _can_join(number: int, times: int, others: Mapping[int, int], profile: Profile) -> bool:
    if CHICKEN_HAND in (number, *others):
        return not others
    everything = {**others, number: times}
    together = _together(frozenset(everything))
    chows = _chows_of(everything)
    if chows is None or not together.with_(Needs(chows=chows)).can_be:
        return False
    refused = rulebook(profile).not_beside_seven_pairs
    return SEVEN_PAIRS not in everything or not any(refused >> PLACE[n] & 1 for n in everything)


@lru_cache(1 << 14)
def _together(numbers: frozenset[int]) -> Needs:
    return _laid_over(NEEDS.get(number, NOTHING) for number in numbers)


def _laid_over(needs: Iterable[Needs]) -> Needs:
    return reduce(Needs.with_, needs, NOTHING)


def _chows_of(fans: Mapping[int, int]) -> int | None:
    """The chows that the fans of chows ask for together; None when account-once does not allow them."""
    links = sum(times for number, times in fans.items() if number in LINKS)
    threes = sum(number in THREE_CHOWS for number in fans)
    fours = sum(number in FOUR_CHOWS for number in fans)
    if fours + threes > 1 or (fours and links) or (threes and links > 1) or links > SETS - 1:
        return None
    if fours:
        return SETS
    if threes:
        return 3 + links
    return links + 1 if links else 0

"""The five principles: which of the fans found in a hand may be counted together.

1998 rules pp. 29-30; Green Book 3.9.1; MIL supplement 2025, annexes 1-13.

* **Non-repeat** (不重复): a fan that a counted fan implies is left out. :class:`Rulebook`.
* **Non-separation** (不拆移): one reading of the hand, its sets are not regrouped for a second fan. Kept by
  construction: every fan here is detected in one :class:`~scoring.decompose.Reading`.
* **Non-identical** (不得相同): sets that made a fan do not make the same fan again. :func:`_links_allowed`
  and :func:`chow_choices`.
* **High-versus-low** (就高不就低): of what is allowed, the dearest. :func:`scoring.calculator.score_hand`.
* **Account-once** (套算一次): a set that was combined may be combined once more, with one that was not yet.
  :func:`chow_choices`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from scoring.fans.catalogue import (
    BY_KEY,
    CATALOGUE,
    NOT_BESIDE_SEVEN_PAIRS,
    PLACE,
    VARIANTS,
    Fan,
)
from scoring.fans.detect_chows import four_chow_fan, three_chow_fan, two_chow_fan
from scoring.profiles import Profile
from scoring.tiles import kinds_in

Counted = list[tuple[int, int]]
"""Fans as (place in the catalogue, times), in catalogue order."""

places_in = kinds_in
"""The places of a mask of fans, dearest first; a mask is a mask, of tiles or of fans."""

EVERY_FAN = (1 << len(CATALOGUE)) - 1


class Principle(StrEnum):
    """Why a fan is left out."""

    NON_REPEAT = "non_repeat"
    NON_SEPARATION = "non_separation"
    NON_IDENTICAL = "non_identical"
    HIGH_VERSUS_LOW = "high_versus_low"
    ACCOUNT_ONCE = "account_once"
    PROFILE = "profile"  # no principle, but a choice of the rulebook in force
    FORMAL_WAIT = "formal_wait"  # no principle, but the ruling that a wait fan needs a single wait


# ── non-repeat ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What the catalogue says under one profile, ready for counting."""

    profile: Profile
    points: tuple[int, ...]
    implies: tuple[int, ...]
    """By place: the mask of fans that this one leaves out."""
    keeps: tuple[int, ...]
    """By place: the mask of fans that are still to be asked once this one is counted."""
    not_beside_seven_pairs: int

    def count(self, found: int, times: Mapping[int, int]) -> tuple[int, Counted]:
        """The principle of non-repeat, from the dearest fan down.

        A fan counts unless a fan already counted implies it; a fan left out takes nothing with it. ``times``
        says how often the repeatable ones were found. Returns the points and the fans counted.
        """
        total = 0
        counted = []
        points, keeps = self.points, self.keeps
        while found:
            place = (found & -found).bit_length() - 1
            often = times.get(place, 1)
            total += points[place] * often
            counted.append((place, often))
            found &= keeps[place]
        return total, counted

    def taker_of(self, place: int, counted: Counted) -> int | None:
        """Which counted fan implies the one at ``place``."""
        for candidate, _ in counted:
            if self.implies[candidate] >> place & 1:
                return candidate
        return None


@lru_cache(64)
def rulebook(profile: Profile) -> Rulebook:
    """The catalogue as this profile reads it."""
    points = [fan.points for fan in CATALOGUE]
    points[PLACE[82]] = profile.kong_pair_mixed
    points[PLACE[53]] = profile.two_concealed_kongs
    freed = {
        (variant.taker, fan)
        for variant in VARIANTS
        if getattr(profile, variant.switch) == variant.value
        for fan in variant.frees
    }
    implies = tuple(
        sum(1 << PLACE[taken] for taken in fan.implies if (fan.number, taken) not in freed)
        for fan in CATALOGUE
    )
    return Rulebook(
        profile,
        tuple(points),
        implies,
        tuple(EVERY_FAN & ~(1 << place | taken) for place, taken in enumerate(implies)),
        sum(1 << PLACE[number] for number in NOT_BESIDE_SEVEN_PAIRS[profile.seven_pairs_addons]),
    )


# ── account-once and non-identical, for chows ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ChowFan:
    """A fan and the chows that make it, as positions in the tuple of chows of the reading."""

    fan: Fan
    chows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChowChoice:
    """One allowed way to combine the chows of a reading."""

    fans: tuple[ChowFan, ...]
    found: int
    times: Mapping[int, int]
    points: int


@lru_cache(1 << 15)
def chow_choices(chows: tuple[int, ...], pair: int) -> tuple[ChowChoice, ...]:
    """The best allowed ways to combine these chows (ascending), in a stable order; the first is counted.

    Account-once, exactly (MIL supplement, annex 11; Green Book 3.9.1.5):

    * a fan of four chows leaves nothing to combine;
    * at most one fan of three chows, after which the fourth chow may be linked once to one of the three;
    * otherwise the links form a forest over the chows: a link joins two groups that were apart.

    Two chows hence give one link at most, three give two, four give three. Among equals the choice whose fan
    numbers come first is counted. Dearer fans of chows are taken first without comparing whole hands: a fan
    of three chows (6 or more) outweighs three links, and a fan of four outweighs one of three with all that
    it implies elsewhere (48 against 31, 64 against 29, 16 against 6; 32 implies nothing else).
    """
    worth: dict[int, dict[tuple[int, ...], tuple[ChowFan, ...]]] = {}
    for fans in _allowed(chows, pair):
        points = sum([chow_fan.fan.points for chow_fan in fans])
        numbers = tuple(sorted([chow_fan.fan.number for chow_fan in fans]))
        worth.setdefault(points, {}).setdefault(numbers, fans)
    best = max(worth)
    return tuple([_choice(best, fans) for _, fans in sorted(worth[best].items(), key=_by_numbers)])


def _by_numbers(entry: tuple[tuple[int, ...], tuple[ChowFan, ...]]) -> tuple[int, ...]:
    return entry[0]


def _allowed(chows: tuple[int, ...], pair: int) -> list[tuple[ChowFan, ...]]:
    """The ways to combine these chows that can be the best."""
    if len(chows) == 4:
        whole = four_chow_fan(chows, pair)
        if whole:
            return [(_chow_fan(whole, (0, 1, 2, 3)),)]
    links = chow_links(chows)
    threes = three_chow_fans(chows)
    if threes:
        return [
            *((three,) for three in threes),
            *((three, link) for three in threes for link in links if _joins_once(link, three)),
        ]
    for size in range(min(len(links), len(chows) - 1), 0, -1):
        chosen = [some for some in combinations(links, size) if _links_allowed(some)]
        if chosen:
            return chosen
    return [()]


@lru_cache(1 << 8)
def _chow_fan(key: str, chows: tuple[int, ...]) -> ChowFan:
    return ChowFan(BY_KEY[key], chows)


def _joins_once(link: ChowFan, three: ChowFan) -> bool:
    """The link ties the fourth chow to one of the three."""
    return len(set(link.chows) & set(three.chows)) == 1


def chow_links(chows: tuple[int, ...]) -> list[ChowFan]:
    """Every fan of two chows, allowed together or not."""
    found = []
    for a, b in combinations(range(len(chows)), 2):
        key = two_chow_fan(chows[a], chows[b])
        if key:
            found.append(_chow_fan(key, (a, b)))
    return found


def three_chow_fans(chows: tuple[int, ...]) -> list[ChowFan]:
    """Every fan of three chows, allowed together or not."""
    found = []
    for triple in combinations(range(len(chows)), 3):
        key = three_chow_fan(*[chows[position] for position in triple])
        if key:
            found.append(_chow_fan(key, triple))
    return found


def _links_allowed(links: tuple[ChowFan, ...]) -> bool:
    """A forest (account-once) in which no chow serves the same fan twice (non-identical)."""
    return is_forest(links) and not any(
        one.fan is other.fan and set(one.chows) & set(other.chows) for one, other in combinations(links, 2)
    )


def is_forest(links: tuple[ChowFan, ...]) -> bool:
    """No link joins two chows that the links before it had joined."""
    group = list(range(4))
    for link in links:
        a, b = (group[position] for position in link.chows)
        if a == b:
            return False
        group = [a if member == b else member for member in group]
    return True


def _choice(points: int, fans: tuple[ChowFan, ...]) -> ChowChoice:
    found = 0
    repeated: dict[int, int] = {}
    for chow_fan in fans:
        place = PLACE[chow_fan.fan.number]
        if found >> place & 1:
            repeated[place] = repeated.get(place, 1) + 1
        found |= 1 << place
    return ChowChoice(fans, found, repeated, points)

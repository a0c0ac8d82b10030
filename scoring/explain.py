"""Why a hand is worth what it is: where each fan was seen, what was left out, what else it could have been.

:func:`explain` does the work and returns plain values; :mod:`scoring.explain_text` puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.calculator import (
    Candidate,
    CountedFan,
    Score,
    candidates,
    count,
    counted_fan,
    finds_alike,
    score_hand,
    score_of,
)
from scoring.decompose import Completes, Shape
from scoring.errors import ScoringError
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, PLACE, Fan
from scoring.fans.combine import (
    ChowFan,
    Counted,
    Principle,
    Rulebook,
    chow_links,
    places_in,
    rulebook,
    three_chow_fans,
)
from scoring.hand import WinningHand
from scoring.profiles import DEFAULT, PROFILES, SWITCHES, Profile
from scoring.tiles import EAST, ORPHAN_MASK, WIND_MASK
from scoring.where import Groups, chow_tiles, groups_of, where_seen


@dataclass(frozen=True, slots=True)
class SeenFan:
    """A counted fan and the groups of tiles it was seen in, one entry for each time it counts."""

    counted: CountedFan
    seen_in: tuple[Groups, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fan that is there and does not count: the principle, and the counted fan that took its place."""

    fan: Fan
    principle: Principle
    by: Fan | None
    seen_in: Groups


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of the same tiles and what it would have been worth."""

    fan_total: int
    groups: Groups
    shape: Shape
    completes: Completes
    counted: tuple[CountedFan, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Another rulebook that gives another total, and the switches that decide it."""

    profile: str
    fan_total: int
    switches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score with its reasons."""

    score: Score
    groups: Groups
    counted: tuple[SeenFan, ...]
    left_out: tuple[LeftOut, ...]
    alternatives: tuple[Alternative, ...]
    differences: tuple[Difference, ...]


def explain(hand: WinningHand, profile: Profile = DEFAULT) -> Explanation:
    """The score of :func:`~scoring.calculator.score_hand`, with every reason that led to it."""
    book = rulebook(profile)
    judged = [(candidate, *count(candidate, book)) for candidate in candidates(hand, book)]
    if not judged:
        raise ScoringError("not_win")
    judged.sort(key=lambda entry: (-entry[1], entry[2]))
    best, total, counted = judged[0]
    score = score_of(hand, best, total, counted, book)
    return Explanation(
        score,
        groups_of(hand, best.reading),
        tuple(
            SeenFan(counted_fan(place, times, book), where_seen(CATALOGUE[place].key, times, hand, best))
            for place, times in counted
        ),
        tuple(_left_out(hand, best, counted, book)),
        tuple(_alternatives(hand, judged[1:], book)),
        tuple(_differences(hand, score, [candidate for candidate, _, _ in judged])),
    )


def _alternatives(
    hand: WinningHand, others: list[tuple[Candidate, int, Counted]], book: Rulebook
) -> Iterator[Alternative]:
    for candidate, total, counted in others:
        yield Alternative(
            total,
            groups_of(hand, candidate.reading),
            candidate.reading.shape,
            candidate.completes,
            tuple(counted_fan(place, times, book) for place, times in counted),
        )


# ── what was left out ────────────────────────────────────────────────────────────────────────────────────


def _left_out(hand: WinningHand, best: Candidate, counted: Counted, book: Rulebook) -> Iterator[LeftOut]:
    counts = {place for place, _ in counted}
    for place in places_in(best.refused):
        yield LeftOut(CATALOGUE[place], Principle.PROFILE, BY_NUMBER[19], ())
    for place in places_in(best.found):
        if place not in counts:
            fan, taker = CATALOGUE[place], book.taker_of(place, counted)
            by = CATALOGUE[taker] if taker is not None else None
            seen = where_seen(fan.key, best.times.get(place, 1), hand, best)
            yield LeftOut(fan, Principle.NON_REPEAT, by, seen[0] if seen else ())
    yield from _orphan_pungs_paid_elsewhere(hand, best, {CATALOGUE[place].number for place in counts})
    yield from _unused_chow_fans(best)
    yield from _spoilt_wait(best, counts)


def _orphan_pungs_paid_elsewhere(hand: WinningHand, best: Candidate, counts: set[int]) -> Iterator[LeftOut]:
    """Pungs of terminals and honours that 73 does not pay because another fan has."""
    fan = BY_NUMBER[73]
    for kind in places_in(best.reading.pungs & ORPHAN_MASK):
        if kind < EAST:
            continue
        if WIND_MASK >> kind & 1:
            winds = (1, 9, 38)
            own = [
                number
                for number, wind in ((60, hand.prevalent_wind), (61, hand.seat_wind))
                if kind == EAST + wind
            ]
            payers = [number for number in (*winds, *own) if number in counts]
        else:
            payers = [number for number in (2, 10, 54, 59) if number in counts]
        if payers:
            yield LeftOut(fan, Principle.NON_REPEAT, BY_NUMBER[payers[0]], ((kind,) * 3,))
    if 4 in counts:
        yield LeftOut(fan, Principle.NON_REPEAT, BY_NUMBER[4], ())


def _unused_chow_fans(best: Candidate) -> Iterator[LeftOut]:
    """Links and threes among the chows that the chosen combination had no room for; equals named once."""
    chows, chosen = best.reading.chows, best.choice.fans
    big = next((fan for fan in chosen if len(fan.chows) > 2), None)
    told = set()
    for fan in (*three_chow_fans(chows), *chow_links(chows)):
        if fan in chosen:
            continue
        left_out = LeftOut(fan.fan, *_why_unused(fan, chosen, big), chow_tiles(fan, chows))
        if left_out not in told:
            told.add(left_out)
            yield left_out


def _why_unused(
    fan: ChowFan, chosen: tuple[ChowFan, ...], big: ChowFan | None
) -> tuple[Principle, Fan | None]:
    if big and set(fan.chows) <= set(big.chows):
        return Principle.NON_REPEAT, big.fan
    if big and fan.fan is big.fan:
        return Principle.NON_IDENTICAL, big.fan
    near = [other for other in chosen if set(other.chows) & set(fan.chows)]
    same = [other for other in near if other.fan is fan.fan]
    if same and not big:
        return Principle.NON_IDENTICAL, fan.fan
    return Principle.ACCOUNT_ONCE, near[-1].fan if near else None


_ROLES = {Completes.PAIR: 79, Completes.CLOSED: 78, Completes.EDGE: 77}


def _spoilt_wait(best: Candidate, counts: set[int]) -> Iterator[LeftOut]:
    """The winning tile had the role of a wait fan, but was not the only one waited for."""
    number = _ROLES.get(best.completes)
    if number and not best.found >> PLACE[number] & 1 and PLACE[number] not in counts:
        yield LeftOut(BY_NUMBER[number], Principle.FORMAL_WAIT, None, ())


# ── other rulebooks ──────────────────────────────────────────────────────────────────────────────────────


def _differences(hand: WinningHand, score: Score, found: list[Candidate]) -> Iterator[Difference]:
    mine = score.profile
    for name, other in PROFILES.items():
        if name == mine.name:
            continue
        total = _total_under(other, hand, mine, found)
        if total != score.fan_total:
            changed = [switch for switch in SWITCHES if getattr(mine, switch) != getattr(other, switch)]
            alone = [
                switch
                for switch in changed
                if score_hand(hand, _switched(mine, switch, other)).fan_total != score.fan_total
            ]
            yield Difference(name, total, tuple(alone or changed))


def _total_under(other: Profile, hand: WinningHand, mine: Profile, found: list[Candidate]) -> int:
    """The total by another rulebook; what was found is counted again where it cannot differ."""
    if other.hand_cap is not None or not finds_alike(hand, mine, other):
        return score_hand(hand, other).fan_total
    book = rulebook(other)
    return max(count(candidate, book)[0] for candidate in found)


def _switched(profile: Profile, switch: str, other: Profile) -> Profile:
    values: dict[str, object] = {switch: getattr(other, switch)}
    return replace(profile, **values)  # type: ignore[arg-type]

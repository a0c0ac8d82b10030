"""A player's claim held against the truth: what is right, missed, too much, and impossible together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from scoring.calculator import Score, best_lists, candidates, score_hand
from scoring.errors import ScoringError
from scoring.explain import LeftOut, explain
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, PLACE, Fan
from scoring.fans.combine import Principle, rulebook
from scoring.hand import WinningHand
from scoring.profiles import DEFAULT, Profile

Verdict = Literal["right", "too_low", "too_high", "wrong_fans"]


@dataclass(frozen=True, slots=True)
class TooMuch:
    """A claimed fan that does not count, and the reason; no reason when the fan is not there at all."""

    fan: Fan
    times: int
    why: LeftOut | None


@dataclass(frozen=True, slots=True)
class Clash:
    """Two claimed fans that cannot stand together: one implies the other, or no reading shows both."""

    one: Fan
    other: Fan
    principle: Principle


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """The verdict on a claim. ``true_total`` is without flowers, like the claim."""

    verdict: Verdict
    claimed_total: int
    true_total: int
    false_win: bool
    """Fewer than eight points in truth, whatever was claimed; its price is a matter of the ruleset."""
    right: tuple[tuple[Fan, int], ...]
    missed: tuple[tuple[Fan, int], ...]
    too_much: tuple[TooMuch, ...]
    impossible_together: tuple[Clash, ...]
    score: Score


def check_claim(
    hand: WinningHand,
    *,
    total: int | None = None,
    fans: Mapping[int, int] | None = None,
    profile: Profile = DEFAULT,
) -> ClaimCheck:
    """Check a claimed total, a claimed list of fans (number to times, flowers left out), or both.

    A list that is worth the same as ours and follows the rules is right, even where we would show another.
    """
    if total is None and fans is None:
        raise ScoringError("bad_input", reason="missing", field="total or fans")
    score = score_hand(hand, profile)
    if fans is None:
        claimed = total or 0
        return _verdict(score, claimed, claimed == score.fan_total, (), (), (), ())
    unknown = [
        number for number, times in fans.items() if number not in BY_NUMBER or number == 81 or times < 1
    ]
    if unknown:
        raise ScoringError("bad_fan", fan=unknown[0])
    points = rulebook(profile).points
    worth = sum(points[PLACE[number]] * times for number, times in fans.items())
    claimed = worth if total is None else total
    truth = _nearest_truth(hand, profile, fans)
    right = _in_table_order({n: min(t, truth.get(n, 0)) for n, t in fans.items()})
    missed = _in_table_order({n: t - fans.get(n, 0) for n, t in truth.items()})
    extra = _in_table_order({n: t - truth.get(n, 0) for n, t in fans.items()})
    reasons = _reasons(hand, profile) if extra else {}
    too_much = tuple(TooMuch(fan, times, reasons.get(fan.number)) for fan, times in extra)
    is_right = not missed and not extra and claimed == score.fan_total
    return _verdict(score, claimed, is_right, right, missed, too_much, _clashes(hand, fans, profile))


def _verdict(
    score: Score,
    claimed: int,
    is_right: bool,
    right: tuple[tuple[Fan, int], ...],
    missed: tuple[tuple[Fan, int], ...],
    too_much: tuple[TooMuch, ...],
    impossible: tuple[Clash, ...],
) -> ClaimCheck:
    verdict: Verdict = "wrong_fans"
    if is_right:
        verdict = "right"
    elif claimed != score.fan_total:
        verdict = "too_low" if claimed < score.fan_total else "too_high"
    return ClaimCheck(
        verdict, claimed, score.fan_total, not score.is_win, right, missed, too_much, impossible, score
    )


def _nearest_truth(hand: WinningHand, profile: Profile, fans: Mapping[int, int]) -> dict[int, int]:
    """Of the fan lists that are worth the true total, the one that shares most points with the claim."""
    points = rulebook(profile).points

    def shared(truth: dict[int, int]) -> int:
        return sum(points[PLACE[n]] * min(times, fans.get(n, 0)) for n, times in truth.items())

    return max(best_lists(hand, profile), key=shared)


def _in_table_order(amounts: Mapping[int, int]) -> tuple[tuple[Fan, int], ...]:
    return tuple((fan, amounts[fan.number]) for fan in CATALOGUE if amounts.get(fan.number, 0) > 0)


def _reasons(hand: WinningHand, profile: Profile) -> dict[int, LeftOut]:
    """Why each fan that is somewhere in the hand is not counted."""
    elsewhere = {
        fan.number: LeftOut(fan, Principle.HIGH_VERSUS_LOW, None, ())
        for candidate in candidates(hand, rulebook(profile))
        for place, fan in enumerate(CATALOGUE)
        if candidate.found >> place & 1
    }
    return elsewhere | {left_out.fan.number: left_out for left_out in explain(hand, profile).left_out}


def _clashes(hand: WinningHand, fans: Mapping[int, int], profile: Profile) -> tuple[Clash, ...]:
    book = rulebook(profile)
    readings = [candidate.found for candidate in candidates(hand, book)]
    clashes = []
    for one, other in combinations(sorted(fans, key=PLACE.__getitem__), 2):
        a, b = PLACE[one], PLACE[other]
        if book.implies[a] >> b & 1:
            clashes.append(Clash(BY_NUMBER[one], BY_NUMBER[other], Principle.NON_REPEAT))
        elif (
            any(found >> a & 1 for found in readings)
            and any(found >> b & 1 for found in readings)
            and not any(found >> a & found >> b & 1 for found in readings)
        ):
            clashes.append(Clash(BY_NUMBER[one], BY_NUMBER[other], Principle.NON_SEPARATION))
    return tuple(clashes)

"""A won hand as tiles: read with what the table knows about the deal, judged, kept, and judged again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.calculator import Score, score_hand
from scoring.errors import ScoringError
from scoring.fan_list import count_list
from scoring.hand import WinningHand
from scoring.notation import read_hand, write_hand
from scoring.payments import DealFacts, Outcome
from scoring.profiles import Profile
from scoring.rotation import DealPosition
from scoring.rulesets import Ruleset
from tournament.engine.claimed import choices

MARKS = ("last_of_kind", "last_tile", "replacement")
"""What a referee may add to the tiles; winds, self-draw and the robbed kong follow from the deal."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The hand of a deal and its value."""

    hand: WinningHand
    score: Score

    @property
    def fan_total(self) -> int:
        return self.score.fan_total

    @property
    def flowers(self) -> int:
        return self.score.flowers

    @property
    def detail(self) -> dict[str, Any]:
        """What is kept of it in the log: texts and whole numbers, so that its hash is the same everywhere."""
        return {
            "hand": write_hand(self.hand),
            "fans": self.score.numbers,
            "profile": self.score.profile.name,
        }


def judge(
    text: str, *, facts: DealFacts, position: DealPosition, profile: Profile, marks: Mapping[str, bool]
) -> Judged:
    """The tiles of whoever won this deal. What the table knows overrules what the text says about the win.

    Flowers are those of the facts, or else those written among the tiles.
    """
    assert facts.winner is not None
    known: dict[str, bool | int] = {mark: True for mark in MARKS if marks.get(mark)}
    if facts.flowers:
        known["flowers"] = facts.flowers
    hand = read_hand(text, **known, **_seen_from_the_table(facts, facts.winner, position))
    return Judged(hand, score_hand(hand, profile))


def _seen_from_the_table(facts: DealFacts, winner: int, position: DealPosition) -> dict[str, bool | int]:
    return {
        "self_draw": facts.outcome is Outcome.SELF_DRAW,
        "robbing_kong": facts.outcome is Outcome.ROBBED_KONG,
        "seat_wind": position.seat_winds[winner],
        "prevalent_wind": position.prevalent_wind,
    }


def kept_hand(detail: Mapping[str, Any]) -> WinningHand | None:
    """The hand that an entry holds; None when it holds none, a refusal when it cannot be read."""
    text = detail.get("hand")
    return read_hand(text) if isinstance(text, str) and text else None


def kept_list(detail: Mapping[str, Any]) -> dict[int, int] | None:
    """The fans of an entry that holds no tiles, number to times; None when it holds none."""
    if detail.get("hand") or not isinstance(detail.get("fans"), list):
        return None
    return {int(number): int(times) for number, times in detail["fans"]}


def does_not_hold(
    detail: Mapping[str, Any], *, facts: DealFacts, position: DealPosition, profile: Profile, rules: Ruleset
) -> Iterator[tuple[str, Any, Any]]:
    """Each thing that a kept hand or list of fans says and that is not so: a code, what stands, what is."""
    try:
        hand = kept_hand(detail)
        if hand is None:
            yield from _list_does_not_hold(detail, facts, profile, rules)
            return
        score = score_hand(hand, profile)
    except ScoringError as error:
        yield "hand", detail.get("hand"), error.code
        return
    if facts.winner is None:
        yield "hand", detail.get("hand"), "drawn_has_winner"
        return
    owed = {**_seen_from_the_table(facts, facts.winner, position), "flowers": facts.flowers}
    for name, value in owed.items():
        if getattr(hand, name) != value:
            yield f"hand_{name}", getattr(hand, name), value
    yield from _wrongly_booked(detail, facts, score.fan_total, rules)
    if detail.get("fans") != score.numbers:
        yield "judged_fans", detail.get("fans"), score.numbers
    if detail.get("profile") != profile.name:
        yield "judged_profile", detail.get("profile"), profile.name


def _list_does_not_hold(
    detail: Mapping[str, Any], facts: DealFacts, profile: Profile, rules: Ruleset
) -> Iterator[tuple[str, Any, Any]]:
    try:
        fans = kept_list(detail)
        if fans is None:
            return
        counted = count_list(fans, profile=profile)
    except ScoringError as error:
        yield "judged_fans", detail.get("fans"), error.code
        return
    except (TypeError, ValueError):
        yield "judged_fans", detail.get("fans"), "bad_fan"
        return
    yield from _wrongly_booked(detail, facts, counted.total, rules)
    if detail["fans"] != counted.numbers:
        yield "judged_fans", detail["fans"], counted.numbers
    if detail.get("profile") != profile.name:
        yield "judged_profile", detail.get("profile"), profile.name


def _wrongly_booked(
    detail: Mapping[str, Any], facts: DealFacts, judged: int, rules: Ruleset
) -> Iterator[tuple[str, Any, Any]]:
    """What was booked is what was judged, or what the referee could decide about a claim that differs.

    Entries from before decisions were kept hold a claim without a ruling: the judged total was booked.
    """
    ruling, claimed = detail.get("ruling"), detail.get("claimed")
    if ruling is None:
        if facts.fan_total != judged:
            yield "judged", facts.fan_total, judged
        return
    if detail.get("judged") != judged:
        yield "judged", detail.get("judged"), judged
    decisions = (
        choices(claimed, judged, rule=rules.claimed_total, minimum=rules.system.minimum)
        if isinstance(claimed, int)
        else ()
    )
    totals = {choice.ruling.value: choice.total for choice in decisions}
    if facts.fan_total != totals.get(str(ruling)):
        yield "ruling", facts.fan_total, totals.get(str(ruling))

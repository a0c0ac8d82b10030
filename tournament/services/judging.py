"""The judge at the table: tiles as a referee types them become the fan total that is booked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.payments import DealFacts, Outcome
from scoring.profiles import profile_named
from scoring.rulesets import Ruleset
from tournament.engine.judging import Judged, judge
from tournament.errors import Refused, require


def judge_tiles(
    text: str, *, rules: Ruleset, number: int, facts: DealFacts, marks: Mapping[str, bool] | None = None
) -> Judged:
    """What these tiles are worth in deal ``number``, by the rulebook of the event.

    ``facts`` say who won and how; its fan total is a claim and is not looked at here. Refused with the
    rules' codes: facts that cannot be, tiles that are none, tiles that do not win (``not_win``).
    """
    if facts.outcome is Outcome.DRAWN:
        raise Refused("drawn_has_winner")
    rules.check(replace(facts, fan_total=rules.system.minimum))
    return judge(
        text,
        facts=facts,
        position=rules.position(number),
        profile=profile_named(rules.profile),
        marks=marks or {},
    )


def judged_deal(
    text: str,
    *,
    rules: Ruleset,
    number: int,
    facts: DealFacts,
    marks: Mapping[str, bool] | None = None,
    confirmed: bool = False,
) -> tuple[DealFacts, dict[str, Any]]:
    """Facts with the judged total, and what the log keeps of the hand. Without tiles: the facts as they are.

    A claim that differs is refused with ``claimed_differs`` until it is ``confirmed``; then the judged total
    is booked and the claim is kept beside it. Fewer than the minimum is ``below_minimum`` in any case.
    """
    if not text.strip():
        return facts, {}
    judged = judge_tiles(text, rules=rules, number=number, facts=facts, marks=marks)
    minimum = rules.system.minimum
    require(judged.fan_total >= minimum, "below_minimum", fan=judged.fan_total, minimum=minimum)
    booked = replace(facts, fan_total=judged.fan_total, flowers=judged.flowers)
    claimed = facts.fan_total
    if claimed is None or claimed == judged.fan_total:
        return booked, judged.detail
    require(confirmed, "claimed_differs", claimed=claimed, judged=judged.fan_total)
    return booked, {**judged.detail, "claimed": claimed}

"""The judge at the table: tiles or fans as a referee enters them become the fan total that is booked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.fan_list import count_list
from scoring.payments import DealFacts, Outcome
from scoring.profiles import profile_named
from scoring.rulesets import Ruleset
from tournament.engine.claimed import Ruling, choices
from tournament.engine.judging import Judged, judge
from tournament.errors import Refused, require
from tournament.models import Tournament
from tournament.models.tournament import EntryWay


@dataclass(frozen=True, slots=True)
class Decision:
    """What the referee decided about a claim that is not what was judged; "" while nothing is decided."""

    ruling: str = ""
    why: str = ""


UNDECIDED = Decision()


@dataclass(frozen=True, slots=True)
class HandSaid:
    """A win in the words of the table: its way, the tiles or the fans, and a decision about the claim.

    The claim itself is the fan total of the facts.
    """

    way: str = EntryWay.TOTAL.value
    tiles: str = ""
    marks: Mapping[str, bool] = field(default_factory=dict)
    fans: Mapping[int, int] = field(default_factory=dict)
    decision: Decision = UNDECIDED


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


def stated_win(
    said: HandSaid, *, rules: Ruleset, number: int, facts: DealFacts, ways: tuple[str, ...]
) -> dict[str, Any]:
    """Facts and detail for ``record_deal`` and ``correct_deal``, whichever way the win was entered.

    Refused with ``way_not_allowed`` where ``ways`` do not hold its way.
    """
    if facts.outcome is Outcome.DRAWN:
        require(not said.tiles.strip() and not said.fans, "drawn_has_winner")
        return {"facts": facts, "detail": {}}
    require(said.way in ways, "way_not_allowed")
    if said.way == EntryWay.TOTAL:
        return {"facts": facts, "detail": {}}
    if said.way == EntryWay.FANS:
        booked, detail = listed_deal(said.fans, rules=rules, facts=facts, decision=said.decision)
    else:
        require(said.tiles.strip(), "no_tiles")
        booked, detail = judged_deal(
            said.tiles, rules=rules, number=number, facts=facts, marks=said.marks, decision=said.decision
        )
    return {"facts": booked, "detail": detail}


def judged_deal(
    text: str,
    *,
    rules: Ruleset,
    number: int,
    facts: DealFacts,
    marks: Mapping[str, bool] | None = None,
    confirmed: bool = False,
    decision: Decision = UNDECIDED,
) -> tuple[DealFacts, dict[str, Any]]:
    """Facts with the total that is booked, and what the log keeps of the hand. Without tiles: the facts as
    they are.

    A claim that differs is refused with ``claimed_differs`` until it is decided; both totals, the decision
    and its reason are kept. ``confirmed`` is the decision for what was judged. Fewer than the minimum is
    ``below_minimum`` in any case.
    """
    if not text.strip():
        return facts, {}
    judged = judge_tiles(text, rules=rules, number=number, facts=facts, marks=marks)
    if confirmed and not decision.ruling:
        decision = Decision(Ruling.JUDGED.value)
    counted = replace(facts, flowers=judged.flowers)
    return _booked(counted, judged.fan_total, judged.detail, rules, decision)


def listed_deal(
    fans: Mapping[int, int], *, rules: Ruleset, facts: DealFacts, decision: Decision = UNDECIDED
) -> tuple[DealFacts, dict[str, Any]]:
    """The same for a list of fans without tiles: added up by the rulebook of the event.

    Refused: ``no_fans``, ``fans_clash`` and ``bad_fan`` beside the codes above.
    """
    require(fans, "no_fans")
    counted = count_list(fans, profile=profile_named(rules.profile))
    detail = {"fans": counted.numbers, "profile": rules.profile}
    return _booked(facts, counted.total, detail, rules, decision)


def _booked(
    facts: DealFacts, judged: int, detail: dict[str, Any], rules: Ruleset, decision: Decision
) -> tuple[DealFacts, dict[str, Any]]:
    minimum, claimed = rules.system.minimum, facts.fan_total
    require(judged >= minimum, "below_minimum", fan=judged, minimum=minimum)
    if claimed is None or claimed == judged:
        return replace(facts, fan_total=judged), detail
    both = {"claimed": claimed, "judged": judged}
    require(decision.ruling, "claimed_differs", **both)
    possible = choices(claimed, judged, rule=rules.claimed_total, minimum=minimum)
    taken = next((choice for choice in possible if choice.ruling == decision.ruling), None)
    if taken is None:
        raise Refused("claim_cannot_stand", **both)
    kept = {**detail, **both, "ruling": taken.ruling.value, "why": decision.why.strip() or taken.reason}
    return replace(facts, fan_total=taken.total), kept


def ways_for(tournament: Tournament, *, at_table: bool) -> tuple[str, ...]:
    """The ways to enter a win: the event's for whoever comes by a table's link, all of them at the desk."""
    chosen = tuple(way for way in EntryWay.values if way in tournament.entry_ways or not at_table)
    return chosen or (EntryWay.TOTAL.value,)

"""The judge for everybody: the hand calculator and the list of fans."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from scoring.calculator import MINIMUM, Score, score_hand
from scoring.errors import ScoringError
from scoring.explain import Alternative, Explanation, explain
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, Fan
from scoring.fans.editions import Edition, editions_of
from scoring.hand import WinningHand
from scoring.notation import read_hand
from scoring.payments import DealFacts, Outcome, pay_deal
from scoring.profiles import PROFILES, Profile
from scoring.rulesets import MCR
from scoring.tiles import CODES, KIND_OF
from scoring.waits import Wait, waits
from tournament.errors import sentence
from tournament.forms.judge import (
    SETS,
    Asked,
    Laid,
    asked_of,
    lay,
    set_text,
    tidy,
    with_more,
    without_last,
    won_hand,
)
from tournament.templatetags.judge import hand_address
from tournament.views.pad import laid_tiles, pad_keys, used_up

EXAMPLES = (
    "[456p] [789m] 12345m 22s + 6m | flowers=2",
    "147m 258p 369s 45m 22z + 6m | self-draw",
    "1112345678999m",
)
"""Three hands to try: a finished one, a knitted one, and thirteen tiles that wait for nine."""

OTHER_READINGS = 3


@dataclass(frozen=True, slots=True)
class Paid:
    """Who would pay what if the hand were won this way."""

    self_draw: bool
    fan_total: int
    won: int
    from_discarder: int
    from_others: int


def calculator(request: HttpRequest) -> HttpResponse:
    """Type or tap a hand: what it is worth and why. The address is the hand."""
    asked = asked_of(request.GET)
    if changed := _pressed(request, asked):
        return HttpResponseRedirect(hand_address(changed.query))
    return render(request, "judge/calculator.html", {**_context(asked), "whole": True})


def judged(request: HttpRequest) -> HttpResponse:
    """The moving parts of the calculator, for the hand as it is being typed."""
    return render(request, "judge/_judged.html", _context(asked_of(request.GET)))


def _pressed(request: HttpRequest, asked: Asked) -> Asked | None:
    """The hand after a key of the pad was pressed in a browser without JavaScript."""
    kind, form = KIND_OF.get(request.GET.get("add", "")), request.GET.get("set", "tile")
    if kind is not None:
        piece = set_text(kind, form if form in SETS else "tile")
        return replace(asked, text=with_more(asked.text, piece), refused=None)
    if request.GET.get("undo"):
        return replace(asked, text=without_last(asked.text), refused=None)
    return None


def _context(asked: Asked) -> dict[str, Any]:
    context: dict[str, Any] = {
        "asked": asked,
        "laid": None,
        "minimum": MINIMUM,
        "profiles": list(PROFILES),
        "winds": range(4),
        "examples": EXAMPLES,
    }
    try:
        laid = lay(asked)
        context |= {"laid": laid, "tiles": laid_tiles(laid)}
        if laid.is_complete:
            asked = context["asked"] = replace(asked, text=tidy(laid), flowers=laid.flowers)
        context |= {"share": hand_address(asked.query), "query": asked.query}
        context |= _answer(asked, laid, PROFILES[asked.profile])
    except ScoringError as error:
        context |= {"refused": sentence(error), "code": error.code}
    context["used"] = used_up(context["laid"])
    context["pad"] = pad_keys(context["laid"])
    return context


def _answer(asked: Asked, laid: Laid, profile: Profile) -> dict[str, Any]:
    if laid.is_complete:
        hand = won_hand(asked, laid)
        explanation = explain(hand, profile)
        return {
            "hand": hand,
            "why": explanation,
            "score": explanation.score,
            "flower_fan": BY_NUMBER[81],
            "others": _other_readings(explanation),
            "paid": list(_payments(hand, explanation.score)),
        }
    if laid.is_ready:
        found = waits(
            laid.concealed,
            laid.melds,
            seat_wind=asked.seat,
            prevalent_wind=asked.prevalent,
            flowers=laid.flowers,
            profile=profile,
        )
        return {"ready": True, "waits": [(wait, *_finished(asked, wait)) for wait in found]}
    return {}


def _finished(asked: Asked, wait: Wait) -> tuple[str, str]:
    """The addresses of the hand finished by this tile: self-drawn, and by a discard."""
    text = f"{asked.text} + {CODES[wait.tile]}"
    return (
        hand_address(replace(asked, text=text, self_draw=True).query),
        hand_address(replace(asked, text=text, self_draw=False).query),
    )


def _other_readings(explanation: Explanation) -> list[Alternative]:
    """The best readings that differ in their sets; the same sets with another role of the tile say little."""
    seen, found = {explanation.groups}, []
    for other in explanation.alternatives:
        if other.groups not in seen:
            seen.add(other.groups)
            found.append(other)
    return found[:OTHER_READINGS]


def _payments(hand: WinningHand, score: Score) -> Iterator[Paid]:
    """What is paid for this hand as it was won and, where it could be, as it was not."""
    for self_draw in (True, False):
        worth = score
        if self_draw != hand.self_draw:
            other = replace(hand, self_draw=self_draw, replacement=False, robbing_kong=False)
            worth = score_hand(other, score.profile)
        if worth.is_win:
            how = Outcome.SELF_DRAW if self_draw else Outcome.DISCARD
            facts = DealFacts(how, 0, None if self_draw else 1, worth.fan_total, worth.flowers)
            won, discarder, others, _ = pay_deal(facts, base=MCR.base)
            yield Paid(self_draw, worth.fan_total, won, discarder, others)


# The list of fans ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A fan with everything the list says about it."""

    fan: Fan
    example: WinningHand
    leaves_out: tuple[Fan, ...]
    editions: tuple[Edition, ...]


def fans(request: HttpRequest) -> HttpResponse:
    """Every fan of the rules by its points; ``?q=`` finds some by name, number or definition."""
    find = request.GET.get("q", "").strip()[:60]
    shown = [_SHOWN[fan.number] for fan in CATALOGUE if _matches(fan, find.casefold())]
    groups = [(points, list(group)) for points, group in groupby(shown, key=lambda one: one.fan.points)]
    points = sorted({fan.points for fan in CATALOGUE}, reverse=True)
    return render(
        request,
        "judge/fans.html",
        {"groups": groups, "find": find, "count": len(shown), "all": len(CATALOGUE), "points": points},
    )


def _matches(fan: Fan, wanted: str) -> bool:
    words = (str(fan.number), fan.zh, fan.en, *fan.also_en, fan.definition_en, fan.definition_zh)
    return not wanted or any(wanted in word.casefold() for word in words)


_SHOWN = {
    fan.number: Shown(
        fan,
        read_hand(fan.example),
        tuple(BY_NUMBER[number] for number in fan.implies),
        editions_of(fan.number),
    )
    for fan in CATALOGUE
}

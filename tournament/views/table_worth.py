"""What a win that is being entered is worth: judged, added up or as said, and who would pay whom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.explain import explain
from scoring.fan_list import FLOWERS, Shut, count_list, most_of, points_of, shut_by
from scoring.fans.catalogue import BY_NUMBER, CATALOGUE, Fan
from scoring.payments import DealFacts, FalseWin
from scoring.profiles import Profile, profile_named
from tournament.engine.claimed import choices
from tournament.errors import Refused, sentence
from tournament.forms.judge import asked_of, lay
from tournament.forms.table import DealForm
from tournament.forms.win import QUICK_FANS, ticked_in
from tournament.models.tournament import EntryWay
from tournament.selectors.game_shapes import GameView
from tournament.selectors.games import game_view
from tournament.services.judging import judge_tiles, stated_win, ways_for
from tournament.views.doors import Door
from tournament.views.pad import laid_tiles, pad_keys, used_up
from tournament.views.referee import pose_of
from tournament.views.shared import whole
from tournament.views.table_page import facts_of, people_in

WAY_NAMES = {"total": _("Fan total"), "fans": _("Fan list"), "tiles": _("All tiles")}
"""As they stand side by side on a phone."""


LACKS = {
    "how": "how_missing",
    "winner": "winner_missing",
    "discarder": "discarder_missing",
    "total": "fan_missing",
    "fans": "no_fans",
    "tiles": "no_tiles",
}
"""What a form may lack, by its field or its way: the refusal whose sentence the phone says before it asks."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One fan of the list: its points here, how often it may be there, and why it cannot be ticked now."""

    fan: Fan
    points: int
    times: int
    most: int
    shut: Shut | None

    @property
    def by(self) -> Fan | None:
        return BY_NUMBER[self.shut.by] if self.shut and self.shut.by else None

    @property
    def amounts(self) -> range:
        return range(1, self.most + 1)


def ways_at(door: Door) -> tuple[str, ...]:
    """The ways that this door offers."""
    return ways_for(door.tournament, at_table=not door.is_desk)


def stated(door: Door, view: GameView, form: DealForm, number: int) -> dict[str, Any]:
    """Facts and detail for the services: judged or added up where the way asks for it."""
    return stated_win(form.hand_said, rules=view.rules, number=number, facts=form.facts, ways=ways_at(door))


def win_context(
    request: HttpRequest, door: Door, view: GameView, form: DealForm, number: int
) -> dict[str, Any]:
    """Everything that the fields of a win show."""
    ways = ways_at(door)
    said = form.value("way")
    ticked = form["fans"].value() or {}
    profile = profile_named(view.rules.profile)
    lower = pose_of(request).lower_chair(door, view)
    return {
        "view": view,
        "winners": people_in(view, number, chosen=form.value("winner"), lower=lower),
        "discarders": people_in(view, number, chosen=form.value("discarder"), lower=lower),
        "quick": QUICK_FANS,
        "digits": (*range(1, 10), "", 0),
        "ways": [(way, WAY_NAMES[way]) for way in ways],
        "way": said if said in ways else _usual_way(view, ways),
        "fan_groups": _groups(ticked, profile) if EntryWay.FANS.value in ways else (),
        "lacks": [(what, sentence(Refused(code))) for what, code in LACKS.items()],
        "pad": pad_keys(None) if EntryWay.TILES.value in ways else (),
        **(worth_of(view, form.data, number) if form.is_bound else {}),
    }


def _usual_way(view: GameView, ways: tuple[str, ...]) -> str:
    """The way the last win of this table was entered; the first one otherwise."""
    won = [line.entry for line in view.lines if line.entry is not None and line.entry.winner is not None]
    detail = won[-1].detail if won else {}
    last = EntryWay.TILES if detail.get("hand") else EntryWay.FANS if detail.get("fans") else EntryWay.TOTAL
    return last.value if last.value in ways else ways[0]


def payments(request: HttpRequest, door: Door) -> HttpResponse:
    """What a half-filled form is worth and who would pay whom, by the rules; else their refusal."""
    view = game_view(door.table)
    asked = whole(request.GET.get("number", ""), digits=3)
    number = view.next_deal if asked is None else asked
    return render(
        request, "referee/_worth.html", {"door": door, "live": True, **worth_of(view, request.GET, number)}
    )


def worth_of(view: GameView, data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The worth of what stands in a form, as far as it can be said."""
    form = DealForm(data)
    form.is_valid()
    way = form.way_said
    facts = facts_of(data, fan_needed=False)
    context: dict[str, Any] = {"judging": way, "minimum": view.rules.system.minimum}
    if facts is not None:
        facts = replace(facts, fan_total=form.fan_said)
    try:
        if way == EntryWay.FANS:
            _listed(context, view, form, facts, number)
        elif way == EntryWay.TILES:
            _judged(context, view, form, facts, number)
        elif facts is not None and facts.fan_total is not None:
            view.rules.check(facts)
            context |= _paid(view, facts, number)
    except ScoringError as error:
        context |= {
            "refused": sentence(error),
            "code": error.code,
            **_false_win(view, facts, error.code, number),
        }
    return context


def _listed(
    context: dict[str, Any], view: GameView, form: DealForm, facts: DealFacts | None, number: int
) -> None:
    ticked = form.cleaned_data.get("fans") or {}
    profile = profile_named(view.rules.profile)
    context["ticks"] = _ticks(ticked, profile)
    counted = count_list(ticked, profile=profile)
    context["counted"] = [
        (BY_NUMBER[fan], times, points_of(fan, profile) * times) for fan, times in counted.counted
    ]
    _totals(context, view, facts, counted.total, facts.flowers if facts else 0, number)


def _judged(
    context: dict[str, Any], view: GameView, form: DealForm, facts: DealFacts | None, number: int
) -> None:
    text = form.cleaned_data.get("tiles") or ""
    flowers = str(facts.flowers) if facts else "0"
    laid = lay(asked_of({"hand": text, "flowers": flowers}))
    context |= {"laid": laid, "tiles": laid_tiles(laid), "used": used_up(laid)}
    if not laid.is_complete or facts is None:
        return
    judged = judge_tiles(text, rules=view.rules, number=number, facts=facts, marks=form.hand_said.marks)
    why = explain(judged.hand, judged.score.profile)
    context |= {"why": why, "score": judged.score, "flower_fan": BY_NUMBER[FLOWERS], "hand": judged.hand}
    _totals(context, view, facts, judged.fan_total, judged.flowers, number)


def _totals(
    context: dict[str, Any],
    view: GameView,
    facts: DealFacts | None,
    judged: int,
    flowers: int,
    number: int,
) -> None:
    """The judged total beside the claimed one, what may be decided, and the payments of each decision."""
    rules, minimum = view.rules, view.rules.system.minimum
    context |= {"judged_total": judged, "flowers": flowers, "below": 0 < judged < minimum}
    if facts is None or judged == 0:
        return
    if judged < minimum:
        context |= _false_win(view, facts, "below_minimum", number)
        return
    claimed = facts.fan_total
    possible = choices(claimed, judged, rule=rules.claimed_total, minimum=minimum) if claimed else ()
    booked = replace(facts, flowers=flowers)
    context["claimed"] = claimed if possible else None
    context["decisions"] = [
        (choice, _paid(view, replace(booked, fan_total=choice.total), number)) for choice in possible
    ]
    if not possible:
        context |= _paid(view, replace(booked, fan_total=judged), number)


def _paid(view: GameView, facts: DealFacts, deal: int) -> dict[str, Any]:
    view.rules.check(facts)
    deltas = view.rules.pay(facts)
    return {
        "rows": [(person, deltas[person.seat]) for person in people_in(view, deal)],
        "fan": facts.fan_total,
        "flowers": facts.flowers,
        "won": deltas[facts.winner or 0],
    }


def _false_win(view: GameView, facts: DealFacts | None, code: str, number: int) -> dict[str, Any]:
    """The way on when what was declared is no win: whose false win, of which kind, at what price.

    None in a correction: the page of a false win is about the deal in play.
    """
    if number < view.next_deal:
        return {}
    cases = {"below_minimum": FalseWin.BELOW_MINIMUM, "not_win": FalseWin.NOT_READY}
    if code not in cases or facts is None or facts.winner is None or facts.winner not in range(4):
        return {}
    case = cases[code]
    cost = view.rules.false_win_deltas(case, offender=facts.winner)[facts.winner]
    return {"false_win": {"seat": facts.winner, "case": case.value, "cost": cost}}


def _ticks(ticked: Mapping[int, int], profile: Profile) -> list[Tick]:
    shut = {one.number: one for one in shut_by(ticked, profile=profile)}
    return [
        Tick(
            fan,
            points_of(fan.number, profile),
            ticked.get(fan.number, 0),
            most_of(fan.number),
            shut.get(fan.number),
        )
        for fan in CATALOGUE
        if fan.number != FLOWERS
    ]


def _groups(ticked: Mapping[int, int], profile: Profile) -> list[tuple[int, list[Tick]]]:
    """The list by points, dearest first."""
    ordered = sorted(_ticks(ticked, profile), key=lambda tick: -tick.points)
    return [(points, list(group)) for points, group in groupby(ordered, key=lambda tick: tick.points)]


def asked_fans(request: HttpRequest) -> dict[str, Any]:
    """Fans that an address ticks, as the first values of a form."""
    ticked = ticked_in(request.GET)
    return {"fans": ticked} if ticked else {}

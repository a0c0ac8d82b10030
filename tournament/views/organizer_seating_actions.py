"""What is pressed on the page of seatings: one small function a button."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import Refused, require
from tournament.models import SeatingPlan, Tournament
from tournament.models.table import MakingState
from tournament.permissions import Actor
from tournament.selectors.seating_desk import last_making
from tournament.services.seating import discard_draft, publish_seating, withdraw_seating
from tournament.services.seating_edits import rebalance_winds, set_lock, swap_seats, undo_change
from tournament.services.seating_making import cancel_making, make_draft
from tournament.views.organizer import see
from tournament.views.shared import moment, whole


def act(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Do what was pressed and go where the result is."""
    wish = request.POST.get("do", "")
    here = reverse("desk_seating", args=[tournament.slug])
    if wish in WITHOUT_PLAN:
        return see(here + WITHOUT_PLAN[wish](request, tournament, actor))
    number = whole(request.POST.get("plan", ""))
    if number is None:
        raise Http404
    plan = SeatingPlan.objects.filter(tournament=tournament, number=number).first()
    require(plan is not None, "plan_gone")  # undone on this desk or another while the page stood open
    assert plan is not None
    known = WITH_PLAN.get(wish)
    return see(here + (known(request, plan, actor) if known else ""))


def _draft(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    drawn = request.POST.get("how") == "draw"
    words = request.POST.get("draw", "") if drawn else ""
    require(words.strip() or not drawn, "draw_missing")
    return _begun(request, tournament, actor, seed=request.POST.get("seed", ""), draw=words)


def _again(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """The same making once more, after the process that worked on it was stopped."""
    last = last_making(tournament)
    require(last is not None, "making_over")
    assert last is not None
    base = tournament.seating_plans.filter(number=last.base).first() if last.base else None
    require(base is not None or not last.base, "plan_gone")
    return _begun(request, tournament, actor, seed=last.seed, draw=last.draw, base=base)


def _cancel(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    last = last_making(tournament)
    require(last is not None, "making_over")
    assert last is not None
    cancel_making(last, actor=actor)
    messages.success(request, _("The making is cancelled. Nothing of it was kept."))
    return ""


def _begun(request: HttpRequest, tournament: Tournament, actor: Actor, **asked: Any) -> str:
    making = make_draft(tournament, actor=actor, **asked)
    if making.state == MakingState.REFUSED:
        raise Refused(making.code, **making.params)
    if making.state != MakingState.DONE:
        return ""
    messages.success(request, _("Draft %(number)s is made. Nobody sees it yet.") % {"number": making.plan})
    return f"?plan={making.plan}"


def _remake(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    seed = request.POST.get("seed", "")
    return _begun(request, plan.tournament, actor, seed=seed, base=plan) + _round(request)


def _discard(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    discard_draft(plan, actor=actor)
    messages.success(request, _("The draft is discarded."))
    return ""


def _publish(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    later = request.POST.get("when") == "later"
    seen = request.POST.get("instead_of", "")
    if seen and whole(seen) is None:
        raise Http404
    visible_from = moment(request.POST.get("at", ""), plan.tournament) if later else None
    publish_seating(
        plan,
        actor=actor,
        visible_from=visible_from,
        although_broken=request.POST.get("although") == "broken",
        instead_of=whole(seen),
    )
    if visible_from is None:
        messages.success(request, _("The seating is published. Everybody sees it now."))
    else:
        told = {"time": visible_from.astimezone(plan.tournament.zone).strftime("%Y-%m-%d %H:%M")}
        messages.success(request, _("The seating is published. Everybody sees it from %(time)s on.") % told)
    return f"?plan={plan.number}"


def _withdraw(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    withdraw_seating(plan, reason=request.POST.get("reason", ""), actor=actor)
    messages.success(request, _("The seating is withdrawn. The public reads why."))
    return ""


def _swap(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    round_number, one, other = (whole(request.POST.get(name, "")) or 0 for name in ("round", "hold", "with"))
    made = swap_seats(
        plan,
        round_number=round_number,
        one=one,
        other=other,
        seen=request.POST.get("seen", ""),
        actor=actor,
    )
    messages.success(request, _("Swapped. This is draft %(number)s.") % {"number": made.number})
    return f"?plan={made.number}&round={round_number}"


def _rebalance(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    made = rebalance_winds(plan, seen=request.POST.get("seen", ""), actor=actor)
    told = {"spread": made.certificate["wind_spread"], "number": made.number}
    messages.success(
        request,
        _("Winds are dealt anew: most less fewest is now %(spread)s. This is draft %(number)s.") % told,
    )
    return f"?plan={made.number}{_round(request)}"


def _undo(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    base = undo_change(plan, actor=actor)
    messages.success(request, _("The last change is undone."))
    return f"?plan={base}{_round(request)}"


def _lock(request: HttpRequest, plan: SeatingPlan, actor: Actor) -> str:
    wind = request.POST.get("wind", "")
    set_lock(
        plan,
        locked=request.POST.get("lock") == "1",
        actor=actor,
        round_number=whole(request.POST.get("round", "")) or 0,
        place=whole(request.POST.get("place", "")),
        wind=whole(wind),
    )
    return f"?plan={plan.number}{_round(request)}"


def _round(request: HttpRequest) -> str:
    number = whole(request.POST.get("round", ""))
    return f"&round={number}" if number else ""


WITHOUT_PLAN: dict[str, Callable[[HttpRequest, Tournament, Actor], str]] = {
    "draft": _draft,
    "again": _again,
    "cancel": _cancel,
}
WITH_PLAN: dict[str, Callable[[HttpRequest, SeatingPlan, Actor], str]] = {
    "discard": _discard,
    "lock": _lock,
    "publish": _publish,
    "rebalance": _rebalance,
    "remake": _remake,
    "swap": _swap,
    "undo": _undo,
    "withdraw": _withdraw,
}

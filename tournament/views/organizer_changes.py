"""The desk's pages of late changes: each is filled in, looked at, and published with a reason."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.forms.seating_changes import (
    MOVING,
    ChangeForm,
    EntryForm,
    ExitForm,
    NewPersonForm,
    ReasonForm,
    RoundForm,
    SwapForm,
)
from tournament.models import Tournament
from tournament.permissions import Action, Actor
from tournament.selectors.people import people_of
from tournament.selectors.seating_changes import SeatingNow, editions, seating_now
from tournament.services.registration import add_player
from tournament.services.seating_by_rank import propose_round, round_to_make
from tournament.services.seating_changes import (
    Propose,
    propose_entry,
    propose_exit,
    propose_swap,
    publish_change,
    published,
)
from tournament.templatetags.names import called
from tournament.views.change_preview import preview_of
from tournament.views.change_words import change_lines
from tournament.views.organizer import page, see
from tournament.views.shared import desk_tournament

LOOK, PUBLISH, ADD = "look", "publish", "add"
Form = TypeVar("Form", bound=ChangeForm)


@login_required
@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """What can happen to a published seating, and what has."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    now = seating_now(tournament)
    people = people_of(tournament)
    history = [{"edition": told, "lines": change_lines(told.change, people)} for told in editions(tournament)]
    return page(
        request,
        "organizer/changes.html",
        tournament,
        actor,
        now=now,
        by_rank=round_to_make(tournament, now) if now else None,
        history=history,
    )


def _page_of(
    template: str, form_class: type[Form], newcomer: dict[str, bool] | None = None
) -> Callable[[Callable[[Form], Propose]], Callable[..., HttpResponse]]:
    """Make the page of a change out of what its valid form proposes."""

    def page_that(propose: Callable[[Form], Propose]) -> Callable[..., HttpResponse]:
        @login_required
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(propose)
        def view(request: HttpRequest, slug: str) -> HttpResponse:
            return _change(request, slug, template, form_class, propose, newcomer)

        return view

    return page_that


@_page_of("organizer/changes_out.html", ExitForm, newcomer={"substitute": True})
def leave(form: ExitForm) -> Propose:
    """Somebody drops out."""
    told = form.cleaned_data
    return lambda t: propose_exit(t, out=form.pairs(), from_round=told["from_round"], moving=_moving(form))


@_page_of("organizer/changes_in.html", EntryForm, newcomer={"late": True})
def arrive(form: EntryForm) -> Propose:
    """Somebody arrives."""
    told = form.cleaned_data
    return lambda t: propose_entry(
        t,
        players=form.arrivals(),
        from_round=told["from_round"],
        place_of=told["place_of"],
        moving=_moving(form),
    )


@_page_of("organizer/changes_swap.html", SwapForm)
def swap(form: SwapForm) -> Propose:
    """A wrong seat is put right."""
    told = form.cleaned_data
    return lambda t: propose_swap(t, one=told["one"], other=told["other"], round_number=told["round"])


def _moving(form: forms.Form) -> int:
    return MOVING[form.cleaned_data.get("moving") or "few"][0]


def _change(
    request: HttpRequest,
    slug: str,
    template: str,
    form_class: type[Form],
    propose: Callable[[Form], Propose],
    newcomer: dict[str, bool] | None,
) -> HttpResponse:
    """One page: fill in, look at what it does, publish. Nothing is stored before the last step."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    now = published(tournament)
    wish = request.POST.get("do", "")
    person_form = NewPersonForm(request.POST if wish == ADD else None, prefix="new")
    context: dict[str, Any] = {"now": now, "person_form": person_form}
    if wish == ADD and newcomer is not None:
        return _add(request, template, tournament, actor, now, form_class, person_form, newcomer)
    form = form_class(request.POST or None, tournament=tournament, now=now)
    reason = ReasonForm(request.POST if wish == PUBLISH else None)
    refusal: ScoringError | None = None
    if form.is_bound and form.is_valid():
        try:
            wanted = propose(form)
            if wish == PUBLISH and reason.is_valid():
                publish_change(
                    tournament,
                    wanted,
                    token=request.POST.get("token", ""),
                    reason=reason.cleaned_data["reason"],
                    although_broken=request.POST.get("although") == "broken",
                    actor=actor,
                )
                messages.success(request, _("The change is published. Everybody sees it now."))
                return see(reverse("desk_changes", args=[slug]))
            context["preview"] = preview_of(wanted(tournament), people_of(tournament))
        except ScoringError as error:
            refusal = error
            context["preview"] = _still(propose(form), tournament, refusal)
    status = 422 if form.is_bound and not form.is_valid() else 200
    return page(
        request,
        template,
        tournament,
        actor,
        refusal=refusal,
        status=status,
        form=form,
        reason=reason,
        **context,
    )


def _still(propose: Propose, tournament: Tournament, refusal: ScoringError) -> Any:
    """A missing reason does not take the preview away; a change that cannot be has none."""
    if refusal.code not in ("reason_missing", "reason_too_long", "proposal_is_stale", "breaks_rules"):
        return None
    tournament.refresh_from_db()
    return preview_of(propose(tournament), people_of(tournament))


def _add(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    actor: Actor,
    now: SeatingNow,
    form_class: type[ChangeForm],
    person_form: forms.Form,
    newcomer: dict[str, bool],
) -> HttpResponse:
    """Put somebody in the list first; the form then offers them."""
    refusal: ScoringError | None = None
    if person_form.is_valid():
        try:
            facts = {**person_form.cleaned_data, **newcomer}
            player = add_player(tournament, actor=actor, **facts)
            messages.success(
                request,
                _("%(name)s is in the list as number %(number)s.")
                % {"name": called(player), "number": player.number},
            )
            return see(request.path)
        except ScoringError as error:
            refusal = error
    return page(
        request,
        template,
        tournament,
        actor,
        refusal=refusal,
        status=422,
        form=form_class(tournament=tournament, now=now),
        person_form=person_form,
        now=now,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def next_round(request: HttpRequest, slug: str) -> HttpResponse:
    """A round from the standings: looked at with its repeats and spans, then published."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    now = published(tournament)
    number = round_to_make(tournament, now)
    form = RoundForm(request.POST or None, initial={"seed": f"{slug} round {number}"[:80]})
    refusal: ScoringError | None = None
    preview = None
    if form.is_bound and form.is_valid():

        def propose(t: Tournament) -> Any:
            return propose_round(t, seed=form.cleaned_data["seed"])

        try:
            if request.POST.get("do") == PUBLISH:
                publish_change(
                    tournament,
                    propose,
                    token=request.POST.get("token", ""),
                    needs_reason=False,
                    although_broken=request.POST.get("although") == "broken",
                    actor=actor,
                )
                messages.success(
                    request, _("Round %(round)s is seated. Everybody sees it now.") % {"round": number}
                )
                return see(reverse("desk_changes", args=[slug]))
            preview = preview_of(propose(tournament), people_of(tournament))
        except ScoringError as error:
            refusal = error
            preview = _still(propose, tournament, refusal)
    return page(
        request,
        "organizer/changes_round.html",
        tournament,
        actor,
        refusal=refusal,
        form=form,
        now=now,
        number=number,
        waits_for=_waits_for(now, number),
        preview=preview,
    )


def _waits_for(now: SeatingNow, number: int | None) -> int | None:
    """The round whose standings are awaited."""
    before = now.rounds[number - 2] if number and number > 1 else None
    return before.number if before is not None and not before.is_closed else None

"""What every page of the desk needs: its frame, where it leads after a change, refusals in place."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse

from scoring.errors import ScoringError
from tournament.errors import sentence, status_of
from tournament.models import Tournament
from tournament.permissions import Actor, rights
from tournament.selectors.desk import current_round
from tournament.selectors.people import people_of
from tournament.templatetags.names import called


class SeeOther(HttpResponseRedirect):
    """After a change: look at the result. Pressing reload does not send the form again."""

    status_code = 303


def see(to: str, *args: Any) -> SeeOther:
    return SeeOther(resolve_url(to, *args))


def page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    actor: Actor,
    /,
    *,
    refusal: ScoringError | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """One page of a tournament's desk. A refusal is shown on the page that asked, with its own status."""
    frame = {
        "tournament": tournament,
        "may": {action.value for action in rights(actor, tournament)},
        "board_round": current_round(tournament),
        "refusal": {"text": told(refusal, tournament), "code": refusal.code} if refusal else None,
    }
    return render(
        request,
        template,
        {**frame, **context},
        status=status_of(refusal) if refusal else status,
    )


def told(error: ScoringError, tournament: Tournament) -> str:
    """A refusal as the desk says it: players by the names that stand on its pages."""
    return sentence(error, {number: called(person) for number, person in people_of(tournament).items()})


def table_url(slug: str, round_number: int, table_number: int) -> str:
    """The desk's page of one table."""
    return reverse("desk_table", args=[slug, round_number, table_number])

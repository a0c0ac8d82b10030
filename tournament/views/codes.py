"""The page that says which state of a game a code stands for."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.engine.chain import code_prefix
from tournament.selectors.codes import state_of_code
from tournament.selectors.sight import sight_now
from tournament.views.shared import tournament_at

LONGEST = 60


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """A field for the code, and what it stands for; scores only of rounds that this reader may see."""
    tournament = tournament_at(slug)
    written = request.GET.get("code", "").strip()[:LONGEST]
    state = state_of_code(tournament, written) if written else None
    return render(
        request,
        "public/code.html",
        {
            "tournament": tournament,
            "written": written,
            "readable": bool(code_prefix(written)),
            "state": state,
            "shown": state is not None and sight_now().round(state.view.table.round.number),
        },
    )

"""More ways to look at a ranking: by country, one team, and why one stands above another."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament.live.fragments import Render
from tournament.models import Tournament
from tournament.selectors.groups import country_ranking, team_page, tie_of
from tournament.selectors.sight import demand_whole_ranking
from tournament.views import fragments
from tournament.views.live_pages import live_page
from tournament.views.public import asked_for, ranking_page
from tournament.views.shared import tournament_at


def countries_part(through: int | None = None, as_of: Any = None) -> Render:
    def part(tournament: Tournament) -> str:
        demand_whole_ranking()
        context = fragments.board_context(tournament, through, as_of)
        countries = country_ranking(context["board"])
        return render_to_string("public/_countries.html", {**context, "countries": countries})

    return part


def team_part(number: int) -> Render:
    def part(tournament: Tournament) -> str:
        demand_whole_ranking()
        context = fragments.board_context(tournament)
        team = team_page(tournament, context["board"], number)
        if team is None:
            raise Http404
        return render_to_string("public/_team.html", {**context, "team": team})

    return part


fragments.PARTS.update(
    {
        ("countries", 0): countries_part,
        ("countries", 1): countries_part,
        ("team", 1): team_part,
    }
)


@require_safe
def countries(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of the countries, live or after a round."""
    return ranking_page(request, slug, "countries", "public/countries.html", countries_part)


@require_safe
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One team: its members and what every round brought."""
    view = f"team/{number}"
    return live_page(
        request,
        tournament_at(slug),
        view=view,
        template="public/team.html",
        render=team_part(number),
        context={"stream_view": view, "team_number": number},
    )


@require_safe
def tie(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Why the players who are level with this one stand in the order they stand in."""
    tournament = tournament_at(slug)
    through, as_of = asked_for(request, tournament)
    context = fragments.board_context(tournament, through, as_of)
    pairs = tie_of(tournament, context["board"], number)
    if not pairs:
        raise Http404
    page = "public/_tie.html" if "part" in request.GET else "public/tie.html"
    return render(request, page, {**context, "pairs": pairs, "first": pairs[0].above})

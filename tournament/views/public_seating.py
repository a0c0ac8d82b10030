"""Public pages around a seating: its certificate with what anybody can check, its paper, its files."""

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy
from django.views.decorators.http import require_safe

from tournament.errors import Refused
from tournament.models import SeatingPlan, Tournament
from tournament.selectors.people import people_of
from tournament.selectors.schedule import Seating, why_withdrawn
from tournament.selectors.seating_changes import editions, seating_news
from tournament.selectors.seating_check import Check, check_plan, seen_plan
from tournament.selectors.seating_sheet import sheet_by_name, sheet_by_table
from tournament.selectors.sight import sight_now
from tournament.views.change_preview import move_rows
from tournament.views.change_words import change_lines
from tournament.views.chart_files import FORMS, file_of
from tournament.views.shared import tournament_at, whole

COUNT_WORDS: dict[str, Any] = {
    "rounds": gettext_lazy("Rounds"),
    "players": gettext_lazy("Players"),
    "tables": gettext_lazy("Tables in the first round"),
    "pairings": gettext_lazy("Meetings of two people"),
    "repeats": gettext_lazy("Pairs who meet again"),
    "forced_repeats": gettext_lazy("Pairs who cannot but meet again"),
    "most_meetings": gettext_lazy("Most meetings of one pair"),
    "wind_spread": gettext_lazy("Spread of start winds"),
    "same_table": gettext_lazy("Most times at one table"),
    "team_meetings": gettext_lazy("Meetings within a team"),
    "country_meetings": gettext_lazy("Meetings of compatriots"),
    "club_meetings": gettext_lazy("Meetings within a club"),
    "avoided_pairs": gettext_lazy("Pairs who must not meet"),
    "avoid_meetings": gettext_lazy("Meetings of pairs who must not meet"),
    "broken": gettext_lazy("Hard rules that are broken"),
    "past_rounds": gettext_lazy("Rounds played before the change"),
}


def _plan(request: HttpRequest, tournament: Tournament) -> SeatingPlan:
    wish = request.GET.get("plan", "")
    number = whole(wish)
    plan = seen_plan(tournament, number) if not wish or number is not None else None
    if plan is None:
        raise Http404
    return plan


def seating_extras(tournament: Tournament, shown: Seating) -> dict[str, Any]:
    """What the seating page says beside the seats: late changes, and what a round still waits for."""
    people = people_of(tournament)
    told = seating_news(tournament) if shown.published else ()
    waits = not shown.tables and shown.published and not tournament.round_plan.is_drawn(shown.round.number)
    return {
        "news": [{"told": item, "lines": change_lines(item.change, people)} for item in told],
        "waits_for": shown.round.number - 1 if waits else None,
    }


@require_safe
def certificate(request: HttpRequest, slug: str) -> HttpResponse:
    """What is claimed of a seating, its history, and with ``?verify=1`` everything worked out again."""
    tournament = tournament_at(slug)
    if seen_plan(tournament) is None:
        told = {
            "tournament": tournament,
            "withdrawn": why_withdrawn(tournament),
            "visible_from": tournament.seating_due,
        }
        return render(request, "public/seating_certificate_none.html", told, status=404)
    plan = _plan(request, tournament)
    people = people_of(tournament)
    checks = check_plan(tournament, plan) if request.GET.get("verify") else ()
    history = editions(tournament)
    shown = next((told for told in history if told.number == plan.number), None)
    return render(
        request,
        "public/seating_certificate.html",
        {
            "tournament": tournament,
            "plan": plan,
            "facts": plan.facts,
            "checks": [{"check": check, "text": _check_words(check)} for check in checks],
            # what it says itself, that rules are broken, is true
            "all_good": all(check.ok for check in checks if check.code != "rules"),
            "rules_broken": any(check.code == "rules" and not check.ok for check in checks),
            "lines": change_lines(plan.change, people),
            "seat_moves": move_rows(shown.moves, people) if shown else [],
            "history": [{"edition": told, "lines": change_lines(told.change, people)} for told in history],
            "forms": FORMS,
        },
    )


def _check_words(check: Check) -> str:
    """One check as a sentence: what was worked out, and what stands in the certificate when it differs."""
    if check.code == "count":
        name = COUNT_WORDS.get(check.what, check.what)
        if check.ok:
            return _("%(what)s: %(found)s") % {"what": name, "found": check.found}
        return _("%(what)s: the certificate says %(said)s, the chart says %(found)s") % {
            "what": name,
            "said": check.said,
            "found": check.found,
        }
    if check.code == "unreadable":
        return str(check.found)
    words: dict[tuple[str, bool], Any] = {
        ("algorithm", False): _("It is the certificate of another program: %(said)s."),
        ("checks", False): _("The marks that would point at an altered seat are not those of the chart."),
        ("sha256", True): _("The SHA-256 of the chart is the one in the certificate."),
        ("sha256", False): _("The SHA-256 of the chart is another one: %(found)s."),
        ("draw", False): _("The seed %(said)s is not that of the words that were drawn, which is %(found)s."),
        ("unknown", False): _("It says something that no certificate says: %(what)s."),
        ("seat", False): _("Altered: round %(round)s, table %(table)s."),
        ("rules", True): _("No hard rule is broken."),
        ("rules", False): ngettext_lazy(
            "A hard rule is broken in %(found)s place.", "Hard rules are broken in %(found)s places.", "found"
        ),
        ("seats", True): _("Everybody’s seat in every round is the one of the chart."),
        ("seats", False): ngettext_lazy(
            "%(found)s seat is not that of the chart, first in round %(round)s, table %(table)s.",
            "%(found)s seats are not those of the chart, first in round %(round)s, table %(table)s.",
            "found",
        ),
        ("previous", True): _("The seating that it follows is the one it names."),
        ("previous", False): _("The seating that it names as the one before it is not known."),
        ("past", True): _("Rounds played before the change: %(found)s, and they are as they were."),
        ("past", False): _("Round %(round)s had been played and is not as it was."),
    }
    return str(words[check.code, check.ok] % asdict(check))


@require_safe
def chart_file(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    """A seating that was published, as a file: what a verification at home starts from."""
    tournament = tournament_at(slug)
    plan = seen_plan(tournament, number)
    if plan is None:
        raise Http404
    if form == "json" and sight_now().key:
        raise Refused("not_shown")  # the certificate has clubs, and of rounds by rank the ranking
    return file_of(tournament, plan, form, people_of(tournament))


@require_safe
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Paper for the hall: by table (a round a page) or ``?by=name`` (everybody's way), all rounds or one."""
    tournament = tournament_at(slug)
    plan = seen_plan(tournament)
    if plan is None:
        raise Http404
    wish = request.GET.get("round", "")
    number = whole(wish)
    if wish and (number is None or not 1 <= number <= len(plan.chart)):
        raise Http404
    by_name = request.GET.get("by") == "name"
    people = people_of(tournament)
    shown = sheet_by_name(plan, people, number) if by_name else sheet_by_table(plan, people, number)
    template = "print/seating_by_name.html" if by_name else "print/seating_by_table.html"
    context = {"tournament": tournament, "plan": plan, "sheet": shown, "number": number, "by_name": by_name}
    return render(request, template, context)

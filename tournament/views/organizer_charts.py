"""Charts in and out at the desk: a file is judged before it becomes a draft; any seating is a file."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from tournament.engine import seating
from tournament.errors import Refused
from tournament.forms.chart_file import chart_text
from tournament.models import SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.models.tournament import State
from tournament.permissions import Action
from tournament.selectors.people import Person, people_of
from tournament.services.seating_charts import Fitted, fit_charts, import_chart
from tournament.views.chart_files import FORMS, file_of
from tournament.views.organizer import page, see, told
from tournament.views.seating_words import People, judge_rows, verdict
from tournament.views.shared import desk_tournament

LARGEST = 2_000_000


class ChartForm(forms.Form):
    """A chart pasted or as a file, and who gets which number of it."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("or the chart as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    seed = forms.CharField(
        label=gettext_lazy("Draw the numbers with the seed"),
        required=False,
        help_text=gettext_lazy(
            "Left empty: number 1 of the chart is the first player of the list, and so on."
        ),
    )

    def chart_text(self) -> str:
        """What was pasted, or the file as text; a workbook as rows. Refused: ``file_too_large``."""
        upload = self.cleaned_data.get("file")
        if upload is None:
            return str(self.cleaned_data["text"])
        if upload.size > LARGEST:
            raise Refused("file_too_large", megabytes=LARGEST // 1_000_000)
        return chart_text(upload.read())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def charts(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a chart, see what the judge says, make it a draft; and every seating as a file."""
    tournament, actor = desk_tournament(request, slug, Action.SEATING)
    form = ChartForm(request.POST or None, request.FILES or None)
    refusal: ScoringError | None = None
    found: list[dict[str, Any]] = []
    if form.is_bound and form.is_valid():
        seed = form.cleaned_data["seed"]
        try:
            text = form.chart_text()
            if request.POST.get("do") == "keep":
                plan = import_chart(tournament, text, key=request.POST.get("key", ""), seed=seed, actor=actor)
                messages.success(
                    request,
                    _("Draft %(number)s is made from the chart. Nobody sees it yet.")
                    % {"number": plan.number},
                )
                return see(f"{reverse('desk_seating', args=[slug])}?plan={plan.number}")
            people = people_of(tournament)
            found = [
                _judged(tournament, fitted, seed, people)
                for fitted in fit_charts(tournament, text, seed=seed)
            ]
            found.sort(key=lambda item: not item["fitted"].fits)
        except ScoringError as error:
            refusal = error
    return page(
        request,
        "organizer/charts.html",
        tournament,
        actor,
        refusal=refusal,
        status=422 if form.errors else 200,
        form=form,
        found=found,
        is_open=tournament.state == State.PLANNED,
        plans=tournament.seating_plans.exclude(state=PlanState.WITHDRAWN),
        forms=FORMS,
    )


def _judged(tournament: Tournament, fitted: Fitted, seed: str, people: People) -> dict[str, Any]:
    """One chart of the file: who it is for, what the judge says, its text for the next step."""
    report = fitted.report
    known = fitted.problem is not None and bool(fitted.chart)
    return {
        "fitted": fitted,
        "why": told(fitted.refusal, tournament) if fitted.refusal is not None else "",
        "report": report,
        "rows": judge_rows(report, fitted.problem) if fitted.problem is not None and known else [],
        **(verdict(report, people) if known else {}),
        "rounds": _rounds(fitted.chart, people) if fitted.fits else [],
        # with names it goes on as it was fitted; else as it was read, to be drawn the same way again
        "text": seating.chart_json(fitted.chart if fitted.by_name else fitted.read.chart),
        "seed": "" if fitted.by_name else seed,
    }


def _rounds(chart: seating.Chart, people: People) -> list[tuple[int, list[tuple[int, list[Person]]]]]:
    """Who would sit where: the rounds with their tables, four people each, East first."""
    return [
        (number, [(table, [people[player] for player in four]) for table, four in enumerate(tables, 1)])
        for number, tables in enumerate(chart, 1)
    ]


@login_required
@require_safe
def chart_file(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    """Any seating of the event, drafts included, as a file."""
    tournament, _actor = desk_tournament(request, slug, Action.SEATING)
    plan = get_object_or_404(SeatingPlan, tournament=tournament, number=number)
    return file_of(tournament, plan, form, people_of(tournament))

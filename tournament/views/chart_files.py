"""A seating as a download, at the desk and for everybody."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from tournament.engine import seating
from tournament.exports.seating import chart_as_csv, chart_as_json, chart_as_prescript, chart_as_xlsx
from tournament.models import SeatingPlan, Tournament
from tournament.selectors.people import Person
from tournament.selectors.seating_changes import table_numbers

FORMS: dict[str, tuple[str, str, str]] = {
    "csv": ("CSV", "text/csv; charset=utf-8", "csv"),
    "xlsx": ("XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    "json": ("JSON", "application/json", "json"),
    "prescript": ("Pantheon", "text/plain; charset=utf-8", "txt"),
}
"""By the word in the address: the name on the page, the type, the ending."""


def file_of(
    tournament: Tournament, plan: SeatingPlan, form: str, people: Mapping[int, Person]
) -> HttpResponse:
    """One seating in one form; 404 for a form that does not exist."""
    if form not in FORMS:
        raise Http404
    chart = seating.shape(plan.chart)
    numbers = table_numbers(plan)
    certificate: dict[str, Any] = plan.certificate
    if form == "csv":
        content = chart_as_csv(chart, numbers)
    elif form == "json":
        content = chart_as_json(chart, certificate)
    elif form == "prescript":
        content = chart_as_prescript(chart)
    else:
        sheets = (_("By table"), _("By name"))
        content = chart_as_xlsx(chart, numbers, people, title=tournament.name, sheets=sheets)
    _name, kind, ending = FORMS[form]
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = (
        f'attachment; filename="{tournament.slug}-seating-{plan.number}.{ending}"'
    )
    return response

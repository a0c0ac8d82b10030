"""The table calls a referee, and takes the call back."""

from django.http import HttpRequest, HttpResponse

from tournament.errors import require
from tournament.forms.table import CallForm
from tournament.selectors.clock import open_calls
from tournament.selectors.games import game_view
from tournament.services.calls import call_referee, finish_call
from tournament.views.doors import Door
from tournament.views.table_forms import form_page


def call(request: HttpRequest, door: Door) -> HttpResponse:
    """The desk sees the call at once; a reason helps to send the right person."""
    round_ = door.table.round
    require(round_.is_running, "round_not_running", round=round_.number)

    def say(form: CallForm) -> object:
        if form.cleaned_data["do"] == "back":
            return finish_call(table_id=door.table.pk, actor=door.actor)
        return call_referee(table_id=door.table.pk, reason=form.why, actor=door.actor)

    return form_page(
        request,
        door,
        form_class=CallForm,
        template="referee/call.html",
        say=say,
        context=lambda form: {
            "view": game_view(door.table),
            "call": open_calls(round_.pk).get(door.table.pk),
        },
    )

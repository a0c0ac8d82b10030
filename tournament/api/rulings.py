"""The REST addresses of what a referee rules at a table; each calls the service of its page."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api import ruling_shapes as shapes
from tournament.api.views import table_for, writing
from tournament.errors import require
from tournament.models import Entry, Kind, Table
from tournament.selectors.faults import fault_lines
from tournament.selectors.games import game_view
from tournament.services import deals, faults, notes, penalties, reseating


@extend_schema(responses=shapes.FaultSerializer(many=True))
@api_view(["GET"])
def list_faults(request: Request, pk: int) -> Response:
    """The event's list of faults, and what each would cost each of the four in the deal in play."""
    view = game_view(table_for(request, pk))
    lines = fault_lines(view, deal=view.position.number)
    return Response(shapes.FaultSerializer(lines, many=True).data)


def _penalty(found: Table, data: shapes.PenaltySerializer, actor: Any) -> Entry:
    """Give a player a penalty in this game: a fault of the list, or in the referee's own words."""
    said, step = data.validated_data, data.step
    common = {
        "table_id": found.pk,
        "actor": actor,
        **{name: said[name] for name in ("seat", "victim", "reason", "deal", "client_key")},
    }
    if said["fault"]:
        return faults.record_fault(fault=said["fault"], decided=step, **common)
    require(step is not None, "fault_missing")
    assert step is not None
    return penalties.give_penalty(
        treatment=step.treatment, amount=step.amount, dead_hand=step.dead_hand, **common
    )


def _cancel_penalty(found: Table, data: shapes.ReasonSerializer, actor: Any, number: int) -> Entry:
    """Say that a penalty does not count."""
    given = Entry.objects.filter(table=found, kind=Kind.PENALTY, number=number, revision=1).first()
    require(given is not None, "penalty_not_found")
    assert given is not None
    return penalties.cancel_penalty(entry_id=given.pk, actor=actor, **data.validated_data)


def _rewind(found: Table, data: shapes.RewindSerializer, actor: Any) -> Entry:
    """Take a deal and all later ones back, in one transaction. The answer's entry is the last void."""
    return deals.rewind_to(table_id=found.pk, actor=actor, **data.validated_data)[-1]


def _replay(found: Table, data: shapes.ReplaySerializer, actor: Any) -> Entry:
    """The hand in play is played again under the same number."""
    return notes.replay_hand(table_id=found.pk, actor=actor, **data.validated_data)


def _note(found: Table, data: shapes.NoteSerializer, actor: Any) -> Entry:
    """Keep a note for the table and the desk."""
    return notes.record_note(table_id=found.pk, actor=actor, **data.validated_data)


def _cancel_note(found: Table, data: shapes.ReasonSerializer, actor: Any, number: int) -> Entry:
    """Take back a note, or the word that a hand is played again."""
    return notes.cancel_note(table_id=found.pk, number=number, actor=actor, **data.validated_data)


def _reseat(found: Table, data: shapes.ReseatSerializer, actor: Any) -> Entry:
    """People sit otherwise than the seating says; hands and payments stay with the people."""
    said = dict(data.validated_data)
    return reseating.reseat_table(table_id=found.pk, actor=actor, order=tuple(said.pop("order")), **said)


def _cancel_reseat(found: Table, data: shapes.CancelReseatSerializer, actor: Any, deal: int) -> Entry:
    """Take a re-seating back."""
    return reseating.cancel_reseat(table_id=found.pk, deal=deal, actor=actor, **data.validated_data)


give_penalty = writing(shapes.PenaltySerializer, _penalty, operation_id="penalties_give")
cancel_penalty = writing(shapes.ReasonSerializer, _cancel_penalty, operation_id="penalties_cancel")
rewind = writing(shapes.RewindSerializer, _rewind, operation_id="deals_rewind")
replay = writing(shapes.ReplaySerializer, _replay, operation_id="hands_replay")
record_note = writing(shapes.NoteSerializer, _note, operation_id="notes_record")
cancel_note = writing(shapes.ReasonSerializer, _cancel_note, operation_id="notes_cancel")
reseat = writing(shapes.ReseatSerializer, _reseat, operation_id="tables_reseat")
cancel_reseat = writing(shapes.CancelReseatSerializer, _cancel_reseat, operation_id="tables_reseat_cancel")

"""The REST addresses: read the public state, and write through the services with a pass or a session."""

from collections.abc import Callable
from copy import copy
from datetime import UTC
from functools import wraps
from typing import Any
from zlib import crc32

from django.http import Http404
from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import ScoringError
from scoring.payments import FalseWin
from scoring.rulesets import Ruleset
from tournament.api import serializers as shapes
from tournament.api.authentication import actor_of
from tournament.api.errors import refusal
from tournament.engine.sight import EVERYTHING, visible
from tournament.errors import CONFLICTS, Refused, require, status_of
from tournament.models import Entry, Seat, Table, TablePass, Tournament
from tournament.permissions import Action, may
from tournament.selectors.games import game_after, game_view
from tournament.selectors.log import table_rules
from tournament.selectors.people import people_of, rounds_of
from tournament.selectors.seated import event_named
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import (
    demand_round,
    look_at,
    look_with,
    may_enter,
    sight_now,
    through_shown,
)
from tournament.selectors.standings import plain_row, standings_for
from tournament.services import deals, penalties, sign_offs
from tournament.services.judging import ways_for
from tournament.services.seating_due import tell_when_due

REFUSALS = dict.fromkeys((401, 403, 404, 409, 422), shapes.RefusalSerializer)
THROUGH = OpenApiParameter("through", int, description="Count the first so many rounds.")
AS_OF = OpenApiParameter("as_of", str, description="The log as it stood at this time (ISO 8601).")


def with_etag(work: Callable[..., Response]) -> Callable[..., Response]:
    """Answer 304 when the reader has this very content; the tag is the revision of what is read."""

    @wraps(work)
    def view(request: Request, *args: Any, **kwargs: Any) -> Response:
        response = work(request, *args, **kwargs)
        tag = response.headers.get("ETag")
        if tag and tag in request.headers.get("If-None-Match", "").replace("W/", ""):
            return Response(status=304, headers={"ETag": tag})
        return response

    return view


@extend_schema(responses=shapes.TournamentSerializer(many=True))
@api_view(["GET"])
@with_etag
def tournaments(request: Request) -> Response:
    """All tournaments, the newest first."""
    found = [tournament for tournament in Tournament.objects.all() if may_enter(tournament)]
    tag = f'"{len(found)}-{sum(tournament.revision for tournament in found)}"'
    return Response(shapes.TournamentSerializer(found, many=True).data, headers={"ETag": tag})


@extend_schema(responses=shapes.EventSerializer)
@api_view(["GET"])
@with_etag
def tournament(request: Request, slug: str) -> Response:
    """One tournament with its settings and its rounds."""
    found = _tournament(slug)
    return Response(shapes.EventSerializer(found).data, headers=_tag(found))


@extend_schema(responses=shapes.StandingsSerializer, parameters=[THROUGH, AS_OF])
@api_view(["GET"])
@with_etag
def standings(request: Request, slug: str) -> Response:
    """The ranking, as of now or of an earlier moment."""
    found = _tournament(slug)
    through, as_of = _moment(request)
    known = through is None or any(facts.number == through for facts in rounds_of(found))
    require(known, "not_found")
    if through is not None:
        demand_round(through)
    result = standings_for(found, through=through_shown(through, as_of), as_of=as_of)
    people = people_of(found)
    rows = visible(result.rows, [row.rank for row in result.rows], sight_now())
    body = {
        "standings": [plain_row(row, people[row.player]) for row in rows],
        "revision": result.revision,
        "through": through,
        "as_of": as_of,
    }
    return Response(shapes.StandingsSerializer(body).data, headers=_tag(found))


@extend_schema(responses=shapes.SeatingTableSerializer(many=True))
@api_view(["GET"])
@with_etag
def seating(request: Request, slug: str) -> Response:
    """The published seating: every table of every round with the numbers of its players."""
    found = _tournament(slug)
    tables: dict[int, dict[str, Any]] = {}
    seats = Seat.objects.filter(round__tournament=found).exclude(round__number__in=hidden_rounds(found))
    seats = seats.order_by("round__number", "table__number", "seat")
    for pk, round_number, number, player in seats.values_list(
        "table_id", "round__number", "table__number", "player__number"
    ):
        line = tables.setdefault(pk, {"id": pk, "round": round_number, "table": number, "players": []})
        line["players"].append(player)
    body = shapes.SeatingTableSerializer(list(tables.values()), many=True).data
    return Response(body, headers=_tag(found))


@extend_schema(responses=shapes.TableSerializer)
@api_view(["GET"])
@with_etag
def table(request: Request, pk: int) -> Response:
    """One table's game with its whole log."""
    found = table_for(request, pk)
    notes = may(actor_of(request), Action.RECORD, found.round.tournament, table_id=pk)
    return Response(_state(found, notes=notes), headers=_tag(found.round.tournament, notes=notes))


# fields are copied for every new serializer: shapes that only write are made once
_recorded = shapes.RecordedSerializer(context={"notes": True})
_shown = {notes: shapes.TableSerializer(context={"notes": notes}) for notes in (True, False)}


def writing(
    shape: type[shapes.KeySerializer], work: Callable[..., Entry], **schema: Any
) -> Callable[..., Response]:
    """A POST address: check the shape, call the service, answer with the entry and the table.

    201 for a new entry, 200 when this key had recorded it before, 409 with the present state when
    somebody else was faster.
    """

    form = shape()
    _ = form.fields, form.unsaid

    @extend_schema(
        request=shape,
        responses={201: shapes.RecordedSerializer, 200: shapes.RecordedSerializer, **REFUSALS},
        **schema,
    )
    @api_view(["POST"])
    def view(request: Request, /, pk: int, **kwargs: Any) -> Response:
        found, actor = table_for(request, pk), actor_of(request)
        if actor.user_id is None and actor.pass_id is None:
            return Response(refusal(Refused("no_right", action="record")), status=401)
        data = copy(form)  # with its fields, for the same reason
        data.initial_data = request.data
        data.is_valid(raise_exception=True)
        try:
            entry = work(found, data, actor, **kwargs)
        except ScoringError as error:
            body = refusal(error)
            if error.code in CONFLICTS:
                body["table"] = _state(found)
            return Response(body, status=status_of(error))
        body = _recorded.to_representation({"entry": entry, "table": game_after(entry, found)})
        return Response(body, status=200 if entry.was_known else 201)

    view.__doc__ = work.__doc__
    return view


def _ways(found: Table, actor: Any) -> tuple[str, ...]:
    """The ways to enter a win that whoever asks may use."""
    return ways_for(found.round.tournament, at_table=actor.pass_id is not None)


def _rules(found: Table, data: shapes.FactsSerializer) -> Ruleset:
    """The rules at a table. Who sat otherwise than seated is read only where a hand is judged."""
    said = data.validated_data
    return table_rules(found) if said["tiles"].strip() or said["fans"] else found.round.tournament.ruleset


def _record(found: Table, data: shapes.DealSerializer, actor: Any) -> Entry:
    """Record the next deal of a table."""
    number = data.validated_data["number"]
    return deals.record_deal(
        table_id=found.pk,
        number=number,
        **data.stated(_rules(found, data), number, _ways(found, actor)),
        entered_at=data.validated_data["entered_at"],
        late_reason=data.validated_data["late_reason"],
        client_key=data.validated_data["client_key"],
        actor=actor,
    )


def _correct(found: Table, data: shapes.CorrectionSerializer, actor: Any, number: int) -> Entry:
    """State a deal again, with a reason."""
    return deals.correct_deal(
        table_id=found.pk,
        number=number,
        base_revision=data.validated_data["base_revision"],
        **data.stated(_rules(found, data), number, _ways(found, actor)),
        reason=data.validated_data["reason"],
        client_key=data.validated_data["client_key"],
        actor=actor,
    )


def _void(found: Table, data: shapes.VoidSerializer, actor: Any, number: int) -> Entry:
    """Take the last deal back."""
    return deals.void_deal(table_id=found.pk, number=number, actor=actor, **data.validated_data)


def _false_win(found: Table, data: shapes.FalseWinSerializer, actor: Any) -> Entry:
    """Record a false win in the deal in play; the deal goes on."""
    values = dict(data.validated_data)
    return penalties.record_false_win(
        table_id=found.pk, actor=actor, case=FalseWin(values.pop("case")), **values
    )


def _sign(found: Table, data: shapes.SignOffSerializer, actor: Any) -> Entry:
    """A player agrees with, or disputes, what is recorded."""
    return sign_offs.sign_off(table_id=found.pk, actor=actor, **data.validated_data)


def _end(found: Table, data: shapes.EndSerializer, actor: Any) -> Entry:
    """End a game before its last deal."""
    return sign_offs.end_game(table_id=found.pk, actor=actor, **data.validated_data)


record_deal = writing(shapes.DealSerializer, _record, operation_id="deals_record")
correct_deal = writing(shapes.CorrectionSerializer, _correct, operation_id="deals_correct")
void_deal = writing(shapes.VoidSerializer, _void, operation_id="deals_void")
record_false_win = writing(shapes.FalseWinSerializer, _false_win, operation_id="false_wins_record")
sign_off = writing(shapes.SignOffSerializer, _sign, operation_id="sign_offs_record")
end_game = writing(shapes.EndSerializer, _end, operation_id="tables_end")


def _tournament(slug: str) -> Tournament:
    try:
        found = tell_when_due(event_named(slug))
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    look_at(found)
    return found


def table_for(request: Request, pk: int) -> Table:
    """A table, whole for those with its own link, else as the reader may see it."""
    if isinstance(request.auth, TablePass) and request.auth.table_id == pk:
        look_with(EVERYTHING)
        return request.auth.table
    found = Table.objects.select_related("round__tournament").filter(pk=pk).first()
    if found is None:
        raise Http404
    look_at(tell_when_due(found.round.tournament))
    if found.round.number in hidden_rounds(found.round.tournament):
        raise Http404
    demand_round(found.round.number)
    return found


def _state(found: Table, *, notes: bool = False) -> Any:
    """``notes``: with the words that a referee left for the table and the desk."""
    return _shown[notes].to_representation(game_view(found))


def _tag(found: Tournament, *, notes: bool = False) -> dict[str, str]:
    """The revision, and with whose eyes it is read: whoever signs out has not what they had before."""
    seen = (sight_now().key, notes)
    eyes = f"-{crc32(repr(seen).encode()):x}" if any(seen) else ""
    return {"ETag": f'"{found.pk}-{found.revision}{eyes}"'}


def _moment(request: Request) -> tuple[int | None, Any]:
    through, as_of = request.query_params.get("through"), request.query_params.get("as_of")
    try:
        moment = parse_datetime(as_of) if as_of else None
        moment = moment.astimezone(UTC) if moment is not None and moment.tzinfo else None
    except (ValueError, OverflowError):
        moment = None
    good = not through or (through.isascii() and through.isdigit() and len(through) < 4)
    require(good, "bad_input", what=f"through={through and through[:40]}")
    require(not as_of or moment is not None, "bad_input", what=f"as_of={as_of and as_of[:40]}")
    return int(through) if through else None, moment

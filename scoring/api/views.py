"""``POST /api/v1/score/`` and ``/waits/``: the same answers as ``manage.py score`` and ``waits``."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import serializers as shapes
from scoring.errors import ScoringError
from scoring.profiles import DEFAULT, PROFILES, Profile, profile_named
from scoring.streaming import score_record, waits_record

PROFILE = OpenApiParameter(
    "profile", str, enum=list(PROFILES), description="Whose rules; also as a field of the body."
)
EXPLAIN = OpenApiParameter(
    "explain", bool, description="Say why, and what was left out; also as a field of the body."
)
_YES, _NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


@extend_schema(
    operation_id="score",
    request=shapes.HandSerializer,
    parameters=[PROFILE, EXPLAIN],
    responses={200: shapes.ScoreSerializer, 422: shapes.JudgeRefusalSerializer},
)
@api_view(["POST"])
def score(request: Request) -> Response:
    """What one hand is worth by the rules, with the reasons if asked for."""
    explained = _flag(request, "explain")
    return _answered(request, lambda hand, rules: score_record(hand, rules, explained=explained))


@extend_schema(
    operation_id="waits",
    request=shapes.WaitingSerializer,
    parameters=[PROFILE],
    responses={200: shapes.WaitsSerializer, 422: shapes.JudgeRefusalSerializer},
)
@api_view(["POST"])
def waits(request: Request) -> Response:
    """The tiles that complete thirteen, with the points of each by self-draw and by discard."""
    return _answered(request, waits_record)


def _answered(request: Request, work: Callable[[dict[str, Any], Profile], dict[str, Any]]) -> Response:
    hand = _hand(request)
    name = request.query_params.get("profile") or hand.get("profile") or DEFAULT.name
    return Response({"id": hand.get("id"), **work(hand, profile_named(str(name)))})


def _hand(request: Request) -> dict[str, Any]:
    if not isinstance(request.data, dict):
        raise ScoringError("bad_input", reason="not_an_object")
    return request.data


def _flag(request: Request, name: str) -> bool:
    """A yes or no from the address or else from the body."""
    said = request.query_params.get(name)
    value = _hand(request).get(name, False) if said is None else said.casefold()
    if value in (*_YES, True):
        return True
    if value is False or value is None or value in _NO:
        return False
    raise ScoringError("bad_input", reason="not_true_or_false", field=name)

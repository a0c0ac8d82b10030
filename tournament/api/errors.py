"""Refusals as JSON: ``{"code", "params", "message"}`` with the status that belongs to the code."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from scoring.errors import ScoringError
from tournament.api.parsers import MEGABYTES
from tournament.errors import Refused, sentence, status_of


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """One shape for every refusal, whoever made it."""
    if isinstance(error, ScoringError):
        return Response(refusal(error), status=status_of(error))
    if isinstance(error, RequestDataTooBig):
        return Response(refusal(Refused("file_too_large", megabytes=MEGABYTES)), status=413)
    if isinstance(error, Http404):
        return handle(Refused("not_found"), context)
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        code = "bad_input" if isinstance(error, exceptions.ValidationError) else error.default_code
        params = error.detail if isinstance(error, exceptions.ValidationError) else {}
        message = _plain(error.detail)
        response.data = {"code": code, "params": params, "message": message}
    return response


def refusal(error: ScoringError) -> dict[str, Any]:
    return {"code": error.code, "params": error.params, "message": sentence(error)}


def _plain(detail: Any) -> str:
    if isinstance(detail, dict):
        return " ".join(f"{key}: {_plain(value)}" for key, value in detail.items())
    if isinstance(detail, list):
        return " ".join(map(_plain, detail))
    return str(detail)

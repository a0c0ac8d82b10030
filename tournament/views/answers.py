"""Answers that a phone's outbox can trust, and the contract of the forms it carries.

The contract of every form that a phone sends (``form[data-entry]``, made by ``table_forms.form_page``):

* It is a plain form and works without JavaScript; ``static/js/outbox*.js`` only carries it.
* ``client_key`` makes it one statement however often it is sent. Hidden fields (``number``,
  ``base_revision``, ``up_to``) name the state it was made from, so that the server can tell who was faster;
  ``four`` names those that it was made for, so that nothing is booked for others.
* ``data-next-deal``: where the phone goes on once this is stated (``form_page(next_deal=…)``).
* ``data-follows`` on a hidden field: when statements wait before this one, its value is the ``last_fact`` of
  the answer to the one just before it (``up_to`` of a sign-off).
* A page whose form can be filled in for a deal to come stands in ``AHEAD`` and takes the deal from
  ``?deal=9`` (``game_view(table, deal=asked_deal(request))``): it is fetched beforehand and kept.

A statement is sent with ``X-Outbox: 1`` and answered in JSON with the header ``Sixteen-Hands``; an answer
without that header (a hotel's sign-in page, a proxy's error) is no answer, and the statement goes on waiting:

* 201 ``saved``: ``sequence``, ``hash``, ``code``, ``last_fact``. Only now it leaves the outbox.
* 409 and 422 ``refused``: ``code``, ``messages`` by language, ``page`` (the form with what was typed, or both
  versions side by side). It stays until somebody has chosen.
* 401, 403 and 404 ``held``: nothing can be sent through this door now; everything stays.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation

from scoring.errors import ScoringError
from tournament.engine.chain import short_code
from tournament.errors import sentence, status_of
from tournament.models import Entry, Kind
from tournament.views.shared import whole

ANSWER_HEADER = "Sixteen-Hands"
"""Says that an answer is ours: a phone takes no other for one (a hotel's sign-in page has none)."""


def is_statement(request: HttpRequest) -> bool:
    """Whether an outbox sent this and wants an answer it can trust."""
    return request.method == "POST" and request.headers.get("X-Outbox") == "1"


def saved(said: Any) -> JsonResponse:
    """201: the entry that stands for this statement, whether it was made now or by an earlier press."""
    entry = said[-1] if isinstance(said, list) else said
    answer: dict[str, Any] = {"state": "saved"}
    if isinstance(entry, Entry):
        answer |= {
            "kind": entry.kind,
            "number": entry.number,
            "sequence": entry.sequence,
            "hash": entry.hash,
            "code": short_code(entry.hash),
            "last_fact": entry.up_to if entry.kind == Kind.SIGN_OFF else entry.sequence,
        }
    return JsonResponse(answer, status=201)


def refused(error: ScoringError, page: HttpResponse | None = None) -> JsonResponse:
    """409, 422: refused for good in this form; 401, 403, 404: this door takes nothing."""
    status = status_of(error)
    answer = {
        "state": "refused" if status in (409, 422) else "held",
        "status": status,
        "code": error.code,
        "messages": in_every_language(error),
        "page": page.content.decode() if page is not None else "",
    }
    return JsonResponse(answer, status=status)


def in_every_language(error: ScoringError) -> dict[str, str]:
    """The sentence of a refusal by language, so that a phone can change its language without the net."""
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = sentence(error)
    return said


def asked_deal(request: HttpRequest) -> int | None:
    """The deal to come that a page is asked for (``?deal=9``)."""
    return whole(request.GET.get("deal", ""), digits=2) if request.method in ("GET", "HEAD") else None

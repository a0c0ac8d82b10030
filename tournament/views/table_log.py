"""A phone's log of a table, read in at the desk: what is there already, what would be booked, what conflicts.

The last resort when a phone never finds the net again. The file is what ``static/js/outbox-list.js`` wrote:
every statement with its own key, so that reading it in twice, or after the phone sent it, books nothing new.
Each statement goes through the very page that the phone would have sent it to, and its ordinary service.
"""

import copy
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import get_language

from scoring.errors import ScoringError
from tournament.errors import Refused, require, sentence, status_of
from tournament.models import Entry
from tournament.selectors import kept
from tournament.selectors.games import game_view
from tournament.services.table_logs import note_log_read
from tournament.views.doors import DESK, Door

FORMAT = "sixteen-hands/table-log/1"
MOST_BYTES, MOST_STATEMENTS = 1_000_000, 400
THERE, BOOKED, REFUSED, LEFT = "there", "booked", "refused", "left"
LEFT_OUT = ("dropped", "replaced")


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement as the phone kept it; ``outcome`` is what becomes of it here."""

    key: UUID
    page: str
    fields: tuple[tuple[str, str], ...]
    title: str
    facts: tuple[str, ...]
    at: datetime
    left_out: bool
    follows: str = ""
    outcome: str = ""
    words: str = ""


def read_log(request: HttpRequest, door: Door) -> HttpResponse:
    """Choose a file, look at what it holds against the log, book what is missing."""
    context: dict[str, Any] = {"door": door, "table": door.table, "round": door.table.round}
    status = 200
    if request.method == "POST":
        try:
            text = _text(request)
            stated, book = statements(text, door), request.POST.get("do") == "book"
            lines = _booked(request, door, stated) if book else _looked_at(request, door, stated)
            missing = sum(line.outcome == BOOKED for line in lines)
            if book and missing:
                note_log_read(table_id=door.table.pk, count=missing, actor=door.actor)
            context |= {"lines": lines, "text": text, "missing": missing, "done": book}
        except ScoringError as error:
            status = status_of(error)
            context |= {"refused": sentence(error), "code": error.code}
    return render(request, "referee/read_log.html", {**context, "view": game_view(door.table)}, status=status)


def _text(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "")
    require((file.size or 0) <= MOST_BYTES, "file_too_large", megabytes=1)
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Refused("log_unreadable") from fault


def statements(text: str, door: Door) -> list[Stated]:
    """The statements of a file, in the order the phone made them. Refused when it is of another table."""
    try:
        log = json.loads(text)
        require(log["format"] == FORMAT, "log_unreadable")
        table = door.table
        mine = (table.round.tournament.slug, table.round.number, table.number)
        theirs = (log["tournament"], log["round"], log["table"])
        require(theirs == mine, "log_of_another_table", round=theirs[1], table=theirs[2])
        require(len(log["statements"]) <= MOST_STATEMENTS, "log_unreadable")
        return [_stated(said) for said in log["statements"]]
    except ScoringError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as fault:
        raise Refused("log_unreadable") from fault


def _stated(said: dict[str, Any]) -> Stated:
    return Stated(
        key=UUID(said["key"]),
        page=str(said["page"]),
        fields=tuple((str(name), str(value)) for name, value in said["fields"]),
        title=str(said["title"])[:80],
        facts=tuple(str(words)[:80] for _label, words in said["facts"])[:8],
        at=datetime.fromtimestamp(said["at"] / 1000, UTC),
        left_out=said["state"] in LEFT_OUT,
        follows=str(said["follows"]["field"]) if said.get("follows") else "",
    )


def _looked_at(request: HttpRequest, door: Door, stated: Iterable[Stated]) -> list[Stated]:
    """What would become of each: tried out for real, in a transaction that is undone."""
    with transaction.atomic():
        lines = _booked(request, door, stated)
        transaction.set_rollback(True)
    kept.forget()  # answers that were worked out from what never was
    return lines


def _booked(request: HttpRequest, door: Door, stated: Iterable[Stated]) -> list[Stated]:
    lines, last_fact = [], 0
    for one in stated:
        line, fact = _settle(request, door, one, last_fact)
        lines.append(line)
        last_fact = fact or last_fact
    return lines


def _settle(request: HttpRequest, door: Door, one: Stated, last_fact: int) -> tuple[Stated, int]:
    entry = Entry.objects.filter(client_key=one.key, table=door.table).first()
    if entry is not None:
        return replace(one, outcome=THERE), entry.sequence
    if one.left_out:
        return replace(one, outcome=LEFT), 0
    answer = _send(request, door, one, last_fact)
    if answer["state"] == "saved":
        return replace(one, outcome=BOOKED), int(answer.get("last_fact") or 0)
    words = answer["messages"].get(get_language()) or answer["messages"]["en"]
    return replace(one, outcome=REFUSED, words=words), 0


def _send(request: HttpRequest, door: Door, one: Stated, last_fact: int) -> dict[str, Any]:
    """The statement through its own page at this desk, as if the phone had sent it here."""
    address = f"{door.to()}{one.page}"
    nowhere = {"state": "refused", "messages": {"en": sentence(Refused("not_found"))}}
    try:
        match = resolve(address)
    except Resolver404:
        return nowhere
    name = match.url_name or ""
    if not name.startswith(f"{DESK}_") or name == f"{DESK}_read_log":
        return nowhere  # only forms of this table behind the desk's door
    fields = [(name, value) for name, value in one.fields if name not in ("client_key", "language")]
    if one.follows and last_fact:
        fields = [(name, str(last_fact) if name == one.follows else value) for name, value in fields]
    sent = copy.copy(request)
    sent.__dict__.pop("headers", None)
    sent.META = {**request.META, "HTTP_X_OUTBOX": "1"}
    sent.path = sent.path_info = address
    sent.GET = QueryDict()
    sent.POST = QueryDict(urlencode([*fields, ("client_key", str(one.key))]))
    answer = match.func(sent, *match.args, **match.kwargs)
    if answer.headers.get("Content-Type") != "application/json":
        return nowhere
    said: dict[str, Any] = json.loads(answer.content)
    return said

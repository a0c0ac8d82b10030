"""Addresses of one table's pages: behind its secret link, and the same pages behind the desk.

``desk_table_patterns`` are included by the desk's addresses under
``<slug:slug>/tables/<int:round_number>/<int:table_number>``.
"""

from typing import Any

from django.urls import URLPattern, URLResolver, include, path

from tournament.views import (
    handing_out,
    outbox,
    referee,
    table_actions,
    table_call,
    table_deals,
    table_desk,
    table_log,
    table_rulings,
    table_worth,
)
from tournament.views.doors import at_desk, at_pass

PAGES: list[tuple[str, str, Any]] = [
    ("win", "win", table_deals.win),
    ("win/payments", "payments", table_worth.payments),
    ("drawn", "drawn", table_deals.drawn),
    ("false-win", "false_win", table_actions.false_win),
    ("penalty", "penalty", table_rulings.penalty),
    ("dead-hand", "dead_hand", table_rulings.dead_hand),
    ("replay", "replay", table_rulings.replay),
    ("note", "note", table_rulings.note),
    ("totals", "totals", table_desk.totals),
    ("notes/<int:number>/cancel", "drop_note", table_rulings.drop_note),
    ("seats", "seats", table_rulings.seats),
    ("seats/<int:number>/cancel", "cancel_seats", table_rulings.cancel_seats),
    ("deals", "deals", referee.deals),
    ("deals/<int:number>/correct", "correct", table_deals.correct),
    ("undo", "undo", table_deals.undo),
    ("sign", "sign", table_actions.sign),
    ("end", "end", table_actions.end),
    ("close", "close", table_actions.close),
    ("call", "call", table_call.call),
    ("follow", "follow", handing_out.follow),
    ("penalties/<int:number>/cancel", "cancel", table_desk.cancel),
    ("outbox", "outbox", outbox.waiting),
]
DESK_PAGES: list[tuple[str, str, Any]] = [
    ("reopen", "reopen", table_desk.reopen),
    ("read-log", "read_log", table_log.read_log),
]

ahead = outbox.ahead({"": referee.table, **{name: view for _, name, view in PAGES}})

urlpatterns: list[URLPattern | URLResolver] = [
    path("worker.js", outbox.worker, name="phone_worker"),
    path("<str:secret>", at_pass(referee.table), name="pass"),
    path("<str:secret>/live", referee.live_pass, name="pass_live"),
    path("<str:secret>/ahead/<int:deal>", at_pass(ahead), name="pass_ahead"),
    *(path(f"<str:secret>/{route}", at_pass(view), name=f"pass_{name}") for route, name, view in PAGES),
]

desk_table_patterns: list[URLPattern | URLResolver] = [
    path("", at_desk(referee.table), name="desk_table"),
    path(
        "/",
        include(
            [
                path("live", referee.live_desk, name="desk_table_live"),
                path("ahead/<int:deal>", at_desk(ahead), name="desk_table_ahead"),
                *(
                    path(route, at_desk(view), name=f"desk_table_{name}")
                    for route, name, view in [*PAGES, *DESK_PAGES]
                ),
            ]
        ),
    ),
]

"""Announcements to the hall, and the screens that show them."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max

from tournament.errors import require
from tournament.models import Bulletin, Screen, Tournament
from tournament.permissions import Action, Actor
from tournament.services._base import changing

LONGEST = 240
MOST_SCREENS = 30


def announce(
    tournament: Tournament,
    *,
    text: str,
    actor: Actor,
    native_text: str = "",
    shown_from: datetime | None = None,
    shown_until: datetime | None = None,
    screens: bool = True,
    pages: bool = True,
    phones: bool = True,
    at: datetime | None = None,
) -> Bulletin:
    """Tell the hall something, at once or from a time on, until it is withdrawn or its time is over."""
    with changing(tournament, action=Action.HALL, actor=actor, at=at) as change:
        text, native_text = text.strip(), native_text.strip()
        require(text or native_text, "bulletin_empty")
        require(max(len(text), len(native_text)) <= LONGEST, "bulletin_too_long", limit=LONGEST)
        require(screens or pages or phones, "bulletin_nowhere")
        if shown_until is not None:
            require(shown_until > (shown_from or change.at), "bulletin_over")
        last = change.tournament.bulletins.aggregate(last=Max("number"))["last"] or 0
        bulletin = Bulletin.objects.create(
            tournament=change.tournament,
            number=last + 1,
            text=text or native_text,
            native_text=native_text if text else "",
            shown_from=shown_from,
            shown_until=shown_until,
            on_screens=screens,
            on_pages=pages,
            on_phones=phones,
            written_by=change.actor.label,
            written_at=change.at,
        )
        change.audit("hall.announced", text=bulletin.text)
        return bulletin


def withdraw(tournament: Tournament, *, number: int, actor: Actor, at: datetime | None = None) -> Bulletin:
    """Take an announcement off every screen. It stays in the log."""
    with changing(tournament, action=Action.HALL, actor=actor, at=at) as change:
        bulletin = change.tournament.bulletins.filter(number=number, withdrawn_at=None).first()
        require(bulletin is not None, "not_found")
        assert bulletin is not None
        bulletin.withdrawn_at = change.at
        bulletin.save(update_fields=["withdrawn_at"])
        change.audit("hall.withdrawn", text=bulletin.text)
        return bulletin


def store_screen(
    tournament: Tournament, *, name: str, options: Mapping[str, Any], actor: Actor, at: datetime | None = None
) -> Screen:
    """Keep what a screen shows under a name; the same name again changes it, and the screen follows."""
    with changing(tournament, action=Action.HALL, actor=actor, at=at) as change:
        require(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name) and len(name) <= 30, "bad_slug", slug=name)
        known = change.tournament.screens.exclude(name=name).count()
        require(known < MOST_SCREENS, "too_many_screens", limit=MOST_SCREENS)
        screen, _ = Screen.objects.update_or_create(
            tournament=change.tournament, name=name, defaults={"options": dict(options)}
        )
        change.audit("hall.screen_stored", screen=name)
        return screen


def remove_screen(tournament: Tournament, *, name: str, actor: Actor, at: datetime | None = None) -> None:
    """Forget a named screen; its link then shows what every screen shows."""
    with changing(tournament, action=Action.HALL, actor=actor, at=at) as change:
        found = change.tournament.screens.filter(name=name)
        require(found.exists(), "not_found")
        found.delete()
        change.audit("hall.screen_removed", screen=name)

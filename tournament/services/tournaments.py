"""Creating a tournament and changing its settings while they are open."""

import re
from datetime import date, datetime
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.rulesets import ruleset
from tournament.engine.standings import criteria
from tournament.errors import require
from tournament.models import AuditEntry, Role, Round, Tournament
from tournament.models.tournament import EntryWay, State
from tournament.permissions import Action, Actor
from tournament.services._base import changing

SETTINGS = (
    "name",
    "native_name",
    "place",
    "starts_on",
    "ends_on",
    "time_zone",
    "profile",
    "number_of_rounds",
    "minutes",
    "table_points",
    "tiebreaks",
    "false_win",
    "seat_change",
    "time_up",
    "clock_start",
    "warnings",
    "seating_mode",
    "advance_rounds",
    "finalists",
    "final_rounds",
    "others_in_finals",
    "sit_outs",
    "agreement",
    "entry_ways",
    "claimed_total",
    "totals_at_table",
)
FROZEN = (
    "profile",
    "number_of_rounds",
    "table_points",
    "tiebreaks",
    "false_win",
    "seat_change",
    "seating_mode",
    "advance_rounds",
    "claimed_total",
)
"""Settings that results depend on: closed once the first round has started."""
RESERVED = frozenset({"new", "password"})
"""Words that are addresses of the desk itself."""


def create_tournament(
    *,
    slug: str,
    actor: Actor,
    owner: User | None = None,
    at: datetime | None = None,
    **settings: Any,
) -> Tournament:
    """A new tournament with its rounds, owned by ``owner``. Refuses settings that no table could play by."""
    now = at or timezone.now()
    with transaction.atomic():
        require(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) and len(slug) <= 60, "bad_slug", slug=slug)
        taken = slug in RESERVED or Tournament.objects.filter(slug=slug).exists()
        require(not taken, "slug_taken", slug=slug)
        tournament = Tournament(slug=slug, created_at=now, **settings)
        _check(tournament)
        tournament.save()
        _fit_rounds(tournament)
        if owner is not None:
            Role.objects.create(tournament=tournament, user=owner, name=Role.Name.OWNER)
        AuditEntry.objects.create(
            tournament=tournament,
            at=now,
            actor=actor.label,
            action="tournament.created",
            params={"slug": slug},
        )
    return tournament


def change_settings(tournament: Tournament, *, actor: Actor, **settings: Any) -> Tournament:
    """Change settings; those that results depend on only before play starts (``play_has_started``)."""
    with changing(tournament, action=Action.SETTINGS, actor=actor) as change:
        target = change.tournament
        changed = {key: value for key, value in settings.items() if getattr(target, key) != value}
        if target.state != State.PLANNED:
            require(not set(changed) & set(FROZEN), "play_has_started")
        if "number_of_rounds" in changed:
            seated = target.rounds.filter(number__gt=changed["number_of_rounds"]).exclude(state="planned")
            require(not seated.exists(), "play_has_started")
        for key, value in changed.items():
            setattr(target, key, value)
        target.__dict__.pop("ruleset", None)
        _check(target)
        target.save(update_fields=list(changed))
        _fit_rounds(target)
        if "minutes" in changed:  # rounds that run keep the clock that was announced
            target.rounds.filter(started_at=None).update(minutes=target.minutes)
        if changed:
            change.audit("tournament.changed", fields=sorted(changed))
    return target


def _check(tournament: Tournament) -> None:
    assert isinstance(tournament.starts_on, date)
    require(tournament.ends_on >= tournament.starts_on, "days_out_of_order")
    require(tournament.time_zone in available_timezones(), "unknown_time_zone", zone=tournament.time_zone)
    require(tournament.number_of_rounds >= 1, "too_few_rounds")
    _ = tournament.round_plan  # refuses rounds that contradict one another
    criteria(tournament.tiebreaks)
    ruleset(
        system=tournament.system,
        profile=tournament.profile,
        seat_change=tournament.seat_change,
        points=tuple(tournament.table_points),
        false_win=tournament.false_win,
        claimed_total=tournament.claimed_total,
    )
    unknown = [way for way in tournament.entry_ways if way not in EntryWay.values]
    require(not unknown, "unknown_option", option="entry_ways", value=", ".join(map(str, unknown)))
    require(tournament.entry_ways, "no_entry_way")


def _fit_rounds(tournament: Tournament) -> None:
    tournament.rounds.filter(number__gt=tournament.number_of_rounds).delete()
    have = set(tournament.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number, minutes=tournament.minutes)
        for number in range(1, tournament.number_of_rounds + 1)
        if number not in have
    )

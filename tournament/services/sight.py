"""Who may see what: the organizer's choice, and the ceremony that lifts the curtain from below."""

from datetime import datetime
from typing import Any

from tournament.engine.sight import Ceremony
from tournament.errors import require
from tournament.models import Tournament
from tournament.models.table import RoundState
from tournament.permissions import Action, Actor
from tournament.selectors.standings import standings_for
from tournament.services._base import Change, changing

CHOICES = ("audience", "results_shown", "results_top", "frozen_rounds", "players_by_number")


def choose_sight(
    tournament: Tournament, *, actor: Actor, at: datetime | None = None, **choices: Any
) -> Tournament:
    """Set who may see what. Every page, stream, feed and export follows at once."""
    with changing(tournament, action=Action.SETTINGS, actor=actor, at=at) as change:
        target = change.tournament
        unknown = set(choices) - set(CHOICES)
        require(not unknown, "bad_input", what=", ".join(sorted(unknown)))
        changed = {key: value for key, value in choices.items() if getattr(target, key) != value}
        rounds, top = choices.get("frozen_rounds", 0), choices.get("results_top", 1)
        require(0 <= rounds <= target.number_of_rounds, "bad_input", what=str(rounds))
        require(1 <= top <= 9999, "bad_input", what=str(top))
        _set(change, changed, "sight.chosen", fields=", ".join(sorted(changed)))
    return target


def begin_ceremony(tournament: Tournament, *, actor: Actor, at: datetime | None = None) -> Tournament:
    """Show the final ranking with nothing of it read yet. Refused: ``ceremony_too_early``.

    Pressed on an older page, by somebody who does not know that another has begun, it changes nothing: what
    has been read stays read.
    """
    with changing(tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        _demand_all_closed(change)
        if change.tournament.ceremony == Ceremony.BEFORE:
            begun = {"ceremony": Ceremony.RUNNING, "ceremony_revealed": 0}
            _set(change, begun, "ceremony.begun")
    return change.tournament


def reveal(
    tournament: Tournament,
    *,
    actor: Actor,
    count: int = 1,
    revealed: int | None = None,
    at: datetime | None = None,
) -> Tournament:
    """Read out the next ``count`` places from below; those who share a rank come together.

    ``revealed`` is what the organizer saw when pressing: pressed twice it counts once. Refused:
    ``ceremony_not_running``.
    """
    with changing(tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        target = change.tournament
        require(target.ceremony == Ceremony.RUNNING, "ceremony_not_running")
        if revealed is None or revealed == target.ceremony_revealed:
            ranks = [row.rank for row in standings_for(target).rows if row.rank is not None]
            start = max(0, len(ranks) - target.ceremony_revealed - max(1, count))
            while 0 < start < len(ranks) and ranks[start] == ranks[start - 1]:
                start -= 1
            read = len(ranks) - start
            _set(change, {"ceremony_revealed": read}, "ceremony.revealed", places=read)
    return target


def end_ceremony(
    tournament: Tournament, *, actor: Actor, seen: str | None = None, at: datetime | None = None
) -> Tournament:
    """Show everything from now on. Refused before a ceremony has begun: ``ceremony_too_early``.

    ``seen`` is how it stood when the organizer looked: "Show everything without a ceremony", pressed on a
    page from before another began it, changes nothing.
    """
    with changing(tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        if change.tournament.ceremony == Ceremony.BEFORE:
            _demand_all_closed(change)
        if seen in (None, change.tournament.ceremony):
            _set(change, {"ceremony": Ceremony.OVER}, "ceremony.over")
    return change.tournament


def take_back_ceremony(
    tournament: Tournament, *, actor: Actor, seen: str | None = None, at: datetime | None = None
) -> Tournament:
    """As it was before: for a ceremony that was begun by mistake. ``seen``: see ``end_ceremony``."""
    with changing(tournament, action=Action.ROUNDS, actor=actor, at=at) as change:
        if seen in (None, change.tournament.ceremony):
            _set(change, {"ceremony": Ceremony.BEFORE, "ceremony_revealed": 0}, "ceremony.taken_back")
    return change.tournament


def _demand_all_closed(change: Change) -> None:
    open_rounds = change.tournament.rounds.exclude(state=RoundState.CLOSED)
    require(not open_rounds.exists(), "ceremony_too_early")


def _set(change: Change, values: dict[str, Any], word: str, **params: Any) -> None:
    """Store what changes and say so in the audit; nothing when nothing changes."""
    for name, value in values.items():
        setattr(change.tournament, name, value)
    if values:
        change.tournament.save(update_fields=list(values))
        change.audit(word, **params)

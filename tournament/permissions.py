"""Who may do what: roles × actions as data, and the one value that stands for whoever acts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.errors import Refused
from tournament.models import PlayerPass, Role, TablePass, Tournament


class Action(StrEnum):
    """Everything that can be asked for. A service names one; a page asks ``may`` before it offers one."""

    RECORD = "record"  # deals, false wins and penalties of a running game, and its end
    AGREE = "agree"  # say yes or no to what is recorded
    CORRECT_CLOSED = "correct_closed"  # the same in a round that is closed
    TOTALS = "totals"
    FINE = "fine"  # penalties outside a game
    ROUNDS = "rounds"  # start, close, reopen
    CLOCK = "clock"  # start, pause, extra minutes, call the time
    CALLS = "calls"  # answer a table that calls for a referee
    HALL = "hall"  # announcements and screens
    SEATING = "seating"
    PEOPLE = "people"
    PASSES = "passes"
    SETTINGS = "settings"
    DESK = "desk"  # see the organizer's pages


ORGANIZER = frozenset(Action)
ROLE_ACTIONS: Mapping[str, frozenset[Action]] = {
    Role.Name.OWNER: ORGANIZER,
    Role.Name.ORGANIZER: ORGANIZER,
    Role.Name.REFEREE: frozenset(
        {
            Action.RECORD,
            Action.AGREE,
            Action.CORRECT_CLOSED,
            Action.TOTALS,
            Action.FINE,
            Action.CLOCK,
            Action.CALLS,
            Action.PASSES,
            Action.DESK,
        }
    ),
    "table_pass": frozenset({Action.RECORD, Action.AGREE}),
    "player_pass": frozenset({Action.AGREE}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever acts: a signed-in person, a table's phone, a player's own phone, or the program itself.

    ``label`` is what the log shows for ever. ``everything`` is for management commands and superusers.
    """

    label: str
    user_id: int | None = None
    pass_id: int | None = None
    table_id: int | None = None
    player_id: int | None = None
    """Set for a player's own phone: it speaks for nobody else."""
    everything: bool = False

    @classmethod
    def program(cls, name: str) -> "Actor":
        return cls(label=name, everything=True)

    @classmethod
    def of_user(cls, user: AbstractBaseUser | AnonymousUser) -> "Actor":
        if not user.is_authenticated:
            return NOBODY
        return cls(
            label=user.get_username()[:80],
            user_id=user.pk,
            everything=bool(getattr(user, "is_superuser", False)),
        )

    @classmethod
    def of_pass(cls, table_pass: TablePass) -> "Actor":
        return cls(
            label=f"table {table_pass.table.number}, pass {table_pass.pk}",
            pass_id=table_pass.pk,
            table_id=table_pass.table_id,
        )

    @classmethod
    def of_player(cls, player_pass: PlayerPass, table_id: int | None) -> "Actor":
        """A player's own phone, at the table where its player sits now."""
        return cls(
            label=f"player {player_pass.player.number}, pass {player_pass.pk}",
            player_id=player_pass.player_id,
            table_id=table_id,
        )


NOBODY = Actor(label="nobody")


def rights(actor: Actor, tournament: Tournament) -> frozenset[Action]:
    """Everything a signed-in person may do in a tournament, in one query: what a page offers."""
    if actor.everything:
        return ORGANIZER
    if actor.user_id is None:
        return frozenset()
    role = (
        Role.objects.filter(tournament=tournament, user=actor.user_id).values_list("name", flat=True).first()
    )
    return ROLE_ACTIONS[role] if role is not None else frozenset()


def may(actor: Actor, action: Action, tournament: Tournament, *, table_id: int | None = None) -> bool:
    """Whether the actor may do this in this tournament (at this table, where a pass is concerned)."""
    if actor.everything:
        return True
    if actor.pass_id is not None or actor.player_id is not None:
        kind = "table_pass" if actor.player_id is None else "player_pass"
        allowed = ROLE_ACTIONS[kind]
        if kind == "table_pass" and tournament.totals_at_table:
            allowed |= {Action.TOTALS}
        return action in allowed and table_id is not None and table_id == actor.table_id
    return action in rights(actor, tournament)


def demand(actor: Actor, action: Action, tournament: Tournament, *, table_id: int | None = None) -> None:
    """Refuse with ``no_right`` unless ``may``."""
    if not may(actor, action, tournament, table_id=table_id):
        raise Refused("no_right", action=action.value)

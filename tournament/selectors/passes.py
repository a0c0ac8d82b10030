"""Who holds a pass of their own, where it leads now, and what an open page has to look at to stay true."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from tournament.models import Entry, Player, PlayerPass, Round, Seat, Table, TablePass, Tournament
from tournament.models.table import RoundState
from tournament.selectors.clock import told_to_tables
from tournament.selectors.kept import Kept
from tournament.selectors.seating_hidden import hidden_rounds

_moments: Kept = Kept(64)


@dataclass(frozen=True, slots=True)
class Moment:
    """A round at one revision of its event, as far as the pages of its tables depend on it."""

    last: dict[int, int]
    """The newest sequence of each table."""
    facts: tuple[Any, ...]
    """What its tables show beside their logs."""
    withdrawn: frozenset[int]
    withdrawn_players: frozenset[int]
    """Passes that are dead: tables' and players'."""
    sitting: dict[int, int]
    """The table of each player in the round that counts now."""


def moment(tournament: Tournament, round_id: int) -> Moment:
    """What the open pages of a round look at after each change: a few queries for all of its phones."""
    return _moments.answer(
        (tournament.pk, tournament.created_at, tournament.revision, round_id),
        lambda: _moment(tournament, round_id),
    )


def _moment(tournament: Tournament, round_id: int) -> Moment:
    said = Entry.objects.filter(table__round=round_id).order_by()
    dead = TablePass.objects.filter(table__round=round_id).exclude(revoked_at=None)
    dead_own = PlayerPass.objects.filter(player__tournament=tournament).exclude(revoked_at=None)
    now = round_that_counts(tournament)
    return Moment(
        last=dict(said.values_list("table").annotate(Max("sequence"))),
        facts=told_to_tables(tournament, round_id),
        withdrawn=frozenset(dead.values_list("pk", flat=True)),
        withdrawn_players=frozenset(dead_own.values_list("pk", flat=True)),
        sitting=dict(Seat.objects.filter(round=now).values_list("player", "table")) if now else {},
    )


def round_that_counts(tournament: Tournament) -> Round | None:
    """The round that a player is shown: the one that runs, else the next with seats, else the last one."""
    seated = tournament.rounds.exclude(state=RoundState.PLANNED).order_by("number")
    rounds = list(seated.exclude(number__in=hidden_rounds(tournament)))
    open_ = [r for r in rounds if r.is_running] or [r for r in rounds if not r.is_closed] or rounds[-1:]
    return open_[0] if open_ else None


def table_of_player(player: Player) -> Table | None:
    """Where a player sits in the round that counts now; None when they sit nowhere."""
    round_ = round_that_counts(player.tournament)
    if round_ is None:
        return None
    return (
        Table.objects.select_related("round__tournament").filter(round=round_, seats__player=player).first()
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """A player and the pass that is open for them, if one is."""

    player: Player
    opened: PlayerPass | None


def holders(players: list[Player]) -> list[Holder]:
    """Each of these players with their open pass: one query."""
    opened = {own.player_id: own for own in PlayerPass.objects.filter(player__in=players, revoked_at=None)}
    return [Holder(player, opened.get(player.pk)) for player in players]

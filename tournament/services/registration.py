"""The list of players: a whole list at once, or one by one while the seating is open."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max

from tournament.engine.roster import Row
from tournament.errors import require
from tournament.models import Entry, Player, Seat, Team, Tournament
from tournament.models.tournament import State
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing
from tournament.services.seating_rules import forget_people

FIELDS = ("name", "family_name", "native_name", "country", "club", "licence", "substitute", "external_id")


def replace_players(
    tournament: Tournament, rows: Sequence[Row], *, actor: Actor, at: datetime | None = None
) -> list[Player]:
    """Put this list in the place of the present one, all or nothing.

    The rows have been checked by ``engine.roster``. Refused with ``players_exist`` once somebody has a seat
    in a published seating, or a penalty outside games: what was said about them stands.
    """
    with changing(tournament, action=Action.PEOPLE, actor=actor, at=at) as change:
        require(rows, "no_rows")
        seats = Seat.objects.filter(round__tournament=change.tournament)
        said = Entry.objects.filter(player__tournament=change.tournament)
        require(not seats.exists() and not said.exists(), "players_exist")
        forget_people(change.tournament)
        change.tournament.players.all().delete()
        change.tournament.teams.all().delete()
        teams = _teams(change, [row.team for row in rows])
        players = Player.objects.bulk_create(
            Player(
                tournament=change.tournament,
                number=row.number,
                team=teams.get(row.team.casefold()),
                **{name: getattr(row, name) for name in FIELDS},
            )
            for row in rows
        )
        change.audit("players.imported", count=len(players), teams=len(teams))
    return players


def add_player(
    tournament: Tournament, *, actor: Actor, team: str = "", late: bool = False, **facts: Any
) -> Player:
    """One more player (or substitute), with the next free number. Once play has started only substitutes are
    added, or somebody who comes ``late``: seats come from a change of the seating."""
    with changing(tournament, action=Action.PEOPLE, actor=actor) as change:
        target = change.tournament
        open_now = late or facts.get("substitute") or target.state == State.PLANNED
        require(open_now, "play_has_started")
        require(str(facts.get("name", "")).strip(), "name_missing")
        _free(target, facts)
        last = target.players.aggregate(last=Max("number"))["last"] or 0
        player = Player.objects.create(
            tournament=target,
            number=last + 1,
            team=_teams(change, [team]).get(team.casefold()),
            **{name: value for name, value in facts.items() if name in FIELDS},
        )
        change.audit("player.added", number=player.number)
    return player


def change_player(player: Player, *, actor: Actor, team: str | None = None, **facts: Any) -> Player:
    """Correct what is known about a player. Numbers stay: charts and the log name players by them."""
    with changing(player.tournament, action=Action.PEOPLE, actor=actor) as change:
        require(str(facts.get("name", player.name)).strip(), "name_missing")
        _free(change.tournament, facts, but=player)
        for name, value in facts.items():
            if name in FIELDS:
                setattr(player, name, value)
        if team is not None:
            player.team = _teams(change, [team]).get(team.casefold())
        player.save()
        change.audit("player.changed", number=player.number)
    return player


def remove_player(player: Player, *, actor: Actor) -> None:
    """Take somebody off the list who has no seat yet."""
    with changing(player.tournament, action=Action.PEOPLE, actor=actor) as change:
        require(
            not player.seats.exists() and not player.entries.exists(), "player_seated", player=player.name
        )
        change.audit("player.removed", number=player.number)
        forget_people(change.tournament, {player.number})
        player.delete()


def _free(tournament: Tournament, facts: Mapping[str, Any], *, but: Player | None = None) -> None:
    """A licence and an id from elsewhere belong to one player of an event."""
    others = tournament.players.all()
    if but is not None:
        others = others.exclude(pk=but.pk)
    for name, code in (("licence", "licence_taken"), ("external_id", "id_taken")):
        value = facts.get(name)
        other = others.filter(**{name: value}).first() if value else None
        if other is not None:
            require(False, code, value=value, player=other.name)


def _teams(change: Change, names: Sequence[str]) -> dict[str, Team]:
    """Teams by folded name, made where they are missing, numbered in the order of the list."""
    teams = {team.name.casefold(): team for team in change.tournament.teams.all()}
    last = max((team.number for team in teams.values()), default=0)
    for name in names:
        if name and name.casefold() not in teams:
            last += 1
            teams[name.casefold()] = Team.objects.create(tournament=change.tournament, number=last, name=name)
    return teams

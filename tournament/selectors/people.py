"""Who plays and when: people and rounds as plain values, for every list there is."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from tournament.models import Player, Tournament
from tournament.models.table import RoundState
from tournament.selectors.kept import Kept
from tournament.selectors.sight import sight_now

_people: Kept = Kept(8)
_rounds: Kept = Kept(32)


@dataclass(frozen=True, slots=True)
class Person:
    """A player as lists show one."""

    number: int
    name: str
    family_name: str
    native_name: str
    country: str
    club: str
    licence: str
    team: str
    team_number: int | None
    substitute: bool
    key: str


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round of the event."""

    number: int
    state: str
    minutes: int
    started_at: datetime | None
    closed_at: datetime | None
    planned_start: datetime | None = None
    """When it is meant to begin."""
    seen_from: datetime | None = None
    """When its published seating will be seen; None when it is, or when there is none."""

    @property
    def ends_at(self) -> datetime | None:
        """When the time of this round is up, once it has started."""
        return self.started_at + timedelta(minutes=self.minutes) if self.started_at else None

    @property
    def is_running(self) -> bool:
        return self.state == RoundState.RUNNING

    @property
    def is_closed(self) -> bool:
        return self.state == RoundState.CLOSED


def rounds_of(tournament: Tournament) -> tuple[RoundFacts, ...]:
    """The rounds of the event in order."""

    def work() -> tuple[RoundFacts, ...]:
        columns = ("number", "state", "minutes", "started_at", "closed_at", "planned_start")
        rows = (RoundFacts(*row) for row in tournament.rounds.order_by("number").values_list(*columns))
        # the moment that it comes, the time is taken away and the revision raised: services.seating_due
        due = tournament.seating_due
        return tuple(
            replace(row, seen_from=due) if due and row.state == RoundState.SEATED else row for row in rows
        )

    return _rounds.answer((tournament.pk, tournament.created_at, tournament.setup_revision), work)


def people_of(tournament: Tournament) -> dict[int, Person]:
    """Everybody who plays, by number and in order of numbers."""

    def work() -> dict[int, Person]:
        rows = tournament.players.order_by("number").values_list(
            "number", "name", "family_name", "native_name", "country", "club", "licence",
            "team__name", "team__number", "substitute", "external_id",
        )  # fmt: skip
        named = sight_now().names
        return {row[0]: _person(row if named else _by_number(row)) for row in rows}

    return _people.answer((tournament.pk, tournament.created_at, tournament.setup_revision), work)


def number_name(number: int) -> str:
    """What somebody is called where names are not shown; the same in every language."""
    return f"#{number}"


def _by_number(row: tuple[Any, ...]) -> tuple[Any, ...]:
    number, _, _, _, country, _, _, team, team_number, substitute, _ = row
    return number, number_name(number), "", "", country, "", "", team, team_number, substitute, ""


def as_seen(player: Player) -> Player:
    """A player as the reader of this page may see one; never to be saved."""
    if not sight_now().names:
        player.name = number_name(player.number)
        player.native_name = player.family_name = player.club = player.licence = player.external_id = ""
    return player


@lru_cache(maxsize=8192)
def _person(row: tuple[Any, ...]) -> Person:
    """The same facts are the same object: pages look pieces of rows up by person."""
    number, name, family, native, country, club, licence, team, team_number, substitute, external_id = row
    return Person(
        number=number,
        name=name,
        family_name=family,
        native_name=native,
        country=country,
        club=club,
        licence=licence,
        team=team or "",
        team_number=team_number,
        substitute=substitute,
        key=external_id or str(number),
    )

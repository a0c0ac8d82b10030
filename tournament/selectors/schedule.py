"""Who sits where and when: the published seating, round by round, and the tables of the running round."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.engine import names
from tournament.models import Seat, SeatingPlan, Tournament
from tournament.models.table import PlanState
from tournament.selectors.leaderboard import marks_of
from tournament.selectors.people import Person, RoundFacts, people_of, rounds_of
from tournament.selectors.seating_desk import withdrawn_last
from tournament.selectors.seating_hidden import hidden_rounds
from tournament.selectors.sight import sight_now
from tournament.selectors.standings import scores_of


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """One table of a round: its four, East first."""

    number: int
    people: tuple[Person | None, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of one round, by table and by name, and what is true of the whole."""

    round: RoundFacts
    rounds: tuple[RoundFacts, ...]
    tables: tuple[SeatedTable, ...]
    by_name: tuple[tuple[Person, int, int], ...]
    """Everybody with seat and table, by family name."""
    certificate: dict[str, Any]
    published: bool
    visible_from: datetime | None = None
    """When it will be seen; None when it is."""
    withdrawn: str = ""
    """Why the last one was taken back, while there is no other."""


def seating_of(tournament: Tournament, number: int | None = None) -> Seating | None:
    """The seating of a round; without a number of the one that people look for now (the running one, else the
    next). None when there is no such round."""
    rounds = rounds_of(tournament)
    shown = next((r for r in rounds if r.number == number), None) if number else _looked_for(rounds)
    if shown is None:
        return None
    hidden = hidden_rounds(tournament)
    if shown.number in hidden:
        return Seating(shown, rounds, (), (), {}, published=False, visible_from=tournament.seating_due)
    people = people_of(tournament)
    tables: dict[int, list[Person | None]] = {}
    by_name = []
    for table, seat, player in (
        Seat.objects.filter(round__tournament=tournament, round__number=shown.number)
        .order_by("table__number", "seat")
        .values_list("table__number", "seat", "player__number")
    ):
        tables.setdefault(table, [None] * 4)[seat] = people[player]
        by_name.append((people[player], seat, table))
    plan = SeatingPlan.objects.filter(tournament=tournament, state=PlanState.PUBLISHED).first()
    return Seating(
        round=shown,
        rounds=rounds,
        tables=tuple(SeatedTable(number, tuple(four)) for number, four in tables.items()),
        by_name=tuple(sorted(by_name, key=lambda line: name_key(line[0]))),
        # its seed makes the rounds again that are still to be shown
        certificate=plan.facts if plan and not hidden else {},
        published=plan is not None,
        withdrawn="" if tables else why_withdrawn(tournament),
    )


def why_withdrawn(tournament: Tournament) -> str:
    """The reason that everybody reads while no other seating has taken the place of the withdrawn one."""
    plan = withdrawn_last(tournament)
    return plan.withdrawn_because if plan else ""


def name_key(person: Person) -> tuple[tuple[str, str, str], int]:
    """Sorts people by family name; ``engine/names.py`` says what that is where nobody said it."""
    return names.name_key(person.name, person.family_name, person.native_name), person.number


def _looked_for(rounds: tuple[RoundFacts, ...]) -> RoundFacts | None:
    for state in ("running", "seated", "planned"):
        if found := next((r for r in rounds if r.state == state), None):
            return found
    return rounds[-1] if rounds else None


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table of a round as the public sees it."""

    number: int
    marks: str
    played: int
    deals: int
    totals_only: bool
    over: bool
    wind: int
    """The wind round of the deal in play, or of the last one."""
    people: tuple[tuple[Person, int, int], ...]
    """Player, score and place, East first."""


@dataclass(frozen=True, slots=True)
class TablesNow:
    round: RoundFacts | None
    rounds: tuple[RoundFacts, ...]
    tables: tuple[TableNow, ...]

    @property
    def played_rounds(self) -> tuple[RoundFacts, ...]:
        """Rounds that have tables to look at."""
        return tuple(r for r in self.rounds if r.is_running or r.is_closed)


def tables_now(tournament: Tournament, number: int | None = None) -> TablesNow:
    """All tables of the running round (or of round ``number``, or of the last one played)."""
    rounds = rounds_of(tournament)
    shown = next((r for r in rounds if r.number == number), None) if number else _running_or_last(rounds)
    if shown is None or shown.number in hidden_rounds(tournament):
        return TablesNow(None, rounds, ())
    people, deals = people_of(tournament), tournament.ruleset.deals
    seats: dict[tuple[int, int], list[Person]] = {}
    for table_id, table, player in (
        Seat.objects.filter(round__tournament=tournament, round__number=shown.number)
        .order_by("table__number", "seat")
        .values_list("table_id", "table__number", "player__number")
    ):
        seats.setdefault((table_id, table), []).append(people[player])
    ids = {table_id for table_id, _ in seats}
    visible = sight_now().round(shown.number)
    scores, empty = scores_of(tournament, ids) if visible else ({}, frozenset())
    tables = []
    for (table_id, table), four in seats.items():
        score, count, totals_only, ended = scores.get(table_id, (None, 0, False, table_id in empty))
        over = totals_only or ended or count >= deals
        marks = marks_of(score, count, deals, over=over)
        tables.append(
            TableNow(
                number=table,
                marks=marks,
                played=count,
                deals=deals,
                totals_only=totals_only,
                over=over,
                wind=tournament.ruleset.position(min(count + (not over), deals) or 1).prevalent_wind,
                people=tuple(
                    (person, score.totals[seat] if score else 0, score.places[seat] if score else 0)
                    for seat, person in enumerate(four)
                ),
            )
        )
    return TablesNow(shown, rounds, tuple(tables))


def _running_or_last(rounds: tuple[RoundFacts, ...]) -> RoundFacts | None:
    running = [r for r in rounds if r.is_running]
    closed = [r for r in rounds if r.is_closed]
    found = running or closed
    return found[-1] if found else None

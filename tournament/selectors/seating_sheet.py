"""A published seating as it is printed: rounds of tables, or everybody's way through the event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournament.engine import seating
from tournament.models import SeatingPlan
from tournament.selectors.people import Person
from tournament.selectors.schedule import SeatedTable, name_key
from tournament.selectors.seating_changes import stated_problem, table_numbers

People = Mapping[int, Person]


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round on paper. ``rests``: players of the event who sit it out."""

    number: int
    tables: tuple[SeatedTable, ...]
    rests: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class NameLine:
    """One person on paper: (table, wind) of each round, None without a seat."""

    person: Person
    places: tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class NameSheet:
    rounds: tuple[int, ...]
    lines: tuple[NameLine, ...]


def sheet_by_table(plan: SeatingPlan, people: People, number: int | None) -> tuple[RoundSheet, ...]:
    """All rounds of the chart, or one, table by table."""
    numbers = table_numbers(plan)
    present = _presence(plan)
    found = []
    for r, tables in enumerate(plan.chart, 1):
        if number is not None and r != number:
            continue
        seated = {player for seats in tables for player in seats}
        rests = [people[p] for p in present(r) if p not in seated and p in people]
        found.append(
            RoundSheet(
                number=r,
                tables=tuple(
                    SeatedTable(
                        numbers[t] if t < len(numbers) else t + 1,
                        tuple(people.get(player) for player in seats),
                    )
                    for t, seats in enumerate(tables)
                ),
                rests=tuple(sorted(rests, key=name_key)),
            )
        )
    return tuple(found)


def sheet_by_name(plan: SeatingPlan, people: People, number: int | None) -> NameSheet:
    """Everybody with a seat, by family name, with every round's table and wind (or one round's)."""
    rounds = tuple(range(1, len(plan.chart) + 1)) if number is None else (number,)
    lines = []
    for player, steps in seating.paths(seating.shape(plan.chart), table_numbers=table_numbers(plan)).items():
        at = {r: (table, seating.WINDS.index(wind)) for r, table, wind in steps}
        places = tuple(at.get(r) for r in rounds)
        if player in people and any(places):
            lines.append(NameLine(people[player], places))
    return NameSheet(rounds, tuple(sorted(lines, key=lambda line: name_key(line.person))))


def _presence(plan: SeatingPlan) -> Callable[[int], tuple[int, ...]]:
    problem = stated_problem(plan)
    return problem.present if problem else lambda _number: ()

"""A seating as files: for programs (CSV, JSON, Pantheon's prescript) and for people (a workbook)."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openpyxl import Workbook  # type: ignore[import-untyped]
from openpyxl.styles import Font  # type: ignore[import-untyped]
from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

from tournament.engine import seating
from tournament.selectors.people import Person

HEAD = ("round", "table", "east", "south", "west", "north")
NAMES = ("east_name", "south_name", "west_name", "north_name")
People = Mapping[int, Person]
Numbers = Sequence[int]


def chart_as_csv(chart: seating.Chart, numbers: Numbers) -> bytes:
    """One row a table, players by number: what ``verify_seating`` and other programs read back."""
    return seating.chart_csv(chart, table_numbers=numbers).encode()


def chart_as_json(chart: seating.Chart, certificate: Mapping[str, Any]) -> bytes:
    """Rounds and certificate: all that a verification needs."""
    return (seating.chart_json(chart, certificate) + "\n").encode()


def chart_as_prescript(chart: seating.Chart) -> bytes:
    """A line a table, an empty line between rounds."""
    return seating.chart_prescript(chart).encode()


def chart_as_xlsx(
    chart: seating.Chart, numbers: Numbers, people: People, *, title: str, sheets: tuple[str, str]
) -> bytes:
    """Two sheets: a row a table with numbers and names, and a row a player with the whole path."""
    book = Workbook()
    book.properties.title = title
    tables = book.active
    assert tables is not None
    tables.title = sheets[0][:31]
    _fill(tables, _table_rows(chart, numbers, people), frozen="C2")
    _fill(book.create_sheet(sheets[1][:31]), _player_rows(chart, numbers, people), frozen="C2")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _table_rows(chart: seating.Chart, numbers: Numbers, people: People) -> Iterable[list[Any]]:
    yield [*HEAD, *NAMES]
    for r, tables in enumerate(chart, 1):
        for t, seats in enumerate(tables):
            number = numbers[t] if t < len(numbers) else t + 1
            yield [r, number, *seats, *(_name(people, player) for player in seats)]


def _player_rows(chart: seating.Chart, numbers: Numbers, people: People) -> Iterable[list[Any]]:
    rounds = range(1, len(chart) + 1)
    yield ["player", "name", *(f"round_{r}" for r in rounds)]
    for player, steps in seating.paths(chart, table_numbers=numbers).items():
        at = {r: f"{table}{wind}" for r, table, wind in steps}
        yield [player, _name(people, player), *(at.get(r) for r in rounds)]


def _name(people: People, player: int) -> str:
    return people[player].name if player in people else ""


def _fill(page: Any, rows: Iterable[list[Any]], *, frozen: str) -> None:
    for row in rows:
        page.append(row)
    for cell in page[1]:
        cell.font = Font(bold=True)
    for index, cell in enumerate(page[1], 1):
        wide = "name" in str(cell.value)
        page.column_dimensions[get_column_letter(index)].width = 26 if wide else 9
    for line in page.iter_rows(min_row=2):
        for cell in line:
            if cell.data_type == "f":  # a text is never a formula, whatever it starts with
                cell.data_type = "s"
    page.freeze_panes = frozen

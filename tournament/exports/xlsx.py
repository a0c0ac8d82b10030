"""Rankings as a workbook."""

import io
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from openpyxl import Workbook  # type: ignore[import-untyped]
from openpyxl.styles import Font  # type: ignore[import-untyped]
from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

from tournament.exports.csv import Cell

POINTS = ("table_points", "round_", "live_table_points", "official_table_points", "mean_")


def as_xlsx(rows: Iterable[list[Cell]], *, title: str, sheet: str) -> bytes:
    """One sheet. Whole table points are numbers; shared ones stay exact text ("25/3")."""
    book = Workbook()
    page = book.active
    assert page is not None
    page.title = sheet[:31]
    book.properties.title = title
    lines = iter(rows)
    columns = [str(name) for name in next(lines)]
    page.append(columns)
    for line in lines:
        page.append([_value(name, cell) for name, cell in zip(columns, line, strict=True)])
    for cell in page[1]:
        cell.font = Font(bold=True)
    page.freeze_panes = "E2"
    for index, name in enumerate(columns, 1):
        page.column_dimensions[get_column_letter(index)].width = 26 if "name" in name else 11
    for line in page.iter_rows(min_row=2):
        for cell in line:
            if cell.data_type == "f":  # a text is never a formula, whatever it starts with
                cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _value(column: str, cell: Any) -> Any:
    if isinstance(cell, str) and column.startswith(POINTS):
        points = Fraction(cell)
        return int(points) if points.denominator == 1 else cell
    return cell

"""A seating chart as it arrives in a file: text, or a workbook as the rows of its first sheet."""

from collections.abc import Iterable, Sequence

from tournament.forms.roster_file import cells_of_file

WORKBOOK = b"PK"
"""How every XLSX begins."""


def text_of_workbook(content: bytes) -> str:
    """The cells of a file in lines with tabs. Refused: ``file_too_large``, ``file_unreadable``."""
    return _as_lines(cells_of_file(content))


def chart_text(content: bytes) -> str:
    """A chart file as text, in whatever encoding. Refused: ``file_too_large``, ``file_unreadable``."""
    if content.startswith(WORKBOOK):
        return text_of_workbook(content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text_of_workbook(content)


def _as_lines(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("\t".join(str(cell).replace("\t", " ") for cell in row) for row in rows)

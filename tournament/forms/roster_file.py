"""A list of players as it arrives: bytes or pasted text, turned into rows of cells. Knows no columns.

Western and Chinese desks save "CSV" in whatever their spreadsheet uses; nobody there knows the word
encoding. What cannot be told is refused (``file_unreadable``), never guessed into wrong names.
"""

import csv
import io
import re
import zipfile
from datetime import date, datetime, time
from typing import Any

from openpyxl import load_workbook  # type: ignore[import-untyped]

from tournament.engine.roster import MOST_ROWS
from tournament.errors import Refused, require

MEGABYTE = 1024 * 1024
LARGEST_FILE = 2 * MEGABYTE
LARGEST_UNPACKED = 30 * MEGABYTE
"""An XLSX is a zip: a few kilobytes may unpack to gigabytes."""
MOST_PARTS = 500
MOST_COLUMNS = 60
END = "\x1fend of the list\x1f"
ROWS_READ = MOST_ROWS + 50
"""A little more than is allowed, so that the list itself can say that it is too long."""

Cells = list[list[str]]


def cells_of_file(data: bytes) -> Cells:
    """The cells of an uploaded file: an XLSX workbook's first sheet, or CSV in whatever encoding."""
    require(len(data) <= LARGEST_FILE, "file_too_large", megabytes=LARGEST_FILE // MEGABYTE)
    if data.startswith(b"PK\x03\x04"):
        return _cells_of_workbook(data)
    return cells_of_text(decode(data))


def cells_of_text(text: str) -> Cells:
    """The cells of CSV text or of a pasted table. The separator is the one that parts the head line."""
    require(len(text) <= LARGEST_FILE, "file_too_large", megabytes=LARGEST_FILE // MEGABYTE)
    separator = separator_of(text)
    if separator is None:
        return [[line] for line in text.splitlines()[:ROWS_READ]]
    rows: Cells = []
    try:
        ended = text if text.endswith(("\n", "\r")) else f"{text}\n"
        for row in csv.reader(io.StringIO(ended + END, newline=""), delimiter=separator):
            if row == [END]:
                return rows
            rows.append(row[:MOST_COLUMNS])
            if len(rows) >= ROWS_READ:
                return rows
    except csv.Error as fault:
        raise Refused("file_unreadable") from fault
    # the last line was swallowed by a cell: half the list would be taken for one name
    raise Refused("quote_open", row=len(rows))


def separator_of(text: str) -> str | None:
    """Tab, semicolon or comma, whichever the first written line has most of; None for a single column."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    counts = {mark: _outside_quotes(head).count(mark) for mark in "\t;,"}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] else None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, GB 18030 or Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strict(data, "utf-16")
    require(b"\0" not in data, "file_unreadable")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _looks_chinese(data):
            return _strict(data, "gb18030")
        # four accented letters running are no Western word: some third alphabet
        require(not re.search(rb"[\x80-\xff]{4}", data), "file_unreadable")
        return _strict(data, "cp1252")


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise Refused("file_unreadable") from fault


def _looks_chinese(data: bytes) -> bool:
    """Whether bytes beyond ASCII are Chinese characters and not accented letters.

    Both readings are often possible. A common Chinese character is two high bytes, the first 0xA1-0xD7; an
    accented letter stands inside a word, so that read as GB 18030 it swallows the ASCII letter after it, or
    two of them sit between ASCII letters.
    """
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return False
    common = strange = 0
    padded = f" {text} "
    for before, letter, after in zip(padded, text, padded[2:], strict=False):
        if letter.isascii():
            continue
        raw = letter.encode("gb18030")
        inside_a_word = before.isascii() and before.isalpha() and after.isascii() and after.isalpha()
        if len(raw) == 2 and 0xA1 <= raw[0] <= 0xD7 and raw[1] >= 0xA1 and not inside_a_word:
            common += 1
        else:
            strange += 1
    return common > strange


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])


def _cells_of_workbook(data: bytes) -> Cells:
    """The first sheet, formulas as the text they are: nothing is ever evaluated."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            require(
                len(parts) <= MOST_PARTS and unpacked <= LARGEST_UNPACKED,
                "file_too_large",
                megabytes=LARGEST_UNPACKED // MEGABYTE,
            )
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        try:
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # what the file says of its own size is not to be trusted
            rows = sheet.iter_rows(max_row=ROWS_READ, max_col=MOST_COLUMNS, values_only=True)
            return [[_text(value) for value in row] for row in rows]
        finally:
            book.close()
    except Refused:
        raise
    except Exception as fault:  # a broken workbook fails in as many ways as there are parts in it
        raise Refused("file_unreadable") from fault


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return str(getattr(value, "text", value))

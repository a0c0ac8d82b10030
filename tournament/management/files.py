"""Files that a command is given, as text or as a refusal."""

from pathlib import Path

from tournament.errors import Refused
from tournament.forms.chart_file import WORKBOOK, text_of_workbook


def text_of(path: Path) -> str:
    """What is written in a file. Refused: ``text_unreadable``, ``file_not_opened``."""
    return _decoded(_content_of(path), path)


def chart_text_of(path: Path) -> str:
    """A chart in a file, which may be a workbook as well, as at the desk. Refused as ``text_of`` refuses, and
    ``file_too_large``, ``file_unreadable``."""
    content = _content_of(path)
    return text_of_workbook(content) if content.startswith(WORKBOOK) else _decoded(content, path)


def _content_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as fault:
        raise Refused("file_not_opened", file=str(path)) from fault


def _decoded(content: bytes, path: Path) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Refused("text_unreadable", file=str(path)) from fault
    return text.replace("\r\n", "\n").replace("\r", "\n")

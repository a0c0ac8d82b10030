"""Files that a command is given, as text or as a refusal."""

from pathlib import Path

from tournament.errors import Refused


def text_of(path: Path) -> str:
    """What is written in a file. Refused: ``text_unreadable``, ``file_not_opened``."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise Refused("text_unreadable", file=str(path)) from fault
    except (OSError, ValueError) as fault:
        raise Refused("file_not_opened", file=str(path)) from fault

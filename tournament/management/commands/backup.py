"""Write a consistent copy of the running database."""

import contextlib
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone

from tournament.errors import require
from tournament.management.tool import Tool, usage
from tournament.selectors.backup import backup_lines
from tournament.selectors.snapshot import snapshot


class Command(Tool):
    help = "Write a consistent copy of the running database; nobody has to wait for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        require(not path.exists(), "file_exists", file=str(path))
        part = path.with_name(f".{path.name}.part")
        lines = 0
        try:
            # password hashes are in it, so it is for its owner only
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
            with part.open("w", encoding="utf-8", newline="\n") as file:
                with snapshot():
                    for line in backup_lines(at=timezone.now()):
                        file.write(line)
                        lines += 1
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise usage(f"{path} cannot be written: {error.strerror}.") from error
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        self.say(f"{path}: {lines} lines, {path.stat().st_size / 1e6:.1f} MB")

"""Write a tournament as one archive."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournament.management.tool import Tool, tournament_named, usage
from tournament.selectors.archive import archive_of, archive_text
from tournament.selectors.snapshot import snapshot


class Command(Tool):
    help = "Write a tournament as one archive, from which import_tournament makes the same event again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help='"-" prints it')

    def handle(self, *args: Any, **options: Any) -> None:
        with snapshot():
            document = archive_of(tournament_named(options["slug"]))
        text, out = archive_text(document), options["out"]
        if str(out) == "-":
            self.stdout.write(text, ending="")
            return
        try:
            write_whole(out, text.encode())
        except OSError as error:
            raise usage(f"{out} cannot be written: {error.strerror}.") from error
        self.say(f"{out}: {len(document['entries'])} entries, SHA-256 {document['sha256']}")


def write_whole(path: Path, data: bytes) -> None:
    """The whole file or none: a disk that fills up leaves what was there before."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)

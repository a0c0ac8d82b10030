"""Read a backup into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tournament.management.tool import Tool, usage
from tournament.services.backup import restore_backup


class Command(Tool):
    help = "Read a backup into an empty database (SQLite or PostgreSQL), then verify every log in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not path.is_file():
            raise usage(f"{path} does not exist.")
        call_command("migrate", verbosity=0, interactive=False)
        with path.open(encoding="utf-8", newline="\n") as file:
            counts = restore_backup(file)
        self.say(
            f"Restored {sum(counts.values())} rows:"
            f" {counts.get('tournament.tournament', 0)} tournaments,"
            f" {counts.get('tournament.entry', 0)} entries, {counts.get('auth.user', 0)} accounts."
        )
        call_command("verify_log", stdout=self.stdout)

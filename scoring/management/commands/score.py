"""``manage.py score``: judge hands given as JSON lines."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.profiles import DEFAULT, PROFILES
from scoring.streaming import answer_lines, score_record, utf8_lines


class Command(BaseCommand):
    help = "Reads hands as JSON lines on standard input and writes what each is worth, one line each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--profile", choices=PROFILES, default=DEFAULT.name, help="whose rules")
        parser.add_argument("--explain", action="store_true", help="say why, and what was left out")

    def handle(self, *args: Any, profile: str, explain: bool, **options: Any) -> None:
        rules = PROFILES[profile]
        for line in answer_lines(
            utf8_lines(sys.stdin), lambda record: score_record(record, rules, explained=explain)
        ):
            self.stdout.write(line)
            self.stdout.flush()

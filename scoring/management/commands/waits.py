"""``manage.py waits``: what hands of thirteen tiles are waiting for, as JSON lines."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.profiles import DEFAULT, PROFILES
from scoring.streaming import answer_lines, utf8_lines, waits_record


class Command(BaseCommand):
    help = "Reads hands of thirteen tiles as JSON lines and writes the tiles that complete each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--profile", choices=PROFILES, default=DEFAULT.name, help="whose rules")

    def handle(self, *args: Any, profile: str, **options: Any) -> None:
        rules = PROFILES[profile]
        for line in answer_lines(utf8_lines(sys.stdin), lambda record: waits_record(record, rules)):
            self.stdout.write(line)
            self.stdout.flush()

"""Make the demo tournament."""

from argparse import ArgumentParser
from typing import Any

from tournament.management.tool import Tool
from tournament.models import Tournament
from tournament.services.demo import seed_demo


class Command(Tool):
    help = "Make the demo tournament. Does nothing when it is there already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="only in a database that holds no tournament"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Tournament.objects.exists():
            return
        tournament, made = seed_demo()
        self.say(f"Demo tournament “{tournament.name}” {'made' if made else 'is there already'}.")

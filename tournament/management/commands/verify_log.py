"""Work everything in a log out again."""

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from tournament.management.tool import Tool, no, tournament_named
from tournament.models import Tournament
from tournament.selectors.snapshot import snapshot
from tournament.selectors.verification import Checked, verify


class Command(Tool):
    help = "Work out every delta, total, hash and sign-off again and list each difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="one tournament (default: all)")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        with snapshot():
            slug = options["slug"]
            wanted = [tournament_named(slug)] if slug else list(Tournament.objects.order_by("pk"))
            checked = {tournament.slug: verify(tournament) for tournament in wanted}
        count = sum(len(found.differences) for found in checked.values())
        if options["json"]:
            self.say_json(
                {
                    "ok": not count,
                    "tournaments": [{"slug": slug, **asdict(found)} for slug, found in checked.items()],
                }
            )
        else:
            self._tell(checked)
        if count:
            raise no(f"{count} difference{'s' if count > 1 else ''}.")

    def _tell(self, checked: dict[str, Checked]) -> None:
        for slug, found in checked.items():
            for difference in found.differences:
                self.say(f"{slug}, {difference}")
            verdict = (
                f"{len(found.differences) or 'no'} difference{'s' if len(found.differences) > 1 else ''}"
            )
            self.say(
                f"{slug}: {verdict} in {found.entries} entries of {found.tables} tables,"
                f" {found.plans} seatings, {found.announcements} announcements"
            )
        if not checked:
            self.say("There is no tournament in this database: nothing to verify.")

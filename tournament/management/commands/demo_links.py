"""Print where the demo is and how to get in."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from tournament.management.tool import Tool
from tournament.services.demo import demo_links


class Command(Tool):
    help = "Print the address of this server, the demo's logins and one table link."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--base-url", metavar="URL", help="where the server is reached")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        base = (options["base_url"] or settings.SITE_URL or "http://127.0.0.1:8000").rstrip("/")
        demo = demo_links()
        found: dict[str, Any] = {"address": f"{base}/"}
        if demo is not None:
            found |= {
                "leaderboard": f"{base}/t/{demo.slug}/",
                "desk": f"{base}/desk/",  # written out: to look it up would load every page of the program
                "login": demo.login,
                "password": demo.password,
                "table": demo.table,
                "table_link": f"{base}/p/{demo.table_pass.secret}" if demo.table_pass else None,
            }
        if options["json"]:
            self.say_json(found)
            return
        self.say(f"Sixteen Hands is at {found['address']}")
        if demo is not None:
            password = demo.password or "(changed since)"
            self.say(f"  demo tournament   {found['leaderboard']}")
            self.say(f"  organizer         {found['desk']}  user: {demo.login}  password: {password}")
            if demo.table_pass:
                self.say(f"  table {demo.table} (phone)   {found['table_link']}")

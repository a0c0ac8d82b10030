"""Everything before serving, in one process: migrations, the demo, static files, and where it all is."""

import os
from typing import Any

from django.core.management import call_command

from tournament.management.tool import Tool


class Command(Tool):
    help = "Migrate, load the demo into an empty database (unless SEED_DEMO=0), collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if os.environ.get("SEED_DEMO", "1") != "0":
            call_command("seed_demo", if_empty=True)
        # ReDoc is not offered, and its files are the largest of all
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["redoc"])
        host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
        call_command("demo_links", base_url=os.environ.get("SITE_URL") or f"http://{host}:{port}")

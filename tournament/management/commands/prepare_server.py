"""Everything before serving, in one process: migrations, the demo, static files, and where it all is."""

import hashlib
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from tournament.management.tool import Tool


class Command(Tool):
    help = "Migrate, load the demo into an empty database (unless SEED_DEMO=0), collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if os.environ.get("SEED_DEMO", "1") != "0":
            call_command("seed_demo", if_empty=True)
        collect_static()
        host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
        call_command("demo_links", base_url=os.environ.get("SITE_URL") or f"http://{host}:{port}")


def collect_static() -> None:
    """Collect static files, unless neither they nor the pinned packages changed since the last time."""
    stamp, now = Path(settings.STATIC_ROOT) / ".collected", _sources()
    if stamp.exists() and stamp.read_text() == now:
        return
    # ReDoc is not offered, and its files are the largest of all
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["redoc"])
    stamp.write_text(now)


def _sources() -> str:
    """A fingerprint of what is collected: our files by size and time, the packages' by their pins."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for folder in settings.STATICFILES_DIRS:
        for path in sorted(Path(folder).rglob("*")):
            seen = path.stat()
            digest.update(f"{path} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()

"""System checks for settings that can hurt an event."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.compatibility)
def settings_that_break_live_pages(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Settings under which the event stream answers 500 or never moves again."""
    found: list[CheckMessage] = []
    if any(db.get("ATOMIC_REQUESTS") for db in settings.DATABASES.values()):
        found.append(
            Error(
                "ATOMIC_REQUESTS turns every live stream into an error 500.",
                hint="Services open their own transactions; leave it off.",
                id="tournament.E001",
            )
        )
    if "django.middleware.gzip.GZipMiddleware" in settings.MIDDLEWARE:
        found.append(
            Error(
                "GZipMiddleware compresses each part of a stream by itself; browsers decode only the first.",
                hint="config.middleware.compress_pages compresses pages and leaves streams alone.",
                id="tournament.E002",
            )
        )
    for db in settings.DATABASES.values():
        options = db.get("OPTIONS", {})
        if db["ENGINE"].endswith("sqlite3") and options.get("transaction_mode") != "IMMEDIATE":
            found.append(
                Error(
                    "SQLite without IMMEDIATE transactions fails under concurrent entry.",
                    hint="Keep OPTIONS as config/settings.py sets them.",
                    id="tournament.E003",
                )
            )
        if db["ENGINE"].endswith("postgresql") and db.get("CONN_MAX_AGE"):
            found.append(
                Error(
                    "Persistent connections leak under ASGI.",
                    hint="Set CONN_MAX_AGE to 0.",
                    id="tournament.E004",
                )
            )
    return found


@register(Tags.security, deploy=True)
def settings_for_a_public_server(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """What a server on the open Internet should not leave as it is."""
    found: list[CheckMessage] = []
    if settings.ALLOWED_HOSTS == ["*"]:
        found.append(
            Warning(
                "Every host name is accepted.",
                hint="Set ALLOWED_HOSTS to the names this server is known by.",
                id="tournament.W001",
            )
        )
    return found

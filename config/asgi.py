"""The ASGI entry: Django, and what hears of changes elsewhere, started and stopped by the server."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.urls import get_resolver  # noqa: E402

from config.handler import Handler  # noqa: E402
from config.memory import settle, tidy  # noqa: E402
from tournament.live.bridge import bridge  # noqa: E402  (needs Django's apps)
from tournament.live.neighbours import FOLDER, neighbours  # noqa: E402

django_application = Handler()


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """Requests go to Django; the lifespan starts and stops what hears of changes elsewhere."""
    if scope["type"] != "lifespan":
        await django_application(scope, receive, send)
        return
    tidying: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _ = get_resolver().url_patterns  # every page is loaded now and not with the first visit
            settle()
            tidying = asyncio.create_task(tidy(), name="tidy")
            await bridge.start()
            neighbours.open(os.environ.get(FOLDER))
            await send({"type": "lifespan.startup.complete"})
        else:
            if tidying is not None:
                tidying.cancel()
            neighbours.close()
            await bridge.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return

"""Is the process alive, and can it serve: for whoever keeps the server running."""

from time import time

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from tournament.live.bridge import bridge


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"ok": True})


def server_time(request: HttpRequest | None) -> HttpResponse:
    """The server's time in milliseconds: pages measure by it how far their own clocks are off.

    ``config.handler`` asks without a request, so that no clock waits in the line of pages.
    """
    now = f"{time() * 1000:.1f}"
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Length": len(now)}
    return HttpResponse(now, content_type="text/plain", headers=headers)


def readyz(request: HttpRequest) -> JsonResponse:
    """Database, migrations and live bridge; 503 while one of them is not ready."""
    checks = {"database": _database(), "migrations": False, "live": bridge.healthy}
    checks["migrations"] = checks["database"] and _migrated()
    ok = all(checks.values())
    return JsonResponse({"ok": ok, **checks}, status=200 if ok else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def _migrated() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False

#!/usr/bin/env python3
"""How quickly are deals booked when a whole hall presses at once?

    benchmarks/entry.py [--tables 100] [--waves 8] [--viewers 500] [--database URL] [--json]

Serves the product, lets viewers hold the stream, and posts one deal a table over HTTP: first forty tables at
the same moment, then all of them, wave after wave. Afterwards the log is worked out again. Without
``--database`` a throw-away SQLite file is used; with a PostgreSQL address a fresh database is made on that
server and dropped again.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import live  # beside this file

ROOT = live.ROOT
FORTY_MS, ALL_MS = 200.0, 500.0


async def post(port: int, table: int, secret: str, number: int) -> tuple[float, int]:
    """One deal over a connection of its own: seconds until the answer, and its status."""
    body = json.dumps(
        {
            "client_key": str(uuid.uuid4()),
            "number": number,
            "outcome": "self_draw",
            "winner": number % 4,
            "fan_total": 8 + number,
        }
    ).encode()
    head = (
        f"POST /api/v1/tables/{table}/deals/ HTTP/1.1\r\n"
        f"Host: {live.HOST}\r\nAuthorization: Pass {secret}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode()
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection(live.HOST, port)
    writer.write(head + body)
    answer = await reader.read()
    taken = time.perf_counter() - began
    writer.close()
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    return taken, int(found[1]) if found else 0


class Hall:
    """The tables of an event, each with the deal that comes next."""

    def __init__(self, port: int, tables: list[tuple[int, str]]) -> None:
        self.port, self.tables, self.next = port, tables, dict.fromkeys(tables, 1)

    def press(self, tables: list[tuple[int, str]], waves: int) -> list[tuple[float, int]]:
        """A deal at each of these tables at the same moment, wave after wave."""
        return asyncio.run(self._press(tables, waves))

    async def _press(self, tables: list[tuple[int, str]], waves: int) -> list[tuple[float, int]]:
        answers: list[tuple[float, int]] = []
        for _ in range(waves):
            answers += await asyncio.gather(*(post(self.port, *table, self.next[table]) for table in tables))
            for table in tables:
                self.next[table] += 1
            await asyncio.sleep(1.0)
        return answers


def figures(answers: list[tuple[float, int]]) -> dict[str, float]:
    times = sorted(taken * 1000 for taken, _ in answers)
    at = {share: times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)}
    wrong = sum(status != 201 for _, status in answers)
    return {"p50_ms": at[0.5], "p95_ms": at[0.95], "p99_ms": at[0.99], "deals": len(times), "errors": wrong}


@contextmanager
def database(asked: str) -> Iterator[str]:
    """A DATABASE_URL that nobody else uses."""
    if not asked:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'entry.sqlite3'}"
        return
    import psycopg

    name = f"bench_{uuid.uuid4().hex[:10]}"
    with psycopg.connect(asked, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        try:
            yield re.sub(r"/[^/]*$", f"/{name}", asked)
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type]


def verified(address: str) -> bool:
    command = [sys.executable, "manage.py", "verify_log", "crowd"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": address}).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--waves", type=int, default=8)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--database", default="")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    with database(asked.database) as address:
        _, tables = live.build(address, asked.tables * 4)
        with (
            live.server(address, asked.workers) as (port, _),
            live.crowd(port, "/t/crowd/live?view=leaderboard", asked.viewers) as end,
        ):
            hall = Hall(port, tables)
            hall.press(tables[:10], 1)
            found["forty_at_once"] = figures(hall.press(tables[:40], asked.waves))
            found["all_at_once"] = figures(hall.press(tables, min(asked.waves, 15 - asked.waves)))
            end()
        clean = verified(address)
    good = {
        f"p95 < {FORTY_MS:.0f} ms with 40 at once": found["forty_at_once"]["p95_ms"] < FORTY_MS,
        f"p95 < {ALL_MS:.0f} ms with {asked.tables} at once": found["all_at_once"]["p95_ms"] < ALL_MS,
        "no errors": not any(part["errors"] for part in found.values()),
        "the log is clean": clean,
    }
    if asked.json:
        print(json.dumps({**found, **good}))
    else:
        for part, values in found.items():
            print(part, *(f"{name} {value:.1f}" for name, value in values.items()), sep="   ")
        for name, held in good.items():
            print(f"{name:<36}{'good' if held else 'MISSED'}")
    return 0 if all(good.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How quickly does a deal reach a thousand viewers, and what does a viewer cost?

    benchmarks/live.py [--viewers 1000] [--deals 30] [--players 160] [--workers 1] [--json]

Three audiences of the same size on the same machine, one after another, a deal each second: viewers who hold
the stream, viewers who ask every five seconds, and viewers of a bare asyncio server that writes the bytes of
a message of our stream (the limit; before the stream and after it, because a shared machine is not always as
quick).
Delays count from the moment a deal is sent to the server, over a line that is open
already. With ``--workers 2`` the server has two processes and half of the viewers hear of a deal through the
database.
"""

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "benchmarks"))
HOST = "127.0.0.1"
P99_MS, KB_A_VIEWER, TIMES_BARE = 1000.0, 20.0, 3.0
CALM = 3.0
"""Seconds after the last deal until every viewer must have the last state."""


STARTED = time.monotonic()


def note(words: str) -> None:
    """Where it is, for whoever waits."""
    print(f"{time.monotonic() - STARTED:6.1f} s  {words}", file=sys.stderr, flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def build(database: str, players: int) -> tuple[str, list[tuple[int, str]]]:
    """An event whose round runs; the ids of its tables with the secrets of their links."""
    import growth

    growth.setup(database)
    from django.core.management import call_command

    from tournament.permissions import Actor
    from tournament.services.access import open_passes

    call_command("migrate", verbosity=0)
    event = growth.build("crowd", players=players, rounds=4, played=2)
    passes = open_passes(event.rounds.get(number=3), actor=Actor.program("benchmark"))
    return event.slug, [(one.table_id, one.secret) for one in passes]


@contextmanager
def server(database: str, workers: int) -> Any:
    """The product as it is served, with its processes."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": database,
        "PORT": str(port),
        "HOST": HOST,
        "WORKERS": str(workers),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=environment, check=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "config.server"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://{HOST}:{port}/readyz", timeout=1).read()
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise SystemExit("the server did not start")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def family(pid: int) -> list[int]:
    """A process and its children."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    children = [int(child) for child in tasks.read_text().split()] if tasks.exists() else []
    return [pid, *(one for child in children for one in family(child))]


def memory_kb(pid: int) -> int:
    total = 0
    for one in family(pid):
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total


def cpu_seconds(pid: int) -> float:
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def crowd(port: int, path: str, viewers: int, *, poll: float = 0.0) -> Any:
    """Viewers in a process of their own; calling the value ends them and returns what they saw."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seen.json"
        command = [sys.executable, str(ROOT / "benchmarks/crowd.py"), HOST, str(port), path]
        command += ["--viewers", str(viewers), "--poll", str(poll), "--out", str(out)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready", "the viewers could not connect"
        note(f"{viewers} viewers of {path}{f', asking every {poll:.0f} s' if poll else ''}")

        def end() -> Any:
            process.stdin.write("\n")  # type: ignore[union-attr]
            process.stdin.close()  # type: ignore[union-attr]
            process.wait(timeout=60)
            return json.loads(out.read_text())

        try:
            yield end
        finally:
            process.kill()


def post_deal(port: int, table: int, secret: str, number: int) -> float:
    """Record one deal; when it was sent."""
    body = {
        "client_key": str(uuid.uuid4()),
        "number": number,
        "outcome": "discard",
        "winner": number % 4,
        "discarder": (number + 1) % 4,
        "fan_total": 8 + number,
    }
    line = http.client.HTTPConnection(HOST, port, timeout=20)
    line.connect()  # as the bare server's
    path, headers = f"/api/v1/tables/{table}/deals/", {"Authorization": f"Pass {secret}"}
    words = json.dumps(body).encode()
    sent = time.monotonic()
    line.request("POST", path, words, {**headers, "Content-Type": "application/json"})
    status = line.getresponse().status
    line.close()
    assert status == 201, status
    return sent


def revision_of() -> int:
    from tournament.models import Tournament

    return int(Tournament.objects.values_list("revision", flat=True).get(slug="crowd"))


class Deals:
    """A deal each second, at one table after another."""

    def __init__(self, port: int, tables: list[tuple[int, str]]) -> None:
        self.port, self.tables, self.next = port, tables, 0

    def play(self, count: int) -> list[tuple[float, int]]:
        sent = []
        for _ in range(count):
            due = time.monotonic() + 1.0
            table, secret = self.tables[self.next % len(self.tables)]
            at = post_deal(self.port, table, secret, self.next // len(self.tables) + 1)
            self.next += 1
            time.sleep(max(0.0, due - time.monotonic()))
            sent.append((at, revision_of()))  # not before all have heard of it: asking takes time as well
        return sent


def verdict(sent: list[tuple[float, int]], saw: Any) -> dict[str, Any]:
    """Delays until each viewer had a state at least as new as each deal; who missed the last one."""
    delays, missed = [], 0
    for viewer in saw:
        states = iter(viewer["seen"])
        state = next(states, None)
        for at, revision in sent:
            while state is not None and (state[0] < revision or state[1] < at):
                state = next(states, None)
            if state is None:
                break
            delays.append((state[1] - at) * 1000)
        missed += not any(revision >= sent[-1][1] for revision, _ in viewer["seen"])
    delays.sort()
    return {
        "p50_ms": statistics.median(delays),
        "p99_ms": delays[int(len(delays) * 0.99)],
        "missed_final": missed,
        "delivered": len(delays) / (len(sent) * len(saw)),
    }


STREAM, FEW = "/t/crowd/live?view=leaderboard", 50


def warming(port: int, pid: int, deals: Deals) -> int:
    """A few viewers: what the first bring into being is kept for all. Memory in KB then."""
    with crowd(port, STREAM, FEW):
        deals.play(3)
        return memory_kb(pid)


def an_update(saw: Any) -> float:
    got = statistics.mean(viewer["received"] for viewer in saw)
    return got / statistics.mean(len(viewer["seen"]) for viewer in saw)


def streaming(port: int, pid: int, deals: Deals, warm: int, asked: argparse.Namespace) -> dict[str, Any]:
    with crowd(port, STREAM, asked.viewers) as end:
        time.sleep(2)
        held, began = memory_kb(pid), cpu_seconds(pid)
        sent = deals.play(asked.deals)
        used = cpu_seconds(pid) - began
        grown = memory_kb(pid)
        time.sleep(CALM)
        saw = end()
    return {
        **verdict(sent, saw),
        "cpu_percent": 100 * used / asked.deals,
        "kb_a_viewer": (held - warm) / (asked.viewers - FEW),
        "kb_a_viewer_after": (grown - warm) / (asked.viewers - FEW),
        "bytes_an_update": an_update(saw),
    }


def polling(port: int, pid: int, deals: Deals, asked: argparse.Namespace) -> dict[str, Any]:
    with crowd(port, "/t/crowd/?part=1", asked.viewers, poll=5.0) as end:
        time.sleep(2)
        began = cpu_seconds(pid)
        sent = deals.play(asked.deals)
        used = cpu_seconds(pid) - began
        time.sleep(CALM + 5)
        saw = end()
    got = sum(viewer["received"] for viewer in saw)
    return {
        **verdict(sent, saw),
        "cpu_percent": 100 * used / asked.deals,
        "bytes_a_viewer_a_minute": got / asked.viewers / (asked.deals + CALM + 7) * 60,
    }


def a_message(port: int) -> bytes:
    """What a viewer is told who joins now, as it is squeezed, without the line that numbers it."""
    with socket.create_connection((HOST, port)) as viewer:
        ask = f"GET {STREAM} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\n\r\n"
        viewer.sendall(ask.encode())
        words = viewer.makefile("rb")
        while words.readline().strip():
            pass
        _, said = (words.read(int(words.readline(), 16) + 2) for _ in ("greeting", "message"))
    number = 5 + int.from_bytes(said[1:3], "little")  # a stored block: its kind, its length twice
    assert said[5:].startswith(b"id: "), said[:40]
    return said[number:-2]


BARE = """
import asyncio, struct, sys, uvloop
GZIP_HEAD = b"\\x1f\\x8b\\x08\\x00\\x00\\x00\\x00\\x00\\x00\\xff"
said, viewers = open(sys.argv[2], "rb").read(), set()
def message(number, head=b""):
    line = b"id: %d\\ndata: " % number
    whole = head + struct.pack("<BHH", 0, len(line), len(line) ^ 0xFFFF) + line + said
    return b"%x\\r\\n%b\\r\\n" % (len(whole), whole)
class Viewer(asyncio.Protocol):
    def connection_made(self, transport): self.transport = transport
    def data_received(self, data):
        if data.startswith(b"PUT"):
            chunk = message(int(data.split()[1]))
            for viewer in viewers: viewer.transport.write(chunk)
            self.transport.write(b"ok")
            return
        viewers.add(self)
        head = b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
        self.transport.write(head + message(0, GZIP_HEAD))
    def connection_lost(self, error): viewers.discard(self)
async def run():
    loop = asyncio.get_running_loop()
    await loop.create_server(Viewer, "127.0.0.1", int(sys.argv[1]), backlog=1024)
    await asyncio.sleep(3600)
uvloop.run(run())
"""


def bare(asked: argparse.Namespace, said: Path) -> dict[str, Any]:
    """The same bytes to the same viewers from a server that does nothing else."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port), str(said)], cwd=ROOT)
    try:
        for _ in range(100):
            with suppress(OSError):
                socket.create_connection((HOST, port)).close()
                break
            time.sleep(0.1)
        with crowd(port, "/", asked.viewers) as end:
            control = socket.create_connection((HOST, port))
            began, sent = cpu_seconds(process.pid), []
            for number in range(1, asked.deals + 1):
                due = time.monotonic() + 1.0
                sent.append((time.monotonic(), number))
                control.sendall(b"PUT %d" % number)
                control.recv(16)
                time.sleep(max(0.0, due - time.monotonic()))
            used = cpu_seconds(process.pid) - began
            time.sleep(1)
            saw = end()
        return {**verdict(sent, saw), "cpu_percent": 100 * used / asked.deals}
    finally:
        process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--players", type=int, default=160)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'live.sqlite3'}"
        _, tables = build(address, asked.players)
        note("the event is built")
        with server(address, asked.workers) as (port, pid):
            note("the server answers")
            deals = Deals(port, tables)
            deals.play(3)
            warm, said = warming(port, pid, deals), Path(folder) / "message"
            said.write_bytes(a_message(port))
            found = {"bare_before": bare(asked, said)}
            found["stream"] = streaming(port, pid, deals, warm, asked)
            said.write_bytes(a_message(port))
            found["bare_after"] = bare(asked, said)
            found["polling"] = polling(port, pid, deals, asked)
    stream = found["stream"]
    times = 2 * stream["p50_ms"] / (found["bare_before"]["p50_ms"] + found["bare_after"]["p50_ms"])
    good = {
        "every viewer has the last state": stream["missed_final"] == 0,
        f"p99 < {P99_MS:.0f} ms": stream["p99_ms"] < P99_MS,
        f"<= {KB_A_VIEWER:.0f} KB a viewer": stream["kb_a_viewer"] <= KB_A_VIEWER,
        f"p50 <= {TIMES_BARE:.0f} x the bare server": times <= TIMES_BARE,
    }
    if asked.json:
        print(json.dumps({**found, "times_bare": times, **good}))
    else:
        for kind, figures in found.items():
            print(kind)
            for name, value in figures.items():
                print(f"  {name:<26}{value:>12.2f}")
        print(f"p50 in times of the bare server {times:.2f}")
        for name, held in good.items():
            print(f"{name:<36}{'good' if held else 'MISSED'}")
    return 0 if all(good.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

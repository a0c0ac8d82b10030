"""Play an invented event: at once, or in real time against a running server."""

import time
from argparse import ArgumentParser
from typing import Any

from tournament.management.tool import Tool, no, usage
from tournament.models import Entry, Tournament
from tournament.permissions import Actor
from tournament.services.simulation import default_slug, simulate
from tournament.services.simulation_live import Traffic, simulate_live

ACTOR = "simulation"


class Command(Tool):
    help = "Play an invented event through the ordinary services. The same seed gives the same event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", required=True, metavar="S")
        parser.add_argument("--slug", help="its address (default: made of the three numbers)")
        parser.add_argument("--live", action="store_true", help="over HTTP, in real time")
        parser.add_argument("--speed", type=float, default=60.0, metavar="X", help="times real time (60)")
        parser.add_argument("--base-url", default="http://127.0.0.1:8000", metavar="URL")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        players, rounds, seed = options["players"], options["rounds"], str(options["seed"]).strip()
        if not seed or len(seed) > 60:
            raise usage("--seed takes 1 to 60 characters.")
        if not 1 <= rounds <= 40:
            raise usage("--rounds takes 1 to 40.")
        if not 4 <= players <= 1000:
            raise usage("--players takes 4 to 1000.")
        if options["speed"] <= 0:
            raise usage("--speed takes a positive number.")
        event = {
            "slug": options["slug"] or default_slug(players, rounds, seed),
            "players": players,
            "rounds": rounds,
            "seed": seed,
            "actor": Actor.program(ACTOR),
            "progress": None if options["json"] else self._progress,
        }
        began = time.perf_counter()
        traffic = None
        if options["live"]:
            tournament, traffic = simulate_live(**event, base_url=options["base_url"], speed=options["speed"])
        else:
            tournament = simulate(**event)
        self._tell(tournament, time.perf_counter() - began, traffic, as_json=options["json"])
        if traffic is not None and traffic.refused:
            raise no(f"{len(traffic.refused)} deals were refused, the first with: {traffic.refused[0]}")

    def _progress(self, round_number: int) -> None:
        self.say(f"Round {round_number} closed.")
        self.stdout.flush()

    def _tell(
        self, tournament: Tournament, seconds: float, traffic: Traffic | None, *, as_json: bool
    ) -> None:
        entries = Entry.objects.filter(tournament=tournament).count()
        found: dict[str, Any] = {
            "slug": tournament.slug,
            "entries": entries,
            "revision": tournament.revision,
            "seconds": round(seconds, 2),
        }
        if traffic is not None:
            found["http"] = {
                "answers": len(traffic.seconds),
                "refused": len(traffic.refused),
                "retried": traffic.retried,
                "median_ms": round(traffic.slowest(0.5), 1),
                "p95_ms": round(traffic.slowest(0.95), 1),
                "slowest_ms": round(traffic.slowest(1.0), 1),
            }
        if as_json:
            self.say_json(found)
            return
        self.say(f"“{tournament.slug}”: {entries} entries in {seconds:.1f} s, at /t/{tournament.slug}/")
        if traffic is not None:
            http = found["http"]
            self.say(
                f"{http['answers']} deals over HTTP: median {http['median_ms']} ms,"
                f" 95 % within {http['p95_ms']} ms, slowest {http['slowest_ms']} ms"
            )

#!/usr/bin/env python3
"""Does entering a deal get slower as an event grows, and how quick is a large leaderboard?

    benchmarks/growth.py [--players 800] [--rounds 12] [--deals 150] [--json]

Builds two events of the same size in a throw-away database: one empty, one with all but its last round
played. Deals are entered into both in turn, so that whatever else the machine does hits both alike.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
RATIO, COLD_MS, WARM_MS = 1.3, 100.0, 5.0


def setup(database: str) -> None:
    """Point Django at the throw-away database before it looks anywhere else."""
    os.environ["DATABASE_URL"] = database if "://" in database else f"sqlite:///{database}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings

    # pages need no built static files here
    source = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": source}


def build(slug: str, *, players: int, rounds: int, played: int):
    """An event whose first ``played`` rounds are full of deals and whose next round is running."""
    from datetime import date

    from tournament.engine.simulation_names import invent_players
    from tournament.models import Round
    from tournament.permissions import Actor
    from tournament.services.registration import replace_players
    from tournament.services.rounds import start_round
    from tournament.services.seating import problem_of, publish_seating, store_draft
    from tournament.services.tournaments import create_tournament

    actor, rng = Actor.program("benchmark"), Random(slug)
    event = create_tournament(
        slug=slug,
        name=slug,
        actor=actor,
        starts_on=date(2026, 1, 3),
        ends_on=date(2026, 1, 4),
        number_of_rounds=rounds,
    )
    replace_players(event, invent_players(rng, players), actor=actor)
    chart = []
    for _ in range(rounds):
        order = rng.sample(range(1, players + 1), players)
        chart.append(tuple(tuple(order[at : at + 4]) for at in range(0, players, 4)))
    plan = store_draft(event, chart=tuple(chart), problem=problem_of(event), actor=actor)
    publish_seating(plan, actor=actor, although_broken=True)
    for number in range(1, played + 1):
        fill(event, number, rng)
    Round.objects.filter(tournament=event, number__lte=played).update(state="closed")
    start_round(event.rounds.get(number=played + 1), actor=actor)
    event.refresh_from_db()
    return event


def fill(event, number: int, rng: Random) -> None:
    """Sixteen deals at every table of a round, hashed and chained as the services would, in one statement."""
    from django.utils import timezone

    from tournament.engine import chain
    from tournament.engine.simulation import play_game
    from tournament.models import Entry, Kind, Said, Table
    from tournament.models.log import DELTAS
    from tournament.services._base import genesis_of

    now, rules, entries = timezone.now(), event.ruleset, []
    for table in Table.objects.filter(round__tournament=event, round__number=number).select_related("round"):
        previous = genesis_of(table)
        game = play_game(rng, (1, 1, 1, 1), deals=16, minutes=120, mishaps=0)
        for deal in game.deals:
            facts = deal.facts
            entry = Entry(
                tournament=event,
                table=table,
                kind=Kind.DEAL,
                number=deal.number,
                said=Said(facts.outcome.value),
                winner=facts.winner,
                discarder=facts.discarder,
                fan_total=facts.fan_total,
                client_key=uuid4(),
                actor="benchmark",
                recorded_at=now,
                sequence=deal.number,
                previous_hash=previous,
                **dict(zip(DELTAS, rules.pay(facts), strict=True)),
            )
            entry.hash = previous = chain.entry_hash(previous, entry.content())
            entries.append(entry)
    Entry.objects.bulk_create(entries, batch_size=500)


def enter(event, table_id: int, number: int) -> float:
    """The seconds one deal takes, from the call to the commit."""
    from scoring.payments import DealFacts, Outcome
    from tournament.permissions import Actor
    from tournament.services.deals import record_deal

    began = time.perf_counter()
    record_deal(
        table_id=table_id,
        number=number,
        facts=DealFacts(Outcome.DISCARD, winner=0, discarder=2, fan_total=11),
        client_key=uuid4(),
        actor=Actor.program("benchmark"),
    )
    return time.perf_counter() - began


def growth(small, large, deals: int) -> dict[str, float]:
    """Deals in turn into the empty and into the grown event, at ever new tables; then a whole game."""
    from tournament.models import Table

    pairs = list(
        zip(
            Table.objects.filter(round__tournament=small, round__state="running").values_list(
                "pk", flat=True
            ),
            Table.objects.filter(round__tournament=large, round__state="running").values_list(
                "pk", flat=True
            ),
            strict=False,
        )
    )
    for one, other in pairs[:5]:
        enter(small, one, 1), enter(large, other, 1)
    first, last, sixteenth = [], [], []
    for one, other in pairs[5 : 5 + deals]:
        first.append(enter(small, one, 1))
        last.append(enter(large, other, 1))
    for _, other in pairs[:5]:
        for number in range(2, 17):
            taken = enter(large, other, number)
            if number > 12:
                sixteenth.append(taken)
    medians = {
        "first_deal_ms": statistics.median(first) * 1000,
        "late_deal_ms": statistics.median(last) * 1000,
        "end_of_game_ms": statistics.median(sixteenth) * 1000,
    }
    return {**medians, "ratio": medians["late_deal_ms"] / medians["first_deal_ms"]}


def leaderboard(database: str, slug: str) -> dict[str, float]:
    """Run in a process of its own: the ranking and its page, never asked before, after a deal, and again."""
    setup(database)
    from django.conf import settings
    from django.test import Client

    from config.memory import settle
    from tournament.models import Table, Tournament
    from tournament.selectors.standings import standings_for

    settings.ALLOWED_HOSTS = ["*"]

    def ranking() -> float:
        event = Tournament.objects.get(slug=slug)
        began = time.perf_counter()
        rows = standings_for(event).rows
        assert rows
        return (time.perf_counter() - began) * 1000

    client = Client()
    client.get("/healthz")

    def page(**headers: str) -> tuple[float, object]:
        began = time.perf_counter()
        # as a browser asks, and as the server settles before its first request
        answer = client.get(f"/t/{slug}/", headers={"accept-encoding": "gzip, br", **headers})
        assert answer.status_code in (200, 304), answer.status_code
        return (time.perf_counter() - began) * 1000, answer

    event = Tournament.objects.get(slug=slug)
    tables = list(Table.objects.filter(round__tournament=event, round__state="running").order_by("-pk")[:12])
    found = {"ranking_fresh_process_ms": ranking()}
    settle()
    after = []
    for table in tables[:6]:
        enter(event, table.pk, 1)
        after.append(ranking())
    found["ranking_after_a_deal_ms"] = statistics.median(after)
    found["ranking_warm_ms"] = statistics.median(ranking() for _ in range(20))
    try:
        page()
    except AssertionError:
        return found
    cold = []
    for table in tables[6:]:
        enter(event, table.pk, 1)
        cold.append(page()[0])
    found["page_after_a_deal_ms"] = statistics.median(cold)
    found["page_warm_ms"] = statistics.median(page()[0] for _ in range(20))
    etag = page()[1].headers.get("ETag")
    if etag:
        found["page_not_modified_ms"] = statistics.median(
            page(**{"if-none-match": etag})[0] for _ in range(20)
        )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=800)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--leaderboard", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.leaderboard:
        print(json.dumps(leaderboard(*asked.leaderboard)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "growth.sqlite3")
        setup(database)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        began = time.perf_counter()
        small = build("empty", players=asked.players, rounds=asked.rounds, played=0)
        large = build("grown", players=asked.players, rounds=asked.rounds, played=asked.rounds - 1)
        built = time.perf_counter() - began
        found = {"built_s": built, "entries": large.entries.count(), **growth(small, large, asked.deals)}
        process = subprocess.run(
            [sys.executable, __file__, "--leaderboard", database, "grown"],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        found |= json.loads(process.stdout)
    found = {name: round(value, 2) for name, value in found.items()}
    verdicts = {
        "growth": found["ratio"] <= RATIO,
        "cold": found.get("page_after_a_deal_ms", found["ranking_after_a_deal_ms"]) < COLD_MS,
        "warm": found.get("page_warm_ms", found["ranking_warm_ms"]) < WARM_MS,
    }
    if asked.json:
        print(json.dumps({**found, **verdicts}))
    else:
        for name, value in found.items():
            print(f"{name:<28}{value:>10}")
        for name, good in verdicts.items():
            print(f"{name:<28}{'good' if good else 'TOO SLOW':>10}")
    return 0 if all(verdicts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

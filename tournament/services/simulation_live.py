"""The same invented event in real time: deals arrive over HTTP at a running server, as from phones."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from scoring.payments import DealFacts
from tournament.engine.simulation import SimulatedGame
from tournament.models import Round, Tournament
from tournament.permissions import Actor
from tournament.services.access import open_passes
from tournament.services.rounds import close_round, start_round
from tournament.services.simulation import Performer, Step, games_of_round, prepare, steps_of_round

PHONES = 32
"""How many requests may be on their way at once."""
TRIES = 5
PATIENCE = 20.0


@dataclass(slots=True)
class Traffic:
    """What the server answered, and how quickly."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    retried: int = 0

    def slowest(self, share: float) -> float:
        """The time within which this share of the answers came, in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Phones:
    """Sends deals; one table's deals one after another, in order."""

    def __init__(self, base_url: str, secrets: dict[int, str], traffic: Traffic) -> None:
        self.base_url, self.secrets, self.traffic = base_url.rstrip("/"), secrets, traffic
        self.pool = ThreadPoolExecutor(PHONES, thread_name_prefix="phone")
        self.on_the_way: dict[int, Future[None]] = {}

    def send(self, table_id: int, body: dict[str, Any]) -> None:
        before = self.on_the_way.get(table_id)
        self.on_the_way[table_id] = self.pool.submit(self._send, table_id, body, before)

    def wait(self, table_id: int) -> None:
        """Until everything that this table sent has been answered."""
        if table_id in self.on_the_way:
            self.on_the_way[table_id].result()

    def close(self) -> None:
        self.pool.shutdown()

    def _send(self, table_id: int, body: dict[str, Any], before: Future[None] | None) -> None:
        if before is not None:
            before.result()
        request = urllib.request.Request(
            f"{self.base_url}/api/v1/tables/{table_id}/deals/",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Pass {self.secrets[table_id]}"},
        )
        for attempt in range(TRIES):
            began = time.perf_counter()
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    answer.read()
                self.traffic.seconds.append(time.perf_counter() - began)
                return
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    self.traffic.refused.append(f"{error.code} {error.read(400).decode(errors='replace')}")
                    return
            except OSError:
                pass  # the network; the same key may be sent again
            self.traffic.retried += 1
            time.sleep(0.2 * 2**attempt)
        self.traffic.refused.append("no answer")


class LivePerformer(Performer):
    """Deals go over HTTP; everything else by the service, after what this table sent has arrived."""

    def __init__(
        self, round_: Round, games: dict[int, SimulatedGame], *, phones: Phones, seed: str, actor: Actor
    ) -> None:
        super().__init__(round_, games, seed=seed, actor=actor, clock=lambda seconds: None)
        self.phones = phones

    def perform(self, step: Step) -> None:
        if step.what != "deal":
            self.phones.wait(self.tables[step.table].pk)
        super().perform(step)

    def _deal(self, step: Step, common: dict[str, Any]) -> None:
        assert step.deal is not None
        assert step.facts is not None
        body = {"client_key": str(common["client_key"]), "number": step.deal.number, **plain(step.facts)}
        body["tiles"] = self.tiles(step)
        self.phones.send(common["table_id"], body)


def plain(facts: DealFacts) -> dict[str, Any]:
    """The facts of a deal as the API reads them."""
    return {
        "outcome": facts.outcome.value,
        "winner": facts.winner,
        "discarder": facts.discarder,
        "fan_total": facts.fan_total,
        "flowers": facts.flowers,
    }


def simulate_live(
    *,
    slug: str,
    players: int,
    rounds: int,
    seed: str,
    actor: Actor,
    base_url: str,
    speed: float,
    progress: Callable[[int], None] | None = None,
) -> tuple[Tournament, Traffic]:
    """Play the event ``speed`` times as fast as people would. The server must use this same database."""
    tournament = prepare(
        slug=slug,
        players=players,
        rounds=rounds,
        seed=seed,
        actor=actor,
        starts_on=timezone.localdate(),
        at=None,
    )
    traffic = Traffic()
    for round_ in tournament.rounds.order_by("number"):
        start_round(round_, actor=actor)
        secrets = {found.table_id: found.secret for found in open_passes(round_, actor=actor)}
        phones = Phones(base_url, secrets, traffic)
        games = games_of_round(tournament, round_, seed=seed)
        performer = LivePerformer(round_, games, phones=phones, seed=seed, actor=actor)
        began = time.monotonic()
        for step in steps_of_round(games):
            time.sleep(max(0.0, began + step.seconds / speed - time.monotonic()))
            performer.perform(step)
        phones.close()
        close_round(round_, actor=actor)
        if progress is not None:
            progress(round_.number)
    tournament.refresh_from_db()
    return tournament, traffic

"""Making a seating outside of requests: one process a making, its state in a row that every process reads.

The work is pure arithmetic and may take a minute, so it runs in a process of its own
(``tournament.engine.seating.worker``) that this one can end at any moment. Nothing is kept before the chart
is complete; then the draft and the word "done" are written in one transaction. When the server is killed the
row stops being touched, and after a while the making counts as stopped.
"""

import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.utils import timezone

from scoring.errors import ScoringError
from tournament.engine import seating
from tournament.engine.seating.worker import task
from tournament.errors import Refused, require
from tournament.models import SeatingMaking, SeatingPlan, Tournament
from tournament.models.table import MakingState, PlanState
from tournament.models.tournament import State
from tournament.permissions import Action, Actor, demand
from tournament.services.seating import checked_seed, problem_of, store_draft

EVERY = 0.5
"""Seconds between two looks at the row: progress is written, a cancel is read."""
SILENCE = timedelta(seconds=30)
"""After so long without a word the process that made it is gone."""
REMEMBERED = timedelta(minutes=5)
"""For so long the end of a making can still be read after another one began."""

log = logging.getLogger(__name__)


def stopped(making: SeatingMaking, now: datetime | None = None) -> bool:
    """Whether the process that worked on it is gone."""
    silent = making.seen_at < (now or timezone.now()) - SILENCE
    return making.state == MakingState.STOPPED or (making.state == MakingState.RUNNING and silent)


def make_draft(
    tournament: Tournament,
    *,
    actor: Actor,
    seed: str = "",
    draw: str = "",
    base: SeatingPlan | None = None,
    patience: float | None = None,
) -> SeatingMaking:
    """Begin a making and wait a moment for it. What is returned is done, refused, or still running elsewhere.

    With ``base`` everything that is locked in that plan stays. Whatever makes a seating impossible is refused
    here, before anything is stored: bad seeds, people who do not fill tables, rules that contradict each
    other, ``making_running``.
    """
    seed, draw = checked_seed(seed=seed, draw=draw)
    demand(actor, Action.SEATING, tournament)
    require(tournament.state == State.PLANNED, "play_has_started")
    require(base is None or base.state in (PlanState.DRAFT, PlanState.PUBLISHED), "plan_not_draft")
    problem = problem_of(tournament)
    making = _begin(tournament, seed=seed, draw=draw, base=base, actor=actor)
    work = _Work(making, problem, base, actor)
    waited = settings.SEATING_PATIENCE if patience is None else patience
    if not work.run(until=time.monotonic() + waited):
        threading.Thread(target=work.run_in_thread, name=f"seating {making.pk}", daemon=True).start()
    making.refresh_from_db()
    return making


def cancel_making(making: SeatingMaking, *, actor: Actor) -> None:
    """End a making; nothing of it is kept. Refused with ``making_over`` when there is nothing left to end."""
    demand(actor, Action.SEATING, making.tournament)
    ended = SeatingMaking.objects.filter(pk=making.pk, state=MakingState.RUNNING).update(
        state=MakingState.CANCELLED, ended_at=timezone.now()
    )
    require(ended, "making_over")


def _begin(
    tournament: Tournament, *, seed: str, draw: str, base: SeatingPlan | None, actor: Actor
) -> SeatingMaking:
    now = timezone.now()
    try:
        with transaction.atomic():
            for making in SeatingMaking.objects.filter(tournament=tournament, state=MakingState.RUNNING):
                require(stopped(making, now), "making_running")
                making.state, making.ended_at = MakingState.STOPPED, now
                making.save(update_fields=["state", "ended_at"])
            # the last one is remembered, and what somebody may be waiting for the end of
            SeatingMaking.objects.filter(tournament=tournament, ended_at__lt=now - REMEMBERED).delete()
            return SeatingMaking.objects.create(
                tournament=tournament,
                seed=seed,
                draw=draw,
                base=base.number if base else None,
                actor=actor.label,
                started_at=now,
                seen_at=now,
            )
    except IntegrityError as clash:  # somebody else began one at the same instant
        raise Refused("making_running") from clash


class _Work:
    """One making: the worker's process, what it said last, and the row."""

    def __init__(
        self, making: SeatingMaking, problem: seating.Problem, base: SeatingPlan | None, actor: Actor
    ) -> None:
        self.making, self.problem, self.base, self.actor = making, problem, base, actor
        self.stage, self.share = "", 0.0
        self.lines: queue.Queue[str] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tournament.engine.seating.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=settings.BASE_DIR,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            text=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Hand the task over, then pass on what the worker says; an empty line says that it has ended."""
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        locks, chart = seating.Locks(), cast(seating.Chart, ())
        if self.base is not None:
            locks, chart = seating.Locks.of(self.base.locks), seating.shape(self.base.chart)
        try:
            with process.stdin as told:
                json.dump(task(self.problem, self.making.seed, chart=chart, locks=locks), told)
            with process.stdout as said:
                for line in said:
                    self.lines.put(line)
        except (OSError, ValueError):  # it ended before it had heard everything
            pass
        process.wait()
        self.lines.put("")

    def run_in_thread(self) -> None:
        """Go on until the end, outside of the request."""
        try:
            self.run()
        except DatabaseError:
            log.exception("a seating could not be stored")
        finally:
            self.process.kill()
            connections.close_all()

    def run(self, until: float | None = None) -> bool:
        """Follow the worker; True when it is over, False when ``until`` came first."""
        looked = time.monotonic()
        while True:
            now = time.monotonic()
            if until is not None and now >= until:
                self._look()
                return False
            if now - looked >= EVERY:
                looked = now
                if not self._look():
                    self.process.kill()
                    return True
            pause = EVERY if until is None else min(EVERY, until - now)
            try:
                line = self.lines.get(timeout=max(pause, 0.01))
            except queue.Empty:
                continue
            said: dict[str, Any] = (
                json.loads(line) if line.strip() else {"code": "making_failed", "params": {}}
            )
            if "stage" not in said:
                self._end(said)
                return True
            self.stage, self.share = said["stage"], said["share"]

    def _look(self) -> bool:
        """Write how far it is; False when it was cancelled meanwhile."""
        return bool(self._row().update(stage=self.stage, share=self.share, seen_at=timezone.now()))

    def _row(self) -> Any:
        return SeatingMaking.objects.filter(pk=self.making.pk, state=MakingState.RUNNING)

    def _end(self, said: dict[str, Any]) -> None:
        if "code" in said:
            self._refused(said["code"], said["params"])
            return
        try:
            with transaction.atomic():
                if self._row().update(state=MakingState.DONE, ended_at=timezone.now(), share=1):
                    plan = self._store(said)
                    SeatingMaking.objects.filter(pk=self.making.pk).update(plan=plan.number)
        except ScoringError as refusal:  # play has started, people have changed
            self._refused(refusal.code, refusal.params)

    def _store(self, said: dict[str, Any]) -> SeatingPlan:
        kept = self.base if self.base is not None and self.base.locks else None
        return store_draft(
            Tournament.objects.get(pk=self.making.tournament_id),
            chart=seating.shape(said["chart"]),
            problem=self.problem,
            seed=self.making.seed,
            draw=self.making.draw,
            method=said["method"],
            base=kept,
            change={"kind": "remade", "seed": self.making.seed, "locks": kept.locks} if kept else None,
            actor=self.actor,
        )

    def _refused(self, code: str, params: dict[str, Any]) -> None:
        told = json.loads(json.dumps(params, default=str))
        self._row().update(state=MakingState.REFUSED, code=code, params=told, ended_at=timezone.now())

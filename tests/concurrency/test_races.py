"""Two processes at the same deal, and a server that is killed: nothing lost, nothing twice."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from scoring.errors import ScoringError
from tests.factories import TESTER, a_tournament, deal, seated
from tournament.models import DealEntry, PlayerPass, Table, TablePass
from tournament.selectors.verification import verify
from tournament.services.access import open_passes, replace_pass
from tournament.services.penalties import fine_player
from tournament.services.player_passes import hand_out_at_table, replace_player_pass
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import problem_of, publish_seating, store_draft, withdraw_seating
from tournament.services.seating_changes import propose_swap, publish_change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("processes")]
ROOT = Path(__file__).resolve().parents[2]
RACES = 200

RACER = """
import sys, time, uuid
import django
django.setup()
from scoring.errors import ScoringError
from scoring.payments import DealFacts, Outcome
from tournament.errors import status_of
from tournament.permissions import Actor
from tournament.services.deals import record_deal
me, start = Actor.program(sys.argv[1]), float(sys.argv[2])
for line in sys.stdin:
    table, number, after = line.split()
    while time.time() < start + float(after):
        pass
    try:
        facts = DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=8)
        record_deal(table_id=int(table), number=int(number), facts=facts, client_key=uuid.uuid4(), actor=me)
        print(201, flush=True)
    except ScoringError as error:
        print(status_of(error), error.code, error.params.get("next"), flush=True)
"""


def environment():
    """The test database, for a process that is not a test."""
    db = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{db['NAME']}"
    else:
        url = f"postgres://{db['USER']}:{db['PASSWORD']}@{db['HOST']}:{db['PORT']}/{db['NAME']}"
    return {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "PYTHONPATH": str(ROOT),
    }


def running_tables(players):
    tournament = seated(a_tournament(rounds=1), players=players)
    first = tournament.rounds.get(number=1)
    start_round(first, actor=TESTER)
    return list(Table.objects.filter(round=first).order_by("number"))


def test_of_two_processes_with_the_same_deal_exactly_one_wins_two_hundred_times():
    tables = running_tables(52)  # 13 tables of 16 deals
    rounds = [(table.pk, number) for number in range(1, 17) for table in tables][:RACES]
    lines = "".join(f"{table} {number} {index * 0.03:.3f}\n" for index, (table, number) in enumerate(rounds))
    start = time.time() + 4
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, name, str(start)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd=ROOT,
        )
        for name in ("phone one", "phone two")
    ]
    outputs = [None, None]

    def run(index):
        outputs[index] = racers[index].communicate(lines, timeout=120)[0].splitlines()

    threads = [threading.Thread(target=run, args=(index,)) for index in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, two = outputs
    assert len(one) == len(two) == RACES
    for (_, number), first, second in zip(rounds, one, two, strict=True):
        won, lost = sorted([first, second])
        code, coming = lost.rsplit(" ", 1)
        assert (won, code) == ("201", "409 deal_number_taken")
        assert int(coming) > number  # on a busy machine the loser may come when the table has gone on
    assert DealEntry.objects.count() == RACES
    assert {"phone one", "phone two"} >= set(DealEntry.objects.values_list("actor", flat=True))
    call_command("verify_log", "cup")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(port):
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "uvicorn",
            "config.asgi:application",
            "--port",
            str(port),
            "--log-level",
            "error",
        ],
        env=environment(),
        cwd=ROOT,
    )
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/tournaments/", timeout=1).close()
            return server
        except OSError:
            time.sleep(0.1)
    server.kill()
    raise AssertionError("the server did not start")


def test_every_acknowledged_deal_survives_a_kill_in_the_middle_of_five_hundred():
    tables = running_tables(128)  # 32 tables × 16 deals
    secrets = {p.table_id: p.secret for p in open_passes(tables[0].round, actor=TESTER)}
    port = free_port()
    server = serve(port)
    acknowledged, lock, halfway = [], threading.Lock(), threading.Event()

    def phone(mine):
        for number in range(1, 17):
            for table in mine:
                key = str(uuid.uuid4())
                body = {
                    "client_key": key,
                    "number": number,
                    "outcome": "self_draw",
                    "winner": 0,
                    "fan_total": 8,
                }
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}/api/v1/tables/{table.pk}/deals/",
                    json.dumps(body).encode(),
                    {"Content-Type": "application/json", "Authorization": f"Pass {secrets[table.pk]}"},
                )
                try:
                    with urllib.request.urlopen(request, timeout=20) as answer:
                        assert answer.status == 201
                except (OSError, urllib.error.URLError):
                    return  # the server is gone
                with lock:
                    acknowledged.append(key)
                    if len(acknowledged) >= 250:
                        halfway.set()

    phones = [threading.Thread(target=phone, args=(tables[index::4],)) for index in range(4)]
    for thread in phones:
        thread.start()
    assert halfway.wait(timeout=90)
    server.send_signal(signal.SIGKILL)
    server.wait()
    for thread in phones:
        thread.join()
    assert 250 <= len(acknowledged) < 512
    again = serve(port)
    try:
        kept = {str(key) for key in DealEntry.objects.values_list("client_key", flat=True)}
        assert set(acknowledged) <= kept
        # at most the one request a phone had under way may have been kept without an answer
        assert len(kept) <= len(acknowledged) + 4
        call_command("verify_log", "cup")
    finally:
        again.terminate()
        again.wait(timeout=10)


def test_closing_the_round_and_fining_players_while_every_table_enters_blocks_nobody_for_ever():
    """Locks are taken tables first, tournament last; otherwise PostgreSQL ends one of them with an error."""
    tables = running_tables(32)
    round_, faults, playing = tables[0].round, [], threading.Event()
    player = tables[0].round.tournament.players.get(number=1)

    def until_done(work):
        def run():
            try:
                while not playing.is_set():
                    with suppress(ScoringError):  # tables are still playing
                        work()
                    time.sleep(0.02)  # room for the tables: on SQLite one writes at a time
            except Exception as fault:
                faults.append(repr(fault))
            finally:
                connections.close_all()

        return threading.Thread(target=run)

    def play(table):
        try:
            for number in range(1, 17):
                deal(table, number)
        except Exception as fault:
            faults.append(repr(fault))
        finally:
            connections.close_all()

    desk = [
        until_done(lambda: close_round(round_, actor=TESTER)),
        until_done(lambda: close_round(round_, actor=TESTER)),
        until_done(
            lambda: fine_player(
                round_.tournament,
                player=player,
                mini_points=1,
                reason="late",
                client_key=uuid.uuid4(),
                actor=TESTER,
            )
        ),
    ]
    phones = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in [*desk, *phones]:
        thread.start()
    for thread in phones:
        thread.join(120)
    playing.set()
    for thread in desk:
        thread.join(30)
    assert faults == []
    assert DealEntry.objects.count() == 8 * 16


def test_a_round_that_starts_while_a_late_change_is_published_meets_no_deal_in_a_circle_of_locks():
    """The change takes the tables first, also those of a round that is not running yet when it begins."""
    for turn in range(6):
        cup = seated(a_tournament(slug=f"cup-{turn}", rounds=2), players=8)
        round_ = cup.rounds.get(number=1)
        table = round_.tables.get(number=1)
        chart = cup.seating_plans.get().chart
        one, other = chart[0][0][0], chart[0][1][0]

        def wrong_seat(event, one=one, other=other):
            return propose_swap(event, one=one, other=other, round_number=1)

        token = wrong_seat(cup).token

        def enter(table=table):
            for _ in range(200):
                with suppress(ScoringError):
                    deal(table, 1)
                    return
                time.sleep(0.002)

        told = {"token": token, "reason": "typed wrongly", "although_broken": True, "actor": TESTER}
        faults = at_once(
            lambda round_=round_: start_round(round_, actor=TESTER),
            lambda cup=cup, told=told, change=wrong_seat: publish_change(cup, change, **told),
            enter,
        )
        assert faults == []
        assert verify(cup).differences == ()


def at_once(*works):
    """Each in a thread of its own; what went wrong otherwise than by a refusal."""
    faults, ready = [], threading.Barrier(len(works))

    def run(work):
        try:
            ready.wait(10)
            with suppress(ScoringError):
                work()
        except Exception as fault:
            faults.append(repr(fault))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return faults


def test_a_seating_that_takes_the_place_of_another_meets_no_late_change_in_a_circle_of_locks():
    """Tables that go are taken before the event, as whoever changes who sits at them takes them."""
    for turn in range(8):
        cup = seated(a_tournament(slug=f"cup-{turn}", rounds=2), players=8)
        old = cup.seating_plans.get()
        one, other = old.chart[0][0][0], old.chart[0][1][0]
        draft = store_draft(cup, chart=old.chart[::-1], problem=problem_of(cup), actor=TESTER)
        cup.refresh_from_db()

        def wrong_seat(event, one=one, other=other):
            return propose_swap(event, one=one, other=other, round_number=1)

        told = {"token": wrong_seat(cup).token, "reason": "typed wrongly", "although_broken": True}
        faults = at_once(
            partial(publish_change, cup, wrong_seat, actor=TESTER, **told),
            partial(publish_seating, draft, although_broken=True, actor=TESTER),
            partial(withdraw_seating, old, reason="drawn anew", actor=TESTER),
        )
        assert faults == []
        assert verify(cup).differences == ()


def test_links_that_are_replaced_at_the_desk_meet_no_phone_of_their_table_in_a_circle_of_locks():
    (table,) = running_tables(4)
    player = table.seats.get(seat=0).player
    open_passes(table.round, actor=TESTER)
    for number in range(1, 17):
        faults = at_once(
            partial(deal, table, number),
            partial(replace_pass, table, actor=TESTER),
            partial(hand_out_at_table, table_id=table.pk, seat=0, actor=TESTER),
            partial(replace_player_pass, player, actor=TESTER),
        )
        assert faults == []
    assert DealEntry.objects.count() == 16
    assert TablePass.objects.filter(revoked_at=None).count() == 1
    assert PlayerPass.objects.filter(revoked_at=None).count() == 1

"""Whoever leaves a stream, at whatever moment, takes nobody along."""

import socket
import struct
import subprocess
import sys
import time

import pytest

from tests.concurrency.test_races import ROOT, environment, free_port
from tests.concurrency.test_stopping import ASKED, watch
from tests.factories import a_running_table, deal, self_draw

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("processes")]


def leave(line, *, hard):
    if hard:  # a reset in the place of an end
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def hears(viewer, words):
    """Read on until the stream says this; False when it ends before."""
    seen = b""
    while words not in seen:
        part = viewer.recv(65536)
        seen += part
        if not part or seen.endswith(b"\r\n0\r\n\r\n"):
            return False
    return True


def test_viewers_hear_on_whoever_leaves_before_between_and_during_the_answer():
    table = a_running_table()
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "config.server"],
        env={**environment(), "DEBUG": "1", "PORT": str(port), "WORKERS": "1"},
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    try:
        staying = [watch(port) for _ in range(3)]
        for number in range(1, 5):
            for hard in (False, True):
                for questions in (ASKED, ASKED + b"GET /t/cup/ HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                    for wait in (0, 0.003, 0.2):
                        line = socket.create_connection(("127.0.0.1", port), timeout=10)
                        line.sendall(questions)
                        time.sleep(wait)
                        leave(line, hard=hard)
            deal(table, number, self_draw(winner=0, fan=8))
            for viewer in staying:
                assert hears(viewer, b"+%d<" % (48 * number))
        server.terminate()
        _, complaints = server.communicate(timeout=20)
    finally:
        server.kill()
        server.wait()
    assert "Traceback" not in complaints.decode()

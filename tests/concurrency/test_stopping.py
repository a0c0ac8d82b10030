"""A server that is told to stop while people watch."""

import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.concurrency.test_races import ROOT, environment, free_port
from tests.factories import a_running_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("processes")]

ASKED = b"GET /t/cup/live?view=leaderboard HTTP/1.1\r\nHost: localhost\r\n\r\n"


def watch(port):
    """A viewer of the ranking who has seen the present state."""
    for _ in range(100):
        with suppress(OSError):
            viewer = socket.create_connection(("127.0.0.1", port), timeout=10)
            break
        time.sleep(0.2)
    viewer.sendall(ASKED)
    seen = b""
    while b"id: " not in seen:
        seen += viewer.recv(65536)
    return viewer


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_told_to_stop_ends_every_stream_and_complains_of_nothing(workers):
    a_running_table()
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "config.server"],
        env={**environment(), "DEBUG": "1", "PORT": str(port), "WORKERS": str(workers)},
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    try:
        viewers = [watch(port) for _ in range(4)]
        server.send_signal(signal.SIGTERM)
        _, complaints = server.communicate(timeout=20)
        for viewer in viewers:
            said = b""
            while part := viewer.recv(65536):
                said += part
            assert said.endswith(b"0\r\n\r\n")  # the end of the answer, not of the line
            viewer.close()
    finally:
        server.kill()
        server.wait()
    assert "Traceback" not in complaints.decode()


def test_processes_whose_first_one_was_killed_stop_and_the_port_is_free_again():
    a_running_table()
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "config.server"],
        env={**environment(), "DEBUG": "1", "PORT": str(port), "WORKERS": "2"},
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    try:
        viewer = watch(port)
        server.kill()
        with viewer:
            viewer.settimeout(10)
            said = b""
            while part := viewer.recv(65536):
                said += part
        assert said.endswith(b"0\r\n\r\n")
        _, complaints = server.communicate(timeout=20)  # all who could write there have ended
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=10)
    finally:
        server.kill()
        server.wait()
    assert "Traceback" not in complaints.decode()

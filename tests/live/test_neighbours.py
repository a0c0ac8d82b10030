"""Processes of one server tell each other what changed. Here two of them are played by one."""

import os

import pytest

from tests.live import holds, in_a_loop
from tournament.live.hub import hub
from tournament.live.neighbours import Neighbours


async def told(event, revision):
    await holds(lambda: hub.told(event) == revision)


@pytest.fixture
def next_door(tmp_path, monkeypatch):
    """Opens neighbours as if each were a process of its own."""
    opened = []

    def move_in():
        monkeypatch.setattr(os, "getpid", lambda: 1000 + len(opened))
        one = Neighbours()
        one.open(str(tmp_path))
        opened.append(one)
        return one

    yield move_in
    hub.reset()


def test_what_one_process_changed_wakes_the_viewers_of_another(next_door):
    @in_a_loop
    async def story():
        one, other = next_door(), next_door()
        with hub.listening(7) as slot:
            one.tell(b"7 31")
            assert await slot.wait(5)
            assert hub.told(7) == 31
        one.close()
        other.close()

    story()


def test_nobody_is_woken_twice_for_one_state(next_door):
    @in_a_loop
    async def story():
        one, other = next_door(), next_door()
        hub.publish(7, 31)
        version = hub.version(7)
        one.tell(b"7 31")
        one.tell(b"7 32")
        await told(7, 32)
        assert hub.version(7) == version + 1
        one.close()
        other.close()

    story()


def test_a_process_that_died_is_no_trouble_to_the_others(next_door, tmp_path):
    @in_a_loop
    async def story():
        one, dead, other = next_door(), next_door(), next_door()
        dead._socket.close()  # killed: its place in the folder stays
        assert len(list(tmp_path.iterdir())) == 3
        one.tell(b"7 31")
        await told(7, 31)
        for process in (one, other):
            process.close()

    story()


def test_a_single_process_has_no_neighbours(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alone = Neighbours()
    alone.open(None)
    alone.tell(b"7 31")
    alone.close()
    assert list(tmp_path.iterdir()) == []

"""The processes of one server tell each other at once what changed.

Each has a socket in a folder that ``config.server`` makes for them. What gets lost, or comes from elsewhere
(a management command, another server), the bridge finds within half a second.
"""

import asyncio
import os
import socket
from contextlib import suppress
from pathlib import Path

from tournament.live.hub import hub

FOLDER = "LIVE_FOLDER"
"""The variable of the environment that names the folder; without it there are no neighbours."""


def tell(tournament_id: int, revision: int) -> None:
    """Say here and next door that the state ``revision`` of a tournament can be read from now on."""
    hub.publish(tournament_id, revision)
    neighbours.tell(b"%d %d" % (tournament_id, revision))


class Neighbours:
    """This process's socket, and those of the others."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._own = Path()

    def open(self, folder: str | None) -> None:
        """Begin to hear, in the running event loop. Nothing happens without a folder."""
        if not folder:
            return
        self._own = Path(folder) / str(os.getpid())
        self._own.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(self._own))
        asyncio.get_running_loop().add_reader(self._socket, self._hear)

    def close(self) -> None:
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            self._own.unlink(missing_ok=True)

    def tell(self, word: bytes) -> None:
        """From any thread. Whoever has died or does not keep up is left to the bridge."""
        if self._socket is None:
            return
        for other in self._own.parent.iterdir():
            if other != self._own:
                with suppress(OSError):
                    self._socket.sendto(word, str(other))

    def _hear(self) -> None:
        assert self._socket is not None
        with suppress(BlockingIOError):
            while True:
                tournament_id, revision = map(int, self._socket.recv(64).split())
                if hub.told(tournament_id) != revision:
                    hub.publish(tournament_id, revision)


neighbours = Neighbours()

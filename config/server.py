"""``python -m config.server``: uvicorn whose live streams end at once when it is told to stop.

uvicorn waits for open connections before it stops, and a live page never closes its own. With several
processes each of them does the same.
"""

import asyncio
import os
import socket
import sys
import tempfile
from contextlib import suppress
from multiprocessing import parent_process

import uvicorn
from uvicorn.supervisors import multiprocess

from config.wire import WiredProtocol


class Server(uvicorn.Server):
    """Tells the live hub first, then stops as usual. One of several stops when the process that began it has
    died: otherwise it would hold the port for a server that nobody looks after, and that cannot be started
    again."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        parent = parent_process()
        if parent is not None:
            asyncio.get_running_loop().add_reader(parent.sentinel, self._orphaned, parent.sentinel)

    def _orphaned(self, sentinel: int) -> None:
        asyncio.get_running_loop().remove_reader(sentinel)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from tournament.live.hub import hub

        hub.close()
        await super().shutdown(sockets)


class Process(multiprocess.Process):
    """One of several, with the server above in it and a line of connections of its own.

    From one line whoever wakes first takes all that have come: with forty phones at once, one process had two
    thirds of the work. The system spreads connections over several lines by chance.
    """

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        super().target([_own_line(self.config)])

    @property
    def server(self) -> Server:
        if not isinstance(self._server, Server):
            self._server = Server(self.config)
        return self._server


def main() -> None:
    """Serve on HOST and PORT with WORKERS processes."""
    config = uvicorn.Config(
        "config.asgi:application",
        http=WiredProtocol,
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        workers=int(os.environ.get("WORKERS", "1")),
        proxy_headers=True,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        access_log=False,
        log_level="warning",
        ws="none",
    )
    if not _is_free(config.host, config.port):
        sys.exit(f"Port {config.port} is taken. Choose another: PORT={config.port + 1} script/server")
    if config.workers > 1:
        multiprocess.Process = Process  # type: ignore[misc]
        with tempfile.TemporaryDirectory(prefix="live-") as folder:
            os.environ["LIVE_FOLDER"] = folder  # see tournament/live/neighbours.py
            multiprocess.Multiprocess(config, sockets=[]).run()
        return
    with suppress(KeyboardInterrupt):
        Server(config).run()


def _own_line(config: uvicorn.Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    address = config.host, config.port
    return socket.create_server(address, family=family, backlog=config.backlog, reuse_port=True)


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


if __name__ == "__main__":
    main()

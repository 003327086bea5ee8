"""Starting and stopping the server."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from typing import Final

import uvicorn
from prometheus_client import start_http_server

from serai.kernel.errors import BadOption
from serai.server.live.bots import preload
from serai.server.ops import logs
from serai.server.ops.config import Config
from serai.server.ops.protocols import protocols
from serai.server.ops.server import Server
from serai.server.ops.sockets import FIRST_PORT, LOOPBACK, SILENCE, free_socket, inherited_socket
from serai.server.routes.app import make_app
from serai.server.safety.requests import MOST_BYTES
from serai.server.storage.engines import DATABASE, check_url, make_private
from serai.server.tables.seeds import TEST_SEED

DRAIN_SECONDS: Final = 5.0  # seconds for the last choices to reach the pages when the server stops
NEW_CONNECTION_SECONDS: Final = 0.5  # seconds for a new connection to send its request


class AnnouncingServer(uvicorn.Server):
    """Prints its address once it listens, and serves metrics if configured.

    It stops in order: choices in progress are stored and sent before connections are closed.
    """

    metrics: int | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        await self._answer_new_connections()
        await self.config.app.state.server.hub.drain()  # type: ignore[union-attr]
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=DRAIN_SECONDS)
        await super().shutdown(sockets)

    async def _answer_new_connections(self) -> None:
        """Answer new connections: closing them before they send a request would refuse them."""
        clock = asyncio.get_running_loop().time
        until = clock() + NEW_CONNECTION_SECONDS
        silent = True
        while silent and clock() < until:
            await asyncio.sleep(0.05)  # connections that were accepted get their protocol first
            silent = any(getattr(one, "cycle", self) is None for one in self.server_state.connections)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            name, number = listening.getsockname()[:2]
            shown = f"[{name}]" if ":" in name else name
            print(f"Serai is at http://{shown}:{number}", flush=True)
        if self.metrics is not None:
            metrics = self.config.app.state.server.metrics  # type: ignore[union-attr]
            server, _ = start_http_server(self.metrics, LOOPBACK, metrics.registry)
            print(f"Figures are at http://{LOOPBACK}:{server.server_port}/metrics", flush=True)


def check(config: Config) -> None:
    """Check that everything needed exists. Raises `BadOption`, or `OSError` for a folder."""
    if config.redis is not None:
        if config.database is None:
            raise BadOption("many processes need PostgreSQL (--database)")
        try:
            from serai.server.live.pubsub.redis import check_redis
        except ModuleNotFoundError as missing:
            raise BadOption(f"this needs {missing.name}: pip install 'serai[many]'") from missing
        asyncio.run(check_redis(config.redis))
    elif config.workers == 0:
        raise BadOption("without other processes (--redis) bots need at least one worker")
    if config.database is not None:
        check_url(config.database)
    else:
        make_private(config.data)
        (config.data / DATABASE).open("a").close()


def work(config: Config, log: str = logs.PLAIN) -> None:
    """Run bots for the servers that share the database, until stopped."""
    logs.set_up(log)
    preload.begin()
    check(config)

    async def run() -> None:
        ended = asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, ended.set)
        async with Server(config).running():
            print("Serai works.", flush=True)
            await ended.wait()

    asyncio.run(run())


def serve(
    config: Config,
    host: str,
    port: int | None,
    trusted: str,
    metrics: int | None = None,
    log: str = logs.PLAIN,
    silence: float = SILENCE,
    fd: int | None = None,
) -> None:
    """Serve until stopped. Without a port, use the first free one from 8000 on.

    `fd` is a socket that is bound already: whoever passes it on keeps it open while one server replaces
    another.
    """
    logs.set_up(log)
    preload.begin()
    check(config)
    _check_test(config, host)
    if fd is not None:
        listening = inherited_socket(fd)
    else:
        listening = free_socket(host, FIRST_PORT if port is None else port, port is None, silence)
    spoken = protocols()
    settings = uvicorn.Config(
        make_app(config),
        http=spoken.http,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws=spoken.ws,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=True,
        ws_ping_interval=silence / 2,
        ws_ping_timeout=silence / 2,
        server_header=False,
        forwarded_allow_ips=trusted,
        timeout_graceful_shutdown=5,
    )
    _collect_seldom()
    server = AnnouncingServer(settings)
    server.metrics = metrics
    server.run([listening])
    if not server.started:  # so that a service manager tries again
        raise BadOption("the server could not start; see above")


def _check_test(config: Config, host: str) -> None:
    """Fixed seeds are only for tests: they predict every table. Raises `BadOption`."""
    if config.test_seed is None:
        return
    if host != LOOPBACK:
        raise BadOption(f"{TEST_SEED} is for tests, on {LOOPBACK} alone: every table can be foretold")
    warning = "%s is %r: EVERY TABLE CAN BE FORETOLD. This is for tests alone."
    logging.getLogger("serai.server").warning(warning, TEST_SEED, config.test_seed)


def _collect_seldom() -> None:
    """Run the cyclic garbage collector rarely: choices create no cycles, so their memory is freed at once,
    and scanning all tables in memory took a third of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)

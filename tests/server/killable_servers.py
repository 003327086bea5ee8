"""Servers whose parts can be killed: one process with SQLite, or many processes with PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import math
import socket
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, sleep

import serai
from serai.server.storage.engines import DATABASE, sqlite_url
from serai.server.storage.store import Store
from tests.server.command import Command
from tests.server.databases import FAST, PATIENCE, Postgres, Redis, children, wait_until_gone
from tests.server.simulated_players import AGAIN, Played, SimulatedPlayers, check

GAMES = serai.game_names()
STUCK = PATIENCE  # seconds without progress after which a table is stuck, whatever is killed
AWAY = 2.0  # seconds for which what was killed stays away, at most
WORKERS = "all workers"
RESTART = "restart "  # before a kind: it is asked to end, and started again


class RestartableCommand:
    """A command of Serai that can be restarted. A web process is up when its port is."""

    def __init__(self, *command: str, port: int | None = None) -> None:
        self.command = command
        self.port = port
        self.tending = threading.Lock()
        self.start()

    def start(self) -> None:
        self.process = Command(*self.command)
        self.there = self.away = False

    def wait(self) -> None:
        """Wait until it is up."""
        until = monotonic() + 5 * PATIENCE  # it may have to start twice, beside all others
        while not self._answers():
            self.tend()
            assert monotonic() < until
            sleep(0.02)

    def _answers(self) -> bool:
        if self.port is not None:
            return _listens(self.port)
        self.there = self.there or bool(self.process.said.readline())  # what it says when it works
        return self.there

    def tend(self) -> None:
        """Restart it, as a service manager does, if it ended because its database was not up yet."""
        with self.tending:
            if not self.away and not self.process.runs:
                self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill it like a crash, including its child processes."""
        self.away = True
        own = children(self.process.pid)
        self.process.kill()
        wait_until_gone(own)

    def stop(self) -> None:
        self.process.stop()


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def web(*where: str, workers: int) -> RestartableCommand:
    port = free_port()
    return RestartableCommand("serve", "--port", str(port), "--workers", str(workers), *where, port=port)


class SingleProcess:
    """One process, SQLite."""

    kinds: tuple[str, ...] = ("web",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.web = web("--data", str(folder), workers=1)
        self.web.wait()
        self.addresses = [self.web.url]
        self.store = Store(sqlite_url(folder))

    def kill(self, kind: str, which: int) -> None:
        self.web.wait()
        self.web.kill()

    def stop(self, kind: str, which: int) -> None:
        self.web.wait()
        self.web.stop()

    def start(self, kind: str, which: int) -> None:
        self.sound()
        self.web.start()

    def up(self, kind: str, which: int) -> None:
        """Wait until a part is up again."""
        self.web.wait()

    def tend(self) -> None:
        self.web.tend()

    def sound(self) -> None:
        """Check that the file is intact."""
        connection = sqlite3.connect(self.folder / DATABASE)
        (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        assert found == "ok"

    def close(self) -> None:
        self.store.close()
        self.web.stop()
        self.sound()


class ManyProcesses:
    """Two web processes, two workers, PostgreSQL and Redis."""

    kinds: tuple[str, ...] = ("web", "worker", "PostgreSQL", "Redis")

    def __init__(self, folder: Path, settings: Sequence[str] = FAST) -> None:
        self.postgres = Postgres(*settings)
        self.redis = Redis()
        url = self.postgres.make("serai")
        where = ["--database", url, "--redis", self.redis.address]
        self.webs = [web("--data", str(folder), *where, workers=0) for _ in range(2)]
        self.workers = [RestartableCommand("worker", "--workers", "1", *where) for _ in range(2)]
        self.addresses = [web.url for web in self.webs]
        self.store = Store(url)
        self.wait()

    def wait(self) -> None:
        for one in (*self.webs, *self.workers):
            one.tend()
            one.wait()

    def tend(self) -> None:
        for one in (*self.webs, *self.workers):
            one.tend()

    def part(self, kind: str, which: int) -> RestartableCommand | Postgres | Redis:
        if kind == "web":
            return self.webs[which % 2]
        if kind in ("worker", WORKERS):
            return self.workers[which % 2]
        return self.postgres if kind == "PostgreSQL" else self.redis

    def kill(self, kind: str, which: int) -> None:
        """One of two web processes, or workers, goes on. The others are killed whenever it is. Of
        all workers one is started again, as if it were the only one; the other when the next part is killed.
        """
        for one in (*self.webs, *self.workers):
            one.away = False
        self.tend()
        if kind in ("web", "worker"):
            self.wait()
        self.part(kind, which).kill()
        if kind == WORKERS:
            self.part(kind, which + 1).kill()

    def stop(self, kind: str, which: int) -> None:
        self.wait()
        self.part(kind, which).stop()

    def start(self, kind: str, which: int) -> None:
        self.part(kind, which).start()

    def up(self, kind: str, which: int) -> None:
        """Wait until a part is up again; databases are as soon as they are started."""
        part = self.part(kind, which)
        if isinstance(part, RestartableCommand):
            part.wait()

    def close(self) -> None:
        self.store.close()
        parts: list[RestartableCommand | Postgres | Redis] = [
            *self.webs,
            *self.workers,
            self.redis,
            self.postgres,
        ]
        for part in parts:
            part.stop()
        self.redis.remove()
        self.postgres.remove()


@dataclass
class Kill:
    kind: str
    at: float
    tables: list[Played]  # that were being played
    alone: bool  # whether all of them went on before the next kill
    away: float  # seconds until it was started again
    up: float | None = None  # seconds until it was there again

    @property
    def waits(self) -> list[tuple[float, float]]:
        """For each table: seconds until its pages were back, and until it went on. One that came to its end
        instead does not count."""
        return [wait for table in self.tables if (wait := table.waited(self.at)) is not None]


async def kill_parts(
    server: SingleProcess | ManyProcesses,
    plan: Sequence[str],
    rng: Random,
    games: Sequence[str] = GAMES,
    between: tuple[float, float] = (0.1, 2.0),
    calm: float = 0.0,
    longest: float = math.inf,
) -> tuple[list[Kill], dict[str, int]]:
    """Have people play while one part after the other is killed, and see that all went well; figures.

    `between`: seconds before the next kill; `calm`: how often all tables have gone on before that; `longest`:
    seconds after which no more is killed.
    """
    begun = monotonic()
    players = SimulatedPlayers(server.addresses, rng)
    kills: list[Kill] = []
    try:
        await players.come(games)
        await players.goes_on(1, STUCK)
        for which, kind in enumerate(plan):
            await asyncio.sleep(rng.uniform(*between))
            if monotonic() - begun > longest:
                break
            players.failed()
            here = players.open()
            stuck = [table.path for table in here if table.still > STUCK]
            assert not stuck, f"stuck: {stuck}"
            if kind.startswith(RESTART):
                await asyncio.to_thread(server.stop, kind.removeprefix(RESTART), which)
                at = monotonic()
            else:
                await asyncio.to_thread(server.kill, kind, which)
                at = monotonic()
                await asyncio.sleep(rng.uniform(0.0, AWAY))
            away = monotonic() - at
            await asyncio.to_thread(server.start, kind.removeprefix(RESTART), which)
            kill = Kill(kind, at, here, rng.random() < calm, away)
            kills.append(kill)
            if kill.alone:
                until_up = asyncio.create_task(
                    asyncio.to_thread(server.up, kind.removeprefix(RESTART), which)
                )
                until_up.add_done_callback(partial(_note_up, kill))
                tending = asyncio.create_task(_tend(server))
                await players.goes_on(AGAIN, STUCK)
                await until_up
                tending.cancel()
        if isinstance(server, ManyProcesses):
            await asyncio.to_thread(server.wait)
        await players.goes_on(3, STUCK)
        await players.rests(STUCK)
        players.failed()
    finally:
        await players.go()
    return kills, await asyncio.to_thread(check, server.store, players)


async def _tend(server: SingleProcess | ManyProcesses) -> None:
    """Restart what could not start because something else was down."""
    while True:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.tend)


def _note_up(kill: Kill, done: object) -> None:
    kill.up = monotonic() - kill.at


def free_port() -> int:
    """A port that is free now; a server that is started again keeps it."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

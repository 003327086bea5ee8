"""A server that is killed piece by piece: SQLite and one process, or all that many processes are made of."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from serai.server.storage import DATABASE, Store, sqlite_url
from tests.server.crowd import Crowd, Played, check
from tests.server.databases import FAST, Postgres, Redis, children, wait_until_gone
from tests.server.house import PATIENCE, ROOT, House

GAMES = ("yspahan", "istanbul", "morgenland")
STUCK = 60.0  # seconds after which a table that does not go on is stuck, however often somebody kills
AWAY = 2.0  # seconds for which what was killed stays away, at most
RESTART = "restart "  # before a kind: it is asked to end, and started again


class Worker:
    """`serai worker` in a process of its own."""

    def __init__(self, *where: str) -> None:
        self.where = where
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "serai", "worker", "--workers", "1", *self.where]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert "works" in self.process.stdout.readline()

    def kill(self) -> None:
        """As a crash does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


class Alone:
    """One process, SQLite."""

    kinds: tuple[str, ...] = ("web",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = ("--port", str(free_port()), "--workers", "1")
        self.web = House(folder, *settings, where=["--data", str(folder)])
        self.addresses = [self.web.url]
        self.store = Store(sqlite_url(folder))

    def kill(self, kind: str, which: int) -> None:
        workers = children(self.web.process.pid)
        self.web.kill()
        wait_until_gone(workers)

    def stop(self, kind: str, which: int) -> None:
        self.web.stop()

    def start(self, kind: str, which: int) -> None:
        self.sound()
        self.web.start()

    def sound(self) -> None:
        """The file is whole."""
        connection = sqlite3.connect(self.folder / DATABASE)
        (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        assert found == "ok"

    def close(self) -> None:
        self.store.close()
        self.web.stop()
        self.sound()


class Many:
    """Two web processes, two workers, PostgreSQL and Redis."""

    kinds: tuple[str, ...] = ("web", "worker", "PostgreSQL", "Redis")

    def __init__(self, folder: Path, settings: Sequence[str] = FAST) -> None:
        self.postgres = Postgres(*settings)
        self.redis = Redis()
        url = self.postgres.make("serai")
        where = ["--database", url, "--redis", self.redis.address]
        self.webs = [
            House(folder, "--port", str(free_port()), "--workers", "0", where=["--data", str(folder), *where])
            for _ in range(2)
        ]
        self.workers = [Worker(*where) for _ in range(2)]
        self.addresses = [web.url for web in self.webs]
        self.store = Store(url)

    def part(self, kind: str, which: int) -> House | Worker | Postgres | Redis:
        if kind == "web":
            return self.webs[which % 2]
        if kind == "worker":
            return self.workers[which % 2]
        return self.postgres if kind == "PostgreSQL" else self.redis

    def kill(self, kind: str, which: int) -> None:
        self.part(kind, which).kill()

    def stop(self, kind: str, which: int) -> None:
        self.part(kind, which).stop()

    def start(self, kind: str, which: int) -> None:
        self.part(kind, which).start()

    def close(self) -> None:
        self.store.close()
        parts: list[House | Worker | Postgres | Redis] = [
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
    back: float  # when it ran again
    tables: list[Played]  # that were being played
    alone: bool  # whether all of them went on before the next kill

    @property
    def waits(self) -> list[float]:
        """Seconds until each table went on; one that came to its end instead does not count."""
        return [wait for table in self.tables if (wait := table.waited(self.at)) is not None]


async def killing(
    world: Alone | Many,
    plan: Sequence[str],
    rng: Random,
    games: Sequence[str] = GAMES,
    between: tuple[float, float] = (0.1, 2.0),
    calm: float = 0.0,
) -> tuple[list[Kill], dict[str, int]]:
    """Have a crowd play while one part after the other is killed, and see that all went well; figures.

    `between`: seconds before the next kill; `calm`: how often all tables have gone on before that.
    """
    crowd = Crowd(world.addresses, rng)
    kills: list[Kill] = []
    try:
        await crowd.come(games)
        await crowd.goes_on(1, STUCK)
        for which, kind in enumerate(plan):
            await asyncio.sleep(rng.uniform(*between))
            crowd.failed()
            here = crowd.open()
            stuck = [table.path for table in here if table.still > STUCK]
            assert not stuck, f"stuck: {stuck}"
            at = monotonic()
            if kind.startswith(RESTART):
                await asyncio.to_thread(world.stop, kind.removeprefix(RESTART), which)
            else:
                await asyncio.to_thread(world.kill, kind, which)
                await asyncio.sleep(rng.uniform(0.0, AWAY))
            await asyncio.to_thread(world.start, kind.removeprefix(RESTART), which)
            kills.append(Kill(kind, at, monotonic(), here, rng.random() < calm))
            if kills[-1].alone:
                await crowd.goes_on(1, STUCK)
        await crowd.goes_on(3, STUCK)
        await crowd.rests(STUCK)
        crowd.failed()
    finally:
        await crowd.go()
    return kills, await asyncio.to_thread(check, world.store, crowd)


def free_port() -> int:
    """A port that is free now; a server that is started again keeps it."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

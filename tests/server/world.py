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
from typing import Protocol

from serai.server.storage import DATABASE, Store, sqlite_url
from tests.server.crowd import Crowd, Played, check
from tests.server.databases import FAST, Postgres, Redis, children, wait_until_gone
from tests.server.house import PATIENCE, ROOT, House

GAMES = ("yspahan", "istanbul", "morgenland")
STUCK = 30.0  # seconds after which a table that does not go on is stuck
AWAY = 2.0  # seconds for which what was killed stays away, at most


class World(Protocol):
    kinds: tuple[str, ...]
    addresses: list[str]
    store: Store

    def kill(self, kind: str, which: int) -> None: ...

    def start(self, kind: str, which: int) -> None: ...

    def close(self) -> None: ...


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

    kinds = ("web",)

    def __init__(self, folder: Path, synchronous: str = "full") -> None:
        self.folder = folder
        port = str(free_port())
        self.web = House(
            folder,
            "--port",
            port,
            "--synchronous",
            synchronous,
            "--workers",
            "1",
            where=["--data", str(folder)],
        )
        self.addresses = [self.web.url]
        self.store = Store(sqlite_url(folder))

    def kill(self, kind: str, which: int) -> None:
        workers = children(self.web.process.pid)
        self.web.kill()
        wait_until_gone(workers)

    def start(self, kind: str, which: int) -> None:
        self.sound()
        self.web.start()

    def sound(self) -> None:
        """The file is whole."""
        with sqlite3.connect(self.folder / DATABASE) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        assert found == "ok"

    def close(self) -> None:
        self.store.close()
        self.web.stop()
        self.sound()


class Many:
    """Two web processes, two workers, PostgreSQL and Redis."""

    kinds = ("web", "worker", "PostgreSQL", "Redis")

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

    def start(self, kind: str, which: int) -> None:
        self.part(kind, which).start()

    def close(self) -> None:
        self.store.close()
        for process in (*self.webs, *self.workers, self.redis, self.postgres):
            process.stop()
        self.redis.remove()
        self.postgres.remove()


@dataclass
class Kill:
    kind: str
    at: float
    back: float  # when it ran again
    tables: list[Played]  # that were being played

    @property
    def waits(self) -> list[float]:
        """Seconds until each table went on; one that came to its end instead does not count."""
        return [wait for table in self.tables if (wait := table.waited(self.at)) is not None]


async def killing(
    world: World, plan: Sequence[str], rng: Random, between: tuple[float, float], pace: tuple[float, float]
) -> tuple[Crowd, list[Kill], dict[str, int]]:
    """Have a crowd play while one part after the other is killed, and see that all went well."""
    crowd = Crowd(world.addresses, rng, pace)
    await crowd.come(GAMES)
    await crowd.goes_on(1, STUCK)
    kills = []
    for which, kind in enumerate(plan):
        await asyncio.sleep(rng.uniform(*between))
        crowd.failed()
        at = monotonic()
        here = crowd.open()
        assert max(table.still for table in here) < STUCK, [
            table.path for table in here if table.still > STUCK
        ]
        await asyncio.to_thread(world.kill, kind, which)
        await asyncio.sleep(rng.uniform(0.0, AWAY))
        await asyncio.to_thread(world.start, kind, which)
        kills.append(Kill(kind, at, monotonic(), here))
    await crowd.goes_on(3, STUCK)
    await crowd.rests(STUCK)
    crowd.failed()
    await crowd.go()
    figures = await asyncio.to_thread(check, world.store, crowd)
    return crowd, kills, figures


def free_port() -> int:
    """A port that is free now; a server that is started again keeps it."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

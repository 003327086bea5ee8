"""How much one server carries: choices a second that are acknowledged and on the disk, and viewers, beside
boardgame.io's server (from npm) with a game of the same kind, in one run.

The server has one core, the client (`load_client.py`) another, unless said otherwise. Everything goes over the
loopback by the sockets that pages use: four connected seats a table, each of which gets its own patch. Who is asked
chooses at once. At the end our server is killed (SIGKILL), and the choices in its database are counted: none that
was acknowledged may be missing. Figures go to `benchmarks/load.json`, the page and its pictures to `docs`.

    python benchmarks/load.py [--quick] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from secrets import token_urlsafe
from statistics import median
from time import monotonic, sleep, time
from typing import Any

import sqlalchemy as sql

import serai
from serai.kernel.fair import new_seed
from serai.research.chart import Points, line_chart, short
from serai.server import shelf
from serai.server.guests import new_session
from serai.server.settings import Chair, Settings
from serai.server.storage import Store, entries, guests, sqlite_url
from serai.server.table import Table

ROOT = Path(__file__).parent.parent
OTHERS = ROOT / "benchmarks" / "boardgameio"
TABLES = (1, 10, 100, 300)
BESIDE = 100  # tables at which all games and all servers are compared
VIEWERS = 2000
REACH = 500
SERVER_CORE, CLIENT_CORE = 0, 1
STARTING = 30.0  # seconds that a server may take
LIMITS = {"viewer_bytes": 22 * 1024, "reach_ms": 16.0, "processes": 1.6}

Figures = dict[str, Any]


# Tables to play at


def prepare(url: str, game: str, number: int) -> list[tuple[int, str, list[str]]]:
    """Tables of four guests that have not begun, and the guests' tokens."""
    store = Store(url)
    store.open()
    made: list[tuple[int, str, list[str]]] = []
    options = serai.game(game).settings(4)
    with store.transaction() as connection:
        for table in range(number):
            chairs, tokens = [], []
            for seat in range(4):
                name = f"Guest {seat + 1}"
                row = connection.execute(guests.insert().values(name=name, made_at=time()))
                assert row.inserted_primary_key is not None
                guest = int(row.inserted_primary_key[0])
                tokens.append(new_session(connection, guest, "")[1])
                chairs.append(Chair(name, guest))
            key = token_urlsafe(9)
            settings = Settings(key, game, 4, options, "normal", new_seed(), tuple(chairs), time())
            begun = Table(Settings(**{**vars(settings), "started_at": time()}))
            begun.follow()
            first = chairs[0].guest
            assert first is not None
            shelf.found(begun, first)(connection)
            made.append((table, key, tokens))
    store.close()
    return made


def stored(url: str) -> int:
    """Choices of persons that are in a database."""
    store = Store(url)
    with store.transaction() as connection:
        found = connection.scalar(sql.select(sql.func.count()).where(entries.c.asked))
    store.close()
    return int(found or 0)


# Servers


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Running:
    """A server that was started here."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def seconds(self) -> float:
        """Processor seconds that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(command: list[str], ready: str, port: int, core: int | None, **more: Any) -> Iterator[Running]:
    """A server, from the line in which it says that it listens until it is killed."""

    def before() -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        if core is not None:
            os.sched_setaffinity(0, {core})

    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=before, **more)
    assert process.stdout is not None
    try:
        until = monotonic() + STARTING
        while ready not in (line := process.stdout.readline()):
            if not line or monotonic() > until:
                raise RuntimeError(f"{command[0]} did not start")
        yield Running(process, port)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()


@contextmanager
def ours(folder: Path, core: int | None, *more: str) -> Iterator[Running]:
    port = free_port()
    command = [sys.executable, str(ROOT / "benchmarks" / "load_server.py"), "serve", "--port", str(port), "--data", str(folder)]
    with started([*command, *more], "Serai is at", port, core, cwd=ROOT) as server:
        yield server


@contextmanager
def theirs(folder: Path | None, core: int | None) -> Iterator[Running]:
    port = free_port()
    command = ["node", "server.js", str(port), *([str(folder)] if folder else [])]
    env = {**os.environ, "NODE_ENV": "production"}
    with started(command, "ready", port, core, cwd=OTHERS, env=env) as server:
        yield server


# Measurements


def client(job: dict[str, Any]) -> Figures:
    """Have the client do something."""
    command = [sys.executable, str(ROOT / "benchmarks" / "load_client.py")]
    done = subprocess.run(command, input=json.dumps(job) + "\n", text=True, capture_output=True, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr or f"the client ended with {done.returncode}")
    found: Figures = json.loads(done.stdout)
    return found


def job(kind: str, servers: list[Running], tables: list[Any], core: int | None, **more: Any) -> dict[str, Any]:
    ports = [server.port for server in servers]
    return {"kind": kind, "ports": ports, "tables": tables, "core": core, "seed": "load", **more}


def spare(tables: int, seconds: float) -> int:
    """Tables to have, so that whoever has finished a game finds the next one."""
    return tables + 20 + int(seconds * (12 if tables < 100 else 30))


def played(
    kind: str, servers: list[Running], tables: list[Any], playing: int, core: int | None, how: Figures, **more: Any
) -> Figures:
    begun = [server.seconds() for server in servers]
    times = {"playing": playing, "warm": how["warm"], "seconds": how["seconds"]}
    found = client(job(kind, servers, tables, core, **times, **more))
    used = sum(server.seconds() - before for server, before in zip(servers, begun, strict=True))
    found["server_ms"] = 1000 * used / found["made"]  # of its core, for each choice
    return found


def our_play(game: str, playing: int, how: Figures) -> Figures:
    with tempfile.TemporaryDirectory(dir=how["folder"]) as folder:
        url = sqlite_url(Path(folder))
        tables = prepare(url, game, spare(playing, how["warm"] + how["seconds"]))
        with ours(Path(folder), SERVER_CORE, "--workers", "1") as server:
            found = played("serai", [server], tables, playing, CLIENT_CORE, how)
        check(found, stored(url))
    return found


def check(found: Figures, on_disk: int) -> None:
    if on_disk < found["made"]:
        raise RuntimeError(f"{found['made']} choices were acknowledged, {on_disk} are on the disk")
    if found.pop("uneven"):
        raise RuntimeError("not every seat got every patch")


def their_play(durable: bool, playing: int, how: Figures) -> Figures:
    with tempfile.TemporaryDirectory(dir=how["folder"]) as folder:
        tables = [(number, f"match{number}", []) for number in range(spare(playing, how["seconds"]) * 4)]
        with theirs(Path(folder) if durable else None, SERVER_CORE) as server:
            found = played("boardgame.io", [server], tables, playing, CLIENT_CORE, how)
    found.pop("uneven")
    return found


def our_viewers(how: Figures) -> Figures:
    with tempfile.TemporaryDirectory(dir=how["folder"]) as folder:
        tables = prepare(sqlite_url(Path(folder)), "yspahan", 1)
        with ours(Path(folder), SERVER_CORE, "--workers", "1") as server:
            more = {"viewers": how["viewers"], "reach": REACH, "choices": 40, "pid": server.process.pid}
            return client(job("serai", [server], tables, CLIENT_CORE, **more))


def their_viewers(how: Figures) -> Figures:
    with theirs(None, SERVER_CORE) as server:
        more = {"viewers": how["viewers"], "reach": REACH, "choices": 40, "pid": server.process.pid}
        return client(job("boardgame.io", [server], [(0, "match", [])], CLIENT_CORE, **more))

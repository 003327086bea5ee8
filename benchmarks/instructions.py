"""How many instructions the server executes for a choice, counted by valgrind.

Unlike time, the count hardly depends on the machine or on what else runs there, so two states of the sources
can be compared. All are given the same work: the same tables, with the same seeds, and the same choices, made
by four connected seats each, one choice at a time. What the server does at regular intervals is counted by
itself, while nobody plays, and subtracted.

    python benchmarks/instructions.py [--choices 200] [CHECKOUT ...]

A checkout is a folder with the sources, compiled, and a `.venv`; this one if none is named.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.load import ROOT, free_port
from benchmarks.load_client import Play, Seat, Table, play_at
from serai.server.storage.engines import DATABASE

GAMES = ("yspahan", "istanbul", "morgenland")
IDLE = 20.0  # seconds
WARM_UP = 30  # choices before the count begins: by then everything is loaded and cached
TABLES = 8  # of each game
# Runs in a checkout. Prints the tables of each game, which have the same seeds every time.
PREPARE = """
import json, sys
from itertools import count
from pathlib import Path
from benchmarks import load
numbers = count()
load.new_seed = lambda: next(numbers).to_bytes(32, "big")
url = load.sqlite_url(Path(sys.argv[1]))
print(json.dumps({game: load.prepare(url, game, int(sys.argv[2])) for game in sys.argv[3:]}))
"""
LOGS = "SELECT group_concat(value) FROM (SELECT * FROM entries ORDER BY table_id, number) GROUP BY table_id"


class SteadySeat(Seat):
    """Chooses the same, in whatever order the options come."""

    def go_on(self) -> None:
        self.options.sort(key=int)
        super().go_on()


class SteadyPlay(Play):
    """One table at a time, for a number of choices."""

    async def make(self, choices: int) -> None:
        self.wanted = self.made + choices
        self.reached = asyncio.Event()
        self.running = True
        for seat in self.tables[0].seats:
            seat.go_on()
        await self.reached.wait()
        await self.drain()

    def answered(self, table: Table, took: float, now: float) -> None:
        super().answered(table, took, now)
        if self.made == self.wanted:
            self.running = False
            self.reached.set()


def steady_play(side: dict[str, Any]) -> SteadyPlay:
    ready = play_at(side, "instructions").next_table

    def next_table(play: Play) -> Table | None:
        table = ready(play)
        for seat in table.seats if table is not None else ():
            seat.__class__ = SteadySeat
        return table

    return SteadyPlay(random.Random("instructions"), next_table, side)


@contextmanager
def counted_server(checkout: Path, data: Path, counts: Path) -> Iterator[tuple[int, int]]:
    """A server that valgrind runs, not counting yet; its port and its process."""
    port = free_port()
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={counts}/count"]
    command += [str(checkout / ".venv/bin/python"), "benchmarks/load_server.py", "serve", "--workers", "1"]
    command += ["--port", str(port), "--data", str(data)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    server = subprocess.Popen(
        command, cwd=checkout, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        while "Serai is at" not in (line := server.stdout.readline()):
            if not line:
                raise RuntimeError("the server did not start")
        yield port, server.pid
    finally:
        server.kill()
        server.wait()


class Counter:
    """Counts the instructions of a process that valgrind runs."""

    def __init__(self, process: int, folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.counts = 0

    async def count(self, work: Awaitable[None]) -> int:
        """The instructions while something is done."""
        await self._control("--instr=on")
        await work
        await self._control("--dump")
        await self._control("--instr=off")
        self.counts += 1
        counted = (self.folder / f"count.{self.counts}").read_text()
        found = re.search(r"^totals: (\d+)", counted, re.MULTILINE)
        assert found is not None
        return int(found[1])

    async def _control(self, order: str) -> None:
        quiet = asyncio.subprocess.DEVNULL
        command = ("callgrind_control", order, str(self.process))
        called = await asyncio.create_subprocess_exec(*command, stdout=quiet, stderr=quiet)
        assert await called.wait() == 0


def games_played(data: Path) -> list[str]:
    """The logs of all tables."""
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        return sorted(log for (log,) in connection.execute(LOGS))


def measure(checkout: Path, choices: int, counts: Path) -> tuple[dict[str, float], list[str]]:
    """Instructions for a choice, by game, and for a second without any; and the games that were played."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        command = [checkout / ".venv/bin/python", "-c", PREPARE, data, str(TABLES), *GAMES]
        prepared = subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.PIPE, text=True)
        tables = json.loads(prepared.stdout)
        found: dict[str, float] = {}
        with counted_server(checkout, data, counts) as (port, process):

            async def play(game: str) -> None:
                side = {"kind": "serai", "ports": [port], "pids": [process], "tables": tables[game]}
                players = steady_play(side | {"core": None})
                await players.take()
                await players.make(WARM_UP)
                if not found:
                    found["idle"] = await counter.count(asyncio.sleep(IDLE)) / IDLE
                begun = monotonic()
                counted = await counter.count(players.make(choices))
                found[game] = (counted - found["idle"] * (monotonic() - begun)) / choices

            counter = Counter(process, counts)
            for game in GAMES:
                asyncio.run(play(game))
        return found, games_played(data)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkouts", nargs="*", type=Path, default=[ROOT])
    parser.add_argument("--choices", type=int, default=200, help="of each game")
    parser.add_argument("--counts", type=Path, help="where to keep the counts, for callgrind_annotate")
    wanted = parser.parse_args()
    played: list[str] = []
    for checkout in wanted.checkouts:
        with tempfile.TemporaryDirectory() as folder:
            counts = wanted.counts / checkout.resolve().name if wanted.counts else Path(folder)
            counts.mkdir(parents=True, exist_ok=True)
            found, games = measure(checkout.resolve(), wanted.choices, counts)
        if played and games != played:
            raise SystemExit(f"{checkout} has played other games than the one before")
        played = games
        figures = ", ".join(f"{game} {number / 1e6:.2f} M" for game, number in found.items())
        print(f"{checkout}: {figures}", flush=True)


if __name__ == "__main__":
    main()

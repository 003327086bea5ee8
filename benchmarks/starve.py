"""Starvation: how soon bots at other tables answer while one guest asks for too much.

Eight people play alone against bots of the third level, each at their own table, and choose at once.
Meanwhile one guest requests hints endlessly over sixty sockets, or has as many tables as a guest may create
at once, where bots of the strongest level play without viewers. One worker process thinks (SQLite), or two
(PostgreSQL, Redis). Each turn of a bot is measured from the moment it is due until something of it is shown.
Everything is on the loopback.

    python benchmarks/starve.py [--seconds 10] [--json FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent))

from serai.kernel.state import OVER
from serai.scene.patch import merge
from tests.server.databases import Postgres, Redis
from tests.server.killable_servers import RestartableCommand, web
from tests.server.server_process import shown

PEOPLE = 8
HINTS = 60  # sockets
TABLES = 29
MOST = 2.0  # seconds for 99 of 100 answers
GAMES = ("yspahan", "istanbul", "morgenland")
ATTACKS = ("calm", "hints", "tables")


class Guest:
    """A visitor's browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie = ""

    async def post(self, path: str, fields: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            answer = await client.post(path, data=fields, headers={"Cookie": self.cookie})
        if not self.cookie:
            self.cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        return answer

    async def table(self, game: str, level: str, players: int = 3, seat: str = "0") -> str:
        levels = {f"level_{one}": level for one in range(players)}
        fields = {"game": game, "seat": seat, "players": str(players)} | levels
        answer = await self.post("/tables", fields)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def line(self, path: str) -> connect:
        url = f"{self.url.replace('http', 'ws', 1)}{path}/socket"
        headers = {"Cookie": self.cookie}
        return connect(url, additional_headers=headers, compression=None, ping_interval=None)


async def come(url: str) -> Guest:
    guest = Guest(url)
    await guest.post("/play/yspahan", {})
    return guest


async def play(guest: Guest, number: int, answers: list[float]) -> None:
    """Play at one table after the other; `answers` collects how long each bot took."""
    rng = Random(number)
    while True:
        path = await guest.table(GAMES[number % 3], "level3")
        async with guest.line(path) as line:
            await play_at(line, rng, answers)


async def play_at(line: Any, rng: Random, answers: list[float]) -> None:
    scene: dict[str, Any] = {"actor": OVER}
    due: float | None = None  # since when the bot is due
    async for text in line:
        message = json.loads(text)
        before = scene["actor"]
        if "patch" in message:
            scene = merge(scene, message["patch"])
        elif "scene" in message:
            scene = shown(message["scene"])
        else:
            continue
        now = monotonic()
        if due is not None:
            answers.append(now - due)
        actor, seat = scene["actor"], scene["seat"]
        due = now if actor not in (seat, before) and actor >= 0 else None
        if actor == OVER:
            return
        options = sorted({option["choice"] for option in scene["prompt"]["options"]})
        if actor == seat and len(options) > 1:
            choice = {"choose": rng.choice(options), "number": message["number"]}
            await line.send(json.dumps(choice))


async def ask_for_hints(guest: Guest, path: str) -> None:
    """Request hints endlessly, the next as soon as one is answered."""
    while True:
        with suppress(OSError, WebSocketException):
            async with guest.line(path) as line:
                number = -1
                async for text in line:
                    message = json.loads(text)
                    number = message.get("number", number)
                    if "refused" in message:
                        await asyncio.sleep(0.1)
                    if message.keys() & {"scene", "hint", "refused"}:
                        await line.send(json.dumps({"hint": number}))
        await asyncio.sleep(0.1)


@asynccontextmanager
async def attack(kind: str, url: str) -> AsyncIterator[None]:
    guest = await come(url)
    tasks: list[asyncio.Task[None]] = []
    if kind == "hints":
        paths = [await guest.table("yspahan", "random", 2) for _ in range(HINTS // 3)]
        tasks = [asyncio.create_task(ask_for_hints(guest, path)) for path in paths for _ in range(3)]
    elif kind == "tables":
        for number in range(TABLES):
            await guest.table(GAMES[number % 3], "level5", 4 if number % 3 else 3, "watch")
    try:
        yield
    finally:
        await ended(tasks)


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def measure(kind: str, url: str, seconds: float) -> dict[str, float]:
    answers: list[float] = []
    async with attack(kind, url):
        people = [await come(url) for _ in range(PEOPLE)]
        tasks = [asyncio.create_task(play(guest, n, answers)) for n, guest in enumerate(people)]
        await asyncio.sleep(seconds)
        broken = [task for task in tasks if task.done()]
        await ended(tasks)
        for task in broken:
            task.result()
    if len(answers) < 20:
        return {"answers": len(answers), "p50": seconds, "p99": seconds, "worst": seconds}
    parts = quantiles(answers, n=100, method="inclusive")
    found = {"p50": parts[49], "p99": parts[98], "worst": max(answers)}
    return {"answers": len(answers)} | {name: round(value, 3) for name, value in found.items()}


async def at_sqlite(kind: str, seconds: float) -> dict[str, float]:
    folder = Path(tempfile.mkdtemp(prefix="serai-starve-"))
    server = await asyncio.to_thread(web, "--data", str(folder), "--crowd", "0", workers=1)
    try:
        await asyncio.to_thread(server.wait)
        return await measure(kind, server.url, seconds)
    finally:
        await asyncio.to_thread(server.stop)
        shutil.rmtree(folder, ignore_errors=True)


async def at_many(kind: str, seconds: float) -> dict[str, float]:
    """One web process and two workers."""
    folder = Path(tempfile.mkdtemp(prefix="serai-starve-"))
    postgres, redis = Postgres(), Redis()
    where = ["--database", postgres.make("serai"), "--redis", redis.address]
    server = web("--data", str(folder), "--crowd", "0", *where, workers=0)
    workers = [RestartableCommand("worker", "--workers", "1", *where) for _ in range(2)]
    try:
        await asyncio.to_thread(server.wait)
        return await measure(kind, server.url, seconds)
    finally:
        for part in (server, *workers, redis, postgres):
            await asyncio.to_thread(part.stop)
        redis.remove()
        postgres.remove()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--seconds", type=float, default=10.0, help="for each figure")
    options.add_argument("--json", type=Path)
    arguments = options.parse_args()
    found: dict[str, Any] = {"load": os.getloadavg()[0], "servers": {}}
    for name, at in (("SQLite", at_sqlite), ("many", at_many)):
        for kind in ATTACKS:
            figures = asyncio.run(at(kind, arguments.seconds))
            found["servers"].setdefault(name, {})[kind] = figures
            print(f"{name:8}{kind:8}{json.dumps(figures)}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")
    worst = max(figures["p99"] for server in found["servers"].values() for figures in server.values())
    if worst > MOST:
        sys.exit(f"99 of 100 answers took up to {worst} s: more than {MOST} s")


if __name__ == "__main__":
    main()

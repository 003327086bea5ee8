"""Whether a server's memory stays flat over many games.

Simulated people arrive as new guests, open the page of a table and its socket, play as fast as the server
allows, to the end or for some dozens of choices, and leave; then others come.

The server is one process with SQLite and two workers. The resident memory of each is read every
few seconds: after the first minutes, in which caches fill up to their bounds, it must be flat. The figures go
to `benchmarks/soak.json`, the picture to `docs/explanation/reports/load-soak.svg`, which `load.md` beside it
shows.

    python benchmarks/soak.py [--minutes 60] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import sys
import tempfile
from collections import Counter
from datetime import date
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import cycle, product
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Any, Final

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.load import SOAKED, ours, page
from benchmarks.load_client import Play, Seat, Table, resident
from serai.research.chart import Points, line_chart
from tests.server.databases import children

ROOT = Path(__file__).parent.parent
GAMES: Final = ("yspahan", "istanbul", "morgenland")
# Who sits at a table: the number of people, and the levels of the bots. Without people, one spectator.
COMPANIES: Final = ((1, ("greedy", "random")), (2, ("random",)), (4, ()), (0, ("greedy", "random", "random")))
TABLES: Final = 12  # at a time
LONGEST: Final = 40  # choices after which people leave: played at random, some games take thousands
WORKERS: Final = 2
NAMES: Final = ("server", *(f"bots {number}" for number in range(1, WORKERS + 1)))
SAMPLES: Final = 240  # points of the chart
GROWTH: Final = 0.05  # of the memory: more growth from the second quarter to the last is a leak
MEGABYTE: Final = 1 << 20

Point = list[float]  # minutes, games, megabytes of the server and of each worker


class Soak(Play):
    """Tables at which new guests play, each once."""

    def __init__(self, port: int) -> None:
        super().__init__(random.Random("soak"), lambda play: None, {"core": None, "pids": []})
        self.port = port
        self.kinds = cycle(product(GAMES, COMPANIES))
        self.guests = self.left = 0
        self.choices: Counter[Table] = Counter()
        nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each has their own browser
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", cookies=nobody, timeout=60)
        self.running = True

    def answered(self, table: Table, took: float, now: float) -> None:
        self.made += 1
        self.choices[table] += 1
        if self.choices[table] == LONGEST and not table.over:
            self.left += 1
            self.finished(table)

    def finished(self, table: Table) -> None:
        super().finished(table)
        self.choices.pop(table, None)

    async def take(self) -> None:
        """Make a table, seat everybody, and open their pages."""
        game, (people, levels) = next(self.kinds)
        players = people + len(levels)
        occupants = ["open"] * people + list(levels)
        fields = {f"level_{seat}": level for seat, level in enumerate(occupants) if seat or not people}
        fields |= {"game": game, "players": str(players), "seat": "0" if people else "watch"}
        path, first = await self.ask("/tables", fields | ({"public": "1"} if people > 1 else {}))
        tokens = [first] + [(await self.ask(f"{path}/sit", {}))[1] for _ in range(1, people)]
        table = Table(self)
        key = path.rpartition("/")[2]
        table.seats = [Seat(table, self.port, key, token) for token in tokens]
        self.tables.append(table)
        for seat, token in zip(table.seats, tokens, strict=True):
            page = await self.client.get(path, headers={"Cookie": f"serai-guest={token}"})
            assert page.status_code == 200, page.text
            await seat.connect()
        table.ready = True
        for seat in table.seats:
            seat.go_on()

    async def ask(self, path: str, fields: dict[str, str]) -> tuple[str, str]:
        """Send a form as a new visitor; returns where it leads, and their cookies."""
        answer = await self.client.post(path, data=fields)
        assert answer.status_code == 303, answer.text
        self.guests += 1
        return answer.headers["location"], answer.cookies["serai-guest"]


def measured(process: int) -> list[float]:
    """Megabytes of the server and of each worker."""
    bots = sorted(grandchild for child in children(process) for grandchild in children(child))
    return [round(resident(one) / MEGABYTE, 1) for one in (process, *bots)]


async def play(port: int, process: int, minutes: float) -> dict[str, Any]:
    soak = Soak(port)
    begun = monotonic()
    points: list[Point] = []
    await soak.come(TABLES)
    for sample in range(SAMPLES + 1):
        await asyncio.sleep(begun + 60 * minutes * sample / SAMPLES - monotonic())
        for task in [task for task in soak.replication if task.done()]:
            task.result()
        memory = await asyncio.to_thread(measured, process)
        points.append([round((monotonic() - begun) / 60, 2), soak.games, *memory])
        if sample % (SAMPLES // 20) == 0:
            print(points[-1], flush=True)
    soak.running = False
    for table in soak.tables:
        for seat in table.seats:
            seat.end()
    await soak.client.aclose()
    return {
        "minutes": minutes,
        "tables": TABLES,
        "games": soak.games,
        "to the end": soak.games - soak.left,
        "guests": soak.guests,
        "choices": soak.made,
        "points": points,
    }


def growth(points: list[Point], which: int) -> float:
    """The relative growth of a process's memory from the second quarter to the last."""
    quarter = len(points) // 4
    before = fmean(point[which] for point in points[quarter : 2 * quarter])
    return round(fmean(point[which] for point in points[-quarter:]) / before - 1, 4)


def picture(found: dict[str, Any]) -> str:
    def line(which: int) -> Points:
        return [(point[0], point[which]) for point in found["points"]]

    title = f"Resident memory over {found['games']:,} games"
    return line_chart(title, "minutes", "MB", {name: line(2 + place) for place, name in enumerate(NAMES)})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=60.0)
    options.add_argument("--json", type=Path, default=SOAKED)
    options.add_argument("--page", type=Path, default=ROOT / "docs" / "explanation" / "reports" / "load.md")
    arguments = options.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="serai-soak-") as folder,
        ours(Path(folder), None, "--workers", str(WORKERS), "--crowd", "0") as server,
    ):
        played = asyncio.run(play(server.port, server.process.pid, arguments.minutes))
    points = played["points"]
    found = {
        "date": str(date.today()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "load": round(os.getloadavg()[2], 1),
        "growth": {name: growth(points, 2 + number) for number, name in enumerate(NAMES)},
        "at": {
            f"after {points[place][0]:.0f} min": points[place][2:]
            for place in (SAMPLES // 20, SAMPLES // 4, SAMPLES // 2, 3 * SAMPLES // 4, SAMPLES)
        },
        **played,
    }
    arguments.json.write_text(json.dumps(found) + "\n")
    arguments.page.with_name(f"{arguments.page.stem}-soak.svg").write_text(picture(found), encoding="utf-8")
    if arguments.json == SOAKED:
        load = json.loads((ROOT / "benchmarks" / "load.json").read_text(encoding="utf-8"))
        arguments.page.write_text(page(load, arguments.page.stem), encoding="utf-8")
    print(json.dumps({name: value for name, value in found.items() if name != "points"}), flush=True)
    if (most := max(found["growth"].values())) > GROWTH:
        sys.exit(f"memory grew by {most:.1%}")


if __name__ == "__main__":
    main()

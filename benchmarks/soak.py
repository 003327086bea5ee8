"""Whether a server's memory stays as it is, game after game: scripted people with open pages play one game
after the other, alone among bots and with friends, and the resident memory is read every few seconds.

The server is one process with SQLite, and has one process for bots. When a game is over its pages are closed
and the next begins. The figures go to `benchmarks/soak.json`, the picture to `docs/load-report-soak.svg`,
which the page of `make bench-load` shows.

    python benchmarks/soak.py [--minutes 60] [--json FILE] [--picture FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from datetime import date
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.load import ours
from benchmarks.load_client import resident
from serai.research.chart import Points, line_chart
from tests.server.crowd import Crowd
from tests.server.databases import children
from tests.server.world import GAMES

ROOT = Path(__file__).parent.parent
CROWDS = (
    1  # times seven tables: with more a choice may be told with what follows, which pages here do not know
)
PACE = (0.0, 0.005)  # seconds that somebody thinks
SAMPLES = 240  # points of the picture
GROWTH = 0.05  # of the memory: more between the second quarter and the last is a leak
MEGABYTE = 1 << 20


def leave(crowd: Crowd) -> int:
    """Close the pages of games that are over, and forget them; how many there were."""
    over = [table for table in crowd.tables if table.over]
    for table in over:
        for page in table.pages:
            page.task.cancel()
    crowd.tables = [table for table in crowd.tables if not table.over]
    return len(over)


def measured(process: int) -> tuple[float, float]:
    """Megabytes of the server, and of all processes for bots."""
    family = children(process)
    family |= {grandchild for child in family for grandchild in children(child)}
    return resident(process) / MEGABYTE, sum(map(resident, family)) / MEGABYTE


async def play(url: str, process: int, minutes: float) -> dict[str, Any]:
    crowd = Crowd([url], Random("soak"), PACE)
    for _ in range(CROWDS):
        await crowd.come(GAMES)
    begun, games = monotonic(), 0
    points: list[tuple[float, float, float, int]] = []
    try:
        for sample in range(SAMPLES + 1):
            until = begun + 60 * minutes * sample / SAMPLES
            while monotonic() < until:
                await asyncio.sleep(0.2)
                games += leave(crowd)
            crowd.failed()
            server, bots = await asyncio.to_thread(measured, process)
            points.append((round((monotonic() - begun) / 60, 3), round(server, 1), round(bots, 1), games))
    finally:
        await crowd.go()
    return {"minutes": minutes, "tables": len(crowd.tables), "games": games, "points": points}


def growth(points: list[tuple[float, float, float, int]]) -> float:
    """By how much of itself the server's memory grew from the second quarter to the last."""
    quarter = len(points) // 4
    before = fmean(point[1] for point in points[quarter : 2 * quarter])
    return fmean(point[1] for point in points[-quarter:]) / before - 1


def picture(found: dict[str, Any]) -> str:
    def line(which: int) -> Points:
        return [(point[0], point[which]) for point in found["points"]]

    title = f"Resident memory over {found['games']:,} games"
    return line_chart(title, "minutes", "MB", {"server": line(1), "bots": line(2)})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=60.0)
    options.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "soak.json")
    options.add_argument("--picture", type=Path, default=ROOT / "docs" / "load-report-soak.svg")
    asked = options.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="serai-soak-") as folder,
        ours(Path(folder), None, "--workers", "1", "--crowd", "0") as server,
    ):
        url = f"http://127.0.0.1:{server.port}"
        played = asyncio.run(play(url, server.process.pid, asked.minutes))
    found = {
        "date": str(date.today()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "growth": round(growth(played["points"]), 4),
        **played,
    }
    asked.json.write_text(json.dumps(found) + "\n")
    asked.picture.write_text(picture(found), encoding="utf-8")
    print(json.dumps({name: value for name, value in found.items() if name != "points"}), flush=True)
    if found["growth"] > GROWTH:
        sys.exit(f"the server's memory grew by {found['growth']:.1%}")


if __name__ == "__main__":
    main()

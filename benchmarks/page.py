"""Weight and speed of the table page, for each game.

- the first page: bytes over the line, compressed, with fonts, scripts and style sheets;
- a patch after a choice: bytes, each compressed on its own;
- the server's time for a choice, from its arrival until the patches of four seats are ready;
- with Chromium: the largest paint, layout shifts, and how long the page is blocked, at the speed of a phone;
  with `--lighthouse`, the scores of Lighthouse (an npm package, fetched by npx).

    python benchmarks/page.py [--json FILE] [--lighthouse]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from secrets import token_urlsafe
from statistics import median
from time import time
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

import serai
from serai.kernel.fair import new_seed
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.live_table import Viewer
from serai.server.people.guests import new_guest
from serai.server.storage.engines import sqlite_url
from serai.server.storage.store import Store
from serai.server.tables.settings import Occupant, Settings

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
CHOICES = 600
LIMITS = {"first_page_kb": 200, "patch_kb": 3, "server_ms": 2, "lighthouse": 95}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 93_750}
# What the browser reports: the largest contentful paint, layout shifts, and tasks longer than 50 ms.
OBSERVE = """
window.seen = {lcp: 0, cls: 0, tbt: 0};
new PerformanceObserver(list => { for (const e of list.getEntries()) seen.lcp = e.startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) seen.cls += e.value;
}).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(list => {
  for (const e of list.getEntries()) seen.tbt += Math.max(0, e.duration - 50);
}).observe({type: 'longtask', buffered: true});
"""


async def play(game: str, data: Path) -> tuple[list[float], list[int]]:
    """Seconds per choice and bytes per patch, in games of four random players."""
    store = Store(sqlite_url(data), "NORMAL")
    await asyncio.to_thread(store.open)
    workers = WorkerPool(1)
    hub = Hub(store, workers)
    rng = serai.Rng(f"bench {game}")
    sizes: list[int] = []
    made = 0
    while made < CHOICES:
        guests = [(await new_guest(store))[0] for _ in range(4)]
        occupants = tuple(Occupant(guest.name, guest.id) for guest in guests)
        options = serai.game(game).settings(4)
        settings = Settings(token_urlsafe(9), game, 4, options, "normal", new_seed(), occupants, time())
        await hub.create_table(guests[0].id, settings)
        live_table = await hub.get(settings.id)
        viewers = [Viewer(seat, "en") for seat in range(4)]
        for viewer in viewers:
            await hub.join(live_table, viewer)
        table = live_table.table
        while not table.over and made < CHOICES:
            actor = table.state.actor
            legal = table.state.legal()
            await hub.choose(live_table, actor, legal[rng.below(len(legal))], table.number, None)
            made += 1
            for viewer in viewers:
                while not viewer.waiting.empty():
                    message = viewer.waiting.get_nowait() or ""
                    if message.startswith('{"patch"'):
                        sizes.append(len(zlib.compress(message.encode())))
    times = list(hub.timings)
    await hub.close()
    workers.close()
    await asyncio.to_thread(store.close)
    return times, sizes


def first_page(browser: Browser, url: str, path: str) -> dict[str, float]:
    """The cost of a visitor's first visit to a table."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    total = 0

    def finished(event: dict[str, Any]) -> None:
        nonlocal total
        total += event["encodedDataLength"]

    line.on("Network.loadingFinished", finished)
    page.add_init_script(OBSERVE)
    page.goto(url + path, timeout=120_000)
    page.wait_for_selector("body.ready", timeout=120_000)
    page.wait_for_load_state("networkidle")
    seen: dict[str, float] = page.evaluate("window.seen")
    context.close()
    return {
        "first_page_kb": round(total / 1024, 1),
        "lcp_ms": round(seen["lcp"]),
        "cls": round(seen["cls"], 4),
        "tbt_ms": round(seen["tbt"]),
    }


def lighthouse(url: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = ["npx", "--yes", "lighthouse@13", url, "--quiet", "--output=json", f"--output-path={out}"]
        command += ["--chrome-flags=--headless=new --no-sandbox"]
        command += ["--only-categories=performance,accessibility,best-practices"]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "CHROME_PATH": CHROMIUM})
        found = json.loads(out.read_text())["categories"]
    return {name: round(100 * category["score"]) for name, category in found.items()}


def measure(with_lighthouse: bool) -> dict[str, dict[str, Any]]:
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        command = [sys.executable, "-m", "serai", "serve", "--port", "0", "--data", folder, "--workers", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        try:
            for game in serai.game_names():
                answer = httpx.post(f"{url}/play/{game}", headers={"Origin": url})
                path = answer.headers["location"]
                row: dict[str, Any] = dict(first_page(browser, url, path))
                if with_lighthouse:
                    row["lighthouse"] = lighthouse(url + path)
                results[game] = row
            if with_lighthouse:
                results["home"] = {"lighthouse": lighthouse(url)}
        finally:
            browser.close()
            server.terminate()
            server.wait()
    for game in serai.game_names():
        with tempfile.TemporaryDirectory() as folder:
            times, sizes = asyncio.run(play(game, Path(folder)))
        results[game]["patch_kb"] = round(median(sizes) / 1024, 2)
        results[game]["server_ms"] = round(median(times) * 1000, 2)
        results[game]["server_ms_p95"] = round(sorted(times)[len(times) * 95 // 100] * 1000, 2)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--lighthouse", action="store_true")
    args = parser.parse_args()
    results = measure(args.lighthouse)
    missed = []
    for name, row in results.items():
        print(name, "  ".join(f"{key} {value}" for key, value in row.items()))
        for key, limit in LIMITS.items():
            value = row.get(key)
            if isinstance(value, dict):
                missed += [f"{name}: {one} {score}" for one, score in value.items() if score < limit]
            elif value is not None and value > limit:
                missed.append(f"{name}: {key} {value} is above {limit}")
    if args.json:
        args.json.write_text(json.dumps(results, indent=1) + "\n")
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()

"""Kill what a server is made of, at random moments while scripted people play, and see that nothing is lost.

- SQLite: the one process of a server;
- many: one of two web processes, one of two bot workers, PostgreSQL (all its processes), Redis (which comes
  back empty).

Each is ended with SIGKILL, stays away for up to two seconds, and is started again. Afterwards every choice
that was acknowledged, and everything that was shown, must be in the logs; nothing twice; every table goes on.

    python benchmarks/faults.py [--seed 1] [--share 1.0] [--minutes 13] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import sys
import tempfile
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.world import AWAY, STUCK, Alone, Kill, Many, killing

# Some kills wait until all tables have gone on, so that their own cost is seen; the others come while some
# are still on their way back.
PLANS = {
    "SQLite": {"web": 40},
    "many": {"web": 40, "worker": 40, "PostgreSQL": 45, "Redis": 45},
}
BETWEEN = {"SQLite": (0.5, 3.0), "many": (0.1, 1.2)}
CALM = {"SQLite": 0.4, "many": 0.2}
ENOUGH = 200
SPENT = ("away", "starts", "after", "after_worst")


async def run(name: str, share: float, seed: int, minutes: float) -> dict[str, Any]:
    """Kill the parts of one server."""
    rng = Random(f"{name} {seed}")
    plan = [kind for kind, times in PLANS[name].items() for _ in range(max(1, round(times * share)))]
    rng.shuffle(plan)
    folder = Path(tempfile.mkdtemp(prefix="serai-faults-"))
    begun = monotonic()
    # PostgreSQL as it comes: every commit is flushed to the disk.
    make = partial(Alone, folder) if name == "SQLite" else partial(Many, folder, ())
    world: Alone | Many = await asyncio.to_thread(make)
    try:
        kills, figures = await killing(
            world, plan, rng, between=BETWEEN[name], calm=CALM[name], longest=60 * minutes
        )
    finally:
        await asyncio.to_thread(world.close)
        shutil.rmtree(folder, ignore_errors=True)
    parts = {kind: of_kind(kills, kind) for kind in PLANS[name]}
    result = {"kills": len(kills), "seconds": round(monotonic() - begun), "parts": parts, "figures": figures}
    print(name, json.dumps(result), flush=True)
    return result


def of_kind(kills: list[Kill], kind: str) -> dict[str, float]:
    """What killing one part costs: seconds until each table goes on."""
    own = [kill for kill in kills if kill.kind == kind]
    calm = [kill for kill in own if kill.alone]
    waits = [wait for kill in calm for wait in kill.waits]
    found: dict[str, float] = {"kills": len(own), "calm": len(calm)}
    if ups := [(kill.away, kill.up - kill.away) for kill in calm if kill.up is not None]:
        after = [max(0.0, wait - kill.up) for kill in calm if kill.up is not None for wait in kill.waits]
        spent = {"away": [away for away, _ in ups], "starts": [start for _, start in ups], "after": after}
        found |= {name: round(median(seconds), 2) for name, seconds in spent.items() if seconds}
        if after:
            found["after_worst"] = round(max(after), 2)
    if len(waits) > 1:
        parts = quantiles(waits, n=100, method="inclusive")
        found |= {"p50": round(parts[49], 2), "p95": round(parts[94], 2), "worst": round(max(waits), 2)}
    return found


def page(results: dict[str, Any]) -> str:
    """The report."""
    rows = [
        f"| {server} | {kind} | {part['kills']} "
        + "".join(f"| {part[name]:.1f} s " if name in part else "| " for name in ("p50", "p95", "worst"))
        + "".join(f"| {part[name]:.1f} s " if name in part else "| " for name in SPENT)
        + "|"
        for server, result in results["servers"].items()
        for kind, part in result["parts"].items()
    ]
    counts: dict[str, int] = {}
    for result in results["servers"].values():
        for name, number in result["figures"].items():
            counts[name] = counts.get(name, 0) + number
    told = [
        f"| {words} | {counts.get(name, 0):,} |"
        for name, words in (
            ("tables", "tables, of all three games"),
            ("finished", "of them played to the end"),
            ("entries", "entries in their logs"),
            ("people's choices", "choices of people in the logs, each sent once by its player at that place"),
            ("acknowledged", "acknowledged choices, all found in the logs at their place"),
            ("shown", "choices shown to a page, all found in the logs as shown"),
            ("draws", "dice and cards that follow from the seeds"),
            ("connections", "connections of the pages, none of which was loaded again"),
        )
    ]
    refused = {name.removeprefix("refused: "): times for name, times in counts.items() if "refused" in name}
    said = ", ".join(f"{times} × `{code}`" for code, times in sorted(refused.items())) or "none"
    kills = sum(result["kills"] for result in results["servers"].values())
    seconds = max(result["seconds"] for result in results["servers"].values())
    return f"""# Faults, measured

Written by `make bench-faults` on {results["date"]} ({results["machine"]}, Python {results["python"]}, seed
{results["seed"]}): {kills} kills (SIGKILL) in {seconds} seconds at two servers, while scripted people play at
six tables of each, alone among bots and with friends, and one more table is watched. What
[each fault](faults.md) means for players is told elsewhere.

Nothing acknowledged was lost, nothing was applied twice, no table was stuck, and SQLite's file was whole
after every kill.

| | |
| --- | --- |
{chr(10).join(told)}
| refused | {said} |

How long it takes from a kill until a table goes on: until something new is shown at it, be it a person's
choice or a bot's. Of that time the part is first away (up to {AWAY:g} seconds, drawn at random), then it
starts (PostgreSQL recovers), and what is left then, until the table goes on, is ours: pages that try to come
back after a quarter of a second, a half, one, two; leases of 2.5 s that end; and the work itself. Where
another part does the same, tables need not wait for the one that was killed.

| server | killed | times | goes on: median | 95 of 100 | worst | away | starts | then: median | worst |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}

Most kills come while tables still recover from the one before; the times are those of the others. No table
may stand still for {STUCK:g} seconds, however often something is killed. The machine's load was
{results["load"]:.0f} on average: where other work waits for the processors, starting takes longer.
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--share", type=float, default=1.0, help="of the kills that are planned")
    options.add_argument("--minutes", type=float, default=13.0, help="after which no more is killed")
    options.add_argument("--json", type=Path)
    options.add_argument("--page", type=Path)
    asked = options.parse_args()

    async def both() -> list[dict[str, Any]]:
        return await asyncio.gather(*(run(name, asked.share, asked.seed, asked.minutes) for name in PLANS))

    servers = dict(zip(PLANS, asyncio.run(both()), strict=True))
    results = {
        "date": str(date.today()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "seed": asked.seed,
        "load": os.getloadavg()[2],
        "servers": servers,
    }
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=2) + "\n")
    if asked.page:
        asked.page.write_text(page(results))
    kills = sum(result["kills"] for result in servers.values())
    if asked.share >= 1 and kills < ENOUGH:
        sys.exit(f"only {kills} kills in {asked.minutes:g} minutes: the machine is too busy")


if __name__ == "__main__":
    main()

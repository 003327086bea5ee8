"""Kills the parts of a server at random moments while simulated people play, and checks that nothing is lost.

- SQLite: the one process of a server;
- many: one of two web processes, one of two bot workers, all workers (of which one comes back, as if it were
  the only one), PostgreSQL (all its processes), Redis (which comes back empty).

Each is killed with SIGKILL, stays down for up to two seconds, and is restarted. Afterwards every acknowledged
choice, and everything that was shown, must be in the logs; nothing twice; every table continues.

    python benchmarks/faults.py [--seed 1] [--share 1.0] [--minutes 13] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
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

from tests.server.killable_servers import AWAY, STUCK, WORKERS, Kill, ManyProcesses, SingleProcess, kill_parts

# Some kills wait until all tables have resumed, to show the cost of one kill; the others come while some
# tables are still recovering.
PLANS = {
    "SQLite": {"web": 40},
    "many": {"web": 35, "worker": 35, WORKERS: 30, "PostgreSQL": 45, "Redis": 35},
}
BETWEEN = {"SQLite": (0.5, 3.0), "many": (0.1, 1.2)}
CALM = {"SQLite": 0.4, "many": 0.3}
ENOUGH = 200
SPENT = ("p50", "p95", "worst", "away", "starts", "after", "after_worst", "page", "table")
# Most seconds allowed, from the kill or from when the part is back.
ASKED = {"worker": ("worst", 5.0), "PostgreSQL": ("after_worst", 3.0)}


async def run(name: str, share: float, seed: int, minutes: float) -> dict[str, Any]:
    """Kill the parts of one server."""
    rng = Random(f"{name} {seed}")
    plan = [kind for kind, times in PLANS[name].items() for _ in range(max(1, round(times * share)))]
    rng.shuffle(plan)
    folder = Path(tempfile.mkdtemp(prefix="serai-faults-"))
    begun = monotonic()
    # PostgreSQL with its defaults: every commit is flushed to disk.
    make = partial(SingleProcess, folder) if name == "SQLite" else partial(ManyProcesses, folder, ())
    server: SingleProcess | ManyProcesses = await asyncio.to_thread(make)
    try:
        kills, figures = await kill_parts(
            server, plan, rng, between=BETWEEN[name], calm=CALM[name], longest=60 * minutes
        )
    finally:
        await asyncio.to_thread(server.close)
        shutil.rmtree(folder, ignore_errors=True)
    parts = {kind: of_kind(kills, kind) for kind in PLANS[name]}
    result = {"kills": len(kills), "seconds": round(monotonic() - begun), "parts": parts, "figures": figures}
    print(name, json.dumps(result), flush=True)
    return result


def of_kind(kills: list[Kill], kind: str) -> dict[str, float]:
    """The cost of killing one part: seconds until each table resumes, and what they are spent on."""
    own = [kill for kill in kills if kill.kind == kind]
    calm = [(kill, kill.up) for kill in own if kill.alone and kill.up is not None]
    found: dict[str, float] = {"kills": len(own), "calm": len(calm)}
    waits = [wait for kill, _ in calm for _, wait in kill.waits]
    if len(waits) < 2:
        return found
    parts = quantiles(waits, n=100, method="inclusive")
    # Since the part is back: until the table resumes, and of that, until its pages have reconnected.
    after = [(max(0.0, wait - up), max(0.0, back - up)) for kill, up in calm for back, wait in kill.waits]
    longest, back = max(after)
    seconds = {
        "p50": parts[49],
        "p95": parts[94],
        "worst": max(waits),
        "away": median(kill.away for kill, _ in calm),
        "starts": median(up - kill.away for kill, up in calm),
        "after": median(rest for rest, _ in after),
        "after_worst": longest,
        "page": back,
        "table": longest - back,
    }
    return found | {name: round(value, 2) for name, value in seconds.items()}


def missed(servers: dict[str, Any]) -> list[str]:
    """The requirements that are not met."""
    return [
        f"{kind}: {part[which]} s instead of {most:g}"
        for result in servers.values()
        for kind, part in result["parts"].items()
        for which, most in [ASKED.get(kind, ("worst", math.inf))]
        if part.get(which, 0.0) > most
    ]


def page(results: dict[str, Any]) -> str:
    """The report."""
    rows = [
        f"| {server} | {kind} | {part['kills']} "
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
    goes_on = ("goes on: median", "95 of 100", "worst", "away", "starts")
    names = ("server", "killed", "times", *goes_on, "then: median", "worst", "of it page", "table")
    head = [f"| {' | '.join(names)} |", "| --- " * len(names) + "|"]
    asked = "; ".join(missed(results["servers"])) or "so it is"
    seconds = max(result["seconds"] for result in results["servers"].values())
    return f"""# Faults, measured

Written by `make bench-faults` on {results["date"]} ({results["machine"]}, Python {results["python"]}, seed
{results["seed"]}): {kills} kills (SIGKILL) in {seconds} seconds at two servers, while scripted people play at
six tables of each, alone among bots and with friends, and one more table is watched. What
[each fault](../faults.md) means for players is told elsewhere.

Nothing acknowledged was lost, nothing was applied twice, no table was stuck, and SQLite's file was whole
after every kill.

| | |
| --- | --- |
{chr(10).join(told)}
| refused | {said} |

How long it takes from a kill until a table goes on: until something new is shown at it, be it a person's
choice or a bot's; what was on its way already does not count. Of that time the part is first away (up to
{AWAY:g} seconds, drawn at random), then it starts (PostgreSQL recovers). What is left then is ours. The last
columns say where the worst of it goes: until the page is back, which tries after a quarter of a second, a
half, and then every second; and from there until the table goes on. Where another part does the same, tables
need not wait for the one that was killed.

Asked are at most 5 s for one of two workers, and at most 3 s beyond PostgreSQL's own recovery: {asked}.

{chr(10).join(head)}
{chr(10).join(rows)}

Most kills come while tables still recover from the one before; the times are those of the others. What is
made for a person, since it is forced, takes as long as they would take, and is not counted. No table
may stand still for {STUCK:g} seconds, however often something is killed. The machine's load was
{results["load"]:.1f} on average: where other work waits for the processors, starting takes longer.
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--share", type=float, default=1.0, help="of the kills that are planned")
    options.add_argument("--minutes", type=float, default=13.0, help="after which no more is killed")
    options.add_argument("--json", type=Path)
    options.add_argument("--page", type=Path)
    arguments = options.parse_args()

    async def both() -> list[dict[str, Any]]:
        return await asyncio.gather(
            *(run(name, arguments.share, arguments.seed, arguments.minutes) for name in PLANS)
        )

    servers = dict(zip(PLANS, asyncio.run(both()), strict=True))
    results = {
        "date": str(date.today()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "seed": arguments.seed,
        "load": os.getloadavg()[2],
        "servers": servers,
    }
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")
    if arguments.page:
        arguments.page.write_text(page(results))
    kills = sum(result["kills"] for result in servers.values())
    if arguments.share >= 1 and kills < ENOUGH:
        sys.exit(f"only {kills} kills in {arguments.minutes:g} minutes: the machine is too busy")
    if less := missed(servers):
        sys.exit("\n".join(less))


if __name__ == "__main__":
    main()

"""How long the review of a four-player game takes, and how large its page is, for each game.

- the quick review (the net alone) and the full one, as a library, in CPU seconds;
- the same over HTTP from a server with two workers: until the first chart, and until the review is complete;
- the page: bytes on the wire, compressed, and of its first picture alone.

    python -m benchmarks.review [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

import httpx

import serai
from serai.analysis import quick_review, review
from serai.analysis.picture import picture
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from tests.server.server_process import Player, ServerProcess, new_table

PLAYERS = 4
LEVELS = ("level1", "level2", "level3", "level4")
LOOK = 0.05  # seconds
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def played(name: str) -> Record:
    """A game of bots of four levels."""
    record = Record(name, PLAYERS)
    state, rng = record.replay(), Rng(f"review {name}")
    bots = [make_bot(level, record.game) for level in LEVELS]
    for seat, bot in enumerate(bots):
        bot.reset(record.game, PLAYERS, record.options, seat, f"review {seat}")
    while state.actor != OVER:
        if state.actor == CHANCE:
            record.play(state, state.sample(rng))
        else:
            record.play(state, bots[state.actor].choose(Situation(state, int(state.actor)), Budget()))
    return record


def as_library(name: str) -> dict[str, Any]:
    record = played(name)
    quick_review(record)  # loads the net
    begun = process_time()
    quick_review(record)
    first = process_time() - begun
    begun = process_time()
    found = review(record)
    return {
        "choices": len(record.choices),
        "examined": len(found.judgements),
        "first_s": round(first, 3),
        "full_s": round(process_time() - begun, 2),
        "json_kb": round(len(found.to_json()) / 1024, 1),
        "picture_kb": round(len(picture(found)) / 1024, 1),
    }


def over_http(server: ServerProcess, name: str) -> dict[str, Any]:
    """Play a game against three bots, then request its review as a browser does."""
    with server.client(**{"accept": "text/html"}) as client:
        path = new_table(client, name, players=PLAYERS, **{f"level_{seat}": "level3" for seat in range(1, 4)})
        player = Player(client, path)
        player.play_on(Rng("review"))
        player.close()
        begun = perf_counter()
        page = client.get(f"{path}/review")
        while "review-chart" not in page.text:
            sleep(LOOK)
            page = client.get(f"{path}/review")
        first = perf_counter() - begun
        while client.get(f"{path}/review/progress").json()["state"] != "done":
            sleep(LOOK)
        full = perf_counter() - begun
        size = weight(client, f"{path}/review")
        linked = set(LINKED.findall(client.get(f"{path}/review").text))
        files = sum(weight(client, link) for link in linked)
    return {
        "first_picture_s": round(first, 2),
        "full_review_s": round(full, 2),
        "page_kb": round(size / 1024, 1),
        "with_files_kb": round((size + files) / 1024, 1),
    }


def weight(client: httpx.Client, url: str) -> int:
    """Bytes on the wire."""
    with client.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        return sum(len(part) for part in answer.iter_raw())


def report(figures: dict[str, Any]) -> str:
    rows = [
        f"| {serai.game(name).title} | {one['choices']} | {one['first_s']} s | {one['full_s']} s "
        f"({one['examined']}) | {one['first_picture_s']} s | {one['full_review_s']} s | {one['page_kb']} kB "
        f"({one['with_files_kb']} kB) |"
        for name, one in figures["games"].items()
    ]
    return "\n".join(
        [
            "# How long a review takes",
            "",
            "Four players, one game of each kind; `make bench-review` measures it. As a library in seconds",
            "of a processor, over HTTP in seconds that passed on a server with two workers. The machine had",
            f"{figures['cores']} cores, and others worked on it: its load was {figures['load']} at first.",
            "",
            "| game | choices | first review | full review (choices looked at) | first picture, HTTP "
            "| full, HTTP | page (with styles, scripts, fonts) |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path)
    arguments = parser.parse_args()
    figures: dict[str, Any] = {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "games": {name: as_library(name) for name in ("yspahan", "istanbul", "morgenland")},
    }
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), "--synchronous", "normal", "--workers", "2")
        for name, one in figures["games"].items():
            one.update(over_http(server, name))
        server.stop()
    print(json.dumps(figures, indent=2))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")
    if arguments.page:
        arguments.page.write_text(report(figures))


if __name__ == "__main__":
    main()

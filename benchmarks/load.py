"""How much load one server can carry: choices per second, acknowledged and on disk, and viewers, compared
with boardgame.io's server (from npm) with a game of the same kind, in one run.

The server has one core, the client (`load_client.py`) another, unless said otherwise. Everything goes over
the loopback by the sockets that pages use: four connected seats per table, each of which gets its own patch.
Players choose at once. At the end our server is killed (SIGKILL), and the choices in its database are
counted: none that was acknowledged may be missing. Figures go to `benchmarks/load.json`, the page and its
pictures to `docs/explanation/reports`.

    python benchmarks/load.py [--quick] [--part PART] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic, time
from typing import Any

import sqlalchemy as sql

sys.path.insert(0, str(Path(__file__).parent.parent))

import serai
from serai.kernel.fair import new_seed
from serai.research.chart import Points, line_chart, short
from serai.server.people.guests import new_session
from serai.server.storage.engines import sqlite_url
from serai.server.storage.schema import entries, guests
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table
from tests.server.databases import Postgres, Redis

ROOT = Path(__file__).parent.parent
OTHERS = ROOT / "benchmarks" / "boardgameio"
SOAKED = ROOT / "benchmarks" / "soak.json"
TABLES = (1, 10, 100, 300)
BESIDE = 100  # tables at which all games and all servers are compared
VIEWERS = 2000
REACH = 500
CORES = os.sched_getaffinity(0)
SERVER_CORE, CLIENT_CORE = 0, 1
STARTING = 30.0  # seconds for a server to start
LIMITS = {"viewer_bytes": 22 * 1024, "reach_ms": 16.0, "processes": 1.6}

Figures = dict[str, Any]


# Tables to play at


def prepare(url: str, game: str, number: int, stages: int = 1) -> list[tuple[int, str, list[str]]]:
    """Create tables of four guests; returns their keys and the guests' tokens. The first `stages` tables are
    spread over the stages of a game; the others have not begun."""
    store = Store(url)
    store.open()
    made: list[tuple[int, str, list[str]]] = []
    options = serai.game(game).settings(4)
    with store.transaction() as connection:
        for table in range(number):
            occupants, tokens = [], []
            for seat in range(4):
                name = f"Guest {seat + 1}"
                row = connection.execute(guests.insert().values(name=name, made_at=time()))
                assert row.inserted_primary_key is not None
                guest = int(row.inserted_primary_key[0])
                tokens.append(new_session(connection, guest, "")[1])
                occupants.append(Occupant(name, guest))
            key = token_urlsafe(9)
            now = time()
            settings = Settings(
                key, game, 4, options, "normal", new_seed(), tuple(occupants), now, started_at=now
            )
            begun = Table(settings)
            begun.make_automatic_choices()
            if 0 < table < stages:
                play_on(begun, 0.9 * table / stages)  # less than a whole game
            first = occupants[0].guest
            assert first is not None
            repository.insert_table(begun, first)(connection)
            made.append((table, key, tokens))
    store.close()
    return made


def play_on(table: Table, share: float) -> None:
    """Play a share of a game at random, up to a position in which somebody has a choice."""
    whole = Table(table.settings)
    choices = int(share * play(whole, 1 << 30))
    play(table, choices)
    while table.automatic() is not None:
        play(table, 1)


def play(table: Table, choices: int) -> int:
    """Make choices for people until the game ends; returns how many were made."""
    rng = random.Random(table.settings.seed)
    for made in range(choices):
        table.make_automatic_choices()
        if table.over:
            return made
        table.make(rng.choice(table.state.legal()), asked=True)
    table.make_automatic_choices()
    return choices


def stored(url: str) -> int:
    """The number of people's choices in a database."""
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
    """A server process that was started here."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def started(command: list[str], ready: str, port: int, core: int | None, **more: Any) -> Iterator[Running]:
    """Start a server, wait until it says that it is ready, and kill it at the end."""

    def before() -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        if core is not None:
            os.sched_setaffinity(0, {core})

    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=before, **more)
    assert process.stdout is not None
    server = Running(process, port)
    try:
        until = monotonic() + STARTING
        while ready not in (line := process.stdout.readline()):
            if not line or monotonic() > until:
                raise RuntimeError(f"{command[0]} did not start")
        yield server
    finally:
        server.kill()
        process.stdout.close()


@contextmanager
def ours(folder: Path, core: int | None, *more: str) -> Iterator[Running]:
    port = free_port()
    command = [
        sys.executable,
        str(ROOT / "benchmarks" / "load_server.py"),
        "serve",
        "--port",
        str(port),
        "--data",
        str(folder),
    ]
    with started([*command, *more], "Serai is at", port, core, cwd=ROOT) as server:
        yield server


@contextmanager
def theirs(folder: Path | None, core: int | None) -> Iterator[Running]:
    port = free_port()
    command = ["node", "server.js", str(port), *([str(folder)] if folder else [])]
    env = {**os.environ, "NODE_ENV": "production"}
    with started(command, "ready", port, core, cwd=OTHERS, env=env) as server:
        yield server


# What is played at


class Side:
    """Servers of one kind, with their tables."""

    def __init__(
        self,
        kind: str,
        servers: list[Running],
        tables: list[Any],
        core: int | None,
        urls: Sequence[str] = (),
        split: bool = False,
    ) -> None:
        self.servers = servers
        self.urls = urls
        self.split = split
        self.before = sum(map(stored, urls))  # choices on the disk
        ports, pids = [server.port for server in servers], [server.process.pid for server in servers]
        self.told = {
            "kind": kind,
            "ports": ports,
            "pids": pids,
            "tables": tables,
            "core": core,  # of the client
            "split": split,
        }

    def check(self, found: Figures) -> None:
        """Kill the servers, and check that nothing was lost."""
        for server in self.servers:
            server.kill()
        uneven = found.pop("uneven")
        if not self.urls:
            return
        on_disk = sum(map(stored, self.urls)) - self.before
        if on_disk < found["made"]:
            raise RuntimeError(f"{found['made']} choices were acknowledged, {on_disk} are on the disk")
        # A seat that missed a message from another process gets the whole scene instead of a patch.
        if uneven and not self.split:
            raise RuntimeError("not every seat got every patch")


@contextmanager
def our_side(game: str, tables: int) -> Iterator[Side]:
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder))
        made = prepare(url, game, tables)
        with ours(Path(folder), SERVER_CORE, "--workers", "1") as server:
            yield Side("serai", [server], made, CLIENT_CORE, [url])


@contextmanager
def their_side(durable: bool, tables: int) -> Iterator[Side]:
    with tempfile.TemporaryDirectory() as folder:
        made: list[Any] = [(number, f"match{number}", []) for number in range(tables)]
        with theirs(Path(folder) if durable else None, SERVER_CORE) as server:
            yield Side("boardgame.io", [server], made, CLIENT_CORE)


@contextmanager
def databases(core: int | None) -> Iterator[tuple[str, str]]:
    """The addresses of a PostgreSQL, which flushes to disk, and of a Redis."""
    with ExitStack() as stack:
        os.sched_setaffinity(0, CORES if core is None else {core})  # children inherit it
        postgres = Postgres()
        stack.callback(postgres.remove)
        stack.callback(postgres.stop)
        redis = Redis()
        stack.callback(redis.remove)
        stack.callback(redis.stop)
        os.sched_setaffinity(0, CORES)
        yield postgres.address("postgres"), redis.address


@contextmanager
def apart(number: int, how: Figures) -> Iterator[Side]:
    """Servers that share nothing but the machine and the client, each on its own core: the upper bound for
    what a second process can gain here."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        urls = [sqlite_url(Path(folder) / str(place)) for place in range(number)]
        here = BESIDE // number
        tables = []
        for place, url in enumerate(urls):
            made = prepare(url, "yspahan", needed(here, how), here)
            tables += [(number * table + place, key, tokens) for table, key, tokens in made]
        servers = [
            stack.enter_context(ours(Path(folder) / str(place), place, "--workers", "1"))
            for place in range(number)
        ]
        yield Side("serai", servers, sorted(tables), None, urls)


@contextmanager
def many(processes: int, how: Figures, one_core: bool = False, split: bool = False) -> Iterator[Side]:
    """Web processes, each on its own core. PostgreSQL, Redis and the client run on any core; with `one_core`
    the client has the second core, and everything else the first. With `split` the seats of each table are
    spread over the processes."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url, redis = stack.enter_context(databases(SERVER_CORE if one_core else None))
        tables = prepare(url, "yspahan", needed(BESIDE, how), BESIDE)
        shared = ("--database", url, "--redis", redis, "--workers", "0")
        servers = [stack.enter_context(ours(Path(folder), place, *shared)) for place in range(processes)]
        yield Side("serai", servers, tables, CLIENT_CORE if one_core else None, [url], split)


# Measurements


def client(sides: dict[str, Side], **what: Any) -> Figures:
    """Give the client a job."""
    command = [sys.executable, str(ROOT / "benchmarks" / "load_client.py")]
    job = {"sides": {name: side.told for name, side in sides.items()}, "seed": "load", **what}
    done = subprocess.run(command, input=json.dumps(job) + "\n", text=True, capture_output=True, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr or f"the client ended with {done.returncode}")
    found: Figures = json.loads(done.stdout)
    return found


def needed(playing: int, how: Figures, shorter: int = 1) -> int:
    """How many tables are needed so that there is always a next one. `shorter`: how many times as many games
    end as with ours."""
    seconds = how["warm"] + how["slices"] * (how["again"] + how["seconds"])
    return playing + 20 + shorter * int(seconds * (12 if playing < 50 else 30))


def in_turn(sides: dict[str, AbstractContextManager[Side]], playing: int, how: Figures) -> Figures:
    """Run all servers and measure them in turn, in short slices, so that other load affects all alike."""
    with ExitStack() as stack:
        open_sides = {name: stack.enter_context(side) for name, side in sides.items()}
        times = {key: how[key] for key in ("warm", "again", "seconds", "slices")}
        found = client(open_sides, playing=playing, **times)
        for name, side in open_sides.items():
            side.check(found[name])
            facts = found[name] = rounded(found[name])
            told = " ".join(f"{key} {value:,.2f}" for key, value in facts.items() if isinstance(value, float))
            print(f"{playing} tables, {name}: {told}", file=sys.stderr, flush=True)
    return found


def seen_by_many(side: AbstractContextManager[Side], how: Figures) -> Figures:
    with side as one:
        found = rounded(client({"": one}, viewers=how["viewers"], reach=REACH, choices=40))
    print(f"viewers: {found}", file=sys.stderr, flush=True)
    return found


def rounded(found: Figures) -> Figures:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in found.items()}


def facts() -> Figures:
    """The conditions of the measurement."""
    return {
        "date": date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "serai": serai.__version__,
        "boardgame.io": json.loads((OTHERS / "package-lock.json").read_text())["packages"][
            "node_modules/boardgame.io"
        ]["version"],
        "node": subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip(),
    }


def by_tables(how: Figures) -> Figures:
    return {
        str(number): in_turn(
            {
                "serai": our_side("yspahan", needed(number, how)),
                "memory": their_side(False, needed(number, how, 4)),
                "flatfile": their_side(True, needed(number, how, 4)),
            },
            number,
            how,
        )
        for number in how["tables"]
    }


def by_games(how: Figures) -> Figures:
    return in_turn({game: our_side(game, needed(BESIDE, how)) for game in serai.game_names()}, BESIDE, how)


def by_viewers(how: Figures) -> Figures:
    return {
        "serai": seen_by_many(our_side("yspahan", 1), how),
        "memory": seen_by_many(their_side(False, 1), how),
    }


def by_processes(how: Figures) -> Figures:
    """Few at a time, as idle servers use a little of a core, too."""
    beside = {"1 core": many(1, how, one_core=True), "1": many(1, how), "2": many(2, how)}
    split = {"split": many(2, how, split=True)}
    nothing_shared = {"1 apart": apart(1, how), "2 apart": apart(2, how)}
    return {
        name: facts
        for sides in (beside, split, nothing_shared)
        for name, facts in in_turn(sides, BESIDE, how).items()
    }


PARTS: dict[str, Callable[[Figures], Figures]] = {
    "tables": by_tables,
    "games": by_games,
    "viewers": by_viewers,
    "processes": by_processes,
}


# The page


def page(found: Figures, pictures: str) -> str:
    rows = found["tables"]
    beside = rows[str(BESIDE)] if str(BESIDE) in rows else next(iter(rows.values()))
    ours_s, memory_s, disk_s = (beside[kind]["per_s"] for kind in ("serai", "memory", "flatfile"))
    viewers, others = found["viewers"]["serai"], found["viewers"]["memory"]
    one_core, one, two, split = (found["processes"][key] for key in ("1 core", "1", "2", "split"))
    one_apart, two_apart = found["processes"]["1 apart"], found["processes"]["2 apart"]

    def row(name: str, facts: Figures) -> list[str]:
        runs = facts["all_per_s"]
        return [
            name,
            short(facts["per_s"]),
            f"{short(min(runs))} to {short(max(runs))}",
            f"{facts['p50_ms']:.1f} ms",
            f"{facts['p99_ms']:.1f} ms",
            f"{facts['server_ms']:.2f} ms",
            f"{100 * facts['server_busy']:.0f} %",
            str(facts["games"]),
        ]

    head = [
        "",
        "choices/s",
        "each time",
        "p50",
        "p99",
        "processor time a choice",
        "of a core",
        "games ended",
    ]
    kinds = {
        "serai": "Serai, on disk",
        "memory": "boardgame.io, in memory",
        "flatfile": "boardgame.io, FlatFile",
    }
    lines = [
        "# Load: how much one server carries",
        "",
        f"Made by `make bench-load` on {found['date']}: {found['machine']}, Python "
        f"{found['python']}, "
        f"Serai {found['serai']}, boardgame.io {found['boardgame.io']} on Node {found['node']}. The load "
        f"of the "
        f"machine was {found['load']} when it began; a quiet one is near 0, and a busy one makes all "
        f"figures smaller "
        "and all times longer. Compare ratios: machines differ. "
        "What has the same number of tables in the first table, all in the second, and in the last the first "
        "three, the fourth, and the other two rows ran at the same time and were played at in turn, "
        f"{found['slices']} times {found['seconds']:g} seconds each: the speed of a machine wavers, and so "
        "that meets all alike. Shown is all of it together, and the slowest and the fastest time.",
        "",
        "Players and viewers are WebSockets of one client on the loopback. The server has one core, the "
        "client the other. Each table has four connected seats; each gets its own patch of every choice. "
        "Where a game ends, its players come to a new table; the last column says how many games ended. Who "
        "is asked chooses at once, at random among what they are offered. A choice counts when its patch has "
        "come back; SQLite had flushed it to the disk by then (WAL, "
        "`synchronous=FULL`). After each measurement the server is killed, and no choice that was "
        "acknowledged may be missing in the database. What chance and the server choose (dice, cards, forced "
        "choices) is stored and shown too, and does not count. The pause before a forced choice among people "
        "is taken away. boardgame.io plays a game of the same kind (48 shops, dice, hidden hands, four "
        "players, one choice a move) and sends each player the state that they may see.",
        "",
        f"At {BESIDE} tables: {short(ours_s)} choices a second of Yspahan on disk, {ours_s / memory_s:.2f} "
        f"times "
        f"boardgame.io in memory ({short(memory_s)}), {ours_s / disk_s:.1f} times boardgame.io on disk "
        f"({short(disk_s)}). A viewer takes {viewers['bytes'] / 1024:.1f} KB (theirs "
        f"{others['bytes'] / 1024:.1f} KB); "
        f"a choice reaches {viewers['reach']} viewers in {viewers['reach_p50_ms']:.1f} ms at the median "
        f"(theirs "
        f"{others['reach_p50_ms']:.1f} ms). Two web processes with PostgreSQL and Redis make "
        f"{two['per_s'] / one['per_s']:.2f} times the choices of one, and "
        f"{two['per_s'] / one_core['per_s']:.2f} times those of one that shares a core with them.",
        "",
        "## By tables",
        "",
        table(
            head, [row(f"{number} · {kinds[kind]}", rows[number][kind]) for number in rows for kind in kinds]
        ),
        "",
        f"![Choices a second by tables]({pictures}-tables.svg)",
        "",
        f"![Time of a choice by tables]({pictures}-times.svg)",
        "",
        f"## All games, {BESIDE} tables",
        "",
        table(
            head,
            [row(serai.game(name).title, facts) for name, facts in found["games"].items()],
        ),
        "",
        "## Viewers",
        "",
        table(
            ["", "memory of one", f"a choice to {viewers['reach']}, p50", "p99"],
            [
                [
                    name,
                    f"{facts['bytes'] / 1024:.1f} KB",
                    f"{facts['reach_p50_ms']:.1f} ms",
                    f"{facts['reach_p99_ms']:.1f} ms",
                ]
                for name, facts in (("Serai", viewers), ("boardgame.io", others))
            ],
        ),
        "",
        f"Memory is what the process grew by for {viewers['viewers']:,} more viewers of one table, divided "
        f"by them; "
        "buffers of the kernel are not in it.",
        "",
        "## More processes",
        "",
        f"PostgreSQL (`synchronous_commit=on`) and Redis, {BESIDE} tables of Yspahan, which stand at all "
        "stages of a game, so that ends of games come as evenly to the slower as to the faster. Processor "
        "time is that of the web processes. The first row has all of the server on one core and the client "
        "on the other, as above. In the second the databases run where there is room, beside the client. In "
        "the third two web processes have a core each, and client and databases share both with them: that "
        f"makes {two['per_s'] / one_core['per_s']:.2f} times the choices of the first row and "
        f"{two['per_s'] / one['per_s']:.2f} times those of the second. Two servers that share nothing but "
        "the machine and the client, each with a SQLite of its own and half of the tables, make "
        f"{two_apart['per_s'] / one_apart['per_s']:.2f} times the choices of one.",
        "",
        table(
            head,
            [
                row("one web process, databases on its core", one_core),
                row("one, databases where there is room", one),
                row("two, each table at one of them", two),
                row("two, the seats of each table at both", split),
                row("one server with SQLite", one_apart),
                row("two of them that share nothing", two_apart),
            ],
        ),
        "",
        *soaked(pictures),
    ]
    return "\n".join(lines)


def soaked(pictures: str) -> list[str]:
    """The results of `benchmarks/soak.py`, if it was run."""
    if not SOAKED.exists():
        return []
    found = json.loads(SOAKED.read_text(encoding="utf-8"))
    rows = [
        [name, *(f"{found['at'][when][place]:.0f} MB" for when in found["at"]), f"{grown:+.1%}"]
        for place, (name, grown) in enumerate(found["growth"].items())
    ]
    return [
        "## Memory, game after game",
        "",
        f"Written by `make bench-soak` on {found['date']} (load {found['load']}): {found['games']:,} games, "
        f"{found['tables']} at a time, in {found['minutes']:g} minutes, {found['to the end']:,} of them to "
        f"the end and the others for some dozens of choices, by {found['guests']:,} guests who open a page "
        f"each and make {found['choices']:,} choices in all. One server with SQLite, and two processes in "
        "which its bots think. At first caches fill up to their bounds; growth is that of the mean from the "
        "second quarter of the time to the last.",
        "",
        table(["", *found["at"], "growth"], rows),
        "",
        f"![Resident memory, game after game]({pictures}-soak.svg)",
        "",
    ]


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def pictures(found: Figures) -> dict[str, str]:
    names = {"serai": "Serai, on disk", "memory": "b.io, memory", "flatfile": "b.io, FlatFile"}

    def lines(key: str) -> dict[str, Points]:
        return {
            name: [(int(number), facts[kind][key]) for number, facts in found["tables"].items()]
            for kind, name in names.items()
        }

    return {
        "tables": line_chart("Choices a second", "tables", "choices a second", lines("per_s"), True),
        "times": line_chart("Time of a choice, median", "tables", "ms", lines("p50_ms"), True),
    }


def missed(found: Figures) -> list[str]:
    """The requirements that are not met."""
    row = found["tables"][str(BESIDE)]
    ours_s = row["serai"]["per_s"]
    viewers = found["viewers"]["serai"]
    times = found["processes"]["2"]["per_s"] / found["processes"]["1"]["per_s"]
    checks = {
        "less than twice boardgame.io on disk": ours_s >= 2 * row["flatfile"]["per_s"],
        "less than boardgame.io in memory": ours_s >= row["memory"]["per_s"],
        "a viewer takes too much memory": viewers["bytes"] <= LIMITS["viewer_bytes"],
        "a choice reaches viewers too late": viewers["reach_p50_ms"] <= LIMITS["reach_ms"],
        "a second process brings too little": times >= LIMITS["processes"],
    }
    return [what for what, holds in checks.items() if not holds]


def main() -> None:
    os.environ["SERAI_CROWD"] = "0"  # all come from one address
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a rough look, in two minutes")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this; the rest is kept")
    parser.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "load.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "explanation" / "reports" / "load.md")
    given = parser.parse_args()
    # Seconds of warm-up before the first slice and before each other one, seconds of a slice, and slices.
    how: Figures = {
        "warm": 2.0,
        "again": 0.3,
        "seconds": 1.5,
        "slices": 10,
        "viewers": VIEWERS,
        "tables": TABLES,
    }
    if given.quick:
        how |= {"warm": 1.0, "slices": 2, "viewers": 500, "tables": (10, BESIDE)}
    parts = given.part or list(PARTS)
    found = json.loads(given.json.read_text(encoding="utf-8")) if given.part else facts()
    found |= {"seconds": how["seconds"], "slices": how["slices"]}
    for part in parts:
        found[part] = PARTS[part](how)
    given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    given.page.write_text(page(found, given.page.stem), encoding="utf-8")
    for name, picture in pictures(found).items():
        given.page.with_name(f"{given.page.stem}-{name}.svg").write_text(picture, encoding="utf-8")
    if not given.quick and (less := missed(found)):
        sys.exit("\n".join(less))


if __name__ == "__main__":
    main()

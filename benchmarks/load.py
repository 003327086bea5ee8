"""How much one server carries: choices a second that are acknowledged and on the disk, and viewers, beside
boardgame.io's server (from npm) with a game of the same kind, in one run.

The server has one core, the client (`load_client.py`) another, unless said otherwise. Everything goes over
the loopback by the sockets that pages use: four connected seats a table, each of which gets its own patch.
Who is asked chooses at once. At the end our server is killed (SIGKILL), and the choices in its database are
counted: none that was acknowledged may be missing. Figures go to `benchmarks/load.json`, the page and its
pictures to `docs`.

    python benchmarks/load.py [--quick] [--json FILE] [--page FILE]
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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
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
from serai.server import shelf
from serai.server.guests import new_session
from serai.server.settings import Chair, Settings
from serai.server.storage import Store, entries, guests, sqlite_url
from serai.server.table import Table
from tests.server.databases import Postgres, Redis

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


def prepare(url: str, game: str, number: int, stages: int = 1) -> list[tuple[int, str, list[str]]]:
    """Tables of four guests, and the guests' tokens. The first ones stand at so many stages of a game; the
    others have not begun."""
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
            now = time()
            settings = Settings(
                key, game, 4, options, "normal", new_seed(), tuple(chairs), now, started_at=now
            )
            begun = Table(settings)
            begun.follow()
            if 0 < table < stages:
                play_on(begun, 0.9 * table / stages)  # at most so much, that none is over
            first = chairs[0].guest
            assert first is not None
            shelf.found(begun, first)(connection)
            made.append((table, key, tokens))
    store.close()
    return made


def play_on(table: Table, share: float) -> None:
    """A share of a game, at random, up to a position in which somebody has a choice."""
    whole = Table(table.settings)
    choices = int(share * play(whole, 1 << 30))
    play(table, choices)
    while table.automatic() is not None:
        play(table, 1)


def play(table: Table, choices: int) -> int:
    """So many choices of persons, if the game does not end before; how many there were."""
    rng = random.Random(table.settings.seed)
    for made in range(choices):
        table.follow()
        if table.over:
            return made
        table.make(rng.choice(table.state.legal()), asked=True)
    table.follow()
    return choices


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


@contextmanager
def started(command: list[str], ready: str, port: int, core: int | None, **more: Any) -> Iterator[Running]:
    """A server, from the line in which it says that it listens until it is killed."""

    def before() -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
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


# Measurements


def client(job: dict[str, Any]) -> Figures:
    """Have the client do something."""
    command = [sys.executable, str(ROOT / "benchmarks" / "load_client.py")]
    done = subprocess.run(command, input=json.dumps(job) + "\n", text=True, capture_output=True, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr or f"the client ended with {done.returncode}")
    found: Figures = json.loads(done.stdout)
    return found


def job(
    kind: str, servers: list[Running], tables: list[Any], core: int | None, **more: Any
) -> dict[str, Any]:
    ports = [server.port for server in servers]
    return {"kind": kind, "ports": ports, "tables": tables, "core": core, "seed": "load", **more}


def spare(tables: int, seconds: float) -> int:
    """Tables to have, so that whoever has finished a game finds the next one."""
    return tables + 20 + int(seconds * (12 if tables < 50 else 30))


def played(
    kind: str,
    servers: list[Running],
    tables: list[Any],
    playing: int,
    core: int | None,
    how: Figures,
    **more: Any,
) -> Figures:
    pids = [server.process.pid for server in servers]
    times = {"playing": playing, "warm": how["warm"], "seconds": how["seconds"], "pids": pids}
    return client(job(kind, servers, tables, core, **times, **more))


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
        tables: list[Any] = [
            (number, f"match{number}", []) for number in range(spare(playing, how["seconds"]) * 4)
        ]
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


# Many processes


@contextmanager
def databases(core: int | None) -> Iterator[tuple[str, str]]:
    """A PostgreSQL, which flushes to the disk, and a Redis; their addresses."""
    with ExitStack() as stack:
        if core is not None:  # what is started from here stays there
            stack.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
            os.sched_setaffinity(0, {core})
        postgres = Postgres()
        stack.callback(postgres.remove)
        stack.callback(postgres.stop)
        redis = Redis()
        stack.callback(redis.remove)
        stack.callback(redis.stop)
        yield postgres.address("postgres"), redis.address


def apart(number: int, how: Figures) -> Figures:
    """So many servers that share nothing but the machine and the client, each on a core of its own: with them
    a second one brings all that it can bring here."""
    with tempfile.TemporaryDirectory(dir=how["folder"]) as folder, ExitStack() as stack:
        places = [Path(folder) / str(place) for place in range(number)]
        servers, tables, before = [], [], 0
        for place, data in enumerate(places):
            here = BESIDE // number
            url = sqlite_url(data)
            made = prepare(url, "yspahan", spare(here, how["warm"] + how["seconds"]), here)
            before += stored(url)
            tables += [(number * table + place, key, tokens) for table, key, tokens in made]
            servers.append(stack.enter_context(ours(data, place, "--workers", "1")))
        found = played("serai", servers, sorted(tables), BESIDE, None, how)
        check(found, sum(stored(sqlite_url(data)) for data in places) - before)
    return found


def many(processes: int, how: Figures, one_core: bool = False, split: bool = False) -> Figures:
    """So many web processes, each on a core of its own. PostgreSQL, Redis and the client run where there is
    room; with `one_core` the client has the other core, and all the rest the first. With `split` the seats of
    each table are at all processes."""
    with tempfile.TemporaryDirectory(dir=how["folder"]) as folder, ExitStack() as stack:
        url, redis = stack.enter_context(databases(SERVER_CORE if one_core else None))
        tables = prepare(url, "yspahan", spare(BESIDE, how["warm"] + how["seconds"]), BESIDE)
        before = stored(url)
        shared = ("--database", url, "--redis", redis)
        data = Path(folder) / "data"
        servers = [
            stack.enter_context(ours(data, place, *shared, "--workers", "0")) for place in range(processes)
        ]
        core = CLIENT_CORE if one_core else None
        found = played("serai", servers, tables, BESIDE, core, how, split=split)
        if split:  # who has missed a message of another process gets the whole scene instead of a patch
            found["uneven"] = 0
        check(found, stored(url) - before)
    return found


# All of it


def in_turn(measures: dict[str, Callable[[], Figures]], rounds: int) -> Figures:
    """Each in turn, several times, so that what else the machine does meets all alike; of each the run in the
    middle."""
    runs: dict[str, list[Figures]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, one in measures.items():
            runs[name].append(one())
    found = {}
    for name, all_runs in runs.items():
        all_runs.sort(key=lambda run: float(run["per_s"]))
        found[name] = all_runs[rounds // 2] | {"all_per_s": [run["per_s"] for run in all_runs]}
    return found


def measure(how: Figures) -> Figures:
    def say(what: str, found: Figures) -> Figures:
        told = " ".join(f"{key} {value:,.2f}" for key, value in found.items() if isinstance(value, float))
        print(f"{what}: {told}", file=sys.stderr, flush=True)
        return {key: round(value, 3) if isinstance(value, float) else value for key, value in found.items()}

    found: Figures = {
        "rounds": how["rounds"],
        "date": date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "serai": serai.__version__,
        "boardgame.io": json.loads((OTHERS / "package-lock.json").read_text())["packages"][
            "node_modules/boardgame.io"
        ]["version"],
        "node": subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip(),
        "seconds": how["seconds"],
        "tables": {},
        "games": {},
        "viewers": {},
        "processes": {},
    }

    def servers(number: int) -> dict[str, Callable[[], Figures]]:
        return {
            "serai": lambda: say(f"{number} tables, ours", our_play("yspahan", number, how)),
            "memory": lambda: say(f"{number} tables, theirs in memory", their_play(False, number, how)),
            "flatfile": lambda: say(f"{number} tables, theirs on disk", their_play(True, number, how)),
        }

    for number in how["tables"]:
        rounds = how["rounds"] if number == BESIDE else 1
        found["tables"][str(number)] = in_turn(servers(number), rounds)
    for game in serai.game_names():
        if game != "yspahan":
            found["games"][game] = say(f"{BESIDE} tables of {game}", our_play(game, BESIDE, how))
    found["viewers"]["serai"] = say("viewers, ours", our_viewers(how))
    found["viewers"]["memory"] = say("viewers, theirs", their_viewers(how))
    found["processes"] = in_turn(
        {
            "1 core": lambda: say("one web process, the server on one core", many(1, how, one_core=True)),
            "2": lambda: say("two web processes", many(2, how)),
            "1": lambda: say("one web process", many(1, how)),
            "1 apart": lambda: say("one server", apart(1, how)),
            "2 apart": lambda: say("two servers that share nothing", apart(2, how)),
        },
        how["rounds"],
    )
    found["processes"]["split"] = say("2 web processes, seats at both", many(2, how, split=True))
    return found


# The page


def page(found: Figures, pictures: str) -> str:
    rows = found["tables"]
    beside = rows[str(BESIDE)] if str(BESIDE) in rows else next(iter(rows.values()))
    ours_s, memory_s, disk_s = (beside[kind]["per_s"] for kind in ("serai", "memory", "flatfile"))
    viewers, others = found["viewers"]["serai"], found["viewers"]["memory"]
    one_core, one, two, split = (found["processes"][key] for key in ("1 core", "1", "2", "split"))
    one_apart, two_apart = found["processes"]["1 apart"], found["processes"]["2 apart"]

    def row(name: str, facts: Figures) -> list[str]:
        runs = facts.get("all_per_s", [])
        return [
            name,
            short(facts["per_s"]),
            f"{short(runs[0])} to {short(runs[-1])}" if len(runs) > 1 else "",
            f"{facts['p50_ms']:.1f} ms",
            f"{facts['p99_ms']:.1f} ms",
            f"{facts['server_ms']:.2f} ms",
            f"{100 * facts['server_busy']:.0f} %",
            str(facts["games"]),
        ]

    head = [
        "",
        "choices/s",
        "of all runs",
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
        f"Made by `make bench-load` in one run, on {found['date']}: {found['machine']}, Python "
        f"{found['python']}, "
        f"Serai {found['serai']}, boardgame.io {found['boardgame.io']} on Node {found['node']}. The load "
        f"of the "
        f"machine was {found['load']} when it began; a quiet one is near 0, and a busy one makes all "
        f"figures smaller "
        "and all times longer. Compare ratios: machines differ. "
        f"{BESIDE} tables and the numbers of processes were measured {found['rounds']} times in turn; the "
        "run in the middle is shown.",
        "",
        "Players and viewers are WebSockets of one client on the loopback. The server has one core, the "
        "client the other. Each table has four connected seats; each gets its own patch of every choice. "
        "Where a game ends, its players come to a new table; the last column says how many did, for in ten "
        "seconds long games do not end, and many tables get to the end of few. Who is asked chooses at once, "
        f"at random among what he is offered, for {found['seconds']:g} seconds. A choice counts when its "
        "patch has come back; SQLite had flushed it to the disk by then (WAL, "
        "`synchronous=FULL`). After each measurement the server is killed, and no choice that was "
        "acknowledged may be missing in the database. What chance and the server choose (dice, cards, forced "
        "choices) is stored and shown too, and does not count. The pause before a forced choice among people "
        "is taken away. boardgame.io plays a game of the same kind (48 shops, dice, hidden hands, four "
        "players, one choice a move) and sends each player the state that he may see.",
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
            [row("Yspahan", beside["serai"])]
            + [row(serai.game(name).title, facts) for name, facts in found["games"].items()],
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
        "on the other, as above. A second web process takes the second core, too, and shares it with the "
        "client; the databases run where there is room. If they may do so beside one web process (the third "
        f"row), it is faster, and two make {two['per_s'] / one['per_s']:.2f} times its choices. With the "
        "seats of each table at both processes it was measured once. Two servers that share nothing but the "
        "machine, each with a SQLite of its own and half of the tables, make "
        f"{two_apart['per_s'] / one_apart['per_s']:.2f} times the choices of one.",
        "",
        table(
            head,
            [
                row("one web process, databases on its core", one_core),
                row("two, each table at one of them", two),
                row("one, databases where there is room", one),
                row("two, the seats of each table at both", split),
                row("one server with SQLite", one_apart),
                row("two of them that share nothing", two_apart),
            ],
        ),
        "",
    ]
    return "\n".join(lines)


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
    """What was asked and is not so."""
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
    parser.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "load.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "load-report.md")
    given = parser.parse_args()
    how: Figures = {"warm": 2.0, "seconds": 10.0, "viewers": VIEWERS, "tables": TABLES, "folder": None}
    how["rounds"] = 5
    if given.quick:
        how |= {"warm": 1.0, "seconds": 2.0, "viewers": 500, "tables": (10, BESIDE), "rounds": 1}
    found = measure(how)
    given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    given.page.write_text(page(found, given.page.stem), encoding="utf-8")
    for name, picture in pictures(found).items():
        given.page.with_name(f"{given.page.stem}-{name}.svg").write_text(picture, encoding="utf-8")
    if not given.quick and (less := missed(found)):
        sys.exit("\n".join(less))


if __name__ == "__main__":
    main()

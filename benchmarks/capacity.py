"""What a core, a gigabyte and a disk can carry: all figures of docs/explanation/capacity.md in one run.

- bots: how long a turn takes at each level, and so how many tables one worker core can serve;
- memory: of a server, a worker, a table in memory, a table with four open pages;
- disk: a finished game in SQLite and in PostgreSQL;
- messages: what publishing a choice costs a process and Redis, and what presence costs the others.

    python -m benchmarks.capacity --json FILE [--page FILE] [GAME…]

If games are named, only those are measured; the figures of the others are kept.

Times are CPU time, which a busy machine hardly changes; but level 5 thinks by the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import multiprocessing
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time, sleep, thread_time, time
from typing import Any, Final

import httpx
import orjson
import sqlalchemy as sql
from redis import Redis

import serai
from benchmarks.bots import machine
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot
from serai.kernel.state import CHANCE, OVER, State
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.live_table import Viewer
from serai.server.live.presence import table_place
from serai.server.live.pubsub.redis import RedisPubSub
from serai.server.people.guests import new_guest
from serai.server.storage.engines import sqlite_url
from serai.server.storage.log import Entry, LogAppend
from serai.server.storage.schema import entries, tables
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table, Unsaved
from tests.server import databases
from tests.server.databases import looked_at, missing, redis_of, url_of
from tests.server.server_process import Player, ServerProcess
from tests.server.server_process import new_table as new_page

PLAYERS: Final = 4
PERSON: Final = 20.0  # seconds that a person takes for a turn
FILLED: Final = 0.7  # of a core; the rest is reserved for peaks
TURNS: Final = {"level1": 100, "level2": 100, "level3": 100, "level4": 50, "level5": 12}
TABLES: Final = 100  # in memory
GAMES: Final = 50  # on disk
AT_ONCE: Final = 50  # games that are played side by side
STEP: Final = 4  # choices of one commit at a table
HEARD: Final = 20_000  # messages
TOGETHER: Final = 20  # choices published at once
PAGE: Final = 300.0  # seconds after which a person opens another page
ALL_BOTS: Final = 4  # games among bots
CHOICES: Final = 80  # of persons
IDLE: Final = 5.0  # seconds
CELL: Final = 100  # web processes that one PostgreSQL is assumed to carry
ONLINE: Final = 1_000_000  # concurrent players of the plan


# Bots


def turns(game: str, games: int = 2) -> list[State]:
    """The positions in which turns begin, in games among level 3 bots."""
    found = []
    for number in range(games):
        rng = serai.Rng(f"capacity {number}")
        options = serai.game(game).settings(PLAYERS)
        state = serai.game(game).new(PLAYERS, options)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
                continue
            found.append(state.clone())
            for choice in worker.play(_turn(state, "level3", f"{number} {len(found)}")):
                state.apply(choice)
    return found


def _turn(state: State, level: str, seed: str) -> worker.Turn:
    options = serai.game(state.game_name).settings(PLAYERS)
    return worker.Turn(state.clone(), options, state.actor, level, seed)


def spread(rows: list[State], count: int) -> list[State]:
    """So many of the items, evenly spaced."""
    return [rows[n * len(rows) // count] for n in range(min(count, len(rows)))]


def processor_seconds(process: int) -> float:
    """CPU seconds of all threads of a process."""
    parts = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(part.read_text().split()[0]) for part in parts) / 1e9


def slowest_choice(game: str, level: str) -> float:
    """CPU seconds of the longest of all choices in some games among bots of a level. They are played three
    times: what takes long only once is Python's garbage collector, or the machine."""
    return max(map(min, zip(*(choice_times(game, level) for _ in range(3)), strict=True)))


def choice_times(name: str, level: str, games: int = 4) -> list[float]:
    game = serai.game(name)
    spent = []
    for number in range(games):
        rng = serai.Rng(f"slowest {number}")
        options = game.settings(PLAYERS)
        state = game.new(PLAYERS, options)
        bots = [make_bot(level, game) for _ in range(PLAYERS)]
        for seat, bot in enumerate(bots):
            bot.reset(game, PLAYERS, options, seat, f"{number} {seat}")
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
                continue
            situation = Situation(state, state.actor)
            begun = thread_time()
            choice = bots[state.actor].choose(situation, Budget())
            spent.append(thread_time() - begun)
            state.apply(choice)
    return spent


async def measure_bots(game: str) -> dict[str, Any]:
    """Time turns as on the server: in a worker process."""
    positions = turns(game)
    workers = WorkerPool(1)
    await workers.warm()
    process = await workers.run(worker.process)
    levels = {}
    for level, count in TURNS.items():
        by_clock = serai.game(game).levels[int(level[-1]) - 1].seconds is not None
        clock = perf_counter if by_clock else partial(processor_seconds, process)
        spent, choices = [], 0
        for number, state in enumerate(spread(positions, count)):
            begun = clock()
            choices += len(await workers.run(worker.play, _turn(state, level, str(number))))
            spent.append(clock() - begun)
        levels[level] = {
            "turn_ms": round(1000 * fmean(spent), 3),
            "turn_ms_p95": round(1000 * sorted(spent)[len(spent) * 95 // 100], 3),
            "choices_per_second": round(choices / sum(spent), 1),
        }
        if not by_clock:
            levels[level]["slowest_choice_ms"] = round(1000 * slowest_choice(game, level), 1)
    size = round(resident(process) / 2**20, 1)
    workers.close()
    choices_per_turn = fmean(len(worker.play(_turn(state, "level3", "x"))) for state in positions)
    return {"choices_per_turn": round(choices_per_turn, 2), "worker_mb": size, "levels": levels}


@contextmanager
def many(folder: Path) -> Iterator[tuple[ServerProcess, int]]:
    """A web process and a worker, with PostgreSQL and Redis; yields the worker's process id."""
    with ExitStack() as stack:
        server = ServerProcess(folder, "--workers", "0")
        stack.callback(server.stop)
        command = [sys.executable, "-m", "serai", "worker", "--workers", "1"]
        command += ["--database", url_of(folder), "--redis", redis_of(folder)]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        stack.callback(worker.wait)
        stack.callback(worker.terminate)
        assert worker.stdout is not None
        worker.stdout.readline()
        yield server, worker.pid


def measure_overhead(game: str) -> float:
    """CPU milliseconds of `serai worker` for a turn, besides thinking: lease, make, store, publish."""
    with tempfile.TemporaryDirectory() as name, many(Path(name)) as (server, worker):
        begun = processor_seconds(worker)
        levels = {f"level_{seat}": "level1" for seat in range(PLAYERS)}
        wanted = {"game": game, "players": str(PLAYERS), "seat": "watch", **levels}
        with server.client() as client:
            for _ in range(ALL_BOTS):
                client.post("/tables", data=wanted)
        while _running(server.data):
            sleep(0.2)
        spent = processor_seconds(worker) - begun
        return round(1000 * spent / _turns_made(server.data), 3)


def measure_choice(game: str) -> float:
    """CPU milliseconds of a web process for a person's choice, with four people connected."""
    rng = serai.Rng("capacity")
    with tempfile.TemporaryDirectory() as name, many(Path(name)) as (server, _), ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(PLAYERS)]
        seats = {f"level_{seat}": "open" for seat in range(1, PLAYERS)}
        path = new_page(clients[0], game, players=PLAYERS, public=1, **seats)
        for client in clients[1:]:
            client.post(f"{path}/sit")
        players = [Player(client, path) for client in clients]
        for player in players:
            stack.callback(player.close)
        process = server.process.pid
        before = processor_seconds(process)
        sleep(IDLE)
        idle = (processor_seconds(process) - before) / IDLE  # the cost of idling
        begun, at, made = processor_seconds(process), perf_counter(), 0
        while made < CHOICES:
            for player in players:
                while player.number < max(other.number for other in players):
                    player.hear()
            due = next((player for player in players if player.asked), None)
            if due is None:
                players[0].hear()
                continue
            options = sorted(set(due.options))
            due.choose(options[rng.below(len(options))])
            made += 1
        spent = processor_seconds(process) - begun - idle * (perf_counter() - at)
        return round(1000 * spent / made, 2)


def _running(folder: Path) -> int:
    with looked_at(folder) as connection:
        query = sql.select(sql.func.count()).where(tables.c.actor != OVER)
        return int(connection.scalar(query) or 0)


def _turns_made(folder: Path) -> int:
    """How often the actor changed, in all games of a database."""
    with looked_at(folder) as connection:
        keys = connection.scalars(sql.select(tables.c.id)).all()
        found = 0
        for key in keys:
            row = connection.execute(tables.select().where(tables.c.id == key)).one()
            log = entries.select().where(entries.c.table_id == key).order_by(entries.c.number)
            state = serai.game(row.game).new(row.players, row.options)
            last = None
            for line in connection.execute(log):
                if state.actor != CHANCE and state.actor != last:
                    found += 1
                last = state.actor
                state.apply(line.value)
        return found


# Memory


def resident(process: int) -> int:
    """The proportional set size of a process, in bytes."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("the kernel does not tell")


def measure_server() -> float:
    """Megabytes of a server that has just started and shown one table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "serai", "serve", "--port", "0", "--data", folder, "--workers", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            with httpx.Client(base_url=server.stdout.readline().split()[-1]) as client:
                client.get(client.post("/play/yspahan").headers["location"]).raise_for_status()
            return round(resident(server.pid) / 2**20, 1)
        finally:
            server.terminate()
            server.wait()


def measure_tables(game: str) -> dict[str, float]:
    """Memory of tables in mid-game, without and with four pages each. Runs in its own process."""
    return asyncio.run(_measure_tables(game))


async def _measure_tables(game: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(sqlite_url(Path(folder)), "OFF")
        await asyncio.to_thread(store.open)
        guest, _ = await new_guest(store)
        workers = WorkerPool(1)
        hub = Hub(store, workers)
        kept = played(game)
        keys = []
        for number in range(TABLES + 1):
            table = half_played(game, kept[number % len(kept)], guest.id)
            await store.write(repository.insert_table(table, guest.id))
            keys.append(table.settings.id)

        async def look(key: str, pages: int) -> None:
            live_table = await hub.get(key)
            for seat in range(pages):
                viewer = Viewer(seat, "en")
                await hub.join(live_table, viewer)
                while not viewer.waiting.empty():
                    viewer.waiting.get_nowait()

        sizes = []
        await look(keys[0], PLAYERS)  # what all tables share
        for pages in (0, PLAYERS):
            gc.collect()
            sizes.append(resident(os.getpid()))
            for key in keys[1:]:
                await look(key, pages)
        gc.collect()
        sizes.append(resident(os.getpid()))
        await hub.close()
        workers.close()
        await asyncio.to_thread(store.close)
    return {
        "table_kb": round((sizes[1] - sizes[0]) / TABLES / 1024, 1),
        "table_with_pages_kb": round((sizes[2] - sizes[0]) / TABLES / 1024, 1),
    }


def played(game: str, games: int = 8) -> list[list[Entry]]:
    """The logs of games among level 3 bots."""
    found = []
    for number in range(games):
        bots = tuple(Occupant(f"Bot {seat}", None, "level3") for seat in range(PLAYERS))
        table = new_table(game, bots, bytes([number]) * 32)
        table.make_automatic_choices()
        lines = list(table.take_unsaved().entries)
        while not table.over:
            for choice in worker.play(_turn(table.state, "level3", table.bot_seed())):
                table.make(choice, asked=True)
            table.make_automatic_choices()
            lines += table.take_unsaved().entries
        found.append(lines)
    return found


def new_table(game: str, occupants: tuple[Occupant, ...], seed: bytes = bytes(32)) -> Table:
    options = serai.game(game).settings(PLAYERS)
    key = os.urandom(6).hex()
    return Table(Settings(key, game, PLAYERS, options, "normal", seed, occupants, time(), started_at=time()))


def half_played(game: str, lines: list[Entry], guest: int) -> Table:
    """A table of four people in mid-game: the first half of a log."""
    table = new_table(game, tuple(Occupant(f"Guest {seat}", guest) for seat in range(PLAYERS)))
    table.load(lines[: len(lines) // 2])
    table.new_entries = lines[: len(lines) // 2]
    return table


# Disk


def fill(store: Store, game: str, kept: list[list[Entry]], backend: int | None) -> dict[str, float]:
    """Write many games into a database, side by side; returns what a game and an entry take there."""
    guest, _ = asyncio.run(_guest(store))
    size = sqlite_size if backend is None else postgresql_size
    with store.engine.connect() as connection:
        before = size(connection)
    process = os.getpid() if backend is None else backend
    begun, stored = processor_seconds(process), 0
    for _ in range(GAMES // AT_ONCE):
        occupants = tuple(Occupant(f"Guest {seat}", guest) for seat in range(PLAYERS))
        some = [(new_table(game, occupants), kept[n % len(kept)]) for n in range(AT_ONCE)]
        with store.transaction() as connection:
            for table, _ in some:
                repository.insert_table(table, guest)(connection)
        for at in range(0, max(len(lines) for _, lines in some), STEP):
            with store.transaction() as connection:
                for table, lines in some:
                    if at < len(lines):
                        unsaved = Unsaved(lines[at : at + STEP], [], set())
                        LogAppend.store(connection, [repository.append(table, unsaved)])
                        stored += len(unsaved.entries)
    spent = processor_seconds(process) - begun
    with store.engine.connect() as connection:
        after = size(connection)
    return {
        "lines": round(fmean(len(lines) for lines in kept), 1),
        "bytes": round((after - before) / GAMES),
        # SQLite runs in this process; PostgreSQL adds its own processes.
        "database_us": round(1e6 * spent / stored, 1),
    }


async def _guest(store: Store) -> tuple[int, str]:
    guest, token = await new_guest(store)
    return guest.id, token


def sqlite_size(connection: sql.Connection) -> int:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    return int(pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one())


def postgresql_size(connection: sql.Connection) -> int:
    """Vacuum, as the database does by itself in time."""
    connection.connection.driver_connection.autocommit = True  # type: ignore[union-attr]
    connection.exec_driver_sql("VACUUM")
    query = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname IN "
    return int(connection.exec_driver_sql(f"{query} ('tables', 'seats', 'entries')").scalar_one())


def measure_disk(game: str) -> dict[str, Any]:
    kept = played(game)
    found: dict[str, Any] = {"record_bytes": round(fmean(packed(game, lines) for lines in kept))}
    with tempfile.TemporaryDirectory() as folder:
        for name, url in (("sqlite", sqlite_url(Path(folder))), ("postgresql", url_of(Path(folder)))):
            store = Store(url, "NORMAL")
            store.open()
            backend = None
            if name == "postgresql":
                with store.engine.connect() as connection:  # the only connection: it is reused
                    backend = int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
            found[name] = fill(store, game, kept, backend)
            store.close()
    return found


def packed(game: str, lines: list[Entry]) -> int:
    """Bytes of a finished game as a compressed record."""
    table = new_table(game, tuple(Occupant(f"Guest {seat}", None, "level3") for seat in range(PLAYERS)))
    table.load(lines)
    return len(zlib.compress(table.record().to_text().encode(), 9))


# Publish and subscribe


async def tell(url: str, count: int) -> tuple[float, float]:
    """CPU seconds, here and in Redis, for publishing choices at tables that no other process has; so
    many at once as a busy server makes."""
    pubsub = RedisPubSub(url)
    entry = [200, "choice", 1234, True, time()]

    async def of_redis() -> float:
        used = await pubsub.redis.info("cpu")
        return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])

    before, begun = await of_redis(), process_time()
    for number in range(count):
        key = f"{number:012}"
        pubsub.publish("table", at=table_place(key), table=key, entries=[entry], acts=[], standing=[])
        if number % TOGETHER == TOGETHER - 1:
            await pubsub._send()
    spent = process_time() - begun, await of_redis() - before
    await pubsub.close()
    return spent


def hear(url: str, count: int) -> float:
    """CPU seconds for receiving that people arrive at other processes. Runs in its own process."""

    async def run() -> float:
        done = asyncio.Event()
        heard, begun = 0, 0.0

        async def counted(process: str, what: dict[str, Any]) -> None:
            nonlocal heard, begun
            begun = begun or process_time()
            heard += 1
            if heard == count:
                done.set()

        with tempfile.TemporaryDirectory() as folder:
            pubsub = RedisPubSub(url)
            workers = WorkerPool(1)
            store = Store(sqlite_url(Path(folder)))
            store.open()
            Hub(store, workers, pubsub=pubsub)
            pubsub.add_handler("here", counted)
            await pubsub.open()
            await done.wait()
            spent = process_time() - begun
            await pubsub.close()
            workers.close()
            store.close()
        return spent

    return asyncio.run(run())


def measure_wire() -> dict[str, float]:
    """Microseconds for a choice at a table that no other process has, here and in Redis; and for receiving
    an arrival."""
    url = redis_of(Path("capacity"))
    here, of_redis = asyncio.run(tell(url, HEARD))
    channel = RedisPubSub(url).channel
    with Redis.from_url(url) as line, own_process() as pool:
        receive_task = pool.submit(hear, url, HEARD)
        told = 0
        while told < HEARD and not receive_task.done():
            what = ["here", {"place": table_place(f"{told:012}"), "who": told}]
            told += line.publish(channel, b"bench\n" + orjson.dumps([what]))
        spent = receive_task.result(120)
    figures = {"told_us": here, "redis_us": of_redis, "came_us": spent}
    return {name: round(1e6 * seconds / HEARD, 1) for name, seconds in figures.items()}


def own_process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


# All of it


def measure(games: list[str], keep: Callable[[dict[str, Any]], None], found: dict[str, Any]) -> None:
    """Measure what all games share, then each game; figures are saved as they come."""
    found |= {"machine": machine(), "serai": serai.__version__, "date": f"{date.today()}"}
    found["load"] = round(os.getloadavg()[0])  # the load by other work
    found["server_mb"] = measure_server()
    found["wire"] = measure_wire()
    known = found.setdefault("games", {})
    for name in games:
        print(f"{name} …", file=sys.stderr, flush=True)
        with own_process() as pool:
            memory = pool.submit(measure_tables, name).result()
        row = asyncio.run(measure_bots(name)) | {"memory": memory, "disk": measure_disk(name)}
        row["overhead_ms"] = measure_overhead(name)
        row["choice_ms"] = measure_choice(name)
        known[name] = row
        count_tables(row)
        keep(found)
    found.pop("bots", None)
    keep(found)


def measure_bots_again(games: list[str], found: dict[str, Any]) -> None:
    """Measure the bots alone; all other figures stay."""
    found["bots"] = {"date": f"{date.today()}", "load": round(os.getloadavg()[0])}
    for name in games:
        found["games"][name] |= asyncio.run(measure_bots(name))
        count_tables(found["games"][name])


def count_tables(row: dict[str, Any]) -> None:
    """How many tables one core can serve, by level of the bots."""
    for level in row["levels"].values():
        turn = (level["turn_ms"] + row["overhead_ms"]) / 1000
        level["tables_per_core"] = round(FILLED * PERSON / ((PLAYERS - 1) * turn), 1)


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def short(value: float) -> str:
    """Rounded to three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def page(found: dict[str, Any]) -> str:
    """The figures, as Markdown."""
    games = found["games"]
    again = found.get("bots")
    bots, lines = [], []
    for level in TURNS:
        row = [f"{level[-1]}"]
        for game in games.values():
            figures = game["levels"][level]
            row += [f"{short(figures['turn_ms'])} ms", short(figures["tables_per_core"])]
        bots.append(row)
    timed = [game["levels"] for game in games.values()]
    fast = [level for level in TURNS if all("slowest_choice_ms" in levels[level] for levels in timed)]
    slowest = [
        f"{max(game['levels'][level]['slowest_choice_ms'] for level in fast):.1f} ms ({name})"
        for name, game in games.items()
    ]
    head = ["level"]
    for name in games:
        head += [f"{name}: a turn", "tables a core"]
    for name, game in games.items():
        disk, memory = game["disk"], game["memory"]
        lines.append(
            [
                name,
                short(disk["sqlite"]["lines"]),
                *(f"{disk[kind]['bytes'] / 1024:.0f} KB" for kind in ("sqlite", "postgresql")),
                *(f"{disk[kind]['bytes'] * 1000 / 2**20:.0f} MB" for kind in ("sqlite", "postgresql")),
                f"{memory['table_kb']:.0f} KB",
                f"{memory['table_with_pages_kb']:.0f} KB",
            ]
        )
    size = ["game", "lines", "SQLite", "PostgreSQL", "1,000 games: SQLite", "PostgreSQL"]
    size += ["in memory", "with four pages"]
    overheads = [f"{game['overhead_ms']:.1f} ms ({name})" for name, game in games.items()]
    choices = [f"{game['choice_ms']:.1f} ms ({name})" for name, game in games.items()]
    return "\n".join(
        [
            f"On {found['date']}: {found['machine']}, load {found['load']}."
            + (f" The bots on {again['date']}, load {again['load']}." if again else ""),
            "",
            *table(head, bots),
            "",
            f"The longest of all choices that levels {fast[0][-1]} to {fast[-1][-1]} made in four games each "
            f"took {', '.join(slowest)} of a core (10 ms is the limit).",
            "",
            *table(size, lines),
            "",
            f"A server that has just started takes {found['server_mb']:.0f} MB, a process for bots after "
            f"turns of all levels {max(game['worker_mb'] for game in games.values()):.0f} MB.",
            "",
            "With PostgreSQL and Redis a choice of a person, with all that follows and four pages that are "
            f"told, costs the process that serves them {', '.join(choices)}: at an idle table, where nothing "
            "is written together. A turn of a bot costs `serai worker` "
            f"{', '.join(overheads)} beside the thinking; that is counted in the tables a core. To tell of a "
            "choice, where no other process has its table, takes "
            f"{found['wire']['told_us']:.0f} µs of that and {found['wire']['redis_us']:.1f} µs of Redis. To "
            f"hear that somebody comes to another process takes {found['wire']['came_us']:.0f} µs of each.",
        ]
    )


def plan(found: dict[str, Any], loaded: float | None) -> str:
    """What a million players would take, worked out from the figures; means of the three games. `loaded`:
    milliseconds of a choice on a busy server, if they are known."""
    games = found["games"].values()
    per_turn = fmean(game["choices_per_turn"] for game in games)
    choice = (loaded or fmean(game["choice_ms"] for game in games)) / 1000
    overhead = fmean(game["overhead_ms"] for game in games) / 1000
    merchant = fmean(game["levels"]["level3"]["turn_ms"] for game in games) / 1000 + overhead
    vizier = fmean(game["levels"]["level5"]["turn_ms"] for game in games) / 1000 + overhead
    redis, came = found["wire"]["redis_us"] / 1e6, found["wire"]["came_us"] / 1e6
    lines = fmean(game["disk"]["postgresql"]["lines"] for game in games)
    stored = fmean(game["disk"]["postgresql"]["bytes"] for game in games)
    record = fmean(game["disk"]["record_bytes"] for game in games)
    line = fmean(game["disk"]["postgresql"]["database_us"] for game in games) / 1e6
    alone = ONLINE / 2  # against three bots; the others play four to a table
    persons = per_turn * (alone / PERSON + alone / (PLAYERS * PERSON))
    bots = (PLAYERS - 1) * alone / PERSON
    messages = persons + bots
    written = persons + bots * per_turn
    visits = 2 * ONLINE / PAGE
    pages, thinking = messages * choice / FILLED, bots * merchant / FILLED
    cells = math.ceil(pages / CELL)
    rows = [
        [
            "choices of persons a second",
            f"{per_turn:.2f} × (500,000 / 20 s + 500,000 / 80 s)",
            short(persons),
        ],
        ["turns of bots a second", "3 × 500,000 / 20 s", short(bots)],
        ["messages between processes", "both together", short(messages)],
        ["lines stored a second", f"{short(persons)} + {short(bots)} × {per_turn:.2f}", short(written)],
        [
            "cores for pages",
            f"{short(messages)} × {1000 * choice:.1f} ms / {FILLED}",
            short(pages),
        ],
        [
            "cores for bots, all of level 3",
            f"{short(bots)} × {1000 * merchant:.1f} ms / {FILLED}",
            short(thinking),
        ],
        [
            "the same, all of level 5",
            f"{short(bots)} × {vizier:.1f} s / {FILLED}",
            short(bots * vizier / FILLED),
        ],
        [
            "cores of PostgreSQL",
            f"{short(written)} × {1e6 * line:.0f} µs / {FILLED}",
            short(written * line / FILLED),
        ],
        ["games finished a second", f"{short(written)} / {lines:.0f} lines", short(written / lines)],
        [
            "a day of them in PostgreSQL",
            f"{short(written / lines)} × 86,400 s × {stored / 1024:.0f} KB",
            f"{written / lines * 86_400 * stored / 2**40:.1f} TB",
        ],
        [
            "the same as packed records",
            f"{short(written / lines)} × 86,400 s × {record / 1024:.1f} KB",
            f"{written / lines * 86_400 * record / 2**30:,.0f} GB",
        ],
        [
            "who comes and goes, heard by every process",
            f"2 × 1,000,000 / {PAGE:.0f} s × {1e6 * came:.0f} µs",
            f"{visits * came:.2f} of each core",
        ],
        [
            "one Redis for all",
            f"{short(messages)} × {1e6 * redis:.1f} µs",
            f"{messages * redis:.2f} of its core",
        ],
        [f"cells, each of at most {CELL} processes for pages", f"{short(pages)} / {CELL}", short(cells)],
        [
            "a cell",
            f"1,000,000 / {cells} players",
            f"{short(ONLINE / cells)}; {short(pages / cells)} cores for pages, "
            f"{short(thinking / cells)} for bots",
        ],
    ]
    return "\n".join(table(["", "how", "is"], rows))


def write_between(file: Path, name: str, text: str) -> None:
    """Replace the text between two marks of a page."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, _, rest = file.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    file.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def main() -> None:
    os.environ["SERAI_CROWD"] = "0"  # all come from one address
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=serai.game_names(), help="which games (default: all)")
    parser.add_argument("--json", type=Path, required=True, help="keep the figures in FILE")
    parser.add_argument("--page", type=Path, help="write them into a page, between its marks")
    parser.add_argument("--choice-ms", type=float, help="plan with what bench-load says of a choice")
    parser.add_argument("--bots", action="store_true", help="measure the bots alone, with what is in FILE")
    parser.add_argument("--measured", action="store_true", help="measure nothing: write the page again")
    given = parser.parse_args()
    found = json.loads(given.json.read_text(encoding="utf-8")) if given.json.exists() else {}
    if given.bots:
        measure_bots_again(given.games, found)
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    elif not given.measured:
        if needed := missing():
            sys.exit(needed)
        databases.kind = "postgresql"

        def keep(figures: dict[str, Any]) -> None:
            given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")

        measure(given.games, keep, found)
    if given.page:
        write_between(given.page, "measured", page(found))
        write_between(given.page, "plan", plan(found, given.choice_ms))


if __name__ == "__main__":
    main()

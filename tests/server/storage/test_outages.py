"""Faults that kill nothing: no room on the disk, nothing may be written, clocks that jump, connections that
are slow or dead. Each has a defined end, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_bytes
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

import serai
from serai.kernel.fair import check_fair
from serai.server.errors import Refusal
from serai.server.live import live_table as live_tables
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.pubsub.redis import LEASE_SECONDS, WORK, RedisPubSub
from serai.server.live.scheduling import Priority, Urgency
from serai.server.ops.monotonic import FASTER, MonotonicClock
from serai.server.people.ratings import catch_up, rate
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.engines import DATABASE
from serai.server.storage.people_schema import ratings
from tests.event_loops import run_alone
from tests.server import databases
from tests.server.databases import FAST, PATIENCE, USER, Postgres, redis_of, set_read_only, sqlite_only
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.server_process import Player, ServerProcess, new_table, shown

postgresql_only = pytest.mark.skipif(databases.kind == "sqlite", reason="about PostgreSQL")
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")


@contextmanager
def at_a_table(server: ServerProcess) -> Iterator[tuple[httpx.Client, Player]]:
    """A person has begun to play against a bot."""
    with server.client() as client:
        player = Player(client, new_table(client, players=2, level_1="random"))
        player.play_on(serai.Rng("begin"), 3)
        yield client, player


def refused(player: Player, rng: serai.Rng) -> str:
    """Play until something is refused, and why; a bot's choice may be the first."""
    for _ in range(10_000):
        answer = player.hear() if not player.asked else player.choose(one_of(player.options, rng))
        if "refused" in answer:
            code: str = answer["refused"]["code"]
            with suppress(ConnectionClosed):
                while "patch" not in player.hear():
                    pass  # what follows is the end of the line: nothing is shown that is not stored
            player.close()
            return code
    raise AssertionError("nothing was refused")


def one_of(options: list[int], rng: serai.Rng) -> int:
    different = sorted(set(options))
    return different[rng.below(len(different))]


def goes_on(client: httpx.Client, before: Player) -> None:
    """The server is well again: all that was shown is there, and the game is played to its end."""
    wait_for(lambda: client.get("/healthz").status_code == 200)
    past = client.get(f"{before.path}/scenes/{before.number}").json()
    assert shown(past["scene"]) == before.scene
    player = Player(client, before.path)
    assert player.number >= before.number
    player.play_on(serai.Rng("end"))
    player.close()
    check_fair(serai.Record.read(client.get(f"{before.path}/record").text))


def wait_for(done: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not done():
        assert monotonic() < until
        sleep(0.05)


# No room, no right to write


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Take what room is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


def check_refusals(client: httpx.Client, code: str, status: int) -> None:
    """What the server says when it can read and not write."""
    for answer in (client.get("/healthz"), client.post("/play/yspahan")):
        assert answer.status_code == status
        assert answer.json()["error"]["code"] == code
    assert client.get("/").status_code == 200


@sqlite_only
@root_only
def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk:
        server = ServerProcess(disk)
        try:
            with at_a_table(server) as (client, player):
                filler = fill(disk)
                assert refused(player, serai.Rng(1)) == "no-space"
                check_refusals(client, "no-space", 507)
                filler.unlink()
                goes_on(client, player)
        finally:
            server.stop()


@sqlite_only
def test_a_file_at_its_size_limit(tmp_path: Path) -> None:
    """The system refuses to write, for another reason than a full disk."""
    server = ServerProcess(tmp_path)
    try:
        with at_a_table(server) as (client, player):
            size = (tmp_path / f"{DATABASE}-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            assert refused(player, serai.Rng(1)) == "unavailable"
            check_refusals(client, "unavailable", 503)
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            goes_on(client, player)
    finally:
        server.stop()


@sqlite_only
def test_a_read_only_database(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="5+10")
        page = await setup.page(live_table, 0)
        await setup.choose(live_table)
        before = list(live_table.table.choices)
        set_read_only(setup.store, True)
        page.heard()
        with pytest.raises(Refusal, match="read-only"):
            await setup.choose(live_table)
        (told, end) = page.heard()
        assert told["refused"]["code"] == "read-only"
        assert end == {}
        setup.now += 10_000  # no one could choose, so no one has lost on time
        await setup.hub.recovery.attempt()
        assert setup.hub.recovery.pending

        async def table_after_a_look() -> LiveTable:
            await setup.table_acts.check_clocks()
            return await setup.hub.get(live_table.table.settings.id)

        again = await table_after_a_look()
        assert again.table.choices == before
        times = again.table.participants.clocks
        assert times is not None
        deadline = times.deadline()
        assert deadline is not None
        assert deadline < setup.now
        # Nor when the database answers again, before everything has resumed.
        set_read_only(setup.store, False)
        assert not (await table_after_a_look()).table.participants.away
        await setup.hub.recovery.attempt()
        assert not setup.hub.recovery.pending
        again = await table_after_a_look()
        assert not again.table.participants.away
        assert again.table.choices == before
        assert again.table.participants.clocks.left_at(setup.now) == times.left
        await setup.choose(again)
        # From now on time counts again.
        setup.now += 10_000
        assert set((await table_after_a_look()).table.participants.away.values()) == {"time"}

    run_with_hub(tmp_path, test)


@sqlite_only
def test_games_are_rated_once_the_database_answers_again(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(1, players="2", rated="1")
        await setup.table_acts.leave(live_table, 0)
        await setup.settle()
        assert live_table.table.over
        setup.hub.recovered.append(partial(catch_up, setup.store))  # as a server does (test_server)
        set_read_only(setup.store, True)
        with pytest.raises(Refusal, match="read-only"):
            await rate(setup.store, live_table.table.settings.id)
        assert setup.hub.recovery.pending
        set_read_only(setup.store, False)
        await setup.hub.recovery.attempt()
        assert not setup.hub.recovery.pending
        asked = sql.select(ratings.c.table_id, ratings.c.seat).order_by(ratings.c.seat)
        found = await setup.store.read(lambda connection: connection.execute(asked).all())
        assert [tuple(row) for row in found] == [(live_table.table.settings.id, seat) for seat in range(2)]

    run_with_hub(tmp_path, test)


@sqlite_only
def test_unstored_choices_are_not_shown_to_waiting_pages(tmp_path: Path) -> None:
    """A page comes, and another chooses, while a choice is being made that turns out to be lost."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        table = live_table.table
        due, choice, number = table.person_due, table.state.legal()[0], table.number
        set_read_only(setup.store, True)
        lost = asyncio.create_task(setup.hub.choose(live_table, due, choice, number, None))
        while not live_table.lock.locked():
            await asyncio.sleep(0)
        next_one = asyncio.create_task(setup.table_acts.ask(live_table, 1, "pause"))
        coming = asyncio.create_task(setup.page(live_table, 1))
        results = await asyncio.gather(lost, next_one, return_exceptions=True)
        assert [str(result) for result in results] == ["read-only", "read-only"]
        assert (await coming).heard()[0]["number"] == number
        set_read_only(setup.store, False)
        again = await setup.hub.get(table.settings.id)
        assert again.table.number == number
        assert (await setup.page(again, 1)).heard()[0]["number"] == number

    run_with_hub(tmp_path, test)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    running = Postgres(*FAST)
    yield running
    running.stop()
    running.remove()


def said(postgres: Postgres, *orders: str) -> None:
    """Execute a statement on PostgreSQL, even if it is read-only."""
    writing = {"options": "-c default_transaction_read_only=off"}
    run = sql.create_engine(postgres.address("postgres"), isolation_level="AUTOCOMMIT", connect_args=writing)
    with run.connect() as connection:
        for order in orders:
            connection.exec_driver_sql(order)
    run.dispose()


@postgresql_only
def test_a_read_only_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    server = ServerProcess(tmp_path, where=["--data", str(tmp_path), "--database", postgres.make("reading")])
    reload = "SELECT pg_reload_conf()"
    try:
        with at_a_table(server) as (client, player):
            said(postgres, "ALTER SYSTEM SET default_transaction_read_only = on", reload)
            assert refused(player, serai.Rng(1)) == "read-only"
            check_refusals(client, "read-only", 503)
            said(postgres, "ALTER SYSTEM RESET default_transaction_read_only", reload)
            goes_on(client, player)
    finally:
        server.stop()


@postgresql_only
@root_only
def test_a_full_disk_of_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    with small_disk(postgres.folder / "disk", "40m") as disk:
        shutil.chown(disk, USER)
        said(
            postgres, f"CREATE TABLESPACE small LOCATION '{disk}'", "CREATE DATABASE narrow TABLESPACE small"
        )
        server = ServerProcess(
            tmp_path, where=["--data", str(tmp_path), "--database", postgres.address("narrow")]
        )
        try:
            with at_a_table(server) as (client, player):
                filler = fill(disk)
                assert refused(player, serai.Rng(1)) == "no-space"
                filler.unlink()
                goes_on(client, player)
        finally:
            server.stop()
            said(postgres, "DROP DATABASE narrow WITH (FORCE)", "DROP TABLESPACE small")


# Clocks that jump


def test_a_clock_jump_costs_no_one_time(tmp_path: Path) -> None:
    """The machine's clock is set hours ahead and back, in the middle of a turn."""

    async def test(setup: HubSetup) -> None:
        wall, passed = 1_000_000.0, 0.0
        setup.hub.now = MonotonicClock(lambda: wall, lambda: passed)
        live_table, _ = await setup.table(2, clock="5+10")
        await setup.page(live_table, 0)
        await setup.page(live_table, 1)
        await setup.choose(live_table)
        due = live_table.table.person_due
        assert due is not None
        for jump in (5 * 3600.0, -10 * 3600.0, 30 * 86400.0):
            left = live_table.people()["seats"][str(due)]["left"]
            assert left is not None
            wall += jump
            await setup.table_acts.check_clocks()
            assert live_table.people()["seats"][str(due)]["left"] == pytest.approx(left, abs=0.1)
            wall, passed = wall + 10, passed + 10
            await setup.table_acts.check_clocks()
            assert live_table.people()["seats"][str(due)]["left"] == pytest.approx(
                left - 10, abs=10 * FASTER + 0.1
            )
            assert not live_table.table.participants.away
        await setup.choose(live_table)
        again = await setup.again(live_table)
        assert not again.table.participants.away
        assert all(left > 200 for left in again.table.participants.clocks.left)  # type: ignore[union-attr]

    run_with_hub(tmp_path, test)


@postgresql_only
def test_leases_survive_a_change_of_redis_clock(tmp_path: Path) -> None:
    """Its clock was hours ahead, and was put right."""

    async def test() -> None:
        one, two = RedisPubSub(redis_of(tmp_path)), RedisPubSub(redis_of(tmp_path))
        await one.open()
        await two.open()
        seconds, _ = await one.redis.time()
        await one.redis.zadd(WORK[0], {"table": seconds + 5 * 3600})
        assert await one.lease() is None
        await two.enqueue("table", Priority(Urgency.PERSON, "7"))
        assert await one.lease() == "table"
        await two.enqueue("table", Priority(Urgency.PERSON, "7"))
        assert await two.lease() is None  # it is held, for a lease
        await one.redis.set("serai:lead:clocks", "somebody", px=5 * 3600_000)
        assert await two.lead("clocks", LEASE_SECONDS)
        assert not await one.lead("clocks", LEASE_SECONDS)
        limit = RateLimiter(1.0, 2.0)
        await one.redis.hset("serai:limit:test:who", mapping={"left": 2, "last": seconds + 5 * 3600})
        assert [await one.allow("test", limit, "who") for _ in range(3)] == [True, True, False]
        await one.close()
        await two.close()

    run_alone(test())


# The end in order


def test_a_choice_in_progress_is_sent_before_the_shutdown(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        page = await setup.page(live_table, 0)
        table = live_table.table
        page.heard()

        async def choose() -> None:
            choice = table.state.legal()[0]
            await setup.hub.choose(live_table, table.person_due, choice, table.number, None)

        number = table.number
        under_way = asyncio.create_task(choose())
        while not setup.hub.running:
            await asyncio.sleep(0)
        await setup.hub.drain()
        *told, end = page.heard()
        assert next(message["number"] for message in told if "patch" in message) == number + 1
        assert end == {}
        await under_way
        number = table.number
        with pytest.raises(Refusal, match="unavailable"):
            await choose()
        assert table.number == number

    run_with_hub(tmp_path, test)


# Connections that are slow or dead


def raw(server: ServerProcess, client: httpx.Client, path: str, room: int | None = None) -> socket.socket:
    """A page's line that answers nothing by itself, not even a ping."""
    line = socket.socket()
    if room is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    host, _, port = server.url.removeprefix("http://").partition(":")
    line.connect((host, int(port)))
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    key = base64.b64encode(token_bytes(16)).decode()
    line.sendall(
        f"GET {path}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookies}\r\n\r\n".encode()
    )
    return line


def frame(message: dict[str, object]) -> bytes:
    """A message as a browser sends it; the mask is zero."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


class Patient(Player):
    """Comes back when the line is lost: a server that gives up soon does so on a busy machine, too."""

    back = 0  # how often it has come back

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        while True:
            try:
                return super().hear(timeout)
            except ConnectionClosed:
                self.close()
                self.socket = self.connect()
                self.back += 1

    def told(self, seat: int) -> list[bool]:
        """What this page has received so far: whether a seat is connected."""
        return [heard["people"]["seats"][str(seat)]["here"] for heard in self.heard if "people" in heard]

    def sees_coming_and_going(self, seat: int) -> None:
        """Hear that a seat is connected, unless that was missed, and then that it is not."""
        while not any(self.told(seat)) and not self.back:
            self.hear()
        while self.told(seat)[-1]:
            self.hear()

    def is_answered(self) -> None:
        """Something is asked, and answered."""
        answered: dict[str, Any] = {}
        while "explain" not in answered:
            lost = self.back
            with suppress(ConnectionClosed):
                self.send(explain="board")
            while "explain" not in answered and self.back == lost:
                answered = self.hear()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that gives up connections after two seconds."""
    settings = ("--synchronous", "normal", "--workers", "1", "--silence", "2")
    running = ServerProcess(tmp_path_factory.mktemp("silent"), *settings)
    yield running
    running.stop()


def test_a_page_that_vanishes_silently_is_absent(impatient: ServerProcess) -> None:
    with impatient.client() as host, impatient.client() as friend:
        path = new_table(host, players=2, level_1="open", public=1)
        friend.post(f"{path}/sit")
        player = Patient(host, path)
        with raw(impatient, friend, path) as line:
            line.settimeout(PATIENCE)
            answer = b""
            while b'"scene"' not in answer:  # now it is connected, as the server sees it
                answer += line.recv(65536)
            while line.recv(65536):
                pass  # the line was ended
        player.sees_coming_and_going(1)
        player.close()


def test_a_page_that_does_not_read_blocks_no_one(impatient: ServerProcess) -> None:
    with impatient.client() as host, impatient.client() as friend:
        path = new_table(host, players=2, level_1="open", public=1)
        friend.post(f"{path}/sit")
        player = Patient(host, path)
        with raw(impatient, friend, path, room=2048) as line:
            with suppress(OSError):  # it requests the whole table repeatedly, and reads none of it
                for number in range(150):
                    line.sendall(frame({"language": ("en", "de")[number % 2]}))
            with impatient.client() as other:  # others are served meanwhile
                assert other.get(path).status_code == 200
            player.is_answered()
            player.sees_coming_and_going(1)
            wait_for(lambda: not is_served(line))  # although it still holds its end
        player.close()


def is_served(line: socket.socket) -> bool:
    """Whether the server keeps its end of a connection, as the system knows it."""
    theirs, own = (f"{end[1]:04X}" for end in (line.getpeername(), line.getsockname()))
    ends = [row.split()[1:3] for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(here.endswith(f":{theirs}") and there.endswith(f":{own}") for here, there in ends)


def test_the_queue_of_a_slow_page_is_bounded() -> None:
    viewer = Viewer(0, "en")
    for _ in range(3 * live_tables.MOST_WAITING):
        viewer.send("news")
    assert viewer.waiting.qsize() == 1
    assert viewer.waiting.get_nowait() is None

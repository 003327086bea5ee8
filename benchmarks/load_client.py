"""The client of `benchmarks/load.py`: players and viewers on WebSockets, cheap for each message.

Every table has four seats, each with its own connection. The player whose turn it is chooses at once, at
random among what the server offers; the others read only the beginning of a message. It works with our server
and with boardgame.io's. The job comes as one line of JSON on standard input; the results go to standard
output.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import resource
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import orjson
import uvloop

CONNECTING = 50  # connections that are opened at once
SETTLED = 0.5  # seconds without a message after which nothing more is expected
PATIENCE = (
    60.0  # seconds after which a connection that does not come, or a choice without an answer, is an error
)
CORES = os.sched_getaffinity(0)
Side = dict[str, Any]  # servers of one kind: their ports, processes and tables, and the client's core


class Socket(asyncio.Protocol):
    """A WebSocket from the client's side: no compression, no fragments, a mask of zeros."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.port, self.path, self.cookie = port, path, cookie
        self.buffer = b""
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.received = 0
        self.ending = False

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        await asyncio.wait_for(self.ready, PATIENCE)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += ["Accept-Language: en"] + ([f"Cookie: {self.cookie}"] if self.cookie else [])
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
            self.buffer = b""
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if b" 101 " not in head[:20]:
                self.fail(f"no socket: {head[:200]!r} {data[:200]!r}")
                return
            self.open = True
            self.opened()
        at = 0
        while len(data) - at >= 2:
            length, begin = data[at + 1] & 127, at + 2
            if length == 126:
                if len(data) < begin + 2:
                    break
                (length,) = struct.unpack_from("!H", data, begin)
                begin += 2
            elif length == 127:
                if len(data) < begin + 8:
                    break
                (length,) = struct.unpack_from("!Q", data, begin)
                begin += 8
            if len(data) < begin + length:
                break
            kind = data[at] & 15
            at = begin + length
            if kind == 1:
                self.received += 1
                self.told(data[begin:at])
            elif kind == 9:
                self.write(data[begin:at], 10)
            elif kind == 8:
                self.fail(f"closed by the server: {data[begin:at]!r}")
                return
        self.buffer = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        self.fail(f"connection lost: {error}")

    def fail(self, why: str) -> None:
        if not self.ending and not (self.ready.done() and self.ready.exception()):
            if not self.ready.done():
                self.ready.set_exception(RuntimeError(why))
            else:
                broken(why)

    def write(self, payload: bytes, kind: int = 1) -> None:
        size = len(payload)
        head = bytes((128 | kind, 128 | size)) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def end(self) -> None:
        self.ending = True
        self.transport.close()

    def opened(self) -> None:
        pass

    def told(self, payload: bytes) -> None:
        raise NotImplementedError


def broken(why: str) -> None:
    print(why, file=sys.stderr, flush=True)
    os._exit(1)


class Table:
    """Four seats, and the choice in flight."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.seats: list[Any] = []
        self.sent = 0.0  # when the choice in flight was sent; 0: none is
        self.chooser: object = None
        self.over = False
        self.ready = False  # whether all seats are connected

    @property
    def may_send(self) -> bool:
        return self.ready and self.play.running and not self.sent

    def send(self, seat: Any, payload: bytes) -> None:
        self.chooser = seat
        self.sent = perf_counter()
        seat.write(payload)

    def answered(self) -> None:
        """The choice in flight has come back as a patch."""
        now = perf_counter()
        self.play.answered(self, now - self.sent, now)
        self.sent = 0.0
        self.chooser = None
        for seat in self.seats:  # one of them may have heard of it before
            seat.go_on()


class Play:
    """Plays at tables in a closed loop, in several slices of time."""

    def __init__(self, rng: random.Random, next_table: Callable[[Play], Table | None], side: Side) -> None:
        self.rng = rng
        self.next_table = next_table
        self.side = side
        self.running = False
        self.begin = self.end = 0.0
        self.made = 0  # all answered choices, including those outside the measured time
        self.taken: list[float] = []  # seconds for each measured choice
        self.slices: list[float] = []  # choices per second, by slice
        self.seconds = self.own = self.theirs = 0.0  # measured; CPU seconds of client and server
        self.refused = 0
        self.games = 0
        self.replication: set[asyncio.Task[None]] = set()
        self.tables: list[Table] = []

    def answered(self, table: Table, took: float, now: float) -> None:
        self.made += 1
        if self.begin <= now < self.end:
            self.taken.append(took)

    def finished(self, table: Table) -> None:
        """A game is over: the next table is taken instead."""
        if table.over:
            return
        table.over = True
        self.games += 1
        task = asyncio.create_task(self._replace(table))
        self.replication.add(task)
        task.add_done_callback(self.replication.discard)

    async def _replace(self, table: Table) -> None:
        await asyncio.sleep(0.05)  # the other seats' last messages
        for seat in table.seats:
            seat.end()
        self.tables.remove(table)
        await self.take()

    async def take(self) -> None:
        table = self.next_table(self)
        if table is None:
            broken("there are no more tables")
            return
        self.tables.append(table)
        for seat in table.seats:
            await seat.connect()
        table.ready = True
        if self.running:
            for seat in table.seats:
                seat.go_on()

    def hold_to_core(self) -> None:
        core = self.side["core"]
        os.sched_setaffinity(0, CORES if core is None else {core})

    async def come(self, tables: int) -> None:
        """Connect all players to their tables."""
        gate = asyncio.Semaphore(CONNECTING)

        async def take() -> None:
            async with gate:
                await self.take()

        await asyncio.gather(*(take() for _ in range(tables)))

    async def go(self, warm: float, seconds: float) -> None:
        """Play; answers count after the warm-up."""
        self.hold_to_core()
        before = len(self.taken)
        self.running = True
        self.begin = perf_counter() + warm
        self.end = self.begin + seconds
        for table in list(self.tables):
            for seat in table.seats:
                seat.go_on()
        await asyncio.sleep(warm)
        cpu, theirs = os.times(), busy(self.side["pids"])
        await asyncio.sleep(max(0.0, self.end - perf_counter()))
        used = os.times()
        self.theirs += busy(self.side["pids"]) - theirs
        self.own += used.user + used.system - cpu.user - cpu.system
        self.running = False
        if seconds:
            self.seconds += seconds
            self.slices.append((len(self.taken) - before) / seconds)
        await self.drain()

    async def drain(self) -> None:
        """Wait until nothing more comes."""
        before = -1
        until = perf_counter() + PATIENCE
        while perf_counter() < until:
            await asyncio.gather(*self.replication)
            now = sum(seat.received for table in self.tables for seat in table.seats)
            if now == before and not any(table.sent for table in self.tables):
                return
            before = now
            await asyncio.sleep(SETTLED)

    def found(self) -> dict[str, Any]:
        taken = sorted(self.taken)
        late = [table for table in self.tables if table.sent]
        if late or not taken:
            broken(f"{len(late)} choices had no answer, {len(taken)} had one")
        return {
            "per_s": len(taken) / self.seconds,
            "all_per_s": self.slices,
            "p50_ms": 1000 * taken[len(taken) // 2],
            "p99_ms": 1000 * taken[len(taken) * 99 // 100],
            "made": self.made,
            "refused": self.refused,
            "games": self.games,
            "server_busy": self.theirs / self.seconds,
            "server_ms": 1000 * self.theirs / len(taken),  # CPU time for each choice
            "client_busy": self.own / self.seconds,
            "uneven": sum(len({seat.patches for seat in table.seats}) > 1 for table in self.tables),
        }


ACTOR = re.compile(rb'{"patch":{"actor":(-?\d+)')  # whose turn it is now: a patch begins with it
CHOICE = re.compile(rb'{"choice":(\d+)')  # an option
NUMBER = re.compile(rb'},"number":(\d+),"actor":')  # how many choices were made: after the patch itself
OVER = -2


class Seat(Socket):
    """A seat at our server. Its options are in the prompt; the server makes forced choices itself."""

    def __init__(self, table: Table, port: int, key: str, token: str) -> None:
        super().__init__(port, f"/tables/{key}/socket", f"serai-guest={token}")
        self.table = table
        self.options: list[bytes] = []
        self.number = 0
        self.patches = 0
        self.seat: int | None = None
        self.actor: int | None = None
        self.asked = False

    def told(self, payload: bytes) -> None:
        table = self.table
        if payload.startswith(b'{"patch"'):
            self.patches += 1
            if table.chooser is self:
                table.answered()
            actor = ACTOR.match(payload)
            if actor is not None:
                self.actor = int(actor[1])
            if self.actor == OVER:
                table.play.finished(table)
            elif self.actor == self.seat:
                self._read(payload)
            else:
                self.asked = False
        elif payload.startswith(b'{"scene"') or payload.startswith(b'{"refused"'):
            message = orjson.loads(payload)
            if "refused" in message:
                table.play.refused += 1
                if table.play.refused > 100:
                    broken(f"refused: {message['refused']}")
                if table.chooser is self:
                    table.sent, table.chooser = 0.0, None
            if "scene" in message:
                scene = message["scene"]
                self.seat, self.actor, self.number = scene["seat"], scene["actor"], message["number"]
                self.options = [b"%d" % option["choice"] for option in scene["prompt"]["options"]]
                self.asked = self.actor == self.seat
                self.go_on()
            if not self.ready.done():
                self.ready.set_result(None)

    def _read(self, patch: bytes) -> None:
        """Read the options alone: parsing the whole patch would double the client's work for a choice."""
        options = patch.find(b'"options":[')
        if options >= 0:
            self.options = CHOICE.findall(patch, options)
        number = NUMBER.search(patch, max(0, options))
        assert number is not None
        self.number = int(number[1])
        self.asked = True
        self.go_on()

    def go_on(self) -> None:
        table = self.table
        if self.asked and len(self.options) > 1 and table.may_send:
            self.asked = False
            choice = self.options[int(table.play.rng.random() * len(self.options))]
            table.send(self, b'{"choose":%b,"number":%d}' % (choice, self.number))


GAME = b"serai-bench"


class Other(Socket):
    """A seat (None: a spectator) of boardgame.io, which speaks Socket.IO."""

    def __init__(self, table: Table | None, port: int, match: str, seat: int | None) -> None:
        super().__init__(port, "/socket.io/?EIO=4&transport=websocket")
        self.table = table
        self.match = match
        self.seat = seat
        self.patches = 0
        self.asked = False
        self.state = 0
        self.watch: Callable[[], None] | None = None
        me = b"null" if seat is None else b'"%d"' % seat
        self.mine = b'"currentPlayer":' + me
        self.head = b'42/%s,["update",{"type":"MAKE_MOVE","payload":{"type":"take","args":[' % GAME
        self.tail = b'],"playerID":%s,"credentials":null}},%%d,"%s",%s]' % (me, match.encode(), me)
        self.sync = b'42/%s,["sync","%s",%s,null,4]' % (GAME, match.encode(), me)

    def told(self, payload: bytes) -> None:
        if payload.startswith(b"42/"):
            event = payload[len(GAME) + 4 :]
            if event.startswith(b'["update"'):
                self.patches += 1
                if self.watch is not None:
                    self.watch()
                table = self.table
                if table is not None:
                    if table.chooser is self:
                        table.answered()
                    if b'"gameover"' in event:
                        table.play.finished(table)
                    elif self.mine in event:
                        self._read(orjson.loads(event)[2])
                    else:
                        self.asked = False
            elif event.startswith(b'["sync"'):
                if self.table is not None:
                    self._read(orjson.loads(event)[2]["state"])
                if not self.ready.done():
                    self.ready.set_result(None)
        elif payload == b"2":
            self.write(b"3")
        elif payload.startswith(b"0"):
            self.write(b"40/%s," % GAME)
        elif payload.startswith(b"40"):
            self.write(self.sync)

    def _read(self, state: dict[str, Any]) -> None:
        self.asked = state["ctx"]["currentPlayer"] == str(self.seat)
        self.state = state["_stateID"]
        self.options = [number for number, owner in enumerate(state["G"]["shops"]) if owner < 0]
        self.go_on()

    def go_on(self) -> None:
        table = self.table
        if table is not None and self.asked and table.may_send:
            self.asked = False
            choice = self.options[int(table.play.rng.random() * len(self.options))]
            table.send(self, self.head + b"%d" % choice + self.tail % self.state)


class Spectator(Socket):
    """A spectator of one of our tables."""

    def __init__(self, port: int, key: str) -> None:
        super().__init__(port, f"/tables/{key}/socket")
        self.watch: Callable[[], None] | None = None

    def told(self, payload: bytes) -> None:
        if payload.startswith(b'{"patch"'):
            if self.watch is not None:
                self.watch()
        elif payload.startswith(b'{"scene"') and not self.ready.done():
            self.ready.set_result(None)


def busy(pids: list[int]) -> float:
    """CPU seconds that processes have used."""
    used = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no figure")


async def watch(job: dict[str, Any], play: Play) -> dict[str, Any]:
    """Viewers at one table: the memory for each, and how long a choice takes to reach all of them."""
    gate = asyncio.Semaphore(CONNECTING)
    viewers: list[Any] = []
    (port,), ((_, key, _),), (pid,) = (play.side[what] for what in ("ports", "tables", "pids"))
    play.hold_to_core()

    async def connect() -> None:
        async with gate:
            ours = play.side["kind"] == "serai"
            one = Spectator(port, key) if ours else Other(None, port, key, None)
            viewers.append(one)
            await one.connect()

    async def to(number: int) -> None:
        await asyncio.gather(*(connect() for _ in range(number - len(viewers))))
        await asyncio.sleep(1)

    await play.take()
    reached: list[float] = []
    await to(job["reach"])
    for _ in range(job["choices"]):
        missing = len(viewers)
        last: asyncio.Future[float] = asyncio.get_running_loop().create_future()

        def seen(last: asyncio.Future[float] = last) -> None:
            nonlocal missing
            missing -= 1
            if missing == 0:
                last.set_result(perf_counter())

        for one in viewers:
            one.watch = seen
        play.running = True
        table = play.tables[-1]
        while not table.sent:
            if table.over:
                await asyncio.gather(*play.replication)
                raise RuntimeError("the game ended")
            for seat in table.seats:
                seat.go_on()
            if not table.sent:
                await asyncio.sleep(0.01)
        play.running = False
        begun = table.sent
        reached.append(await asyncio.wait_for(last, PATIENCE) - begun)
        for one in viewers:
            one.watch = None
        await asyncio.sleep(0.03)
    reached.sort()
    before = resident(pid)
    await to(job["reach"] + job["viewers"])
    after = resident(pid)
    for one in (*viewers, *(seat for table in play.tables for seat in table.seats)):
        one.end()
    return {
        "viewers": job["viewers"],
        "bytes": (after - before) / job["viewers"],
        "reach": job["reach"],
        "reach_p50_ms": 1000 * reached[len(reached) // 2],
        "reach_p99_ms": 1000 * reached[len(reached) * 99 // 100],
    }


def play_at(side: Side, seed: str) -> Play:
    """The players at the tables of one side."""
    keys = iter(side["tables"])
    ports = side["ports"]

    def next_table(play: Play) -> Table | None:
        table = Table(play)
        found = next(keys, None)
        if found is None:
            return None
        number, key, tokens = found
        port = ports[number % len(ports)]
        for seat in range(4):
            if side["kind"] == "serai":
                # With `split` the seats of a table sit at different processes.
                here = ports[(number + seat) % len(ports)] if side.get("split") else port
                table.seats.append(Seat(table, here, key, tokens[seat]))
            else:
                table.seats.append(Other(table, port, key, seat))
        return table

    return Play(random.Random(seed), next_table, side)


async def work(job: dict[str, Any]) -> Any:
    """Play at each side in turn, so that other load affects all alike."""
    plays = {name: play_at(side, job["seed"]) for name, side in job["sides"].items()}
    if "viewers" in job:
        (play,) = plays.values()
        return await watch(job, play)
    for play in plays.values():
        await play.come(job["playing"])
        await play.go(job["warm"], 0.0)
    for _ in range(job["slices"]):
        for play in plays.values():
            await play.go(job["again"], job["seconds"])
    return {name: play.found() for name, play in plays.items()}


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    job = json.loads(sys.stdin.readline())
    print(json.dumps(uvloop.run(work(job))), flush=True)


if __name__ == "__main__":
    main()

"""Simulated players at many tables, who stay while servers are killed; and the checks afterwards.

A page reconnects as `serai/web/static/js/socket.js` does, and never reloads itself. It remembers everything
it sent and was shown, so that `check` can compare that with the log.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import monotonic
from typing import Any

import httpx
import sqlalchemy as sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import serai
from serai.kernel.fair import COMMITMENT, SEED, check_fair, commitment
from serai.kernel.state import OVER
from serai.scene.patch import merge
from serai.server.storage.schema import CHOICE, UNDO, entries, tables
from serai.server.storage.store import Store
from tests.games import allowed_players
from tests.server.server_process import shown

GONE = (OSError, TimeoutError, WebSocketException, EOFError, httpx.HTTPError)
AGAIN = 3  # times that a table makes progress before it is checked
UNDONE = 0.04  # how often a player who may undo does so


@dataclass
class Played:
    """A table, as its players and viewers see it."""

    path: str
    game: str
    people: dict[int, Page] = field(default_factory=dict)  # by seat
    onlookers: list[Page] = field(default_factory=list)
    entry: int = 0
    over: bool = False
    begun: float = field(default_factory=monotonic)
    advances: list[float] = field(default_factory=list)
    before: list[int] = field(default_factory=list)  # the entry that was known before each
    opened: list[float] = field(default_factory=list)  # when a page was connected
    forced: set[int] = field(default_factory=set)  # entries that are made for a person, in their own time

    @property
    def key(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def pages(self) -> list[Page]:
        return [*self.people.values(), *self.onlookers]

    @property
    def still(self) -> float:
        """Seconds since the last change."""
        return 0.0 if self.over else monotonic() - (self.advances[-1] if self.advances else self.begun)

    def told(self, entry: int, over: bool) -> None:
        if entry > self.entry:
            self.before.append(self.entry)
            self.entry = entry
            self.advances.append(monotonic())
        self.over = self.over or over

    def waited(self, moment: float) -> tuple[float, float] | None:
        """Seconds from a moment until a page that had to come back was there again, and until the table went
        on: until the end of the longest pause, since the first that is shown may have been on its way. None:
        it has not, or all was made for a person, which takes as long as they would."""
        first = bisect_right(self.advances, moment)
        pauses = [
            (at - max(moment, self.advances[which - 1] if which else moment), at)
            for which, at in enumerate(self.advances[first : first + AGAIN], first)
            if self.before[which] not in self.forced
        ]
        if not pauses:
            return None
        _, until = max(pauses)
        back = [at - moment for at in self.opened if moment < at <= until]
        return max(back, default=0.0), until - moment


class Page:
    """One page of a table."""

    def __init__(self, players: SimulatedPlayers, table: Played, cookie: str) -> None:
        self.players = players
        self.table = table
        self.cookie = cookie
        self.rng = Random(players.rng.random())
        self.scene: dict[str, Any] = {}
        self.number = self.entry = -1
        self.undo = False
        self.sent: int | None = None  # the id of what was sent and not answered
        self.ids = 0
        self.opened = 0
        self.refused: Counter[str] = Counter()
        # By entry: all that was sent, what was acknowledged, what was shown (number of choices, who chose).
        self.tried: dict[int, list[tuple[str, int]]] = {}
        self.made: dict[int, tuple[str, int]] = {}
        self.seen: dict[int, tuple[int, int | None]] = {}
        self.task = asyncio.create_task(self._stay())

    # The line, as the page's script has it

    async def _stay(self) -> None:
        tries = 0
        while not self.players.ended:
            with suppress(*GONE):
                async with self.connect() as line:
                    tries = 0
                    self.opened += 1
                    self.table.opened.append(monotonic())
                    await self._listen(line)
            self.sent = None
            tries += 1
            longest = 1.0 if tries < 30 else 8.0
            await asyncio.sleep(min(longest, 0.125 * 2 ** min(tries, 6)) * (0.7 + self.rng.random() * 0.6))

    def connect(self) -> connect:
        address = self.rng.choice(self.players.addresses).replace("http", "ws", 1)
        return connect(
            f"{address}{self.table.path}/socket",
            additional_headers={"Cookie": self.cookie},
            compression=None,
            ping_interval=None,
            close_timeout=1,
        )

    async def _listen(self, line: ClientConnection) -> None:
        """Show what comes; choose when asked."""
        async for text in line:
            message = json.loads(text)
            self.hear(message)
            if self.asked and self.sent is None and self.players.playing:
                await asyncio.sleep(self.rng.uniform(*self.players.pace))
                if self.players.playing:
                    await self._decide(line)

    async def _decide(self, line: ClientConnection) -> None:
        if self.undo and self.rng.random() < UNDONE:
            what, told = (UNDO, self.number), {"undo": self.number}
        else:
            choice = self.rng.choice(self.options)
            what, told = (CHOICE, choice), {"choose": choice, "number": self.number}
        self.ids += 1
        self.sent = self.ids
        self.tried.setdefault(self.entry, []).append(what)
        await line.send(json.dumps(told | {"entry": self.entry, "id": self.sent}))

    def hear(self, message: dict[str, Any]) -> None:
        answers = self.sent is not None and message.get("id") == self.sent
        if answers:
            self.sent = None
        if "refused" in message:
            if "id" not in message:
                self.sent = None
            self.refused[message["refused"]["code"]] += 1
        elif answers:  # what was sent last is what was made
            self.made[self.entry] = self.tried[self.entry][-1]
        if "patch" in message:
            assert message["number"] == self.number + 1, "a patch does not follow on what was shown"
            self.scene = merge(self.scene, message["patch"])
            self.seen[message["entry"] - 1] = (message["number"], message["actor"])
        elif "scene" in message:
            self.scene = shown(message["scene"])
        else:
            return
        self.number, self.entry, self.undo = message["number"], message["entry"], message["undo"]
        self.table.told(self.entry, self.scene["actor"] == OVER)
        if self.scene["actor"] == self.scene.get("seat") and len(self.options) <= 1:
            self.table.forced.add(self.entry)

    @property
    def options(self) -> list[int]:
        return sorted({option["choice"] for option in self.scene["prompt"]["options"]})

    @property
    def asked(self) -> bool:
        return self.scene.get("actor") == self.scene.get("seat") is not None and len(self.options) > 1


class SimulatedPlayers:
    """The players, each at one table; a new table begins when one is over."""

    def __init__(
        self, addresses: Sequence[str], rng: Random, pace: tuple[float, float] = (0.02, 0.2)
    ) -> None:
        self.addresses = list(addresses)  # a proxy would lead to any of them
        self.rng = rng
        self.pace = pace
        self.playing = True
        self.ended = False
        self.tables: list[Played] = []
        self.hosts: list[asyncio.Task[None]] = []

    async def come(self, games: Iterable[str], friends: int = 2) -> None:
        """For each game: one person against bots, and friends with a bot. One more table is only watched."""
        for game in games:
            one = await self._guest()
            self._host(partial(self._alone, game, one))
            several = [await self._guest() for _ in range(friends)]
            self._host(partial(self._together, game, several))
        watching = await self._guest()
        self._host(partial(self._watched, "yspahan", watching))

    def _host(self, begin: Callable[[], Awaitable[Played]]) -> None:
        async def host() -> None:
            while not self.ended:
                table = await begin()
                while not table.over and not self.ended:
                    await asyncio.sleep(0.1)

        self.hosts.append(asyncio.create_task(host()))

    async def _post(self, path: str, cookie: str, fields: dict[str, str]) -> httpx.Response:
        """Send a request until there is an answer: a killed server gives none."""
        while True:
            with suppress(*GONE):
                async with httpx.AsyncClient(base_url=self.rng.choice(self.addresses), timeout=10) as client:
                    answer = await client.post(path, data=fields, headers={"Cookie": cookie})
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(0.3)

    async def _guest(self) -> str:
        answer = await self._post("/play/yspahan", "", {})
        return "; ".join(f"{name}={value}" for name, value in answer.cookies.items())

    async def _table(self, game: str, cookie: str, **fields: str) -> Played:
        answer = await self._post("/tables", cookie, {"game": game, "seat": "0"} | fields)
        assert answer.status_code == 303, answer.text
        table = Played(answer.headers["location"], game)
        self.tables.append(table)
        return table

    async def _alone(self, game: str, guest: str) -> Played:
        table = await self._table(
            game, guest, players=str(allowed_players(game)), level_1="greedy", level_2="random"
        )
        table.people[0] = Page(self, table, guest)
        return table

    async def _together(self, game: str, guests: list[str]) -> Played:
        seats = {f"level_{seat}": "open" for seat in range(1, len(guests))}
        bot = {f"level_{len(guests)}": "random", "players": str(len(guests) + 1), "public": "1"}
        table = await self._table(game, guests[0], **seats, **bot)
        for guest in guests[1:]:
            answer = await self._post(f"{table.path}/sit", guest, {})
            assert answer.status_code == 303, answer.text
        for seat, guest in enumerate(guests):
            table.people[seat] = Page(self, table, guest)
        return table

    async def _watched(self, game: str, guest: str) -> Played:
        levels = {f"level_{seat}": "greedy" for seat in range(4)}
        table = await self._table(
            game, guest, **levels | {"seat": "watch", "players": str(allowed_players(game, 4))}
        )
        table.onlookers.append(Page(self, table, guest))
        return table

    # What must hold

    def open(self) -> list[Played]:
        return [table for table in self.tables if not table.over]

    async def goes_on(self, times: int, within: float) -> None:
        """Wait until every table has advanced a number of times, or ended."""
        goals = [(table, len(table.advances) + times) for table in self.open()]
        until = monotonic() + within
        while stuck := [table for table, goal in goals if len(table.advances) < goal and not table.over]:
            assert monotonic() < until, f"stuck: {[table.path for table in stuck]}"
            await asyncio.sleep(0.05)

    async def rests(self, within: float) -> None:
        """Stop choosing, and check that every page shows what a new one would."""
        self.playing = False
        until = monotonic() + within
        for table in [table for table in self.tables if table.people]:
            for page in table.pages:
                while True:
                    with suppress(*GONE):
                        async with page.connect() as line:
                            fresh = json.loads(await line.recv())
                        if page.sent is None and fresh["entry"] == page.entry:
                            break
                    assert monotonic() < until, f"a page of {table.path} does not show what is there"
                    await asyncio.sleep(0.2)
                assert page.scene == shown(fresh["scene"])

    async def go(self) -> None:
        self.ended = True
        tasks = [*self.hosts, *(page.task for table in self.tables for page in table.pages)]
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    def failed(self) -> None:
        """Raise what went wrong at a page or a table."""
        for task in [*self.hosts, *(page.task for table in self.tables for page in table.pages)]:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error


def check(store: Store, players: SimulatedPlayers) -> dict[str, int]:
    """Compare what everyone sent and saw with the logs. Returns how much was compared."""
    figures: Counter[str] = Counter()
    for table in players.tables:
        with store.reading.connect() as connection:
            if store.reading.dialect.name == "sqlite":  # one moment of it: bots may still play
                connection.exec_driver_sql("BEGIN")
            row = connection.execute(tables.select().where(tables.c.id == table.key)).one()
            log = connection.execute(
                sql.select(entries).where(entries.c.table_id == table.key).order_by(entries.c.number)
            ).all()
        figures["tables"] += 1
        figures["finished"] += table.over
        figures["entries"] += len(log)
        assert [line.number for line in log] == list(range(len(log)))
        _check_log(table, row, log, figures)
        for page in table.pages:
            figures["connections"] += page.opened
            for entry, what in page.made.items():
                line = log[entry]
                assert line.kind == what[0], f"{table.path}: {what} at {entry} was lost"
                assert what[0] == UNDO or line.value == what[1], f"{table.path}: {what} at {entry} was lost"
                figures["acknowledged"] += 1
            figures.update({f"refused: {code}": times for code, times in page.refused.items()})
    return dict(figures)


def _check_log(table: Played, row: Any, log: Sequence[Any], figures: Counter[str]) -> None:
    """Everything in the log was sent once, or drawn; everything shown is in the log."""
    game = serai.game(table.game)
    state = game.new(row.players, row.options)
    choices: list[int] = []
    for line in log:
        actor: int = state.actor
        if line.kind == CHOICE:
            state.apply(line.value)
            choices.append(line.value)
        else:
            del choices[line.value :]
            state = game.new(row.players, row.options)
            for choice in choices:
                state.apply_unchecked(choice)
        if line.asked and (line.kind == UNDO or actor in table.people):
            senders = table.people.values() if line.kind == UNDO else [table.people[actor]]
            sent = [what for page in senders for what in page.tried.get(line.number, [])]
            known = any(kind == line.kind and (kind == UNDO or value == line.value) for kind, value in sent)
            assert known, f"{table.path}: what is at {line.number} was sent by nobody, or applied twice"
            figures["people's choices"] += 1
        for page in table.pages:
            if line.number in page.seen:
                number, who = page.seen[line.number]
                assert (number, who) == (len(choices), actor), (
                    f"{table.path}: {line.number} was shown otherwise"
                )
                figures["shown"] += 1
    assert all(entry < len(log) for page in table.pages for entry in (*page.seen, *page.made)), (
        f"{table.path}: something was shown that is not in the log"
    )
    seed = bytes.fromhex(row.seed)
    tags = {COMMITMENT: commitment(seed), SEED: row.seed}
    figures["draws"] += check_fair(serai.Record(table.game, row.players, row.options, choices, tags)) or 0
    assert row.number == len(choices)
    assert row.actor == state.actor

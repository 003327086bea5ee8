"""Several persons at one table of a hub, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import time
from typing import Any

import pytest

from serai.kernel.rng import Rng
from serai.server.community.chat import Chat
from serai.server.community.lobby import Lobby
from serai.server.live.acts import TableActs
from serai.server.live.bots import jobs, worker
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.pubsub import Handler, LocalPubSub, PubSub
from serai.server.people.guests import Guest, new_guest
from serai.server.storage.store import Store
from serai.server.tables.seeds import FixedSeeds
from tests import seeds
from tests.event_loops import run_alone
from tests.server.databases import migrated_url_of


def new_hub(
    store: Store, workers: WorkerPool, now: Callable[[], float] = time, pubsub: PubSub | None = None
) -> Hub:
    """A hub whose tables are the same every time."""
    return Hub(store, workers, now, pubsub, FixedSeeds(seeds.seed))


class HubSetup:
    """A hub with everything it needs; `now` is the current time."""

    def __init__(self, folder: Path, now: float = 1_000_000.0) -> None:
        self.now = now
        self.store = Store(migrated_url_of(folder), "OFF")
        self.store.open()
        self.hub = new_hub(self.store, WorkerPool(1), lambda: self.now)
        self.hub.bot_driver.sleep = self.moment
        self.rng = Rng("people")
        self.moments = 0  # how often something was built for one viewer, not for all at once
        self.lobby = Lobby(self.hub)
        self.table_acts = TableActs(self.hub)
        self.chat = Chat(self.hub)

    async def moment(self, seconds: float) -> None:
        self.moments += 1

    async def close(self) -> None:
        await self.hub.close()
        self.hub.workers.close()
        self.store.close()

    async def guests(self, count: int) -> list[Guest]:
        return [(await new_guest(self.store, seeds=self.hub.seeds))[0] for _ in range(count)]

    async def table(self, people: int = 2, **wanted: str) -> tuple[LiveTable, list[Guest]]:
        """A started table, with the seats taken in order."""
        guests = await self.guests(people)
        fields = {"game": "yspahan", "players": str(people), "seat": "0", "public": "1", "others": "open"}
        settings = await self.hub.settings_for(guests[0], fields | {"level": "random"} | wanted)
        await self.lobby.open(guests[0], settings)
        for guest in guests[1:]:
            await self.lobby.sit(guest, settings.id)
        if len(guests) < settings.players:
            await self.lobby.start(guests[0], settings.id)
        return await self.hub.get(settings.id), guests

    async def page(self, live_table: LiveTable, seat: int | None, language: str = "en") -> Page:
        """Open the table's page."""
        guest = live_table.table.settings.occupants[seat].guest if seat is not None else None
        page = Page(seat, language, guest)
        await self.hub.join(live_table, page)
        await self.chat.send_history(live_table, page)
        return page

    async def begin_round(self, live_table: LiveTable) -> None:
        """Choose until Morgenland's first round has begun: from then on there are standing answers."""
        while not live_table.table.state.observe(None)["round"]:
            await self.choose(live_table)

    async def choose(self, live_table: LiveTable, choices: int = 1) -> None:
        """Make legal choices for the seat to choose."""
        table = live_table.table
        for _ in range(choices):
            await self.settle()
            legal = table.state.legal()
            choice = legal[self.rng.below(len(legal))]
            await self.hub.choose(live_table, table.person_due, choice, table.number, None)
        await self.settle()

    async def until_other(self, live_table: LiveTable, seat: int) -> None:
        """The seat chooses until it is another person's turn."""
        while live_table.table.person_due == seat:
            await self.choose(live_table)

    async def settle(self) -> None:
        """Wait until the bots have played."""
        while self.hub.bot_driver.tasks:
            await asyncio.gather(*self.hub.bot_driver.tasks)

    async def again(self, live_table: LiveTable) -> LiveTable:
        """The same table, replayed from its logs."""
        await self.settle()
        self.hub.live_tables.clear()
        return await self.hub.get(live_table.table.settings.id)


class IdlePubSub(LocalPubSub):
    """One of many processes, none of which takes work."""

    multi_process = True


class LinkedPubSub(LocalPubSub):
    """One of several processes that form one server. All are simulated in this process, and each receives the
    others' messages when the test says so."""

    multi_process = True

    def __init__(self, *others: LinkedPubSub) -> None:
        super().__init__()
        self.others = list(others)
        for other in others:
            other.others.append(self)
        self.handlers: dict[str, list[Handler]] = {}
        self.places: set[str] = set()
        self.untold: deque[tuple[str, str, str]] = deque()  # what this one has not heard yet

    def add_handler(self, kind: str, handler: Handler) -> None:
        self.handlers.setdefault(kind, []).append(handler)

    def publish(self, kind: str, *, at: str = "", **what: Any) -> None:
        for other in self.others:
            if not at or at in other.places:
                other.untold.append((self.name, kind, json.dumps(what)))

    async def subscribe(self, place: str) -> None:
        self.places.add(place)

    def unsubscribe(self, place: str) -> None:
        self.places.discard(place)

    async def hear(self) -> None:
        while self.untold:
            who, kind, what = self.untold.popleft()
            for handler in (*self.handlers.get("", ()), *self.handlers.get(kind, ())):
                await handler(who, json.loads(what))


class HeldBots:
    """Bots whose answers are held back until `free` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thought, self.free = asyncio.Event(), asyncio.Event()
        self.asked: list[int] = []  # the positions about which one was asked
        self.play = jobs.play
        monkeypatch.setattr(jobs, "play", self._play)

    async def _play(self, workers: WorkerPool, turn: worker.Turn, table: str, owner: str) -> list[int]:
        self.asked.append(turn.state.key())
        choices = await self.play(workers, turn, table, owner)
        self.thought.set()
        await self.free.wait()
        return choices


class Page(Viewer):
    def heard(self) -> list[dict[str, Any]]:
        """All messages since the last call."""
        messages = []
        while not self.waiting.empty():
            message = self.waiting.get_nowait()
            messages.append(json.loads(message) if message else {})
        return messages

    def people(self) -> dict[str, Any]:
        """The last message about the people."""
        told: list[dict[str, Any]] = [message["people"] for message in self.heard() if "people" in message]
        return told[-1]


def run_with_hub(folder: Path, test: Callable[[HubSetup], Awaitable[None]]) -> None:
    async def run() -> None:
        setup = HubSetup(folder)
        try:
            await test(setup)
        finally:
            await setup.close()

    run_alone(run())

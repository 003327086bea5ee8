"""Several persons at one table of a hub, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from serai.kernel.rng import Rng
from serai.server.community.chat import Chat
from serai.server.community.lobby import Lobby
from serai.server.live.acts import Meeting
from serai.server.live.bots import jobs, worker
from serai.server.live.bots.pool import Workers
from serai.server.live.hub import Hub
from serai.server.live.live_table import Seating, Viewer
from serai.server.live.pubsub import Alone, Ear
from serai.server.people.guests import Guest, new_guest
from serai.server.storage.store import Store
from tests.loops import run_alone
from tests.server.databases import url_of


class Company:
    """A hub and all that stands around it; `now` is what time it is."""

    def __init__(self, folder: Path, now: float = 1_000_000.0) -> None:
        self.now = now
        self.store = Store(url_of(folder), "OFF")
        self.store.open()
        self.hub = Hub(self.store, Workers(1), lambda: self.now)
        self.hub.playing.moment = self.moment
        self.rng = Rng("people")
        self.moments = 0  # how often something was made for somebody, not at once
        self.lobby = Lobby(self.hub)
        self.meeting = Meeting(self.hub)
        self.chat = Chat(self.hub)

    async def moment(self, seconds: float) -> None:
        self.moments += 1

    async def close(self) -> None:
        await self.hub.close()
        self.hub.workers.close()
        self.store.close()

    async def guests(self, count: int) -> list[Guest]:
        return [(await new_guest(self.store))[0] for _ in range(count)]

    async def table(self, people: int = 2, **wanted: str) -> tuple[Seating, list[Guest]]:
        """A table that has begun, all seats taken in order."""
        guests = await self.guests(people)
        fields = {"game": "yspahan", "players": str(people), "seat": "0", "public": "1", "others": "open"}
        settings = await self.hub.settle(guests[0], fields | {"level": "random"} | wanted)
        await self.lobby.open(guests[0], settings)
        for guest in guests[1:]:
            await self.lobby.sit(guest, settings.id)
        if len(guests) < settings.players:
            await self.lobby.start(guests[0], settings.id)
        return await self.hub.get(settings.id), guests

    async def page(self, seating: Seating, seat: int | None, language: str = "en") -> Page:
        """Somebody opens the table's page."""
        guest = seating.table.settings.chairs[seat].guest if seat is not None else None
        page = Page(seat, language, guest)
        await self.hub.join(seating, page)
        await self.chat.greet(seating, page)
        return page

    async def choose(self, seating: Seating, choices: int = 1) -> None:
        """Whoever is asked takes any that is possible."""
        table = seating.table
        for _ in range(choices):
            await self.settle()
            legal = table.state.legal()
            choice = legal[self.rng.below(len(legal))]
            await self.hub.choose(seating, table.person_due, choice, table.number, None)
        await self.settle()

    async def until_other(self, seating: Seating, seat: int) -> None:
        """The seat chooses until another person is asked."""
        while seating.table.person_due == seat:
            await self.choose(seating)

    async def settle(self) -> None:
        """Bots have played."""
        while self.hub.playing.tasks:
            await asyncio.gather(*self.hub.playing.tasks)

    async def again(self, seating: Seating) -> Seating:
        """The same table as its logs give it."""
        await self.settle()
        self.hub.seatings.clear()
        return await self.hub.get(seating.table.settings.id)


class Idle(Alone):
    """One of many processes, of which none takes work."""

    many = True


class Linked(Alone):
    """One of several processes that are one server. All of them live in this one, and each hears what the
    others told when the test says so."""

    many = True

    def __init__(self, *others: Linked) -> None:
        super().__init__()
        self.others = list(others)
        for other in others:
            other.others.append(self)
        self.ears: dict[str, list[Ear]] = {}
        self.places: set[str] = set()
        self.untold: deque[tuple[str, str, str]] = deque()  # what this one has not heard yet

    def listen(self, kind: str, ear: Ear) -> None:
        self.ears.setdefault(kind, []).append(ear)

    def tell(self, kind: str, *, at: str = "", **what: Any) -> None:
        for other in self.others:
            if not at or at in other.places:
                other.untold.append((self.name, kind, json.dumps(what)))

    async def follow(self, place: str) -> None:
        self.places.add(place)

    def unfollow(self, place: str) -> None:
        self.places.discard(place)

    async def hear(self) -> None:
        while self.untold:
            who, kind, what = self.untold.popleft()
            for ear in (*self.ears.get("", ()), *self.ears.get(kind, ())):
                await ear(who, json.loads(what))


class HeldBots:
    """Bots that have thought, and whose answers are held back until `free` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thought, self.free = asyncio.Event(), asyncio.Event()
        self.asked: list[int] = []  # the positions about which one was asked
        self.play = jobs.play
        monkeypatch.setattr(jobs, "play", self._play)

    async def _play(self, workers: Workers, turn: worker.Turn, table: str, owner: str) -> list[int]:
        self.asked.append(turn.state.key())
        choices = await self.play(workers, turn, table, owner)
        self.thought.set()
        await self.free.wait()
        return choices


class Page(Viewer):
    def heard(self) -> list[dict[str, Any]]:
        """All messages since this was last asked."""
        messages = []
        while not self.waiting.empty():
            message = self.waiting.get_nowait()
            messages.append(json.loads(message) if message else {})
        return messages

    def people(self) -> dict[str, Any]:
        """The last that was told of the people."""
        told: list[dict[str, Any]] = [message["people"] for message in self.heard() if "people" in message]
        return told[-1]


def among(folder: Path, test: Callable[[Company], Awaitable[None]]) -> None:
    async def run() -> None:
        company = Company(folder)
        try:
            await test(company)
        finally:
            await company.close()

    run_alone(run())

"""Who is connected to which place, at this process or another.

A place is a table with its seats, a table that waits for players, or a guest's pages. Each process publishes
who comes and goes, and its whole list when a new process asks. A process that has been silent for too long
counts as dead, and the people connected to it as gone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Any

from serai.server.live.pubsub import DEAD_AFTER, HEARTBEAT, PubSub

Places = dict[str, set[int]]


def table_place(key: str) -> str:
    return f"table {key}"


def waiting_place(key: str) -> str:
    return f"room {key}"  # as earlier versions call it


def guest_place(guest: int) -> str:
    """The place of a guest's pages."""
    return f"guest {guest}"


class Presence:
    def __init__(self, pubsub: PubSub) -> None:
        self.pubsub = pubsub
        self.here: dict[str, Counter[int]] = {}
        self.others: dict[str, Places] = {}  # what other processes said, by process
        self.heard: dict[str, float] = {}  # when each was last heard from
        self.changed: Callable[[str], None] = lambda place: (
            None
        )  # called when a person connected or left at another process
        pubsub.add_handler("", self._on_any)
        for kind, handler in (
            ("connected", self._on_connected),
            ("hello", self._on_hello),
            ("all", self._on_all),
            ("here", self._on_here),
            ("gone", self._on_gone),
            ("bye", self._on_bye),
        ):
            pubsub.add_handler(kind, handler)

    def add(self, place: str, who: int) -> None:
        """One more connection at this process."""
        own = self.here.setdefault(place, Counter())
        own[who] += 1
        if own[who] == 1:
            self.pubsub.publish("here", place=place, who=who)

    def remove(self, place: str, who: int) -> None:
        own = self.here[place]
        own[who] -= 1
        if not own[who]:
            del own[who]
            self.pubsub.publish("gone", place=place, who=who)
        if not own:
            del self.here[place]

    def elsewhere(self, place: str) -> set[int]:
        """Who is connected to other processes."""
        return set().union(*(places.get(place, ()) for places in self.others.values()))

    def anybody(self, place: str) -> bool:
        return bool(self.here.get(place) or self.elsewhere(place))

    async def watch(self) -> None:
        """Watch for dead processes, forever."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for process, at in list(self.heard.items()):
                if monotonic() - at > DEAD_AFTER:
                    self._forget(process)

    def _forget(self, process: str) -> None:
        self.heard.pop(process, None)
        for place in self.others.pop(process, {}):
            self.changed(place)

    # Messages of other processes

    async def _on_any(self, process: str, what: dict[str, Any]) -> None:
        if process == self.pubsub.name:
            return
        if process not in self.heard:
            self.pubsub.publish("hello")  # everybody sends their whole list
        self.heard[process] = monotonic()

    async def _on_connected(self, process: str, what: dict[str, Any]) -> None:
        await self._on_hello(process, what)
        self.pubsub.publish("hello")

    async def _on_hello(self, process: str, what: dict[str, Any]) -> None:
        self.pubsub.publish("all", places={place: list(own) for place, own in self.here.items()})

    async def _on_all(self, process: str, what: dict[str, Any]) -> None:
        before = self.others.get(process, {})
        self.others[process] = {place: set(who) for place, who in what["places"].items()}
        for place in {*before, *self.others[process]}:
            if before.get(place) != self.others[process].get(place):
                self.changed(place)

    async def _on_here(self, process: str, what: dict[str, Any]) -> None:
        self.others.setdefault(process, {}).setdefault(what["place"], set()).add(what["who"])
        self.changed(what["place"])

    async def _on_gone(self, process: str, what: dict[str, Any]) -> None:
        places = self.others.get(process, {})
        who = places.get(what["place"], set())
        who.discard(what["who"])
        if not who:
            places.pop(what["place"], None)
        self.changed(what["place"])

    async def _on_bye(self, process: str, what: dict[str, Any]) -> None:
        self._forget(process)

"""How the processes of one server know of each other.

A server that is one process needs none of it: `Alone` tells nobody, and keeps in memory what is to be kept.
`serai.server.live.pubsub.redis` does the same for many processes.

What is told may be lost, with a connection or a process. So nothing depends on it alone: the log in the
database says what happened (`serai.server.live.replication`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from secrets import token_hex
from time import monotonic
from typing import Any, Final, Protocol

from serai.server.live.scheduling import Claim, Urgency
from serai.server.safety.rate_limit import Buckets

REMEMBERED: Final = 2000
ALIVE: Final = 5.0  # seconds between signs of life
ERRANDS: Final = "errands"  # the place of those who do work
SILENT: Final = 15.0  # seconds without one after which a process is taken for dead

# What a process does when it hears something: who says it, and what.
Ear = Callable[[str, dict[str, Any]], Awaitable[None]]


class Wire(Protocol):
    name: str  # of this process
    many: bool  # whether there may be others
    waiting: Sequence[int]  # owners whose work nobody does, for each urgency, when some was last taken

    def listen(self, kind: str, ear: Ear) -> None:
        """Have something done whenever others tell of a kind of thing."""

    def tell(self, kind: str, *, at: str = "", **what: Any) -> None:
        """Tell all others, soon; what happens at a place, only those who follow it."""

    async def follow(self, place: str) -> None:
        """Hear what is told of a place, from now on."""

    def unfollow(self, place: str) -> None: ...

    async def open(self) -> bool:
        """Begin; whether no other process runs."""

    async def close(self) -> None: ...

    async def lead(self, what: str, seconds: float) -> bool:
        """Whether it is for this process to do what only one should; it stays so while it asks again."""

    # What all remember together

    async def may(self, what: str, limit: Buckets, who: object) -> bool:
        """Count one try; whether it is not one too many."""

    async def forgive(self, what: str, limit: Buckets, who: object) -> None:
        """Forget the tries of somebody."""

    async def keep(self, key: str, value: str, seconds: float) -> None:
        """Remember something for a while."""

    async def pull(self, key: str) -> str | None:
        """What is remembered, once: then it is forgotten."""

    # Work that one of all does, at whatever process

    async def post(self, work: str, claim: Claim) -> None:
        """Hand out work, unless it waits or is being done already."""

    async def take(self, least: Urgency = Urgency.NOBODY) -> str | None:
        """Some work, at least so urgent, if there is any. It must be held, or another takes it over."""

    async def hold(self, work: str) -> None: ...

    async def done(self, work: str) -> None: ...

    async def drop(self, work: str, seconds: float = 0.0) -> None:
        """Leave work to others, after so many seconds."""


class Alone:
    """A server that is one process. There is no work to hand out: it does everything itself."""

    many = False
    waiting: Sequence[int] = (0,) * len(Urgency)

    def __init__(self) -> None:
        self.name = token_hex(4)
        self.kept: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def listen(self, kind: str, ear: Ear) -> None:
        pass

    def tell(self, kind: str, *, at: str = "", **what: Any) -> None:
        pass

    async def follow(self, place: str) -> None:
        pass

    def unfollow(self, place: str) -> None:
        pass

    async def open(self) -> bool:
        return True

    async def close(self) -> None:
        pass

    async def lead(self, what: str, seconds: float) -> bool:
        return True

    async def may(self, what: str, limit: Buckets, who: object) -> bool:
        return limit.take(who)

    async def forgive(self, what: str, limit: Buckets, who: object) -> None:
        limit.known.pop(who, None)

    async def keep(self, key: str, value: str, seconds: float) -> None:
        self.kept[key] = (value, monotonic() + seconds)
        while len(self.kept) > REMEMBERED:
            self.kept.popitem(last=False)

    async def pull(self, key: str) -> str | None:
        value, until = self.kept.pop(key, (None, 0.0))
        return value if monotonic() < until else None

    async def post(self, work: str, claim: Claim) -> None:
        pass

    async def take(self, least: Urgency = Urgency.NOBODY) -> str | None:
        return None

    async def hold(self, work: str) -> None:
        pass

    async def done(self, work: str) -> None:
        pass

    async def drop(self, work: str, seconds: float = 0.0) -> None:
        pass

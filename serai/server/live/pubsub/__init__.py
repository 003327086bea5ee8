"""How the processes of one server know of each other.

A server of one process needs none of it: `LocalPubSub` publishes to nobody and keeps values in memory.
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

from serai.server.live.scheduling import Priority, Urgency
from serai.server.safety.rate_limit import RateLimiter

REMEMBERED: Final = 2000
HEARTBEAT: Final = 5.0  # seconds between signs of life
JOBS: Final = "errands"  # the place of those who do work
DEAD_AFTER: Final = 15.0  # seconds without one after which a process is taken for dead

# What a process does when it hears something: who says it, and what.
Handler = Callable[[str, dict[str, Any]], Awaitable[None]]


class PubSub(Protocol):
    name: str  # of this process
    multi_process: bool  # whether there may be others
    waiting_owners: Sequence[int]  # owners whose work nobody does, for each urgency, when some was last taken

    def add_handler(self, kind: str, handler: Handler) -> None:
        """Have something done whenever others tell of a kind of thing."""

    def publish(self, kind: str, *, at: str = "", **what: Any) -> None:
        """Tell all others, soon; what happens at a place, only those who follow it."""

    async def subscribe(self, place: str) -> None:
        """Hear what is told of a place, from now on."""

    def unsubscribe(self, place: str) -> None: ...

    async def open(self) -> bool:
        """Begin; whether no other process runs."""

    async def close(self) -> None: ...

    async def lead(self, what: str, seconds: float) -> bool:
        """Whether it is for this process to do what only one should; it stays so while it asks again."""

    # What all remember together

    async def allow(self, what: str, limit: RateLimiter, who: object) -> bool:
        """Count one try; whether it is not one too many."""

    async def reset(self, what: str, limit: RateLimiter, who: object) -> None:
        """Forget the tries of somebody."""

    async def put(self, key: str, value: str, seconds: float) -> None:
        """Remember something for a while."""

    async def pop(self, key: str) -> str | None:
        """What is remembered, once: then it is forgotten."""

    # Work that one of all does, at whatever process

    async def enqueue(self, work: str, priority: Priority) -> None:
        """Hand out work, unless it waits or is being done already."""

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        """Some work, at least so urgent, if there is any. It must be held, or another takes it over."""

    async def renew(self, work: str) -> None: ...

    async def complete(self, work: str) -> None: ...

    async def release(self, work: str, seconds: float = 0.0) -> None:
        """Leave work to others, after so many seconds."""


class LocalPubSub:
    """A server that is one process. There is no work to hand out: it does everything itself."""

    multi_process = False
    waiting_owners: Sequence[int] = (0,) * len(Urgency)

    def __init__(self) -> None:
        self.name = token_hex(4)
        self.kept: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def add_handler(self, kind: str, handler: Handler) -> None:
        pass

    def publish(self, kind: str, *, at: str = "", **what: Any) -> None:
        pass

    async def subscribe(self, place: str) -> None:
        pass

    def unsubscribe(self, place: str) -> None:
        pass

    async def open(self) -> bool:
        return True

    async def close(self) -> None:
        pass

    async def lead(self, what: str, seconds: float) -> bool:
        return True

    async def allow(self, what: str, limit: RateLimiter, who: object) -> bool:
        return limit.take(who)

    async def reset(self, what: str, limit: RateLimiter, who: object) -> None:
        limit.known.pop(who, None)

    async def put(self, key: str, value: str, seconds: float) -> None:
        self.kept[key] = (value, monotonic() + seconds)
        while len(self.kept) > REMEMBERED:
            self.kept.popitem(last=False)

    async def pop(self, key: str) -> str | None:
        value, until = self.kept.pop(key, (None, 0.0))
        return value if monotonic() < until else None

    async def enqueue(self, work: str, priority: Priority) -> None:
        pass

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        return None

    async def renew(self, work: str) -> None:
        pass

    async def complete(self, work: str) -> None:
        pass

    async def release(self, work: str, seconds: float = 0.0) -> None:
        pass

"""Publish/subscribe between the processes of one server, with what else they share: leadership, rate limits,
short-lived values and a queue of work.

A server of one process needs none of it: `LocalPubSub` publishes to nobody and keeps values in memory.
`serai.server.live.pubsub.redis` does the same for many processes.

Messages may be lost, with a connection or a process. So nothing depends on them alone: the log in the
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
HEARTBEAT: Final = 5.0  # seconds between heartbeats
JOBS: Final = "errands"  # the place of processes that play for bots; the name is known to earlier versions
DEAD_AFTER: Final = 15.0  # seconds without a heartbeat after which a process is taken for dead

# Called with the process that published something, and what.
Handler = Callable[[str, dict[str, Any]], Awaitable[None]]


class PubSub(Protocol):
    name: str  # of this process
    multi_process: bool  # whether there may be others
    waiting_owners: Sequence[int]  # owners whose work waited, by urgency, when some was last leased

    def add_handler(self, kind: str, handler: Handler) -> None:
        """Call a handler whenever another process publishes this kind of message."""

    def publish(self, kind: str, *, at: str = "", **what: Any) -> None:
        """Publish to all other processes, soon; with a place, only to its subscribers."""

    async def subscribe(self, place: str) -> None:
        """From now on receive what is published for a place."""

    def unsubscribe(self, place: str) -> None: ...

    async def open(self) -> bool:
        """Connect. Returns whether no other process runs."""

    async def close(self) -> None: ...

    async def lead(self, what: str, seconds: float) -> bool:
        """Whether this process is the leader for something; it stays the leader while it keeps asking."""

    # Shared state

    async def allow(self, what: str, limit: RateLimiter, who: object) -> bool:
        """Count one attempt. Returns whether it is within the limit."""

    async def reset(self, what: str, limit: RateLimiter, who: object) -> None:
        """Forget a person's attempts."""

    async def put(self, key: str, value: str, seconds: float) -> None:
        """Keep a value for a while."""

    async def pop(self, key: str) -> str | None:
        """Take a value out; only the first caller gets it."""

    # The queue of work

    async def enqueue(self, work: str, priority: Priority) -> None:
        """Add work, unless it is already waiting or in progress."""

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        """Lease work of at least this urgency, if there is any. The lease must be renewed, or the work goes
        to others."""

    async def renew(self, work: str) -> None: ...

    async def complete(self, work: str) -> None: ...

    async def release(self, work: str, seconds: float = 0.0) -> None:
        """Give work back, to be taken again after some seconds."""


class LocalPubSub:
    """A server of one process. It has no queue: it does everything itself."""

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

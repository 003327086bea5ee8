"""Limits on repeated attempts."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

from serai.server.errors import Refusal
from serai.server.safety.rate_limit import RateLimiter

# For each kind: the burst, and the seconds after which one more is allowed. Guessing a password is slow with
# one name from one address, with many names from one address, and with one name from many addresses. Kinds
# that end in "-address" count for all who share one.
LIMITS: Final = {
    "guest-address": (60, 10.0),
    "table": (30, 10.0),
    "table-address": (100, 3.0),
    "picture-address": (60, 2.0),
    "review-address": (120, 0.5),
    "puzzle": (60, 1.0),
    "puzzle-address": (120, 0.2),
    "login": (5, 20.0),
    "login-address": (60, 1.0),
    "login-name": (100, 10.0),
    "password": (10, 60.0),
    "password-address": (300, 1.0),
    "token": (10, 360.0),
    "bearer-address": (60, 1.0),
    "passkey": (20, 30.0),
    "mail": (3, 1200.0),
    "mail-address": (10, 600.0),
    "name": (10, 60.0),
    "export": (5, 60.0),
    "api": (200, 0.02),
}


class AttemptCounter(Protocol):
    """Counts attempts, for all processes together."""

    async def allow(self, what: str, limit: RateLimiter, who: object) -> bool:
        """Count one attempt. Returns whether it is within the limit."""

    async def reset(self, what: str, limit: RateLimiter, who: object) -> None:
        """Forget a person's attempts."""


class AttemptLimits:
    """Limits for attempts, counted for all processes of the server. `address_factor`: by how much the limits
    of an address are multiplied; 0: no limits."""

    def __init__(
        self, counts: AttemptCounter, now: Callable[[], float] = monotonic, address_factor: float = 1.0
    ) -> None:
        self.counts = counts
        self.buckets = {}
        for kind, (at_once, seconds) in LIMITS.items():
            times = address_factor if kind.endswith("-address") else 1.0
            if times:
                self.buckets[kind] = RateLimiter(times / seconds, times * at_once, now)

    async def take(self, kind: str, who: object) -> None:
        """Count one attempt. Raises `Refusal` for one too many."""
        bucket = self.buckets.get(kind)
        if bucket is not None and not await self.counts.allow(kind, bucket, who):
            raise Refusal("too-many")

    async def reset(self, kind: str, who: object) -> None:
        """Forget a person's attempts after a success."""
        await self.counts.reset(kind, self.buckets[kind], who)

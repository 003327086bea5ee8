"""Rate limits by token buckets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

REMEMBERED: Final = 10_000


class TokenBucket:
    """Allows `a_second` operations per second, and a burst of `reserve`."""

    def __init__(self, a_second: float, reserve: float, now: Callable[[], float] = monotonic) -> None:
        self.a_second = a_second
        self.reserve = reserve
        self.now = now
        self.left = reserve
        self.last = now()

    def take(self) -> bool:
        now = self.now()
        self.left = min(self.reserve, self.left + (now - self.last) * self.a_second)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RateLimiter:
    """One bucket for each key; those not used for long are forgotten."""

    def __init__(self, a_second: float, reserve: float, now: Callable[[], float] = monotonic) -> None:
        self.kind = (a_second, reserve, now)
        self.known: OrderedDict[object, TokenBucket] = OrderedDict()

    def take(self, key: object) -> bool:
        bucket = self.known.pop(key, None) or TokenBucket(*self.kind)
        self.known[key] = bucket
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return bucket.take()

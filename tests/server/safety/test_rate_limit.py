"""Rate limits."""

from __future__ import annotations

import pytest

from serai.server.errors import Refusal
from serai.server.live.pubsub import LocalPubSub
from serai.server.people.attempts import LIMITS, AttemptLimits
from serai.server.safety import rate_limit
from serai.server.safety.rate_limit import RateLimiter, TokenBucket
from tests.event_loops import run_alone


def taken(bucket: TokenBucket) -> int:
    """How many are let through at once."""
    number = 0
    while bucket.take():
        number += 1
    return number


def test_a_bucket_refills_and_never_overflows() -> None:
    now = 0.0
    bucket = TokenBucket(2.0, 5.0, lambda: now)
    assert taken(bucket) == 5
    for passed, free in ((0.25, 0), (0.25, 1), (1.5, 3), (1_000_000.0, 5), (0.5, 1)):
        now += passed
        assert taken(bucket) == free


def test_each_key_has_a_bucket_and_old_ones_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limit, "REMEMBERED", 2)
    buckets = RateLimiter(1.0, 1.0, lambda: 0.0)
    assert buckets.take("one")
    assert buckets.take("two")
    assert not buckets.take("one")
    assert buckets.take("three")  # "two" asked longest ago
    assert not buckets.take("one")
    assert list(buckets.known) == ["three", "one"]
    assert buckets.take("two")


@pytest.mark.parametrize(("factor", "times"), [(1.0, 1), (3.0, 3), (0.0, None)])
def test_the_limit_of_an_address_is_multiplied_by_its_factor(factor: float, times: int | None) -> None:
    """What one guest may try does not depend on it; 0: there are no limits for addresses."""

    async def count(attempts: AttemptLimits, kind: str, most: int) -> int:
        for number in range(most):
            try:
                await attempts.take(kind, "who")
            except Refusal:
                return number
        return most

    async def test() -> None:
        now = 0.0
        attempts = AttemptLimits(LocalPubSub(), lambda: now, factor)
        for kind, (at_once, seconds) in LIMITS.items():
            free = times if kind.endswith("-address") else 1
            expected = 10 * at_once if free is None else free * at_once
            assert await count(attempts, kind, 10 * at_once) == expected
            if free is not None:
                now += 1.01 * seconds / free
                assert await count(attempts, kind, 10) == 1
                await attempts.reset(kind, "who")
                assert await count(attempts, kind, 10 * at_once) == expected

    run_alone(test())

"""How fast is too fast."""

from __future__ import annotations

import pytest

from serai.server import limits
from serai.server.limits import Bucket, Buckets


def taken(bucket: Bucket) -> int:
    """How many are let through at once."""
    number = 0
    while bucket.take():
        number += 1
    return number


def test_a_reserve_fills_again_and_never_overflows() -> None:
    now = 0.0
    bucket = Bucket(2.0, 5.0, lambda: now)
    assert taken(bucket) == 5
    for passed, free in ((0.25, 0), (0.25, 1), (1.5, 3), (1_000_000.0, 5), (0.5, 1)):
        now += passed
        assert taken(bucket) == free


def test_everybody_has_a_reserve_and_those_who_asked_long_ago_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    buckets = Buckets(1.0, 1.0, lambda: 0.0)
    assert buckets.take("one")
    assert buckets.take("two")
    assert not buckets.take("one")
    assert buckets.take("three")  # "two" asked longest ago
    assert not buckets.take("one")
    assert list(buckets.known) == ["three", "one"]
    assert buckets.take("two")

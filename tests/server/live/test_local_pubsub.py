"""What the processes of a server share, where there is only one."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.server.live import pubsub
from serai.server.live.pubsub import LocalPubSub
from serai.server.live.scheduling import Priority, Urgency
from serai.server.safety.rate_limit import RateLimiter
from tests.event_loops import run_alone


def test_a_value_is_had_once_and_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(pubsub, "monotonic", lambda: now)

    async def test() -> None:
        nonlocal now
        shared = LocalPubSub()
        for key, value in (("a", "1"), ("b", "2"), ("c", "3")):
            await shared.put(key, value, 10.0)
        assert [await shared.pop(key) for key in ("a", "a", "x")] == ["1", None, None]
        now += 9.9
        assert await shared.pop("b") == "2"
        now += 0.1
        assert await shared.pop("c") is None

    run_alone(test())


def test_the_oldest_values_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "REMEMBERED", 2)

    async def test() -> None:
        shared = LocalPubSub()
        for key in "abc":
            await shared.put(key, key, 1000.0)
        assert [await shared.pop(key) for key in "abc"] == [None, "b", "c"]

    run_alone(test())


def test_attempts_are_counted_for_each_person() -> None:
    async def test() -> None:
        shared, limit = LocalPubSub(), RateLimiter(1.0, 2.0, lambda: 0.0)
        assert [await shared.allow("login", limit, "me") for _ in range(3)] == [True, True, False]
        assert await shared.allow("login", limit, "you")
        await shared.reset("login", limit, "me")
        await shared.reset("login", limit, "nobody")
        assert await shared.allow("login", limit, "me")

    run_alone(test())


def test_the_only_process_leads_and_has_no_queue(tmp_path: Path) -> None:
    async def test() -> None:
        shared = LocalPubSub()
        assert shared.name != LocalPubSub().name
        assert len(shared.name) == 8
        assert await shared.open()
        assert await shared.lead("clocks", 5.0)
        assert (shared.multi_process, list(shared.waiting_owners)) == (False, [0, 0, 0])
        await shared.enqueue("table", Priority(Urgency.PERSON, "1"))
        assert await shared.lease() is None

    run_alone(test())

"""Who is connected where, as exchanged between the processes of one server."""

from __future__ import annotations

import asyncio

import pytest

from serai.server.live import presence
from serai.server.live.presence import Presence
from serai.server.live.pubsub import DEAD_AFTER
from tests.event_loops import run_alone
from tests.server.hub_setup import LinkedPubSub


def test_people_at_a_silent_process_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that dies says nothing more; one that lives does, and keeps its people."""
    now = 0.0
    monkeypatch.setattr(presence, "monotonic", lambda: now)
    monkeypatch.setattr(presence, "HEARTBEAT", 0.0)

    async def test() -> None:
        nonlocal now
        pubsub = LinkedPubSub()
        dies, lives = LinkedPubSub(pubsub), LinkedPubSub(pubsub)
        here = Presence(pubsub)
        changed: list[str] = []
        here.changed = changed.append
        for other, who in ((dies, 1), (lives, 2)):
            there = Presence(other)
            there.add("table a", who)
            there.add("table a", who)
        await pubsub.hear()
        assert here.elsewhere("table a") == {1, 2}
        watching = asyncio.create_task(here.watch())

        async def look() -> set[int]:
            changed.clear()
            for _ in range(6):
                await asyncio.sleep(0)
            return here.elsewhere("table a")

        now = DEAD_AFTER - 1.0
        lives.publish("alive")
        await pubsub.hear()
        assert await look() == {1, 2}
        now = DEAD_AFTER
        assert await look() == {1, 2}
        now = DEAD_AFTER + 1.0
        assert await look() == {2}
        assert changed == ["table a"]
        assert here.anybody("table a")
        lives.publish("bye")  # one that ends in order says so
        await pubsub.hear()
        assert here.elsewhere("table a") == set()
        assert not here.anybody("table a")
        watching.cancel()

    run_alone(test())


def test_a_late_process_learns_who_is_connected() -> None:
    """And the others about it: each sends its whole list when a new process appears."""

    async def test() -> None:
        pubsub = LinkedPubSub()
        here = Presence(pubsub)
        here.add("table a", 1)
        here.add("room b", 2)
        late = LinkedPubSub(pubsub)
        newcomer = Presence(late)
        news: list[str] = []
        newcomer.changed = news.append
        newcomer.add("table a", 3)
        for _ in range(2):  # they know nothing of each other, then each asks
            await pubsub.hear()
            await late.hear()
        assert newcomer.elsewhere("table a") == {1}
        assert newcomer.elsewhere("room b") == {2}
        assert newcomer.elsewhere("table c") == set()
        assert here.elsewhere("table a") == {3}
        assert sorted(news) == ["room b", "table a"]
        # Only what has changed during the silence is news.
        news.clear()
        here.remove("room b", 2)
        here.add("table c", 4)
        late.untold.clear()
        late.publish("hello")
        await pubsub.hear()
        await late.hear()
        assert sorted(news) == ["room b", "table c"]
        assert newcomer.elsewhere("room b") == set()
        assert newcomer.elsewhere("table c") == {4}
        assert newcomer.anybody("table c")
        # A process does not count for itself.
        await newcomer._on_any(late.name, {})
        assert list(newcomer.heard) == [pubsub.name]

    run_alone(test())


def test_one_person_leaves_and_another_stays() -> None:
    """Messages about unknown people do no harm."""

    async def test() -> None:
        pubsub = LinkedPubSub()
        here = Presence(pubsub)
        news: list[str] = []
        here.changed = news.append
        other = LinkedPubSub(pubsub)
        there = Presence(other)
        there.add("table a", 1)
        there.add("table a", 2)
        there.add("table b", 1)
        there.remove("table a", 1)
        await pubsub.hear()
        assert news == ["table a", "table a", "table b", "table a"]
        assert here.others == {other.name: {"table a": {2}, "table b": {1}}}
        there.remove("table b", 1)
        await pubsub.hear()
        assert here.others == {other.name: {"table a": {2}}}
        other.publish("gone", place="table c", who=5)
        stranger = LinkedPubSub(pubsub)
        stranger.publish("gone", place="table a", who=2)
        stranger.publish("bye")
        stranger.publish("bye")
        await pubsub.hear()
        assert here.elsewhere("table a") == {2}
        assert news[-2:] == ["table c", "table a"]

    run_alone(test())


def test_a_returning_process_is_asked_again() -> None:
    """One that was taken for dead, and this process itself, when it has been cut off."""

    async def test() -> None:
        pubsub = LinkedPubSub()
        here = Presence(pubsub)
        other = LinkedPubSub(pubsub)
        there = Presence(other)
        there.add("table a", 1)
        await pubsub.hear()
        other.publish("bye")
        await pubsub.hear()
        assert not here.heard
        assert here.elsewhere("table a") == set()
        other.publish("alive")
        for one in (pubsub, other, pubsub):
            await one.hear()
        assert list(here.heard) == [other.name]
        assert here.elsewhere("table a") == {1}
        # Cut off: what was published is lost.
        here.add("table b", 2)
        there.remove("table a", 1)
        pubsub.untold.clear()
        other.untold.clear()
        for handler in pubsub.handlers["connected"]:
            await handler(pubsub.name, {})
        for one in (other, pubsub):
            await one.hear()
        assert there.elsewhere("table b") == {2}
        assert here.elsewhere("table a") == set()

    run_alone(test())


def test_a_guest_with_two_pages_is_gone_when_both_are_closed() -> None:
    async def test() -> None:
        pubsub = LinkedPubSub()
        here, there = Presence(pubsub), Presence(LinkedPubSub(pubsub))
        for _ in range(2):
            there.add("table a", 1)
        there.remove("table a", 1)
        await pubsub.hear()
        assert here.elsewhere("table a") == {1}
        assert there.anybody("table a")
        there.remove("table a", 1)
        await pubsub.hear()
        assert here.elsewhere("table a") == set()
        assert not there.anybody("table a")

    run_alone(test())

"""What the processes of a server share by Redis; a real one. The processes are simulated in this one."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Coroutine
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest
import uvloop

from serai.server.errors import Refusal
from serai.server.live import presence
from serai.server.live.presence import Presence
from serai.server.live.pubsub import DEAD_AFTER
from serai.server.live.pubsub import redis as redis_pubsub
from serai.server.live.pubsub.redis import RedisPubSub
from serai.server.live.scheduling import SELDOM, Priority, Urgency
from serai.server.people.passkeys import Challenges
from serai.server.safety.rate_limit import RateLimiter
from serai.server.tasks import end
from tests.event_loops import run_alone
from tests.server import databases
from tests.server.databases import redis_of
from tests.server.server_process import PATIENCE

pytestmark = pytest.mark.skipif(databases.kind == "sqlite", reason="needs Redis (--database postgresql)")

PRIORITY = Priority(Urgency.PERSON, "7")


def on_redis(
    folder: Path,
    test: Callable[[RedisPubSub, RedisPubSub], Coroutine[Any, Any, None]],
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> None:
    async def run() -> None:
        url = redis_of(folder)
        one, two = RedisPubSub(url), RedisPubSub(url)
        assert await one.open()
        assert not await two.open()
        try:
            await test(one, two)
        finally:
            await one.close()
            await two.close()

    run_alone(run(), loop)


def test_work_is_handed_out_once_and_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        for _ in range(2):
            await one.enqueue("table", PRIORITY)
            await two.enqueue("table", PRIORITY)
        assert await two.lease() == "table"
        assert await one.lease() is None
        await two.complete("table")
        assert await one.lease() == "table"  # it was posted again, so there may be more to do
        await one.complete("table")
        assert await two.lease() is None
        await one.enqueue("table", PRIORITY)
        assert await one.lease() == "table"
        await one.release("table")
        assert await two.lease() == "table"
        await two.release("table", 3600.0)  # it cannot be done now
        assert await one.lease() is None
        await two.release("table")
        assert await two.lease() == "table"
        monkeypatch.setattr(redis_pubsub, "LEASE_SECONDS", 0.0)
        await two.renew("table")  # and then dies
        assert await one.lease() == "table"
        await one.complete("table")
        assert await two.lease() is None

    on_redis(tmp_path, test)


def test_leases_of_a_dead_process_are_free_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its work and its leadership: Redis knows that its channel has no subscriber any more."""
    monkeypatch.setattr(redis_pubsub, "LEASE_SECONDS", 3600.0)

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        dying = RedisPubSub(redis_of(tmp_path))
        await dying.open()
        await one.enqueue("table", PRIORITY)
        assert await dying.lease() == "table"
        assert await dying.lead("clocks", 3600.0)
        await one.enqueue("other", PRIORITY)
        assert await two.lease() == "other"
        await two.release("other", 3600.0)  # no one has it, and no one may take it yet
        assert await one.lease() is None
        assert not await one.lead("clocks", 3600.0)
        await end(dying.tasks)  # it hears nothing any more; what it had it does not give back
        async with asyncio.timeout(PATIENCE):
            while (found := await one.lease()) is None:  # until Redis has noticed
                await asyncio.sleep(0.01)
        assert found == "table"
        assert await one.lead("clocks", 3600.0)
        assert not await two.lead("clocks", 3600.0)
        assert await two.lease() is None  # it is held again
        await dying.close()

    on_redis(tmp_path, test)


def test_work_is_shared_fairly(tmp_path: Path) -> None:
    """Thirty tables of one guest at which nobody is come after a table at which somebody waits, and do not
    hold up those of another guest."""

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        for number in range(30):
            await one.enqueue(f"attack {number}", Priority(Urgency.NOBODY, "1"))
        await one.enqueue("modest", Priority(Urgency.NOBODY, "2"))
        await one.enqueue("hint", Priority(Urgency.HINT, "1"))
        for number in range(3):
            await one.enqueue(f"played {number}", Priority(Urgency.PERSON, "3"))
        await one.enqueue("played too", Priority(Urgency.PERSON, "4"))
        order = [await two.lease() for _ in range(SELDOM - 1)]
        assert order[:4] == ["played 0", "played too", "played 1", "played 2"]
        assert order[4] == "hint"
        assert order[5] == "modest"  # its owner was never served, the other has had a hint
        assert order[6] == "attack 0"
        await one.enqueue("played again", Priority(Urgency.PERSON, "3"))
        assert await two.lease() == "attack 1"  # once in a while, so that it does not wait for ever
        assert two.waiting_owners == [1, 0, 1]
        assert await two.lease(Urgency.PERSON) == "played again"
        assert await two.lease(Urgency.PERSON) is None
        await one.enqueue("attack 7", Priority(Urgency.PERSON, "1"))  # its player has come
        assert await two.lease(Urgency.PERSON) == "attack 7"
        assert two.waiting_owners == [0, 0, 1]

    on_redis(tmp_path, test)


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_messages_of_a_place_reach_its_subscribers(
    tmp_path: Path, loop: Callable[[], asyncio.AbstractEventLoop], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_pubsub, "RETRY_DELAY", 0.02)
    monkeypatch.setattr(redis_pubsub, "SUBSCRIBE_TIMEOUT", PATIENCE)

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        heard: asyncio.Queue[int] = asyncio.Queue()
        connected = asyncio.Event()

        async def hear(process: str, what: dict[str, Any]) -> None:
            assert process == one.name
            heard.put_nowait(what["number"])

        async def connect(process: str, what: dict[str, Any]) -> None:
            connected.set()

        async def told(*places: str) -> list[int]:
            """Publish a number at each place and one to all; returns those received."""
            for number, place in enumerate((*places, "")):
                one.publish("news", at=place, number=number)
            found = []
            async with asyncio.timeout(PATIENCE):
                while (number := await heard.get()) != len(places):
                    found.append(number)
            return found

        two.add_handler("news", hear)
        two.add_handler("connected", connect)
        assert await told("table a") == []
        await one.subscribe("table a")  # the publisher is not counted as a subscriber
        assert await told("table a", "table b") == []
        await two.subscribe("table a")
        assert await told("table a", "table b", "table a") == [0, 2]
        two.unsubscribe("table a")
        await two.subscribe("table a")
        assert await told("table a") == [0]
        two.unsubscribe("table a")
        await two.subscribe("table b")
        await two._register_all()
        assert await told("table a", "table b") == [1]
        two.unsubscribe("table b")
        await asyncio.gather(two._register_all(), two.subscribe("table b"))
        assert await told("table b") == [0]
        # One that has died is forgotten; what Redis has forgotten is said again.
        place = "serai:at:table b"
        await one.redis.sadd(place, "somebody")
        assert await told("table b") == [0]
        assert await one.redis.smembers(place) == {two.name.encode()}
        await one.redis.delete(place)
        two.registered_at = -redis_pubsub.RESUBSCRIBE_EVERY
        await two._register_all()
        assert await told("table b") == [0]
        # A Redis that accepts no writes (its disk is full) still delivers messages.
        await one.redis.sadd(place, "somebody")
        await one.redis.config_set("min-replicas-to-write", 1)
        try:
            for _ in range(3):
                assert await told("table b") == [0]
            connected.clear()
            await end_lines(one)
            await asyncio.wait_for(connected.wait(), PATIENCE)
            assert await told("table b") == [0]
        finally:
            await one.redis.config_set("min-replicas-to-write", 0)
        # Redis ends all lines, again and again, and forgets everything; whatever is followed at whatever
        # moment is heard of.
        places: list[str] = []
        async with asyncio.timeout(PATIENCE):
            for _ in range(20):
                connected.clear()
                await one.redis.flushdb()
                await end_lines(one)
                while not connected.is_set():
                    places += [f"table {len(places)}", f"table {len(places) + 1}"]
                    await asyncio.gather(*map(two.subscribe, places[-2:]), two.redis.ping())
        assert places
        await two.subscribe("table b")
        assert await told("table a", "table b", *places) == list(range(1, len(places) + 2))
        assert not any(task.done() for pubsub in (one, two) for task in pubsub.tasks)

    on_redis(tmp_path, test, loop)


async def end_lines(pubsub: RedisPubSub) -> None:
    """Have Redis end the lines on which the processes of one server hear."""
    base = str(pubsub.redis.connection_pool.connection_kwargs.get("db") or 0)
    for client in await pubsub.redis.client_list(_type="pubsub"):
        if client["db"] == base:
            await pubsub.redis.client_kill_filter(_id=client["id"])


def test_shared_values_and_limits(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        assert await one.lead("clocks", 60)
        assert not await two.lead("clocks", 60)
        assert await one.lead("clocks", 60)
        limit = RateLimiter(1 / 1000, 2.0)
        tries = [await pubsub.allow("test", limit, "somebody") for pubsub in (one, two, one)]
        assert tries == [True, True, False]
        seconds, _ = await one.redis.time()  # an address without attempts for months has no larger allowance
        await one.redis.hset("serai:limit:test:rare", mapping={"left": 2, "last": seconds - 10_000_000})
        assert [await one.allow("test", limit, "rare") for _ in range(3)] == [True, True, False]
        assert await two.allow("test", limit, "somebody else")
        await two.reset("test", limit, "somebody")
        assert await one.allow("test", limit, "somebody")
        challenge = await Challenges(one).new(7)
        told = base64.urlsafe_b64encode(orjson.dumps({"challenge": _encoded(challenge)})).decode().rstrip("=")
        credential = {"response": {"clientDataJSON": told}}
        assert await Challenges(two).take(credential, 7) == challenge
        with pytest.raises(Refusal, match="wrong-passkey"):
            await Challenges(one).take(credential, 7)

    on_redis(tmp_path, test)


def _encoded(challenge: bytes) -> str:
    return base64.urlsafe_b64encode(challenge).decode().rstrip("=")


def test_who_is_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process learns about everyone; people at a process that falls silent are gone."""

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        here, there = Presence(one), Presence(two)
        changes: asyncio.Queue[str] = asyncio.Queue()
        there.changed = changes.put_nowait
        here.add("table a", 1)
        here.add("table a", 1)
        await changes.get()
        assert there.elsewhere("table a") == {1}
        late = RedisPubSub(redis_of(tmp_path))
        newcomer = Presence(late)
        seen: asyncio.Queue[str] = asyncio.Queue()
        newcomer.changed = seen.put_nowait
        await late.open()
        await seen.get()
        assert newcomer.elsewhere("table a") == {1}
        here.remove("table a", 1)
        here.add("table b", 2)
        assert await changes.get() == "table b"  # a person is still at the other one
        here.remove("table a", 1)
        assert await changes.get() == "table a"
        assert there.elsewhere("table a") == set()
        # One dies; another is still heard of.
        await end(one.tasks)
        monkeypatch.setattr(presence, "monotonic", lambda: monotonic() + DEAD_AFTER + 1.0)
        newcomer.add("table c", 3)
        assert await changes.get() == "table c"
        monkeypatch.setattr(presence, "HEARTBEAT", 0.0)
        watching = asyncio.create_task(there.watch())
        assert await changes.get() == "table b"
        assert there.elsewhere("table b") == set()
        assert there.elsewhere("table c") == {3}
        watching.cancel()
        await late.close()

    on_redis(tmp_path, test)

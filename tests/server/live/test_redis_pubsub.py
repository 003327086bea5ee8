"""What the processes of a server share by Redis; a real one. The processes are simulated in this one."""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import signal
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest
import uvloop

from serai.kernel.errors import BadOption
from serai.server import tasks
from serai.server.errors import Refusal
from serai.server.live import presence
from serai.server.live.presence import Presence
from serai.server.live.pubsub import DEAD_AFTER, JOBS
from serai.server.live.pubsub import redis as redis_pubsub
from serai.server.live.pubsub.redis import RedisPubSub, check_redis
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


@pytest.fixture(autouse=True)
def prompt_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation that gets lost (`serai.server.tasks`) costs no second."""
    monkeypatch.setattr(tasks, "AGAIN", 0.01)


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
            await end_connections(one)
            await asyncio.wait_for(connected.wait(), PATIENCE)
            assert await told("table b") == [0]
        finally:
            await one.redis.config_set("min-replicas-to-write", 0)
        # Redis ends all connections, again and again, and forgets everything. Whenever a place is
        # subscribed to, its messages arrive.
        places: list[str] = []
        async with asyncio.timeout(PATIENCE):
            for _ in range(20):
                connected.clear()
                await one.redis.flushdb()
                await end_connections(one)
                while not connected.is_set():
                    places += [f"table {len(places)}", f"table {len(places) + 1}"]
                    await asyncio.gather(*map(two.subscribe, places[-2:]), two.redis.ping())
        assert places
        await two.subscribe("table b")
        assert await told("table a", "table b", *places) == list(range(1, len(places) + 2))
        assert not any(task.done() for pubsub in (one, two) for task in pubsub.tasks)

    on_redis(tmp_path, test, loop)


async def end_connections(pubsub: RedisPubSub) -> None:
    """Have Redis end the connections on which the processes of one server receive messages."""
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
        with pytest.raises(Refusal, match=r"^wrong-passkey$"):
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


# Messages


class Heard:
    """What a process receives, in order."""

    def __init__(self, pubsub: RedisPubSub, *kinds: str) -> None:
        self.messages: list[tuple[str, str, dict[str, Any]]] = []
        self.came = asyncio.Condition()
        for kind in kinds:
            pubsub.add_handler(kind, partial(self._hear, kind))

    async def _hear(self, kind: str, process: str, what: dict[str, Any]) -> None:
        async with self.came:
            self.messages.append((kind, process, what))
            self.came.notify_all()

    async def until(self, number: int) -> list[tuple[str, str, dict[str, Any]]]:
        """Wait for so many messages; returns all."""
        async with asyncio.timeout(PATIENCE), self.came:
            await self.came.wait_for(lambda: len(self.messages) >= number)
        return self.messages


def test_a_process_does_not_hear_itself_nor_other_servers(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        stranger = RedisPubSub(redis_of(tmp_path / "other"))  # another database of the same Redis
        assert await stranger.open()
        for pubsub in (one, two, stranger):
            await pubsub.subscribe("table a")
        heard = {pubsub: Heard(pubsub, "news") for pubsub in (one, two, stranger)}
        for pubsub in (stranger, one, two):
            pubsub.publish("news", number=1)
            pubsub.publish("news", at="table a", number=2)
        assert sorted(what["number"] for _, _, what in await heard[one].until(2)) == [1, 2]
        assert sorted(what["number"] for _, _, what in await heard[two].until(2)) == [1, 2]
        assert {who for _, who, _ in heard[one].messages} == {two.name}
        assert {who for _, who, _ in heard[two].messages} == {one.name}
        assert heard[stranger].messages == []
        await stranger.close()

    on_redis(tmp_path, test)


def test_names_and_channels() -> None:
    one, two = RedisPubSub("redis://localhost"), RedisPubSub("redis://localhost/0")
    assert one.name != two.name
    assert one.name.startswith(f"{os.uname().nodename}-{os.getpid()}-")
    assert one.channel == two.channel == "serai:0"
    assert RedisPubSub("redis://localhost/3").channel == "serai:3"
    assert list(one.waiting_owners) == [0, 0, 0]
    assert one.multi_process


def test_many_messages_arrive_in_order(tmp_path: Path) -> None:
    number = 2 * redis_pubsub.BATCH_SIZE + 50

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        await two.subscribe("table a")
        heard = Heard(two, "all", "some")
        for turn in range(number):
            one.publish("all", turn=turn)
            one.publish("some", at="table a", turn=turn)
        await heard.until(2 * number)
        for wanted in ("all", "some"):
            assert [what["turn"] for kind, _, what in heard.messages if kind == wanted] == list(range(number))

    on_redis(tmp_path, test)


def test_too_many_messages_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_pubsub, "MOST_WAITING", 2)
    pubsub = RedisPubSub("redis://localhost")
    for number in range(3):
        pubsub.publish("news", at="table a", number=number)
    sent = [pubsub.outbox.get_nowait() for _ in range(pubsub.outbox.qsize())]
    assert sent == [("table a", b'["news",{"number":%d}]' % number) for number in range(2)]


def test_messages_to_all_do_not_depend_on_those_of_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_pubsub, "RETRY_DELAY", 0.0)

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        heard = Heard(two, "news")
        await one.redis.set("serai:at:broken", "not a set")
        one.publish("news", at="broken")
        one.publish("news", number=1)
        assert await heard.until(1) == [("news", one.name, {"number": 1})]
        one.outbox.put_nowait(("", None))  # type: ignore[arg-type]  # what no one may send
        while "publishing to Redis failed" not in caplog.text:
            await asyncio.sleep(0.01)
        one.publish("news", number=2)
        assert (await heard.until(2))[1:] == [("news", one.name, {"number": 2})]

    with caplog.at_level(logging.WARNING, "serai.server"):
        on_redis(tmp_path, test)
    assert "Redis does not answer (ResponseError); other processes read the log" in caplog.text


def test_foreign_messages_are_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    foreign = (b"hello", b"who\nno JSON", b"who\n5", b"who\n[5]", b'who\n[["news", 5]]', b'who\n[["news"]]')

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        heard = Heard(two, "news")
        for message in foreign:
            await one.redis.publish(two.channel, message)
        await one.redis.publish(two.channel, b'w\xffho\n[["news", {"number": 1}]]')
        assert await heard.until(1) == [("news", "w\ufffdho", {"number": 1})]

    with caplog.at_level(logging.WARNING, "serai.server"):
        on_redis(tmp_path, test)
    assert caplog.text.count("is not from Serai") >= len(foreign)


def test_a_handler_that_fails_stops_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        async def fail(process: str, what: dict[str, Any]) -> None:
            raise ZeroDivisionError

        two.add_handler("news", fail)
        heard = Heard(two, "news", "")  # the second hears all kinds, before the others
        heard.messages.clear()
        one.publish("news", number=1)
        one.publish("other", number=2)
        messages = [(kind, what) for kind, _, what in await heard.until(3) if what]
        assert messages == [("", {"number": 1}), ("news", {"number": 1}), ("", {"number": 2})]

    with caplog.at_level(logging.ERROR, "serai.server"):
        on_redis(tmp_path, test)
    assert "a handler of news messages failed" in [record.getMessage() for record in caplog.records]
    assert "ZeroDivisionError" in caplog.text


# Subscriptions


async def subscribers(pubsub: RedisPubSub, place: str) -> set[str]:
    return {
        name.decode() if isinstance(name, bytes) else name
        for name in await pubsub.redis.smembers(f"serai:at:{place}")
    }


def test_redis_knows_who_subscribes_to_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = monotonic()
    monkeypatch.setattr(redis_pubsub, "monotonic", lambda: now)

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        nonlocal now
        await one.subscribe("table a")
        await two.subscribe("table a")
        await one.subscribe("table b")
        assert await subscribers(one, "table a") == {one.name, two.name}
        assert 0 < await one.redis.ttl("serai:at:table a") <= redis_pubsub.SUBSCRIPTION_TTL
        one.unsubscribe("table a")
        assert await subscribers(one, "table a") == {one.name, two.name}  # with the next heartbeat
        await one._register_all()
        assert await subscribers(one, "table a") == {two.name}
        assert (one.leaving, one.registered, one.subscribed) == (set(), {"table b"}, {"table b"})
        # What Redis knows is not said again at once, but after a while.
        await one.redis.delete("serai:at:table b")
        await one.subscribe("table b")
        now += redis_pubsub.RESUBSCRIBE_EVERY - 1
        await one._register_all()
        assert await subscribers(one, "table b") == set()
        now += 2
        await one._register_all()
        assert await subscribers(one, "table b") == {one.name}
        await one.redis.delete("serai:at:table b")
        await one._register_all()
        assert await subscribers(one, "table b") == set()
        await one._register_all(anew=True)
        assert await subscribers(one, "table b") == {one.name}

    on_redis(tmp_path, test)


def test_a_process_that_ends_says_so_and_is_forgotten(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        heard = Heard(one, "bye")
        last = RedisPubSub(redis_of(tmp_path))
        await last.open()
        await last.subscribe("table a")
        last.publish("bye", early=True)  # what waits is sent before
        await last.close()
        assert await heard.until(2) == [("bye", last.name, {"early": True}), ("bye", last.name, {})]
        assert await subscribers(one, "table a") == set()
        assert all(task.done() for task in last.tasks)

    on_redis(tmp_path, test)


# Heartbeats


class FailingOnce(RedisPubSub):
    """Its first heartbeat fails."""

    failed = False

    async def _register_all(self, anew: bool = False) -> None:
        if not anew and not self.failed:
            self.failed = True
            raise ZeroDivisionError
        await super()._register_all(anew)


def test_heartbeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        heard = Heard(two, "alive")
        assert 3_000_000 < await one.redis.pttl("serai:up") <= 3_600_000
        assert len(heard.messages) <= 1  # the next one comes after an hour
        monkeypatch.setattr(redis_pubsub, "HEARTBEAT", 0.001)
        third = FailingOnce(redis_of(tmp_path))
        assert not await third.open()
        third.subscribed.add("table a")  # Redis did not answer

        async def beats(number: int) -> None:
            wanted = number + sum(who == third.name for _, who, _ in heard.messages)
            while sum(who == third.name for _, who, _ in heard.messages) < wanted:
                await heard.until(len(heard.messages) + 1)

        await beats(3)
        await one.redis.delete("serai:up")
        await beats(3)
        names = {pubsub.name.encode() for pubsub in (one, two, third)}
        assert await one.redis.get("serai:up") in names
        assert 3_000_000 < await one.redis.pttl("serai:up") <= 3_600_000
        assert await subscribers(one, "table a") == {third.name}
        await third.close()

    for name in ("HEARTBEAT", "DEAD_AFTER"):  # no second beat comes by itself, however slow the machine is
        monkeypatch.setattr(redis_pubsub, name, 3600.0)
    with caplog.at_level(logging.ERROR, "serai.server"):
        on_redis(tmp_path, test)
    assert "the heartbeat failed" in [record.getMessage() for record in caplog.records]


class Lonely:
    """One process whose heartbeats the test sends, with a clock that the test moves."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = monotonic()
        monkeypatch.setattr(redis_pubsub, "monotonic", lambda: self.now)
        monkeypatch.setattr(redis_pubsub, "HEARTBEAT", 0.01)
        monkeypatch.setattr(redis_pubsub, "RETRY_DELAY", 0.0)
        self.pubsub = RedisPubSub(redis_of(folder))
        self.heard = Heard(self.pubsub, "connected", "news")

    async def open(self) -> None:
        await self.pubsub.open()
        await end([self.pubsub.tasks[2]])

    async def tell(self) -> None:
        number = len(self.heard.messages)
        await self.pubsub.redis.publish(self.pubsub.channel, b'who\n[["news", {}]]')
        await self.heard.until(number + 1)


def test_a_subscription_that_falls_silent_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        lonely = Lonely(tmp_path, monkeypatch)
        await lonely.open()
        for _ in range(3):  # it is not silent
            lonely.now += DEAD_AFTER - 1.0
            await lonely.tell()
        assert [kind for kind, _, _ in lonely.heard.messages] == ["connected", "news", "news", "news"]
        lonely.now += DEAD_AFTER
        assert (await lonely.heard.until(5))[-1] == ("connected", lonely.pubsub.name, {})
        await lonely.pubsub.close()

    run_alone(test())


def test_receiving_goes_on_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        lonely = Lonely(tmp_path, monkeypatch)
        await lonely.open()
        await lonely.pubsub.subscribe("table a")

        async def fail(message: bytes) -> None:
            monkeypatch.undo()
            monkeypatch.setattr(redis_pubsub, "RETRY_DELAY", 0.0)
            raise ZeroDivisionError

        await lonely.tell()
        monkeypatch.setattr(lonely.pubsub, "_dispatch", fail)
        await lonely.pubsub.redis.flushdb()
        await lonely.pubsub.redis.publish(lonely.pubsub.channel, b"x")
        await lonely.heard.until(3)
        await lonely.tell()
        assert [kind for kind, _, _ in lonely.heard.messages] == ["connected", "news", "connected", "news"]
        assert await subscribers(lonely.pubsub, "table a") == {lonely.pubsub.name}
        await end_connections(lonely.pubsub)
        await lonely.heard.until(5)
        await lonely.pubsub.close()

    with caplog.at_level(logging.WARNING, "serai.server"):
        run_alone(test())
    assert "the subscription to Redis failed\n" in caplog.text
    assert "ZeroDivisionError" in caplog.text


# Redis is down, or hangs


def test_without_redis_a_process_carries_on_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(redis: databases.Redis) -> None:
        monkeypatch.setattr(redis_pubsub, "RETRY_DELAY", 0.02)
        one, two = RedisPubSub(redis.address), RedisPubSub(redis.address)
        await one.open()
        await two.open()
        heard, connected = Heard(two, "news"), Heard(two, "connected")
        redis.kill()
        limit = RateLimiter(1 / 1000, 2.0)
        assert [await one.allow("test", limit, "me") for _ in range(3)] == [True, True, False]
        await one.reset("test", limit, "me")
        assert await one.allow("test", limit, "me")
        assert await one.lead("clocks", 60.0)
        assert await two.lead("clocks", 60.0)
        await one.put("key", "value", 60.0)
        assert await one.pop("key") is None
        await one.enqueue("table", PRIORITY)
        assert await one.lease() is None
        await one.renew("table")
        await one.complete("table")
        await one.release("table")
        await two.subscribe("table a")
        one.publish("news", number=1)  # it is lost
        for told in ("Redis does not answer (ConnectionError)", "subscription to Redis failed: Connection"):
            while told not in caplog.text:
                await asyncio.sleep(0.01)
        redis.start()
        await connected.until(1)
        one.publish("news", at="table a", number=2)
        assert await heard.until(1) == [("news", one.name, {"number": 2})]
        redis.kill()
        await one.close()
        await two.close()

    with caplog.at_level(logging.WARNING, "serai.server"):
        redis = databases.Redis()
        try:
            run_alone(test(redis))
        finally:
            redis.remove()


def test_nobody_waits_long_for_a_redis_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(redis: databases.Redis) -> None:
        await check_redis(redis.address)
        pubsub = RedisPubSub(redis.address)
        await pubsub.open()
        redis.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(redis_pubsub, "TIMEOUT", 0.05)
        with pytest.raises(BadOption, match="Redis does not answer"):
            await check_redis(redis.address)
        monkeypatch.setattr(redis_pubsub, "SUBSCRIBE_TIMEOUT", 0.05)
        pubsub.redis.connection_pool.connection_kwargs["socket_timeout"] = PATIENCE
        await pubsub.redis.connection_pool.disconnect()
        await pubsub.subscribe("table a")
        assert pubsub.subscribed == {"table a"}
        assert not pubsub.registered
        redis.process.send_signal(signal.SIGCONT)
        await pubsub._register_all()
        assert pubsub.registered == {"table a"}
        await pubsub.close()

    redis = databases.Redis()
    try:
        run_alone(test(redis))
    finally:
        redis.process.send_signal(signal.SIGCONT)
        redis.stop()
        redis.remove()


def test_a_lost_connection_is_not_noticed(tmp_path: Path) -> None:
    """A command is sent once more, on a new one."""

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        assert await one.lead("clocks", 60.0)
        assert not await two.lead("clocks", 60.0)
        for client in await one.redis.client_list(_type="normal"):
            if client["db"] == one.channel[6:]:
                await one.redis.client_kill_filter(_id=client["id"], skipme=True)
        assert not await two.lead("clocks", 60.0)  # without an answer, it would lead

    on_redis(tmp_path, test)


def test_addresses_of_redis(tmp_path: Path) -> None:
    async def test() -> None:
        with pytest.raises(BadOption, match=r"^a Redis is redis://"):
            await check_redis("localhost:6379")
        with pytest.raises(BadOption, match=r"^Redis does not answer: "):
            await check_redis(f"unix://{tmp_path / 'nowhere'}")
        await check_redis(redis_of(tmp_path))

    run_alone(test())


# Shared values


def test_how_long_redis_keeps_what_is_shared(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        assert await one.lead("clocks", 60.0)
        assert await two.lead("other", 60.0)  # each has a leader of its own
        assert 50_000 < await one.redis.pttl("serai:lead:clocks") <= 60_000
        await one.put("key", "value", 60.0)
        assert 50_000 < await one.redis.pttl("serai:kept:key") <= 60_000
        assert [await two.pop("key"), await one.pop("key"), await one.pop("other")] == ["value", None, None]
        limit = RateLimiter(1 / 100, 5.0)
        assert await one.allow("test", limit, "me")
        assert 490 < await one.redis.ttl("serai:limit:test:me") <= 501  # by then it is full again

    on_redis(tmp_path, test)


def test_attempts_come_back_with_time(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        limit = RateLimiter(1 / 1000, 2.0)
        seconds, _ = await one.redis.time()
        await one.redis.hset("serai:limit:test:me", mapping={"left": 0.2, "last": seconds - 1500})  # 1.7 now
        assert [await one.allow("test", limit, "me") for _ in range(2)] == [True, False]
        assert await one.allow("other", limit, "me")  # other attempts are counted apart
        limit.take("me")
        await two.reset("test", limit, "me")
        assert "me" not in limit.known  # which counts while Redis is down
        assert [await one.allow("test", limit, "me") for _ in range(3)] == [True, True, False]

    on_redis(tmp_path, test)


# The queue


def test_work_is_announced_once_to_those_who_take_it(tmp_path: Path) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        idle = RedisPubSub(redis_of(tmp_path))
        await idle.open()
        await two.subscribe(JOBS)
        here, there, nowhere = (Heard(pubsub, "work", "end") for pubsub in (one, two, idle))

        async def announced() -> int:
            """How often since the last time."""
            one.publish("end")
            await there.until(1)
            async with asyncio.timeout(PATIENCE):
                while there.messages[-1][0] != "end":
                    await there.until(len(there.messages) + 1)
            told: list[tuple[str, str, dict[str, Any]]] = [("work", one.name, {})] * (len(there.messages) - 1)
            assert there.messages[:-1] == here.messages == told
            there.messages.clear()
            here.messages.clear()
            return len(told)

        await one.enqueue("table", PRIORITY)
        assert await announced() == 1
        await one.enqueue("table", PRIORITY)  # it waits already
        assert await announced() == 0
        assert await one.lease() == "table"
        await one.complete("table")  # it was enqueued twice
        assert await announced() == 1
        assert await one.lease() == "table"
        await one.release("table")
        assert await announced() == 1
        assert await one.lease() == "table"
        await one.complete("table")
        assert await announced() == 0
        await one.renew("table")  # too late
        assert await one.redis.zcard(redis_pubsub.WORK[0]) == 0
        assert await one.redis.exists(*redis_pubsub.WORK) == 1  # only who was served
        assert {kind for kind, _, _ in nowhere.messages} <= {"end"}
        await idle.close()

    on_redis(tmp_path, test)


def test_a_lease_lasts_while_it_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        async def left() -> float:
            seconds, millionths = await one.redis.time()
            score = await one.redis.zscore(redis_pubsub.WORK[0], "table")
            assert score is not None
            return score - seconds - millionths / 1e6

        monkeypatch.setattr(redis_pubsub, "LEASE_SECONDS", 1000.0)
        await one.enqueue("table", PRIORITY)
        assert await left() <= 0.0
        assert await one.lease() == "table"
        assert 900 < await left() <= 1000
        monkeypatch.setattr(redis_pubsub, "LEASE_SECONDS", 2000.0)
        await one.renew("table")
        assert 1900 < await left() <= 2000
        await one.release("table", 500.0)
        assert 400 < await left() <= 500

    on_redis(tmp_path, test)


def test_few_owners_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_pubsub, "MOST_SERVED", 3)
    monkeypatch.setattr(redis_pubsub, "MOST_WORK", 2)

    async def test(one: RedisPubSub, two: RedisPubSub) -> None:
        for owner in range(8):
            await one.enqueue(f"table {owner}", Priority(Urgency.NOBODY, str(owner)))
        await one.enqueue("late", Priority(Urgency.PERSON, "9"))
        for owner in range(8):  # more than the oldest two are not looked at
            assert await two.lease() == ("late" if owner == 7 else f"table {owner}")
            assert await one.redis.hlen(redis_pubsub.WORK[3]) <= 4

    on_redis(tmp_path, test)

"""Many processes that are one server: real ones, with PostgreSQL and Redis between them."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import orjson
import pytest
import uvloop
from redis import Redis
from websockets.exceptions import ConnectionClosed

import serai
from serai.kernel.fair import check_fair
from serai.server.errors import Refusal
from serai.server.live import presence
from serai.server.live.presence import Presence
from serai.server.live.pubsub import DEAD_AFTER
from serai.server.live.pubsub import redis as redis_pubsub
from serai.server.live.pubsub.redis import RedisPubSub
from serai.server.live.scheduling import SELDOM, Priority, Urgency
from serai.server.people.passkeys import Challenges
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.schema import tables
from serai.server.tasks import end
from tests.event_loops import run_alone
from tests.server import databases
from tests.server.command import Command
from tests.server.databases import arguments_for, looked_at, redis_of
from tests.server.live.test_notifications import open_notifications
from tests.server.ops.test_admin import admin
from tests.server.people.test_accounts import code, log_in, register
from tests.server.server_process import PATIENCE, Player, ServerProcess, new_table

pytestmark = pytest.mark.skipif(
    databases.kind == "sqlite", reason="needs PostgreSQL and Redis (--database postgresql)"
)

PRIORITY = Priority(Urgency.PERSON, "7")
WEB = ("--synchronous", "normal", "--workers", "0")


class Worker:
    """`serai worker` in a process of its own."""

    def __init__(self, *where: str) -> None:
        self.where = where
        self.start()

    def start(self) -> None:
        self.process = Command("worker", "--workers", "1", *self.where)
        assert "works" in self.process.said.readline()

    def kill(self) -> None:
        """As a crash does."""
        self.process.kill()

    def stop(self) -> None:
        self.process.stop()


def where(folder: Path) -> list[str]:
    """What a worker needs to know."""
    return [word for word in arguments_for(folder) if word not in ("--data", str(folder))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("many")


@pytest.fixture(scope="module")
def servers(folder: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers that have no bots think."""
    both = ServerProcess(folder, *WEB), ServerProcess(folder, *WEB)
    yield both
    for server in both:
        server.stop()


@pytest.fixture
def worker(folder: Path) -> Iterator[Worker]:
    running = Worker(*where(folder))
    yield running
    running.stop()


@pytest.fixture
def clients(servers: tuple[ServerProcess, ServerProcess]) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """A browser at each."""
    with servers[0].client() as one, servers[1].client() as two:
        yield one, two


def together(clients: tuple[httpx.Client, httpx.Client], **wanted: object) -> tuple[Player, Player]:
    """A table with a person from each server."""
    one, two = clients
    path = new_table(one, **{"players": 2, "level_1": "open", "public": 1} | wanted)  # type: ignore[arg-type]
    two.post(f"{path}/sit")
    return Player(one, path), Player(two, path)


def closed(*players: Player) -> None:
    for player in players:
        player.close()


def in_turn(players: list[Player], rng: serai.Rng, choices: int = 10_000) -> None:
    """Each chooses when it is their turn, until the game is over or a number of choices were made."""
    for _ in range(choices):
        while not any(player.asked or player.over for player in players):
            players[0].hear()
            level_up(players)
        due = next((player for player in players if player.asked), None)
        if due is None:
            return
        options = sorted(set(due.options))
        assert "refused" not in due.choose(options[rng.below(len(options))])
        level_up(players)


def level_up(players: list[Player]) -> None:
    """Until everybody has heard what one of them has."""
    for player in players:
        while player.number < max(other.number for other in players):
            player.hear()


def test_people_on_two_servers_play_with_a_bot(
    clients: tuple[httpx.Client, httpx.Client], worker: Worker
) -> None:
    one, two = together(clients, players=3, level_2="greedy")
    in_turn([one, two], serai.Rng("many"))
    assert one.over
    while not two.over:
        two.hear()
    assert one.number == two.number
    texts = [client.get(f"{one.path}/record").text for client in clients]
    assert texts[0] == texts[1]
    check_fair(serai.Record.read(texts[0]))
    closed(one, two)


def test_an_undo_reaches_all_processes(clients: tuple[httpx.Client, httpx.Client], worker: Worker) -> None:
    one, two = together(clients)
    players = [one, two]
    rng = serai.Rng("undo")
    while not (undoing := [player for player in players if player.undo]):
        in_turn(players, rng, 1)
    (player,) = undoing
    (other,) = [one for one in players if one is not player]
    before = player.number
    player.send(undo=player.number)
    player.hear_until(lambda _: player.number < before)
    other.hear_until(lambda _: other.number == player.number)
    assert other.scene["actor"] == player.scene["actor"]
    closed(one, two)


def test_talk_presence_and_agreements(clients: tuple[httpx.Client, httpx.Client]) -> None:
    one, two = together(clients, clock="15+20")

    def people(player: Player, what: Callable[[dict[str, Any]], bool]) -> None:
        player.hear_until(lambda message: "people" in message and what(message["people"]))

    one.send(say="hello over there")
    assert two.hear_until(lambda message: "said" in message)["said"]["text"] == "hello over there"
    two.send(ask="pause")
    people(one, lambda told: told["ask"] is not None)
    one.send(answer=True)
    people(two, lambda told: told["paused"])
    two.close()
    people(one, lambda told: not told["seats"]["1"]["here"])
    back = Player(two.client, two.path)
    assert back.heard[0]["people"]["seats"]["0"]["here"]
    assert back.heard[0]["people"]["paused"]
    people(one, lambda told: told["seats"]["1"]["here"])
    back.send(mute=0, on=True)
    back.hear_until(lambda message: message.get("muted") == [0])
    one.send(concede=True)
    people(back, lambda told: told["seats"]["0"]["conceded"])
    closed(one, back)


def test_one_of_two_simultaneous_choices_is_late(
    clients: tuple[httpx.Client, httpx.Client], worker: Worker
) -> None:
    """The same player at two servers sends two answers to one question; both end with the same."""
    path = new_table(clients[0], players=2, level_1="random")
    clients[1].cookies = clients[0].cookies
    one, two = Player(clients[0], path), Player(clients[1], path)
    assert one.wait_for_turn()
    assert two.wait_for_turn()
    assert one.number == two.number
    number, options = one.number, sorted(set(one.options))
    one.send(choose=options[0], number=number)
    two.send(choose=options[-1], number=number)
    answers = [
        player.hear_until(lambda message: "patch" in message or "refused" in message) for player in (one, two)
    ]
    refused = [answer["refused"]["code"] for answer in answers if "refused" in answer]
    assert set(refused) <= {"late", "not-your-turn"}
    closed(one, two)
    again = [Player(client, path) for client in clients]
    assert again[0].scenes[again[0].number] == again[1].scenes[again[1].number]
    closed(*again)


def test_work_waits_for_a_worker_and_is_taken_over(
    clients: tuple[httpx.Client, httpx.Client], folder: Path
) -> None:
    with ExitStack() as stack:
        watching = Player(
            clients[0],
            new_table(clients[0], seat="watch", **{f"level_{seat}": "level3" for seat in range(4)}),
        )
        elsewhere = Player(clients[1], watching.path)
        begun = watching.number
        first = Worker(*where(folder))
        stack.callback(first.kill)
        watching.hear_until(lambda _: watching.number > begun + 5)
        first.kill()
        with looked_at(folder) as stored:
            row = stored.execute(tables.select().where(tables.c.id == watching.path.rpartition("/")[2])).one()
            assert row.actor != serai.OVER
        second = Worker(*where(folder))
        stack.callback(second.stop)
        for player in (watching, elsewhere):
            player.hear_until(lambda _, player=player: player.over)  # type: ignore[misc]
        assert watching.number == elsewhere.number
        check_fair(serai.Record.read(clients[0].get(f"{watching.path}/record").text))
        closed(watching, elsewhere)


def test_host_commands_and_limits_apply_to_all_processes(
    clients: tuple[httpx.Client, httpx.Client], folder: Path
) -> None:
    one, two = together(clients)
    admin(folder, "close", one.path.rpartition("/")[2])
    for player in (one, two):
        with pytest.raises(ConnectionClosed):
            player.hear_until(lambda _: False)
    closed(one, two)
    name = register(clients[0])
    answers = [code(log_in(clients[number % 2], name, "not the right one")) for number in range(8)]
    assert "too-many" in answers  # four at each would be none too many


def test_notifications_and_waiting_tables(
    servers: tuple[ServerProcess, ServerProcess], clients: tuple[httpx.Client, httpx.Client]
) -> None:
    one, two = clients
    path = new_table(one, players=2, level_1="open", public=1)
    key = path.rpartition("/")[2]
    with (
        open_notifications(servers[1], two, key) as elsewhere,
        open_notifications(servers[1], two, "lobby") as lobby,
    ):
        assert json.loads(elsewhere.recv(PATIENCE)) == {"changed": key}  # that one came in oneself
        with open_notifications(servers[0], one, key):  # a new viewer is seen at the other server
            assert json.loads(elsewhere.recv(PATIENCE)) == {"changed": key}
        two.post("/play/yspahan")
        one.post(f"{path}/seats/1", data={"to": "bot"})
        assert {"changed": "lobby"} in (json.loads(lobby.recv(PATIENCE)) for _ in range(5))


def test_an_awaited_guest_is_notified_by_another_server(
    servers: tuple[ServerProcess, ServerProcess], clients: tuple[httpx.Client, httpx.Client]
) -> None:
    players = list(together(clients))
    with open_notifications(
        servers[1], clients[0]
    ) as notified:  # the first one's page is at the second server

        def told(awaited: bool) -> None:
            while bool(json.loads(notified.recv(PATIENCE)).get("awaited")) != awaited:
                pass

        for _ in range(2):
            while not players[0].asked:
                in_turn(players, serai.Rng("bell"), 1)
            told(True)
            while not players[1].asked:
                in_turn(players, serai.Rng("bell"), 1)
            told(False)
    closed(*players)


def test_messages_of_a_table_go_where_it_is_in_memory(
    clients: tuple[httpx.Client, httpx.Client], folder: Path
) -> None:
    one, two = together(clients)
    alone = Player(clients[0], new_table(clients[0], players=2))
    with Redis.from_url(redis_of(folder)) as redis:
        handlers = {
            path: redis.scard(f"serai:at:table {path.split('/')[2]}") for path in (one.path, alone.path)
        }
    assert handlers == {one.path: 2, alone.path: 1}
    closed(one, two, alone)


# Redis itself


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

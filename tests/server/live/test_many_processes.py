"""Many processes that are one server: real ones, with PostgreSQL and Redis between them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis
from websockets.exceptions import ConnectionClosed

import serai
from serai.kernel.fair import check_fair
from serai.server.storage.schema import tables
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

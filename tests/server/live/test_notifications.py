"""Notifications: whose turn it is, and what has changed. And messages on people's sockets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from serai.server.live.notifications import LOBBY, MOST_WAITING, Subscriber, awaited_tables
from serai.server.live.presence import waiting_place
from tests.server.hub_setup import HubSetup, IdlePubSub, LinkedPubSub, new_hub, run_with_hub
from tests.server.server_process import PATIENCE, Player, ServerProcess, connect, new_table


def told(subscriber: Subscriber) -> list[dict[str, Any]]:
    messages = []
    while not subscriber.waiting.empty():
        messages.append(json.loads(subscriber.waiting.get_nowait() or "{}"))
    return messages


def test_an_awaited_guest_is_notified(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        notifications = setup.hub.notifications
        live_table, guests = await setup.table(2)
        handlers = [Subscriber(guest.id, frozenset()) for guest in guests]
        for subscriber in handlers:
            await notifications.subscribe(subscriber)
        due = live_table.table.person_due
        assert due is not None
        url = f"/tables/{live_table.table.settings.id}"
        assert [row["url"] for row in told(handlers[due])[-1]["awaited"]] == [url]
        assert told(handlers[1 - due])[-1]["awaited"] == []
        await setup.until_other(live_table, due)
        assert told(handlers[due])[-1]["awaited"] == []
        assert told(handlers[1 - due])[-1]["awaited"][0]["title"] == "Yspahan"
        # Tables with only bots as opponents are shown only on the home page.
        alone, guests = await setup.table(1, players="2")
        await setup.settle()
        assert alone.table.person_due == 0
        assert await awaited_tables(setup.store, guests[0].id) == []

    run_with_hub(tmp_path, test)


def test_no_notification_while_a_bot_plays_for_a_person(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(2)
        setup.hub.pubsub = IdlePubSub()  # the bot has not played yet
        due = live_table.table.person_due
        assert due is not None
        subscriber = Subscriber(guests[due].id, frozenset())
        await setup.hub.notifications.subscribe(subscriber)
        assert len(told(subscriber)[-1]["awaited"]) == 1
        await setup.table_acts.leave(live_table, due)
        assert live_table.table.state.actor == due
        assert told(subscriber)[-1]["awaited"] == []
        assert await awaited_tables(setup.store, guests[due].id) == []
        await setup.table_acts.back(live_table, due)
        assert len(told(subscriber)[-1]["awaited"]) == 1

    run_with_hub(tmp_path, test)


def test_a_page_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    subscriber = Subscriber(1, frozenset({"lobby"}))
    for number in range(MOST_WAITING):
        subscriber.send(f"{number}")
    assert subscriber.waiting.qsize() == MOST_WAITING
    subscriber.send("one too many")
    messages = [subscriber.waiting.get_nowait() for _ in range(subscriber.waiting.qsize())]
    assert messages == [*map(str, range(MOST_WAITING)), None]


def test_pages_of_one_guest_come_and_go(tmp_path: Path) -> None:
    """Each is notified where the guest is awaited, until it is closed; tables learn who is present."""

    async def test(setup: HubSetup) -> None:
        notifications = setup.hub.notifications
        guest, friend = await setup.guests(2)
        one, two = (Subscriber(guest.id, frozenset({"room", "lobby"})) for _ in range(2))
        stranger = Subscriber(None, frozenset({"room"}))
        await notifications.subscribe(stranger)
        await notifications.subscribe(one)
        await notifications.subscribe(two)
        assert notifications.present("room") == {guest.id}
        assert notifications.present("lobby") == set()
        for subscriber in (one, two, stranger):
            told(subscriber)
        await notifications.notify_guest(guest.id)
        await notifications.notify_guest(friend.id)
        assert told(one) == told(two) == [{"awaited": []}]
        notifications.notify("lobby", "elsewhere")
        assert told(one) == told(two) == [{"changed": "lobby"}]
        assert told(stranger) == []
        notifications.unsubscribe(one)
        assert notifications.present("room") == {guest.id}
        assert told(two) == told(stranger) == [{"changed": "room"}]
        await notifications.notify_all_guests()
        assert told(two) == [{"awaited": []}]
        assert told(one) == []
        notifications.unsubscribe(two)
        notifications.unsubscribe(stranger)
        assert (notifications.present("room"), notifications.of_guest, notifications.subscribers) == (
            set(),
            {},
            set(),
        )

    run_with_hub(tmp_path, test)


def test_the_most_urgent_of_the_awaited_comes_first(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        guest, friend = await setup.guests(2)
        keys = []
        for clock in ("none", "3d", "5+10", "1d"):
            fields = {"game": "yspahan", "players": "2", "seat": "0", "public": "1", "others": "open"}
            settings = await setup.hub.settings_for(guest, fields | {"clock": clock})
            await setup.lobby.open(guest, settings)
            await setup.lobby.sit(friend, settings.id)
            live_table = await setup.hub.get(settings.id)
            await setup.until_other(live_table, 1)
            keys.append(settings.id)
            setup.now += 1.0
        found = await awaited_tables(setup.store, guest.id)
        assert [row["url"] for row in found] == [f"/tables/{keys[number]}" for number in (2, 3, 1, 0)]
        assert found[0] == {"url": f"/tables/{keys[2]}", "game": "yspahan", "title": "Yspahan"}
        assert await awaited_tables(setup.store, friend.id) == []
        assert await awaited_tables(setup.store, None) == []

    run_with_hub(tmp_path, test)


def test_waiting_pages_are_notified_of_changes(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        notifications = setup.hub.notifications
        lobby = Subscriber(None, frozenset({"lobby"}))
        await notifications.subscribe(lobby)
        host, friend = await setup.guests(2)
        fields = {"game": "yspahan", "players": "2", "others": "open", "public": "1"}
        settings = await setup.hub.settings_for(host, fields)
        await setup.lobby.open(host, settings)
        assert told(lobby) == [{"changed": "lobby"}]
        room = Subscriber(host.id, frozenset({settings.id}))
        await notifications.subscribe(room)
        assert notifications.present(settings.id) == {host.id}
        told(room)
        await setup.lobby.sit(friend, settings.id)
        assert {"changed": settings.id} in told(room)
        assert told(lobby)[-1] == {"changed": "lobby"}
        notifications.unsubscribe(room)
        assert notifications.present(settings.id) == set()

    run_with_hub(tmp_path, test)


def open_notifications(
    server: ServerProcess, client: httpx.Client, about: str = "", **headers: str
) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = server.url.replace("http", "ws", 1) + f"/bell?about={about}"
    return connect(url, additional_headers={"Cookie": cookies, **headers})


def test_pages_at_other_processes_are_notified_too(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        first = LinkedPubSub()
        second = LinkedPubSub(first)
        here, there = (
            new_hub(setup.store, setup.hub.workers, lambda: setup.now, one) for one in (first, second)
        )
        pages = [Subscriber(guest, frozenset(topics)) for guest, topics in ((7, {LOBBY}), (8, {"a table"}))]
        for page in pages:
            await there.notifications.subscribe(page)
            told(page)
        here.notifications.notify(LOBBY, "another table")
        await here.notifications.notify_guest(8)
        await here.notifications.notify_guest(9)
        await second.hear()
        assert [told(page) for page in pages] == [[{"changed": LOBBY}], [{"awaited": []}]]
        here.presence.add(waiting_place("a table"), 9)  # somebody has come there
        await second.hear()
        assert [told(page) for page in pages] == [[], [{"changed": "a table"}]]
        assert there.notifications.present("a table") == {8, 9}
        here.presence.remove(waiting_place("a table"), 9)
        await second.hear()
        assert there.notifications.present("a table") == {8}
        there.notifications.unsubscribe(pages[1])
        assert there.notifications.present("a table") == set()
        await there.close()
        await here.close()

    run_with_hub(tmp_path, test)


def test_notifications_over_a_socket(server: ServerProcess, client: httpx.Client) -> None:
    with pytest.raises(InvalidStatus) as refused:
        open_notifications(server, client, Origin="http://evil.example")
    assert refused.value.response.status_code == 403
    path = new_table(client, players=2, level_1="open", public=1)
    with open_notifications(server, client, "lobby") as line, server.client() as friend:
        assert json.loads(line.recv(PATIENCE)) == {"awaited": []}
        friend.post(f"{path}/sit")
        # If the first turn is their own they are notified of that, too.
        while json.loads(line.recv(PATIENCE)) != {"changed": "lobby"}:
            pass


def two_players(server: ServerProcess, client: httpx.Client, friend: httpx.Client) -> tuple[Player, Player]:
    path = new_table(client, players=2, level_1="open", public=1)
    friend.post(f"{path}/sit")
    return Player(client, path), Player(friend, path)


def test_nobody_acts_for_another(server: ServerProcess, client: httpx.Client) -> None:
    with server.client() as friend, server.client() as stranger:
        one, two = two_players(server, client, friend)
        watching = Player(stranger, one.path)
        due, other = (one, two) if one.scene["actor"] == 0 else (two, one)
        due.wait_for_turn()
        assert other.refused(choose=due.options[0], number=due.number) == "not-your-turn"
        messages: list[dict[str, Any]] = [
            {"ask": "pause"},
            {"answer": True},
            {"leave": True},
            {"back": True},
            {"concede": True},
            {"mute": 0, "on": True},
            {"report": 1},
            {"choose": due.options[0], "number": due.number},
        ]
        for message in messages:
            assert watching.refused(**message) == "not-yours"
        assert watching.refused(say="psst") == "no-chat"
        assert "refused" not in due.choose(due.options[0])
        for player in (one, two, watching):
            player.close()


def test_chat_over_a_socket(server: ServerProcess, client: httpx.Client) -> None:
    with server.client() as friend:
        friend.post("/language", data={"language": "de"})
        one, two = two_players(server, client, friend)
        one.send(phrase="hello")
        assert two.hear_until(lambda message: "said" in message)["said"]["text"] == "Hallo!"
        assert one.refused(say="x" * 301) == "too-long"
        assert one.refused(say=7) == "bad-request"
        assert one.refused(mute="x") == "bad-request"
        assert one.refused(ask="gold") == "bad-request"
        assert one.refused(report=10_000_000) == "no-message"
        one.send(ask="pause")
        assert two.hear_until(lambda message: "people" in message and message["people"]["ask"])
        two.send(answer=True)
        assert one.hear_until(lambda message: "people" in message)["people"]["ask"]
        assert one.hear_until(lambda message: "people" in message)["people"]["paused"]
        for player in (one, two):
            player.close()

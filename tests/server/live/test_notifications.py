"""The bell: where one is awaited, and what has changed. And messages on the sockets of people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from serai.server.live.notifications import MOST_WAITING, Listener, awaited_tables
from tests.server.house import PATIENCE, House, Player, connect, new_table
from tests.server.players import Company, Idle, among


def told(listener: Listener) -> list[dict[str, Any]]:
    messages = []
    while not listener.waiting.empty():
        messages.append(json.loads(listener.waiting.get_nowait() or "{}"))
    return messages


def test_the_bell_rings_for_whoever_is_awaited(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        bell = company.hub.bell
        seating, guests = await company.table(2)
        ears = [Listener(guest.id, frozenset()) for guest in guests]
        for ear in ears:
            await bell.hear(ear)
        due = seating.table.person_due
        assert due is not None
        url = f"/tables/{seating.table.settings.id}"
        assert [row["url"] for row in told(ears[due])[-1]["awaited"]] == [url]
        assert told(ears[1 - due])[-1]["awaited"] == []
        await company.until_other(seating, due)
        assert told(ears[due])[-1]["awaited"] == []
        assert told(ears[1 - due])[-1]["awaited"][0]["title"] == "Yspahan"
        # Tables alone among bots wait for nobody but the home page.
        alone, guests = await company.table(1, players="2")
        await company.settle()
        assert alone.table.person_due == 0
        assert await awaited_tables(company.store, guests[0].id) == []

    among(tmp_path, test)


def test_nobody_is_awaited_where_a_bot_plays_for_them(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, guests = await company.table(2)
        company.hub.wire = Idle()  # the bot has not played yet
        due = seating.table.person_due
        assert due is not None
        ear = Listener(guests[due].id, frozenset())
        await company.hub.bell.hear(ear)
        assert len(told(ear)[-1]["awaited"]) == 1
        await company.meeting.leave(seating, due)
        assert seating.table.state.actor == due
        assert told(ear)[-1]["awaited"] == []
        assert await awaited_tables(company.store, guests[due].id) == []
        await company.meeting.back(seating, due)
        assert len(told(ear)[-1]["awaited"]) == 1

    among(tmp_path, test)


def test_a_page_that_does_not_listen_is_given_up(tmp_path: Path) -> None:
    ear = Listener(1, frozenset({"lobby"}))
    for number in range(MOST_WAITING):
        ear.send(f"{number}")
    assert ear.waiting.qsize() == MOST_WAITING
    ear.send("one too many")
    messages = [ear.waiting.get_nowait() for _ in range(ear.waiting.qsize())]
    assert messages == [*map(str, range(MOST_WAITING)), None]


def test_pages_of_one_guest_come_and_go(tmp_path: Path) -> None:
    """Each hears where the guest is awaited, until it leaves; rooms are told who is in them."""

    async def test(company: Company) -> None:
        bell = company.hub.bell
        guest, friend = await company.guests(2)
        one, two = (Listener(guest.id, frozenset({"room", "lobby"})) for _ in range(2))
        stranger = Listener(None, frozenset({"room"}))
        await bell.hear(stranger)
        await bell.hear(one)
        await bell.hear(two)
        assert bell.present("room") == {guest.id}
        assert bell.present("lobby") == set()
        for ear in (one, two, stranger):
            told(ear)
        await bell.ring_for(guest.id)
        await bell.ring_for(friend.id)
        assert told(one) == told(two) == [{"awaited": []}]
        bell.ring("lobby", "elsewhere")
        assert told(one) == told(two) == [{"changed": "lobby"}]
        assert told(stranger) == []
        bell.leave(one)
        assert bell.present("room") == {guest.id}
        assert told(two) == told(stranger) == [{"changed": "room"}]
        await bell.look()
        assert told(two) == [{"awaited": []}]
        assert told(one) == []
        bell.leave(two)
        bell.leave(stranger)
        assert (bell.present("room"), bell.of_guest, bell.listeners) == (set(), {}, set())

    among(tmp_path, test)


def test_the_most_urgent_of_the_awaited_comes_first(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        guest, friend = await company.guests(2)
        keys = []
        for clock in ("none", "3d", "5+10", "1d"):
            fields = {"game": "yspahan", "players": "2", "seat": "0", "public": "1", "others": "open"}
            settings = await company.hub.settle(guest, fields | {"clock": clock})
            await company.lobby.open(guest, settings)
            await company.lobby.sit(friend, settings.id)
            seating = await company.hub.get(settings.id)
            await company.until_other(seating, 1)
            keys.append(settings.id)
            company.now += 1.0
        found = await awaited_tables(company.store, guest.id)
        assert [row["url"] for row in found] == [f"/tables/{keys[number]}" for number in (2, 3, 1, 0)]
        assert found[0] == {"url": f"/tables/{keys[2]}", "game": "yspahan", "title": "Yspahan"}
        assert await awaited_tables(company.store, friend.id) == []
        assert await awaited_tables(company.store, None) == []

    among(tmp_path, test)


def test_pages_that_wait_are_told_of_changes(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        bell = company.hub.bell
        lobby = Listener(None, frozenset({"lobby"}))
        await bell.hear(lobby)
        host, friend = await company.guests(2)
        fields = {"game": "yspahan", "players": "2", "others": "open", "public": "1"}
        settings = await company.hub.settle(host, fields)
        await company.lobby.open(host, settings)
        assert told(lobby) == [{"changed": "lobby"}]
        room = Listener(host.id, frozenset({settings.id}))
        await bell.hear(room)
        assert bell.present(settings.id) == {host.id}
        told(room)
        await company.lobby.sit(friend, settings.id)
        assert {"changed": settings.id} in told(room)
        assert told(lobby)[-1] == {"changed": "lobby"}
        bell.leave(room)
        assert bell.present(settings.id) == set()

    among(tmp_path, test)


def ring(house: House, client: httpx.Client, about: str = "", **headers: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = house.url.replace("http", "ws", 1) + f"/bell?about={about}"
    return connect(url, additional_headers={"Cookie": cookies, **headers})


def test_the_bell_over_the_line(house: House, client: httpx.Client) -> None:
    with pytest.raises(InvalidStatus) as refused:
        ring(house, client, Origin="http://evil.example")
    assert refused.value.response.status_code == 403
    path = new_table(client, players=2, level_1="open", public=1)
    with ring(house, client, "lobby") as line, house.client() as friend:
        assert json.loads(line.recv(PATIENCE)) == {"awaited": []}
        friend.post(f"{path}/sit")
        # If the first turn is his own he hears of that, too.
        while json.loads(line.recv(PATIENCE)) != {"changed": "lobby"}:
            pass


def two_players(house: House, client: httpx.Client, friend: httpx.Client) -> tuple[Player, Player]:
    path = new_table(client, players=2, level_1="open", public=1)
    friend.post(f"{path}/sit")
    return Player(client, path), Player(friend, path)


def test_nobody_acts_for_another(house: House, client: httpx.Client) -> None:
    with house.client() as friend, house.client() as stranger:
        one, two = two_players(house, client, friend)
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


def test_what_people_say_over_the_line(house: House, client: httpx.Client) -> None:
    with house.client() as friend:
        friend.post("/language", data={"language": "de"})
        one, two = two_players(house, client, friend)
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

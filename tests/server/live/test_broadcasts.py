"""What is told to the connections of a guest, at this process and at others."""

from __future__ import annotations

from pathlib import Path

from serai.kernel.state import OVER
from serai.server.live.broadcasts import Broadcasts
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.notifications import LOBBY, Subscriber
from serai.server.people.accounts import rename
from serai.server.people.guests import Guest, new_session
from serai.server.people.personal_data import delete_everything
from serai.server.storage.people_schema import sessions
from serai.server.tables.repository import WAITING
from tests.server.hub_setup import HubSetup, LinkedPubSub, Page, new_hub, run_with_hub


def ended(subscriber: Subscriber) -> bool:
    """Whether a page is told to close its connection; what waits is taken."""
    said = [subscriber.waiting.get_nowait() for _ in range(subscriber.waiting.qsize())]
    return None in said


async def watched(setup: HubSetup) -> tuple[LiveTable, list[Guest], list[Page], list[Subscriber]]:
    """A table with two persons and a spectator, and another page of each person."""
    live_table, guests = await setup.table(2)
    pages = [await setup.page(live_table, seat) for seat in (0, 1, None)]
    subscribers = [Subscriber(guest.id, frozenset({LOBBY}), guest.session) for guest in guests]
    for subscriber in subscribers:
        await setup.hub.notifications.subscribe(subscriber)
    return live_table, guests, pages, subscribers


def test_a_ban_closes_the_connections_of_one_guest(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        _, guests, pages, subscribers = await watched(setup)
        await Broadcasts(setup.hub, {}).banned(guests[1].id)
        assert [page.ended for page in pages] == [False, True, False]
        assert [ended(one) for one in subscribers] == [False, True]

    run_with_hub(tmp_path, test)


def test_a_new_name_shows_at_the_tables_of_that_guest(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests, pages, _ = await watched(setup)
        other, _ = await setup.table(2)
        elsewhere = await setup.page(other, None)
        await rename(setup.store, guests[0], "Scheherazade")
        await Broadcasts(setup.hub, {}).renamed(guests[0].id)
        assert all(page.ended for page in pages)  # they reconnect, and find the new name
        assert (await setup.hub.get(live_table.table.settings.id)).table.names[0] == "Scheherazade"
        assert not elsewhere.ended
        assert setup.hub.live_tables[other.table.settings.id] is other

    run_with_hub(tmp_path, test)


def test_logging_out_closes_the_connections_of_devices_that_are_gone(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests, pages, subscribers = await watched(setup)
        guest = guests[0]
        kept, _ = await setup.store.write(lambda connection: new_session(connection, guest.id, ""))
        streams = [Viewer(0, "en", guest.id), Viewer(0, "en", guest.id, kept), Viewer(0, "en", guest.id, 999)]
        for viewer in streams:
            live_table.add_viewer(viewer)
        gone = sessions.delete().where(sessions.c.id == guest.session)
        await setup.store.write(lambda connection: connection.execute(gone))
        await Broadcasts(setup.hub, {}).logged_out(guest.id)
        assert [viewer.ended for viewer in streams] == [False, False, True]  # a program's stream has none
        assert [ended(one) for one in subscribers] == [True, False]
        assert not any(page.ended for page in pages)

    run_with_hub(tmp_path, test)


def test_a_revoked_token_closes_its_streams(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        first, second, other = (Viewer(0, "en") for _ in range(3))
        streams = {1: {first, second}, 2: {other}}
        broadcasts = Broadcasts(setup.hub, streams)
        await broadcasts.revoked(1)
        assert [viewer.ended for viewer in (first, second, other)] == [True, True, False]
        assert streams == {2: {other}}
        await broadcasts.revoked(7)  # one without streams
        assert not other.ended

    run_with_hub(tmp_path, test)


def test_a_deleted_guest_gives_way_to_a_bot(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests, pages, subscribers = await watched(setup)
        await setup.until_other(live_table, 1)
        wanted = {"game": "yspahan", "players": "3", "others": "open", "level": "random", "public": "1"}
        settings = await setup.hub.settings_for(guests[0], wanted)
        await setup.lobby.open(guests[0], settings)
        await setup.lobby.sit(guests[1], settings.id)
        page = Subscriber(None, frozenset({LOBBY, settings.id}))
        await setup.hub.notifications.subscribe(page)
        ended(page)
        sat = await delete_everything(setup.store, guests[0])
        assert {actor for _, actor in sat} == {WAITING, 0}
        await Broadcasts(setup.hub, {}).deleted(guests[0].id, sat)
        said = [page.waiting.get_nowait() for _ in range(page.waiting.qsize())]
        assert any(f'"{LOBBY}"' in text for text in said if text)
        assert any(settings.id in text for text in said if text)
        await setup.settle()
        live_table = await setup.hub.get(live_table.table.settings.id)
        assert live_table.table.settings.occupants[0].guest is None
        assert live_table.table.person_due == 1  # the bot has played
        assert all(one.ended for one in pages)  # others reconnect, and find the bot
        assert [ended(one) for one in subscribers] == [True, False]

    run_with_hub(tmp_path, test)


def test_a_table_that_nobody_has_in_memory_goes_on_too(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(2)
        await setup.until_other(live_table, 1)
        key = live_table.table.settings.id
        setup.hub.live_tables.clear()
        sat = await delete_everything(setup.store, guests[0])
        await Broadcasts(setup.hub, {}).deleted(guests[0].id, [*sat, ("closed long ago", 0), ("over", OVER)])
        await setup.settle()
        assert list(setup.hub.live_tables) == [key]
        assert setup.hub.live_tables[key].table.person_due == 1

    run_with_hub(tmp_path, test)


def test_other_processes_do_the_same(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        here, there = LinkedPubSub(), LinkedPubSub()
        here.others, there.others = [there], [here]
        hub = new_hub(setup.store, setup.hub.workers, lambda: setup.now, there)
        sender = Broadcasts(new_hub(setup.store, setup.hub.workers, lambda: setup.now, here), {})
        streams = {5: {stream := Viewer(0, "en")}}
        Broadcasts(hub, streams)
        subscribers = [Subscriber(guest, frozenset(), 999) for guest in (7, 8)]
        hub.notifications.subscribers.update(subscribers)
        await sender.logged_out(8)
        await sender.revoked(5)
        await there.hear()
        assert [ended(one) for one in subscribers] == [False, True]
        assert stream.ended
        await sender.banned(7)
        await there.hear()
        assert [ended(one) for one in subscribers] == [True, False]
        await hub.close()

    run_with_hub(tmp_path, test)

"""A table in memory: its viewers, who is there, and what all may know about its people."""

from __future__ import annotations

from pathlib import Path

from serai.server.live.live_table import MOST_WAITING, Answer, Viewer
from serai.server.live.scheduling import Urgency
from serai.server.tables.participants import ActKind
from tests.server.hub_setup import HubSetup, run_with_hub


def waiting(viewer: Viewer) -> list[str | None]:
    return [viewer.waiting.get_nowait() for _ in range(viewer.waiting.qsize())]


def test_a_viewer_who_does_not_read_must_reconnect(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        viewer = Viewer(None, "en")
        viewer.send(*map(str, range(MOST_WAITING - 1)))
        viewer.send("last")
        assert not viewer.ended
        viewer.send("one too many")
        assert viewer.ended
        assert waiting(viewer) == [None]
        viewer.send("later")
        viewer.end()
        assert waiting(viewer) == []

    run_with_hub(tmp_path, test)


def test_a_reply_repeats_the_id_to_who_asked(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        asking, other, another = Viewer(0, "en"), Viewer(0, "en"), Viewer(1, "en")
        live_table.viewers = {asking, other, another}
        live_table.send({(0, "en"): ['{"a":1}', '{"b":2}']}, Answer(asking, 7))
        assert waiting(asking) == ['{"a":1,"id":7}', '{"b":2}']
        assert waiting(other) == ['{"a":1}', '{"b":2}']
        assert waiting(another) == []
        assert live_table.watched_keys() == {(0, "en"), (1, "en")}

    run_with_hub(tmp_path, test)


def test_what_all_may_know_about_the_people(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, clock="15+20")
        table = live_table.table
        await setup.page(live_table, 1)
        due = table.person_due
        setup.now += 60.04
        people = live_table.people()
        assert table.participants.clocks is not None
        left = table.participants.clocks.left_at(setup.now)
        assert people["seats"] == {
            str(seat): {"here": seat == 1, "away": None, "conceded": False, "left": round(left[seat], 1)}
            for seat in range(3)
        }
        assert (people["runs"], people["paused"], people["pause"]) == (due, False, None)
        assert (people["ask"], people["again"], people["winners"]) == (None, None, None)
        table.add_act(ActKind.ASK, 2, "pause:1,0")
        assert live_table.people()["ask"] == {"what": "pause", "seat": 2, "needs": [0, 1]}
        table.add_act(ActKind.PAUSE, 2, "100")
        setup.now += 30.0
        people = live_table.people()
        assert (people["runs"], people["paused"], people["pause"], people["ask"]) == (None, True, 70.0, None)
        setup.now += 100.0
        assert live_table.people()["pause"] == 0.0
        table.add_act(ActKind.RESUME)
        table.add_act(ActKind.AWAY, 0, "gone")
        table.add_act(ActKind.CONCEDE, 2)
        table.add_act(ActKind.AGAIN, 0, "next")
        people = live_table.people()
        assert people["again"] == "/tables/next"
        assert [people["seats"][seat]["away"] for seat in "012"] == ["gone", None, "left"]
        assert [people["seats"][seat]["conceded"] for seat in "012"] == [False, False, True]

    run_with_hub(tmp_path, test)


def test_winners_are_told_if_somebody_conceded(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        plain, _ = await setup.table(2)
        conceded, _ = await setup.table(3)
        await setup.table_acts.concede(conceded, 0)
        for live_table in (plain, conceded):
            assert live_table.people()["winners"] is None
            while not live_table.table.over:
                await setup.choose(live_table)
        assert plain.people()["winners"] is None
        assert plain.people()["seats"]["0"]["left"] is None
        assert conceded.people()["winners"] == conceded.table.winners
        assert 0 not in conceded.table.winners

    run_with_hub(tmp_path, test)


def test_who_is_there_decides_how_urgent_a_bot_is(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(2)
        assert live_table.idle
        assert live_table.absent == {0: setup.now, 1: setup.now}
        assert live_table.priority == (Urgency.NOBODY, str(guests[0].id))
        spectator = await setup.page(live_table, None)
        assert live_table.priority.urgency == Urgency.HINT
        assert not live_table.idle
        setup.now += 5.0
        live_table.changed.clear()
        page = await setup.page(live_table, 1)
        assert live_table.changed.is_set()
        assert live_table.absent == {0: setup.now - 5.0}
        assert live_table.table.arrived == {1: setup.now}
        assert live_table.priority.urgency == Urgency.PERSON
        assert spectator.people()["seats"]["1"]["here"]
        setup.now += 5.0
        second = await setup.page(live_table, 1)
        live_table.remove_viewer(page)
        assert set(live_table.absent) == {0}
        live_table.remove_viewer(second)
        assert live_table.absent == {0: setup.now - 10.0, 1: setup.now}
        assert not spectator.people()["seats"]["1"]["here"]
        assert live_table.scenes.perspectives
        live_table.remove_viewer(spectator)
        assert not live_table.scenes.perspectives
        live_table.remove_viewer(spectator)  # twice does nothing
        assert live_table.idle
        async with live_table.lock:
            assert not live_table.idle

    run_with_hub(tmp_path, test)


def test_a_live_table_waits_for_who_is_due_if_others_are_there(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        for clock, live in (("15+20", True), ("none", False), ("1d", False)):
            live_table, _ = await setup.table(2, clock=clock)
            assert live_table.has_live_clock is live
            due = live_table.table.person_due
            assert due is not None
            assert not live_table.awaits_person  # nobody sees it
            other = await setup.page(live_table, 1 - due)
            assert live_table.awaits_person is live
            page = await setup.page(live_table, due)
            assert not live_table.awaits_person
            live_table.remove_viewer(page)
            live_table.remove_viewer(other)
            await setup.page(live_table, None)
            assert live_table.awaits_person is live

    run_with_hub(tmp_path, test)


def test_a_snapshot_says_what_its_seat_may_do(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        pages = [await setup.page(live_table, seat) for seat in (0, 1, None)]
        table = live_table.table
        while table.undo_seat != 0:
            await setup.choose(live_table)
        for page in pages:
            page.heard()
        await live_table.send_snapshot(Answer(pages[1], 3))
        for page in pages:
            (message,) = page.heard()
            assert (message["number"], message["entry"]) == (table.number, table.entry)
            assert message["undo"] is (page.seat == 0)
            assert message["decided"] is (page.seat is not None and page.seat in table.deciders)
            assert message.get("id") == (3 if page is pages[1] else None)
            assert message["people"]["seats"].keys() == {"0", "1"}
            assert len(message["log"]) > 0
        alone, _ = await setup.table(1, players="2", others="random")
        perspective = await alone.scenes.perspective(0, "en")
        assert "people" not in alone.snapshot(perspective)
        assert not alone.sociable

    run_with_hub(tmp_path, test)

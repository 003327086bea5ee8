"""What is asked of the hub: rematches, scenes, languages, and what follows from a choice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live.live_table import LiveTable
from serai.server.live.notifications import Subscriber
from serai.server.live.presence import table_place
from serai.server.live.scheduling import Priority, Urgency
from serai.server.people.guests import Guest
from serai.server.storage.schema import acts as second_log
from serai.server.storage.schema import seats
from tests.server.hub_setup import HubSetup, IdlePubSub, new_hub, run_with_hub


async def alone(setup: HubSetup, **wanted: str) -> tuple[LiveTable, Guest]:
    """A table of one person and bots."""
    (guest,) = await setup.guests(1)
    fields = {"game": "yspahan", "players": "3", "seat": "0", "level": "random", **wanted}
    live_table = await setup.hub.get(await setup.hub.new_table(guest, fields))
    await setup.settle()
    return live_table, guest


def test_a_rematch_for_one_who_plays_alone(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guest = await alone(setup)
        setup.now += 60.0
        again = await setup.hub.get(await setup.hub.rematch(guest, live_table.table.settings.id))
        old, new = live_table.table.settings, again.table.settings
        assert new.occupants == (old.occupants[2], old.occupants[0], old.occupants[1])
        assert (new.game, new.players, new.level, new.speed) == (old.game, old.players, old.level, old.speed)
        assert new.id != old.id
        assert new.seed != old.seed
        assert (new.started_at, new.made_by) == (setup.now, guest.id)
        (other,) = await setup.guests(1)
        with pytest.raises(Refusal, match=r"^not-yours$"):
            await setup.hub.rematch(other, old.id)
        shared, people = await setup.table(2)
        with pytest.raises(Refusal, match=r"^ask-first$"):
            await setup.hub.rematch(people[0], shared.table.settings.id)
        while not live_table.table.over:
            await setup.choose(live_table)
        explored = await setup.hub.explore(guest, old.id, 3, {})
        with pytest.raises(Refusal, match=r"^illegal$"):
            await setup.hub.rematch(guest, explored)
        branch = await setup.hub.get(explored)
        for wanted in ("undo", "pause", "rematch"):  # one person has all seats: nobody need be asked
            with pytest.raises(Refusal, match=r"^illegal$"):
                await setup.table_acts.ask(branch, 0, wanted)

    run_with_hub(tmp_path, test)


def test_tables_that_are_unknown(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        for key in ("unknown", "x" * 1000):
            with pytest.raises(Refusal, match=r"^no-table$"):
                await setup.hub.get(key)
        with pytest.raises(Refusal, match=r"^no-game$"):
            await setup.hub.new_table(guest, {"game": "chess"})
        assert setup.hub.loading == {}

    run_with_hub(tmp_path, test)


def test_scenes_of_now_and_before(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        await setup.choose(live_table, 3)
        number = live_table.table.number
        now = await setup.hub.current_scene(live_table, 1, "en")
        assert (now["number"], now["scene"]["seat"]) == (number, 1)
        last = await setup.hub.past_scene(live_table, 1, "en", number)
        assert last["number"] == number
        assert (await setup.hub.past_scene(live_table, 1, "en", 0))["number"] == 0
        for wrong in (-1, number + 1):
            with pytest.raises(Refusal, match=r"^no-position$"):
                await setup.hub.past_scene(live_table, 1, "en", wrong)
        german = await setup.hub.current_scene(live_table, 1, "de")
        assert german["scene"] != now["scene"]

    run_with_hub(tmp_path, test)


def test_a_viewer_changes_the_language(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        page, other = await setup.page(live_table, 0), await setup.page(live_table, 0)
        (first, *_) = page.heard()
        other.heard()
        await setup.hub.set_language(live_table, page, "de")
        (second,) = page.heard()
        assert page.language == "de"
        assert second["scene"] != first["scene"]
        assert other.heard() == []
        english = await setup.hub.explain(live_table, other, "shop-chest-B1")
        german = await setup.hub.explain(live_table, page, "shop-chest-B1")
        assert english is not None
        assert german is not None
        assert english["text"] != german["text"]
        assert await setup.hub.explain(live_table, page, "nothing") is None

    run_with_hub(tmp_path, test)


def test_a_page_is_told_which_choices_end_the_turn(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await alone(setup)
        page = await setup.page(live_table, 0)
        spectator = await setup.page(live_table, None)
        table = live_table.table
        told = set()
        for _ in range(12):
            if table.over:
                break
            for choice in table.state.legal():
                ends = await setup.hub.ends_turn(live_table, page, choice, table.number, table.entry)
                after = table.state.clone()
                after.apply(choice)
                if ends:
                    assert after.actor != 0
                told.add(ends)
            with pytest.raises(Refusal, match=r"^late$"):
                await setup.hub.ends_turn(live_table, page, 0, table.number + 1, None)
            with pytest.raises(Refusal, match=r"^not-yours$"):
                await setup.hub.ends_turn(live_table, spectator, 0, table.number, None)
            await setup.choose(live_table)
        assert told == {True, False}

    run_with_hub(tmp_path, test)


def test_who_cannot_be_shown_the_table_is_not_at_it(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(live_table, "snapshot", fail)
            with pytest.raises(ZeroDivisionError):
                await setup.page(live_table, 0)
        assert live_table.viewers == set()
        assert set(live_table.absent) == {0, 1}
        assert not live_table.lock.locked()

    run_with_hub(tmp_path, test)


def test_both_are_notified_when_the_turn_passes(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        turns: list[int] = []
        ends: list[str] = []

        async def turn(live_table: LiveTable, seat: int) -> None:
            turns.append(seat)
            raise ZeroDivisionError  # which does not concern the table

        async def finished(live_table: LiveTable) -> None:
            ends.append(live_table.table.settings.id)

        live_table, guests = await setup.table(2)
        setup.hub.turn.append(turn)
        setup.hub.finished.append(finished)
        pages = [Subscriber(guest.id, frozenset()) for guest in guests]
        for page in pages:
            await setup.hub.notifications.subscribe(page)
        due = live_table.table.person_due
        assert due is not None
        for page in pages:
            page.waiting.get_nowait()
        await setup.until_other(live_table, due)
        assert turns == [1 - due]
        assert live_table.awaited == 1 - due
        told = [[page.waiting.get_nowait() for _ in range(page.waiting.qsize())] for page in pages]
        assert [len(one) for one in told] == [1, 1]
        key = live_table.table.settings.id
        assert key not in str(told[due])
        assert key in str(told[1 - due])
        while not live_table.table.over:
            await setup.choose(live_table)
        assert ends == [key]
        assert live_table.awaited is None

    run_with_hub(tmp_path, test)


def test_a_server_that_stops_accepts_nothing(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        page = await setup.page(live_table, 0)
        subscriber = Subscriber(None, frozenset())
        await setup.hub.notifications.subscribe(subscriber)
        table = live_table.table
        await setup.hub.drain()
        assert page.ended
        assert subscriber.waiting.get_nowait() is None
        with pytest.raises(Refusal, match=UNAVAILABLE):
            await setup.hub.choose(live_table, table.person_due, table.state.legal()[0], table.number, None)

    run_with_hub(tmp_path, test)


class Queue(IdlePubSub):
    """Work that waits, with its priority."""

    def __init__(self) -> None:
        super().__init__()
        self.work: dict[str, Priority] = {}
        self.leads = True

    async def lead(self, what: str, seconds: float) -> bool:
        return self.leads

    async def enqueue(self, work: str, priority: Priority) -> None:
        self.work[work] = priority


def test_tables_at_which_a_bot_is_due_are_enqueued(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        first, second, third = [(await setup.table(2))[0] for _ in range(3)]
        for live_table in (first, second):
            here = seats.c.table_id == live_table.table.settings.id
            with setup.store.engine.begin() as connection:
                connection.execute(seats.update().where(here).values(away=True))
        setup.now += 10.0
        queue = Queue()
        hub = new_hub(setup.store, setup.hub.workers, lambda: setup.now, queue)
        keys = [live_table.table.settings.id for live_table in (first, second, third)]
        hub.presence.add(table_place(keys[1]), 0)
        await hub.enqueue_due(10.1)
        assert queue.work == {}
        await hub.enqueue_due(10.0)
        makers = [str(live_table.table.settings.made_by) for live_table in (first, second)]
        assert queue.work == {
            keys[0]: Priority(Urgency.NOBODY, makers[0]),
            keys[1]: Priority(Urgency.PERSON, makers[1]),
        }
        for queue.leads in (False, True):  # one process looks for all
            queue.work.clear()
            await hub.replication.check(10.0)
            assert (keys[0] in queue.work) is queue.leads
        await hub.close()

    run_with_hub(tmp_path, test)


def test_what_a_caller_began_is_done_even_if_they_go(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        table = live_table.table
        number = table.number
        async with live_table.lock:
            choosing = asyncio.create_task(
                setup.hub.choose(live_table, table.person_due, table.state.legal()[0], number, None)
            )
            while not setup.hub.running:
                await asyncio.sleep(0)
            choosing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await choosing
            assert table.number == number
        await asyncio.gather(*setup.hub.running)
        assert table.number > number
        assert not setup.hub.running

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("over", "what", "code"),
    [
        *((False, "dance", "bad-request"), (False, "rematch", "illegal"), (False, "resume", "illegal")),
        *((True, "undo", "over"), (True, "pause", "over"), (True, "resume", "over")),
    ],
)
def test_what_may_not_be_asked(tmp_path: Path, over: bool, what: str, code: str) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        while over and not live_table.table.over:
            await setup.choose(live_table)
        with pytest.raises(Refusal, match=f"^{code}$"):
            await setup.table_acts.ask(live_table, 0, what)
        with pytest.raises(Refusal, match=r"^not-yours$"):
            await setup.table_acts.ask(live_table, None, what)
        with pytest.raises(Refusal, match=r"^not-yours$"):
            await setup.table_acts.answer(live_table, None, True)
        with pytest.raises(Refusal, match=r"^nothing-asked$"):
            await setup.table_acts.answer(live_table, 0, True)
        for act in (setup.table_acts.leave, setup.table_acts.back, setup.table_acts.concede):
            with pytest.raises(Refusal, match=r"^not-yours$"):
                await act(live_table, None)
            if over:
                with pytest.raises(Refusal, match=r"^over$"):
                    await act(live_table, 0)

    run_with_hub(tmp_path, test)


def test_who_has_left_or_conceded_asks_for_less(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        acts = setup.table_acts
        live_table, _ = await setup.table(4)
        await acts.leave(live_table, 1)
        with pytest.raises(Refusal, match=r"^away$"):
            await acts.leave(live_table, 1)
        for what in ("undo", "pause"):
            with pytest.raises(Refusal, match=r"^away$"):
                await acts.ask(live_table, 1, what)
        await acts.concede(live_table, 2)
        with pytest.raises(Refusal, match=r"^conceded$"):
            await acts.concede(live_table, 2)
        with pytest.raises(Refusal, match=r"^conceded$"):
            await acts.back(live_table, 2)
        for what in ("undo", "pause", "resume"):
            with pytest.raises(Refusal, match=r"^conceded$"):
                await acts.ask(live_table, 2, what)
        await acts.back(live_table, 3)  # who never left
        assert live_table.table.participants.away == {1: "left", 2: "left"}
        await acts.ask(live_table, 0, "pause")
        ask = live_table.people()["ask"]
        assert ask == {"what": "pause", "seat": 0, "needs": [3]}
        for seat in (1, 2, 0):
            with pytest.raises(Refusal, match=r"^nothing-asked$"):
                await acts.answer(live_table, seat, True)
        with pytest.raises(Refusal, match=r"^asked-already$"):
            await acts.ask(live_table, 3, "pause")
        await acts.answer(live_table, 0, False)  # the asker withdraws
        with pytest.raises(Refusal, match=r"^asked-already$"):
            await acts.ask(live_table, 0, "pause")
        await acts.ask(live_table, 3, "pause")
        await acts.answer(live_table, 0, True)
        assert live_table.table.participants.paused
        with pytest.raises(Refusal, match=r"^paused$"):
            await acts.ask(live_table, 0, "pause")
        await acts.ask(live_table, 1, "resume")  # for this nobody is asked
        assert not live_table.table.participants.paused
        with setup.store.engine.connect() as connection:
            log = connection.execute(second_log.select().order_by(second_log.c.number)).all()
        assert [(line.kind, line.seat) for line in log] == [
            *(("begin", None), ("away", 1), ("concede", 2)),
            *(("ask", 0), ("refuse", 0), ("ask", 3), ("agree", 0), ("pause", 3), ("resume", 1)),
        ]

    run_with_hub(tmp_path, test)

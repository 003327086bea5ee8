"""What workers are asked: to whom hints are given, and who plays if a bot fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.bots.hint import Advice, Reason
from serai.server.errors import Refusal
from serai.server.live.bots import jobs, pictures, worker
from serai.server.live.bots.pictures import KEPT, WAITING, Pictures
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.bots.worker import Turn
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import OWN, Priority, Urgency
from tests.server.hub_setup import HubSetup, run_with_hub


class Answers(WorkerPool):
    """Workers whose answers the test knows; what they were asked is kept."""

    def __init__(self, answer: Callable[..., Any]) -> None:
        super().__init__(1)
        self.answer = answer
        self.asked: list[tuple[Any, ...]] = []

    async def run(self, job: Any, *given: Any, priority: Priority = OWN, table: str | None = None) -> Any:
        self.asked.append((job, given, priority, table))
        return self.answer(*given)


async def alone(setup: HubSetup, **wanted: str) -> LiveTable:
    """A table of one person and a bot, at which the person is due."""
    (guest,) = await setup.guests(1)
    fields = {"game": "yspahan", "players": "2", "seat": "0", "level": "random", **wanted}
    live_table = await setup.hub.get(await setup.hub.new_table(guest, fields))
    await setup.settle()
    return live_table


def test_a_hint_has_shares_and_reasons(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        table = (await alone(setup)).table
        choice = table.state.legal()[0]
        workers = Answers(lambda *_: [Advice(choice, "a choice", 0.66666, (Reason("luck", 1.0),))])
        found = await jobs.hint(workers, table, 0, table.number, "en")
        assert found == [{"choice": choice, "share": 0.667, "reason": "Better: luck"}]
        ((job, (state, seat), priority, _),) = workers.asked
        assert (job, seat) == (worker.advise, 0)
        assert state is not table.state
        assert state.key() == table.state.key()
        assert priority == (Urgency.HINT, str(table.settings.occupants[0].guest))

    run_with_hub(tmp_path, test)


def test_who_gets_no_hint(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        def fail(*_: object) -> None:
            raise WorkFailed

        table = (await alone(setup)).table
        rated = (await alone(setup, rated="1")).table
        shared = (await setup.table(2))[0].table
        due = shared.person_due
        for one, seat, number, code in (
            *((table, None, table.number, "not-yours"), (table, 1, table.number, "no-hint")),
            *((table, 0, table.number - 1, "late"), (rated, 0, rated.number, "no-hint")),
            (shared, due, shared.number, "no-hint"),
        ):
            with pytest.raises(Refusal, match=f"^{code}$"):
                await jobs.hint(Answers(lambda *_: []), one, seat, number, "en")
        with pytest.raises(Refusal, match=r"^no-hint$"):
            await jobs.hint(Answers(fail), table, 0, table.number, "en")
        assert await jobs.hint(Answers(lambda *_: []), table, 0, table.number, "en") == []

    run_with_hub(tmp_path, test)


def test_a_bot_that_fails_is_replaced_for_the_turn(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(setup: HubSetup) -> None:
        table = (await alone(setup)).table
        turn = Turn(table.state.clone(), {}, 0, "level3", "seed", Urgency.HINT)
        broken: set[str] = set()

        def play(turn: Turn) -> list[int]:
            if turn.level in broken:
                raise WorkFailed
            return [len(turn.level)]

        workers = Answers(play)
        assert await jobs.play(workers, turn, "t", "7") == [6]
        broken.add("level3")
        assert await jobs.play(workers, turn, "t", "7") == [6]  # of the random one
        assert [record.getMessage() for record in caplog.records] == ["the bot level3 failed at yspahan"]
        broken.add("random")
        assert await jobs.play(workers, turn, "t", "7") == [table.state.legal()[0]]
        assert [given[0].level for _, given, _, _ in workers.asked] == [
            *("level3", "level3", "random", "level3", "random"),
        ]
        assert {(priority, key) for _, _, priority, key in workers.asked} == {
            (Priority(Urgency.HINT, "7"), "t")
        }

    run_with_hub(tmp_path, test)


def test_a_picture_is_drawn_once(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table = await alone(setup)
        workers = Answers(lambda state, seat: f"{state.key()} {seat}".encode())
        drawn = Pictures(workers)
        first = await drawn.png(live_table, 2, 0)
        assert first == f"{live_table.table.played.position_after(2).key()} 0".encode()
        assert await drawn.png(live_table, 2, 0) == first
        assert len(workers.asked) == 1
        assert workers.asked[0][2] == (Urgency.HINT, live_table.table.settings.owner)
        assert await drawn.png(live_table, 2, None) != first
        assert await drawn.png(live_table, 1, 0) != first
        assert len(workers.asked) == 3

    run_with_hub(tmp_path, test)


def test_the_latest_pictures_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "KEPT", 2)
    assert KEPT > WAITING

    async def test(setup: HubSetup) -> None:
        live_table = await alone(setup)
        workers = Answers(lambda *_: b"")
        drawn = Pictures(workers)
        for seat in (0, 1, 0, None, 0):  # the first was asked for again, the second goes
            await drawn.png(live_table, 1, seat)
        assert len(workers.asked) == 3
        await drawn.png(live_table, 1, 1)
        assert len(workers.asked) == 4

    run_with_hub(tmp_path, test)


def test_a_picture_that_fails_is_tried_again(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        def fail(*_: object) -> bytes:
            raise WorkFailed

        live_table = await alone(setup)
        workers = Answers(fail)
        drawn = Pictures(workers)
        for _ in range(2):
            with pytest.raises(Refusal, match=r"^no-picture$"):
                await drawn.png(live_table, 1, 0)
        assert len(workers.asked) == 2
        workers.answer = lambda *_: b"a picture"
        assert await drawn.png(live_table, 1, 0) == b"a picture"

    run_with_hub(tmp_path, test)

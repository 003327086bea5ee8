"""Work that a process takes: how urgent it must be, and what becomes of it when the database is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from serai.server import errands
from serai.server.errands import SLOTS, Errands
from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.fairness import Urgency
from serai.server.hub import Hub
from serai.server.seating import Seating
from serai.server.wire import Alone
from tests.server.test_hub import at_a_hub


class Board(Alone):
    """Has work without end, and remembers what is done with it."""

    many = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Urgency] = []
        self.left: list[tuple[str, float]] = []
        self.enough = asyncio.Event()

    async def take(self, least: Urgency = Urgency.NOBODY) -> str | None:
        self.asked.append(least)
        if len(self.asked) > SLOTS:
            self.enough.set()
            await asyncio.Event().wait()
        return f"table {len(self.asked)}"

    async def drop(self, work: str, seconds: float = 0.0) -> None:
        self.left.append((work, seconds))
        self.enough.set()


def test_half_of_the_tables_are_for_people_who_wait(tmp_path: Path) -> None:
    class Busy(Errands):
        async def _play(self, key: str) -> bool:
            await asyncio.Event().wait()
            return True

    async def test(hub: Hub) -> None:
        hub.wire = board = Board()
        busy = Busy(hub, 1)
        task = asyncio.create_task(busy.run())
        while len(board.asked) < SLOTS:
            await asyncio.sleep(0)
        assert board.asked == [Urgency.NOBODY] * (SLOTS // 2) + [Urgency.PERSON] * (SLOTS // 2)
        task.cancel()
        await busy.close()
        await asyncio.gather(task, return_exceptions=True)

    at_a_hub(tmp_path, test)


def test_work_is_tried_again_soon_when_the_database_does_not_answer(tmp_path: Path) -> None:
    """Not only when the lease ends."""

    class Gone(Hub):
        async def get(self, key: str) -> Seating:
            raise Refusal(UNAVAILABLE)

    async def test(hub: Hub) -> None:
        board = Board()
        own = Errands(Gone(hub.store, hub.workers, wire=board), 1)
        await own.slots.acquire()
        await own._do("table")
        assert board.left == [("table", errands.TROUBLE)]

    at_a_hub(tmp_path, test)

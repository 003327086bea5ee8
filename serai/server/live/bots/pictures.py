"""Pictures of moments in games, rendered by worker processes; the latest are cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from serai.kernel.state import State
from serai.server.errors import Refusal
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import Priority, Urgency

KEPT: Final = 48
WAITING: Final = 8  # pictures that are drawn or wait; more are refused

Key = tuple[str, int, int | None, int]


class Pictures:
    def __init__(self, workers: WorkerPool) -> None:
        self.workers = workers
        self.kept: OrderedDict[Key, asyncio.Task[bytes]] = OrderedDict()

    async def png(self, live_table: LiveTable, number: int, seat: int | None) -> bytes:
        """A table after a number of choices, as a seat or a spectator sees it. Raises `Refusal`."""
        table = live_table.table
        state = table.played.position_after(number)
        # After an undo the same number may have another position.
        key = (table.settings.id, number, seat, state.key())
        task = self.kept.get(key)
        if task is None:
            if sum(not one.done() for one in self.kept.values()) >= WAITING:
                raise Refusal("too-many")
            task = self.kept[key] = asyncio.create_task(self._draw(state, seat, table.settings.owner))
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except WorkFailed as error:
            raise Refusal("no-picture") from error
        finally:
            if task.done() and (task.cancelled() or task.exception() is not None):
                self.kept.pop(key, None)

    async def _draw(self, state: State, seat: int | None, owner: str) -> bytes:
        return await self.workers.run(worker.draw, state, seat, priority=Priority(Urgency.HINT, owner))

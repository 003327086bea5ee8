"""Plays the bots' turns at their tables, and makes automatic choices for people.

With one process, bots think as soon as they are due. With many, the table goes into a queue, and a process
with workers plays there (`serai.server.live.bots.queue`). An automatic choice needs no bot: it is made by the
process where it became due.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Final

from serai.server.errors import Refusal
from serai.server.live.bots import jobs, worker
from serai.server.live.live_table import LiveTable
from serai.server.live.presence import table_place
from serai.server.live.scenes import encode
from serai.server.tables.table import Table
from serai.server.tasks import end

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")


SPARE: Final = 1.0  # seconds that the process where a choice became due has to make it


class BotDriver:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        # How time passes before an automatic choice.
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self.tasks: set[asyncio.Task[None]] = set()  # tables at which something is due

    @staticmethod
    def due(table: Table) -> bool:
        """Whether a bot is due, or an automatic choice."""
        return table.bot_due is not None or table.automatic() is not None

    def wake(self, live_table: LiveTable) -> None:
        """Make sure that the bot's turn, or an automatic choice, is made."""
        table = live_table.table
        if live_table.thinking is not None:
            live_table.changed.set()
            return
        if self.hub.closed or not self.due(table):
            return
        if self.hub.pubsub.multi_process and table.bot_due is not None:
            task = asyncio.create_task(self.hub.pubsub.enqueue(table.settings.id, live_table.priority))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            self.start(live_table, bots=not self.hub.pubsub.multi_process)

    def raise_priority(self, live_table: LiveTable) -> None:
        """A person has connected: the bot's turn is more urgent now."""
        table = live_table.table
        if table.bot_due is not None:
            self.hub.workers.raise_priority(table.settings.id, live_table.priority)
            if self.hub.pubsub.multi_process:
                self.wake(live_table)

    def start(
        self, live_table: LiveTable, seconds: float = math.inf, bots: bool = True
    ) -> asyncio.Task[None]:
        """Start a task that plays at a table until it is a person's turn, or for some time; without `bots`,
        until a bot is due."""
        if live_table.thinking is None:
            live_table.thinking = asyncio.create_task(self._play_on(live_table, monotonic() + seconds, bots))
            self.tasks.add(live_table.thinking)
            live_table.thinking.add_done_callback(self.tasks.discard)
        else:
            live_table.changed.set()
        return live_table.thinking

    async def _play_on(self, live_table: LiveTable, until: float, bots: bool) -> None:
        key = live_table.table.settings.id
        try:
            while self.hub.live_tables.get(key) is live_table and await self._step(live_table):
                if monotonic() > until or self._is_for_another(live_table, bots):
                    break
        except Refusal:
            pass  # the table was dropped, and its viewers know why
        except Exception:
            log.exception("table %s was dropped", key)
            self.hub.drop(live_table)
        finally:
            live_table.thinking = None
        if self.hub.live_tables.get(key) is live_table and self._is_for_another(live_table, bots):
            self.wake(live_table)

    def _is_for_another(self, live_table: LiveTable, bots: bool) -> bool:
        """Whether the rest is left to another task. One that plays for many processes does not wait for
        people."""
        table = live_table.table
        if table.bot_due is not None:
            return not bots
        return bots and self.hub.pubsub.multi_process and table.automatic() is not None

    async def _wait_for_person(self, live_table: LiveTable) -> bool:
        """Wait as long as the person with the automatic choice might think. Returns whether the time has
        passed without anything happening."""
        live_table.changed.clear()
        stirred = asyncio.create_task(live_table.changed.wait())
        waits: set[asyncio.Future[Any]] = {stirred}
        if not live_table.awaits_person:
            # The process where it became due goes first: others would see two choices at once.
            spare = (
                SPARE
                if self.hub.pubsub.multi_process and live_table.saved_entry != live_table.table.entry
                else 0.0
            )
            waits.add(asyncio.ensure_future(self.sleep(live_table.table.remaining_thinking_time() + spare)))
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(waits)
        return stirred not in done

    async def _think(self, live_table: LiveTable) -> list[int]:
        """The choices of the bot that is due. It takes as long for a forced choice as for a free one."""
        table = live_table.table
        seat, state = table.state.actor, table.state.clone()
        begun = monotonic()
        key, owner = table.settings.id, table.settings.owner
        choices = await jobs.play(self.hub.workers, self._turn(live_table), key, owner)
        seconds = monotonic() - begun
        if len(state.legal()) > 1:
            table.thinking_times.add(seat, state, seconds)
        elif len(choices) == 1 and table.thinking_times.knows(seat) and table.might_think():
            await self.sleep(max(0.0, table.would_think(seat) - seconds))
        return choices

    async def _step(self, live_table: LiveTable) -> bool:
        """Make the next choice of a bot or of the server; False: it is a person's turn."""
        table = live_table.table
        entry = table.entry
        asked = table.bot_due is not None
        if asked:
            choices = await self._think(live_table)
        elif table.automatic() is not None:
            if not await self._wait_for_person(live_table):
                return True
        else:
            return False
        async with live_table.lock:
            gone = self.hub.live_tables.get(table.settings.id) is not live_table
            if gone or live_table.table is not table or table.entry != entry:
                return True  # in the meantime there was an undo, or another process was faster
            if not asked:
                choice = table.automatic()
                choices = [] if choice is None else [choice]
            elif table.bot_due is None:
                return True  # its person came back, or a pause was agreed
            for choice in choices:
                table.make(choice, asked=asked)
            try:
                # Timed like a choice that was sent: under load, everything that follows is sent with it.
                await self.hub.commit(live_table, None if asked else perf_counter())
            except Refusal as refusal:
                if refusal.code != "late":
                    raise
        return True

    def _turn(self, live_table: LiveTable) -> worker.Turn:
        """The job for the bot that is due; viewers see that it thinks."""
        table = live_table.table
        level = table.bot_due
        assert level is not None
        self.show_thinking(live_table, table.state.actor)
        key = table.settings.id
        self.hub.pubsub.publish("thinking", at=table_place(key), table=key, seat=table.state.actor)
        options = dict(table.settings.options)
        actor, urgency = table.state.actor, live_table.priority.urgency
        return worker.Turn(table.state.clone(), options, actor, level, table.bot_seed(), urgency)

    def show_thinking(self, live_table: LiveTable, seat: int) -> None:
        for viewer in live_table.viewers:
            viewer.send(encode({"thinking": seat}))

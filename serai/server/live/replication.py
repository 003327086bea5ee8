"""Keeps live tables in step with what other processes do at them.

Each process publishes what it has stored. Entries that follow the log in memory are applied at once; a
process that has missed some reads the log. Messages can be lost, so log lengths are compared periodically.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable
from serai.server.live.presence import table_place
from serai.server.storage.log import Act, Entry
from serai.server.storage.schema import CHOICE, acts, entries
from serai.server.tables import repository
from serai.server.tables.table import Unsaved

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

EVERY: Final = 3.0  # seconds between comparisons
STILL: Final = 5.0  # seconds without a change after which a table where a bot is due is enqueued again


class Replication:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tasks: set[asyncio.Task[None]] = set()
        hub.presence.changed = self._presence_changed
        for kind, handler in (
            ("table", self._on_table),
            ("thinking", self._on_thinking),
            ("reload", self._on_reload),
            ("connected", self._on_connected),
        ):
            hub.pubsub.add_handler(kind, handler)

    def publish(self, live_table: LiveTable, unsaved: Unsaved) -> None:
        """Publish what was stored here."""
        if self.hub.pubsub.multi_process:
            table = live_table.table
            self.hub.pubsub.publish(
                "table",
                at=table_place(table.settings.id),
                table=table.settings.id,
                entries=[tuple(entry) for entry in unsaved.entries],
                acts=[tuple(act) for act in unsaved.acts],
                standing=[[seat, sorted(table.standing.get(seat, ()))] for seat in unsaved.changed_answers],
            )

    # Messages of other processes

    async def _on_table(self, process: str, what: dict[str, Any]) -> None:
        """Handle a message in its own task, so that no table waits for another; the table's lock keeps the
        order."""
        key = what["table"]
        if key in self.hub.live_tables or key in self.hub.loading:
            self._spawn(self._apply_when_loaded(key, what))

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _apply_when_loaded(self, key: str, what: Mapping[str, Any]) -> None:
        loading = self.hub.loading.get(key)
        if loading is not None:
            await asyncio.wait([loading])
        live_table = self.hub.live_tables.get(key)
        if live_table is None:
            return
        async with live_table.lock:
            try:
                await self._apply(live_table, what)
            except Exception:
                log.exception("table %s was dropped", key)
                self.hub.drop(live_table)

    async def _apply(self, live_table: LiveTable, what: Mapping[str, Any]) -> None:
        table = live_table.table
        new_entries = [
            entry for entry in (Entry(*row) for row in what["entries"]) if entry.number >= table.entry
        ]
        new_acts = [
            act for act in (Act(*row) for row in what["acts"]) if act.number >= table.participants.act_count
        ]
        if (
            (new_entries and new_entries[0].number != table.entry)
            or (new_acts and new_acts[0].number != table.participants.act_count)
            or any(entry.kind != CHOICE for entry in new_entries)
        ):
            await self.reload(live_table)
            return
        before = dict(table.standing)
        table.apply_remote(new_entries, new_acts)
        for seat, chosen in what["standing"]:
            table.standing.pop(seat, None)
            if chosen:
                table.standing[seat] = frozenset(chosen)
        if new_entries:
            live_table.send_choices(live_table.patches(table.take_steps()))
            await live_table.show_turn()
        if new_acts:
            live_table.send_people()
        if not new_entries:
            for seat in before.keys() | table.standing.keys():
                if before.get(seat) != table.standing.get(seat):
                    live_table.send_standing(seat)  # nobody else may know that there is one
        live_table.awaited = table.person_due

    async def reload(self, live_table: LiveTable) -> None:
        """Read a table again and show it. Its lock is held."""
        try:
            table = await repository.fetch(self.hub.store, live_table.table.settings.id, self.hub.now)
        except Refusal as refusal:
            self.hub.drop(live_table, refusal if refusal.is_outage else None)
        else:
            await live_table.show_reloaded(table)

    async def _on_thinking(self, process: str, what: dict[str, Any]) -> None:
        live_table = self.hub.live_tables.get(what["table"])
        if live_table is not None:
            self.hub.bot_driver.show_thinking(live_table, what["seat"])

    async def _on_reload(self, process: str, what: dict[str, Any]) -> None:
        self._spawn(self.hub.reload_here(what["table"]))

    def _presence_changed(self, place: str) -> None:
        kind, _, key = place.partition(" ")
        live_table = self.hub.live_tables.get(key)
        if kind == "room":
            self.hub.notifications.notify_here(key)
        elif live_table is not None and place == table_place(key):
            live_table.update_presence()
            self.hub.workers.raise_priority(key, live_table.priority)

    # What was missed

    async def _on_connected(self, process: str, what: dict[str, Any]) -> None:
        self._spawn(self.check())
        self._spawn(self.hub.notifications.notify_all_guests())

    async def watch(self) -> None:
        """Check periodically, forever."""
        while True:
            await asyncio.sleep(EVERY)
            await self.check()

    async def check(self, still: float = STILL) -> None:
        """Compare logs, and enqueue lost tables, where nothing has happened for some seconds."""
        try:
            await self.compare(list(self.hub.live_tables))
            for live_table in list(self.hub.live_tables.values()):
                self.hub.bot_driver.wake(live_table)
            if await self.hub.pubsub.lead("still", 3 * EVERY):
                await self.hub.enqueue_due(still)
        except Refusal as refusal:
            log.warning("the logs cannot be compared: %s", refusal.code)
        except Exception:
            log.exception("the logs cannot be compared")

    async def compare(self, keys: list[str]) -> None:
        """Reload tables whose logs have grown without a message."""

        def ask(connection: sql.Connection) -> list[dict[str, int]]:
            return [
                {
                    row.table_id: row.last + 1
                    for row in connection.execute(
                        sql.select(log_rows.c.table_id, sql.func.max(log_rows.c.number).label("last"))
                        .where(log_rows.c.table_id.in_(keys))
                        .group_by(log_rows.c.table_id)
                    )
                }
                for log_rows in (entries, acts)
            ]

        entry_counts, act_counts = await self.hub.store.read(ask)
        for key in keys:
            live_table = self.hub.live_tables.get(key)
            if live_table is not None:
                await self._catch_up(live_table, entry_counts.get(key, 0), act_counts.get(key, 0))

    async def _catch_up(self, live_table: LiveTable, entry: int, act: int) -> None:
        """Bring a live table up to the length of its logs."""

        def behind() -> bool:
            return live_table.table.entry < entry or live_table.table.participants.act_count < act

        if behind():
            async with live_table.lock:
                if behind():
                    await self.reload(live_table)

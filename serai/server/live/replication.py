"""What other processes do at tables that this one has in memory.

Each tells what it has stored, line by line. What fits is shown at once; whoever has missed something reads
the log. Since messages can be lost, the lengths of the logs are compared from time to time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.live.live_table import Seating
from serai.server.live.presence import table_place
from serai.server.storage.store import CHOICE, Act, Entry, acts, entries
from serai.server.tables import repository
from serai.server.tables.table import Fresh

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

EVERY: Final = 3.0  # seconds between comparisons
STILL: Final = 5.0  # seconds after which a table where a bot is due is handed out again


class Following:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tasks: set[asyncio.Task[None]] = set()
        hub.presence.changed = self._presence_changed
        for kind, ear in (
            ("table", self._table),
            ("thinking", self._thinking),
            ("reload", self._reload),
            ("connected", self._connected),
        ):
            hub.wire.listen(kind, ear)

    def tell(self, seating: Seating, fresh: Fresh) -> None:
        """What was stored here."""
        if self.hub.wire.many:
            table = seating.table
            self.hub.wire.tell(
                "table",
                at=table_place(table.settings.id),
                table=table.settings.id,
                entries=[tuple(entry) for entry in fresh.entries],
                acts=[tuple(act) for act in fresh.acts],
                standing=[[seat, sorted(table.standing.get(seat, ()))] for seat in fresh.touched],
            )

    # What is heard

    async def _table(self, process: str, what: dict[str, Any]) -> None:
        """Follow beside the wire, so that no table waits for another; its lock keeps the order."""
        key = what["table"]
        if key in self.hub.seatings or key in self.hub.loading:
            self._beside(self._follow(key, what))

    def _beside(self, follow: Any) -> None:
        task = asyncio.create_task(follow)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _follow(self, key: str, what: Mapping[str, Any]) -> None:
        loading = self.hub.loading.get(key)
        if loading is not None:
            await asyncio.wait([loading])
        seating = self.hub.seatings.get(key)
        if seating is None:
            return
        async with seating.lock:
            try:
                await self._take(seating, what)
            except Exception:
                log.exception("table %s was dropped", key)
                self.hub.forget(seating)

    async def _take(self, seating: Seating, what: Mapping[str, Any]) -> None:
        table = seating.table
        lines = [line for line in (Entry(*row) for row in what["entries"]) if line.number >= table.entry]
        done = [act for act in (Act(*row) for row in what["acts"]) if act.number >= table.company.acts]
        if (
            (lines and lines[0].number != table.entry)
            or (done and done[0].number != table.company.acts)
            or any(line.kind != CHOICE for line in lines)
        ):
            await self.renew(seating)
            return
        before = dict(table.standing)
        table.hear(lines, done)
        for seat, chosen in what["standing"]:
            table.standing.pop(seat, None)
            if chosen:
                table.standing[seat] = frozenset(chosen)
        if lines:
            seating.tell_choices(seating.patches([line.value for line in lines]))
        if done:
            seating.tell_people()
        if not lines:
            for seat in before.keys() | table.standing.keys():
                if before.get(seat) != table.standing.get(seat):
                    seating.tell_standing(seat)  # nobody else may even know that there is one
        seating.awaited = table.person_due

    async def renew(self, seating: Seating) -> None:
        """Read a table again and show it. Its lock is held."""
        try:
            table = await repository.fetch(self.hub.store, seating.table.settings.id, self.hub.now)
        except Refusal as refusal:
            self.hub.forget(seating, refusal if refusal.trouble else None)
        else:
            await seating.renew(table)

    async def _thinking(self, process: str, what: dict[str, Any]) -> None:
        seating = self.hub.seatings.get(what["table"])
        if seating is not None:
            self.hub.playing.show_thinking(seating, what["seat"])

    async def _reload(self, process: str, what: dict[str, Any]) -> None:
        self._beside(self.hub.reload_here(what["table"]))

    def _presence_changed(self, place: str) -> None:
        kind, _, key = place.partition(" ")
        seating = self.hub.seatings.get(key)
        if kind == "room":
            self.hub.bell.ring_here(key)
        elif seating is not None and place == table_place(key):
            seating.look_round()
            self.hub.workers.hurry(key, seating.claim)

    # What was missed

    async def _connected(self, process: str, what: dict[str, Any]) -> None:
        self._beside(self.look())
        self._beside(self.hub.bell.look())

    async def watch(self) -> None:
        """Look, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            await self.look()

    async def look(self, still: float = STILL) -> None:
        """Compare; hand out work that was lost: where nothing has happened for so many seconds."""
        try:
            await self.compare(list(self.hub.seatings))
            for seating in list(self.hub.seatings.values()):
                self.hub.playing.wake(seating)
            if await self.hub.wire.lead("still", 3 * EVERY):
                await self.hub.post_due(still)
        except Refusal as refusal:
            log.warning("the logs cannot be compared: %s", refusal.code)
        except Exception:
            log.exception("the logs cannot be compared")

    async def compare(self, keys: list[str]) -> None:
        """Read tables again whose logs have grown without a word."""

        def ask(connection: sql.Connection) -> list[dict[str, int]]:
            return [
                {
                    row.table_id: row.last + 1
                    for row in connection.execute(
                        sql.select(lines.c.table_id, sql.func.max(lines.c.number).label("last"))
                        .where(lines.c.table_id.in_(keys))
                        .group_by(lines.c.table_id)
                    )
                }
                for lines in (entries, acts)
            ]

        lines, done = await self.hub.store.read(ask)
        for key in keys:
            seating = self.hub.seatings.get(key)
            if seating is not None:
                await self._catch_up(seating, lines.get(key, 0), done.get(key, 0))

    async def _catch_up(self, seating: Seating, entry: int, act: int) -> None:
        """Have a table in memory as long as its logs are."""

        def behind() -> bool:
            return seating.table.entry < entry or seating.table.company.acts < act

        if behind():
            async with seating.lock:
                if behind():
                    await self.renew(seating)

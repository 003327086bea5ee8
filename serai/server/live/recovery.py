"""How everything goes on after trouble with the database: live clocks forgive the time, and bots play on.
Until then no clock runs out."""

from __future__ import annotations

import asyncio
import logging
from time import time
from typing import TYPE_CHECKING, Final

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.storage.people_schema import orders

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

EVERY: Final = 0.25  # seconds between attempts to write
LEAD: Final = 5.0  # seconds for which one process looks after the clocks


class Recovery:
    """Has everything go on after trouble."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.known = 0  # troubles after which all went on

    @property
    def pending(self) -> bool:
        """Whether there was trouble, and not all goes on yet."""
        return self.hub.store.outages != self.known

    async def watch(self) -> None:
        """Try to write after trouble, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            if self.pending:
                await self.attempt()

    async def attempt(self) -> None:
        """If the database takes something again, so does everybody else. One process does so for all."""
        outages = self.hub.store.outages
        try:
            await self.hub.store.write(probe_write)
            if self.hub.pubsub.multi_process:
                await self.hub.replication.check(0.0)  # bots that are due do not wait for the next look
            if await self.hub.pubsub.lead("clocks", LEAD):
                await self.hub.resume()
                for hook in self.hub.recovered:
                    await hook()
        except Refusal:
            return
        except Exception:  # of a hook: tables go on
            log.exception("not all goes on")
        if outages == self.hub.store.outages:
            self.known = outages
            log.warning("the database answers again")


def probe_write(connection: sql.Connection) -> None:
    """Write something that does not last."""
    connection.execute(orders.insert().values(key="trial", act="", value="", made_at=time(), done_at=time()))
    connection.execute(orders.delete().where(orders.c.key == "trial"))

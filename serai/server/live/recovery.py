"""After a database outage: live clocks do not count it, and bots resume. Until then no clock runs out."""

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
LEAD: Final = 5.0  # seconds for which one process sees to the clocks


class Recovery:
    """Lets everything go on after an outage."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.known = 0  # outages that are dealt with

    @property
    def pending(self) -> bool:
        """Whether there was an outage that is not dealt with yet."""
        return self.hub.store.outages != self.known

    async def watch(self) -> None:
        """Try to write after an outage, forever."""
        while True:
            await asyncio.sleep(EVERY)
            if self.pending:
                await self.attempt()

    async def attempt(self) -> None:
        """If the database can be written to again, let everything go on. One process does so for all."""
        outages = self.hub.store.outages
        try:
            await self.hub.store.write(probe_write)
            if self.hub.pubsub.multi_process:
                await self.hub.replication.check(0.0)  # bots that are due need not wait for the next check
            if await self.hub.pubsub.lead("clocks", LEAD):
                await self.hub.resume()
                for hook in self.hub.recovered:
                    await hook()
        except Refusal:
            return
        except Exception:  # of a hook: tables go on all the same
            log.exception("the recovery is incomplete")
        if outages == self.hub.store.outages:
            self.known = outages
            log.warning("the database answers again")


def probe_write(connection: sql.Connection) -> None:
    """Write something and delete it again."""
    connection.execute(orders.insert().values(key="trial", act="", value="", made_at=time(), done_at=time()))
    connection.execute(orders.delete().where(orders.c.key == "trial"))

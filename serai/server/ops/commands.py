"""Commands that `serai admin` sends to a running server, by a table of the database."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql

from serai.kernel.errors import SeraiError
from serai.kernel.state import OVER
from serai.server.errors import Refusal
from serai.server.storage.people_schema import orders
from serai.server.storage.schema import tables
from serai.server.storage.sqlite_backup import restore

if TYPE_CHECKING:
    from serai.server.ops.server import Server

log = logging.getLogger("serai.server")

EVERY: Final = 0.5  # seconds between checks
PATIENCE: Final = 30.0  # seconds to lock all tables
RELOAD: Final = "reload"  # a table
BAN: Final = "ban"  # a guest
RESTORE: Final = "restore"  # a file


def submit(connection: sql.Connection, act: str, value: str) -> str:
    """Send a command; the key tells later whether it was done."""
    key = token_hex(8)
    connection.execute(orders.insert().values(key=key, act=act, value=value, made_at=time()))
    return key


def is_done(connection: sql.Connection, key: str) -> tuple[bool, str]:
    """Whether it was done, and what went wrong."""
    row = connection.execute(
        orders.select().where(orders.c.key == key, orders.c.done_at.is_not(None))
    ).first()
    return row is not None, (row.answer or "") if row is not None else ""


class CommandRunner:
    """Executes commands."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def begin(self) -> None:
        """Drop commands for a server that is gone."""
        store = self.server.store
        await store.write(lambda connection: connection.execute(orders.delete()))

    async def watch(self) -> None:
        """Execute commands, forever."""
        asked = orders.select().where(orders.c.done_at.is_(None)).order_by(orders.c.made_at)
        while True:
            try:
                rows = await self.server.store.read(lambda connection: connection.execute(asked).all())
                for row in rows:
                    await self._execute(row)
            except (Refusal, sql.exc.SQLAlchemyError) as error:
                log.warning("commands cannot be read: %s", error)
            await asyncio.sleep(EVERY)

    async def _execute(self, row: Any) -> None:
        wrong = ""
        try:
            if row.act == RELOAD:
                await self._read_again(row.value)
            elif row.act == BAN:
                await self.server.broadcasts.banned(int(row.value))
            elif row.act == RESTORE:
                await self._restore(Path(row.value))
        except (Refusal, SeraiError, OSError, TimeoutError, sql.exc.SQLAlchemyError) as error:
            log.exception("the command %s failed", row.act)
            wrong = str(error) or type(error).__name__
        done = {"key": row.key, "act": row.act, "value": row.value, "made_at": row.made_at}

        def note(connection: sql.Connection) -> None:
            connection.execute(orders.delete().where(orders.c.key == row.key))
            connection.execute(orders.insert().values(**done, done_at=time(), answer=wrong[:500]))

        await self.server.store.write(note)

    async def _read_again(self, key: str) -> None:
        """Drop a table from memory. What a bot chose meanwhile must not reopen a closed table."""
        await self.server.hub.reload(key)
        closed = tables.update().where(tables.c.id == key, tables.c.closed_at.is_not(None))
        at_rest = closed.values(actor=OVER, deadline=None)
        await self.server.store.write(lambda connection: connection.execute(at_rest))

    async def _restore(self, file: Path) -> None:
        """Restore a backup while all tables are locked; then they are read again."""
        hub = self.server.hub
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(PATIENCE):
                for live_table in list(hub.live_tables.values()):
                    await stack.enter_async_context(live_table.lock)
            await asyncio.to_thread(restore, self.server.config.data, file)
            hub.drop_all()
            if self.server.mail is not None:
                await self.server.mail.begin()
        await hub.resume()

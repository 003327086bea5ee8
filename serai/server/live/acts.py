"""Acts: what people do apart from the game. They leave and return, concede, ask the others, run out of time.

Each act is a row of the table's second log (`serai.server.tables.participants`), made under its lock.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import Final

import sqlalchemy as sql

import serai
from serai.bots.names import default_level
from serai.server.errors import Refusal
from serai.server.live.hub import Hub, with_seats_rotated
from serai.server.live.live_table import LiveTable
from serai.server.storage.schema import tables
from serai.server.tables.participants import (
    ASKED,
    GONE,
    LEFT,
    PAUSE,
    PAUSES,
    REMATCH,
    RESUME,
    TIME,
    UNDO,
    ActKind,
)
from serai.server.tables.settings import bot_occupant

log = logging.getLogger("serai.server")

ABSENT: Final = 90.0  # seconds without a connection before a bot takes over at a live table
EVERY: Final = 1.0  # seconds between checks of the clocks
LEAD: Final = 5.0  # seconds for which one process checks them for all
# Made once, since it is asked every second. A table whose game is not installed would be found for ever.
OVERDUE: Final = (
    sql.select(tables.c.id)
    .where(tables.c.deadline <= sql.bindparam("now"))
    .where(tables.c.game.in_(sql.bindparam("installed", expanding=True)))
    .limit(100)
)


class TableActs:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    # Coming and going

    async def leave(self, live_table: LiveTable, seat: int | None) -> None:
        """A bot plays for the seat until its person returns."""

        async def step(live_table: LiveTable) -> None:
            own = self._playing(live_table, seat)
            if own in live_table.table.participants.away:
                raise Refusal("away")
            await self.hub.record_act(live_table, ActKind.AWAY, own, LEFT)

        await self.hub.run_exclusive(live_table, step)

    async def back(self, live_table: LiveTable, seat: int | None) -> None:
        async def step(live_table: LiveTable) -> None:
            own = self._playing(live_table, seat)
            participants = live_table.table.participants
            if own in participants.conceded:
                raise Refusal("conceded")
            if (
                own in participants.away
                and participants.clocks is not None
                and participants.clocks.is_out(own)
            ):
                raise Refusal("out-of-time")  # or leaving and returning would keep the bot from playing
            if own in participants.away:
                await self.hub.record_act(live_table, ActKind.BACK, own)

        await self.hub.run_exclusive(live_table, step)

    async def concede(self, live_table: LiveTable, seat: int | None) -> None:
        async def step(live_table: LiveTable) -> None:
            own = self._playing(live_table, seat)
            if own in live_table.table.participants.conceded:
                raise Refusal("conceded")
            await self.hub.record_act(live_table, ActKind.CONCEDE, own)

        await self.hub.run_exclusive(live_table, step)

    @staticmethod
    def _playing(live_table: LiveTable, seat: int | None) -> int:
        if seat is None:
            raise Refusal("not-yours")
        if live_table.table.over:
            raise Refusal("over")
        if live_table.table.settings.explores:  # one person has all seats
            raise Refusal("illegal")
        return seat

    # Asking the others

    async def ask(self, live_table: LiveTable, seat: int | None, what: str) -> None:
        """Ask everyone else who is connected; if nobody is, it is done at once. Ending a pause needs nobody's
        consent."""

        async def step(live_table: LiveTable) -> None:
            table = live_table.table
            participants = table.participants
            if seat is None:
                raise Refusal("not-yours")
            if what not in ASKED:
                raise Refusal("bad-request")
            if seat in participants.conceded and what != REMATCH:
                raise Refusal("conceded")
            if seat in participants.away and what not in (REMATCH, RESUME):
                raise Refusal("away")
            self._check_allowed(live_table, seat, what)
            if what == RESUME:
                await self.hub.record_act(live_table, ActKind.RESUME, seat)
                return
            if participants.open_ask(table.entry) or (seat, what, table.entry) in participants.refused:
                raise Refusal("asked-already")
            # Nobody waits for those who have gone.
            gone = live_table.absent if what == REMATCH else participants.away
            others = [other for other in table.settings.people if other != seat and other not in gone]
            if others:
                await self.hub.record_act(
                    live_table, ActKind.ASK, seat, f"{what}:{','.join(map(str, others))}"
                )
            elif what == UNDO and not table.can_undo(seat) and set(participants.away) - participants.conceded:
                raise Refusal("no-undo")  # those who may still return have not agreed
            else:
                await self._do(live_table, seat, what, agreed=False)

        await self.hub.run_exclusive(live_table, step)

    def _check_allowed(self, live_table: LiveTable, seat: int, what: str) -> None:
        table = live_table.table
        if table.settings.explores:
            raise Refusal("illegal")
        if what == REMATCH:
            if not table.over:
                raise Refusal("illegal")
            if table.participants.again is not None:
                raise Refusal("asked-already")
            return
        if table.over:
            raise Refusal("over")
        if what == UNDO:
            table.check_undo(seat)
        if (what == RESUME) != table.participants.paused:
            raise Refusal("paused" if table.participants.paused else "illegal")
        if what == PAUSE and table.participants.pauses[seat] >= PAUSES:
            raise Refusal("no-pause")

    async def answer(self, live_table: LiveTable, seat: int | None, agrees: bool) -> None:
        """Agree or refuse; the asker may withdraw."""

        async def step(live_table: LiveTable) -> None:
            ask = live_table.table.participants.open_ask(live_table.table.entry)
            if ask is None or seat is None:
                raise Refusal("nothing-asked" if seat is not None else "not-yours")
            if not agrees and seat in (*ask.needs, ask.seat):
                await self.hub.record_act(live_table, ActKind.REFUSE, seat)
            elif agrees and seat in ask.needs:
                if ask.needs == {seat}:
                    live_table.table.add_act(ActKind.AGREE, seat)
                    await self._do(live_table, ask.seat, ask.what)
                else:
                    await self.hub.record_act(live_table, ActKind.AGREE, seat)
            else:
                raise Refusal("nothing-asked")

        await self.hub.run_exclusive(live_table, step)

    async def _do(self, live_table: LiveTable, seat: int, what: str, agreed: bool = True) -> None:
        """Do what everyone agreed to, or what nobody was there to refuse."""
        if what == PAUSE:
            await self.hub.record_act(
                live_table, ActKind.PAUSE, seat, str(live_table.table.participants.longest_pause(agreed))
            )
        elif what == RESUME:
            await self.hub.record_act(live_table, ActKind.RESUME, seat)
        elif what == UNDO:
            await self.hub.commit_undo(live_table, live_table.table.undo_agreed(seat))
        else:
            await self._play_again(live_table, seat)

    async def _play_again(self, live_table: LiveTable, asker: int) -> None:
        """The rematch: everybody moves up one seat. Bots replace those who have gone, but not the one who
        asked, whose connection may just have dropped."""
        table = live_table.table
        old = table.settings
        occupants = list(old.occupants)
        seed = self.hub.seeds.next(occupants[asker].guest or 0, {"game": old.game})
        for seat in old.people:
            if seat in live_table.absent and seat != asker:
                occupants[seat] = bot_occupant(
                    old.level or default_level(table.game), table.game, occupants, seed
                )
        settings = with_seats_rotated(replace(old, occupants=tuple(occupants)), seed, self.hub.now())
        maker = next(occupant.guest for occupant in settings.occupants if occupant.guest is not None)
        assert maker is not None
        await self.hub.create_rematch(live_table, maker, settings)

    # Time

    async def watch_clocks(self) -> None:
        """Check the clocks periodically, forever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.check_clocks()
            except Refusal as refusal:
                log.warning("the clocks cannot be checked: %s", refusal.code)
            except Exception:
                log.exception("the clocks cannot be checked")

    async def check_clocks(self) -> None:
        """Let bots take over for those who are out of time, and at live tables for those who are gone; end
        pauses that have lasted too long."""
        if self.hub.recovery.pending:
            return  # during an outage nobody can choose
        now = self.hub.now()
        if await self.hub.pubsub.lead("clocks", LEAD):
            given = {"now": now, "installed": serai.game_names()}
            for key in await self.hub.store.read(lambda connection: connection.scalars(OVERDUE, given).all()):
                with suppress(Refusal):
                    await self._expire(await self.hub.get(key), now)
        for live_table in list(self.hub.live_tables.values()):
            seat = live_table.table.person_due
            gone = seat in live_table.absent and now - live_table.absent[seat] >= ABSENT
            if (
                live_table.has_live_clock and gone and live_table.viewers
            ):  # without viewers here, another process handles it
                with suppress(Refusal):
                    await self._expire(live_table, now)

    async def _expire(self, live_table: LiveTable, now: float) -> None:
        async def step(live_table: LiveTable) -> None:
            table = live_table.table
            clocks = table.participants.clocks
            if table.participants.paused and table.participants.paused_until <= now:
                await self.hub.record_act(live_table, ActKind.RESUME)
                return
            if clocks is None or clocks.due is None or clocks.stopped:
                return
            seat, deadline = clocks.due, clocks.deadline()
            others = [one for one in table.settings.people if one != seat and one not in live_table.absent]
            if deadline is not None and deadline <= now:
                await self.hub.record_act(live_table, ActKind.AWAY, seat, TIME)
            elif seat in live_table.absent and now - live_table.absent[seat] >= ABSENT and others:
                await self.hub.record_act(live_table, ActKind.AWAY, seat, GONE)

        await self.hub.run_exclusive(live_table, step)

"""What people at a table do beside the game: leave and return, concede, ask the others, run out of time.

Each is a line of the table's second log (`serai.server.tables.participants`), made under the table's lock.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import Final

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.live.hub import Hub, moved_on
from serai.server.live.live_table import Seating
from serai.server.storage.store import tables
from serai.server.tables.levels import default_level
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
from serai.server.tables.settings import bot_chair

log = logging.getLogger("serai.server")

ABSENT: Final = 90.0  # seconds without a connection after which a bot plays on at a live table
EVERY: Final = 1.0  # seconds between looks at the clocks
LEAD: Final = 5.0  # seconds for which one process looks for all


class Meeting:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    # Coming and going

    async def leave(self, seating: Seating, seat: int | None) -> None:
        """A bot plays on, until its person comes back."""

        async def act(seating: Seating) -> None:
            own = self._playing(seating, seat)
            if own in seating.table.company.away:
                raise Refusal("away")
            await self.hub.act(seating, ActKind.AWAY, own, LEFT)

        await self.hub.unbroken(seating, act)

    async def back(self, seating: Seating, seat: int | None) -> None:
        async def act(seating: Seating) -> None:
            own = self._playing(seating, seat)
            company = seating.table.company
            if own in company.conceded:
                raise Refusal("conceded")
            if own in company.away and company.times is not None and company.times.is_out(own):
                raise Refusal("out-of-time")  # or returning again and again would hold up the bot
            if own in company.away:
                await self.hub.act(seating, ActKind.BACK, own)

        await self.hub.unbroken(seating, act)

    async def concede(self, seating: Seating, seat: int | None) -> None:
        async def act(seating: Seating) -> None:
            own = self._playing(seating, seat)
            if own in seating.table.company.conceded:
                raise Refusal("conceded")
            await self.hub.act(seating, ActKind.CONCEDE, own)

        await self.hub.unbroken(seating, act)

    @staticmethod
    def _playing(seating: Seating, seat: int | None) -> int:
        if seat is None:
            raise Refusal("not-yours")
        if seating.table.over:
            raise Refusal("over")
        return seat

    # Asking the others

    async def ask(self, seating: Seating, seat: int | None, what: str) -> None:
        """Ask all others who are there. When there is nobody to ask it is done at once. To play on after a
        pause needs nobody's leave."""

        async def act(seating: Seating) -> None:
            table = seating.table
            company = table.company
            if seat is None:
                raise Refusal("not-yours")
            if what not in ASKED:
                raise Refusal("bad-request")
            if seat in company.conceded and what != REMATCH:
                raise Refusal("conceded")
            if seat in company.away and what not in (REMATCH, RESUME):
                raise Refusal("away")
            self._check_sense(seating, seat, what)
            if what == RESUME:
                await self.hub.act(seating, ActKind.RESUME, seat)
                return
            if company.open_ask(table.entry) or (seat, what, table.entry) in company.refused:
                raise Refusal("asked-already")
            # Who has gone home is not waited for.
            gone = seating.absent if what == REMATCH else company.away
            others = [other for other in table.settings.people if other != seat and other not in gone]
            if others:
                await self.hub.act(seating, ActKind.ASK, seat, f"{what}:{','.join(map(str, others))}")
            elif what == UNDO and not table.can_undo(seat) and set(company.away) - company.conceded:
                raise Refusal("no-undo")  # those who may return have not agreed
            else:
                await self._do(seating, seat, what, agreed=False)

        await self.hub.unbroken(seating, act)

    def _check_sense(self, seating: Seating, seat: int, what: str) -> None:
        table = seating.table
        if what == REMATCH:
            if not table.over:
                raise Refusal("illegal")
            if table.company.again is not None:
                raise Refusal("asked-already")
            return
        if table.over:
            raise Refusal("over")
        if what == UNDO:
            table.check_undo(seat)
        if (what == RESUME) != table.company.paused:
            raise Refusal("paused" if table.company.paused else "illegal")
        if what == PAUSE and table.company.pauses[seat] >= PAUSES:
            raise Refusal("no-pause")

    async def answer(self, seating: Seating, seat: int | None, agrees: bool) -> None:
        """Agree or refuse; the one who asked may take it back."""

        async def act(seating: Seating) -> None:
            ask = seating.table.company.open_ask(seating.table.entry)
            if ask is None or seat is None:
                raise Refusal("nothing-asked" if seat is not None else "not-yours")
            if not agrees and seat in (*ask.needs, ask.seat):
                await self.hub.act(seating, ActKind.REFUSE, seat)
            elif agrees and seat in ask.needs:
                if ask.needs == {seat}:
                    seating.table.act(ActKind.AGREE, seat)
                    await self._do(seating, ask.seat, ask.what)
                else:
                    await self.hub.act(seating, ActKind.AGREE, seat)
            else:
                raise Refusal("nothing-asked")

        await self.hub.unbroken(seating, act)

    async def _do(self, seating: Seating, seat: int, what: str, agreed: bool = True) -> None:
        """What all have agreed to, or what nobody was there to agree to."""
        if what == PAUSE:
            await self.hub.act(seating, ActKind.PAUSE, seat, str(seating.table.company.longest_pause(agreed)))
        elif what == RESUME:
            await self.hub.act(seating, ActKind.RESUME, seat)
        elif what == UNDO:
            await self.hub.taken_back(seating, seating.table.undo_agreed(seat))
        else:
            await self._play_again(seating, seat)

    async def _play_again(self, seating: Seating, asker: int) -> None:
        """The rematch: everybody moves one seat on; bots play for those who have gone home, but not for the
        one who asked, whose connection may just have ended."""
        table = seating.table
        old = table.settings
        chairs = list(old.chairs)
        seed = self.hub.seeds.next(chairs[asker].guest or 0, {"game": old.game})
        for seat in old.people:
            if seat in seating.absent and seat != asker:
                chairs[seat] = bot_chair(old.level or default_level(table.game), table.game, chairs, seed)
        settings = moved_on(replace(old, chairs=tuple(chairs)), seed, self.hub.now())
        maker = next(chair.guest for chair in settings.chairs if chair.guest is not None)
        assert maker is not None
        await self.hub.found_after(seating, maker, settings)

    # Time

    async def watch(self) -> None:
        """Look at the clocks, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except Refusal as refusal:
                log.warning("the clocks cannot be read: %s", refusal.code)
            except Exception:
                log.exception("the clocks cannot be read")

    async def look(self) -> None:
        """Have bots play on for those whose time is over, and at live tables for those who are gone; end
        pauses that have lasted long enough."""
        if self.hub.recovery.pending:
            return  # nobody can choose
        now = self.hub.now()
        if await self.hub.wire.lead("clocks", LEAD):
            asked = sql.select(tables.c.id).where(tables.c.deadline <= now).limit(100)
            for key in await self.hub.store.read(lambda connection: connection.scalars(asked).all()):
                with suppress(Refusal):
                    await self._expire(await self.hub.get(key), now)
        for seating in list(self.hub.seatings.values()):
            seat = seating.table.person_due
            gone = seat in seating.absent and now - seating.absent[seat] >= ABSENT
            if seating.live and gone and seating.viewers:  # where nobody looks, another process may
                with suppress(Refusal):
                    await self._expire(seating, now)

    async def _expire(self, seating: Seating, now: float) -> None:
        async def act(seating: Seating) -> None:
            table = seating.table
            times = table.company.times
            if table.company.paused and table.company.paused_until <= now:
                await self.hub.act(seating, ActKind.RESUME)
                return
            if times is None or times.due is None or times.stopped:
                return
            seat, deadline = times.due, times.deadline()
            others = [one for one in table.settings.people if one != seat and one not in seating.absent]
            if deadline is not None and deadline <= now:
                await self.hub.act(seating, ActKind.AWAY, seat, TIME)
            elif seat in seating.absent and now - seating.absent[seat] >= ABSENT and others:
                await self.hub.act(seating, ActKind.AWAY, seat, GONE)

        await self.hub.unbroken(seating, act)

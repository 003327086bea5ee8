"""All tables: who may do what at them, in which order, and who is told.

One lock a table. Under it a choice is made in memory and handed to the log; while the log is flushed to
the disk the viewers' patches are made; they are sent when the choice is safe.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from time import perf_counter, time
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.kernel.errors import UnknownGame
from serai.scene.scene import Note
from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live.bots import jobs
from serai.server.live.bots.driver import BotDriver
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.live_table import Answer, LiveTable, Viewer
from serai.server.live.messages import Hint, Past, Refused, Thinking, Whole
from serai.server.live.notifications import Notifications
from serai.server.live.presence import Presence, table_place
from serai.server.live.pubsub import LocalPubSub, PubSub
from serai.server.live.recovery import Recovery
from serai.server.live.replication import Replication
from serai.server.live.scenes import encode
from serai.server.live.scheduling import Priority, Urgency
from serai.server.safety.rate_limit import Buckets
from serai.server.storage.store import Store, tables
from serai.server.tables import repository
from serai.server.tables.pace import Thoughts
from serai.server.tables.participants import ActKind
from serai.server.tables.seeds import Seeds
from serai.server.tables.settings import Person, Settings, make_settings, new_key
from serai.server.tables.table import Fresh, Table
from serai.server.tasks import end
from serai.server.words import server_words

log = logging.getLogger("serai.server")

KEPT: Final = 256  # tables in memory
LONGEST_KEY: Final = 16
WHOLES: Final = (1.0, 20.0)  # whole scenes that one guest may draw: a second, and at once
OPEN_TABLES: Final = 100  # of one guest
HINTS: Final = 2  # at a time for one guest, at however many tables
BEHIND: Final = 12  # choices of people being made at once; if more are, what follows from one is told with it
GRACE: Final = 5.0  # seconds for the last choices, when the server ends

Hook = Callable[[LiveTable], Awaitable[None]]
TurnHook = Callable[[LiveTable, int], Awaitable[None]]


class Hub:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool,
        now: Callable[[], float] = time,
        pubsub: PubSub | None = None,
        seeds: Seeds | None = None,
    ) -> None:
        self.store = store
        self.workers = workers
        self.now = now
        self.pubsub: PubSub = pubsub or LocalPubSub()
        self.seeds = seeds or Seeds()
        self.presence = Presence(self.pubsub)
        self.notifications = Notifications(store, self.presence)
        self.bot_driver = BotDriver(self)
        self.live_tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.acts: set[asyncio.Task[Any]] = set()  # choices that are being made
        self.hinting: Counter[int | None] = Counter()  # hints that each guest waits for
        # Awaited when a game ends, when a person becomes the one who is asked, and when the database answers
        # again after trouble.
        self.finished: list[Hook] = []
        self.turn: list[TurnHook] = []
        self.recovered: list[Callable[[], Awaitable[None]]] = []
        # Seconds from a choice's arrival until all patches were ready, for measurements.
        self.timings: deque[float] = deque(maxlen=10_000)
        self.wholes = Buckets(*WHOLES)  # whole scenes that guests draw by what is refused, on all connections
        self.closed = False
        self.replication = Replication(self)
        self.recovery = Recovery(self)

    # Making a table

    async def settle(self, guest: Person, wanted: Mapping[str, str]) -> Settings:
        """A table as a form asks for it, not made yet. Raises `Refusal`."""
        try:
            game = serai.game(wanted.get("game", ""))
        except UnknownGame as error:
            raise Refusal("no-game") from error
        settings = make_settings(game, guest, wanted, self.seeds.next(guest.id, wanted))
        await self.check_open(guest.id)
        return replace(settings, made_at=self.now())

    async def new_table(self, guest: Person, wanted: Mapping[str, str]) -> str:
        """A table without open seats, which begins at once. Raises `Refusal`."""
        settings = await self.settle(guest, wanted)
        await self.found(guest.id, settings)
        return settings.id

    async def rematch(self, guest: Person, key: str) -> str:
        """The same table again, for one who sits there alone among bots. Raises `Refusal`."""
        old = (await self.get(key)).table.settings
        if all(chair.guest != guest.id for chair in old.chairs):
            raise Refusal("not-yours")
        if len(old.people) > 1:
            raise Refusal("ask-first")
        await self.check_open(guest.id)
        settings = moved_on(old, self.seeds.next(guest.id, {"game": old.game}))
        await self.found(guest.id, settings)
        return settings.id

    async def check_open(self, guest: int) -> None:
        asked = (
            sql.select(sql.func.count())
            .select_from(tables)
            .where(tables.c.made_by == guest, tables.c.actor != serai.OVER)
        )
        if await self.store.read(lambda connection: connection.scalar(asked) or 0) >= OPEN_TABLES:
            raise Refusal("too-many-tables")

    async def found(self, guest: int, settings: Settings) -> None:
        """Make a table that begins at once."""
        table = self._begun(settings, guest)
        async with self._followed(settings.id):
            await self.store.write(repository.found(table, guest))
        await self._keep(LiveTable(table, self.presence))

    async def found_after(self, live_table: LiveTable, guest: int, settings: Settings) -> None:
        """The same for the table that follows on one; both are stored together. The lock is held."""
        table = self._begun(settings, guest)
        live_table.table.act(ActKind.AGAIN, value=settings.id)
        async with self._followed(settings.id):
            await self.carry_on(live_table, more=repository.found(table, guest))
        await self._keep(LiveTable(table, self.presence))
        live_table.tell_people()

    def _begun(self, settings: Settings, guest: int) -> Table:
        table = Table(replace(settings, started_at=self.now(), made_by=guest), self.now)
        table.follow()
        return table

    # Finding a table

    async def get(self, key: str) -> LiveTable:
        """A table, from memory or from its log. Raises `Refusal`."""
        live_table = self.live_tables.get(key)
        if live_table is not None:
            self.live_tables.move_to_end(key)
            return live_table
        if len(key) > LONGEST_KEY:
            raise Refusal("no-table")
        task = self.loading.get(key)
        if task is None:
            task = self.loading[key] = asyncio.create_task(self._load(key))
            task.add_done_callback(lambda _: self.loading.pop(key, None))
        return await asyncio.shield(task)

    async def _load(self, key: str) -> LiveTable:
        async with self._followed(key):
            live_table = LiveTable(await repository.fetch(self.store, key, self.now), self.presence)
        if live_table.table.entry or live_table.table.participants.acts:
            live_table.awaited = live_table.table.person_due  # as was said when it became so
        await self._keep(live_table)
        return live_table

    @asynccontextmanager
    async def _followed(self, key: str) -> AsyncIterator[None]:
        """Hear what others do at a table that will be in memory, unless something goes wrong."""
        try:
            await self.pubsub.subscribe(table_place(key))
            yield
        except BaseException:
            self.pubsub.unsubscribe(table_place(key))
            raise

    def _drop(self, key: str) -> None:
        del self.live_tables[key]
        self.pubsub.unsubscribe(table_place(key))

    async def _keep(self, live_table: LiveTable) -> None:
        table = live_table.table
        self.live_tables[table.settings.id] = live_table
        for key, old in list(self.live_tables.items()):
            if old is not live_table:
                old.rest()  # when its last viewer left somebody may have held it
                if old.idle and len(self.live_tables) > KEPT:
                    self._drop(key)
        if table.entry or table.participants.acts:
            self.bot_driver.wake(live_table)
        else:  # its players have only just come together
            async with live_table.lock:
                with suppress(Refusal):  # another process has said so
                    await self.act(live_table, ActKind.BEGIN)
        await self.notice(live_table)

    async def resume(self) -> None:
        """After a start: bots that were due go on, and live clocks forgive the time without a server."""
        for row in await self.store.read(repository.due_tables):
            try:
                live_table = await self.get(row.id)
                if row.deadline is not None and live_table.has_live_clock:
                    await self.unbroken(live_table, partial(self.act, kind=ActKind.RESTART))
            except Refusal as refusal:
                if refusal.trouble:
                    raise
                log.warning("table %s is not resumed: %s", row.id, refusal.code)
            except Exception:
                log.exception("table %s cannot be resumed", row.id)

    async def post_due(self, still: float = 0.0) -> None:
        """Hand out all tables at which a bot is due and nothing has happened for so many seconds."""
        for row in await self.store.read(repository.due_tables):
            if row.bot and abs(self.now() - row.changed_at) >= still:
                urgency = Urgency.PERSON if self.presence.anybody(table_place(row.id)) else Urgency.NOBODY
                await self.pubsub.enqueue(row.id, Priority(urgency, str(row.made_by)))

    async def quiet(self) -> None:
        """Before the end: nothing new is chosen; what is being chosen is stored, and told to all."""
        self.closed = True
        if self.acts:
            await asyncio.wait(self.acts, timeout=GRACE)
        for live_table in self.live_tables.values():
            for viewer in live_table.viewers:
                viewer.end()
        self.notifications.close()

    async def close(self) -> None:
        """End what thinks, and the connections."""
        self.closed = True
        await asyncio.gather(*self.acts, return_exceptions=True)
        await end(self.bot_driver.tasks)
        await asyncio.gather(*self.replication.tasks, return_exceptions=True)
        for live_table in self.live_tables.values():
            for viewer in live_table.viewers:
                viewer.end()
        self.notifications.close()

    # Playing

    async def choose(
        self,
        live_table: LiveTable,
        seat: int | None,
        choice: int | str,
        number: int,
        entry: int | None,
        task: asyncio.Task[Any] | None = None,
        answer: Answer | None = None,
    ) -> None:
        """A player's choice, and all that follows from it."""
        begun = perf_counter()

        async def act(live_table: LiveTable) -> None:
            live_table.table.choose(seat, choice, number, entry)
            await self.carry_on(live_table, begun, answer=answer)

        await self.unbroken(live_table, act, task)

    async def ends_turn(
        self, live_table: LiveTable, viewer: Viewer, choice: int, number: int, entry: int | None
    ) -> bool:
        """Whether a choice would hand the turn on. Raises `Refusal`."""
        async with self.held(live_table) as live_table:
            live_table.table.check(viewer.seat, choice, number, entry)
            sight = await live_table.show.sight(viewer.seat, viewer.language)
            assert sight.watched is not None
            return sight.watched.ahead.hands_on(choice)

    async def undo(
        self,
        live_table: LiveTable,
        seat: int | None,
        number: int,
        entry: int | None,
        answer: Answer | None = None,
    ) -> None:
        """A player takes a choice back."""

        async def act(live_table: LiveTable) -> None:
            table = live_table.table
            await self.taken_back(live_table, table.undo(seat, number, entry), answer)

        await self.unbroken(live_table, act)

    async def taken_back(self, live_table: LiveTable, left: int, answer: Answer | None = None) -> None:
        """Store and show that only so many choices are left. The lock is held."""
        table = live_table.table
        fresh = table.take_fresh()
        await self._stored(live_table, self._append(table, fresh), fresh)
        live_table.show.back(left)
        await live_table.tell_whole(answer)
        self.bot_driver.wake(live_table)
        await self.notice(live_table)

    async def act(
        self, live_table: LiveTable, kind: ActKind, seat: int | None = None, value: str | None = None
    ) -> None:
        """Store a line of the second log, tell everybody, and go on. The lock is held."""
        live_table.table.act(kind, seat, value)
        await self.carry_on(live_table)
        live_table.tell_people()

    async def stand(
        self,
        live_table: LiveTable,
        seat: int | None,
        wanted: Mapping[str, bool],
        answer: Answer | None = None,
    ) -> None:
        """A player gives or withdraws standing answers."""

        async def act(live_table: LiveTable) -> None:
            table = live_table.table
            table.stand(seat, wanted)
            await self.carry_on(live_table)
            live_table.tell_standing(seat, answer)

        await self.unbroken(live_table, act)

    async def unbroken(
        self,
        live_table: LiveTable,
        act: Callable[[LiveTable], Coroutine[Any, Any, None]],
        task: asyncio.Task[Any] | None = None,
    ) -> None:
        """Do something at a table to its end, under its lock, even if the one who asked is gone. What was
        begun and then refused is taken back. `task`: the caller's own, where nobody can break that off."""
        if self.closed:
            raise Refusal(UNAVAILABLE)
        if task is not None:
            self.acts.add(task)
            try:
                await self._at_once(live_table, act)
            finally:
                self.acts.discard(task)
            return
        task = asyncio.create_task(self._at_once(live_table, act))
        self.acts.add(task)
        task.add_done_callback(self.acts.discard)
        await asyncio.shield(task)

    async def _at_once(
        self, live_table: LiveTable, act: Callable[[LiveTable], Coroutine[Any, Any, None]]
    ) -> None:
        found = await self._hold(live_table)
        try:
            await act(found)
        except Refusal as why:
            if found.table.take_fresh():
                self.forget(found, why)
            raise
        except Exception as error:
            log.exception("table %s was dropped", found.table.settings.id)
            refusal = Refusal("broken")
            self.forget(found, refusal)
            raise refusal from error
        finally:
            found.lock.release()

    async def carry_on(
        self,
        live_table: LiveTable,
        begun: float | None = None,
        more: repository.Job | None = None,
        answer: Answer | None = None,
    ) -> None:
        """Make what follows from the last choice, store it all, tell it all. The lock is held."""
        table = live_table.table
        table.follow()
        fresh = table.take_fresh()
        if not fresh:
            self.bot_driver.wake(live_table)
            return
        stored = self._append(table, fresh, more)
        try:
            choices = [entry.value for entry in fresh.entries]
            at_once = begun is not None and len(self.acts) > BEHIND
            messages = live_table.patches(choices, at_once) if choices else {}
        except Exception:
            # A view that fails must not lose a choice: who looks on comes back to a fresh sight.
            log.exception("table %s cannot be shown", table.settings.id)
            await self._stored(live_table, stored, fresh)
            self.forget(live_table)
            return
        if begun is not None:
            self.timings.append(perf_counter() - begun)
        await self._stored(live_table, stored, fresh)
        if fresh.entries:
            live_table.tell_choices(messages, answer)
        self.bot_driver.wake(live_table)
        await self.notice(live_table)
        if table.over and fresh.entries:
            table.thoughts = Thoughts()  # positions that nobody looks at any more
            await self._call(*(hook(live_table) for hook in self.finished))

    def _append(self, table: Table, fresh: Fresh, more: repository.Job | None = None) -> asyncio.Future[None]:
        return self.store.append(repository.append(table, fresh, more))

    async def notice(self, live_table: LiveTable) -> None:
        """See who is asked now; ring for those for whom that is new."""
        due = None if live_table.table.over else live_table.table.person_due
        if due == live_table.awaited:
            return
        before, live_table.awaited = live_table.awaited, due
        chairs = live_table.table.settings.chairs
        for seat in (before, due):
            if seat is not None and (guest := chairs[seat].guest) is not None:
                await self._call(self.notifications.notify_guest(guest))
        if due is not None:
            await self._call(*(hook(live_table, due) for hook in self.turn))

    async def _call(self, *hooks: Awaitable[None]) -> None:
        """Let others know. What goes wrong there is not the table's affair."""
        for hook in hooks:
            try:
                await hook
            except Exception:
                log.exception("a hook failed")

    async def _stored(self, live_table: LiveTable, stored: asyncio.Future[None], fresh: Fresh) -> None:
        """Wait until it is safe, and tell other processes. If it cannot be stored, the table goes back to
        what is stored."""
        try:
            await stored
        except sql.exc.IntegrityError as error:
            log.info("table %s was written by somebody else", live_table.table.settings.id)
            await self.replication.renew(live_table)
            self.bot_driver.wake(live_table)
            raise Refusal("late") from error
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else Refusal("broken")
            log.warning(
                "table %s cannot be stored: %s",
                live_table.table.settings.id,
                error,
                exc_info=not refusal.trouble,
            )
            self.forget(live_table, refusal)
            raise Refusal(refusal.code) from error
        live_table.written = live_table.table.entry
        self.replication.tell(live_table, fresh)

    @asynccontextmanager
    async def held(self, live_table: LiveTable) -> AsyncIterator[LiveTable]:
        """Have a table to oneself: the one that is in memory now. Raises `Refusal`."""
        found = await self._hold(live_table)
        try:
            yield found
        finally:
            found.lock.release()

    async def _hold(self, live_table: LiveTable) -> LiveTable:
        """Take the lock of a table. One that was dropped while somebody waited for it may have choices that
        could not be stored: nobody sees them, and nothing is built on them."""
        key = live_table.table.settings.id
        while True:
            await live_table.lock.acquire()
            if self.live_tables.get(key) is live_table:
                return live_table
            live_table.lock.release()
            live_table = await self.get(key)

    async def reload(self, key: str) -> None:
        """Read a table again: who sits there, or whether it is there at all, was changed in the database."""
        self.pubsub.publish("reload", at=table_place(key), table=key)
        await self.reload_here(key)

    async def reload_here(self, key: str) -> None:
        loading = self.loading.get(key)
        if loading is not None:  # it may have been read before the change
            await asyncio.wait([loading])
        live_table = self.live_tables.get(key)
        if live_table is not None:
            async with live_table.lock:
                self.forget(live_table)

    def forget_all(self) -> None:
        """Drop all tables from memory: the database is another. Their locks are held."""
        for live_table in list(self.live_tables.values()):
            self.forget(live_table)

    def forget(self, live_table: LiveTable, why: Refusal | None = None) -> None:
        """Drop a table from memory; its viewers come back by themselves and see what is stored."""
        key = live_table.table.settings.id
        if self.live_tables.get(key) is live_table:
            self._drop(key)
            live_table.dropped = why
        for viewer in live_table.viewers:
            if why is not None:
                viewer.send(encode(Refused(refused=why.told(server_words(viewer.language)))))
            viewer.end()

    # Looking

    async def hint(self, live_table: LiveTable, seat: int | None, number: int, language: str) -> list[Hint]:
        """What the strongest bot would do, and why, in words."""
        guest = None if seat is None else live_table.table.settings.chairs[seat].guest
        if self.hinting[guest] >= HINTS:
            raise Refusal("too-many")
        self.hinting[guest] += 1
        try:
            return await jobs.hint(self.workers, live_table.table, seat, number, language)
        finally:
            self.hinting -= Counter([guest])

    async def join(self, live_table: LiveTable, viewer: Viewer) -> LiveTable:
        """A viewer comes; the first message holds everything. Where he is. Raises `Refusal`."""
        async with self.held(live_table) as found:
            sight = await found.show.sight(viewer.seat, viewer.language)
            found.came(viewer)
            try:
                viewer.send(encode(found.whole(sight)))
            except BaseException:
                found.left(viewer)
                raise
            self.bot_driver.raise_priority(found)
            if found.table.bot_due is not None:
                viewer.send(encode(Thinking(thinking=found.table.state.actor)))
            return found

    async def speak(self, live_table: LiveTable, viewer: Viewer, language: str) -> None:
        """A viewer changes his language."""
        async with self.held(live_table) as live_table:
            sight = await live_table.show.sight(viewer.seat, language)
            viewer.language = language
            viewer.send(encode(live_table.whole(sight)))

    def leave(self, live_table: LiveTable, viewer: Viewer) -> None:
        live_table.left(viewer)

    async def explain(self, live_table: LiveTable, viewer: Viewer, thing: str) -> Note | None:
        """What a thing on the table is, to the one who asks."""
        async with self.held(live_table) as live_table:
            sight = await live_table.show.sight(viewer.seat, viewer.language)
            assert sight.watched is not None
            return live_table.show.view.explain(sight.watched.look, thing)

    async def present(self, live_table: LiveTable, seat: int | None, language: str) -> Whole:
        """The whole of what a seat sees now."""
        async with self.held(live_table) as live_table:
            return live_table.whole(await live_table.show.sight(seat, language))

    async def past(self, live_table: LiveTable, seat: int | None, language: str, number: int) -> Past:
        """What a seat saw after so many choices."""
        async with self.held(live_table) as live_table:
            if not 0 <= number <= live_table.table.number:
                raise Refusal("no-position")
            return live_table.show.replayed(await live_table.show.sight(seat, language), number)


def moved_on(old: Settings, seed: bytes, made_at: float | None = None) -> Settings:
    """The same table again: everybody moves one seat on."""
    chairs = (old.chairs[-1], *old.chairs[:-1])
    return replace(old, id=new_key(), seed=seed, chairs=chairs, made_at=made_at or time())

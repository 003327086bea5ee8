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
from serai.server.live.bots.driver import Playing
from serai.server.live.bots.pool import Workers
from serai.server.live.live_table import Answer, Seating, Viewer
from serai.server.live.messages import Hint, Past, Refused, Thinking, Whole
from serai.server.live.notifications import Bell
from serai.server.live.presence import Presence, table_place
from serai.server.live.pubsub import Alone, Wire
from serai.server.live.recovery import Recovery
from serai.server.live.replication import Following
from serai.server.live.scenes import encode
from serai.server.live.scheduling import Claim, Urgency
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

Hook = Callable[[Seating], Awaitable[None]]
TurnHook = Callable[[Seating, int], Awaitable[None]]


class Hub:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        now: Callable[[], float] = time,
        wire: Wire | None = None,
        seeds: Seeds | None = None,
    ) -> None:
        self.store = store
        self.workers = workers
        self.now = now
        self.wire: Wire = wire or Alone()
        self.seeds = seeds or Seeds()
        self.presence = Presence(self.wire)
        self.bell = Bell(store, self.presence)
        self.playing = Playing(self)
        self.seatings: OrderedDict[str, Seating] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Seating]] = {}
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
        self.following = Following(self)
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
        await self._keep(Seating(table, self.presence))

    async def found_after(self, seating: Seating, guest: int, settings: Settings) -> None:
        """The same for the table that follows on one; both are stored together. The lock is held."""
        table = self._begun(settings, guest)
        seating.table.act(ActKind.AGAIN, value=settings.id)
        async with self._followed(settings.id):
            await self.carry_on(seating, more=repository.found(table, guest))
        await self._keep(Seating(table, self.presence))
        seating.tell_people()

    def _begun(self, settings: Settings, guest: int) -> Table:
        table = Table(replace(settings, started_at=self.now(), made_by=guest), self.now)
        table.follow()
        return table

    # Finding a table

    async def get(self, key: str) -> Seating:
        """A table, from memory or from its log. Raises `Refusal`."""
        seating = self.seatings.get(key)
        if seating is not None:
            self.seatings.move_to_end(key)
            return seating
        if len(key) > LONGEST_KEY:
            raise Refusal("no-table")
        task = self.loading.get(key)
        if task is None:
            task = self.loading[key] = asyncio.create_task(self._load(key))
            task.add_done_callback(lambda _: self.loading.pop(key, None))
        return await asyncio.shield(task)

    async def _load(self, key: str) -> Seating:
        async with self._followed(key):
            seating = Seating(await repository.fetch(self.store, key, self.now), self.presence)
        if seating.table.entry or seating.table.company.acts:
            seating.awaited = seating.table.person_due  # as was said when it became so
        await self._keep(seating)
        return seating

    @asynccontextmanager
    async def _followed(self, key: str) -> AsyncIterator[None]:
        """Hear what others do at a table that will be in memory, unless something goes wrong."""
        try:
            await self.wire.follow(table_place(key))
            yield
        except BaseException:
            self.wire.unfollow(table_place(key))
            raise

    def _drop(self, key: str) -> None:
        del self.seatings[key]
        self.wire.unfollow(table_place(key))

    async def _keep(self, seating: Seating) -> None:
        table = seating.table
        self.seatings[table.settings.id] = seating
        for key, old in list(self.seatings.items()):
            if old is not seating:
                old.rest()  # when its last viewer left somebody may have held it
                if old.idle and len(self.seatings) > KEPT:
                    self._drop(key)
        if table.entry or table.company.acts:
            self.playing.wake(seating)
        else:  # its players have only just come together
            async with seating.lock:
                with suppress(Refusal):  # another process has said so
                    await self.act(seating, ActKind.BEGIN)
        await self.notice(seating)

    async def resume(self) -> None:
        """After a start: bots that were due go on, and live clocks forgive the time without a server."""
        for row in await self.store.read(repository.due_tables):
            try:
                seating = await self.get(row.id)
                if row.deadline is not None and seating.live:
                    await self.unbroken(seating, partial(self.act, kind=ActKind.RESTART))
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
                await self.wire.post(row.id, Claim(urgency, str(row.made_by)))

    async def quiet(self) -> None:
        """Before the end: nothing new is chosen; what is being chosen is stored, and told to all."""
        self.closed = True
        if self.acts:
            await asyncio.wait(self.acts, timeout=GRACE)
        for seating in self.seatings.values():
            for viewer in seating.viewers:
                viewer.end()
        self.bell.close()

    async def close(self) -> None:
        """End what thinks, and the connections."""
        self.closed = True
        await asyncio.gather(*self.acts, return_exceptions=True)
        await end(self.playing.tasks)
        await asyncio.gather(*self.following.tasks, return_exceptions=True)
        for seating in self.seatings.values():
            for viewer in seating.viewers:
                viewer.end()
        self.bell.close()

    # Playing

    async def choose(
        self,
        seating: Seating,
        seat: int | None,
        choice: int | str,
        number: int,
        entry: int | None,
        task: asyncio.Task[Any] | None = None,
        answer: Answer | None = None,
    ) -> None:
        """A player's choice, and all that follows from it."""
        begun = perf_counter()

        async def act(seating: Seating) -> None:
            seating.table.choose(seat, choice, number, entry)
            await self.carry_on(seating, begun, answer=answer)

        await self.unbroken(seating, act, task)

    async def ends_turn(
        self, seating: Seating, viewer: Viewer, choice: int, number: int, entry: int | None
    ) -> bool:
        """Whether a choice would hand the turn on. Raises `Refusal`."""
        async with self.held(seating) as seating:
            seating.table.check(viewer.seat, choice, number, entry)
            sight = await seating.show.sight(viewer.seat, viewer.language)
            assert sight.watched is not None
            return sight.watched.ahead.hands_on(choice)

    async def undo(
        self,
        seating: Seating,
        seat: int | None,
        number: int,
        entry: int | None,
        answer: Answer | None = None,
    ) -> None:
        """A player takes a choice back."""

        async def act(seating: Seating) -> None:
            table = seating.table
            await self.taken_back(seating, table.undo(seat, number, entry), answer)

        await self.unbroken(seating, act)

    async def taken_back(self, seating: Seating, left: int, answer: Answer | None = None) -> None:
        """Store and show that only so many choices are left. The lock is held."""
        table = seating.table
        fresh = table.take_fresh()
        await self._stored(seating, self._append(table, fresh), fresh)
        seating.show.back(left)
        await seating.tell_whole(answer)
        self.playing.wake(seating)
        await self.notice(seating)

    async def act(
        self, seating: Seating, kind: ActKind, seat: int | None = None, value: str | None = None
    ) -> None:
        """Store a line of the second log, tell everybody, and go on. The lock is held."""
        seating.table.act(kind, seat, value)
        await self.carry_on(seating)
        seating.tell_people()

    async def stand(
        self, seating: Seating, seat: int | None, wanted: Mapping[str, bool], answer: Answer | None = None
    ) -> None:
        """A player gives or withdraws standing answers."""

        async def act(seating: Seating) -> None:
            table = seating.table
            table.stand(seat, wanted)
            await self.carry_on(seating)
            seating.tell_standing(seat, answer)

        await self.unbroken(seating, act)

    async def unbroken(
        self,
        seating: Seating,
        act: Callable[[Seating], Coroutine[Any, Any, None]],
        task: asyncio.Task[Any] | None = None,
    ) -> None:
        """Do something at a table to its end, under its lock, even if the one who asked is gone. What was
        begun and then refused is taken back. `task`: the caller's own, where nobody can break that off."""
        if self.closed:
            raise Refusal(UNAVAILABLE)
        if task is not None:
            self.acts.add(task)
            try:
                await self._at_once(seating, act)
            finally:
                self.acts.discard(task)
            return
        task = asyncio.create_task(self._at_once(seating, act))
        self.acts.add(task)
        task.add_done_callback(self.acts.discard)
        await asyncio.shield(task)

    async def _at_once(self, seating: Seating, act: Callable[[Seating], Coroutine[Any, Any, None]]) -> None:
        found = await self._hold(seating)
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
        seating: Seating,
        begun: float | None = None,
        more: repository.Job | None = None,
        answer: Answer | None = None,
    ) -> None:
        """Make what follows from the last choice, store it all, tell it all. The lock is held."""
        table = seating.table
        table.follow()
        fresh = table.take_fresh()
        if not fresh:
            self.playing.wake(seating)
            return
        stored = self._append(table, fresh, more)
        try:
            choices = [entry.value for entry in fresh.entries]
            at_once = begun is not None and len(self.acts) > BEHIND
            messages = seating.patches(choices, at_once) if choices else {}
        except Exception:
            # A view that fails must not lose a choice: who looks on comes back to a fresh sight.
            log.exception("table %s cannot be shown", table.settings.id)
            await self._stored(seating, stored, fresh)
            self.forget(seating)
            return
        if begun is not None:
            self.timings.append(perf_counter() - begun)
        await self._stored(seating, stored, fresh)
        if fresh.entries:
            seating.tell_choices(messages, answer)
        self.playing.wake(seating)
        await self.notice(seating)
        if table.over and fresh.entries:
            table.thoughts = Thoughts()  # positions that nobody looks at any more
            await self._call(*(hook(seating) for hook in self.finished))

    def _append(self, table: Table, fresh: Fresh, more: repository.Job | None = None) -> asyncio.Future[None]:
        return self.store.append(repository.append(table, fresh, more))

    async def notice(self, seating: Seating) -> None:
        """See who is asked now; ring for those for whom that is new."""
        due = None if seating.table.over else seating.table.person_due
        if due == seating.awaited:
            return
        before, seating.awaited = seating.awaited, due
        chairs = seating.table.settings.chairs
        for seat in (before, due):
            if seat is not None and (guest := chairs[seat].guest) is not None:
                await self._call(self.bell.ring_for(guest))
        if due is not None:
            await self._call(*(hook(seating, due) for hook in self.turn))

    async def _call(self, *hooks: Awaitable[None]) -> None:
        """Let others know. What goes wrong there is not the table's affair."""
        for hook in hooks:
            try:
                await hook
            except Exception:
                log.exception("a hook failed")

    async def _stored(self, seating: Seating, stored: asyncio.Future[None], fresh: Fresh) -> None:
        """Wait until it is safe, and tell other processes. If it cannot be stored, the table goes back to
        what is stored."""
        try:
            await stored
        except sql.exc.IntegrityError as error:
            log.info("table %s was written by somebody else", seating.table.settings.id)
            await self.following.renew(seating)
            self.playing.wake(seating)
            raise Refusal("late") from error
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else Refusal("broken")
            log.warning(
                "table %s cannot be stored: %s",
                seating.table.settings.id,
                error,
                exc_info=not refusal.trouble,
            )
            self.forget(seating, refusal)
            raise Refusal(refusal.code) from error
        seating.written = seating.table.entry
        self.following.tell(seating, fresh)

    @asynccontextmanager
    async def held(self, seating: Seating) -> AsyncIterator[Seating]:
        """Have a table to oneself: the one that is in memory now. Raises `Refusal`."""
        found = await self._hold(seating)
        try:
            yield found
        finally:
            found.lock.release()

    async def _hold(self, seating: Seating) -> Seating:
        """Take the lock of a table. One that was dropped while somebody waited for it may have choices that
        could not be stored: nobody sees them, and nothing is built on them."""
        key = seating.table.settings.id
        while True:
            await seating.lock.acquire()
            if self.seatings.get(key) is seating:
                return seating
            seating.lock.release()
            seating = await self.get(key)

    async def reload(self, key: str) -> None:
        """Read a table again: who sits there, or whether it is there at all, was changed in the database."""
        self.wire.tell("reload", at=table_place(key), table=key)
        await self.reload_here(key)

    async def reload_here(self, key: str) -> None:
        loading = self.loading.get(key)
        if loading is not None:  # it may have been read before the change
            await asyncio.wait([loading])
        seating = self.seatings.get(key)
        if seating is not None:
            async with seating.lock:
                self.forget(seating)

    def forget_all(self) -> None:
        """Drop all tables from memory: the database is another. Their locks are held."""
        for seating in list(self.seatings.values()):
            self.forget(seating)

    def forget(self, seating: Seating, why: Refusal | None = None) -> None:
        """Drop a table from memory; its viewers come back by themselves and see what is stored."""
        key = seating.table.settings.id
        if self.seatings.get(key) is seating:
            self._drop(key)
            seating.dropped = why
        for viewer in seating.viewers:
            if why is not None:
                viewer.send(encode(Refused(refused=why.told(server_words(viewer.language)))))
            viewer.end()

    # Looking

    async def hint(self, seating: Seating, seat: int | None, number: int, language: str) -> list[Hint]:
        """What the strongest bot would do, and why, in words."""
        guest = None if seat is None else seating.table.settings.chairs[seat].guest
        if self.hinting[guest] >= HINTS:
            raise Refusal("too-many")
        self.hinting[guest] += 1
        try:
            return await jobs.hint(self.workers, seating.table, seat, number, language)
        finally:
            self.hinting -= Counter([guest])

    async def join(self, seating: Seating, viewer: Viewer) -> Seating:
        """A viewer comes; the first message holds everything. Where he is. Raises `Refusal`."""
        async with self.held(seating) as found:
            sight = await found.show.sight(viewer.seat, viewer.language)
            found.came(viewer)
            try:
                viewer.send(encode(found.whole(sight)))
            except BaseException:
                found.left(viewer)
                raise
            self.playing.hurry(found)
            if found.table.bot_due is not None:
                viewer.send(encode(Thinking(thinking=found.table.state.actor)))
            return found

    async def speak(self, seating: Seating, viewer: Viewer, language: str) -> None:
        """A viewer changes his language."""
        async with self.held(seating) as seating:
            sight = await seating.show.sight(viewer.seat, language)
            viewer.language = language
            viewer.send(encode(seating.whole(sight)))

    def leave(self, seating: Seating, viewer: Viewer) -> None:
        seating.left(viewer)

    async def explain(self, seating: Seating, viewer: Viewer, thing: str) -> Note | None:
        """What a thing on the table is, to the one who asks."""
        async with self.held(seating) as seating:
            sight = await seating.show.sight(viewer.seat, viewer.language)
            assert sight.watched is not None
            return seating.show.view.explain(sight.watched.look, thing)

    async def present(self, seating: Seating, seat: int | None, language: str) -> Whole:
        """The whole of what a seat sees now."""
        async with self.held(seating) as seating:
            return seating.whole(await seating.show.sight(seat, language))

    async def past(self, seating: Seating, seat: int | None, language: str, number: int) -> Past:
        """What a seat saw after so many choices."""
        async with self.held(seating) as seating:
            if not 0 <= number <= seating.table.number:
                raise Refusal("no-position")
            return seating.show.replayed(await seating.show.sight(seat, language), number)


def moved_on(old: Settings, seed: bytes, made_at: float | None = None) -> Settings:
    """The same table again: everybody moves one seat on."""
    chairs = (old.chairs[-1], *old.chairs[:-1])
    return replace(old, id=new_key(), seed=seed, chairs=chairs, made_at=made_at or time())

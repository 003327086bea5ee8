"""The hub: all live tables of a process, who may do what at them, in which order, and who is notified.

Each table has one lock. Under it a choice is applied in memory and queued for the log; while the log is
flushed to disk the viewers' patches are made; they are sent once the choice is safe.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from time import perf_counter, time
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.kernel.errors import UnknownGame
from serai.kernel.record import Record
from serai.scene.scene import Note
from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live.bots import jobs
from serai.server.live.bots.driver import BotDriver
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.live_table import Answer, LiveTable, Viewer
from serai.server.live.messages import Hint, Refused, Snapshot, TableSnapshot, Thinking
from serai.server.live.notifications import Notifications
from serai.server.live.presence import Presence, table_place
from serai.server.live.pubsub import LocalPubSub, PubSub
from serai.server.live.recovery import Recovery
from serai.server.live.replication import Replication
from serai.server.live.scenes import encode
from serai.server.live.scheduling import Priority, Urgency
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.schema import tables
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.exploration import branch_settings, record_settings
from serai.server.tables.participants import ActKind
from serai.server.tables.seeds import Seeds
from serai.server.tables.settings import Person, Settings, make_settings, new_key
from serai.server.tables.table import Table, Unsaved
from serai.server.tables.thinking_time import ThinkingTimes
from serai.server.tasks import end
from serai.server.words import server_words

log = logging.getLogger("serai.server")

KEPT: Final = 256  # tables in memory
LONGEST_KEY: Final = 16
SNAPSHOT_LIMIT: Final = (1.0, 20.0)  # snapshots that one guest may get: a second, and in a burst
OPEN_TABLES: Final = 100  # of one guest
EXPLORATIONS: Final = 1000  # of one guest, also those that are over: a record is loaded in a moment
HINTS: Final = 2  # at a time for one guest, at all tables together
BEHIND: Final = 12  # choices in progress; beyond that, everything that follows from one is sent with it
GRACE: Final = 5.0  # seconds for choices in progress when the server stops

Hook = Callable[[LiveTable], Awaitable[None]]
TurnHook = Callable[[LiveTable, int], Awaitable[None]]


class Hub:
    """The live tables of a process."""

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
        self.running: set[asyncio.Task[Any]] = set()  # choices in progress
        self.hinting: Counter[int | None] = Counter()  # hints in progress, by guest
        # Hooks, awaited when a game ends, when it becomes a person's turn, and after an outage.
        self.finished: list[Hook] = []
        self.turn: list[TurnHook] = []
        self.recovered: list[Callable[[], Awaitable[None]]] = []
        # Seconds from a choice's arrival until all patches were ready, for benchmarks.
        self.timings: deque[float] = deque(maxlen=10_000)
        # Snapshots that a guest gets with refusals, on all their connections.
        self.snapshot_limit = RateLimiter(*SNAPSHOT_LIMIT)
        self.closed = False
        self.replication = Replication(self)
        self.recovery = Recovery(self)

    # Making a table

    async def settings_for(self, guest: Person, wanted: Mapping[str, str]) -> Settings:
        """Read the settings from a form; the table is not created yet. Raises `Refusal`."""
        try:
            game = serai.game(wanted.get("game", ""))
        except UnknownGame as error:
            raise Refusal("no-game") from error
        settings = make_settings(game, guest, wanted, self.seeds.next(guest.id, wanted))
        await self.check_open(guest.id)
        return replace(settings, made_at=self.now())

    async def new_table(self, guest: Person, wanted: Mapping[str, str]) -> str:
        """Create a table without open seats, which starts at once. Raises `Refusal`."""
        settings = await self.settings_for(guest, wanted)
        await self.create_table(guest.id, settings)
        return settings.id

    async def rematch(self, guest: Person, key: str) -> str:
        """The same table again, for someone who played alone against bots. Raises `Refusal`."""
        old = (await self.get(key)).table.settings
        if all(occupant.guest != guest.id for occupant in old.occupants):
            raise Refusal("not-yours")
        if old.explores:
            raise Refusal("illegal")
        if len(old.people) > 1:
            raise Refusal("ask-first")
        await self.check_open(guest.id)
        settings = with_seats_rotated(old, self.seeds.next(guest.id, {"game": old.game}))
        await self.create_table(guest.id, settings)
        return settings.id

    async def explore(self, guest: Person, key: str, number: int, wanted: Mapping[str, str]) -> str:
        """An exploration: a new table that continues from a position of another one. Raises `Refusal`."""
        async with self.locked(await self.get(key)) as live_table:
            source = live_table.table
            seed = self.seeds.next(guest.id, {**wanted, "explore": str(number)})
            settings = branch_settings(source, guest, number, wanted, seed, self.now())
            choices = source.choices[:number]
        return await self._create_exploration(guest, settings, choices)

    async def load_record(self, guest: Person, record: Record, names: Sequence[str | None]) -> str:
        """An exploration of a record, which continues where the record ends. Raises `Refusal`."""
        seed = self.seeds.next(guest.id, {"game": record.game.name, "explore": "record"})
        settings = record_settings(record, guest, names, seed, self.now())
        return await self._create_exploration(guest, settings, record.choices)

    async def _create_exploration(self, guest: Person, settings: Settings, choices: Sequence[int]) -> str:
        await self.check_open(guest.id, explores=True)
        await self.create_table(guest.id, settings, choices)
        return settings.id

    async def check_open(self, guest: int, explores: bool = False) -> None:
        asked = sql.select(sql.func.count()).select_from(tables).where(tables.c.made_by == guest)
        if explores:
            asked = asked.where(tables.c.branch_at.is_not(None))
        else:
            asked = asked.where(tables.c.branch_at.is_(None), tables.c.actor != serai.OVER)
        most = EXPLORATIONS if explores else OPEN_TABLES
        if await self.store.read(lambda connection: connection.scalar(asked) or 0) >= most:
            raise Refusal("too-many-tables")

    async def create_table(self, guest: int, settings: Settings, choices: Sequence[int] = ()) -> None:
        """Create a table that starts at once, an exploration with the choices of another game."""
        table = self._new_table(settings, guest, choices)
        async with self._subscribed(settings.id):
            await self.store.write(repository.insert_table(table, guest))
        await self._add(LiveTable(table, self.presence))

    async def create_rematch(self, live_table: LiveTable, guest: int, settings: Settings) -> None:
        """Create a rematch and store it together with the act that leads to it. The lock is held."""
        table = self._new_table(settings, guest)
        live_table.table.add_act(ActKind.AGAIN, value=settings.id)
        async with self._subscribed(settings.id):
            await self.commit(live_table, more=repository.insert_table(table, guest))
        await self._add(LiveTable(table, self.presence))
        live_table.send_people()

    def _new_table(self, settings: Settings, guest: int, choices: Sequence[int] = ()) -> Table:
        table = Table(replace(settings, started_at=self.now(), made_by=guest), self.now)
        table.begin_with(choices)
        table.make_automatic_choices()
        return table

    # Finding a table

    async def get(self, key: str) -> LiveTable:
        """A table, from memory or from the database. Raises `Refusal`."""
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
        async with self._subscribed(key):
            live_table = LiveTable(await repository.fetch(self.store, key, self.now), self.presence)
        if live_table.table.entry or live_table.table.participants.act_count:
            live_table.awaited = live_table.table.person_due  # they were notified when it became their turn
        await self._add(live_table)
        return live_table

    @asynccontextmanager
    async def _subscribed(self, key: str) -> AsyncIterator[None]:
        """Subscribe to a table that is about to be in memory; unsubscribe if that fails."""
        try:
            await self.pubsub.subscribe(table_place(key))
            yield
        except BaseException:
            self.pubsub.unsubscribe(table_place(key))
            raise

    def _remove(self, key: str) -> None:
        del self.live_tables[key]
        self.pubsub.unsubscribe(table_place(key))

    async def _add(self, live_table: LiveTable) -> None:
        table = live_table.table
        self.live_tables[table.settings.id] = live_table
        for key, old in list(self.live_tables.items()):
            if old is not live_table:
                old.release_scenes()  # its lock may have been held when its last viewer left
                if old.idle and len(self.live_tables) > KEPT:
                    self._remove(key)
        if table.entry or table.participants.act_count:
            self.bot_driver.wake(live_table)
        else:  # a new table
            async with live_table.lock:
                with suppress(Refusal):  # another process has recorded it
                    await self.record_act(live_table, ActKind.BEGIN)
        await self.update_awaited(live_table)

    async def resume(self) -> None:
        """After a start: bots resume, and live clocks do not count the downtime."""
        for row in await self.store.read(repository.due_tables):
            try:
                live_table = await self.get(row.id)
                if row.deadline is not None and live_table.has_live_clock:
                    await self.run_exclusive(live_table, partial(self.record_act, kind=ActKind.RESTART))
            except Refusal as refusal:
                if refusal.is_outage:
                    raise
                log.warning("table %s is not resumed: %s", row.id, refusal.code)
            except Exception:
                log.exception("table %s cannot be resumed", row.id)

    async def enqueue_due(self, still: float = 0.0) -> None:
        """Enqueue all tables where a bot is due and nothing has happened for some seconds."""
        for row in await self.store.read(repository.due_tables):
            if row.bot and abs(self.now() - row.changed_at) >= still:
                urgency = Urgency.PERSON if self.presence.anybody(table_place(row.id)) else Urgency.NOBODY
                await self.pubsub.enqueue(row.id, Priority(urgency, str(row.made_by)))

    async def drain(self) -> None:
        """Before the end: nothing new is accepted; what is in progress is stored and sent."""
        self.closed = True
        if self.running:
            await asyncio.wait(self.running, timeout=GRACE)
        for live_table in self.live_tables.values():
            for viewer in live_table.viewers:
                viewer.end()
        self.notifications.close()

    async def close(self) -> None:
        """Stop the bots and close all connections."""
        self.closed = True
        await asyncio.gather(*self.running, return_exceptions=True)
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
        """Make a player's choice, and everything that follows from it."""
        begun = perf_counter()

        async def step(live_table: LiveTable) -> None:
            live_table.table.choose(seat, choice, number, entry)
            await self.commit(live_table, begun, answer=answer)

        await self.run_exclusive(live_table, step, task)

    async def ends_turn(
        self, live_table: LiveTable, viewer: Viewer, choice: int, number: int, entry: int | None
    ) -> bool:
        """Whether a choice would end the turn. Raises `Refusal`."""
        async with self.locked(live_table) as live_table:
            live_table.table.check(viewer.seat, choice, number, entry)
            perspective = await live_table.scenes.perspective(viewer.seat, viewer.language)
            assert perspective.seen_position is not None
            return perspective.seen_position.lookahead.ends_turn(choice)

    async def undo(
        self,
        live_table: LiveTable,
        seat: int | None,
        number: int,
        entry: int | None,
        answer: Answer | None = None,
    ) -> None:
        """Undo a player's last choice."""

        async def step(live_table: LiveTable) -> None:
            table = live_table.table
            await self.commit_undo(live_table, table.undo(seat, number, entry), answer)

        await self.run_exclusive(live_table, step)

    async def commit_undo(self, live_table: LiveTable, left: int, answer: Answer | None = None) -> None:
        """Store and show an undo to a number of choices. The lock is held."""
        table = live_table.table
        unsaved = table.take_unsaved()
        await self._stored(live_table, self._append(table, unsaved), unsaved)
        live_table.scenes.rewind(left)
        await live_table.send_snapshot(answer)
        self.bot_driver.wake(live_table)
        await self.update_awaited(live_table)

    async def record_act(
        self, live_table: LiveTable, kind: ActKind, seat: int | None = None, value: str | None = None
    ) -> None:
        """Record an act, store it, broadcast it, and continue. The lock is held."""
        live_table.table.add_act(kind, seat, value)
        await self.commit(live_table)
        live_table.send_people()

    async def set_standing_answers(
        self,
        live_table: LiveTable,
        seat: int | None,
        wanted: Mapping[str, bool],
        answer: Answer | None = None,
    ) -> None:
        """Give or withdraw a player's standing answers."""

        async def step(live_table: LiveTable) -> None:
            table = live_table.table
            table.set_standing_answers(seat, wanted)
            await self.commit(live_table)
            live_table.send_standing(seat, answer)

        await self.run_exclusive(live_table, step)

    async def run_exclusive(
        self,
        live_table: LiveTable,
        step: Callable[[LiveTable], Coroutine[Any, Any, None]],
        task: asyncio.Task[Any] | None = None,
    ) -> None:
        """Run a step under the table's lock, to its end even if the caller is cancelled. What a refused step
        has begun is undone. `task`: the caller's own task, if nobody can cancel it."""
        if self.closed:
            raise Refusal(UNAVAILABLE)
        if task is not None:
            self.running.add(task)
            try:
                await self._run_exclusive(live_table, step)
            finally:
                self.running.discard(task)
            return
        task = asyncio.create_task(self._run_exclusive(live_table, step))
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        await asyncio.shield(task)

    async def _run_exclusive(
        self, live_table: LiveTable, step: Callable[[LiveTable], Coroutine[Any, Any, None]]
    ) -> None:
        found = await self._lock(live_table)
        try:
            await step(found)
        except Refusal as why:
            if found.table.take_unsaved():
                self.drop(found, why)
            raise
        except Exception as error:
            log.exception("table %s was dropped", found.table.settings.id)
            refusal = Refusal("broken")
            self.drop(found, refusal)
            raise refusal from error
        finally:
            found.lock.release()

    async def commit(
        self,
        live_table: LiveTable,
        begun: float | None = None,
        more: repository.Job | None = None,
        answer: Answer | None = None,
    ) -> None:
        """Make the automatic choices that follow, store everything, send it to the viewers. The lock is
        held."""
        table = live_table.table
        table.make_automatic_choices()
        unsaved = table.take_unsaved()
        if not unsaved:
            self.bot_driver.wake(live_table)
            return
        stored = self._append(table, unsaved, more)
        try:
            steps = table.take_steps()
            at_once = begun is not None and len(self.running) > BEHIND
            messages = live_table.patches(steps, at_once) if steps else {}
        except Exception:
            # A view that fails must not lose a choice: viewers reconnect and get a snapshot.
            log.exception("table %s cannot be shown", table.settings.id)
            await self._stored(live_table, stored, unsaved)
            self.drop(live_table)
            return
        if begun is not None:
            self.timings.append(perf_counter() - begun)
        await self._stored(live_table, stored, unsaved)
        if unsaved.entries:
            live_table.send_choices(messages, answer)
            await live_table.show_turn()
        self.bot_driver.wake(live_table)
        await self.update_awaited(live_table)
        if table.over and unsaved.entries:
            table.thinking_times = ThinkingTimes()  # frees positions that are not needed any more
            await self._run_hooks(*(hook(live_table) for hook in self.finished))

    def _append(
        self, table: Table, unsaved: Unsaved, more: repository.Job | None = None
    ) -> asyncio.Future[None]:
        return self.store.append(repository.append(table, unsaved, more))

    async def update_awaited(self, live_table: LiveTable) -> None:
        """Notify those for whom it has become, or is no longer, their turn."""
        due = None if live_table.table.over else live_table.table.person_due
        if due == live_table.awaited:
            return
        before, live_table.awaited = live_table.awaited, due
        occupants = live_table.table.settings.occupants
        for seat in (before, due):
            if seat is not None and (guest := occupants[seat].guest) is not None:
                await self._run_hooks(self.notifications.notify_guest(guest))
        if due is not None:
            await self._run_hooks(*(hook(live_table, due) for hook in self.turn))

    async def _run_hooks(self, *hooks: Awaitable[None]) -> None:
        """Await hooks. Their failures do not concern the table."""
        for hook in hooks:
            try:
                await hook
            except Exception:
                log.exception("a hook failed")

    async def _stored(self, live_table: LiveTable, stored: asyncio.Future[None], unsaved: Unsaved) -> None:
        """Wait until it is on disk, then publish it to other processes. If it cannot be stored, the table
        goes back to what is."""
        try:
            await stored
        except sql.exc.IntegrityError as error:
            log.info("table %s was written by another process", live_table.table.settings.id)
            await self.replication.reload(live_table)
            self.bot_driver.wake(live_table)
            raise Refusal("late") from error
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else Refusal("broken")
            log.warning(
                "table %s cannot be stored: %s",
                live_table.table.settings.id,
                error,
                exc_info=not refusal.is_outage,
            )
            self.drop(live_table, refusal)
            raise Refusal(refusal.code) from error
        live_table.saved_entry = live_table.table.entry
        self.replication.publish(live_table, unsaved)

    @asynccontextmanager
    async def locked(self, live_table: LiveTable) -> AsyncIterator[LiveTable]:
        """Lock a table: the one that is in memory now. Raises `Refusal`."""
        found = await self._lock(live_table)
        try:
            yield found
        finally:
            found.lock.release()

    async def _lock(self, live_table: LiveTable) -> LiveTable:
        """Take a table's lock. One that was dropped while we waited may have choices that could not be
        stored: nobody sees them, and nothing is built on them."""
        key = live_table.table.settings.id
        while True:
            await live_table.lock.acquire()
            if self.live_tables.get(key) is live_table:
                return live_table
            live_table.lock.release()
            live_table = await self.get(key)

    async def reload(self, key: str) -> None:
        """Read a table again: its seats were changed in the database, or it was deleted."""
        self.pubsub.publish("reload", at=table_place(key), table=key)
        await self.reload_here(key)

    async def reload_here(self, key: str) -> None:
        loading = self.loading.get(key)
        if loading is not None:  # it may have been read before the change
            await asyncio.wait([loading])
        live_table = self.live_tables.get(key)
        if live_table is not None:
            async with live_table.lock:
                self.drop(live_table)

    def drop_all(self) -> None:
        """Drop all tables: the database was replaced. Their locks are held."""
        for live_table in list(self.live_tables.values()):
            self.drop(live_table)

    def drop(self, live_table: LiveTable, why: Refusal | None = None) -> None:
        """Drop a table from memory; its viewers reconnect and get what is stored."""
        key = live_table.table.settings.id
        if self.live_tables.get(key) is live_table:
            self._remove(key)
            live_table.dropped = why
        for viewer in live_table.viewers:
            if why is not None:
                viewer.send(encode(Refused(refused=why.fault(server_words(viewer.language)))))
            viewer.end()

    # Viewers

    async def hint(self, live_table: LiveTable, seat: int | None, number: int, language: str) -> list[Hint]:
        """What the strongest bot would do, and why, in words."""
        guest = None if seat is None else live_table.table.settings.occupants[seat].guest
        if self.hinting[guest] >= HINTS:
            raise Refusal("too-many")
        self.hinting[guest] += 1
        try:
            return await jobs.hint(self.workers, live_table.table, seat, number, language)
        finally:
            self.hinting -= Counter([guest])

    async def join(self, live_table: LiveTable, viewer: Viewer) -> LiveTable:
        """Add a viewer; their first message is a snapshot. Returns the table they are at. Raises
        `Refusal`."""
        async with self.locked(live_table) as found:
            if found.table.settings.explores:  # it may have become another seat's turn
                viewer.seat = found.table.seat_of(viewer.guest)
            perspective = await found.scenes.perspective(viewer.seat, viewer.language)
            found.add_viewer(viewer)
            try:
                viewer.send(encode(found.snapshot(perspective)))
            except BaseException:
                found.remove_viewer(viewer)
                raise
            self.bot_driver.raise_priority(found)
            if found.table.bot_due is not None:
                viewer.send(encode(Thinking(thinking=found.table.state.actor)))
            return found

    async def set_language(self, live_table: LiveTable, viewer: Viewer, language: str) -> None:
        """Change a viewer's language."""
        async with self.locked(live_table) as live_table:
            perspective = await live_table.scenes.perspective(viewer.seat, language)
            viewer.language = language
            viewer.send(encode(live_table.snapshot(perspective)))

    def leave(self, live_table: LiveTable, viewer: Viewer) -> None:
        live_table.remove_viewer(viewer)

    async def explain(self, live_table: LiveTable, viewer: Viewer, thing: str) -> Note | None:
        """Explain a thing on the table to a viewer."""
        async with self.locked(live_table) as live_table:
            perspective = await live_table.scenes.perspective(viewer.seat, viewer.language)
            assert perspective.seen_position is not None
            return live_table.scenes.view.explain(perspective.seen_position.look, thing)

    async def current_scene(self, live_table: LiveTable, seat: int | None, language: str) -> TableSnapshot:
        """What a seat sees now."""
        async with self.locked(live_table) as live_table:
            return live_table.snapshot(await live_table.scenes.perspective(seat, language))

    async def past_scene(
        self, live_table: LiveTable, seat: int | None, language: str, number: int
    ) -> Snapshot:
        """What a seat saw after a number of choices."""
        async with self.locked(live_table) as live_table:
            if not 0 <= number <= live_table.table.number:
                raise Refusal("no-position")
            return live_table.scenes.past_snapshot(
                await live_table.scenes.perspective(seat, language), number
            )


def with_seats_rotated(old: Settings, seed: bytes, made_at: float | None = None) -> Settings:
    """The same table again, with everyone moved up one seat."""
    occupants = (old.occupants[-1], *old.occupants[:-1])
    return replace(old, id=new_key(), seed=seed, occupants=occupants, made_at=made_at or time())

"""All tables: who may do what at them, in which order, and who is told.

One lock a table. Under it a choice is made in memory and handed to the log; while the log is flushed to
the disk the viewers' patches are made; they are sent when the choice is safe.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Mapping
from secrets import choice as one_of
from secrets import randbelow, token_urlsafe
from time import perf_counter, time
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.kernel.errors import SeraiError, UnknownGame
from serai.kernel.fair import new_seed
from serai.kernel.game import Game
from serai.scene.say import mark
from serai.server import work
from serai.server.advice import reason_words
from serai.server.errors import Refusal
from serai.server.guests import Guest
from serai.server.levels import default_level, is_level
from serai.server.sight import Show, Sight, encode
from serai.server.storage import Entry, Store, answers, entries, seats, tables
from serai.server.table import Chair, Settings, Table
from serai.server.workers import Workers, WorkFailed

log = logging.getLogger("serai.server")

SPEEDS: Final = {
    "calm": mark("Calm"),
    "normal": mark("Normal"),
    "fast": mark("Fast"),
    "instant": mark("At once"),
}
DEFAULT_SPEED: Final = "normal"
WATCH: Final = "watch"
RANDOM_SEAT: Final = "random"
KEPT: Final = 256  # tables in memory
OPEN_TABLES: Final = 100  # of one guest
MOST_WAITING: Final = 512  # messages to one viewer; who is slower must come back
BOT_NAMES: Final = (
    *("Aziz", "Dilara", "Farid", "Gulnar", "Hakim", "Harun", "Iskander", "Jamila", "Kamal", "Laleh"),
    *("Mirza", "Nadir", "Omar", "Parisa", "Rashid", "Samira", "Selim", "Tahmina", "Yasmin", "Zubaida"),
)


class Viewer:
    """A connection to a table. What it is sent waits in a queue, so that a slow one holds up nobody."""

    def __init__(self, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()  # None: the connection must end

    def send(self, message: str) -> None:
        if self.waiting.qsize() >= MOST_WAITING:
            self.end()
        else:
            self.waiting.put_nowait(message)

    def end(self) -> None:
        self.waiting.put_nowait(None)


class Seating:
    """A table in memory: the game, its sights, its viewers, and the bot that thinks."""

    def __init__(self, table: Table) -> None:
        self.table = table
        settings = table.settings
        self.show = Show(table.game, settings.players, settings.options, table.names, table.bots)
        self.show.choices = list(table.choices)
        self.show.state = self.show.at(table.number)
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.thinking: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        return not self.viewers and self.thinking is None and not self.lock.locked()

    def watched_sights(self) -> list[Sight]:
        """The sights that somebody looks at."""
        wanted = {(viewer.seat, viewer.language) for viewer in self.viewers}
        return [self.show.sights[key] for key in wanted]

    def broadcast(self, sight: Sight, messages: list[str]) -> None:
        for viewer in self.viewers:
            if (viewer.seat, viewer.language) == (sight.seat, sight.language):
                for message in messages:
                    viewer.send(message)

    # What the messages say beside the scene

    def standing(self, sight: Sight) -> dict[str, Any]:
        """The standing answers of the one who looks."""
        if sight.seat is None or sight.watched is None:
            return {}
        chosen = self.table.standing.get(sight.seat, frozenset())
        return dict(self.show.view.standing(sight.watched.look, chosen))

    def whole(self, sight: Sight) -> dict[str, Any]:
        sight.standing = self.standing(sight)
        return {
            **self.show.whole(sight),
            "entry": self.table.entry,
            "undo": self.table.can_undo(sight.seat),
            "standing": sight.standing,
        }

    def patches(self, choices: list[int]) -> list[tuple[Sight, list[str]]]:
        """Move the show on; for every sight that somebody looks at, one message a choice."""
        sights = self.watched_sights()
        messages: list[list[str]] = [[] for _ in sights]
        first = self.table.entry - len(choices)
        for number, choice in enumerate(choices, 1):
            last = number == len(choices)
            told = self.show.forward(choice, sights)
            for sight, message, row in zip(sights, told, messages, strict=True):
                message["entry"] = first + number
                message["undo"] = last and self.table.can_undo(sight.seat)
                if last:
                    standing = self.standing(sight)
                    if standing != sight.standing:
                        sight.standing = message["standing"] = standing
                row.append(encode(message))
        return list(zip(sights, messages, strict=True))


class Hub:
    """The tables of a server."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self.seatings: OrderedDict[str, Seating] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Seating]] = {}
        self.tasks: set[asyncio.Task[None]] = set()  # bots that think
        self.acts: set[asyncio.Task[None]] = set()  # choices that are being made
        # Seconds from a choice's arrival until all patches were ready, for measurements.
        self.timings: deque[float] = deque(maxlen=10_000)
        self.closed = False

    # Making a table

    async def new_table(self, guest: Guest, wanted: Mapping[str, str]) -> str:
        """A table as a form asks for it. Raises `Refusal`."""
        try:
            game = serai.game(wanted.get("game", ""))
        except UnknownGame as error:
            raise Refusal("no-game") from error
        settings = make_settings(game, guest, wanted)
        await self._check_open(guest)
        await self._found(guest, settings)
        return settings.id

    async def rematch(self, guest: Guest, key: str) -> str:
        """The same table again: everybody moves one seat on."""
        old = (await self.get(key)).table.settings
        if all(chair.guest != guest.id for chair in old.chairs):
            raise Refusal("not-yours")
        await self._check_open(guest)
        chairs = (old.chairs[-1], *old.chairs[:-1])
        settings = Settings(
            token_urlsafe(9), old.game, old.players, old.options, old.speed, new_seed(), chairs, time()
        )
        await self._found(guest, settings)
        return settings.id

    async def _check_open(self, guest: Guest) -> None:
        asked = (
            sql.select(sql.func.count())
            .select_from(tables)
            .where(tables.c.made_by == guest.id, tables.c.actor != serai.OVER)
        )
        if await self.store.read(lambda connection: connection.scalar(asked) or 0) >= OPEN_TABLES:
            raise Refusal("too-many-tables")

    async def _found(self, guest: Guest, settings: Settings) -> None:
        table = Table(settings)
        table.follow()
        row = {
            "id": settings.id,
            "game": settings.game,
            "version": table.game.version,
            "players": settings.players,
            "options": dict(settings.options),
            "speed": settings.speed,
            "seed": settings.seed.hex(),
            "made_by": guest.id,
            "made_at": settings.made_at,
            **_standing_of(table),
        }
        chairs = [
            {
                "table_id": settings.id,
                "seat": seat,
                "guest_id": chair.guest,
                "level": chair.level,
                "name": chair.name,
            }
            for seat, chair in enumerate(settings.chairs)
        ]
        fresh = [entry.row(settings.id) for entry in table.take_fresh()[0]]

        def insert(connection: sql.Connection) -> None:
            connection.execute(tables.insert().values(row))
            connection.execute(seats.insert(), chairs)
            if fresh:
                connection.execute(entries.insert(), fresh)

        await self.store.write(insert)
        self._keep(Seating(table))

    # Finding a table

    async def get(self, key: str) -> Seating:
        """A table, from memory or from its log. Raises `Refusal`."""
        seating = self.seatings.get(key)
        if seating is not None:
            self.seatings.move_to_end(key)
            return seating
        task = self.loading.get(key)
        if task is None:
            task = self.loading[key] = asyncio.create_task(self._load(key))
            task.add_done_callback(lambda _: self.loading.pop(key, None))
        return await asyncio.shield(task)

    async def _load(self, key: str) -> Seating:
        def fetch(connection: sql.Connection) -> tuple[Any, ...]:
            row = connection.execute(tables.select().where(tables.c.id == key)).first()
            if row is None:
                return (None,)
            chairs = connection.execute(seats.select().where(seats.c.table_id == key).order_by(seats.c.seat))
            log = connection.execute(
                entries.select().where(entries.c.table_id == key).order_by(entries.c.number)
            )
            given = connection.execute(answers.select().where(answers.c.table_id == key))
            return row, chairs.all(), log.all(), given.all()

        found = await self.store.read(fetch)
        if found[0] is None:
            raise Refusal("no-table")
        row, chairs, rows, given = found
        settings = Settings(
            row.id,
            row.game,
            row.players,
            row.options,
            row.speed,
            bytes.fromhex(row.seed),
            tuple(Chair(chair.name, chair.guest_id, chair.level) for chair in chairs),
            row.made_at,
        )
        table = Table(settings)
        table.load(Entry(line.number, line.kind, line.value, line.asked, line.made_at) for line in rows)
        table.standing = {line.seat: frozenset(line.chosen) for line in given if line.chosen}
        seating = Seating(table)
        self._keep(seating)
        return seating

    def _keep(self, seating: Seating) -> None:
        self.seatings[seating.table.settings.id] = seating
        for key, old in list(self.seatings.items()):
            if len(self.seatings) <= KEPT:
                break
            if old.idle and old is not seating:
                del self.seatings[key]
        self._wake_bot(seating)

    async def resume(self) -> None:
        """After a start: bots that were due go on."""
        asked = (
            sql.select(tables.c.id)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.actor))
            .where(seats.c.level.is_not(None))
        )
        for key in await self.store.read(lambda connection: connection.scalars(asked).all()):
            try:
                await self.get(key)
            except Exception:
                log.exception("table %s cannot be resumed", key)

    async def close(self) -> None:
        """End what thinks, and the connections."""
        self.closed = True
        await asyncio.gather(*self.acts, return_exceptions=True)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for seating in self.seatings.values():
            for viewer in seating.viewers:
                viewer.end()

    # Playing

    async def choose(
        self, seating: Seating, seat: int | None, choice: int, number: int, entry: int | None
    ) -> None:
        """A player's choice, and all that follows from it."""
        begun = perf_counter()

        async def act() -> None:
            seating.table.choose(seat, choice, number, entry)
            await self._carry_on(seating, begun)

        await self._unbroken(seating, act)

    async def undo(self, seating: Seating, seat: int | None, number: int, entry: int | None) -> None:
        """A player takes a choice back."""

        async def act() -> None:
            table = seating.table
            left = table.undo(seat, number, entry)
            await self._stored(seating, self.store.write(_append(table, *table.take_fresh())))
            seating.show.back(left)
            for sight in seating.watched_sights():
                await seating.show.sight(sight.seat, sight.language)
                seating.broadcast(sight, [encode(seating.whole(sight))])

        await self._unbroken(seating, act)

    async def stand(self, seating: Seating, seat: int | None, wanted: Mapping[str, bool]) -> None:
        """A player gives or withdraws standing answers."""

        async def act() -> None:
            table = seating.table
            table.stand(seat, wanted)
            await self._carry_on(seating)
            for sight in seating.watched_sights():
                if sight.seat == seat:
                    sight.standing = seating.standing(sight)
                    told = {"standing": sight.standing, "number": table.number}
                    seating.broadcast(sight, [encode(told)])

        await self._unbroken(seating, act)

    async def _unbroken(self, seating: Seating, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something at a table to its end, under its lock, even if the one who asked is gone."""

        async def run() -> None:
            async with seating.lock:
                try:
                    await act()
                except Refusal:
                    raise
                except Exception as error:
                    log.exception("table %s was dropped", seating.table.settings.id)
                    self._forget(seating)
                    raise Refusal("broken") from error

        task = asyncio.create_task(run())
        self.acts.add(task)
        task.add_done_callback(self.acts.discard)
        await asyncio.shield(task)

    async def _carry_on(self, seating: Seating, begun: float | None = None) -> None:
        """Make what follows from the last choice, store it all, tell it all. The lock is held."""
        table = seating.table
        table.follow()
        fresh, touched = table.take_fresh()
        if not fresh and not touched:
            return
        stored = self.store.write(_append(table, fresh, touched))
        try:
            messages = seating.patches([entry.value for entry in fresh]) if fresh else []
        except Exception:
            # A view that fails must not lose a choice: who looks on comes back to a fresh sight.
            log.exception("table %s cannot be shown", table.settings.id)
            messages = []
            await self._stored(seating, stored)
            self._forget(seating)
            return
        if begun is not None:
            self.timings.append(perf_counter() - begun)
        await self._stored(seating, stored)
        for sight, told in messages:
            seating.broadcast(sight, told)
        self._wake_bot(seating)

    async def _stored(self, seating: Seating, stored: asyncio.Future[None]) -> None:
        """Wait until it is safe. If it cannot be stored, the table goes back to what is stored."""
        try:
            await asyncio.shield(stored)
        except sql.exc.IntegrityError as error:
            log.warning("table %s was written by somebody else", seating.table.settings.id)
            self._forget(seating)
            raise Refusal("late") from error
        except Exception as error:
            log.exception("table %s cannot be stored", seating.table.settings.id)
            self._forget(seating)
            raise Refusal("broken") from error

    def _forget(self, seating: Seating) -> None:
        """Drop a table from memory; its viewers come back by themselves and see what is stored."""
        key = seating.table.settings.id
        if self.seatings.get(key) is seating:
            del self.seatings[key]
        for viewer in seating.viewers:
            viewer.end()

    # Bots

    def _wake_bot(self, seating: Seating) -> None:
        """See to it that the bot that is due thinks."""
        if seating.table.bot_due is not None and seating.thinking is None and not self.closed:
            task = seating.thinking = asyncio.create_task(self._play_bots(seating))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _play_bots(self, seating: Seating) -> None:
        """Have bots play until a person is due."""
        table = seating.table
        key = table.settings.id
        try:
            while self.seatings.get(key) is seating and (level := table.bot_due) is not None:
                entry = table.entry
                actor = table.state.actor
                turn = work.Turn(
                    table.state.clone(), dict(table.settings.options), actor, level, table.bot_seed()
                )
                for viewer in seating.viewers:
                    viewer.send(encode({"thinking": actor}))
                choices = await self._think(turn)
                async with seating.lock:
                    if table.entry != entry or self.seatings.get(key) is not seating:
                        continue  # somebody took a choice back meanwhile
                    for choice in choices:
                        table.make(choice, asked=True)
                    await self._carry_on(seating)
        except Refusal:
            pass  # the table was dropped, and has said why
        except Exception:
            log.exception("table %s was dropped", key)
            self._forget(seating)
        finally:
            seating.thinking = None

    async def _think(self, turn: work.Turn) -> list[int]:
        """What the bot plays. One that fails is replaced for this turn, so that no table is stuck."""
        for level in (turn.level, "random"):
            try:
                return await self.workers.run(work.play, turn.at(level))
            except WorkFailed:
                log.exception("the bot %s failed at %s", level, turn.state.game_name)
        return [turn.state.legal()[0]]

    async def hint(
        self, seating: Seating, seat: int | None, number: int, language: str
    ) -> list[dict[str, Any]]:
        """What the strongest bot would do, and why, in words."""
        table = seating.table
        if seat is None:
            raise Refusal("not-yours")
        if number != table.number:
            raise Refusal("late")
        if table.state.actor != seat:
            raise Refusal("no-hint")
        try:
            found = await self.workers.run(work.advise, table.state.clone(), seat)
        except WorkFailed as error:
            raise Refusal("no-hint") from error
        return [
            {
                "choice": advice.choice,
                "share": round(advice.share, 3),
                "reason": reason_words(table.game, advice.reasons, language),
            }
            for advice in found
        ]

    # Looking

    async def join(self, seating: Seating, viewer: Viewer) -> None:
        """A viewer comes; the first message holds everything."""
        async with seating.lock:
            sight = await seating.show.sight(viewer.seat, viewer.language)
            seating.viewers.add(viewer)
            viewer.send(encode(seating.whole(sight)))
            if seating.thinking is not None and seating.table.state.actor >= 0:
                viewer.send(encode({"thinking": seating.table.state.actor}))

    async def speak(self, seating: Seating, viewer: Viewer, language: str) -> None:
        """A viewer changes his language."""
        async with seating.lock:
            sight = await seating.show.sight(viewer.seat, language)
            viewer.language = language
            viewer.send(encode(seating.whole(sight)))

    def leave(self, seating: Seating, viewer: Viewer) -> None:
        seating.viewers.discard(viewer)

    async def explain(self, seating: Seating, viewer: Viewer, thing: str) -> Mapping[str, Any] | None:
        """What a thing on the table is, to the one who asks."""
        async with seating.lock:
            sight = await seating.show.sight(viewer.seat, viewer.language)
            assert sight.watched is not None
            return seating.show.view.explain(sight.watched.look, thing)

    async def present(self, seating: Seating, seat: int | None, language: str) -> dict[str, Any]:
        """The whole of what a seat sees now."""
        async with seating.lock:
            return seating.whole(await seating.show.sight(seat, language))

    async def past(self, seating: Seating, seat: int | None, language: str, number: int) -> dict[str, Any]:
        """What a seat saw after so many choices."""
        async with seating.lock:
            if not 0 <= number <= seating.table.number:
                raise Refusal("no-position")
            return seating.show.replayed(await seating.show.sight(seat, language), number)


def make_settings(game: Game, guest: Guest, wanted: Mapping[str, str]) -> Settings:
    """What a form asks for, checked and completed. Raises `Refusal`."""
    options = {
        name.removeprefix("option_"): value.replace("\r\n", "\n")
        for name, value in wanted.items()
        if name.startswith("option_")
    }
    try:
        players = _number(wanted.get("players")) if wanted.get("players") else default_players(game)
        settled = game.settings(players, options)
    except SeraiError as error:
        raise Refusal("bad-option", str(error)) from error
    speed = wanted.get("speed") or DEFAULT_SPEED
    if speed not in SPEEDS:
        raise Refusal("bad-option", f"no speed {speed!r}")
    own = _own_seat(wanted.get("seat") or "0", players)
    chairs = []
    free = list(BOT_NAMES)
    for seat in range(players):
        if seat == own:
            chairs.append(Chair(guest.name, guest=guest.id))
            continue
        level = wanted.get(f"level_{seat}") or default_level(game)
        if not is_level(level, game):
            raise Refusal("bad-option", f"no level {level!r}")
        name = one_of(free)
        free.remove(name)
        chairs.append(Chair(name, level=level))
    return Settings(token_urlsafe(9), game.name, players, settled, speed, new_seed(), tuple(chairs), time())


def default_players(game: Game) -> int:
    """How many play where nobody says it."""
    return min(4, game.players[1])


def _own_seat(wanted: str, players: int) -> int | None:
    if wanted == WATCH:
        return None
    if wanted == RANDOM_SEAT:
        return randbelow(players)
    seat = _number(wanted)
    if not 0 <= seat < players:
        raise Refusal("bad-option", f"no seat {seat} among {players}")
    return seat


def _number(text: str | None) -> int:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Refusal("bad-option", f"{text!r} is no number")
    return int(text)


def _standing_of(table: Table) -> dict[str, Any]:
    """What the list of tables shows without replaying the log."""
    over = table.over
    return {
        "changed_at": time(),
        "number": table.number,
        "actor": int(table.state.actor),
        "scores": table.state.scores() if over else None,
        "winners": table.state.winners() if over else None,
    }


def _append(table: Table, fresh: list[Entry], touched: set[int]) -> Callable[[sql.Connection], None]:
    """The job that stores entries and standing answers."""
    key = table.settings.id
    rows = [entry.row(key) for entry in fresh]
    now = _standing_of(table)
    given = [(seat, sorted(table.standing.get(seat, frozenset()))) for seat in sorted(touched)]

    def append(connection: sql.Connection) -> None:
        if rows:
            connection.execute(entries.insert(), rows)
            connection.execute(tables.update().where(tables.c.id == key).values(now))
        for seat, chosen in given:
            connection.execute(answers.delete().where(answers.c.table_id == key, answers.c.seat == seat))
            if chosen:
                connection.execute(answers.insert().values(table_id=key, seat=seat, chosen=chosen))

    return append

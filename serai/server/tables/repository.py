"""Reads tables from the database, and prepares what is written to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import sqlalchemy as sql

from serai.kernel.errors import BadOption, IllegalMove, UnknownGame
from serai.kernel.registry import game_names
from serai.server.errors import Refusal
from serai.server.storage.log import Act, Entry, LogAppend
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import (
    CHOICE,
    NOT_OVER,
    acts,
    answers,
    chat,
    entries,
    reports,
    results,
    reviews,
    seats,
    tables,
)
from serai.server.storage.store import Store
from serai.server.tables.participants import ActKind
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table, Unsaved

WAITING: Final = -3  # the actor of a table that waits for players
Job = Callable[[sql.Connection], None]


def table_row(settings: Settings, version: int, maker: int) -> dict[str, Any]:
    return {
        "id": settings.id,
        "game": settings.game,
        "version": version,
        "players": settings.players,
        "options": dict(settings.options),
        "speed": settings.speed,
        "seed": settings.seed.hex(),
        "made_by": maker,
        "made_at": settings.made_at,
        "public": settings.public,
        "rated": settings.rated,
        "clock": settings.clock,
        "level": settings.level,
        "started_at": settings.started_at,
        "branch_at": settings.branch_at,
        "branch_of": settings.branch_of,
        "fate": list(settings.fate) or None,
    }


def seat_rows(settings: Settings) -> list[dict[str, Any]]:
    return [
        {
            "table_id": settings.id,
            "seat": seat,
            "guest_id": occupant.guest,
            "level": occupant.level,
            "name": occupant.name,
        }
        for seat, occupant in enumerate(settings.occupants)
    ]


def settings_of(row: Any, occupants: list[Any]) -> Settings:
    return Settings(
        row.id,
        row.game,
        row.players,
        row.options,
        row.speed,
        bytes.fromhex(row.seed),
        tuple(Occupant(occupant.name, occupant.guest_id, occupant.level) for occupant in occupants),
        row.made_at,
        public=row.public,
        rated=row.rated,
        clock=row.clock,
        level=row.level,
        started_at=row.started_at,
        made_by=row.made_by,
        branch_at=row.branch_at,
        branch_of=row.branch_of,
        fate=tuple(row.fate or ()),
    )


def occupants_of(connection: sql.Connection, key: str) -> list[Any]:
    found = connection.execute(seats.select().where(seats.c.table_id == key).order_by(seats.c.seat))
    return list(found.all())


def occupants_of_all(connection: sql.Connection, keys: list[str]) -> dict[str, list[Any]]:
    """The seats of many tables, in one query."""
    found: dict[str, list[Any]] = {key: [] for key in keys}
    asked = seats.select().where(seats.c.table_id.in_(keys)).order_by(seats.c.table_id, seats.c.seat)
    for occupant in connection.execute(asked):
        found[occupant.table_id].append(occupant)
    return found


async def fetch(store: Store, key: str, now: Callable[[], float]) -> Table:
    """A table that has started. Raises `Refusal`."""

    def ask(connection: sql.Connection) -> tuple[Any, ...]:
        row = connection.execute(tables.select().where(tables.c.id == key)).first()
        if row is None:
            raise Refusal("no-table")
        if row.closed_at is not None:
            raise Refusal("closed")
        if row.started_at is None:
            raise Refusal("waiting")
        log = connection.execute(entries.select().where(entries.c.table_id == key).order_by(entries.c.number))
        done = connection.execute(acts.select().where(acts.c.table_id == key).order_by(acts.c.number))
        given = connection.execute(answers.select().where(answers.c.table_id == key))
        return row, occupants_of(connection, key), log.all(), done.all(), given.all()

    row, occupants, log, done, given = await store.read(ask)
    try:
        table = Table(settings_of(row, occupants), now)
    except UnknownGame as error:  # its package is not installed any more
        raise Refusal("no-game") from error
    except BadOption as error:  # its package has become another
        raise Refusal("old-rules") from error
    if row.version != table.game.version:
        _check_replays(table, log)
    table.load(
        (Entry(row.number, row.kind, row.value, row.asked, row.made_at) for row in log),
        (Act(row.number, row.entry, row.kind, row.seat, row.value, row.made_at) for row in done),
    )
    table.standing = {row.seat: frozenset(row.chosen) for row in given if row.chosen}
    return table


def _check_replays(table: Table, log: Sequence[Any]) -> None:
    """A table that was started under an earlier version of the rules continues, unless a choice made there is
    no longer legal. Raises `Refusal`."""
    choices: list[int] = []
    for entry in log:
        if entry.kind == CHOICE:
            choices.append(entry.value)
        else:
            del choices[entry.value :]
    state = table.game.new(table.settings.players, table.settings.options)
    try:
        for choice in choices:
            state.apply(choice)
    except IllegalMove as error:
        raise Refusal("old-rules") from error


def tables_of(guest: int) -> sql.CompoundSelect[tuple[str]]:
    """The tables that a guest made or sits at."""
    made = sql.select(tables.c.id).where(tables.c.made_by == guest)
    return made.union(sql.select(seats.c.table_id).where(seats.c.guest_id == guest))


def due_tables(connection: sql.Connection) -> list[Any]:
    """Tables of installed games at which a bot is due or a clock runs; `bot`: whether a bot is due."""
    bot = seats.c.level.is_not(None) | seats.c.away
    asked = (
        sql.select(tables.c.id, tables.c.made_by, tables.c.deadline, tables.c.changed_at, bot.label("bot"))
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.actor))
        .where(NOT_OVER, tables.c.started_at.is_not(None))
        .where(bot | tables.c.deadline.is_not(None), tables.c.game.in_(game_names()))
    )
    return list(connection.execute(asked).all())


def summary_of(table: Table) -> dict[str, Any]:
    """What lists show of a table, so that they need not replay its log."""
    over = table.over
    clocks = table.participants.clocks
    deadline = clocks.deadline() if clocks is not None else None
    if table.participants.paused:
        deadline = table.participants.paused_until
    return {
        "changed_at": table.changed_at,
        "number": table.number,
        "actor": int(table.state.actor),
        "scores": table.state.scores() if over else None,
        "winners": table.winners if over else None,
        "deadline": deadline if not over else None,
    }


def append(table: Table, unsaved: Unsaved, beside: Job | None = None) -> LogAppend:
    """What is new at a table, to be stored; `beside`: other writes in the same transaction."""
    key = table.settings.id
    now = {**summary_of(table), "id": key, "at": table.number}
    if not unsaved.acts and not unsaved.changed_answers:
        return LogAppend(key, unsaved.entries, [], now, beside)
    given = [
        (seat, sorted(table.standing.get(seat, frozenset()))) for seat in sorted(unsaved.changed_answers)
    ]
    gone = [
        (act.seat, act.seat in table.participants.away)
        for act in unsaved.acts
        if act.kind in (ActKind.AWAY, ActKind.BACK)
    ]
    conceded = [act.seat for act in unsaved.acts if act.kind == ActKind.CONCEDE]

    def more(connection: sql.Connection) -> None:
        mine = seats.update().where(seats.c.table_id == key)
        for seat, away in gone:
            connection.execute(mine.where(seats.c.seat == seat).values(away=away))
        for seat in conceded:
            connection.execute(mine.where(seats.c.seat == seat).values(away=True, conceded=True))
        for seat, chosen in given:
            connection.execute(answers.delete().where(answers.c.table_id == key, answers.c.seat == seat))
            if chosen:
                connection.execute(answers.insert().values(table_id=key, seat=seat, chosen=chosen))
        if beside is not None:
            beside(connection)

    return LogAppend(key, unsaved.entries, unsaved.acts, now, more)


def insert_table(table: Table, maker: int) -> Job:
    """A job that stores a new table, with what has happened at it already."""
    settings = table.settings
    row = table_row(settings, table.game.version, maker) | summary_of(table)
    occupants = seat_rows(settings)
    unsaved = [entry.row(settings.id) for entry in table.take_unsaved().entries]

    def job(connection: sql.Connection) -> None:
        connection.execute(tables.insert().values(row))
        connection.execute(seats.insert(), occupants)
        if unsaved:
            connection.execute(entries.insert(), unsaved)

    return job


def delete_tables(connection: sql.Connection, keys: list[str]) -> None:
    """Delete tables, and everything that belongs to them."""
    said = sql.select(chat.c.id).where(chat.c.table_id.in_(keys))
    connection.execute(reports.delete().where(reports.c.chat_id.in_(said)))
    for table in (answers, acts, entries, chat, ratings, results, reviews, seats):
        connection.execute(table.delete().where(table.c.table_id.in_(keys)))
    connection.execute(tables.delete().where(tables.c.id.in_(keys)))


def leave_waiting_table(connection: sql.Connection, key: str, guest: int) -> None:
    """A guest leaves a table that waits for players; the last person closes it. It is kept, unlisted, while
    its chat is under report, and deleted once it is old."""
    others = sql.select(seats.c.seat).where(
        seats.c.table_id == key, seats.c.guest_id.is_not(None), seats.c.guest_id != guest
    )
    said = sql.select(chat.c.id).where(chat.c.table_id == key)
    reported = sql.select(reports.c.id).where(reports.c.chat_id.in_(said))
    if connection.execute(others).first() is None:
        if connection.execute(reported.where(~reports.c.settled)).first() is None:
            delete_tables(connection, [key])
            return
        connection.execute(tables.update().where(tables.c.id == key).values(hidden=True))
    own = (seats.c.table_id == key) & (seats.c.guest_id == guest)
    connection.execute(seats.update().where(own).values(guest_id=None, name=""))

"""`serai admin`: the host's tools. They work on the database, whether the server runs or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from serai.kernel.errors import BadOption, SeraiError
from serai.paths import data_folder

if TYPE_CHECKING:
    import sqlalchemy as sql

T = TypeVar("T")
PATIENCE = 60.0  # seconds for a running server to do what it is asked

app = typer.Typer(help="The host's tools: tables, people, reports, backups.", no_args_is_help=True)
Data = Annotated[
    Path | None,
    typer.Option(envvar="SERAI_DATA", help="Where tables are kept (default: the data folder)."),
]
Key = Annotated[str, typer.Argument(help="The table: the last part of its address.")]
Who = Annotated[str, typer.Argument(help="A guest's number, an account's name, an address or a network.")]
Everything = Annotated[bool, typer.Option("--all", help="Also what is finished.")]
Most = Annotated[int, typer.Option(min=1, help="How many lines at most.")]


_database: str | None = None


@app.callback()
def choose_database(
    database: Annotated[
        str | None, typer.Option(envvar="SERAI_DATABASE", help="postgresql://… (default: SQLite).")
    ] = None,
) -> None:
    try:
        import serai.server.storage.store  # noqa: F401
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("serai"):
            raise
        _fail(f"the host's tools need {missing.name}: pip install 'serai[server]'")
    global _database
    _database = database


@contextmanager
def _told() -> Iterator[None]:
    """Say in a line what goes wrong."""
    try:
        yield
    except SeraiError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename or 'file'}: {error.strerror}")


def _fail(message: str) -> NoReturn:
    Console(stderr=True, highlight=False).print(Text(f"serai admin: {message}"), soft_wrap=True)
    raise typer.Exit(2)


def _do(data: Path | None, job: Callable[[sql.Connection], T]) -> T:
    """Do something in one transaction."""
    from serai.server.storage.store import DATABASE, Store, check_url, migrate, sqlite_url

    folder = data or data_folder()
    if _database is not None:
        check_url(_database)
    elif not (folder / DATABASE).exists():
        raise BadOption(f"there is no database in {folder}")
    store = Store(_database or sqlite_url(folder))
    try:
        migrate(store.engine)
        with store.transaction() as connection:
            return job(connection)
    finally:
        store.engine.dispose()
        store.reading.dispose()


def _print(columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    table = Table(*columns)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    Console().print(table)


def _at(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%d %H:%M")


@app.command()
def tables(everything: Everything = False, most: Most = 50, data: Data = None) -> None:
    """List tables, the latest first."""
    from serai.server.ops import admin

    def state(row: Any) -> str:
        if row["closed_at"] is not None:
            return "closed"
        words = "over" if row["actor"] == -2 else "waiting" if row["started_at"] is None else "running"
        return f"{words}, hidden" if row["hidden"] else words

    with _told():
        found = _do(data, lambda connection: admin.list_tables(connection, everything, most))
        _print(
            ("table", "game", "state", "choices", "changed", "players"),
            [
                (
                    *(row["id"], row["game"], state(row), row["number"]),
                    _at(row["changed_at"]),
                    ", ".join(row["names"]),
                )
                for row in found
            ],
        )


@app.command()
def close(table: Key, data: Data = None) -> None:
    """End a table for everybody; its log remains."""
    from serai.server.ops import admin

    with _told():
        _do(data, lambda connection: admin.close_table(connection, table))
    typer.echo(f"table {table} is closed")


@app.command()
def hide(table: Key, data: Data = None) -> None:
    """Keep a public table out of the lobby."""
    from serai.server.ops import admin

    with _told():
        _do(data, lambda connection: admin.hide_table(connection, table, hidden=True))
    typer.echo(f"table {table} is hidden")


@app.command()
def show(table: Key, data: Data = None) -> None:
    """Show a hidden table in the lobby again."""
    from serai.server.ops import admin

    with _told():
        _do(data, lambda connection: admin.hide_table(connection, table, hidden=False))
    typer.echo(f"table {table} is shown")


@app.command()
def people(
    part: Annotated[str, typer.Argument(help="A part of the name.")] = "", most: Most = 50, data: Data = None
) -> None:
    """List guests and accounts, the latest first."""
    from serai.server.ops import admin

    with _told():
        found = _do(data, lambda connection: admin.list_people(connection, part, most))
        rows = [(row.id, row.name, "account" if row.login else "guest", _at(row.made_at)) for row in found]
        _print(("number", "name", "", "since"), rows)


@app.command()
def ban(
    who: Who, reason: Annotated[str, typer.Option(help="For your own memory.")] = "", data: Data = None
) -> None:
    """Let a guest, an account or an address in no more."""
    from serai.server.ops import admin

    with _told():
        kind, value = _do(data, lambda connection: admin.ban(connection, who, reason))
    typer.echo(f"{kind} {value} is banned")


@app.command()
def unban(who: Who, data: Data = None) -> None:
    """Let somebody in again."""
    from serai.server.ops import admin

    with _told():
        kind, value = _do(data, lambda connection: admin.unban(connection, who))
    typer.echo(f"{kind} {value} is no longer banned")


@app.command()
def bans(data: Data = None) -> None:
    """List who is banned."""
    from serai.server.ops import admin

    with _told():
        found = _do(data, admin.list_bans)
        rows = [(one.kind, one.value, _at(one.made_at), one.reason) for one in found]
        _print(("kind", "who", "since", "reason"), rows)


@app.command()
def reports(everything: Everything = False, data: Data = None) -> None:
    """List messages that were reported."""
    from serai.server.ops import admin

    with _told():
        found = _do(data, lambda connection: admin.list_reports(connection, everything))
        rows = [
            (one.id, one.table_id, f"{one.name} ({one.writer})", one.text or one.phrase, _at(one.made_at))
            for one in found
        ]
        _print(("report", "table", "writer", "message", "at"), rows)


@app.command()
def settle(report: Annotated[int, typer.Argument(help="Its number.")], data: Data = None) -> None:
    """Mark a report as done."""
    from serai.server.ops import admin

    with _told():
        _do(data, lambda connection: admin.settle(connection, report))
    typer.echo(f"report {report} is settled")


@app.command()
def rerate(data: Data = None) -> None:
    """Work out all ratings again from the ranks of the rated games."""
    from serai.server.people.ratings import rate_again

    with _told():
        changed = _do(data, rate_again)
    typer.echo(f"{changed} ratings changed")


@app.command()
def clean(
    rooms: Annotated[float, typer.Option(envvar="SERAI_KEEP_ROOMS", min=0, help="As for serve.")] = 14.0,
    games: Annotated[float, typer.Option(envvar="SERAI_KEEP_GAMES", min=0, help="As for serve.")] = 90.0,
    guests: Annotated[float, typer.Option(envvar="SERAI_KEEP_GUESTS", min=0, help="As for serve.")] = 90.0,
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say how much it would be.")] = False,
    data: Data = None,
) -> None:
    """Delete what nobody uses: rooms that never began, games that were left, guests who never came back.

    A running server does so by itself once an hour. Accounts and finished games are kept.
    """
    from time import time

    from serai.server.ops import retention

    keep, now = retention.Keep(rooms, games, guests), time()
    gone = retention.Gone()
    with _told():
        if dry:
            gone = _do(data, lambda connection: retention.count(connection, keep, now))
        else:
            for kind, make, days in (
                ("rooms", retention.old_rooms, keep.rooms),
                ("games", retention.old_games, keep.games),
                ("guests", retention.old_guests, keep.guests),
            ):
                asked = make(now, days)
                while days and (number := _do(data, partial(retention.clean_now, asked=asked))):
                    setattr(gone, kind, getattr(gone, kind) + number)
    would = "would be deleted" if dry else "deleted"
    typer.echo(f"{gone.rooms} rooms, {gone.games} games, {gone.guests} guests {would}")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    replace: Annotated[bool, typer.Option("--replace", help="Even if the file is there.")] = False,
    data: Data = None,
) -> None:
    """Copy the database to a file, also while the server runs."""
    from serai.server.storage.postgresql_backup import dump
    from serai.server.storage.sqlite_backup import back_up

    with _told():
        if _database is not None:
            dump(_database, file, replace)
        else:
            back_up(data or data_folder(), file, replace)
    typer.echo(f"backed up to {file}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    yes: Annotated[bool, typer.Option("--yes", help="Replace the database that is there.")] = False,
    data: Data = None,
) -> None:
    """Bring a backup back; what was there is kept beside it (PostgreSQL: in the data folder).

    A running server with SQLite goes on with it; servers with PostgreSQL must be stopped.
    """
    from serai.server.ops.commands import RESTORE, give
    from serai.server.ops.lock_file import is_running
    from serai.server.storage.postgresql_backup import is_empty, load
    from serai.server.storage.sqlite_backup import bring_back, check
    from serai.server.storage.store import DATABASE

    folder = data or data_folder()
    with _told():
        if _database is not None:
            if not yes and not is_empty(_database):
                raise BadOption(f"the database is not empty; with --yes it is replaced, and kept in {folder}")
            load(_database, file, folder)
        else:
            check(file)
            if (folder / DATABASE).exists() and not yes:
                raise BadOption(
                    f"there is a database in {folder}; with --yes it is replaced, and kept beside it"
                )
            if is_running(folder):
                key = _do(data, lambda connection: give(connection, RESTORE, str(file.resolve())))
                _wait(data, key)
            else:
                bring_back(folder, file)
    typer.echo(f"restored from {file}")


def _wait(data: Path | None, key: str) -> None:
    """Wait until the server has done what it was asked. Raises `BadOption`."""
    from serai.server.ops.commands import is_done

    begun = monotonic()
    while monotonic() - begun < PATIENCE:
        done, wrong = _do(data, lambda connection: is_done(connection, key))
        if wrong:
            raise BadOption(wrong)
        if done:
            return
        sleep(0.2)
    raise BadOption("the server is not responding; stop it and try again")

"""`serai admin backup, restore`"""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Annotated, Final

import typer

from serai.cli.admin import database
from serai.cli.admin.database import Data, report_errors, transact
from serai.kernel.errors import BadOption
from serai.paths import data_folder

PATIENCE: Final = 60.0  # seconds for a running server to do what it is asked


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    replace: Annotated[bool, typer.Option("--replace", help="Even if the file is there.")] = False,
    data: Data = None,
) -> None:
    """Copy the database to a file, also while the server runs."""
    from serai.server.storage.postgresql_backup import dump
    from serai.server.storage.sqlite_backup import back_up

    with report_errors():
        if database.address is not None:
            dump(database.address, file, replace)
        else:
            back_up(data or data_folder(), file, replace)
    typer.echo(f"backed up to {file}")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    yes: Annotated[bool, typer.Option("--yes", help="Replace the database that is there.")] = False,
    data: Data = None,
) -> None:
    """Bring a backup back; what was there is kept beside it (PostgreSQL: in the data folder).

    A running server with SQLite goes on with it; servers with PostgreSQL must be stopped.
    """
    from serai.server.ops.commands import RESTORE, submit
    from serai.server.ops.lock_file import is_running
    from serai.server.storage import sqlite_backup
    from serai.server.storage.engines import DATABASE
    from serai.server.storage.postgresql_backup import is_empty, load

    folder = data or data_folder()
    with report_errors():
        if database.address is not None:
            if not yes and not is_empty(database.address):
                raise BadOption(f"the database is not empty; with --yes it is replaced, and kept in {folder}")
            load(database.address, file, folder)
        else:
            sqlite_backup.check(file)
            if (folder / DATABASE).exists() and not yes:
                raise BadOption(
                    f"there is a database in {folder}; with --yes it is replaced, and kept beside it"
                )
            if is_running(folder):
                key = transact(data, lambda connection: submit(connection, RESTORE, str(file.resolve())))
                _wait(data, key)
            else:
                sqlite_backup.restore(folder, file)
    typer.echo(f"restored from {file}")


def _wait(data: Path | None, key: str) -> None:
    """Wait until the server has done what it was asked. Raises `BadOption`."""
    from serai.server.ops.commands import is_done

    begun = monotonic()
    while monotonic() - begun < PATIENCE:
        done, wrong = transact(data, lambda connection: is_done(connection, key))
        if wrong:
            raise BadOption(wrong)
        if done:
            return
        sleep(0.2)
    raise BadOption("the server is not responding; stop it and try again")

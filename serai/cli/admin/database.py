"""The database that the host's tools work on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from serai.cli.output import fail, needs
from serai.kernel.errors import BadOption, SeraiError
from serai.paths import data_folder

if TYPE_CHECKING:
    import sqlalchemy as sql

T = TypeVar("T")
Data = Annotated[
    Path | None,
    typer.Option(envvar="SERAI_DATA", help="Where tables are kept (default: the data folder)."),
]
COMMAND: Final = "serai admin"
address: str | None = None  # of a PostgreSQL database; None: SQLite in the data folder


def choose(
    database: Annotated[
        str | None, typer.Option(envvar="SERAI_DATABASE", help="postgresql://… (default: SQLite).")
    ] = None,
) -> None:
    with needs("server", "the host's tools need", COMMAND):
        import serai.server.storage.store  # noqa: F401
    global address
    address = database


@contextmanager
def report_errors() -> Iterator[None]:
    """Say in a line what goes wrong."""
    try:
        yield
    except SeraiError as error:
        fail(str(error), COMMAND)
    except OSError as error:
        fail(f"{error.filename or 'file'}: {error.strerror}", COMMAND)


def transact(data: Path | None, job: Callable[[sql.Connection], T]) -> T:
    """Do something in one transaction."""
    from serai.server.storage.engines import DATABASE, check_url, sqlite_url
    from serai.server.storage.migration import migrate
    from serai.server.storage.store import Store

    folder = data or data_folder()
    if address is not None:
        check_url(address)
    elif not (folder / DATABASE).exists():
        raise BadOption(f"there is no database in {folder}")
    store = Store(address or sqlite_url(folder))
    try:
        migrate(store.engine)
        with store.transaction() as connection:
            return job(connection)
    finally:
        store.engine.dispose()
        store.reading.dispose()

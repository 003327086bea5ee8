"""Backups of a PostgreSQL database, made and restored by its own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import sqlalchemy as sql

from serai.kernel.errors import BadOption
from serai.server.storage.engines import check_url
from serai.server.storage.migration import migrate
from serai.server.storage.sqlite_backup import new_file
from serai.server.storage.store import Store

NEEDED: Final = ("alembic_version", "tables", "entries")  # every backup of ours has these
PLAIN: Final = ("--no-owner", "--no-privileges")  # the restoring user owns it
OTHERS: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


def dump(url: str, target: Path, replace: bool = False) -> None:
    """Copy a database to a file, as it is at one moment, while others write. Raises `BadOption`."""
    if is_empty(url):
        raise BadOption("the database is empty")
    with new_file(target, replace) as part:
        _run(["pg_dump", "--format=custom", *PLAIN, f"--file={part}", *_where(url)], _secret(url))
        check_dump(part)


def check_dump(file: Path) -> None:
    """Check that a file is a complete dump of ours. Raises `BadOption`."""
    try:
        listed = _run(["pg_restore", "--list", str(file)])
        _run(["pg_restore", f"--file={os.devnull}", str(file)])  # reads it to the end
    except BadOption as error:
        raise BadOption(f"{file} is no backup: {error}") from error
    if any(f" TABLE DATA public {name} " not in listed for name in NEEDED):
        raise BadOption(f"{file} is no backup of a server")


def is_empty(url: str) -> bool:
    """Whether there is nothing that a restore would replace. Raises `BadOption`."""
    check_url(url)
    return not _tables(url)


def load(url: str, file: Path, folder: Path) -> None:
    """Replace the content of a database by a dump, in one transaction. The old content is kept in the folder.

    No server may run meanwhile: it would go on with what it has in memory. Raises `BadOption`.
    """
    check_url(url)
    check_dump(file)
    if others := _others(url):
        raise BadOption(
            f"others are connected to the database ({others}); stop all servers and workers first"
        )
    if names := _tables(url):
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        dump(url, folder / f"before-restore-{stamp}.dump")
    # Also tables that the backup does not have: a later version has made them.
    dropped = "".join(f'DROP TABLE public."{name}" CASCADE;\n' for name in names)
    _replay(url, f"SET client_min_messages = warning;\nBEGIN;\n{dropped}", file)
    store = Store(url)
    try:
        migrate(store.engine)
    finally:
        store.close()


def _replay(url: str, before: str, file: Path) -> None:
    """Run some commands and then a dump's; the transaction is committed only if both programs succeed."""
    reading = [_program("pg_restore"), *PLAIN, "--file=-", str(file)]
    writing = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    with (
        TemporaryFile() as errors,
        subprocess.Popen(reading, stdout=subprocess.PIPE) as source,
        subprocess.Popen(
            [*writing, f"--output={os.devnull}", *_where(url)],
            stdin=subprocess.PIPE,
            stderr=errors,
            env=os.environ | _secret(url),
        ) as target,
    ):
        assert source.stdout is not None
        assert target.stdin is not None
        with suppress(BrokenPipeError):  # psql itself says what is wrong
            target.stdin.write(before.encode())
            shutil.copyfileobj(source.stdout, target.stdin)
            if source.wait() == 0:
                target.stdin.write(b"COMMIT;\n")
            target.stdin.close()
        source.stdout.close()
        if target.wait() != 0 or source.wait() != 0:
            errors.seek(0)
            raise BadOption(_first_line(errors.read()) or f"{file} cannot be read")


def _tables(url: str) -> list[str]:
    store = Store(url)
    try:
        return sql.inspect(store.reading).get_table_names("public")
    finally:
        store.close()


def _others(url: str) -> int:
    """How many other connections this database has."""
    store = Store(url)
    try:
        with store.reading.connect() as connection:
            return int(connection.exec_driver_sql(OTHERS).scalar_one())
    finally:
        store.close()


def _where(url: str) -> list[str]:
    """The connection arguments of a program; without the password, since everyone can see command lines."""
    address = sql.make_url(url)
    bare = sql.URL.create(
        "postgresql", address.username, None, address.host, address.port, address.database, address.query
    )
    return [f"--dbname={bare.render_as_string()}", "--no-password"]


def _secret(url: str) -> dict[str, str]:
    password = sql.make_url(url).password
    return {"PGPASSWORD": password} if password else {}


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BadOption(f"this needs PostgreSQL's {name} (Debian: apt-get install postgresql-client)")
    return found


def _run(command: list[str], secret: dict[str, str] | None = None) -> str:
    """What a program prints. Raises `BadOption`."""
    done = subprocess.run(
        [_program(command[0]), *command[1:]], capture_output=True, env=os.environ | (secret or {})
    )
    if done.returncode != 0:
        raise BadOption(_first_line(done.stderr) or f"{command[0]} failed")
    return done.stdout.decode(errors="replace")


def _first_line(errors: bytes) -> str:
    return next(iter(errors.decode(errors="replace").strip().splitlines()), "")

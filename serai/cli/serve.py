"""`serai serve`"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from serai.cli.output import fail, needs
from serai.kernel.errors import BadOption, SeraiError
from serai.paths import data_folder

WORKERS: Final = "Processes for bots (default: processors - 1, or 2)."
Synchronous = Annotated[
    str, typer.Option(envvar="SERAI_SYNCHRONOUS", help="full: safe if power fails; normal: faster.")
]
KeepRooms = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_ROOMS", min=0, help="Days a table waits for players (0: forever)."),
]
KeepGames = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_GAMES", min=0, help="Days an abandoned game is kept."),
]
KeepGuests = Annotated[
    float,
    typer.Option(envvar="SERAI_KEEP_GUESTS", min=0, help="Days a guest without games and account is kept."),
]


def serve(
    host: Annotated[str, typer.Option(envvar="SERAI_HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(envvar="SERAI_PORT", min=0, max=65535, help="(default: the next free one from 8000)"),
    ] = None,
    fd: Annotated[
        int | None, typer.Option(min=0, help="A socket that is already open, instead of host and port.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(envvar="SERAI_DATA", help="Where tables are kept (default: the data folder)."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(envvar="SERAI_DATABASE", help="postgresql://USER:PASSWORD@HOST/NAME (default: SQLite)."),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(envvar="SERAI_REDIS", help="redis://…: many processes are one server (default: one)."),
    ] = None,
    workers: Annotated[int | None, typer.Option(envvar="SERAI_WORKERS", min=0, help=WORKERS)] = None,
    synchronous: Synchronous = "full",
    trusted: Annotated[
        str, typer.Option(envvar="SERAI_TRUSTED_PROXIES", help="Addresses of proxies trusted for the scheme.")
    ] = "127.0.0.1",
    watch: Annotated[bool, typer.Option(help="Read templates and styles again when they change.")] = False,
    password_memory: Annotated[
        int,
        typer.Option(envvar="SERAI_PASSWORD_MEMORY", min=32, help="KiB of memory for hashing a password."),
    ] = 64 * 1024,
    crowd: Annotated[
        float,
        typer.Option(envvar="SERAI_CROWD", min=0, help="How many times the usual one address may ask."),
    ] = 1.0,
    smtp: Annotated[
        str | None, typer.Option(envvar="SERAI_SMTP", help="Mail server: smtp+starttls://USER:PASSWORD@HOST.")
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option(envvar="SERAI_MAIL_FROM", help="The address that e-mails come from.")
    ] = None,
    site: Annotated[
        str | None, typer.Option(envvar="SERAI_SITE", help="Public address of this server, for e-mails.")
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(envvar="SERAI_METRICS", min=0, max=65535, help="Port for Prometheus, on 127.0.0.1."),
    ] = None,
    log: Annotated[
        str, typer.Option(envvar="SERAI_LOG", help="plain: warnings; json: every request.")
    ] = "plain",
    silence: Annotated[
        float,
        typer.Option(envvar="SERAI_SILENCE", min=1, help="Seconds of silence that end a connection."),
    ] = 40.0,
    keep_rooms: KeepRooms = 14.0,
    keep_games: KeepGames = 90.0,
    keep_guests: KeepGuests = 90.0,
) -> None:
    """Serve the page: play in the browser."""
    with needs("server", "the server needs"):
        from serai.server.ops.config import Config
        from serai.server.ops.retention import RetentionPolicy
        from serai.server.ops.run import serve as run
        from serai.server.people.mail import mail_server
    try:
        check_synchronous(synchronous)
        if log not in ("plain", "json"):
            raise BadOption(f"log is plain or json, not {log!r}")
        config = Config(
            data or data_folder(),
            workers,
            synchronous.upper(),
            watch,
            password_memory=password_memory,
            mail=mail_server(smtp, mail_from, site) if smtp else None,
            database=database,
            redis=redis,
            address_factor=crowd,
            retention=RetentionPolicy(keep_rooms, keep_games, keep_guests),
            test_seed=os.environ.get("SERAI_TEST_SEED"),
        )
        run(config, host, port, trusted, metrics, log, silence, fd)
    except OSError as error:
        fail(f"cannot keep tables in {data or data_folder()}: {error.strerror}")
    except SeraiError as error:
        fail(str(error))


def check_synchronous(word: str) -> None:
    """Raise `BadOption` if there is no such way to write."""
    if word.lower() not in ("full", "normal"):
        raise BadOption(f"synchronous is full or normal, not {word!r}")

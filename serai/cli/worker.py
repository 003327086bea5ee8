"""`serai worker`"""

from __future__ import annotations

from typing import Annotated

import typer

from serai.cli.output import fail, needs
from serai.cli.serve import WORKERS, Synchronous, check_synchronous
from serai.kernel.errors import SeraiError
from serai.paths import data_folder


def worker(
    database: Annotated[
        str, typer.Option(envvar="SERAI_DATABASE", help="postgresql://USER:PASSWORD@HOST/NAME.")
    ],
    redis: Annotated[str, typer.Option(envvar="SERAI_REDIS", help="redis://:PASSWORD@HOST:PORT/NUMBER.")],
    workers: Annotated[int | None, typer.Option(envvar="SERAI_WORKERS", min=1, help=WORKERS)] = None,
    synchronous: Synchronous = "full",
    smtp: Annotated[str | None, typer.Option(envvar="SERAI_SMTP", help="As for serve.")] = None,
    mail_from: Annotated[str | None, typer.Option(envvar="SERAI_MAIL_FROM", help="As for serve.")] = None,
    site: Annotated[str | None, typer.Option(envvar="SERAI_SITE", help="As for serve.")] = None,
) -> None:
    """Run bots for servers that share a database."""
    with needs("server", "the server needs"):
        from serai.server.ops.config import Config
        from serai.server.ops.run import work
        from serai.server.people.mail import mail_server
    try:
        check_synchronous(synchronous)
        mail = mail_server(smtp, mail_from, site) if smtp else None
        work(
            Config(
                data_folder(),
                workers,
                synchronous.upper(),
                mail=mail,
                database=database,
                redis=redis,
                web=False,
            )
        )
    except SeraiError as error:
        fail(str(error))

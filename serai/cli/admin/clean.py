"""`serai admin clean`"""

from __future__ import annotations

from functools import partial
from time import time
from typing import Annotated

import typer

from serai.cli.admin.database import Data, report_errors, transact


def clean(
    rooms: Annotated[float, typer.Option(envvar="SERAI_KEEP_ROOMS", min=0, help="As for serve.")] = 14.0,
    games: Annotated[float, typer.Option(envvar="SERAI_KEEP_GAMES", min=0, help="As for serve.")] = 90.0,
    guests: Annotated[float, typer.Option(envvar="SERAI_KEEP_GUESTS", min=0, help="As for serve.")] = 90.0,
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say how much it would be.")] = False,
    data: Data = None,
) -> None:
    """Delete what nobody uses: tables that never began, abandoned games, guests who never came back.

    A running server does so by itself once an hour. Accounts and finished games are kept.
    """
    from serai.server.ops import retention

    keep, now = retention.RetentionPolicy(rooms, games, guests), time()
    gone = retention.DeletedCounts()
    with report_errors():
        if dry:
            gone = transact(data, lambda connection: retention.count(connection, keep, now))
        else:
            for kind, make, days in (
                ("waiting_tables", retention.old_waiting_tables, keep.waiting_tables),
                ("games", retention.old_games, keep.games),
                ("guests", retention.old_guests, keep.guests),
            ):
                asked = make(now, days)
                while days and (number := transact(data, partial(retention.clean_now, asked=asked))):
                    setattr(gone, kind, getattr(gone, kind) + number)
    would = "would be deleted" if dry else "deleted"
    typer.echo(f"{gone.waiting_tables} rooms, {gone.games} games, {gone.guests} guests {would}")

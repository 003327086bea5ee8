"""`serai admin people, ban, unban, bans`"""

from __future__ import annotations

from typing import Annotated

import typer

from serai.cli.admin.database import Data, report_errors, transact
from serai.cli.admin.rows import Most, date, print_rows

Who = Annotated[str, typer.Argument(help="A guest's number, an account's name, an address or a network.")]


def people(
    part: Annotated[str, typer.Argument(help="A part of the name.")] = "", most: Most = 50, data: Data = None
) -> None:
    """List guests and accounts, the latest first."""
    from serai.server.ops import admin

    with report_errors():
        found = transact(data, lambda connection: admin.list_people(connection, part, most))
        rows = [(row.id, row.name, "account" if row.login else "guest", date(row.made_at)) for row in found]
        print_rows(("number", "name", "", "since"), rows)


def ban(
    who: Who, reason: Annotated[str, typer.Option(help="For your own memory.")] = "", data: Data = None
) -> None:
    """Let a guest, an account or an address in no more."""
    from serai.server.ops import admin

    with report_errors():
        kind, value = transact(data, lambda connection: admin.ban(connection, who, reason))
    typer.echo(f"{kind} {value} is banned")


def unban(who: Who, data: Data = None) -> None:
    """Let somebody in again."""
    from serai.server.ops import admin

    with report_errors():
        kind, value = transact(data, lambda connection: admin.unban(connection, who))
    typer.echo(f"{kind} {value} is no longer banned")


def bans(data: Data = None) -> None:
    """List who is banned."""
    from serai.server.ops import admin

    with report_errors():
        found = transact(data, admin.list_bans)
        rows = [(one.kind, one.value, date(one.made_at), one.reason) for one in found]
        print_rows(("kind", "who", "since", "reason"), rows)

"""`serai admin tables, close, hide, show`"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from serai.cli.admin.database import Data, report_errors, transact
from serai.cli.admin.rows import Everything, Most, date, print_rows

Key = Annotated[str, typer.Argument(help="The table: the last part of its address.")]


def tables(everything: Everything = False, most: Most = 50, data: Data = None) -> None:
    """List tables, the latest first."""
    from serai.server.ops import admin

    def state(row: Any) -> str:
        if row["closed_at"] is not None:
            return "closed"
        words = "over" if row["actor"] == -2 else "waiting" if row["started_at"] is None else "running"
        return f"{words}, hidden" if row["hidden"] else words

    with report_errors():
        found = transact(data, lambda connection: admin.list_tables(connection, everything, most))
        print_rows(
            ("table", "game", "state", "choices", "changed", "players"),
            [
                (
                    *(row["id"], row["game"], state(row), row["number"]),
                    date(row["changed_at"]),
                    ", ".join(row["names"]),
                )
                for row in found
            ],
        )


def close(table: Key, data: Data = None) -> None:
    """End a table for everybody; its log remains."""
    from serai.server.ops import admin

    with report_errors():
        transact(data, lambda connection: admin.close_table(connection, table))
    typer.echo(f"table {table} is closed")


def hide(table: Key, data: Data = None) -> None:
    """Keep a public table out of the lobby."""
    from serai.server.ops import admin

    with report_errors():
        transact(data, lambda connection: admin.hide_table(connection, table, hidden=True))
    typer.echo(f"table {table} is hidden")


def show(table: Key, data: Data = None) -> None:
    """Show a hidden table in the lobby again."""
    from serai.server.ops import admin

    with report_errors():
        transact(data, lambda connection: admin.hide_table(connection, table, hidden=False))
    typer.echo(f"table {table} is shown")

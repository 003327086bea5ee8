"""`serai admin reports, settle`"""

from __future__ import annotations

from typing import Annotated

import typer

from serai.cli.admin.database import Data, report_errors, transact
from serai.cli.admin.rows import Everything, date, print_rows


def reports(everything: Everything = False, data: Data = None) -> None:
    """List messages that were reported."""
    from serai.server.ops import admin

    with report_errors():
        found = transact(data, lambda connection: admin.list_reports(connection, everything))
        rows = [
            (one.id, one.table_id, f"{one.name} ({one.writer})", one.text or one.phrase, date(one.made_at))
            for one in found
        ]
        print_rows(("report", "table", "writer", "message", "at"), rows)


def settle(report: Annotated[int, typer.Argument(help="Its number.")], data: Data = None) -> None:
    """Mark a report as done."""
    from serai.server.ops import admin

    with report_errors():
        transact(data, lambda connection: admin.settle(connection, report))
    typer.echo(f"report {report} is settled")

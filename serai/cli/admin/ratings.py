"""`serai admin rerate`"""

from __future__ import annotations

import typer

from serai.cli.admin.database import Data, report_errors, transact


def rerate(data: Data = None) -> None:
    """Work out all ratings again from the ranks of the rated games."""
    from serai.server.people.ratings import rate_again

    with report_errors():
        changed = transact(data, rate_again)
    typer.echo(f"{changed} ratings changed")

"""Prints lists as rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

Everything = Annotated[bool, typer.Option("--all", help="Also what is finished.")]
Most = Annotated[int, typer.Option(min=1, help="How many lines at most.")]


def print_rows(columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    """Print a table; what people wrote is shown as it is, without markup."""
    table = Table(*columns)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    Console().print(table)


def date(stamp: float) -> str:
    """A moment as the lists show it, in UTC."""
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%d %H:%M")

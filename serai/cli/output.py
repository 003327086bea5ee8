"""Progress and messages of commands, apart from their results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text


def fail(message: str, command: str = "serai") -> NoReturn:
    """Say in a line what is wrong, and end."""
    Console(stderr=True, highlight=False).print(Text(f"{command}: {message}"), soft_wrap=True)
    raise typer.Exit(2)


@contextmanager
def needs(extra: str, who: str, command: str = "serai") -> Iterator[None]:
    """Import what an extra installs; say so where it is missing. `who` is e.g. "the server needs"."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("serai"):
            raise
        fail(f"{who} {missing.name}: pip install 'serai[{extra}]'", command)


def progress(console: Console) -> Progress:
    """A bar that is gone when the work is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )

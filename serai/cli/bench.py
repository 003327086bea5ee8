"""`serai bench`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from serai.cli.output import fail


def bench(
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the figures to FILE (- to print).")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Time for each figure.")] = 2.0,
) -> None:
    """Speed of every game, compared with other simulators if installed."""
    from serai.bench import print_figures, run_all

    console = Console(stderr=True)
    with console.status("measuring") as status:
        figures = run_all(seconds, status.update)
    if json_file is not None and str(json_file) == "-":
        typer.echo(json.dumps(figures, indent=1))
        return
    print_figures(figures, Console())
    if json_file is not None:
        try:
            json_file.parent.mkdir(parents=True, exist_ok=True)
            json_file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            fail(f"cannot write {json_file}: {error.strerror}")

"""`serai preview`"""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import Annotated

import typer

from serai.cli.options import GameName
from serai.cli.output import fail, needs
from serai.kernel.errors import SeraiError


def preview(
    game: GameName,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where (default: any that is free).")] = 0,
) -> None:
    """Show the page of a game after some random choices; it changes as soon as a file does."""
    with needs("server", "the page needs"):
        from serai.authoring.preview import watch
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # what it started ends with it
        with suppress(KeyboardInterrupt):
            watch(game, port, lambda address: typer.echo(address))
    except SeraiError as error:
        fail(str(error))

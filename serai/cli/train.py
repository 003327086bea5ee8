"""`serai train`"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from serai.cli.options import GameName
from serai.cli.output import fail
from serai.kernel.errors import SeraiError


def train(
    game: GameName,
    folder: Annotated[Path, typer.Argument(help="Of the run; what is there is gone on with.")],
    minutes: Annotated[float, typer.Option(help="How long.", min=0.1)] = 60.0,
    workers: Annotated[
        int | None, typer.Option(help="Processes that play (default: one a processor).", min=1)
    ] = None,
    device: Annotated[str | None, typer.Option(help="Of PyTorch: cuda or cpu.")] = None,
    from_shipped: Annotated[
        bool, typer.Option("--from-shipped", help="Start a new run from the game's net.")
    ] = False,
) -> None:
    """Train the net of a game by games with itself. Needs serai[train]."""
    import serai
    from serai.bots import nets
    from serai.research.training import run

    if find_spec("torch") is None:
        fail("training needs torch: pip install 'serai[train]'")
    try:
        start = nets.game_net(serai.game(game)) if from_shipped else None
        run.train(game, folder, 60 * minutes, workers or os.cpu_count() or 1, device=device, start=start)
    except SeraiError as error:
        fail(str(error))

"""`serai info`"""

from __future__ import annotations

import sys

import typer

import serai
from serai._source import compiled
from serai.bots.nets import digest, engine
from serai.kernel.registry import broken_games
from serai.paths import data_folder


def info() -> None:
    """Version, compiled or not, games, data folder."""
    source = "compiled" if compiled() else "interpreted (no compiled modules in use)"
    typer.echo(f"serai {serai.__version__}, Python {sys.version.split()[0]}, {source}")
    for name in serai.game_names():
        game = serai.game(name)
        least, most = game.players
        number = f"{least} to {most}" if least < most else f"{most}"
        players = f"{number} player{'s' if most > 1 else ''}"
        typer.echo(f"{name}: {game.title}, {players}, rules version {game.version}")
        for option, facts in game.options.items():
            values = " | ".join(facts.values) or "FILE"
            typer.echo(f"  --{option} {values}: {facts.help}")
        if (net := digest(game)) is not None:
            typer.echo(f"  net: {net}, {engine(game)}")
    for broken in broken_games():
        typer.echo(f"{broken.announced.name}: left out: {broken.reason}")
    typer.echo(f"data folder: {data_folder()}")

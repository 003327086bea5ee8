"""What the server knows of each game: its view, its drawings, its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import serai
from serai.kernel.game import Game
from serai.scene.plain import PlainView
from serai.scene.say import Say
from serai.scene.scene import Art, View
from serai.server.words import words

HERE = Path(__file__).parents[1]
WEB = HERE.parent / "web"


def room(name: str) -> Path:
    """The folder of a game."""
    return HERE.parent / "games" / name


@cache
def view_of(name: str) -> View:
    game = serai.game(name)
    module = f"serai.games.{name}.view"
    try:
        return game.view
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return PlainView(game)


@cache
def art_of(name: str) -> Art:
    return view_of(name).art()


def game_words(game: Game, language: str) -> Say:
    return words(room(game.name), language)

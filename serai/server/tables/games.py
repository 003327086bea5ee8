"""What the server knows about each game: its view, its drawings, its words."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

import serai
from serai.kernel.errors import UnknownGame
from serai.kernel.game import Game
from serai.scene.plain import PlainView
from serai.scene.say import SOURCE, Say, speak
from serai.scene.scene import Art, View

WEB = Path(__file__).parents[2] / "web"
log = logging.getLogger("serai.server")


@cache
def view_of(name: str) -> View:
    """How a game is shown. One that cannot be loaded or drawn is logged; then the plain view stands in."""
    game = serai.game(name)
    say = game_words(game, SOURCE)
    try:
        view = game.view
        view.art(), view.about(say), view.option_words(say)  # what the home page shows of every game
    except Exception:
        log.exception("the view of %s is broken; it is shown plainly", name)
        return PlainView(game)
    return view


def title_of(name: str) -> str:
    """The title of a game, or its name if its package is no longer installed."""
    try:
        return serai.game(name).title
    except UnknownGame:
        return name


def is_plain(name: str) -> bool:
    """Whether the game has no board, so that everything is shown as cards."""
    view = view_of(name)
    return isinstance(view, PlainView) and not view.is_drawn


@cache
def art_of(name: str) -> Art:
    return view_of(name).art()


def game_words(game: Game, language: str) -> Say:
    return speak(game.folder or Path(), language)

"""The bots one can play against: the one place that says which there are and what they are called."""

from __future__ import annotations

from serai.kernel.game import Game
from serai.scene.say import Say, mark

# The name of the bot (`serai.bots.names`), and what people call the level.
LEVELS: dict[str, str] = {
    "random": mark("Random"),
    "greedy": mark("Greedy"),
    "search:500": mark("Thoughtful"),
}
DEFAULT = "greedy"


def level_names(game: Game) -> list[str]:
    """The levels of a game, weakest first."""
    return list(LEVELS)


def default_level(game: Game) -> str:
    return DEFAULT


def level_label(level: str, say: Say) -> str:
    """What a level is called."""
    return say(LEVELS.get(level, level))

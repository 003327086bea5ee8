"""The bots one can play against: the one place that says which there are and what they are called."""

from __future__ import annotations

from typing import Final

from serai.kernel.game import Game
from serai.scene.say import Say, mark

# What people call the levels of a game, weakest first; a game names them the same (`Game.levels`).
TITLES: Final = (
    mark("Apprentice"),
    mark("Trader"),
    mark("Merchant"),
    mark("Caravan master"),
    mark("Vizier"),
)
# For tests and for those who ask by name; the page does not offer them.
GREEDY: Final = "greedy"
PLAIN: Final = {"random": mark("Random"), GREEDY: mark("Greedy")}
USUAL: Final = 3  # the level of bots where nobody names one


def level_names(game: Game) -> list[str]:
    """The levels of a game that the page offers, weakest first, as `serai.bots.names` knows them."""
    return [f"level{number}" for number in range(1, len(game.levels) + 1)]


def is_level(name: str, game: Game) -> bool:
    return name in PLAIN or name in level_names(game)


def default_level(game: Game) -> str:
    """One that plays well and does not wait; a game may have fewer levels, or none."""
    names = level_names(game)
    return names[min(USUAL, len(names)) - 1] if names else GREEDY


def level_label(level: str, say: Say) -> str:
    """What a level is called."""
    if level in PLAIN:
        return say(PLAIN[level])
    number = int(level.removeprefix("level"))
    return say(TITLES[number - 1]) if number <= len(TITLES) else say("Level {n}", n=number)

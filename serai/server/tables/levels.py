"""What people call the bots on the page; `serai.bots.names` says which there are."""

from __future__ import annotations

from typing import Final

from serai.bots.names import GREEDY, LEVEL
from serai.bots.names import default_level as default_level
from serai.bots.names import level_names as level_names
from serai.kernel.game import Game
from serai.scene.say import Say, mark

# What people call the levels of our games (`Level.title`), to be translated; others are told by their number.
TITLES: Final = (
    mark("Apprentice"),
    mark("Trader"),
    mark("Merchant"),
    mark("Caravan master"),
    mark("Vizier"),
)
# For tests and for those who ask by name; the page does not offer them.
PLAIN: Final = {"random": mark("Random"), GREEDY: mark("Greedy")}


def is_level(name: str, game: Game) -> bool:
    return name in PLAIN or name in level_names(game)


def level_label(level: str, say: Say) -> str:
    """What a level is called."""
    if level in PLAIN:
        return say(PLAIN[level])
    number = int(level.removeprefix(LEVEL))
    return say(TITLES[number - 1]) if number <= len(TITLES) else say("Level {n}", n=number)

"""What the bots are called on the page; `serai.bots.names` says which there are."""

from __future__ import annotations

from typing import Final

from serai.bots.names import GREEDY, LEVEL, level_names
from serai.kernel.game import Game
from serai.scene.say import Say, mark

# What the games call them, and how each plays.
TITLES: Final = (
    mark("Apprentice"),
    mark("Trader"),
    mark("Merchant"),
    mark("Caravan master"),
    mark("Vizier"),
)
ABOUT: Final = (
    mark("still learning the rules"),
    mark("knows the rules, slips now and then"),
    mark("plays like a friend who knows the game"),
    mark("plays well and makes few mistakes"),
    mark("the strongest, takes a moment to think"),
)
# For tests and for those who ask by name; the page does not offer them.
PLAIN: Final = {"random": mark("Random"), GREEDY: mark("Greedy")}


def is_level(name: str, game: Game) -> bool:
    return name in PLAIN or name in level_names(game)


def level_about(level: str, say: Say) -> str:
    """How a level plays, in a few words; nothing if unknown."""
    number = int(level.removeprefix(LEVEL)) if level.startswith(LEVEL) else 0
    return say(ABOUT[number - 1]) if 0 < number <= len(ABOUT) else ""


def level_label(level: str, game: Game | None, say: Say) -> str:
    """What a level is called: the game's title for it, or its number if that title is missing or not
    unique, or if the game is not installed any more."""
    if level in PLAIN:
        return say(PLAIN[level])
    number = int(level.removeprefix(LEVEL))
    titles = [one.title for one in game.levels] if game is not None else []
    title = titles[number - 1] if number <= len(titles) else ""
    if not title or title in titles[: number - 1]:
        return say("Level {n}", n=number)
    label = title.capitalize()
    return say(label)

"""Bots by name, as they are written on the command line."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

from serai.bots import host
from serai.bots.bot import Bot, RandomBot
from serai.bots.external import TIMEOUT, ProcessBot, class_bot
from serai.bots.nets import evaluator, game_net
from serai.bots.players import GreedyBot, NetBot, NetSearchBot, SearchBot
from serai.kernel.errors import BadOption
from serai.kernel.game import Game, Level

COMMAND: Final = "cmd:"
CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
SEARCH: Final = re.compile(r"search(?::([1-9][0-9]{0,8}))?")
NET: Final = re.compile(r"net(?::([1-9][0-9]{0,8}))?")
LEVEL: Final = "level"  # and its number, from 1 on
GREEDY: Final = "greedy"
USUAL: Final = 3  # the level of bots where nobody names one


def make_bot(name: str, game: Game, timeout: float = TIMEOUT) -> Bot:
    """The bot of that name. Those that are programs start when they are first asked to play.

    >>> import serai
    >>> make_bot("search:200", serai.game("yspahan")).work
    200
    """
    if name.startswith(COMMAND) and name.removeprefix(COMMAND).strip():
        return ProcessBot(name, name.removeprefix(COMMAND).strip(), timeout)
    if name == "random":
        return RandomBot()
    if name == GREEDY:
        return GreedyBot()
    if net := NET.fullmatch(name):
        evaluate = evaluator(game_net(game))
        return NetSearchBot(evaluate, int(net[1])) if net[1] else NetBot(evaluate)
    if search := SEARCH.fullmatch(name):
        strongest = game.levels[-1]
        work = int(search[1]) if search[1] else None
        return SearchBot(work, None, strongest.turns, strongest.width, strongest.quick)
    if name in (levels := level_names(game)):
        return level_bot(game.levels[levels.index(name)])
    if CLASS.fullmatch(name):
        return class_bot(name, timeout)
    raise BadOption(
        f"no bot {name!r}; there is random, greedy, level1 to level{len(game.levels)}, search, search:WORK, "
        "net, net:WORK, module:Class and cmd:COMMAND"
    )


def level_names(game: Game) -> list[str]:
    """The levels of a game, weakest first.

    >>> import serai
    >>> level_names(serai.game("yspahan"))
    ['level1', 'level2', 'level3', 'level4', 'level5']
    """
    return [f"{LEVEL}{number}" for number in range(1, len(game.levels) + 1)]


def default_level(game: Game) -> str:
    """The bot where nobody names one: it plays well and does not wait. A game may have fewer levels, or none.

    >>> import serai
    >>> default_level(serai.game("yspahan"))
    'level3'
    """
    names = level_names(game)
    return names[min(USUAL, len(names)) - 1] if names else GREEDY


def level_bot(level: Level) -> Bot:
    """The bot of a level."""
    if level.work is None and level.seconds is None:
        return GreedyBot(level.blur)
    return SearchBot(level.work, level.seconds, level.turns, level.width, level.quick)


def check_bot(name: str, game: Game) -> None:
    """Raise `BadOption` if there is no bot of that name. A class is loaded, a command not yet run."""
    bot = make_bot(name, game)
    if isinstance(bot, ProcessBot) and not name.startswith(COMMAND):
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # as `python -m` does
        try:
            host.load(name)
        except Exception as error:
            raise BadOption(f"no bot {name!r}: {type(error).__name__}: {error}") from error

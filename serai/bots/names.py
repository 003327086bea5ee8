"""Bots by name, as they are written on the command line."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from typing import Final

from serai.bots import host
from serai.bots.bot import Bot, RandomBot
from serai.bots.external import TIMEOUT, ProcessBot, class_bot
from serai.bots.nets import BadNet, game_evaluator
from serai.bots.players import GreedyBot, NetBot, NetSearchBot, SearchBot
from serai.kernel.errors import BadOption
from serai.kernel.game import Game, Level

COMMAND: Final = "cmd:"
CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
SEARCH: Final = re.compile(r"search(?::([1-9][0-9]{0,8}))?")
STRONGEST: Final = re.compile(r"(?:strongest|net(?=:))(?::([1-9][0-9]{0,8}))?")
NET: Final = "net"
CLASSIC: Final = "classic5"
LEVEL: Final = "level"  # and its number, from 1 on
GREEDY: Final = "greedy"
USUAL: Final = 3  # the default level


def make_bot(name: str, game: Game, timeout: float = TIMEOUT) -> Bot:
    """The bot of that name. External programs start when they are first asked to play.

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
    if name == NET:
        return NetBot(game_evaluator(game))
    if strongest := STRONGEST.fullmatch(name):
        work = int(strongest[1]) if strongest[1] else None
        return strongest_bot(game, work, helped=work is None)
    if name == CLASSIC:
        return level_bot(game.classic, game)
    if search := SEARCH.fullmatch(name):
        work = int(search[1]) if search[1] else None
        return level_bot(replace(game.classic, work=work), game)
    if name in (levels := level_names(game)):
        return level_bot(game.levels[levels.index(name)], game)
    if CLASS.fullmatch(name):
        return class_bot(name, timeout)
    raise BadOption(
        f"no bot {name!r}; there is random, greedy, level1 to level{len(game.levels)}, search, search:WORK, "
        "net, strongest, strongest:WORK, classic5, module:Class and cmd:COMMAND"
    )


def level_names(game: Game) -> list[str]:
    """The levels of a game, weakest first.

    >>> import serai
    >>> level_names(serai.game("yspahan"))
    ['level1', 'level2', 'level3', 'level4', 'level5']
    """
    return [f"{LEVEL}{number}" for number in range(1, len(game.levels) + 1)]


def default_level(game: Game) -> str:
    """The default bot, which plays well and fast. A game may have fewer levels, or none.

    >>> import serai
    >>> default_level(serai.game("yspahan"))
    'level3'
    """
    names = level_names(game)
    return names[min(USUAL, len(names)) - 1] if names else GREEDY


def level_bot(level: Level, game: Game) -> Bot:
    """The bot of a level. If the game's net cannot be evaluated, the estimate takes its place."""
    searches = level.work is not None or level.seconds is not None
    if level.net:
        try:
            evaluate = game_evaluator(game)
        except BadNet:
            pass
        else:
            if searches:
                return NetSearchBot(evaluate, level)
            return NetBot(evaluate, blur=level.blur)
    if searches:
        return SearchBot(level.work, level.seconds, level.turns, level.width, level.quick)
    return GreedyBot(level.blur)


def strongest_bot(game: Game, work: int | None = None, helped: bool = False) -> NetSearchBot | SearchBot:
    """The strongest bot for a game, limited by time or by walks. It uses the game's net, if there is one, and
    (if `helped`) a second process, if there is a core for it."""
    last = game.levels[-1] if game.levels else game.classic
    try:
        return NetSearchBot(game_evaluator(game), replace(last, work=work), helped)
    except BadNet:
        classic = game.classic
        return SearchBot(work, classic.seconds, classic.turns, classic.width, classic.quick)


def check_bot(name: str, game: Game) -> None:
    """Raise `BadOption` if there is no bot of that name. Classes are loaded; commands are not run yet."""
    bot = make_bot(name, game)
    if isinstance(bot, ProcessBot) and not name.startswith(COMMAND):
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # as `python -m` does
        try:
            host.load(name)
        except Exception as error:
            raise BadOption(f"no bot {name!r}: {type(error).__name__}: {error}") from error

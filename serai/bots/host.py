"""The program that runs a bot given as `module:Class`. What the bot prints goes to stderr."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import cast

from serai.bots.bot import Bot, Budget, Situation
from serai.kernel.registry import game, restore


def load(name: str) -> type[Bot]:
    """The class that `module:Class` names."""
    module, _, attribute = name.partition(":")
    return cast(type[Bot], getattr(import_module(module), attribute))


def main() -> None:
    """Make the bot named on the command line, and answer for it until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    bot = load(sys.argv[1])()
    name = ""
    seat = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "reset":
            name = message["game"]
            seat = message["seat"]
            bot.reset(game(name), message["players"], message["options"], seat, message["seed"])
        else:
            situation = Situation(restore(name, message["position"]), seat)
            choice = bot.choose(situation, Budget(**message["budget"]))
            print(json.dumps({"choice": choice}, default=int), file=answers, flush=True)

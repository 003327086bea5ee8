"""Bots that behave badly, and one that does not."""

from __future__ import annotations

import os
from collections.abc import Mapping
from threading import Event

from serai import Game
from serai.bots.bot import Budget, Situation


class First:
    """Takes the first choice, and talks while it plays."""

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        print("a new game")

    def choose(self, situation: Situation, budget: Budget) -> int:
        print("let me think")
        return situation.legal[0]


class Raises(First):
    def choose(self, situation: Situation, budget: Budget) -> int:
        raise RuntimeError("no idea")


class RaisesAtReset(First):
    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        raise RuntimeError("not today")


class Vanishes(First):
    def choose(self, situation: Situation, budget: Budget) -> int:
        os._exit(3)


class Waits(First):
    def choose(self, situation: Situation, budget: Budget) -> int:
        Event().wait()
        return situation.legal[0]


class Cheats(First):
    def choose(self, situation: Situation, budget: Budget) -> int:
        return max(situation.legal) + 1


class Fifth(First):
    """Fails at its fifth choice of a game."""

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.number = 0

    def choose(self, situation: Situation, budget: Budget) -> int:
        self.number += 1
        return situation.legal[0] if self.number < 5 else -1


class Announces(First):
    """Writes its process id into a pipe when its second game begins, and plays no further."""

    def __init__(self) -> None:
        self.games = 0

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.games += 1
        if self.games == 2:
            with open(os.environ["ANNOUNCE"], "w") as pipe:
                pipe.write(f"{os.getpid()}\n")
            Event().wait()

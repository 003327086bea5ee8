"""A puzzle as one person solves it: a private table that does not move until the right choice is found.

Between two attempts only the database knows anything, so any process can answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import date
from functools import cache
from hashlib import blake2b

from serai.analysis.puzzles import BadPuzzle, Puzzle, differences, puzzles
from serai.analysis.words import choice_labels
from serai.kernel.registry import game as find_game
from serai.kernel.registry import game_names
from serai.server.errors import Refusal
from serai.server.live.bots.reasons import reason_words
from serai.server.live.messages import PuzzleValue, Snapshot
from serai.server.live.scenes import UpdateExtras
from serai.server.live.study.private_table import PrivateTable

log = logging.getLogger("serai.server")


@cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """The puzzles of a game by their ids, in an order that says nothing about the games they are from; none
    if they cannot be read, since the game can be played anyway."""
    try:
        found = {puzzle.id: puzzle for puzzle in puzzles(game)}
    except (BadPuzzle, OSError) as error:
        log.error("the puzzles of %s cannot be used: %s", game, error)
        return {}
    return {key: found[key] for key in sorted(found, key=lambda key: blake2b(key.encode()).digest())}


async def load_puzzles() -> None:
    """Read the puzzles of all games in the background, so that nobody waits for it later."""
    for name in game_names():
        await asyncio.to_thread(puzzles_of, name)


def find_puzzle(game: str, key: str) -> Puzzle:
    """A puzzle of a game. Raises `Refusal`."""
    found = puzzles_of(game).get(key)
    if found is None:
        raise Refusal("no-page")
    return found


def daily_puzzle(game: str, day: date) -> Puzzle | None:
    """The same for all; None if the game has none. All come in turn."""
    found = list(puzzles_of(game).values())
    return found[day.toordinal() % len(found)] if found else None


def unseen_first(states: Mapping[str, str], after: str = "") -> list[str]:
    """Which puzzles may come next, given a person's results: not the same one twice in a row, if there is
    another."""
    for wanted in ("new", "missed", "found", "solved"):
        left = [key for key, state in states.items() if state == wanted and key != after]
        if left:
            return left
    return list(states)


class PuzzleTable(PrivateTable):
    """The position of a puzzle, as the seat that is to choose sees it."""

    def __init__(self, puzzle: Puzzle, language: str, name: str) -> None:
        try:
            seat = int(puzzle.position().actor)
        except BadPuzzle as error:
            log.error("%s", error)
            raise Refusal("no-page") from error
        super().__init__(find_game(puzzle.game), puzzle.players, puzzle.options, seat, language, name)
        self.puzzle = puzzle
        for choice in puzzle.choices:
            self.played.replay(choice)

    async def past(self, number: int) -> Snapshot:
        """An earlier moment. Raises `Refusal`."""
        if number > self.played.number:
            raise Refusal("no-position")
        return self.scenes.past_snapshot(await self.perspective(), number)

    def check(self, choice: int) -> None:
        """Raises `Refusal` for what cannot be chosen at all."""
        if choice not in self.played.state.legal():
            raise Refusal("illegal")

    async def solve(self) -> str:
        """Make the best choice: the patch that shows it."""
        perspective = await self.perspective()
        step = self.played.apply(self.puzzle.best)
        return self.scenes.forward([step], [perspective], UpdateExtras(self.seat, self.played.number))[0]

    async def values(self) -> list[PuzzleValue]:
        """What the choices are worth, best first, in the words of the table. Before the choice is made."""
        labels = choice_labels((await self.snapshot())["scene"]["prompt"])
        return [
            {"choice": value.choice, "label": labels.get(value.choice, ""), "share": value.share}
            for value in self.puzzle.values
        ]

    def why(self, choice: int) -> str:
        """In what the best choice is ahead of another, or behind; "" if that cannot be seen yet."""
        return reason_words(self.game, differences(self.puzzle, choice), self.language)

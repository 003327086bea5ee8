"""A game so far: its choices, and the position that they lead to.

A table and the scenes of its viewers share one. A position that has been reached is never changed: the next
choice is applied to a copy. So a reference to a position stays valid.
"""

from __future__ import annotations

from collections.abc import Mapping

from serai.kernel.game import Game
from serai.kernel.state import Event, State


class Step:
    """A choice that was made: the positions before and after it, and what happened in between. `number`: how
    many choices there were then, this one included."""

    def __init__(self, before: State, choice: int, number: int) -> None:
        self.before = before
        self.choice = choice
        self.number = number
        self.events: list[Event] = []
        self.after = before.clone()
        self.after.events = self.events
        self.after.apply_unchecked(choice)
        self.after.events = None


class PlayedGame:
    """The choices that were not undone, and the position they lead to."""

    def __init__(self, game: Game, players: int, options: Mapping[str, str]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.choices: list[int] = []
        self.state = self.first()

    def first(self) -> State:
        """The position before the first choice."""
        return self.game.new(self.players, self.options)

    @property
    def number(self) -> int:
        return len(self.choices)

    def apply(self, choice: int) -> Step:
        """Make a choice that is known to be legal."""
        step = Step(self.state, choice, len(self.choices) + 1)
        self.state = step.after
        self.choices.append(choice)
        return step

    def replay(self, choice: int) -> None:
        """The same without a step, while a log is read and nobody holds the position yet."""
        self.state.apply_unchecked(choice)
        self.choices.append(choice)

    def rewind(self, number: int) -> None:
        """Go back to an earlier number of choices."""
        del self.choices[number:]
        self.state = self.position_after(number)

    def position_after(self, number: int) -> State:
        """The position after a number of choices."""
        state = self.first()
        for choice in self.choices[:number]:
            state.apply_unchecked(choice)
        return state

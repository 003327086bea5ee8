"""A player with one rule, "buy when you can", and the sense to be where something can be bought.

The first figure stands before the guard. The others go to the caves, or, where he has the price, to rooms.
"""

from __future__ import annotations

from serai.games.morgenland import board, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.rules import Morgenland
from serai.kernel.rng import Rng


def choose(state: Morgenland, rng: Rng) -> int:
    """A legal choice of the actor."""
    legal = state.legal()
    for wanted in (ids.BUY, ids.BRIBE):
        if wanted in legal:
            return wanted
    if state.phase == at.PLACE:
        legal = [choice for choice in legal if _makes_sense(state, choice)] or legal
    return legal[rng.below(len(legal))]


def _makes_sense(state: Morgenland, choice: int) -> bool:
    if choice >= ids.ARTIFACT:
        return True
    seat = state.actor
    figure, field = divmod(choice - ids.PLACE, board.NUM_FIELDS)
    if field == board.GUARD or not state.figures(seat, board.GUARD):
        return field == board.GUARD and not state.figures(seat, field)
    if field < board.FIRST_ROOM:
        return field < board.NUM_CAVES
    wealth = state.player[seat].wealth
    price = board.STRENGTHS[figure]
    return not state.figures(seat, field) and max(board.units(wealth, kind) for kind in range(5)) >= price

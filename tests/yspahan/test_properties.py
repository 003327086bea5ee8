"""What holds in every game, whatever is played. `--long` plays a million."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import serai
from serai.games.yspahan import board, cards, dice, ids
from serai.games.yspahan.rules import Yspahan
from serai.kernel.bits import count
from serai.kernel.check import random_choice
from serai.kernel.state import Event


@pytest.mark.parametrize("players", [2, 3, 4])
@given(seed=st.integers(0, 2**64))
def test_pieces_are_conserved_and_scores_are_the_sum_of_scoring_events(players: int, seed: int) -> None:
    state = cast(Yspahan, serai.game("yspahan").new(players))
    rng = serai.Rng(seed)
    points = [0] * players
    gold = [2] * players
    camels = [0] * players
    decisions = 0
    while state.actor != serai.OVER:
        choice = random_choice(state, rng)
        events: list[Event] = []
        state.events = events
        state.apply(choice)
        decisions += 1
        for event in events:
            tally = {"points": points, "gold": gold, "camels": camels}.get(event.kind)
            if tally is not None:
                tally[event.seat] += event.amount
        assert state.scores() == points
        assert [player.gold for player in state.player] == gold
        assert [player.camels for player in state.player] == camels
        check_pieces(state)
        if choice >= ids.ROLL:
            check_dice(state, choice)
    assert (state.week, state.day) == (3, 7)
    assert decisions < 1000


def check_pieces(state: Yspahan) -> None:
    """Cards, cubes and camels of the caravan are each in one place."""
    assert min(min(player.gold, player.camels) for player in state.player) >= 0
    piles = [state.deck, state.discards, *(player.hand for player in state.player)]
    for kind in range(cards.NUM_KINDS):
        assert sum(cards.held(pile, kind) for pile in piles) == 2
    city = caravan = 0
    for player in state.player:
        assert not player.shops & city, "two cubes in one shop"
        assert not player.caravan & caravan, "two cubes on one camel"
        city |= player.shops
        caravan |= player.caravan
    assert caravan == 2**state.loaded - 1, "the caravan is filled in order"
    assert count(caravan) == state.loaded < 3 * state.players
    for shops in board.BAZAAR_SHOPS:
        assert sum(bool(player.shops & shops) for player in state.player) <= 1, "a bazaar has one owner"


def check_dice(state: Yspahan, choice: int) -> None:
    """All dice of the roll lie on the tower."""
    white = dice.SIZE[dice.white_of(choice - ids.ROLL)]
    assert sum(state.white) == white == (8 if state.players == 2 else 9)
    assert sum(state.yellow) == state.bought

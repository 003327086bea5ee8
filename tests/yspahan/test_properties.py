"""What holds in every game, whatever is played. `--long` plays a million."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import serai
from serai.games.yspahan import board, cards, dice, ids
from serai.games.yspahan import state as at
from serai.games.yspahan.rules import Yspahan
from serai.kernel.bits import count
from serai.kernel.check import random_choice
from serai.kernel.state import Event
from tests.yspahan.table import day, give, legal


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
        check_nothing_stale(state)
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


def check_nothing_stale(state: Yspahan) -> None:
    """What is over is set back, so that equal positions have equal keys."""
    phase = at.PHASES[state.phase]
    for field in range(6):
        assert (state.values[field] > 0) == (state.white[field] + state.yellow[field] > 0)
    if phase in ("dice", "roll", "take", "end", "done"):
        assert (state.group, state.dice, state.value, state.cubes, state.extra) == (-1, 0, 0, 0, 0)
    assert not state.built or phase in ("end", "swap")
    assert not state.bought or phase == "roll"
    assert (state.drawer >= 0) == (phase == "deal")
    assert (state.swapped >= 0) == (phase == "swap")
    assert state.resume == at.TAKE or phase == "swap"
    assert state.waiting < 0 or state.sending >= 0
    assert state.sending < 0 or phase in ("camel", "deal")


def check_dice(state: Yspahan, choice: int) -> None:
    """All dice of the roll lie on the tower."""
    white = dice.SIZE[dice.white_of(choice - ids.ROLL)]
    assert sum(state.white) == white == (8 if state.players == 2 else 9)
    assert sum(state.yellow) == dice.SIZE[dice.yellow_of(choice - ids.ROLL)]


def seen_by_all(state: Yspahan) -> str:
    """What all seats together know, and the draw pile: the whole position."""
    return json.dumps([state.deck, *(state.observe(seat) for seat in range(state.players))])


def test_a_position_has_one_key_however_it_was_reached() -> None:
    """All ways through a day on which the supervisor walks an empty city."""
    state = day(3, "roll 1111 22 3 55 +6", yellow=1, gold=0)
    for seat in (1, 2):
        give(state, seat, gold=0)
    ways: defaultdict[str, list[int]] = defaultdict(list)

    def walk(state: Yspahan) -> None:
        ways[seen_by_all(state)].append(state.key())
        if state.day == 1:
            for text in legal(state, "take") if state.group < 0 else legal(state, "supervisor"):
                after = state.clone()
                after.play(f"{'take' if state.group < 0 else 'supervisor'} {text}")
                walk(after)

    walk(state)
    assert max(len(keys) for keys in ways.values()) > 10
    assert all(len(set(keys)) == 1 for keys in ways.values())

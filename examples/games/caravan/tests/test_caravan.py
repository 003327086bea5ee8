"""A test for each rule, and Serai's checks for any game."""

from __future__ import annotations

import pytest
from caravan import ids
from caravan.rules import Caravan
from caravan.state import CITY, COPIES

import serai
from serai.checks import check_all
from serai.kernel.check import random_choice

GAME = serai.game("caravan")


def table(*hands: str, die: int = 0) -> Caravan:
    """The first turn, with these goods."""
    state = Caravan()
    state.setup(len(hands))
    for goods in zip(*(hand.split() for hand in hands), strict=True):
        for good in goods:
            state.play(f"deal {good}")
    if die:
        state.play(f"roll {die}")
    return state


def legal(state: Caravan) -> list[str]:
    return [state.text(choice) for choice in state.legal()]


def test_c1_everybody_is_dealt_three_goods_at_the_gate() -> None:
    state = table("salt silk silk", "dates dates salt", "spice salt dates")
    assert state.fields == [0, 0, 0]
    assert state.observe(0)["hand"] == ["salt", "silk", "silk"]
    assert state.observe(None)["hand"] is None
    assert state.observe(0)["deck"] == 4 * COPIES - 9


def test_c2_the_die_is_rolled_first() -> None:
    state = table("salt silk silk", "dates dates salt")
    assert legal(state) == [f"roll {face}" for face in range(1, 7)]
    state.play("roll 5")
    assert state.actor == 0
    assert legal(state) == ["ride", "wait", "sell salt", "sell silk"]


@pytest.mark.parametrize(("start", "die", "goods"), [(0, 3, 0), (0, 4, 1), (3, 5, 2), (4, 3, 0), (15, 6, 1)])
def test_c3_each_well_on_the_way_gives_a_good(start: int, die: int, goods: int) -> None:
    state = table("salt silk silk", "dates dates salt", die=die)
    state.fields[0] = start
    state.play("ride")
    assert state.fields[0] == min(start + die, CITY)
    for _ in range(goods):
        state.play("deal spice")
    assert len(state.observe(0)["hand"]) == 3 + goods
    assert legal(state)[0] == "roll 1"


def test_c3_nobody_has_more_than_six_goods() -> None:
    state = table("salt silk silk", "dates dates salt", die=5)
    state.hands[0][0] = 2
    state.fields[0] = 3
    state.play("ride")
    state.play("deal spice")
    assert state.seat == 1
    assert sum(state.hands[0]) == 6


def test_c4_who_waits_draws_a_good() -> None:
    state = table("salt silk silk", "dates dates salt", die=5)
    state.play("wait")
    assert state.seen_text(state.parse("deal dates"), 0) == "deal dates"
    assert state.seen_text(state.parse("deal dates"), 1) == "deal ?"
    state.play("deal dates")
    assert state.observe(0)["hand"] == ["dates", "salt", "silk", "silk"]
    assert state.observe(1)["seats"][0]["goods"] == 4


def test_c5_a_sale_moves_all_prices() -> None:
    state = table("salt silk silk", "dates dates salt", die=5)
    state.prices = [6, 3, 4, 3]
    state.play("sell silk")
    assert state.scores() == [8, 0]
    assert state.prices == [6, 4, 3, 4]
    assert state.observe(1)["sold"] == ["silk", "silk"]


def test_c5_a_price_does_not_fall_below_one() -> None:
    state = table("salt silk silk", "dates dates salt", die=5)
    state.prices = [1, 1, 1, 1]
    state.play("sell silk")
    assert state.prices == [2, 2, 1, 2]


def test_c6_the_round_is_played_to_its_end() -> None:
    state = table("salt silk silk", "dates dates salt", die=5)
    state.fields = [17, 9]
    state.play("ride")
    assert state.actor == serai.CHANCE
    state.play("roll 2")
    state.play("sell dates")
    assert state.actor == serai.OVER
    assert state.scores() == [9 + 5, 4 + 6]
    assert state.winners() == [0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c7_games_end_and_have_winners(players: int) -> None:
    rng = serai.Rng(players)
    state = GAME.new(players)
    while state.actor != serai.OVER:
        state.apply(random_choice(state, rng))
    assert state.winners() == [seat for seat in range(players) if state.scores()[seat] == max(state.scores())]


def test_ids_keep_their_meaning() -> None:
    assert [GAME.new(2).text(choice) for choice in range(ids.NUM_ACTIONS)] == [
        *("ride", "wait", "sell dates", "sell salt", "sell silk", "sell spice"),
        *(f"roll {face}" for face in range(1, 7)),
        *("deal dates", "deal salt", "deal silk", "deal spice"),
    ]


def test_the_game_passes_all_checks() -> None:
    assert check_all(GAME, quick=True) == []

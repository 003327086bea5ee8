"""Counting out treasures: every way to pay can be chosen, in one way, and nothing else (M9, M11, M12)."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from serai.games.morgenland import board
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import reach
from tests.morgenland.table import Morgenland, scene


def ways(state: Morgenland, done: bool) -> list[tuple[int, ...]]:
    """What is left after every sequence of choices."""
    if done:
        return [tuple(board.units(state.player[0].wealth, kind) for kind in range(5))]
    found = []
    for choice in state.legal():
        after = state.clone()
        after.count_out(choice)
        found += ways(after, after.settle())
    return found


@settings(max_examples=150)
@given(
    heap=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    big=st.integers(0, 5),
    price=st.integers(1, 18),
    kinds=st.integers(-1, 5).filter(bool),
)
def test_m12_every_payment_can_be_made_in_exactly_one_way(
    heap: list[int], big: int, price: int, kinds: int
) -> None:
    if big < 5:
        heap[big] += 12
    expected = [
        tuple(have - paid for have, paid in zip(heap, payment, strict=True))
        for payment in product(*(range(have + 1) for have in heap))
        if sum(payment) == price and kinds in (-1, sum(paid > 0 for paid in payment))
    ]
    state = scene()
    for kind, number in enumerate(heap):
        state.gain(0, kind, number)
    most = reach(state.player[0].wealth, 0, kinds, 0)
    assert (most >= price and (kinds < 0 or price >= kinds)) == bool(expected)
    if expected:
        done = state.begin_amounts(at.PAY, 0, price, kinds, 0, at.FOR_ROOM)
        found = ways(state, done)
        assert len(found) == len(set(found)), "the same payment in two ways"
        assert sorted(found) == sorted(expected)

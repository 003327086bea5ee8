"""Piles without a known order."""

from __future__ import annotations

import pytest

from serai.kernel import piles
from serai.kernel.rng import Rng


def packed(counts: list[int], bits: int) -> int:
    ones = list(piles.ones(len(counts), bits))
    return sum(number * one for number, one in zip(counts, ones, strict=True))


@pytest.mark.parametrize("bits", [2, 3, 4])
def test_a_packed_pile_holds_as_many_of_each_kind_as_its_bits_can_count(bits: int) -> None:
    most = 2**bits - 1
    counts = [most, 0, 1, most]
    pile = packed(counts, bits)
    cards = [kind for kind, number in enumerate(counts) for _ in range(number)]
    assert piles.size(pile, bits) == len(cards)
    assert [piles.nth(pile, index, bits) for index in range(len(cards))] == cards


def test_every_card_of_a_pile_is_as_likely_as_the_others() -> None:
    counts, rng = [1, 0, 3], Rng(1)
    pile = packed(counts, 2)
    drawn = [piles.draw(pile, 2, rng) for _ in range(4000)]
    listed = [piles.draw_one(counts, rng) for _ in range(4000)]
    for kinds in (drawn, listed):
        assert set(kinds) == {0, 2}
        assert 900 < kinds.count(0) < 1100


def test_dealing_takes_cards_from_the_pile_alone() -> None:
    counts, rng = [2, 1, 3], Rng(2)
    pile = packed(counts, 3)
    hands = set()
    for _ in range(50):
        dealt = piles.deal(pile, 4, 3, rng)
        left = pile - dealt
        assert piles.size(dealt, 3) == 4
        held = [dealt >> 3 * kind & 7 for kind in range(3)]
        assert all(taken <= there for taken, there in zip(held, counts, strict=True))
        assert piles.size(left, 3) == 2
        hands.add(dealt)
    assert len(hands) > 3


def test_redealt_hands_keep_their_sizes() -> None:
    rng = Rng(3)
    seen = set()
    for _ in range(50):
        deck, hands = [1, 0, 2], [[2, 0, 0], [0, 1, 0]]
        piles.deal_again(deck, hands, rng)
        assert [sum(pile) for pile in (deck, *hands)] == [3, 2, 1]
        assert [sum(kinds) for kinds in zip(deck, *hands, strict=True)] == [3, 1, 2]
        seen.add(tuple(map(tuple, hands)))
    assert len(seen) > 3

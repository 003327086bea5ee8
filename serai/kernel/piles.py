"""Piles whose order nobody knows: how many cards of each kind lie in them.

A pile is a list of these numbers, or all of them packed into one number with `bits` bits per kind: packed
piles are free to copy, and combined with plain + and -.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.bits import bit
from serai.kernel.rng import Rng


def ones(kinds: int, bits: int) -> vec[i64]:
    """For each kind, the packed pile of one such card.

    >>> list(ones(3, 2))
    [1, 4, 16]
    """
    return vec[i64]([bit(bits * kind) for kind in range(kinds)])


def size(pile: i64, bits: i64) -> i64:
    """How many cards lie in a packed pile.

    >>> size(0b01_10, 2)
    3
    """
    mask = bit(bits) - 1
    number: i64 = 0
    while pile:
        number += pile & mask
        pile >>= bits
    return number


def nth(pile: i64, index: i64, bits: i64) -> i64:
    """The kind of the card at an index, the packed pile sorted by kind.

    >>> nth(0b01_10, 2, 2)
    1
    """
    mask = bit(bits) - 1
    kind: i64 = 0
    while index >= pile & mask:
        index -= pile & mask
        pile >>= bits
        kind += 1
    return kind


def draw(pile: i64, bits: i64, rng: Rng) -> i64:
    """The kind of a random card from a packed pile, which is not changed."""
    return nth(pile, rng.below(size(pile, bits)), bits)


def deal(pile: i64, number: i64, bits: i64, rng: Rng) -> i64:
    """A packed pile of random cards from another pile, which is not changed.

    >>> deal(0b11, 2, 2, Rng(1))
    2
    """
    dealt: i64 = 0
    for _ in range(number):
        dealt += bit(bits * draw(pile - dealt, bits, rng))
    return dealt


def draw_one(pile: list[int], rng: Rng) -> int:
    """The kind of a random card from a pile, which is not changed.

    >>> draw_one([0, 0, 2], Rng(1))
    2
    """
    index = rng.below(sum(pile))
    kind = 0
    while index >= pile[kind]:
        index -= pile[kind]
        kind += 1
    return kind


def deal_again(deck: list[int], hands: list[list[int]], rng: Rng) -> None:
    """Shuffle the deck and some hands together, and deal to each hand as many cards as it had.

    >>> deck, hands = [0, 0, 1], [[0, 0, 2], [0, 0, 1]]
    >>> deal_again(deck, hands, Rng(1))
    >>> deck, hands
    ([0, 0, 1], [[0, 0, 2], [0, 0, 1]])
    """
    sizes = [sum(hand) for hand in hands]
    for hand in hands:
        for kind, number in enumerate(hand):
            deck[kind] += number
            hand[kind] = 0
    for hand, number in zip(hands, sizes, strict=True):
        for _ in range(number):
            kind = draw_one(deck, rng)
            deck[kind] -= 1
            hand[kind] += 1

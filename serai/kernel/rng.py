"""The one random generator of the project: small, seedable, the same on every platform."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF


class Rng:
    """Chris Doty-Humphrey's sfc32: 128 bits of state, 32 bits a step.

    All numbers stay below 2**63, so compiled and interpreted code give the same stream.

    >>> Rng(7).below(100) == Rng(7).below(100)
    True
    """

    def __init__(self, seed: int | str | None = 0) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.counter: i64 = 1
        if seed is not None:  # else one that takes another's place
            digest = blake2b(str(seed).encode(), digest_size=12).digest()
            self.a = int.from_bytes(digest[:4], "little")
            self.b = int.from_bytes(digest[4:8], "little")
            self.c = int.from_bytes(digest[8:], "little")
            for _ in range(12):
                self.next()

    def next(self) -> i64:
        """The next 32 bits."""
        a = self.a
        b = self.b
        c = self.c
        word = (a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD | c >> 11) + word) & WORD
        return word

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely; n from 1 to 2**31."""
        if n < 1 or n > 1 << 31:
            raise ValueError(f"below() takes 1 to 2**31, not {n}")
        product = self.next() * n
        if product & WORD < n:  # Lemire: only here can a bias hide
            threshold = (1 << 32) % n
            while product & WORD < threshold:
                product = self.next() * n
        return product >> 32

    def clone(self) -> Rng:
        """A second generator that will give the same numbers."""
        twin = Rng(None)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.counter = self.counter
        return twin

"""Where the seeds of tables come from: the system's random generator, so that nobody can guess one.

A test wants the same tables every time: it sets `SERAI_TEST_SEED` in the server's environment. Nothing that a
visitor sends can do so, a server that others can reach refuses to start with it, and the log warns of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from secrets import choice
from typing import Final

from serai.kernel.fair import derived, new_seed

TEST_SEED: Final = "SERAI_TEST_SEED"  # in the environment


class Seeds:
    """Seeds that nobody can guess."""

    def next(self, guest: int, wanted: Mapping[str, str]) -> bytes:
        """The seed of a guest's next table."""
        return new_seed()

    def name(self, names: Sequence[str]) -> str:
        """The name of the next guest."""
        return choice(names)


class FixedSeeds(Seeds):
    """Seeds that follow from one seed, from what is asked for, and from how often the guest asked for that
    before: whatever else they or others do changes nothing."""

    def __init__(self, seed: str) -> None:
        self.seed = sha256(seed.encode()).digest()
        self.opened: Counter[tuple[int, str]] = Counter()
        self.guests = 0

    def next(self, guest: int, wanted: Mapping[str, str]) -> bytes:
        asked = json.dumps(sorted(wanted.items()))
        self.opened[guest, asked] += 1
        return bytes.fromhex(derived(self.seed, f"table {self.opened[guest, asked]} {asked}"))

    def name(self, names: Sequence[str]) -> str:
        """One after another, so that those who meet in a test differ."""
        self.guests += 1
        return names[self.guests % len(names)]

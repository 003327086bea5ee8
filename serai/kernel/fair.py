"""Chance that can be checked: every draw follows from a secret seed whose hash is known from the start.

The seed has 256 bits. Before the first choice its SHA-256 is published, after the last the seed itself.
The draw of the choice with a number (the first is 0) is what `State.sample` gives with a generator
seeded by the HMAC-SHA256 of that number under the seed. Draws that were seen say nothing about others.

>>> import serai
>>> seed = bytes(32)
>>> state = serai.game("yspahan").new(players=2)
>>> draw(state, seed, 0) == draw(state, seed, 0)
True
"""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from serai.kernel.errors import BadRecord
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, State

COMMITMENT: Final = "Commitment"  # the tags of a record
SEED: Final = "ChanceSeed"
HASH: Final = re.compile("[0-9a-f]{64}")


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game."""
    return sha256(seed).hexdigest()


def derived(seed: bytes, purpose: str) -> str:
    """A number of 256 bits that follows from the seed, in hexadecimal; another for each purpose."""
    return hmac.digest(seed, purpose.encode(), "sha256").hex()


def draw(state: State, seed: bytes, number: int) -> int:
    """The outcome of chance, as choice `number` of its game."""
    return state.sample(Rng(derived(seed, f"draw {number}")))


def check_fair(record: Record) -> int | None:
    """How many draws of chance were checked; None if the record tells no seed yet, or never will.

    Raises `BadRecord` for a seed that is not the published one, and for a draw that does not follow.
    """
    told = record.tags.get(SEED)
    if told is None:
        return None
    published = record.tags.get(COMMITMENT, "")
    if not HASH.fullmatch(told):
        raise BadRecord(f"{SEED} is no number of 256 bits in hexadecimal", text=told)
    seed = bytes.fromhex(told)
    if commitment(seed) != published:
        raise BadRecord(f"the seed is not the one whose hash was published as {COMMITMENT}", text=told)
    drawn = 0
    for number, (state, choice) in enumerate(record.states()):
        if choice is None or state.actor != CHANCE:
            continue
        due = draw(state, seed, number)
        if choice != due:
            raise BadRecord(
                f"choice {number + 1} was not drawn from the seed: that gives '{state.text(due)}'",
                text=state.text(choice),
            )
        drawn += 1
    return drawn

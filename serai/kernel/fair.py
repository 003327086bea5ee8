"""Verifiable chance: every draw follows from a secret seed whose hash is known from the start.

The seed has 256 bits. Before the first choice its SHA-256 is published, after the last the seed itself.
The draw for choice `number` (the first is 0) is what `State.sample` returns for a generator seeded with the
HMAC-SHA256 of that number under the seed. Draws that are known reveal nothing about later ones.

After an undo past a draw, new draws follow: `TakenBack` lists how many choices were left after each such
undo, and draws after the second one, for example, are derived from the number and 2.

>>> import serai
>>> seed = bytes(32)
>>> state = serai.game("yspahan").new(players=2)
>>> draw(state, seed, 0) == draw(state, seed, 0)
True
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from serai.kernel.errors import BadRecord
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, State

COMMITMENT: Final = "Commitment"  # the tags of a record
SEED: Final = "ChanceSeed"
TAKEN_BACK: Final = "TakenBack"
NUMBERS: Final = re.compile("[0-9]{1,9}( [0-9]{1,9})*")
HASH: Final = re.compile("[0-9a-f]{64}")


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return token_bytes(32)


def commitment(seed: bytes) -> str:
    """The hash of a seed that is published before the game."""
    return sha256(seed).hexdigest()


def derived(seed: bytes, purpose: str) -> str:
    """A 256-bit number derived from the seed, in hexadecimal; a different one for each purpose."""
    return hmac.digest(seed, purpose.encode(), "sha256").hex()


def draw(state: State, seed: bytes, number: int, times: int = 0) -> int:
    """The outcome of chance for choice `number` of the game, after `times` undos of draws."""
    return state.sample(Rng(derived(seed, numbered("draw", number, times))))


def numbered(purpose: str, number: int, times: int) -> str:
    """What a draw is derived from. Without undos it is the number alone, so old records stay valid."""
    return f"{purpose} {number} {times}" if times else f"{purpose} {number}"


def times_before(taken_back: Sequence[int], number: int) -> int:
    """How many undos of draws came before the choice with this number was made for good: all up to the last
    one that included it.

    >>> [times_before([7, 9, 4], number) for number in (3, 4, 8, 12)]
    [0, 3, 3, 3]
    >>> [times_before([4, 9, 7], number) for number in (3, 4, 8, 12)]
    [0, 1, 3, 3]
    """
    return max((time for time, left in enumerate(taken_back, 1) if left <= number), default=0)


def check_fair(record: Record) -> int | None:
    """How many draws of chance were checked; None if the record does not contain the seed (yet).

    Raises `BadRecord` for a seed that does not match its hash, and for a draw that does not match the seed.
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
    taken_back = _taken_back(record)
    drawn = 0
    for number, (state, choice) in enumerate(record.states()):
        if choice is None or state.actor != CHANCE:
            continue
        due = draw(state, seed, number, times_before(taken_back, number))
        if choice != due:
            raise BadRecord(
                f"choice {number + 1} was not drawn from the seed: that gives '{state.text(due)}'",
                text=state.text(choice),
            )
        drawn += 1
    return drawn


def _taken_back(record: Record) -> list[int]:
    told = record.tags.get(TAKEN_BACK)
    if told is None:
        return []
    if not NUMBERS.fullmatch(told):
        raise BadRecord(f"{TAKEN_BACK} is a list of numbers", text=told)
    return [int(number) for number in told.split()]

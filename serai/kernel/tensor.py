"""What a seat knows as a row of small numbers, for machine learning.

A game declares in a layout what each number means, and writes them in the same order. The table comes first,
then a block for each seat: the observer's, then the others in turn order. The layout is the same for every
number of players; the blocks of missing seats are zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Final

from librt.strings import BytesWriter, write_f32_le, write_i16_le, write_i32_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from serai.kernel.bits import bit


@dataclass(frozen=True)
class Feature:
    """One fact, as `size` numbers from 0 to `most`, the first of them at `offset`."""

    name: str
    size: int
    most: int
    meaning: str
    offset: int = 0

    def __reduce__(self) -> tuple[object, ...]:  # in a compiled frozen class, fields cannot be set later
        return Feature, (self.name, self.size, self.most, self.meaning, self.offset)


def layout(table: list[Feature], seats: int, seat: list[Feature]) -> tuple[Feature, ...]:
    """The features of the table, then those of each seat: `seat0` is the observer."""
    every = list(table)
    for number in range(seats):
        every += [replace(feature, name=f"seat{number}.{feature.name}") for feature in seat]
    found: list[Feature] = []
    offset = 0
    for feature in every:
        found.append(replace(feature, offset=offset))
        offset += feature.size
    return tuple(found)


def size(features: tuple[Feature, ...] | list[Feature]) -> int:
    """How many numbers the features are."""
    return sum(feature.size for feature in features)


def seat_after(looker: i64, step: i64, players: i64) -> i64:
    """The seat a number of steps after the observer."""
    seat = looker + step
    if seat < players:
        return seat
    return seat - players


# For each set of up to eight members, one byte per member, the first lowest.
SPREAD: Final[vec[i64]] = vec[i64]([sum((m >> n & 1) << 8 * n for n in range(8)) for m in range(256)])


def add(out: BytesWriter, value: i64) -> None:
    """Add a number from 0 to 255."""
    out.append(u8(value))


def add_flags(out: BytesWriter, members: i64, number: i64) -> None:
    """Add a set as one number per possible member, 1 if it is in the set."""
    while number >= 8:
        write_i64_le(out, SPREAD[members & 255])
        members >>= 8
        number -= 8
    if number:
        add_bytes(out, SPREAD[members & 255], number)


def add_bytes(out: BytesWriter, numbers: i64, number: i64) -> None:
    """Add that many 8-bit numbers, at most eight, the first lowest."""
    if number & 8:
        write_i64_le(out, numbers)
        return
    if number & 4:
        write_i32_le(out, i32(numbers & 0xFFFFFFFF))
        numbers >>= 32
    if number & 2:
        write_i16_le(out, i16(numbers & 0xFFFF))
        numbers >>= 16
    if number & 1:
        add(out, numbers & 255)


def add_fours(out: BytesWriter, numbers: i64, number: i64) -> None:
    """Add that many 4-bit numbers, at most eight, the first lowest."""
    add_bytes(out, fours(numbers), number)


def twos(numbers: i64) -> i64:
    """Spread eight 2-bit numbers over a byte each.

    >>> hex(twos(0b11_10_01))
    '0x30201'
    """
    spread = (numbers | numbers << 24) & 0x000000FF000000FF
    spread = (spread | spread << 12) & 0x000F000F000F000F
    return (spread | spread << 6) & 0x0303030303030303


def threes(numbers: i64) -> i64:
    """Spread eight 3-bit numbers over a byte each.

    >>> hex(threes(0o321))
    '0x30201'
    """
    spread = (numbers | numbers << 20) & 0x00000FFF00000FFF
    spread = (spread | spread << 10) & 0x003F003F003F003F
    return (spread | spread << 5) & 0x0707070707070707


def fours(numbers: i64) -> i64:
    """Spread eight 4-bit numbers over a byte each.

    >>> hex(fours(0x321))
    '0x30201'
    """
    spread = (numbers | numbers << 16) & 0x0000FFFF0000FFFF
    spread = (spread | spread << 8) & 0x00FF00FF00FF00FF
    return (spread | spread << 4) & 0x0F0F0F0F0F0F0F0F


def add_one(out: BytesWriter, index: i64, number: i64) -> None:
    """Add an index in one-hot encoding; all zeros if it is negative."""
    members: i64 = 0  # compiled, a conditional expression in the call would box it
    if index >= 0:
        members = bit(index)
    add_flags(out, members, number)


def add_count(out: BytesWriter, value: i64, most: i64) -> None:
    """Add a number, clipped to the most."""
    add(out, value if value < most else most)


def add_if(out: BytesWriter, holds: bool, value: i64) -> None:
    """Add a number if it has a meaning now, otherwise 0."""
    if holds:
        add(out, value)
    else:
        add(out, 0)


def add_flag(out: BytesWriter, value: bool) -> None:
    """Add a yes or no, as 1 or 0."""
    add(out, 1 if value else 0)


def put(out: BytesWriter, index: i64, value: i64) -> None:
    """Overwrite a number."""
    out[index] = u8(value)


LEAST: Final = 0.0005  # shares are clamped to this, so that their logarithms stay small


def add_outlook(out: BytesWriter, shares: vec[float], players: i64, looker: i64, seats: i64) -> None:
    """Add the observer's log odds, then the logarithms of the shares of the win, the observer's first."""
    own = shares[looker]
    least = LEAST
    if own < least:
        own = least
    if own > 1.0 - least:
        own = 1.0 - least
    write_f32_le(out, log(own / (1.0 - own)))
    for step in range(seats):
        if step >= players:
            write_f32_le(out, 0.0)
            continue
        seat = looker + step
        if seat >= players:
            seat -= players
        share = shares[seat]
        write_f32_le(out, log(share if share > least else least))

"""How long it takes until something is made for a person among others: as long as they take themselves.

That a choice was forced, or answered beforehand, must not be told by how fast it comes. So the time is drawn
from those that the same seat took at the same table for choices of its own, of late; a program that answers
at once is followed at once. Of these times those count first that belong to questions which might have been
forced as well.

The draw follows from the table's secret seed, so that all processes that wait at a table wait equally long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from serai.kernel.state import State

RECENT: Final = 24  # thoughts of a seat that are remembered
ENOUGH: Final = 3  # thoughts about questions of the same kind, from which on others do not count
LONGEST: Final = 60.0  # seconds; nobody has to wait so long for what needs no thought
UNKNOWN: Final = (1.0, 6.0)  # seconds of one who has not chosen yet, from and to
AWAY: Final = 4.0  # times the median: one who takes longer was away, or the server was
WIDER: Final = 1.25  # how much faster or slower than ever seen somebody may be
OF_CLOCK: Final = 0.25  # of what the clock has left


class ThinkingTime:
    """One choice of a seat: where it was made, and how many seconds it took."""

    def __init__(self, state: State, seconds: float) -> None:
        self.state: State | None = state
        self.seconds = seconds
        self.open = False  # whether others had to think it possible that it was forced

    def is_open(self, might_be_forced: Callable[[State], bool]) -> bool:
        if self.state is not None:  # looked at when it is needed, and once
            self.open = might_be_forced(self.state)
            self.state = None
        return self.open


class ThinkingTimes:
    """How long the seats of a table think."""

    def __init__(self) -> None:
        self.by_seat: dict[int, deque[ThinkingTime]] = {}

    def add(self, seat: int, state: State, seconds: float) -> None:
        if 0.0 <= seconds <= LONGEST:
            self.by_seat.setdefault(seat, deque(maxlen=RECENT)).append(ThinkingTime(state, seconds))

    def knows(self, seat: int) -> bool:
        return seat in self.by_seat

    def seconds(self, seat: int, share: float, might_be_forced: Callable[[State], bool]) -> float:
        """How long a seat may think, for a number between 0 and 1."""
        known = self.by_seat.get(seat, ())
        alike = [thinking_time.seconds for thinking_time in known if thinking_time.is_open(might_be_forced)]
        return drawn(
            alike if len(alike) >= ENOUGH else [thinking_time.seconds for thinking_time in known], share
        )


def drawn(seen: Sequence[float], share: float) -> float:
    """A time like those that were seen, but none of them again: between two that are next to each other.

    >>> drawn([2.0, 4.0], 0.5)
    3.0
    >>> drawn([], 0.0), drawn([], 1.0)
    (1.0, 6.0)
    >>> drawn([2.0, 3.0, 50.0], 1.0)
    3.75
    """
    least, most = UNKNOWN
    points = sorted(seen)
    longest = AWAY * points[len(points) // 2] if len(points) >= ENOUGH else most
    points = [seconds for seconds in points if seconds <= longest]
    if not points:
        return least * float((most / least) ** share)
    points = [points[0] / WIDER, *points, points[-1] * WIDER]
    place = min(max(share, 0.0), 1.0) * (len(points) - 1)
    below = min(int(place), len(points) - 2)
    return points[below] + (place - below) * (points[below + 1] - points[below])

"""How long an automatic choice is delayed at a table with other people: as long as its player usually thinks.

The speed of a choice must not reveal that it was forced, or a standing answer. So the delay is drawn from the
times that the same seat recently took for its own choices at the same table; a program that answers at once
is imitated at once. Times at prompts that might have been forced as well take precedence.

The draw follows from the table's secret seed, so that all processes wait equally long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from serai.kernel.state import State

RECENT: Final = 24  # times of a seat that are remembered
ENOUGH: Final = 3  # times at questions of the same kind, from which others do not count
LONGEST: Final = 60.0  # seconds; nobody has to wait longer for an automatic choice
UNKNOWN: Final = (1.0, 6.0)  # seconds before a seat's first choice, from and to
AWAY: Final = 4.0  # times the median: after longer, the player or the server was away
WIDER: Final = 1.25  # how much faster or slower than ever seen a seat may be
OF_CLOCK: Final = 0.25  # of what the clock has left


class ThinkingTime:
    """One choice of a seat: the position, and how many seconds it took."""

    def __init__(self, state: State, seconds: float) -> None:
        self.state: State | None = state
        self.seconds = seconds
        self.open = False  # whether others had to consider it possible that it was forced

    def is_open(self, might_be_forced: Callable[[State], bool]) -> bool:
        if self.state is not None:  # worked out when it is needed, and once
            self.open = might_be_forced(self.state)
            self.state = None
        return self.open


class ThinkingTimes:
    """How long each seat of a table thinks."""

    def __init__(self) -> None:
        self.by_seat: dict[int, deque[ThinkingTime]] = {}

    def add(self, seat: int, state: State, seconds: float) -> None:
        if 0.0 <= seconds <= LONGEST:
            self.by_seat.setdefault(seat, deque(maxlen=RECENT)).append(ThinkingTime(state, seconds))

    def knows(self, seat: int) -> bool:
        return seat in self.by_seat

    def seconds(self, seat: int, share: float, might_be_forced: Callable[[State], bool]) -> float:
        """How long a seat may think, for a share between 0 and 1."""
        known = self.by_seat.get(seat, ())
        alike = [thinking_time.seconds for thinking_time in known if thinking_time.is_open(might_be_forced)]
        return drawn(
            alike if len(alike) >= ENOUGH else [thinking_time.seconds for thinking_time in known], share
        )


def drawn(seen: Sequence[float], share: float) -> float:
    """A time like those seen, but none of them: between two neighbours.

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

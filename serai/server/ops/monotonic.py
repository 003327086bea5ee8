"""A clock that never jumps.

When the system clock is set, or the machine wakes from sleep, hours seem to pass in no time or to repeat. No
clock at a table may run out because of that. A process counts from the moment it started, and approaches the
system clock by at most a hundredth of the time that really passes.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, time
from typing import Final

FASTER: Final = 0.01  # seconds a second by which the difference shrinks


class MonotonicClock:
    """Returns the current time when called.

    >>> wall, passed = [1000.0], [0.0]
    >>> now = MonotonicClock(lambda: wall[0], lambda: passed[0])
    >>> wall[0], passed[0] = 1010.0, 10.0
    >>> now()
    1010.0
    >>> wall[0], passed[0] = 8220.0, 20.0  # two hours ahead
    >>> now()
    1020.1
    """

    def __init__(self, wall: Callable[[], float] = time, passed: Callable[[], float] = monotonic) -> None:
        self.wall = wall
        self.passed = passed
        self.last = passed()
        self.now = wall()

    def __call__(self) -> float:
        last, self.last = self.last, self.passed()
        seconds = self.last - last
        self.now += seconds
        most = FASTER * seconds
        self.now += max(-most, min(most, self.wall() - self.now))
        return self.now

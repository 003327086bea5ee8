"""The clocks of a table. What each seat has left follows from the times in the two logs, so it survives a
restart; nothing here reads the system clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from serai.scene.say import Say

NONE: Final = "none"
# No clock; minutes for the game + seconds a turn; hours or days a turn.
TIME_CONTROLS: Final = (NONE, "5+10", "15+20", "30+30", "8h", "1d", "3d")
UNITS: Final = {"h": 3600, "d": 86400}


@dataclass(frozen=True)
class TimeControl:
    """`base` seconds for the game and `increment` a turn with a live clock, else `base` seconds a turn."""

    base: float = 0.0
    increment: float = 0.0
    live: bool = False


def time_control(name: str) -> TimeControl | None:
    """The time control that a setting names; None: no clock.

    >>> time_control("15+20")
    TimeControl(base=900.0, increment=20.0, live=True)
    >>> time_control("3d").base
    259200.0
    """
    if name == NONE:
        return None
    if name[-1] in UNITS:
        return TimeControl(float(name[:-1]) * UNITS[name[-1]])
    minutes, _, seconds = name.partition("+")
    return TimeControl(float(minutes) * 60, float(seconds), live=True)


def time_control_label(name: str, say: Say) -> str:
    """What a time control is called."""
    if name == NONE:
        return say("No clock")
    if name[-1] == "h":
        return say.plural("{n} hour per turn", "{n} hours per turn", int(name[:-1]))
    if name[-1] == "d":
        return say.plural("{n} day per turn", "{n} days per turn", int(name[:-1]))
    minutes, _, seconds = name.partition("+")
    return say("{minutes} min + {seconds} s per turn", minutes=minutes, seconds=seconds)


class Clocks:
    """What each seat has left, and whose clock runs."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.time_control = control
        self.left = [control.base] * players
        self.actor: int | None = None  # whose turn it is
        self.due: int | None = None  # the same, if a person is asked and no bot plays for them
        self.since = 0.0  # when the running clock was last charged
        self.stopped = False  # by a pause
        self.rewarded = [-1] * players  # the choice after which each seat last got its increment
        # How many choices there were when each seat's last turn began and ended.
        self.turns = [(0, 0)] * players

    def advance(
        self, at: float, number: int, actor: int | None, due: int | None, undone: bool = False
    ) -> None:
        """After an entry or act it is the turn of `actor`, and `due` must choose.

        All turns are treated alike, whoever made the choices: the clock must not show that one was automatic.
        Time used stays used; leaving, returning and undoing start no new turn.
        """
        if due != self.due:
            if self.due is None:
                if due == self.actor:  # back in the same turn, whose time ran on
                    self.due = due
                    self._charge(at)
            elif not undone or actor == self.actor:
                self._charge(at)
                if actor != self.actor and number > self.rewarded[self.due]:
                    self.left[self.due] += self.time_control.increment
                    self.rewarded[self.due] = number
            self.due = due
            self.since = at
        if actor != self.actor:
            if self.actor is not None and not undone:
                self.turns[self.actor] = (self.turns[self.actor][0], number)
            self.actor = actor
            if actor is not None:
                self._begin(actor, number)

    def _begin(self, seat: int, number: int) -> None:
        """Start a new turn, unless it continues one that was interrupted."""
        begun, ended = self.turns[seat]
        if not begun <= number < ended:
            self.turns[seat] = (number, number)
            # Players have the increment of their last turn; this is for those who ran out of time before.
            if self.time_control.live:
                self.left[seat] = max(self.left[seat], self.time_control.increment)
            else:
                self.left[seat] = self.time_control.base

    def _charge(self, at: float) -> None:
        if self.due is not None and not self.stopped:
            self.left[self.due] = max(0.0, self.left[self.due] - max(0.0, at - self.since))
        self.since = at

    def stop(self, at: float) -> None:
        self._charge(at)
        self.stopped = True

    def resume(self, at: float) -> None:
        self.since = at
        self.stopped = False

    def forgive(self, at: float) -> None:
        """The server was away: a live clock does not count the time since the last entry."""
        if self.time_control.live:
            self.since = at

    def run_out(self, seat: int) -> None:
        self.left[seat] = 0.0

    def is_out(self, seat: int) -> bool:
        """Whether a seat has used up its time for the present turn."""
        return self.actor == seat and self.left[seat] <= 0.0

    def deadline(self) -> float | None:
        """When the time of the seat that is due runs out."""
        return self.since + self.left[self.due] if self.due is not None and not self.stopped else None

    def left_at(self, now: float) -> list[float]:
        """What each seat has left at a given time."""
        left = list(self.left)
        if self.due is not None and not self.stopped:
            left[self.due] = max(0.0, left[self.due] - max(0.0, now - self.since))
        return left

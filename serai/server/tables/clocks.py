"""The clocks of a table. What each seat has left follows from the times in the two logs, so it outlives
a restart; nothing here asks what time it is."""

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
    """How time is kept: `base` seconds for the game and `increment` a turn when live, else `base` a turn."""

    base: float = 0.0
    increment: float = 0.0
    live: bool = False


def time_control(name: str) -> TimeControl | None:
    """What a clock's name says; None: no clock.

    >>> time_control("15+20")
    Pace(base=900.0, increment=20.0, live=True)
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
    """What a clock is called."""
    if name == NONE:
        return say("No clock")
    if name[-1] == "h":
        return say.plural("{n} hour per turn", "{n} hours per turn", int(name[:-1]))
    if name[-1] == "d":
        return say.plural("{n} day per turn", "{n} days per turn", int(name[:-1]))
    minutes, _, seconds = name.partition("+")
    return say("{minutes} min + {seconds} s per turn", minutes=minutes, seconds=seconds)


class Clocks:
    """What the seats have left, and whose clock runs."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.time_control = control
        self.left = [control.base] * players
        self.actor: int | None = None  # whose turn it is
        self.due: int | None = None  # the same, if a person is asked and not a bot in their stead
        self.since = 0.0  # from when on time is counted
        self.stopped = False  # by agreement
        self.rewarded = [-1] * players  # the choice after which a seat last got its increment
        # How many choices there were when each seat's last turn began and ended.
        self.turns = [(0, 0)] * players

    def advance(
        self, at: float, number: int, actor: int | None, due: int | None, undone: bool = False
    ) -> None:
        """After a line of a log it is the turn of `actor`, and `due` is asked.

        All turns are treated alike, whoever made the choices: what was made for a player must not show on the
        clock. What was used stays used; leaving, returning and taking back begin no new turn.
        """
        if due != self.due:
            if self.due is None:
                if due == self.actor:  # back in the same turn, which went on
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
        """A new turn, unless it is one that was taken up again."""
        begun, ended = self.turns[seat]
        if not begun <= number < ended:
            self.turns[seat] = (number, number)
            # Who plays on has the increment of the last turn; this gives it to who ran out of time before.
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
        """The server was away: at a live table the time since the last line counts for nobody."""
        if self.time_control.live:
            self.since = at

    def run_out(self, seat: int) -> None:
        self.left[seat] = 0.0

    def is_out(self, seat: int) -> bool:
        """Whether a seat's time for the turn that it has now is over."""
        return self.actor == seat and self.left[seat] <= 0.0

    def deadline(self) -> float | None:
        """When the time of whoever is due runs out."""
        return self.since + self.left[self.due] if self.due is not None and not self.stopped else None

    def left_at(self, now: float) -> list[float]:
        """What each has left at a moment."""
        left = list(self.left)
        if self.due is not None and not self.stopped:
            left[self.due] = max(0.0, left[self.due] - max(0.0, now - self.since))
        return left

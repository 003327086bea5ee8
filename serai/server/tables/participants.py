"""The people at a table: who is away, who has conceded, which requests are open.

All of it follows from the table's second log, act by act; each act has an `ActKind`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from serai.server.storage.log import Act
from serai.server.tables.clocks import Clocks


class ActKind(StrEnum):
    """What can happen at a table apart from the game. The values are stored in the database."""

    BEGIN = "begin"  # all seats are taken
    AWAY = "away"  # a bot plays for the seat; value: `time`, `gone` or `left`
    BACK = "back"  # the seat's person returns
    CONCEDE = "concede"  # a bot plays for good, and the seat ranks last
    ASK = "ask"  # value: what, and of which seats, e.g. `undo:0,2`
    AGREE = "agree"  # once all who were asked agree, it is done
    REFUSE = "refuse"  # one refusal ends it, also the asker's own
    PAUSE = "pause"  # value: for how many seconds at most
    RESUME = "resume"
    AGAIN = "again"  # the rematch; value: its table
    RESTART = "restart"  # the server was away


LEAVING: Final = (ActKind.AWAY, ActKind.CONCEDE)  # from then on a bot plays
# What can be asked of the others
UNDO: Final = "undo"
PAUSE: Final = "pause"
RESUME: Final = "resume"
REMATCH: Final = "rematch"
ASKED: Final = (UNDO, PAUSE, RESUME, REMATCH)
# Why a bot plays
TIME: Final = "time"
GONE: Final = "gone"
LEFT: Final = "left"
PAUSES: Final = 3  # for each player in a game
LONGEST: Final = 3600.0  # seconds after which a pause ends
LONGEST_RELAXED: Final = 7 * 86400.0  # the same with hours or days a turn
LONGEST_ALONE: Final = 300.0  # the same if nobody was there to agree


@dataclass(frozen=True)
class Ask:
    """Something that is asked of the others."""

    what: str
    seat: int
    needs: frozenset[int]  # who has not agreed yet
    entry: int


@dataclass
class Participants:
    clocks: Clocks | None
    act_count: int = 0  # the length of the second log
    away: dict[int, str] = field(default_factory=dict)  # why, by seat
    conceded: set[int] = field(default_factory=set)
    paused: bool = False
    paused_until: float = 0.0
    pauses: Counter[int] = field(default_factory=Counter)  # by the seat that asked
    ask: Ask | None = None
    refused: set[tuple[int, str, int]] = field(default_factory=set)  # who asked what, at which entry
    again: str | None = None

    def apply(self, act: Act) -> None:
        """Apply one more act."""
        self.act_count += 1
        seat = act.seat
        if act.kind in LEAVING:
            assert seat is not None
            self.away[seat] = act.value or LEFT
            self.ask = None  # the others would wait for a person who is gone
            if act.kind == ActKind.CONCEDE:
                self.conceded.add(seat)
            if self.clocks is not None and act.value == TIME:
                self.clocks.run_out(seat)
        elif act.kind == ActKind.BACK:
            assert seat is not None
            self.away.pop(seat, None)
        elif act.kind == ActKind.ASK:
            assert seat is not None
            what, _, needs = (act.value or "").partition(":")
            self.ask = Ask(what, seat, frozenset(int(one) for one in needs.split(",") if one), act.entry)
        elif act.kind == ActKind.AGREE and self.ask is not None:
            left = self.ask.needs - {seat}
            self.ask = Ask(self.ask.what, self.ask.seat, left, self.ask.entry) if left else None
        elif act.kind == ActKind.REFUSE and self.ask is not None:
            self.refused.add((self.ask.seat, self.ask.what, self.ask.entry))
            self.ask = None
        elif act.kind in (ActKind.PAUSE, ActKind.RESUME):
            self.ask = None
            self.paused = act.kind == ActKind.PAUSE
            if self.paused:
                self.paused_until = act.made_at + (float(act.value) if act.value else LONGEST)
                if seat is not None:
                    self.pauses[seat] += 1
            if self.clocks is not None:
                self.clocks.stop(act.made_at) if self.paused else self.clocks.resume(act.made_at)
        elif act.kind == ActKind.AGAIN:
            self.ask = None
            self.again = act.value
        elif act.kind == ActKind.RESTART and self.clocks is not None:
            self.clocks.forgive(act.made_at)

    def longest_pause(self, agreed: bool) -> float:
        """How many seconds a pause may last."""
        if not agreed:
            return LONGEST_ALONE
        return LONGEST_RELAXED if self.clocks is not None and not self.clocks.time_control.live else LONGEST

    def open_ask(self, entry: int) -> Ask | None:
        """What is being asked. An undo is asked at one position only."""
        ask = self.ask
        return None if ask is not None and ask.what == UNDO and ask.entry != entry else ask


def winners_among(scores: Sequence[int], winners: Sequence[int], conceded: set[int]) -> list[int]:
    """Who has won if those who conceded cannot win: the best of the others.

    >>> winners_among([30, 50, 40], [1], {1})
    [2]
    """
    others = [seat for seat in range(len(scores)) if seat not in conceded]
    if not others:
        return list(winners)
    best = max(scores[seat] for seat in others)
    return [seat for seat in winners if seat in others] or [seat for seat in others if scores[seat] == best]


def places_among(scores: Sequence[int], winners: Sequence[int], conceded: set[int]) -> list[int]:
    """Each seat's place, from 1: winners, then by score, then those who conceded.

    >>> places_among([30, 50, 40], [1], {1})
    [2, 3, 1]
    """
    best = winners_among(scores, winners, conceded)
    rank = [(seat in conceded, seat not in best, -score) for seat, score in enumerate(scores)]
    rank = [(gone, lost, 0) if gone or not lost else (gone, lost, score) for gone, lost, score in rank]
    return [1 + sum(other < own for other in rank) for own in rank]

"""What runs in worker processes: bots thinking. No search ever runs in the process that serves pages."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Final

from serai.analysis.game_review import Judgement, examine, quick_review
from serai.bots.bot import Budget, Situation
from serai.bots.hint import Advice, hint
from serai.bots.names import make_bot
from serai.bots.players import NetSearchBot, SearchBot
from serai.kernel.record import Record
from serai.kernel.registry import game, game_names
from serai.kernel.state import State
from serai.scene.picture import picture
from serai.server.live.scheduling import Urgency

ADVICE_SECONDS: Final = 1.0
PICTURE_WIDTH: Final = 900  # pixels
# Which share of its time a bot may think, by urgency; it changes while others come and go.
time_shares: Sequence[float] = [1.0] * len(Urgency)


@dataclass(frozen=True)
class Turn:
    """A bot's job: to play for a seat until another is due, or others wait."""

    state: State
    options: Mapping[str, str]
    seat: int
    level: str
    seed: str
    urgency: Urgency = Urgency.PERSON

    def at(self, level: str) -> Turn:
        """The same turn for another level."""
        return replace(self, level=level)


def start(shares: Sequence[float]) -> None:
    """Prepare a worker: it runs at a lower priority, knows the games, and ends with the server."""
    global time_shares
    time_shares = shares
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(OSError, AttributeError):
        os.nice(5)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    for name in game_names():
        game(name)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def play(turn: Turn) -> list[int]:
    """The bot's choices until it is another seat's turn; the same for the same turn.

    A bot that thinks by the clock thinks for a shorter time while others wait, and leaves the rest of its
    turn for later.
    """
    played = game(turn.state.game_name)
    bot = make_bot(turn.level, played)
    bot.reset(played, turn.state.players, turn.options, turn.seat, turn.seed)
    seconds = bot.seconds if isinstance(bot, SearchBot | NetSearchBot) and bot.work is None else None
    state = turn.state
    choices = []
    while state.actor == turn.seat:
        share = time_shares[turn.urgency]
        budget = Budget() if seconds is None else Budget(seconds=seconds * share)
        choice = bot.choose(Situation(state, turn.seat), budget)
        state.apply(choice)
        choices.append(choice)
        if seconds is not None and time_shares[turn.urgency] < 1.0:
            break
    return choices


def advise(state: State, seat: int) -> list[Advice]:
    """A seat's best choices, best first."""
    return hint(state, seat, Budget(seconds=ADVICE_SECONDS * time_shares[Urgency.HINT]))


def review(name: str, players: int, options: Mapping[str, str], choices: list[int]) -> str:
    """The first review of a game, as JSON. Names are no part of it: people may change or delete theirs."""
    return quick_review(Record(name, players, options, choices)).to_json()


def look_closer(state: State, judgement: Judgement, work: int) -> Judgement:
    """What comes of a choice that looks costly, and of better ones; the work of a review, piece by piece."""
    return examine(state, judgement, work)


def draw(state: State, seat: int | None) -> bytes:
    """A position as a PNG, as a seat or a spectator sees it."""
    from resvg_py import svg_to_bytes  # most workers never draw

    family = "Arial" if sys.platform in ("darwin", "win32") else "DejaVu Sans"
    return bytes(svg_to_bytes(picture(state, seat), width=PICTURE_WIDTH, sans_serif_family=family))


def process() -> int:
    """The id of this process."""
    return os.getpid()

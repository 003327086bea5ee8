"""A table: its log, and the position that the log gives. No waiting, no database, no sockets here."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import time
from typing import Final

import serai
from serai.kernel.fair import COMMITMENT, SEED, commitment, derived, draw
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State
from serai.scene.scene import Look
from serai.server.errors import Refusal
from serai.server.rooms import game_words, view_of
from serai.server.storage import CHOICE, UNDO, Entry

log = logging.getLogger("serai.server")

DEALS: Final = 3  # how many deals are tried to see whether a choice has shown something hidden


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a guest, or a bot of a level."""

    name: str
    guest: int | None = None
    level: str | None = None


@dataclass(frozen=True)
class Settings:
    """What is settled before the first choice."""

    id: str
    game: str
    players: int
    options: Mapping[str, str]
    speed: str
    seed: bytes
    chairs: tuple[Chair, ...]
    made_at: float


@dataclass
class Table:
    settings: Settings
    entry: int = 0  # how long the log is
    choices: list[int] = field(default_factory=list)  # those that were not taken back
    standing: dict[int, frozenset[str]] = field(default_factory=dict)  # by seat
    # The choices that may be taken back, the last one last: their numbers and seats.
    open_undo: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = serai.game(self.settings.game)
        self.view = view_of(self.settings.game)
        self.state = self._first()
        # What is still to be stored: entries, and the seats whose standing answers changed.
        self.fresh: list[Entry] = []
        self.touched: set[int] = set()

    # What is known of it

    @property
    def number(self) -> int:
        return len(self.choices)

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    @property
    def bot_due(self) -> str | None:
        """The level of the bot whose turn it is."""
        actor = self.state.actor
        return self.settings.chairs[actor].level if actor >= 0 else None

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.settings.chairs]

    @property
    def bots(self) -> list[bool]:
        return [chair.level is not None for chair in self.settings.chairs]

    def seat_of(self, guest: int | None) -> int | None:
        """The seat that a guest has here."""
        if guest is None:
            return None
        for seat, chair in enumerate(self.settings.chairs):
            if chair.guest == guest:
                return seat
        return None

    def can_undo(self, seat: int | None) -> bool:
        return seat is not None and bool(self.open_undo) and self.open_undo[-1][1] == seat

    def bot_seed(self) -> str:
        """The seed for the bot that is due; the same if it must be asked again."""
        return derived(self.settings.seed, f"bot {self.number}")

    def record(self) -> Record:
        """The game so far; with the seed of chance when it is over."""
        tags = {f"Seat{seat + 1}": chair.name for seat, chair in enumerate(self.settings.chairs)}
        for seat, chair in enumerate(self.settings.chairs):
            if chair.level is not None:
                tags[f"Bot{seat + 1}"] = chair.level
        tags[COMMITMENT] = commitment(self.settings.seed)
        if self.over:
            tags[SEED] = self.settings.seed.hex()
        return Record(self.game.name, self.settings.players, self.settings.options, self.choices, tags)

    # From the log

    def load(self, entries: Iterable[Entry]) -> None:
        """Replay a log."""
        asked: list[bool] = []
        for entry in entries:
            if entry.kind == UNDO:
                del self.choices[entry.value :]
                del asked[entry.value :]
            else:
                self.choices.append(entry.value)
                asked.append(entry.asked)
            self.entry += 1
        # Only what came after the last chance or bot can be taken back, so only that is looked at closely.
        free = 0
        for number, choice in enumerate(self.choices):
            if self._by_nobody(self.state.actor):
                free = number + 1
            self.state.apply_unchecked(choice)
        tail = self.choices[free:]
        self._rewind(free)
        for choice, decided in zip(tail, asked[free:], strict=True):
            self._apply(choice, decided)

    def _first(self) -> State:
        return self.game.new(self.settings.players, self.settings.options)

    def _rewind(self, number: int) -> None:
        """Go back to an earlier number of choices."""
        del self.choices[number:]
        self.state = self._first()
        for choice in self.choices:
            self.state.apply_unchecked(choice)

    def _by_nobody(self, actor: int) -> bool:
        """Whether what the actor does is no person's choice."""
        return actor < 0 or self.settings.chairs[actor].level is not None

    # Playing

    def choose(self, seat: int | None, choice: int, number: int, entry: int | None) -> None:
        """A player's choice. Raises `Refusal`."""
        self._check_present(seat, number, entry)
        if self.over:
            raise Refusal("over")
        if self.state.actor != seat:
            raise Refusal("not-your-turn")
        if not 0 <= choice < self.game.num_seat_actions or not self.state.is_legal(choice):
            raise Refusal("illegal")
        self.make(choice, asked=True)

    def undo(self, seat: int | None, number: int, entry: int | None) -> int:
        """Take back a player's last choice, and what was made for him after it. The number it leads to."""
        self._check_present(seat, number, entry)
        if not self.can_undo(seat):
            raise Refusal("no-undo")
        left, _ = self.open_undo.pop()
        self._rewind(left)
        self._write(UNDO, left, asked=True)
        return left

    def _check_present(self, seat: int | None, number: int, entry: int | None) -> None:
        if seat is None:
            raise Refusal("not-yours")
        if number != self.number or (entry is not None and entry != self.entry):
            raise Refusal("late")

    def make(self, choice: int, asked: bool) -> None:
        """Any choice. Raises `IllegalMove` for one that is not legal."""
        if not self.state.is_legal(choice) and self.state.actor != CHANCE:
            self.state.apply(choice)
        self._apply(choice, asked)
        self._write(CHOICE, choice, asked)

    def follow(self) -> None:
        """Make what needs no decision: chance, forced choices, standing answers."""
        while True:
            actor = self.state.actor
            if actor == OVER:
                return
            if actor == CHANCE:
                self.make(draw(self.state, self.settings.seed, self.number), asked=False)
                continue
            if self.bot_due is not None:
                return
            legal = self.state.legal()
            choice = legal[0] if len(legal) == 1 else self._answer(actor, legal)
            if choice is None:
                return
            self.make(choice, asked=False)

    def take_fresh(self) -> tuple[list[Entry], set[int]]:
        """The entries that are to be stored now, and the seats whose standing answers are."""
        fresh, self.fresh = self.fresh, []
        touched, self.touched = self.touched, set()
        return fresh, touched

    def _write(self, kind: str, value: int, asked: bool) -> None:
        self.fresh.append(Entry(self.entry, kind, value, asked, time()))
        self.entry += 1

    def _apply(self, choice: int, asked: bool) -> None:
        """Carry out a choice, and keep track of what can be taken back."""
        state = self.state
        actor = state.actor
        if self._by_nobody(actor):
            state.apply_unchecked(choice)
            self.open_undo.clear()
        else:
            before = state.clone()
            state.apply_unchecked(choice)
            if _shows_something(before, choice, actor, state):
                self.open_undo.clear()
            elif asked:
                self.open_undo.append((len(self.choices), actor))
            elif self.open_undo and self.open_undo[-1][1] != actor:
                self.open_undo.clear()
        self.choices.append(choice)
        if self.standing:
            self._let_lapse()

    # Standing answers

    def look(self, seat: int, legal: list[int]) -> Look:
        """What a standing answer is given from."""
        return Look(
            seen=self.state.observe(seat),
            say=game_words(self.game, "en"),
            names=self.names,
            bots=self.bots,
            legal=legal,
            text=self.state.text,
        )

    def stand(self, seat: int | None, wanted: Mapping[str, bool]) -> None:
        """Give or withdraw standing answers."""
        if seat is None:
            raise Refusal("not-yours")
        chosen = self.standing.get(seat, frozenset())
        legal = self.state.legal() if self.state.actor == seat else []
        known = self.view.standing(self.look(seat, legal), chosen)
        for key, on in wanted.items():
            if key not in known:
                raise Refusal("illegal")
            chosen = chosen | {key} if on else chosen - {key}
        self._set_standing(seat, chosen)

    def _set_standing(self, seat: int, chosen: frozenset[str]) -> None:
        self.touched.add(seat)
        if chosen:
            self.standing[seat] = chosen
        else:
            self.standing.pop(seat, None)

    def _answer(self, seat: int, legal: list[int]) -> int | None:
        chosen = self.standing.get(seat)
        if not chosen:
            return None
        try:
            choice = self.view.answer(self.look(seat, legal), chosen)
        except Exception:  # the player is asked, then
            log.exception("a standing answer failed at table %s", self.settings.id)
            return None
        return choice if choice in legal else None

    def _let_lapse(self) -> None:
        for seat, chosen in list(self.standing.items()):
            ended = self.view.lapsed(self.state.observe(seat), chosen)
            if ended:
                self._set_standing(seat, chosen - ended)


def _shows_something(before: State, choice: int, seat: int, after: State) -> bool:
    """Whether a choice showed its player what he could not know: then it is not taken back."""
    seen = after.observe(seat)
    for number in range(DEALS):
        other = before.determinize(seat, Rng(number))
        other.apply_unchecked(choice)
        if other.observe(seat) != seen:
            return True
    return False

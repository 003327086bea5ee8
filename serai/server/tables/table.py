"""A table: its log, and the position that follows from it. No waiting, no database, no sockets here."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from time import time
from typing import Final, NamedTuple

import serai
from serai.bots.names import default_level
from serai.kernel.errors import IllegalMove
from serai.kernel.fair import (
    COMMITMENT,
    SEED,
    TAKEN_BACK,
    commitment,
    derived,
    draw,
    numbered,
    times_before,
)
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State
from serai.scene.scene import Look
from serai.server.errors import Refusal
from serai.server.storage.log import Act, Entry
from serai.server.storage.schema import CHOICE, REDRAW, UNDO
from serai.server.tables.clocks import Clocks, time_control
from serai.server.tables.games import game_words, view_of
from serai.server.tables.participants import LEAVING, ActKind, Participants, places_among, winners_among
from serai.server.tables.played_game import PlayedGame, Step
from serai.server.tables.settings import Settings
from serai.server.tables.thinking_time import OF_CLOCK, ThinkingTimes

log = logging.getLogger("serai.server")

_START: Final = Rng(0)
_DEALER: Final = Rng(0)
BRANCH_AT: Final = "BranchAt"  # a tag of a record: how many of its choices an exploration began with
DEALS: Final = 10  # deals that are tried to see whether a choice revealed something hidden


def dealer() -> Rng:
    """A generator for redealing hidden facts when any deal will do: deterministic."""
    _DEALER.copy_from(_START)
    return _DEALER


class Unsaved(NamedTuple):
    """What is not stored yet; `changed_answers`: seats whose standing answers changed."""

    entries: list[Entry]
    acts: list[Act]
    changed_answers: set[int]

    def __bool__(self) -> bool:
        return bool(self.entries or self.acts or self.changed_answers)


@dataclass
class Table:
    settings: Settings
    now: Callable[[], float] = time
    entry: int = 0  # the length of the log
    standing: dict[int, frozenset[str]] = field(default_factory=dict)  # by seat
    deciders: list[int | None] = field(default_factory=list)  # who decided each choice
    # The choices that may be undone, the last one last: their numbers and seats.
    open_undo: list[tuple[int, int]] = field(default_factory=list)
    # How many choices were left each time an undo went past chance or another seat.
    redraws: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = serai.game(self.settings.game)
        self.view = view_of(self.settings.game)
        self.played = PlayedGame(self.game, self.settings.players, self.settings.options)
        control = time_control(self.settings.clock)
        self.participants = Participants(Clocks(control, self.settings.players) if control else None)
        # Whether several persons play: then an automatic choice must not tell the others that it was one.
        occupants = self.settings.occupants
        self.shared = len({occupants[seat].guest for seat in self.settings.people}) > 1
        # The time of the last entry or act. Standing answers do not count: lists must not show them.
        self.changed_at = self.settings.started_at or self.settings.made_at
        self.thinking_times = ThinkingTimes()
        self.asked_at = self.changed_at  # when the present question came up
        self.arrived: dict[int, float] = {}  # since when each person has been connected
        # Not stored yet: entries, acts, and seats whose standing answers changed.
        self.new_entries: list[Entry] = []
        self.new_acts: list[Act] = []
        self.changed_answers: set[int] = set()
        self.new_steps: list[Step] = []  # not shown yet

    # What is known of it

    @property
    def choices(self) -> list[int]:
        """The choices that were not undone."""
        return self.played.choices

    @property
    def state(self) -> State:
        return self.played.state

    @property
    def number(self) -> int:
        return len(self.played.choices)

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    @property
    def bot_due(self) -> str | None:
        """The level of the bot whose turn it is."""
        actor = self.state.actor
        if actor < 0 or self.participants.paused:
            return None
        if actor in self.participants.away:
            return self.settings.level or default_level(self.game)
        return self.settings.occupants[actor].level

    @property
    def person_due(self) -> int | None:
        """The seat of the person whose turn it is."""
        actor = self.state.actor
        return None if actor < 0 or self._is_automatic(actor) else actor

    @property
    def winners(self) -> list[int]:
        """Who has won, once the game is over; never those who conceded."""
        return winners_among(self.state.scores(), self.state.winners(), self.participants.conceded)

    @property
    def places(self) -> list[int]:
        """Each seat's place, from 1, once the game is over."""
        return places_among(self.state.scores(), self.state.winners(), self.participants.conceded)

    @property
    def names(self) -> list[str]:
        return [occupant.name for occupant in self.settings.occupants]

    @property
    def bots(self) -> list[bool]:
        return [occupant.level is not None for occupant in self.settings.occupants]

    def seat_of(self, guest: int | None) -> int | None:
        """A guest's seat. In an exploration it is the seat that must choose, or else the one that made the
        last choice."""
        if guest is None:
            return None
        if self.settings.explores:
            due = self.person_due
            if due is None:
                last = self._last_by_hand()
                due = None if last is None else self.deciders[last]
            if due is not None and self.settings.occupants[due].guest == guest:
                return due
        for seat, occupant in enumerate(self.settings.occupants):
            if occupant.guest == guest:
                return seat
        return None

    def can_undo(self, seat: int | None) -> bool:
        if self.settings.explores:
            return seat is not None and self._last_by_hand() is not None
        if self.over and (self.shared or self.settings.rated):
            return False  # what was decided among people stays decided
        return seat is not None and bool(self.open_undo) and self.open_undo[-1][1] == seat

    @property
    def undo_seat(self) -> int | None:
        """The seat that may undo now."""
        if self.settings.explores:
            seat = self.seat_of(self.settings.made_by)
        else:
            seat = self.open_undo[-1][1] if self.open_undo else None
        return seat if self.can_undo(seat) else None

    def _last_by_hand(self) -> int | None:
        """How many choices there were before the last one that a person made."""
        for number in range(self.number - 1, -1, -1):
            seat = self.deciders[number]
            if seat is not None and self.settings.occupants[seat].guest is not None:
                return number
        return None

    def bot_seed(self) -> str:
        """The seed for the bot that is due; the same if it is asked again."""
        return derived(self.settings.seed, numbered("bot", self.number, self._times_drawn()))

    def _times_drawn(self) -> int:
        return times_before(self.redraws, self.number)

    def record(self) -> Record:
        """The game so far; with the seed once it is over. An exploration has none: its chance was chosen."""
        tags = {f"Seat{seat + 1}": occupant.name for seat, occupant in enumerate(self.settings.occupants)}
        for seat, occupant in enumerate(self.settings.occupants):
            if occupant.level is not None:
                tags[f"Bot{seat + 1}"] = occupant.level
        if self.settings.explores:
            tags[BRANCH_AT] = str(self.settings.branch_at)
        else:
            tags[COMMITMENT] = commitment(self.settings.seed)
            if self.redraws:
                tags[TAKEN_BACK] = " ".join(map(str, self.redraws))
            if self.over:
                tags[SEED] = self.settings.seed.hex()
        return Record(self.game.name, self.settings.players, self.settings.options, self.choices, tags)

    def begin_with(self, choices: Iterable[int]) -> None:
        """Begin with the choices of another game, all of them legal: an exploration does."""
        for choice in choices:
            self.played.replay(choice)
            self.deciders.append(None)
            self._write(CHOICE, choice, asked=False)

    # From the log

    def load(self, entries: Iterable[Entry], acts: Iterable[Act] = ()) -> None:
        """Replay both logs."""
        all_entries, all_acts = list(entries), list(acts)
        stamps = [entry.made_at for entry in all_entries[-1:]] + [act.made_at for act in all_acts[-1:]]
        self.changed_at = max(stamps, default=self.changed_at)
        self._load_participants(all_entries, all_acts)
        choices: list[int] = []
        asked: list[bool] = []
        took: list[float] = []  # seconds since the entry before
        last = self.settings.started_at or self.settings.made_at
        for entry in all_entries:
            if entry.kind == REDRAW:
                self.redraws.append(entry.value)
            if entry.kind != CHOICE:
                del choices[entry.value :]
                del asked[entry.value :]
                del took[entry.value :]
            else:
                choices.append(entry.value)
                asked.append(entry.asked)
                took.append(entry.made_at - last)
            last = self.asked_at = entry.made_at
            self.entry += 1
        # Only what came after the last choice of chance or a bot can be undone, so only that is examined.
        free = 0
        deciders: list[int | None] = []
        for number, choice in enumerate(choices):
            if self._is_automatic(self.state.actor):
                free = number + 1
            deciders.append(self.state.actor if asked[number] and self.state.actor >= 0 else None)
            if asked[number]:
                self._note_thinking_time(took[number])
            self.played.replay(choice)
        tail = choices[free:]
        self._rewind(free)
        self.deciders = deciders[:free]
        for choice, decided in zip(tail, asked[free:], strict=True):
            self._apply(choice, decided)
        self.new_steps.clear()
        if any(act.kind in LEAVING for act in all_acts):
            self.open_undo.clear()  # a bot may have made some of them

    def _load_participants(self, entries: list[Entry], acts: Iterable[Act]) -> None:
        """Apply the acts, and charge the clocks: both logs, in the order in which they grew."""
        if self.participants.clocks is None:
            for act in acts:
                self.participants.apply(act)
            return
        waiting = deque(acts)
        played = self.played
        self._clock(self.settings.started_at or self.settings.made_at, 0)
        for number in range(len(entries) + 1):
            while waiting and waiting[0].entry <= number:
                act = waiting.popleft()
                self.participants.apply(act)
                self._clock(act.made_at, played.number)
            if number == len(entries):
                break
            entry = entries[number]
            if entry.kind != CHOICE:
                played.rewind(entry.value)
            else:
                played.replay(entry.value)
            self._clock(entry.made_at, played.number, entry.kind != CHOICE)
        played.rewind(0)

    def _clock(self, at: float, number: int, undone: bool = False) -> None:
        """Advance the clocks after an entry or act. Chance takes no time, so it ends no turn."""
        clocks = self.participants.clocks
        if clocks is None:
            return
        actor = self.state.actor
        if actor == CHANCE:
            clocks.advance(at, number, clocks.actor, clocks.due, undone)
        else:
            clocks.advance(at, number, actor if actor >= 0 else None, self.person_due, undone)

    def _rewind(self, number: int) -> None:
        """Go back to an earlier number of choices."""
        self.played.rewind(number)
        del self.deciders[number:]
        self.new_steps.clear()

    def _is_automatic(self, actor: int) -> bool:
        """Whether the actor is not a person."""
        return (
            actor < 0 or actor in self.participants.away or self.settings.occupants[actor].level is not None
        )

    # Playing

    def choose(self, seat: int | None, choice: int | str, number: int, entry: int | None) -> None:
        """Make a player's choice, by its id or its text. Raises `Refusal`."""
        self.make(self.check(seat, choice, number, entry), asked=True)

    def check(self, seat: int | None, choice: int | str, number: int, entry: int | None) -> int:
        """The id of a choice that a player may make now. Raises `Refusal`.

        First comes who may choose, then whether they mean this position, and only then the choice itself:
        what others are refused must not depend on what the player who is asked could do.
        """
        self._check_asked(seat)
        self._check_present(number, entry)
        if isinstance(choice, str):
            return self._find(choice)
        if not 0 <= choice < self.game.num_seat_actions or not self.state.is_legal(choice):
            raise Refusal("illegal")
        return choice

    def _check_asked(self, seat: int | None) -> None:
        if seat is None:
            raise Refusal("not-yours")
        if self.over:
            raise Refusal("over")
        if self.participants.paused:
            raise Refusal("paused")
        if seat in self.participants.away:
            raise Refusal("away")
        if self.state.actor != seat:
            raise Refusal("not-your-turn")

    def _find(self, text: str) -> int:
        """The legal choice with a text. Raises `Refusal`."""
        for choice in self.state.legal():
            if self.state.text(choice) == text:
                return choice
        raise Refusal("illegal")

    def undo(self, seat: int | None, number: int, entry: int | None) -> int:
        """Undo a player's last choice, and automatic ones after it. Returns how many choices are left."""
        if seat is None:
            raise Refusal("not-yours")
        if self.participants.paused:
            raise Refusal("paused")
        if not self.can_undo(seat):
            raise Refusal("no-undo")
        self._check_present(number, entry)
        if self.settings.explores:
            last = self._last_by_hand()
            assert last is not None
            left = last
            self.open_undo.clear()
        else:
            left, _ = self.open_undo.pop()
        self._take_back(left)
        return left

    def last_decision(self, seat: int) -> int:
        """How many choices there were before a seat's last decision. Raises `Refusal`."""
        for number in range(self.number - 1, -1, -1):
            if self.deciders[number] == seat:
                return number
        raise Refusal("no-undo")

    def check_undo(self, seat: int) -> None:
        """Whether a seat may ask for an undo. At rated tables nothing is undone past chance, another seat, or
        a choice that revealed something. Raises `Refusal`."""
        self.last_decision(seat)
        if self.settings.rated and not self.can_undo(seat):
            raise Refusal("no-undo")

    def undo_agreed(self, seat: int) -> int:
        """Undo a seat's last decision and everything after it. Returns how many choices are left."""
        self.check_undo(seat)
        left = self.last_decision(seat)
        own = self.can_undo(seat)
        self.open_undo.clear()
        if not own:
            self.redraws.append(left)
        self._take_back(left, UNDO if own else REDRAW)
        return left

    def _take_back(self, left: int, kind: str = UNDO) -> None:
        self._rewind(left)
        self._write(kind, left, asked=True)

    def _check_present(self, number: int, entry: int | None) -> None:
        if number != self.number or (entry is not None and entry != self.entry):
            raise Refusal("late")

    def make(self, choice: int, asked: bool) -> None:
        """Make any choice. Raises `IllegalMove` for an illegal one."""
        if not self.state.is_legal(choice) and self.state.actor != CHANCE:
            self.state.apply(choice)
        if asked:
            self._note_thinking_time(self.now() - self._question_at())
        self._apply(choice, asked)
        self._write(CHOICE, choice, asked)

    def make_automatic_choices(self) -> None:
        """Make the automatic choices: chance, forced choices, standing answers. Those that would reveal
        something if made at once are left to the bot driver, which delays them."""
        while True:
            actor = self.state.actor
            if actor == OVER or self.participants.paused:
                return
            if actor == CHANCE:
                self.make(self._draw(), asked=False)
                continue
            if self.bot_due is not None:
                return
            choice = self.automatic()
            if choice is None or self.would_reveal():
                return
            self.make(choice, asked=False)

    def _draw(self) -> int:
        """What chance gives: in an exploration, what it gave in the other game, if possible."""
        drawn = draw(self.state, self.settings.seed, self.number, self._times_drawn())
        if not self.settings.fate:
            return drawn
        kind = _kind(self.state.text(drawn))  # dice follow dice, cards follow cards
        state = self.played.first()
        before = 0
        for number, choice in enumerate(self.choices):
            if state.actor == CHANCE and number >= (self.settings.branch_at or 0):
                before += _kind(state.text(choice)) == kind
            state.apply_unchecked(choice)
        alike = [text for text in self.settings.fate if _kind(text) == kind]
        try:
            same = self.state.parse(alike[before])
            self.state.clone().apply(same)
        except (IndexError, IllegalMove):
            return drawn
        return same

    def automatic(self) -> int | None:
        """The choice that is made for the person who is due, if there is one."""
        actor = self.person_due
        if actor is None or self.participants.paused:
            return None
        legal = self.state.legal()
        return legal[0] if len(legal) == 1 else self._answer(actor, legal)

    def would_reveal(self) -> bool:
        """Whether an automatic choice made at once would reveal something to other persons: that there is no
        other, or that there is a standing answer."""
        return self.shared and self.might_think()

    def might_think(self) -> bool:
        """Whether spectators must consider it possible that the seat that is due has several choices."""
        if len(self.state.legal()) > 1:
            return True
        rng = dealer()
        return any(len(self.state.determinize(None, rng).legal()) > 1 for _ in range(DEALS))

    def _might_be_forced(self, state: State) -> bool:
        """Whether spectators must consider it possible that the seat to choose has only one choice."""
        rng = dealer()
        return any(len(state.determinize(None, rng).legal()) == 1 for _ in range(DEALS))

    def _question_at(self) -> float:
        """Since when the seat to choose could think."""
        return max(self.asked_at, self.arrived.get(self.state.actor, 0.0))

    def _note_thinking_time(self, seconds: float) -> None:
        """The current seat is about to choose, after some seconds."""
        if self.shared and (seat := self.person_due) is not None:
            self.thinking_times.add(seat, self.state.clone(), seconds)

    def remaining_thinking_time(self) -> float:
        """For how many more seconds the seat with an automatic choice should seem to think."""
        seat = self.person_due
        assert seat is not None
        seconds = self.would_think(seat)
        begun = self._question_at()
        clocks = self.participants.clocks
        if clocks is not None:
            seconds = min(seconds, OF_CLOCK * clocks.left_at(begun)[seat])
        return max(0.0, begun + seconds - self.now())

    def would_think(self, seat: int) -> float:
        """For how many seconds a seat would think about the current prompt, if it had to."""
        share = int(derived(self.settings.seed, f"pace {self.entry}")[:12], 16) / float(16**12)
        return self.thinking_times.seconds(seat, share, self._might_be_forced)

    def take_unsaved(self) -> Unsaved:
        """Take what must be stored now."""
        unsaved = Unsaved(self.new_entries, self.new_acts, self.changed_answers)
        self.new_entries, self.new_acts, self.changed_answers = [], [], set()
        return unsaved

    def take_steps(self) -> list[Step]:
        """Take what must be shown now."""
        steps, self.new_steps = self.new_steps, []
        return steps

    def _write(self, kind: str, value: int, asked: bool) -> None:
        at = self.changed_at = self.asked_at = self.now()
        self.new_entries.append(Entry(self.entry, kind, value, asked, at))
        self.entry += 1
        self._clock(at, self.number, kind != CHOICE)

    def add_act(self, kind: ActKind, seat: int | None = None, value: str | None = None) -> None:
        """Add an act to the second log."""
        act = Act(self.participants.act_count, self.entry, kind.value, seat, value, self.now())
        self.new_acts.append(act)
        self._apply_act(act)

    def _apply_act(self, act: Act) -> None:
        self.changed_at = act.made_at
        # Others may come and go.
        returned = act.kind == ActKind.BACK and act.seat == self.state.actor
        if returned or act.kind in (ActKind.BEGIN, ActKind.RESUME):
            self.asked_at = act.made_at
        self.participants.apply(act)
        if act.kind in LEAVING or act.kind == ActKind.BACK:
            self.open_undo.clear()
        self._clock(act.made_at, self.number)

    def apply_remote(self, entries: Iterable[Entry], acts: Iterable[Act]) -> None:
        """Entries and acts that another process has stored, without an undo among them."""
        waiting = deque(acts)
        for entry in entries:
            while waiting and waiting[0].entry <= entry.number:
                self._apply_act(waiting.popleft())
            if entry.asked:
                self._note_thinking_time(entry.made_at - self._question_at())
            self._apply(entry.value, entry.asked)
            self.entry += 1
            self.changed_at = self.asked_at = entry.made_at
            self._clock(entry.made_at, self.number)
        for act in waiting:
            self._apply_act(act)
        self.changed_answers.clear()  # what has lapsed is stored already

    def _apply(self, choice: int, asked: bool) -> None:
        """Apply a choice, and keep track of what can be undone."""
        actor = self.state.actor
        step = self.played.apply(choice)
        self.new_steps.append(step)
        if self._is_automatic(actor) or _reveals_something(step.before, choice, actor, step.after):
            self.open_undo.clear()
        elif asked:
            self.open_undo.append((step.number - 1, actor))
        elif self.open_undo and self.open_undo[-1][1] != actor:
            self.open_undo.clear()
        self.deciders.append(actor if asked and actor >= 0 else None)
        if self.standing:
            self._let_lapse()

    # Standing answers

    def look(self, seat: int, legal: list[int]) -> Look:
        """What a standing answer is computed from."""
        return Look(
            seen=self.state.observe(seat),
            say=game_words(self.game, "en"),
            names=self.names,
            bots=self.bots,
            legal=legal,
            text=self.state.text,
        )

    def set_standing_answers(self, seat: int | None, wanted: Mapping[str, bool]) -> None:
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
        self.changed_answers.add(seat)
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
        except Exception:  # then the player is asked
            log.exception("a standing answer failed at table %s", self.settings.id)
            return None
        return choice if choice in legal else None

    def _let_lapse(self) -> None:
        for seat, chosen in list(self.standing.items()):
            ended = self.view.lapsed(self.state.observe(seat), chosen)
            if ended:
                self._set_standing(seat, chosen - ended)


def _kind(text: str) -> str:
    """The kind of a choice, from its text: the first word."""
    return text.partition(" ")[0]


def _reveals_something(before: State, choice: int, seat: int, after: State) -> bool:
    """Whether a choice showed its player something they could not know: then it cannot be undone."""
    known = after.features(seat)
    rng = dealer()
    for _ in range(DEALS):
        other = before.determinize(seat, rng)
        other.apply_unchecked(choice)
        if other.features(seat) != known:
            return True
    return False

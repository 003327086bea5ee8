"""The position of a game, as every part of Serai sees it.

A game is a subclass of `State` with a few methods. One actor decides at a time: a seat, `CHANCE`, or
nobody (`OVER`). Every decision is one small choice, an int of a fixed space.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, ClassVar, Final, Protocol, Self, TypedDict, cast

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.kernel.errors import IllegalMove
from serai.kernel.fields import copy_fields, read_fields, write_fields
from serai.kernel.rng import Rng
from serai.kernel.softmax import softmax

CHANCE: Final = -1
OVER: Final = -2
USUAL: Final = 256  # choices for which buffers have room at first
SET: Final = 64  # members that a set may have


class Choices:
    """A buffer that a position fills with its legal choices, made once and used again and again. It grows
    with the most choices that it ever held: ask for `items` when it is filled, not before."""

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * USUAL)
        self.size: i64 = 0

    def add(self, choice: i64) -> None:
        """Add a choice."""
        if self.size == len(self.items):
            self._grow()
        self.items[self.size] = choice
        self.size += 1

    def refill(self, state: State) -> None:
        """Hold the legal choices of a position, and no others."""
        self.size = 0
        state.choices(self)

    def add_set(self, first: i64, members: i64) -> None:
        """Add `first + n` for every member n of a set (see `kernel/bits.py`)."""
        if self.size + SET > len(self.items):
            self._grow()
        items = self.items
        size = self.size
        choice = first
        while members:
            while members & 15 == 0:
                members >>= 4
                choice += 4
            if members & 1:
                items[size] = choice
                size += 1
            members >>= 1
            choice += 1
        self.size = size

    def _grow(self) -> None:
        known = self.items
        self.items = vec[i64]([0] * (2 * len(known)))
        for i in range(len(known)):
            self.items[i] = known[i]

    def __reduce__(self) -> tuple[object, ...]:
        return gathered, ([self.items[i] for i in range(self.size)],)


def with_room(numbers: vec[float], size: i64) -> vec[float]:
    """A buffer of numbers, or a longer one if it is too short."""
    return numbers if size <= len(numbers) else vec[float]([0.0] * (2 * size))


def gathered(choices: list[int]) -> Choices:
    """A buffer with these choices."""
    out = Choices()
    for choice in choices:
        out.add(choice)
    return out


class Event:
    """Something that happened inside one choice: what, to whom, how much, and about what.

    `about` of a secret event is for `seat` alone.

    >>> Event("points", 1, 3, "souk", secret=False)
    <points seat 1: 3 souk>
    """

    def __init__(self, kind: str, seat: int, amount: int, about: str, secret: bool) -> None:
        self.kind = kind
        self.seat = seat
        self.amount = amount
        self.about = about
        self.secret = secret

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat (None: a spectator) may know it.

        >>> Event("draw", 1, 1, "swap", secret=True).seen_by(0).about
        ''
        """
        if self.secret and seat != self.seat:
            return Event(self.kind, self.seat, self.amount, "", True)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.seat, self.amount, self.about, self.secret)

    def __repr__(self) -> str:
        about = f" {self.about}" if self.about else ""
        return f"<{self.kind} seat {self.seat}: {self.amount}{about}>"


class Notated(Protocol):
    """What a game's `notation.py` gives."""

    def text(self, choice: int, /) -> str:
        """A choice in the game's notation."""

    def parse(self, text: str, /) -> int:
        """The choice that a text means. Raises `BadNotation`."""


class Observed(Protocol):
    """What a game's `observe.py` gives. `own` and `deal_again` may be missing: see `State`."""

    def observe(self, state: Any, seat: int | None, /) -> Mapping[str, Any]:
        """What a seat may know."""


class OwnHand(TypedDict):
    """What seats know differently in an observation, where that is their hand alone."""

    seat: int | None  # who looks
    hand: list[str] | None  # the looker's cards


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. A game is a subclass that gives `choices`, `apply_unchecked`, `sample` and `scores`, and
    names two modules of its folder. All else has a default, which the game may replace.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.actor == serai.CHANCE, state.legal()
    (True, [227, 228, 229])
    >>> state.play("start 2")
    >>> state.actor, [state.text(choice) for choice in state.legal()]
    (1, ['yellow 0', 'yellow 1', 'yellow 2'])
    """

    game_name: ClassVar[str] = ""
    num_actions: ClassVar[int] = 0
    # Modules of the game: how choices are written (`Notated`), and who knows what (`Observed`).
    notation_module: ClassVar[Any] = None
    observe_module: ClassVar[Any] = None
    pieces: ClassVar[tuple[type, ...]] = ()  # classes of objects among the fields, see `serai.kernel.fields`
    derived: ClassVar[tuple[str, ...]] = ()  # fields that `load` works out from the others

    def __init__(self) -> None:
        self.players: i64 = 0
        self.actor: i64 = CHANCE
        self._buffer: Choices | None = None
        self.events: list[Event] | None = None  # set it to a list to be told what happens

    # What a game must give

    def choices(self, out: Choices) -> None:
        """Add every legal choice to `out`, ascending. Raises `TooMany` where chance has too many."""
        raise NotImplementedError

    def apply_unchecked(self, choice: i64) -> None:
        """Carry out a choice that is known to be legal."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> int:
        """At `CHANCE`: one outcome, with its true probability. Elsewhere raises `IllegalMove`.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.sample(Rng(1)) in state.legal()
        True
        """
        raise NotImplementedError

    def weight(self, choice: i64) -> i64:
        """At `CHANCE`: in how many equally likely ways a legal outcome comes about, see `odds`; 0 if the game
        does not say, as here."""
        return 0

    def scores(self) -> list[int]:
        """The points of each seat, in the order of the seats.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).scores()
        [0, 0, 0]
        """
        raise NotImplementedError

    # What has a default

    def clone(self) -> State:
        """An independent copy (that tells no events).

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.clone().play("start 2")
        >>> state.actor == CHANCE
        True
        """
        twin: State = copy_fields(self, type(self)())
        return twin

    def dump(self) -> list[int]:
        """The whole position as numbers; `load` takes them back.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> twin = game.empty()
        >>> twin.load(game.new(players=3).dump())
        >>> twin.key() == game.new(players=3).key()
        True
        """
        numbers: list[int] = []
        write_fields(self, self.pieces, numbers)
        return numbers

    def load(self, numbers: list[int]) -> None:
        """Become the position that `dump` wrote down."""
        read_fields(self, self.pieces, iter(numbers))

    def pick(self, out: Choices, rng: Rng) -> i64:
        """One of the legal choices of the seat to move, each equally likely. `out` is a buffer. A game may
        know a faster way than to list them all; it draws one number and gives the same choice.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> state.pick(Choices(), Rng(1)) in state.legal()
        True
        """
        out.refill(self)
        return out.items[rng.below(out.size)]

    def winners(self) -> list[int]:
        """The seats that won; empty while the game goes on. By default those with most points.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).winners()
        []
        """
        if self.actor != OVER:
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def estimate(self, out: vec[float]) -> None:
        """Into `out`, what share of the win each seat can expect: a guess, in sum 1.

        By default from the running scores: what counts is how far behind the best a seat is, beside what
        there is to have.
        """
        best: i64 = 0
        scores = self.scores()
        for seat in range(self.players):
            out[seat] = float(scores[seat])
            best = max(best, abs(scores[seat]))
        softmax(out, self.players, 1.0 + float(best) / 8.0)

    def parts(self, seat: int) -> list[tuple[str, float]]:
        """What the estimate makes of the seat's standing, part by part: names and amounts."""
        return [("points", float(self.scores()[seat]))]

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        """Everything a seat (None: a spectator) may know, as plain data.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).observe(None)["players"]
        3
        """
        self.check_seat(seat)
        seen: Mapping[str, Any] = self.observe_module.observe(self, seat)
        return seen

    def observe_own(self, seat: int) -> Mapping[str, Any]:
        """What `observe(seat)` says otherwise than `observe(None)`, or more. A game may give less than all of
        it (`own` in its `observe.py`): who shows a position to many asks for what they share once."""
        own = getattr(self.observe_module, "own", None)
        if own is None:
            return self.observe(seat)
        self.check_seat(seat)
        seen: Mapping[str, Any] = own(self, seat)
        return seen

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A copy in which everything the seat cannot see is redealt, each deal equally likely.

        What the seat could remember, or conclude from how others played, is not used.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.determinize(0, Rng(1)).observe(0) == state.observe(0)
        True
        """
        self.check_seat(seat)
        twin = cast(Self, self.clone())
        twin.deal_again(seat, rng)
        return twin

    def deal_again(self, seat: int | None, rng: Rng) -> None:
        """Redeal everything the seat cannot see. A game that hides nothing has nothing to deal."""
        deal_again = getattr(self.observe_module, "deal_again", None)
        if deal_again is not None:
            deal_again(self, seat, rng)

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        """Whether the seat (None: a spectator) may not know which legal choice is made here."""
        return False

    def text(self, choice: int) -> str:
        """The canonical, language-neutral notation of a choice.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).text(227)
        'start 1'
        """
        text: str = self.notation_module.text(choice)
        return text

    def parse(self, text: str) -> int:
        """The choice that a notation names, legal now or not. Raises `BadNotation`.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).parse("start 1")
        227
        """
        choice: int = self.notation_module.parse(text)
        return choice

    def write_features(self, out: BytesWriter, seat: i64) -> None:
        """Add everything a seat may know, as the small numbers of `Game.layout`. By default from what
        `observe` returns, see `serai.kernel.plain`."""
        from serai.kernel.plain import write_observation

        write_observation(self, out, seat)

    def write_insight(self, out: BytesWriter, seat: i64) -> None:
        """Add a net's input besides the features: the small numbers of `Game.insight`, then the estimate's
        opinion, as `Game.opinions` numbers of four bytes. These depend on what the seat cannot see: ask a
        position that was redealt for it (`determinize`). By default nothing."""

    # What every game has

    def legal(self) -> list[int]:
        """The legal choices, ascending; empty only when the game is over.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).legal()
        [227, 228, 229]
        """
        out = self._gather()
        found = [0] * out.size  # appending would be slower
        for i in range(out.size):
            found[i] = out.items[i]
        return found

    def _gather(self) -> Choices:
        out = self._buffer
        if out is None:
            out = self._buffer = Choices()
        out.refill(self)
        return out

    def odds(self) -> list[tuple[int, float]]:
        """At `CHANCE`: every outcome, ascending, with its probability; none if the game does not say how
        likely they are (`weight`). Raises `TooMany` where `legal` does.

        >>> import serai
        >>> serai.game("yspahan").new(players=2).odds()
        [(227, 0.5), (228, 0.5)]
        """
        self.check_chance()
        out = self._gather()
        ways: i64 = 0
        for i in range(out.size):
            ways += self.weight(out.items[i])
        if ways == 0:
            return []
        return [(out.items[i], float(self.weight(out.items[i])) / float(ways)) for i in range(out.size)]

    def is_legal(self, choice: i64) -> bool:
        """Whether a choice may be made now.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).is_legal(0)
        False
        """
        out = self._gather()
        for i in range(out.size):
            if out.items[i] == choice:
                return True
        return False

    def apply(self, choice: int) -> None:
        """Carry out a choice. Raises `IllegalMove`, and changes nothing, if it is not legal.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.apply(228)
        >>> state.actor
        1
        """
        if not isinstance(choice, int):
            raise TypeError(f"a choice is an int, not {choice!r}")
        if not 0 <= choice < self.num_actions or not self.is_legal(choice):
            raise IllegalMove(self.refusal(choice))
        self.apply_unchecked(choice)

    def outlook(self, out: vec[float]) -> None:
        """Into `out`, the share of the win of each seat: known when the game is over, else estimated."""
        if self.actor != OVER:
            self.estimate(out)
            return
        winners = self.winners()
        for seat in range(self.players):
            out[seat] = 0.0
        for seat in winners:
            out[seat] = 1.0 / len(winners)

    def rate(self, choices: Choices, seat: i64, shares: vec[float], ratings: vec[float]) -> None:
        """Into `ratings`, for each of the legal choices the outlook of the seat right after it.

        `shares` is a buffer for outlooks. A game may know a faster way than to try each on a copy.
        """
        self.rate_from(0, choices, seat, shares, ratings)

    def rate_from(
        self, first: i64, choices: Choices, seat: i64, shares: vec[float], ratings: vec[float]
    ) -> None:
        """Rate the choices from an index on, each on a copy."""
        for i in range(first, choices.size):
            after = self.clone()
            after.apply_unchecked(choices.items[i])
            after.outlook(shares)
            ratings[i] = shares[seat]

    def features(self, seat: int) -> bytes:
        """Everything a seat may know, one byte for each number of `Game.layout`.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> len(game.new(players=3).features(0)) == sum(feature.size for feature in game.layout)
        True
        """
        self.check_seat(seat)
        out = BytesWriter()
        self.write_features(out, seat)
        return out.getvalue()

    def play(self, text: str) -> None:
        """Carry out the choice that a notation names.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> state.actor
        1
        """
        self.apply(self.parse(text))

    def seen_text(self, choice: int, seat: int | None) -> str:
        """The notation of a choice as a seat may read it: `place ? room3` where the second word is
        secret. Ask before the choice is applied.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).seen_text(227, None)
        'start 1'
        """
        words = self.text(choice).split(" ")
        if self.is_secret(choice, seat):
            words[1] = "?"
        return " ".join(words)

    def refusal(self, choice: int) -> str:
        """Why a choice is refused, in words.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).refusal(0)
        "'yellow 0' is not possible: chance is to move"
        """
        if not 0 <= choice < self.num_actions:
            return f"{choice} is no choice of {self.game_name}: they go from 0 to {self.num_actions - 1}"
        name = self.text(choice)
        if self.actor == OVER:
            return f"'{name}' is not possible: the game is over"
        if self.actor == CHANCE:
            return f"'{name}' is not possible: chance is to move"
        open_now = [self.text(a) for a in self.legal()]
        shown = ", ".join(open_now[:8]) + (" …" if len(open_now) > 8 else "")
        return f"'{name}' is not possible now: seat {self.actor + 1} may choose {shown}"

    def check_chance(self) -> None:
        """Raises `IllegalMove` where chance is not to move. `sample` begins with it."""
        if self.actor != CHANCE:
            raise IllegalMove("sample() draws for chance, and chance is not to move")

    def check_seat(self, seat: int | None) -> None:
        """Raises `IndexError` for a seat that nobody has; None is a spectator.

        Without it `observe(CHANCE)` would show the last seat's secrets: -1 is an index too.
        """
        if seat is not None and not 0 <= seat < self.players:
            raise IndexError(f"no seat {seat}: they go from 0 to {self.players - 1}")

    def tell(self, kind: str, seat: i64, amount: i64 = 0, about: str = "", secret: bool = False) -> None:
        """Append an event, if anyone collects them (`events`)."""
        events = self.events
        if events is not None:
            events.append(Event(kind, seat, amount, about, secret))

    def key(self) -> int:
        """A 64-bit hash of the whole position, the same on every platform, compiled or not.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> game.new(players=3).key() == game.new(players=3).key()
        True
        """
        text = f"{self.game_name} {self.dump()}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    def _repr_svg_(self) -> str:
        """The board in a notebook, as the seat to move sees it; for chance and at the end a spectator."""
        from serai.scene.picture import picture

        return picture(self, self.actor if self.actor >= 0 else None)

    def __reduce__(self) -> tuple[object, ...]:
        from serai.kernel.registry import restore

        return restore, (self.game_name, self.dump())

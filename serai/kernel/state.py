"""The position of a game, as every part of Serai sees it.

A game is a subclass of `State` with a few methods. One actor decides at a time: a seat, `CHANCE`, or
nobody (`OVER`). Every decision is one small choice, an int from a fixed range.
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
USUAL: Final = 256  # the initial capacity of buffers
SET: Final = 64  # the most members of a set


class Choices:
    """A reusable buffer that a position fills with its legal choices. It grows when it must, so take `items`
    after it is filled, not before."""

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
        """Replace the content by the legal choices of a position."""
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
    """The same buffer of numbers, or a longer one if it is too short."""
    return numbers if size <= len(numbers) else vec[float]([0.0] * (2 * size))


def gathered(choices: list[int]) -> Choices:
    """A buffer with these choices."""
    out = Choices()
    for choice in choices:
        out.add(choice)
    return out


class Event:
    """Something that happened as part of a choice: what, to whom, how much, and about what.

    `about` of a secret event is for `seat` only.

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
    """What a game's `notation.py` provides."""

    def text(self, choice: int, /) -> str:
        """A choice in the game's notation."""

    def parse(self, text: str, /) -> int:
        """The choice that a text names. Raises `BadNotation`."""


class Observed(Protocol):
    """What a game's `observe.py` provides. `own` and `deal_again` are optional: see `State`."""

    def observe(self, state: Any, seat: int | None, /) -> Mapping[str, Any]:
        """What a seat may know."""


class OwnHand(TypedDict):
    """The part of an observation that differs between seats, if that is only their hand."""

    seat: int | None  # the observer
    hand: list[str] | None  # the observer's cards


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. A game is a subclass that defines `choices`, `apply_unchecked`, `sample` and `scores`, and
    names two modules of its folder. Everything else has a default, which the game may replace.

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
    # Modules of the game: its notation (`Notated`), and who knows what (`Observed`).
    notation_module: ClassVar[Any] = None
    observe_module: ClassVar[Any] = None
    pieces: ClassVar[tuple[type, ...]] = ()  # classes of objects among the fields, see `serai.kernel.fields`
    derived: ClassVar[tuple[str, ...]] = ()  # fields that `load` computes from the others

    def __init__(self) -> None:
        self.players: i64 = 0
        self.actor: i64 = CHANCE
        self._buffer: Choices | None = None
        self.events: list[Event] | None = None  # set it to a list to collect what happens

    # What a game must define

    def choices(self, out: Choices) -> None:
        """Add every legal choice to `out`, ascending. Raises `TooMany` where chance has too many.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> out = Choices()
        >>> state.choices(out)
        >>> list(out.items)[: out.size]
        [227, 228, 229]
        """
        raise NotImplementedError

    def apply_unchecked(self, choice: i64) -> None:
        """Carry out a choice that is known to be legal.

        >>> import serai
        >>> rng, state = Rng(1), serai.game("yspahan").new(players=3)
        >>> while state.actor != OVER:
        ...     chance = state.actor == CHANCE
        ...     state.apply_unchecked(state.sample(rng) if chance else state.pick(Choices(), rng))
        >>> len(state.winners()) > 0
        True
        """
        raise NotImplementedError

    def sample(self, rng: Rng) -> int:
        """At `CHANCE`: draw an outcome with its true probability. Elsewhere raises `IllegalMove`.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.sample(Rng(1)) in state.legal()
        True
        """
        raise NotImplementedError

    def weight(self, choice: i64) -> i64:
        """At `CHANCE`: in how many equally likely ways an outcome comes about, see `odds`. The default, 0,
        means that the game does not say.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> [state.weight(choice) for choice in state.legal()]
        [1, 1, 1]
        """
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
        """An independent copy (that collects no events).

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.clone().play("start 2")
        >>> state.actor == CHANCE
        True
        """
        twin: State = copy_fields(self, type(self)())
        return twin

    def dump(self) -> list[int]:
        """The whole position as numbers, which `load` reads.

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
        """Become the position that `dump` wrote.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> state = game.empty()
        >>> state.load(game.new(players=3).dump())
        >>> state.players
        3
        """
        read_fields(self, self.pieces, iter(numbers))

    def pick(self, out: Choices, rng: Rng) -> i64:
        """A uniformly random legal choice of the seat to move. `out` is a buffer. A game may override this
        with something faster than listing them all, which draws one number and returns the same choice.

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
        """Write into `out` the share of the win that each seat can expect: a guess that sums to 1.

        By default from the running scores: by how far a seat is behind the best, relative to the points made.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> shares = vec[float]([0.0] * 3)
        >>> state.estimate(shares)
        >>> round(sum(shares), 6)
        1.0
        """
        best: i64 = 0
        scores = self.scores()
        for seat in range(self.players):
            out[seat] = float(scores[seat])
            best = max(best, abs(scores[seat]))
        softmax(out, self.players, 1.0 + float(best) / 8.0)

    def parts(self, seat: int) -> list[tuple[str, float]]:
        """The parts of a seat's estimate: names and amounts.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> [name for name, amount in state.parts(0)][:2]
        ['points', 'city']
        """
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
        """What `observe(seat)` adds to `observe(None)`, or says differently. A game may compute this alone
        (`own` in its `observe.py`), so that for many viewers the rest is computed only once.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> {**state.observe(None), **state.observe_own(0)} == state.observe(0)
        True
        """
        own = getattr(self.observe_module, "own", None)
        if own is None:
            return self.observe(seat)
        self.check_seat(seat)
        seen: Mapping[str, Any] = own(self, seat)
        return seen

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A copy in which everything the seat cannot see is redealt, all deals equally likely.

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
        """Redeal everything the seat cannot see. By default nothing is hidden.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> before = state.observe(0)
        >>> state.deal_again(0, Rng(1))
        >>> state.observe(0) == before
        True
        """
        deal_again = getattr(self.observe_module, "deal_again", None)
        if deal_again is not None:
            deal_again(self, seat, rng)

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        """Whether the seat (None: a spectator) may not know which legal choice is made here.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.is_secret(227, None)
        False
        """
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
        `observe` returns, see `serai.kernel.plain`.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> out = BytesWriter()
        >>> game.new(players=3).write_features(out, 0)
        >>> len(out.getvalue()) == sum(feature.size for feature in game.layout)
        True
        """
        from serai.kernel.plain import write_observation

        write_observation(self, out, seat)

    def write_insight(self, out: BytesWriter, seat: i64) -> None:
        """Add a net's input besides the features: the small numbers of `Game.insight`, then the estimate's
        opinion, as `Game.opinions` 4-byte numbers. These depend on what the seat cannot see, so call it on a
        position that was redealt for the seat (`determinize`). By default nothing.

        >>> import serai
        >>> game = serai.game("yspahan")
        >>> out = BytesWriter()
        >>> game.new(players=3).write_insight(out, 0)
        >>> len(out.getvalue()) == sum(feature.size for feature in game.insight) + 4 * game.opinions
        True
        """

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
        """At `CHANCE`: every outcome, ascending, with its probability; empty if the game does not say how
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
        """Write each seat's share of the win into `out`: known when the game is over, otherwise estimated.

        >>> import serai
        >>> shares = vec[float]([0.0] * 2)
        >>> serai.game("yspahan").new(players=2).outlook(shares)
        >>> sum(shares)
        1.0
        """
        if self.actor != OVER:
            self.estimate(out)
            return
        winners = self.winners()
        for seat in range(self.players):
            out[seat] = 0.0
        for seat in winners:
            out[seat] = 1.0 / len(winners)

    def rate(self, choices: Choices, seat: i64, shares: vec[float], ratings: vec[float]) -> None:
        """Write into `ratings`, for each legal choice, the outlook of the seat right after it.

        `shares` is a buffer for outlooks. A game may override this with something faster than copies.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> choices, shares, ratings = Choices(), vec[float]([0.0] * 3), vec[float]([0.0] * 3)
        >>> choices.refill(state)
        >>> state.rate(choices, 1, shares, ratings)
        >>> all(0 < rating < 1 for rating in ratings)
        True
        """
        self.rate_from(0, choices, seat, shares, ratings)

    def rate_from(
        self, first: i64, choices: Choices, seat: i64, shares: vec[float], ratings: vec[float]
    ) -> None:
        """Rate the choices from an index on, each on a copy.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> choices, shares, ratings = Choices(), vec[float]([0.0] * 3), vec[float]([0.0] * 3)
        >>> choices.refill(state)
        >>> state.rate_from(2, choices, 1, shares, ratings)
        >>> [rating > 0 for rating in ratings]
        [False, False, True]
        """
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
        """Why a choice is illegal, in words.

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
        """Raise `IllegalMove` if chance is not to move. `sample` begins with this.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> state.check_chance()
        Traceback (most recent call last):
        serai.kernel.errors.IllegalMove: sample() draws for chance, and chance is not to move
        """
        if self.actor != CHANCE:
            raise IllegalMove("sample() draws for chance, and chance is not to move")

    def check_seat(self, seat: int | None) -> None:
        """Raise `IndexError` for a seat that does not exist; None is a spectator.

        Without it `observe(CHANCE)` would show the last seat's secrets: -1 is an index too.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.check_seat(3)
        Traceback (most recent call last):
        IndexError: no seat 3: they go from 0 to 2
        """
        if seat is not None and not 0 <= seat < self.players:
            raise IndexError(f"no seat {seat}: they go from 0 to {self.players - 1}")

    def tell(self, kind: str, seat: i64, amount: i64 = 0, about: str = "", secret: bool = False) -> None:
        """Append an event, if they are collected (`events`).

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.events = []
        >>> state.tell("gold", 1, amount=2)
        >>> state.events[0].kind, state.events[0].amount
        ('gold', 2)
        """
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
        """The board in a notebook, as the seat to move sees it, or a spectator if nobody is to move."""
        from serai.scene.picture import picture

        return picture(self, self.actor if self.actor >= 0 else None)

    def __reduce__(self) -> tuple[object, ...]:
        from serai.kernel.registry import restore

        return restore, (self.game_name, self.dump())

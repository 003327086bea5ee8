"""Invariants of every game. Authors of a new game run these checks before anything else.

>>> import serai
>>> check_game(serai.game("yspahan"), players=2, seed=1)
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from math import sqrt
from operator import le
from typing import Any, Final

from serai.kernel.errors import BadNotation, IllegalMove, TooMany
from serai.kernel.fields import names_of
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, Event, State

SOME: Final = 6  # choices tried in a position
NO_CHOICES: Final = ("", "no such choice", "\0", "💎 " * 50)  # one of these texts is tried in each position


class CheckFailed(AssertionError):
    """A game violates the kernel's contract.

    >>> issubclass(CheckFailed, AssertionError)
    True
    """


def check_game(
    game: Game,
    players: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    limit: int = 100_000,
    every: int = 1,
) -> None:
    """Play one random game and check every `every`-th position, then the record of the game.

    Raises `CheckFailed` with the seed and the number of the choice.

    >>> import serai
    >>> check_game(serai.game("yspahan"), players=2, every=100)
    """
    rng = Rng(f"{seed} play")
    probe = Rng(f"{seed} probe")
    record = Record(game.name, players, options)
    state = game.new(players, options)
    _hold(state.key() == game.new(players, options).key(), "two new games differ")
    keys = [state.key()]
    try:
        while state.actor != OVER:
            _hold(len(record.choices) < limit, f"no end after {limit} choices")
            if len(record.choices) % every == 0:
                check_position(game, state, probe)
            record.play(state, random_choice(state, rng))
            keys.append(state.key())
        check_position(game, state, probe)
        check_fields(game, state)
        check_record(record, keys, probe)
    except Exception as error:
        failed = str(error) if isinstance(error, CheckFailed) else f"{type(error).__name__}: {error}"
        where = f"{game.name}, {players} players, {dict(options or {})}, seed {seed}, choice {len(keys)}"
        raise CheckFailed(f"{where}: {failed}") from error


def fingerprint(game: Game, players: int, options: Mapping[str, object] | None, seed: int) -> str:
    """A digest of every choice and actor and of many positions of one random game; the same for compiled and
    interpreted code.

    >>> import serai
    >>> fingerprint(serai.game("yspahan"), 2, None, seed=1)
    '423b73c2a397cb9a'
    """
    rng = Rng(seed)
    state = game.new(players, options)
    digest = blake2b(digest_size=8)
    number = 0
    while state.actor != OVER:
        choice = random_choice(state, rng)
        state.apply(choice)
        number += 1
        digest.update(b"%d %d " % (choice, state.actor))
        if number % 16 == 0:
            digest.update(b"%d " % state.key())
    digest.update(b"%d" % state.key())
    return digest.hexdigest()


def random_choice(state: State, rng: Rng) -> int:
    """A random legal choice: for chance by its probabilities, for a seat uniformly.

    >>> import serai
    >>> random_choice(serai.game("yspahan").new(players=3), Rng(1)) in (227, 228, 229)
    True
    """
    if state.actor == CHANCE:
        return state.sample(rng)
    legal = state.legal()
    _hold(bool(legal), "a dead end: nobody's game is over, but no choice is legal")
    return legal[rng.below(len(legal))]


def check_position(game: Game, state: State, rng: Rng) -> None:
    """Check everything that must hold in one position. Changes nothing.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_position(game, game.new(players=2), Rng(1))
    """
    before = state.key()
    check_choices(game, state, rng)
    check_refusals(game, state, rng)
    if state.actor == CHANCE:
        check_sample(state, rng)
    check_copies(game, state, rng)
    check_knowledge(state, rng)
    check_tensor(game, state, rng)
    _hold(state.key() == before, "looking at a position changed it")


def check_choices(game: Game, state: State, rng: Rng) -> None:
    """Legal choices are an ascending list of ids; each can be applied, and its notation parses back.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_choices(game, game.new(players=2), Rng(1))
    """
    try:
        legal = state.legal()
    except TooMany:
        _hold(state.actor == CHANCE, "TooMany is for chance alone")
        legal = [state.sample(rng) for _ in range(3)]
    else:
        _hold(legal == sorted(set(legal)), "legal() is not ascending")
        _hold(bool(legal) == (state.actor != OVER), "legal() is empty only when the game is over")
    if state.actor >= 0:
        twin = rng.clone()
        picked = state.pick(Choices(), twin)
        _hold(picked == legal[rng.below(len(legal))], "pick() and legal() do not agree")
        _hold(twin.next() == rng.next(), "pick() draws one number")
    most = game.num_actions if state.actor == CHANCE else game.num_seat_actions
    for choice in legal:
        _hold(0 <= choice < most, f"choice {choice} is outside the space")
        text = state.text(choice)
        _hold(state.parse(text) == choice, f"'{text}' is read back as another choice")
        after = state.clone()
        after.apply(choice)
        _hold(after.key() != state.key(), f"'{text}' changes nothing")


def check_refusals(game: Game, state: State, rng: Rng) -> None:
    """What is not legal is refused with a typed error, and changes nothing.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_refusals(game, game.new(players=2), Rng(1))
    """
    try:
        legal = set(state.legal())
    except TooMany:
        legal = set(range(game.num_seat_actions, game.num_actions))
    before = state.key()
    tried = [-1, game.num_actions, *(rng.below(game.num_actions) for _ in range(4))]
    tried += [rng.below(game.num_seat_actions) for _ in range(8)]
    for choice in tried:
        if choice not in legal:
            try:
                state.apply(choice)
            except IllegalMove:
                _hold(state.key() == before, f"refusing {choice} changed the position")
            else:
                raise CheckFailed(f"illegal choice {choice} was taken")
            _hold(not state.is_legal(choice), f"is_legal() takes {choice}, legal() does not list it")
    if state.actor != CHANCE:
        try:
            state.sample(rng)
        except (IllegalMove, NotImplementedError):
            pass
        else:
            raise CheckFailed("sample() draws where chance is not to move")
    text = NO_CHOICES[rng.below(len(NO_CHOICES))]
    try:
        state.parse(text)
    except BadNotation:
        return
    raise CheckFailed(f"{text!r} was read as a choice")


def check_copies(game: Game, state: State, rng: Rng) -> None:
    """A clone is equal and independent; so is a copy by pickle or by dump and load.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_copies(game, game.new(players=2), Rng(1))
    """
    before = state.key()
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        _hold(twin.key() == before, "a copy is another position")
        _hold(twin.actor == state.actor and twin.scores() == state.scores(), "a copy differs")
        if state.actor == OVER:
            continue
        path = Rng(rng.next())
        again = path.clone()
        third = state.clone()
        for _ in range(6):
            if twin.actor != OVER:
                twin.apply(random_choice(twin, path))
                third.apply(random_choice(third, again))
                _hold(twin.key() == third.key(), "equal positions went different ways")
        _hold(state.key() == before, "playing on in a copy changed the original")


def check_fields(game: Game, state: State) -> None:
    """`clone`, `dump` and `load` forget no field: each is changed on its own, and must arrive in the copy.

    For games that write these methods themselves. Fields that `load` computes from others are listed in
    `derived`. The number of players is not changed: the lengths of lists depend on it.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_fields(game, game.new(players=2))
    """
    for label, holder in _holders(state):
        for name in names_of(holder(state)):
            value = getattr(holder(state), name)
            other = _another(value)
            for given in () if name == "players" or other is None else (value, other):
                changed = state.clone()
                setattr(holder(changed), name, given)
                _hold(getattr(holder(changed.clone()), name) == given, f"clone() forgets {label}{name}")
                if name not in state.derived:
                    back = game.empty()
                    back.load(changed.dump())
                    _hold(getattr(holder(back), name) == given, f"dump() or load() forgets {label}{name}")


def _holders(state: State) -> Iterator[tuple[str, Callable[[State], Any]]]:
    """The objects with fields: the position, and the first object of each list of objects in it."""
    yield "", lambda position: position
    for name in names_of(state):
        value = getattr(state, name)
        if isinstance(value, list) and value and _another(value[0]) is None:
            yield f"{name}[0].", lambda position, name=name: getattr(position, name)[0]  # type: ignore[misc]


def _another(value: Any) -> Any:
    """A different value of the same kind; None for objects, whose fields are changed one by one."""
    if value is None or isinstance(value, int):
        if isinstance(value, bool):
            return not value
        return value - 1 if value else 1  # smaller rather than larger, so that an index stays valid
    if isinstance(value, str):
        return f"{value}?"
    if isinstance(value, dict):
        return {**value, **({key: _another(value[key]) for key in list(value)[:1]} or {0: 1})}
    if not hasattr(value, "__len__"):
        return None
    if not len(value):
        return [1] if isinstance(value, list) else (1,)
    if isinstance(value, tuple):
        return (*value, value[0])
    other = value[:]
    other[0] = _another(value[0])
    if other[0] is None:
        return None
    if list(value) != list(value)[::-1]:  # another order keeps all members distinct
        for i in range(len(value)):
            other[i] = value[len(value) - 1 - i]
    return other


def check_knowledge(state: State, rng: Rng) -> None:
    """An observation is plain data, and does not change when what the seat cannot see is redealt.

    >>> import serai
    >>> check_knowledge(serai.game("yspahan").new(players=2), Rng(1))
    """
    players = len(state.scores())
    public = state.observe(None)
    for seat in (None, *range(players)):
        seen = state.observe(seat)
        if seat is not None:
            whole = {**public, **state.observe_own(seat)} == seen
            _hold(whole, f"observe_own leaves out what seat {seat} sees otherwise than others")
        json.dumps(seen)
        other = state.determinize(seat, rng)
        _hold(other.observe(seat) == seen, f"determinize changed what seat {seat} sees")
        _hold(other.actor == state.actor, f"determinize for seat {seat} changed the actor")
        seed = rng.next()
        again = state.determinize(seat, Rng(seed)).key() == other.determinize(seat, Rng(seed)).key()
        _hold(again, f"what is dealt again for seat {seat} depends on what it cannot see")
        check_secrets(state, seat, rng)
        if seat is not None and state.actor == seat:
            _hold(other.legal() == state.legal(), f"hidden facts decide what seat {seat} may do")
    for seat in (CHANCE, OVER, players):
        for look in (state.observe, lambda seat: state.determinize(seat, rng)):
            try:
                look(seat)
            except IndexError:
                continue
            raise CheckFailed(f"seat {seat}, which does not exist, may look")
    winners = state.winners()
    _hold(bool(winners) == (state.actor == OVER), "winners() is empty while the game goes on")
    _hold(set(winners) <= set(range(players)), "a winner who does not play")


def check_secrets(state: State, seat: int | None, rng: Rng) -> None:
    """Choices that a seat cannot tell apart must have the same text and the same events for it.

    That is: choices (including those of chance) that lead to positions which look the same to the seat; and
    the same choice after everything that the seat cannot see is redealt, if the same events happen there.
    (Different events may reveal what was shown and is gone again, like the figures of a round that ends.)

    >>> import serai
    >>> check_secrets(serai.game("yspahan").new(players=2), None, Rng(1))
    """
    other = state.determinize(seat, rng)
    shown: dict[str, tuple[str, list[Told], State]] = {}
    for choice in some_choices(state, rng):
        text, told, seen, after = _outcome(state, choice, seat)
        first_text, first_told, first = shown.setdefault(seen, (text, told, after))
        if (text, told) != (first_text, first_told) and after.key() != first.key():
            _hold(text == first_text, f"'{text}' tells seat {seat} more than it sees")
            _hold(told == first_told, f"the events of '{text}' tell seat {seat} more than it sees: {told}")
        if told and other.is_legal(choice):
            _, other_told, other_seen, _ = _outcome(other, choice, seat)
            _hold(
                other_told == told or other_seen != seen or not _alike(told, other_told),
                f"the events of '{text}' tell seat {seat} what it cannot see: {told}",
            )


Told = tuple[str, int, int, str, bool]


def told_to(seat: int | None, events: list[Event]) -> list[Told]:
    """The events as a seat (None: a spectator) may know them, as data.

    >>> told_to(0, [Event("draw", 1, 1, "swap", True)])
    [('draw', 1, 1, '', True)]
    """
    seen = [event.seen_by(seat) for event in events]
    return [(event.kind, event.seat, event.amount, event.about, event.secret) for event in seen]


def _alike(told: list[Told], other: list[Told]) -> bool:
    """Whether the same events happen to the same seats, whatever they are about."""
    return [(kind, seat) for kind, seat, *_ in told] == [(kind, seat) for kind, seat, *_ in other]


def _outcome(state: State, choice: int, seat: int | None) -> tuple[str, list[Told], str, State]:
    """The result of a choice as a seat sees it: text, events and observation; and the position."""
    text = state.seen_text(choice, seat)
    after = state.clone()
    after.events = []
    after.apply(choice)
    return text, told_to(seat, after.events), json.dumps(after.observe(seat)), after


def some_choices(state: State, rng: Rng) -> list[int]:
    """Some legal choices without duplicates; all of them if there are few.

    >>> import serai
    >>> sorted(some_choices(serai.game("yspahan").new(players=2), Rng(1)))
    [227, 228]
    """
    try:
        legal = state.legal()
    except TooMany:
        return sorted({state.sample(rng) for _ in range(SOME)})
    for i in range(min(len(legal), SOME)):
        j = i + rng.below(len(legal) - i)
        legal[i], legal[j] = legal[j], legal[i]
    return legal[:SOME]


def check_tensor(game: Game, state: State, rng: Rng) -> None:
    """A seat's features have the length and range of the layout, and reveal nothing that it cannot see.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> check_tensor(game, game.new(players=2), Rng(1))
    """
    most = [feature.most for feature in game.layout for _ in range(feature.size)]
    for seat in range(len(state.scores())):
        numbers = state.features(seat)
        _hold(len(numbers) == len(most), f"seat {seat} has {len(numbers)} features, not {len(most)}")
        if not all(map(le, numbers, most)):
            name = next(f.name for f in game.layout if max(numbers[f.offset : f.offset + f.size]) > f.most)
            raise CheckFailed(f"feature {name} is larger than its maximum")
        same = state.determinize(seat, rng).features(seat) == numbers
        _hold(same, f"the features of seat {seat} tell what it cannot see")


def check_sample(state: State, rng: Rng) -> None:
    """Chance draws legal outcomes, and the same ones for the same generator.

    >>> import serai
    >>> check_sample(serai.game("yspahan").new(players=2), Rng(1))
    """
    seed = rng.next()
    drawn = state.sample(Rng(seed))
    _hold(state.is_legal(drawn), f"sample() draws {drawn}, which is not legal")
    _hold(state.sample(Rng(seed)) == drawn, "sample() draws otherwise with the same generator")


def check_odds(state: State, odds: Mapping[int, float], rng: Rng, times: int = 2000) -> None:
    """Chance draws each outcome as often as it should: `odds` are in proportion to the true probabilities.

    The other checks cannot know these, so a game's own tests call this one. It is a chi-squared test that
    fails for a fair game about once in a million times.

    >>> import serai
    >>> check_odds(serai.game("yspahan").new(players=2), {227: 1, 228: 1}, Rng(1))
    """
    _hold(state.legal() == sorted(odds), "legal() lists other outcomes than those that have odds")
    drawn = dict.fromkeys(odds, 0)
    for _ in range(times):
        outcome = state.sample(rng)
        _hold(outcome in drawn, f"sample() draws {outcome}, which has no odds")
        drawn[outcome] += 1
    share = times / sum(odds.values())
    distance = sum(
        (drawn[outcome] - share * odds[outcome]) ** 2 / (share * odds[outcome]) for outcome in odds
    )
    free = len(odds) - 1
    _hold(
        distance <= free + 7 * sqrt(2 * free) + 14,
        f"sample() is unfair: {drawn}, but the odds are {dict(odds)}",
    )


def check_record(record: Record, keys: list[int], rng: Rng) -> None:
    """A record survives text and JSON; replay and undo reach every earlier position.

    >>> import serai
    >>> record = serai.Record("yspahan", players=2, choices=[228])
    >>> check_record(record, [state.key() for state, _ in record.states()], Rng(1))
    """
    for back in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        _hold(back.choices == record.choices, "a record reads back with other choices")
        _hold(back.options == record.options and back.tags == record.tags, "its header changed")
        _hold(back.replay().key() == keys[-1], "a record replays to another position")
    for _ in range(3):
        number = rng.below(len(keys))
        _hold(record.replay(number).key() == keys[number], f"replay to {number} differs")
    shorter = Record(record.game.name, record.players, record.options, record.choices)
    for key in keys[-2:-6:-1]:
        _hold(shorter.undo().key() == key, "undo is not the position before")


def _hold(condition: bool, otherwise: str) -> None:
    if not condition:
        raise CheckFailed(otherwise)

"""Whether chance is fair.

Only the author knows how likely an outcome should be, so a game may say it (`State.odds`). If it does not,
chance counts as fair if

- the draw is hidden, and has the same distribution as in a redeal of everything hidden: the two must agree,
  since all deals of hidden things are equally likely;
- or outcomes are equally likely, or as likely as things in a pile from which one is taken, or as rolls of
  several dice, written by their faces or by their sum.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod, sqrt
from typing import Any, Final

from serai.checks.walk import Effort, hold, located, plain_settings, walk
from serai.kernel.errors import TooMany
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, State

TIMES: Final = 2000  # draws per position
DEALS: Final = 300  # redeals of everything hidden
PLACES: Final = 1  # positions of one kind that are checked in a game
RARE: Final = 8  # values rarer than this are counted together


def check_chance(game: Game, effort: Effort) -> None:
    """Chance draws every outcome with its true probability."""
    for setting in plain_settings(game):
        seen: Counter[str] = Counter()
        for seed in range(effort.seed, effort.seed + effort.games):
            for where, state in walk(game, setting, seed):
                if state.actor != CHANCE:
                    continue
                try:
                    legal = state.legal()
                except TooMany:
                    continue
                kind = " ".join(sorted({state.text(choice).split(" ")[0] for choice in legal}))
                if len(legal) > 1 and seen[kind] < PLACES * (1 + seed - effort.seed):
                    seen[kind] += 1
                    with located(where):
                        check_sampling(state, legal, Rng(f"{seed} {where}"))


def check_sampling(state: State, legal: list[int], rng: Rng) -> None:
    """Check one position: draws are legal, all outcomes occur, and as often as they should.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> check_sampling(state, state.legal(), Rng(1))
    """
    drawn: Counter[int] = Counter(state.sample(rng) for _ in range(TIMES))
    strange = sorted(set(drawn) - set(legal))
    hold(not strange, f"sample() draws {strange}, which legal() does not list")
    if state.odds():
        weights = [int(state.weight(choice)) for choice in legal]
        hold(min(weights) > 0, f"weight() gives a legal outcome no chance: {weights}")
        fair = fits(drawn, legal, weights)
        hold(fair, f"sample() is unfair: {shown(state, drawn)}, but weight() says {weights}")
        return
    never = [state.text(choice) for choice in legal if choice not in drawn and len(legal) * 20 < TIMES]
    hold(not never, f"sample() never draws {', '.join(never[:5])}")
    if hidden(state, legal):
        check_dealing(state, rng)
        return
    hold(
        any(fits(drawn, legal, likely) for likely in likely_odds(state, legal)),
        f"sample() is unfair: {shown(state, drawn)}; if that is meant, State.weight() says so",
    )


def shown(state: State, drawn: Counter[int]) -> str:
    """The first few outcomes, with how often they were drawn."""
    parts = [f"'{state.text(choice)}' {number} times" for choice, number in sorted(drawn.items())[:8]]
    return ", ".join(parts) + (" …" if len(drawn) > 8 else "") + f" of {drawn.total()}"


def fits(drawn: Counter[int], legal: list[int], odds: Sequence[float]) -> bool:
    """A chi-squared test that fails for a fair game about once in a million times.

    >>> fits(Counter({1: 510, 2: 490}), [1, 2], [1, 1]), fits(Counter({1: 700, 2: 300}), [1, 2], [1, 1])
    (True, False)
    """
    share = drawn.total() / sum(odds)
    distance = sum(
        (drawn[choice] - share * odd) ** 2 / (share * odd) for choice, odd in zip(legal, odds, strict=True)
    )
    return distance <= _limit(len(legal) - 1)


def _limit(free: int) -> float:
    return free + 7 * sqrt(2 * free) + 14


def hidden(state: State, legal: list[int]) -> bool:
    """Whether a spectator cannot see which outcome it was."""
    looks = set()
    for choice in legal:
        after = state.clone()
        after.apply(choice)
        looks.add(json.dumps(after.observe(None), sort_keys=True))
    return len(looks) == 1


def check_dealing(state: State, rng: Rng) -> None:
    """A hidden draw has the same distribution as in a redeal of everything hidden.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> check_dealing(state, Rng(1))
    """
    drawn, dealt = [], []
    for _ in range(DEALS):
        before = state.determinize(None, rng)
        before.apply(before.sample(rng))
        drawn.append(facts(before))
        after = state.clone()
        after.apply(after.sample(rng))
        dealt.append(facts(after.determinize(None, rng)))
    for path in sorted({path for found in (*drawn, *dealt) for path in found}):
        ways = [Counter(found.get(path, 0) for found in side) for side in (drawn, dealt)]
        hold(
            alike(*ways),
            f"sample() and determinize() disagree on {path}: {_values(ways[0])} where it is drawn, "
            f"{_values(ways[1])} where it is dealt again",
        )


def _values(counted: Counter[Any]) -> str:
    return ", ".join(f"{value} {number} times" for value, number in counted.most_common(6))


def facts(state: State) -> dict[str, Any]:
    """What all seats see, as single facts; for a list, how often each value is in it."""
    found: dict[str, Any] = {}
    for seat in range(state.players):
        for path, value in leaves(state.observe_own(seat), f"seat {seat}"):
            found[path] = value
    return found


def leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The plain values of some data, with their paths; lists of plain values are counted.

    >>> sorted(leaves({"hand": ["a", "b", "a"], "gold": 3}, "seat 1"))
    [('seat 1 gold', 3), ('seat 1 hand a', 2), ('seat 1 hand b', 1)]
    """
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path} {key}")
    elif isinstance(value, list | tuple):
        if any(isinstance(item, dict | list | tuple) for item in value):
            for index, item in enumerate(value):
                yield from leaves(item, f"{path} {index}")
        else:
            yield from ((f"{path} {item}", number) for item, number in Counter(value).items())
    else:
        yield path, value


def alike(one: Counter[Any], other: Counter[Any]) -> bool:
    """Whether two samples of equal size may come from the same source; rare values count together.

    >>> alike(Counter({"a": 300, "b": 200}), Counter({"a": 290, "b": 210}))
    True
    >>> alike(Counter({"a": 300, "b": 200}), Counter({"a": 400, "b": 100}))
    False
    """
    both = one + other
    rows = [(one[value], other[value]) for value, number in both.items() if number >= RARE]
    rest = [(one[value], other[value]) for value, number in both.items() if number < RARE]
    if rest:
        rows.append((sum(row[0] for row in rest), sum(row[1] for row in rest)))
    distance = sum((a - b) ** 2 / (a + b) for a, b in rows if a + b)
    return distance <= _limit(len(rows) - 1) if len(rows) > 1 else True


# Plausible odds for outcomes without declared ones


def likely_odds(state: State, legal: list[int]) -> Iterator[list[float]]:
    """The odds that would be fair for a chance without declared ones."""
    yield [1.0] * len(legal)
    yield from pile_odds(state, legal)
    texts = [state.text(choice) for choice in legal]
    yield from dice_odds(texts)


def dice_odds(texts: list[str]) -> Iterator[list[float]]:
    """Several dice: by their faces, or by their sum.

    >>> list(dice_odds(["roll 1 1", "roll 1 2", "roll 2 2"]))
    [[1.0, 2.0, 1.0]]
    >>> list(dice_odds(["roll 2", "roll 3", "roll 4"]))
    [[1.0, 2.0, 1.0]]
    """
    faces = ["".join(letter for letter in text if letter.isdigit()) for text in texts]
    if len({len(face) for face in faces}) == 1 and len(faces[0]) > 1:
        yield [float(factorial(len(face)) // prod(map(factorial, Counter(face).values()))) for face in faces]
    last = [text.split(" ")[-1] for text in texts]
    if not all(word.isdecimal() for word in last):
        return
    sums = sorted(map(int, last))
    for dice in (2, 3, 4):
        sides = sums[-1] // dice
        if sides > 1 and sums == list(range(dice, dice * sides + 1)):
            ways = Counter({0: 1})
            for _ in range(dice):
                ways = _one_die_more(ways, sides)
            yield [float(ways[int(word)]) for word in last]


def _one_die_more(ways: Counter[int], sides: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for total, number in ways.items():
        for face in range(1, sides + 1):
            found[total + face] += number
    return found


def pile_odds(state: State, legal: list[int]) -> Iterator[list[float]]:
    """One thing is taken from a pile: how many of its kind there were, for each possible pile."""
    before = piles(state)
    found: dict[str, list[float]] = {name: [] for name in before}
    for choice in legal:
        after = state.clone()
        after.apply(choice)
        for name, pile in piles(after).items():
            if name in found:
                found[name] += taken(before[name], pile)
    yield from (odds for odds in found.values() if len(odds) == len(legal))


def piles(state: State) -> dict[str, dict[Any, int]]:
    """Every field that may be a pile, as the number of each kind."""
    known: tuple[str, ...] = getattr(type(state), "__mypyc_attrs__", ())
    found: dict[str, dict[Any, int]] = {}
    for name in {*known, *getattr(state, "__dict__", ())}:
        value: Any = getattr(state, name, None)
        if isinstance(value, dict):
            found[name] = {key: item for key, item in value.items() if isinstance(item, int)}
        elif not isinstance(value, str) and hasattr(value, "__len__") and hasattr(value, "__getitem__"):
            items = list(value)
            if all(isinstance(item, int | str) for item in items):
                found[f"{name} of things"] = Counter(items)
            if all(isinstance(item, int) for item in items):
                found[f"{name} by kinds"] = dict(enumerate(items))
    return found


def taken(before: dict[Any, int], after: dict[Any, int]) -> list[float]:
    """How many there were of the only kind that has lost one; empty if there is no such kind.

    >>> taken({"a": 3, "b": 2}, {"a": 2, "b": 2})
    [3.0]
    """
    gone = [kind for kind, number in before.items() if after.get(kind, 0) != number]
    if len(gone) == 1 and after.get(gone[0], 0) == before[gone[0]] - 1 and set(after) <= set(before):
        return [float(before[gone[0]])]
    return []

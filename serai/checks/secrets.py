"""Whether hidden information leaks: through texts, events, numbers or a redeal that changes nothing."""

from __future__ import annotations

import json
from typing import Final

from serai.checks.walk import Effort, hold, located, plain_settings, some, walk
from serai.kernel.check import Told, told_to
from serai.kernel.errors import TooMany
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State

MOST: Final = 16  # outcomes compared per position
DEALS: Final = 12


def check_chance_secrets(game: Game, effort: Effort) -> None:
    """If two outcomes of chance look alike to a seat, their texts and events do too."""
    for setting in plain_settings(game):
        for seed in range(effort.seed, effort.seed + effort.games):
            left = effort.positions
            for where, state in walk(game, setting, seed):
                if state.actor == CHANCE and left:
                    left -= 1
                    with located(where):
                        for seat in (None, *range(state.players)):
                            check_outcomes(state, seat, Rng(f"{seed} {where}"))


def check_outcomes(state: State, seat: int | None, rng: Rng) -> None:
    """Outcomes that look alike to a seat (None: a spectator) have the same texts and events.

    >>> import serai
    >>> check_outcomes(serai.game("yspahan").new(players=3), None, Rng(1))
    """
    first: dict[str, tuple[str, list[Told], bytes, str, int]] = {}
    for choice in outcomes(state, rng):
        name = state.text(choice)
        text = state.seen_text(choice, seat)
        after = state.clone()
        after.events = []
        after.apply(choice)
        told = told_to(seat, after.events)
        numbers = b"" if seat is None else features(after, seat)
        seen = json.dumps(after.observe(seat), sort_keys=True)
        own = (text, told, numbers, name, after.key())
        other_text, other_told, other_numbers, other, key = first.setdefault(seen, own)
        if after.key() == key:  # nothing is hidden: both lead to the same position
            continue
        pair = f"seat {seat} cannot see whether it is '{name}' or '{other}', but"
        hold(text == other_text, f"{pair} reads '{text}' or '{other_text}' (State.is_secret)")
        hold(told == other_told, f"{pair} is told {told} or {other_told}")
        hold(numbers == other_numbers, f"{pair} gets other features")


def features(state: State, seat: int) -> bytes:
    """The features of the position for learning; empty if the game has no tensor."""
    try:
        return state.features(seat)
    except NotImplementedError:
        return b""


def outcomes(state: State, rng: Rng) -> list[int]:
    """What chance or a seat may do here; a sample if there is a lot."""
    try:
        legal = state.legal()
    except TooMany:
        return sorted({state.sample(rng) for _ in range(MOST)})
    while len(legal) > MOST:
        del legal[rng.below(len(legal))]
    return legal


def check_deals(game: Game, effort: Effort) -> None:
    """A redeal for a seat changes what it cannot see, at least sometimes."""
    for setting in plain_settings(game):
        hidden: dict[int | None, str] = {}  # seats that something is hidden from, and where
        dealt: set[int | None] = set()
        for seed in range(effort.seed, effort.seed + effort.games):
            for where, state in some(game, setting, effort, seed):
                if state.actor == OVER:
                    continue
                with located(where):
                    for looker in (None, *range(state.players)):
                        after = None if looker in dealt else with_a_secret(state, looker, Rng(where))
                        if after is not None:
                            hidden.setdefault(looker, where)
                            if dealt_otherwise(after, looker):
                                dealt.add(looker)
        for looker, where in hidden.items():
            told = f"determinize({looker}) never changes anything, though something is hidden from that seat"
            hold(looker in dealt, f"{where} and everywhere else: {told}")


def with_a_secret(state: State, looker: int | None, rng: Rng) -> State | None:
    """A next position that the seat cannot distinguish from another, if there is one."""
    first: dict[str, State] = {}
    for choice in outcomes(state, rng):
        after = state.clone()
        after.apply(choice)
        other = first.setdefault(json.dumps(after.observe(looker), sort_keys=True), after)
        if other.key() != after.key():
            return after
    return None


def dealt_otherwise(state: State, looker: int | None) -> bool:
    """Whether a redeal for the seat gives another position."""
    rng = Rng(f"deal {looker}")
    return any(state.determinize(looker, rng).key() != state.key() for _ in range(DEALS))

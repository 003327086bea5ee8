"""Whether nobody is told what they cannot see: by texts, events, numbers or a deal that is none."""

from __future__ import annotations

import json
from typing import Final

from serai.checks.walk import Effort, hold, located, plain_settings, some, walk
from serai.kernel.check import Told, told_to
from serai.kernel.errors import TooMany
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State

MOST: Final = 16  # outcomes of a place that are compared
DEALS: Final = 12


def check_chance_secrets(game: Game, effort: Effort) -> None:
    """Whatever chance does, a seat to which two outcomes look alike is told the same of both."""
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
    """Outcomes that look alike to a seat (None: a spectator) are told alike.

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
        if after.key() == key:  # nothing is hidden: both lead to the same
            continue
        pair = f"seat {seat} cannot see whether it is '{name}' or '{other}', but"
        hold(text == other_text, f"{pair} reads '{text}' or '{other_text}' (State.is_secret)")
        hold(told == other_told, f"{pair} is told {told} or {other_told}")
        hold(numbers == other_numbers, f"{pair} gets other features")


def features(state: State, seat: int) -> bytes:
    """What a program that learns would be told; nothing where the game has no tensor."""
    try:
        return state.features(seat)
    except NotImplementedError:
        return b""


def outcomes(state: State, rng: Rng) -> list[int]:
    """What chance may do here; of very much some."""
    try:
        legal = state.legal()
    except TooMany:
        return sorted({state.sample(rng) for _ in range(MOST)})
    while len(legal) > MOST:
        del legal[rng.below(len(legal))]
    return legal


def check_deals(game: Game, effort: Effort) -> None:
    """What one seat sees and another does not is dealt again for that other, and is something else then."""
    for setting in plain_settings(game):
        hidden: dict[tuple[int, int | None], str] = {}
        dealt: set[tuple[int, int | None]] = set()
        for seed in range(effort.seed, effort.seed + effort.games):
            for where, state in some(game, setting, effort, seed):
                if state.actor == OVER:
                    continue
                with located(where):
                    for owner in range(state.players):
                        for looker in (None, *range(state.players)):
                            pair = (owner, looker)
                            if looker != owner and pair not in dealt and knows_more(state, owner):
                                hidden.setdefault(pair, where)
                                if dealt_otherwise(state, owner, looker):
                                    dealt.add(pair)
        for (owner, looker), where in hidden.items():
            told = f"determinize({looker}) never changes what only seat {owner} sees"
            hold((owner, looker) in dealt, f"{where} and everywhere else: {told}")


def knows_more(state: State, owner: int) -> bool:
    """Whether the seat sees something that a spectator does not, beside who it is."""
    public = state.observe(None)
    own = state.observe(owner)
    return any(own[key] != public.get(key) for key in own if own[key] not in (owner, None, [], {}))


def dealt_otherwise(state: State, owner: int, looker: int | None) -> bool:
    """Whether a deal for one seat gives another something else."""
    own = state.observe(owner)
    rng = Rng(f"deal {owner} {looker}")
    return any(state.determinize(looker, rng).observe(owner) != own for _ in range(DEALS))

"""OpenSpiel: importing this registers every game as a Python game, such as `serai_yspahan(players=4)`.

>>> import pyspiel
>>> import serai.research.open_spiel
>>> state = pyspiel.load_game("serai_yspahan(players=3)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 3)

Chance is explicit: a chance node has its outcomes, with their probabilities. If there are too many to list
(the nine dice of Yspahan), there are three chance nodes in a row with 256 equally likely outcomes each, which
together seed the draw. The return of a player is its share of the win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar, Final, cast

import numpy as np
import pyspiel
from numpy.typing import NDArray

import serai
from serai.kernel.check import random_choice
from serai.kernel.errors import IllegalMove, TooMany
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Event, State
from serai.kernel.tensor import size

FEW: Final = 256  # outcomes of a chance node, at most
DRAWS: Final = 3  # chance nodes instead of one that would have more
LONGEST: Final = 100_000  # choices in a game, an upper bound
TRIED: Final = 4  # random games: the length of the longest one,
ROOM: Final = 3  # times this, is the number of choices to make room for
ROW: Final = 3  # numbers per choice: who, what, what the player saw then
DIGEST: Final = 24  # bits of a digest of what a player saw: they fit in a float

Outcomes = list[tuple[int, float]]
EVEN: Final[Outcomes] = [(number, 1 / FEW) for number in range(FEW)]


class Memory:
    """Everything the players have seen up to some choice. It is immutable, so that positions can share it."""

    def __init__(self, number: int, state: State, texts: tuple[str, ...], rows: NDArray[np.float32]) -> None:
        self.number = number  # choices so far
        self.state = state  # the position after them
        self.texts = texts  # of each player
        self.rows = rows  # of each player, a row per choice

    def after(self, choices: Sequence[int]) -> Memory:
        """What they have seen after these further choices."""
        if not choices:
            return self
        state = self.state.clone()
        players = len(self.texts)
        texts = [[text] for text in self.texts]
        rows = np.zeros((players, len(choices), ROW), np.float32)
        actions = serai.game(state.game_name).num_actions
        for number, choice in enumerate(choices):
            actor = int(state.actor)
            read = [state.seen_text(choice, player) for player in range(players)]
            secret = [state.is_secret(choice, player) for player in range(players)]
            state.events = []
            state.apply(choice)
            for player in range(players):
                seen = _digest(state.features(player), [event.seen_by(player) for event in state.events])
                texts[player].append(f"; {actor}:{read[player]} #{seen:06x}")
                who = 1 if actor == CHANCE else 2 + (actor - player) % players
                what = 0 if secret[player] else choice + 1
                rows[player, number] = who / (players + 1), what / actions, seen / (1 << DIGEST)
        state.events = None
        whole = np.concatenate([self.rows, rows], axis=1)
        return Memory(self.number + len(choices), state, tuple(map("".join, texts)), whole)


def _digest(features: bytes, events: list[Event]) -> int:
    sight = blake2b(features, digest_size=DIGEST // 8)
    sight.update(repr(events).encode())
    return int.from_bytes(sight.digest(), "big")


@cache
def longest(name: str) -> int:
    """More choices than a game is likely to have, including those of chance: a power of two.

    >>> longest("yspahan")
    1024
    """
    game = serai.game(name)
    most = 0
    for seed in range(TRIED):
        rng = Rng(seed)
        state = game.new()
        choices = 0
        while state.actor != OVER:
            state.apply(random_choice(state, rng))
            choices += 1
        most = max(most, choices)
    return int(1 << (ROOM * most).bit_length())


class Moment:
    """A position, and its history. What the players have seen is computed on demand."""

    def __init__(self, state: State, memory: Memory, choices: list[int], drawn: tuple[int, ...] = ()) -> None:
        self.state = state
        self.memory = memory  # up to one of the choices
        self.choices = choices
        self.drawn = drawn  # parts of the seed, if chance has too many outcomes

    def outcomes(self) -> Outcomes:
        """What chance may do now, by number, with probabilities."""
        odds = self._odds()
        return EVEN if odds is None else [(number, chance) for number, (_, chance) in enumerate(odds)]

    def _odds(self) -> Outcomes | None:
        """The outcomes as choices of the game; None if there are too many, or the game does not say how
        likely they are."""
        try:
            odds = self.state.odds()
        except TooMany:
            return None
        return odds if 0 < len(odds) <= FEW else None

    def draw(self, number: int) -> None:
        """Apply the outcome of chance with this number."""
        odds = self._odds()
        if not 0 <= number < (FEW if odds is None else len(odds)):
            raise IllegalMove(
                f"{number} is no outcome: they go from 0 to {(FEW if odds is None else len(odds)) - 1}"
            )
        if odds is not None:
            self.play(odds[number][0])
            return
        self.drawn = (*self.drawn, number)
        if len(self.drawn) == DRAWS:
            seed = Rng(" ".join(map(str, self.drawn)))
            self.drawn = ()
            self.play(self.state.sample(seed))

    def outcome_text(self, number: int) -> str:
        """An outcome in words."""
        odds = self._odds()
        if odds is None:
            return f"seed {len(self.drawn) + 1} of {DRAWS}: {number}"
        return self.state.text(odds[number][0])

    def play(self, choice: int) -> None:
        """Make a choice."""
        self.state.apply(choice)
        self.choices.append(choice)

    def recall(self) -> Memory:
        """What each player has seen."""
        self.memory = self.memory.after(self.choices[self.memory.number :])
        return self.memory

    def at(self, state: State) -> Moment:
        """The same history with another position."""
        memory = self.recall()
        return Moment(
            state,
            Memory(memory.number, state.clone(), memory.texts, memory.rows),
            self.choices[:],
            self.drawn,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return Moment(self.state.clone(), self.memory, self.choices[:], self.drawn)


class SeraiGame(pyspiel.Game):
    """A game of Serai with a number of players and options.

    `recall` is how many choices, including those of chance, fit in an information state tensor; 0 for as many
    as a game may have (`longest`). `seed` does nothing: the caller draws for chance.
    """

    kind: ClassVar[pyspiel.GameType]
    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = self.game
        options = {name: params[name] for name in game.options if name in params}
        self.players = int(params.get("players", game.most_players(options)))
        self.options = game.settings(self.players, options)
        self.recall = int(params.get("recall", 0))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_seat_actions,
            max_chance_outcomes=FEW,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> SeraiState:
        return SeraiState(self)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (str(self),)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.game, (self.recall or longest(self.game.name)) if recall else 0, params)


class SeraiState(pyspiel.State):
    """A position, as OpenSpiel sees it."""

    def __init__(self, game: SeraiGame) -> None:
        super().__init__(game)
        first = game.game.new(game.players, game.options)
        texts = tuple(f"seat {player}" for player in range(game.players))
        nothing = np.zeros((game.players, 0, ROW), np.float32)
        self.moment = Moment(first, Memory(0, first.clone(), texts, nothing), [])

    def current_player(self) -> int:
        actor = int(self.moment.state.actor)
        if actor == OVER:
            return cast(int, pyspiel.PlayerId.TERMINAL)
        return cast(int, pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return bool(self.moment.state.actor == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.moment.state.actor == CHANCE:
            self.moment.draw(action)
        else:
            self.moment.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.moment.outcome_text(action)
        return self.moment.state.text(action)

    def returns(self) -> list[float]:
        winners = self.moment.state.winners()
        players = range(self.num_players())
        return [1 / len(winners) if player in winners else 0.0 for player in players]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SeraiState:
        """A state that is consistent with what the player knows, for information-set search."""
        twin = cast(SeraiState, self.clone())
        twin.moment = self.moment.at(self.moment.state.determinize(player, Rng(str(sampler()))))
        return twin

    def __str__(self) -> str:
        drawn = f" {self.moment.drawn}" if self.moment.drawn else ""
        return f"{self.moment.state.game_name} {self.moment.state.dump()}{drawn}"


class Observer:
    """What a player knows now; with perfect recall, also everything it has seen.

    The tensor is the game's layout, each number divided by its maximum. With perfect recall, all choices
    follow, oldest first, in `choices`: who made it (0: none, then chance, the player itself and the others in
    turn order) and which it was (0: the player may not know), both from 0 to 1; and in `seen`, for each of
    them, a digest of everything the player could see after it, including its events. So histories that differ
    in anything the player saw have different tensors. The string has the choices as text, and the same
    digests.
    """

    def __init__(self, game: Game, recall: int, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observer has no parameters; there is {sorted(params)}")
        self.game = game
        self.recall = recall  # choices that fit
        features = size(game.layout)
        self.most = np.array([feature.most for feature in game.layout for _ in range(feature.size)])
        self.tensor = np.zeros(features + ROW * recall, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor[:features]}
        if recall:
            self.dict["choices"] = self.tensor[features : features + 2 * recall].reshape(recall, 2)
            self.dict["seen"] = self.tensor[features + 2 * recall :]

    def set_from(self, state: SeraiState, player: int) -> None:
        """Write what a player may know, as numbers."""
        moment = state.moment
        np.divide(
            np.frombuffer(moment.state.features(player), np.uint8), self.most, out=self.dict["observation"]
        )
        if not self.recall:
            return
        rows = moment.recall().rows[player]
        if len(rows) > self.recall:
            raise ValueError(
                f"an information state tensor has room for {self.recall} choices, and there were "
                f"{len(rows)}: load the game with recall={2 * len(rows)}"
            )
        for name, numbers in (("choices", rows[:, :2]), ("seen", rows[:, 2])):
            self.dict[name][: len(rows)] = numbers
            self.dict[name][len(rows) :] = 0

    def string_from(self, state: SeraiState, player: int) -> str:
        """What a player may know, as text."""
        if self.recall:
            return state.moment.recall().texts[player]
        return self.game.board(state.moment.state.observe(player))


def load(text: str) -> Any:
    """The game for a string such as `serai_yspahan(players=4)`, even if it is not registered yet.

    >>> load("serai_istanbul(players=3)").num_players()
    3
    """
    return pyspiel.load_game(text)


def register(name: str) -> None:
    """Register a game with OpenSpiel."""
    game = serai.game(name)
    defaults: dict[str, Any] = {option: known.default for option, known in game.options.items()}
    kind = pyspiel.GameType(
        short_name=f"serai_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": game.most_players(), "seed": 0, "recall": 0, **defaults},
    )
    # A class, not a function: OpenSpiel releases it after the interpreter shuts down, which a class survives.
    pyspiel.register_game(kind, type(f"Serai{game.title}", (SeraiGame,), {"kind": kind, "game": game}))


for each in serai.game_names():
    register(each)

"""OpenSpiel: importing this registers every game as a Python game, such as `serai_yspahan(players=4)`.

>>> import pyspiel
>>> import serai.research.open_spiel
>>> state = pyspiel.load_game("serai_yspahan(players=3)").new_initial_state()
>>> state.is_chance_node()
True

Chance is sampled: at a chance node there is one outcome, and what falls is drawn from the generator of the
game, seeded by its parameter `seed`. The return of a player is its share of the win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import numpy as np
import pyspiel
from numpy.typing import NDArray

import serai
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State
from serai.kernel.tensor import size

SAMPLED: Final = 0  # the one outcome of chance
LONGEST: Final = 100_000  # choices in a game, more than any has
RECENT: Final = 16  # choices that an information state tensor tells of
RECENT_SIZE: Final = 2  # numbers for each: who, what


class Choice:
    """One choice of a game so far, and all before it. It is never changed, so copies share it."""

    def __init__(self, before: Choice | None, actor: int, number: int, text: str, secret: int) -> None:
        self.before = before
        self.actor = actor
        self.number = number
        self.text = text
        self.secret = secret  # a bit for each player who may not know it

    def seen_by(self, player: int) -> str:
        words = self.text.split(" ")
        if self.secret >> player & 1:
            words[1] = "?"
        return " ".join(words)


class Moment:
    """A position and how it came about."""

    def __init__(self, state: State, last: Choice | None) -> None:
        self.state = state
        self.last = last

    def play(self, number: int) -> None:
        state = self.state
        secret = sum(1 << player for player in range(state.players) if state.is_secret(number, player))
        self.last = Choice(self.last, int(state.actor), number, state.text(number), secret)
        state.apply(number)

    def past(self) -> Iterator[Choice]:
        """The choices so far, the last one first."""
        choice = self.last
        while choice is not None:
            yield choice
            choice = choice.before

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return Moment(self.state.clone(), self.last)

    def __reduce__(self) -> tuple[object, ...]:
        past = [(choice.actor, choice.number, choice.text, choice.secret) for choice in self.past()]
        return _moment, (self.state, past[::-1])


def _moment(state: State, past: list[tuple[int, int, str, int]]) -> Moment:
    last: Choice | None = None
    for facts in past:
        last = Choice(last, *facts)
    return Moment(state, last)


class SeraiGame(pyspiel.Game):
    """A game of Serai with a number of players, options and a seed."""

    def __init__(self, kind: pyspiel.GameType, game: Game, params: dict[str, Any]) -> None:
        self.game = game
        options = {name: params[name] for name in game.options if name in params}
        self.players = int(params.get("players", game.most_players(options)))
        self.options = game.settings(self.players, options)
        self.rng = Rng(int(params.get("seed", 0)))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_seat_actions,
            max_chance_outcomes=1,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SeraiState:
        return SeraiState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.game, recall, params)


class SeraiState(pyspiel.State):
    """A position, as OpenSpiel sees it."""

    def __init__(self, game: SeraiGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.game.new(game.players, game.options), None)

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
        return [(SAMPLED, 1.0)]

    def _apply_action(self, action: int) -> None:
        state = self.moment.state
        self.moment.play(state.sample(self.get_game().rng) if state.actor == CHANCE else int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return "sampled" if player == pyspiel.PlayerId.CHANCE else self.moment.state.text(action)

    def returns(self) -> list[float]:
        winners = self.moment.state.winners()
        players = range(self.num_players())
        return [1 / len(winners) if player in winners else 0.0 for player in players]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SeraiState:
        """A state that the player must think possible, for information-set search."""
        twin = cast(SeraiState, self.clone())
        rng = Rng(str(sampler()))
        twin.moment = Moment(self.moment.state.determinize(player, rng), self.moment.last)
        return twin

    def __str__(self) -> str:
        return f"{self.moment.state.game_name} {self.moment.state.dump()}"


class Observer:
    """What a player knows now; with perfect recall, also all that it has seen.

    The tensor is the game's layout, each number divided by its maximum. With perfect recall the last
    choices follow, the newest first: who made it (0: none, then chance, the player itself and the others
    in the order of their turns) and which it was (0: the player may not know), both from 0 to 1. The string
    then has all choices.
    """

    def __init__(self, game: Game, recall: bool, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observer has no parameters; there is {sorted(params)}")
        self.game = game
        self.recall = recall
        features = size(game.layout)
        self.most = np.array([feature.most for feature in game.layout for _ in range(feature.size)])
        self.tensor = np.zeros(features + (RECENT * RECENT_SIZE if recall else 0), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor[:features]}
        if recall:
            self.dict["recent"] = self.tensor[features:].reshape(RECENT, RECENT_SIZE)

    def set_from(self, state: SeraiState, player: int) -> None:
        moment = state.moment
        np.divide(
            np.frombuffer(moment.state.features(player), np.uint8), self.most, out=self.dict["observation"]
        )
        if not self.recall:
            return
        recent = self.dict["recent"]
        recent.fill(0)
        players = state.num_players()
        for row, choice in zip(recent, moment.past(), strict=False):
            who = 1 if choice.actor == CHANCE else 2 + (choice.actor - player) % players
            row[0] = who / (players + 1)
            if not choice.secret >> player & 1:
                row[1] = (choice.number + 1) / self.game.num_actions

    def string_from(self, state: SeraiState, player: int) -> str:
        moment = state.moment
        if self.recall:
            seen = [f"{choice.actor}:{choice.seen_by(player)}" for choice in moment.past()]
            return f"seat {player}; " + "; ".join(reversed(seen))
        return self.game.board(moment.state.observe(player))


def register(name: str) -> None:
    """Make a game known to OpenSpiel."""
    game = serai.game(name)
    defaults: dict[str, Any] = {option: known.default for option, known in game.options.items()}
    kind = pyspiel.GameType(
        short_name=f"serai_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
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
        parameter_specification={"players": game.players[1], "seed": 0, **defaults},
    )
    pyspiel.register_game(kind, lambda params=None: SeraiGame(kind, game, params or {}))


for each in serai.game_names():
    register(each)

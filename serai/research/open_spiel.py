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

from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple, cast

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


class Choice(NamedTuple):
    """One of the last choices."""

    actor: int
    number: int
    secret: int  # a bit for each player who may not know it


class Moment:
    """A position, and what the players have seen on the way to it. Copies share all but the position."""

    def __init__(self, state: State, seen: tuple[str, ...], recent: tuple[Choice, ...]) -> None:
        self.state = state
        self.seen = seen  # by each player: all choices so far, as far as he may know them
        self.recent = recent  # the newest first

    def play(self, number: int) -> None:
        """Make a choice, and note what each player sees of it."""
        state = self.state
        actor = int(state.actor)
        secret = 0
        seen: list[str] = []
        for player, before in enumerate(self.seen):
            secret |= state.is_secret(number, player) << player
            seen.append(f"{before}; {actor}:{state.seen_text(number, player)}")
        self.seen = tuple(seen)
        self.recent = (Choice(actor, number, secret), *self.recent[: RECENT - 1])
        state.apply(number)

    def at(self, state: State) -> Moment:
        """The same past with another position."""
        return Moment(state, self.seen, self.recent)

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self.at(self.state.clone())


class SeraiGame(pyspiel.Game):
    """A game of Serai with a number of players, options and a seed."""

    kind: ClassVar[pyspiel.GameType]
    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = self.game
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
        super().__init__(self.kind, info, params)

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
        first = game.game.new(game.players, game.options)
        self.moment = Moment(first, tuple(f"seat {player}" for player in range(game.players)), ())

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
        twin.moment = self.moment.at(self.moment.state.determinize(player, Rng(str(sampler()))))
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
        """Show what a player may know, as numbers."""
        moment = state.moment
        np.divide(
            np.frombuffer(moment.state.features(player), np.uint8), self.most, out=self.dict["observation"]
        )
        if not self.recall:
            return
        recent = self.dict["recent"]
        recent.fill(0)
        players = state.num_players()
        for row, choice in zip(recent, moment.recent, strict=False):
            who = 1 if choice.actor == CHANCE else 2 + (choice.actor - player) % players
            row[0] = who / (players + 1)
            if not choice.secret >> player & 1:
                row[1] = (choice.number + 1) / self.game.num_actions

    def string_from(self, state: SeraiState, player: int) -> str:
        """What a player may know, as text."""
        if self.recall:
            return state.moment.seen[player]
        return self.game.board(state.moment.state.observe(player))


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
        parameter_specification={"players": game.most_players(), "seed": 0, **defaults},
    )
    # A class, not a function: OpenSpiel lets go of it when Python is gone, and a class outlives that.
    pyspiel.register_game(kind, type(f"Serai{game.title}", (SeraiGame,), {"kind": kind, "game": game}))


for each in serai.game_names():
    register(each)

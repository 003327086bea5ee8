"""OpenSpiel's tree searches play each game: one knows what its seat knows, one sees everything; the other
seats play at random.

python examples/open_spiel_mcts.py [--short]
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import serai
import serai.research.open_spiel


def play(name: str, choices: int, simulations: int) -> None:
    game = pyspiel.load_game(f"serai_{name}")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    fair = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=simulations, random_state=random)
    seeing = mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=random)
    others = range(2, game.num_players())
    bots = [fair, seeing, *(uniform_random.UniformRandomBot(seat, random) for seat in others)]
    state = game.new_initial_state()
    while not state.is_terminal() and choices:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
            continue
        bot = bots[state.current_player()]
        action = bot.step(state)
        if bot is fair or bot is seeing:
            choices -= 1
            print(f"{name}: {type(bot).__name__} chooses {state.action_to_string(action)}")
        state.apply_action(action)
    if state.is_terminal():
        print(f"{name}: shares of the win {state.returns()}")


if __name__ == "__main__":
    short = "--short" in sys.argv
    for each in serai.game_names():
        play(each, choices=3 if short else 40, simulations=4 if short else 50)

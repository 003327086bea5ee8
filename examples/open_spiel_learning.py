"""OpenSpiel's tabular Q-learning plays each game against random seats.

A table cannot learn games of this size; the example shows how the parts fit together.

python examples/open_spiel_learning.py [--short]
"""

import sys

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent, tabular_qlearner

import serai
import serai.research.open_spiel


def learn(name: str, episodes: int) -> None:
    game = serai.game(name)
    players = game.players[0]
    environment = rl_environment.Environment(
        f"serai_{name}", players=players, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    actions = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(0, actions)
    agents = [learner] + [random_agent.RandomAgent(seat, actions) for seat in range(1, players)]
    won = []
    for _ in range(episodes):
        step = environment.reset()
        while not step.last():
            action = agents[step.observations["current_player"]].step(step).action
            step = environment.step([action])
        for agent in agents:
            agent.step(step)
        won.append(step.rewards[0])
    print(f"{name}: {episodes} games learned from, {np.mean(won):.2f} of the wins")


if __name__ == "__main__":
    for each in serai.game_names():
        learn(each, episodes=1 if "--short" in sys.argv else 50)

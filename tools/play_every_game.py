"""Plays each game once at random with the installed serai; prints whether it is compiled."""

import serai
from serai._source import compiled

for name in serai.game_names():
    game = serai.game(name)
    state, rng = game.new(players=game.players[1]), serai.Rng(1)
    while state.actor != serai.OVER:
        if state.actor == serai.CHANCE:
            state.apply(state.sample(rng))
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
print("compiled" if compiled() else "interpreted")

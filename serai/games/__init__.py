"""One folder a game. The list of games is in `serai.kernel.registry`."""

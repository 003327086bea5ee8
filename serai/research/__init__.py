"""Research interfaces: batches of games, Gymnasium, PettingZoo, OpenSpiel, datasets, training."""

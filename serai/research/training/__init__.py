"""How nets are trained: games of a net with itself, a learner, and games that decide which net is better."""

"""The template of `serai new-game`: a working game, Pebbles, whose name and title are replaced."""

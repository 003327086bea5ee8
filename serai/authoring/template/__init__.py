"""The package that `serai new-game` writes, as a game that runs: Pebbles. Its name and title are replaced."""

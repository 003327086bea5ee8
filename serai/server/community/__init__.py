"""What people do with each other beside a game: the lobby and chat."""

"""What authors of games use: a package to begin with, its messages, and a look at its page."""

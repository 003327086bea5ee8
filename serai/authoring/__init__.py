"""Tools for authors of games: a starter package, its messages, and a preview of its page."""

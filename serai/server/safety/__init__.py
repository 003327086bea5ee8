"""What stands before every request: where it may come from, how often, and how long it may take."""

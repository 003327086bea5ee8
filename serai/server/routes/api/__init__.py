"""The bot API: an application of its own below `/api`, and its models."""

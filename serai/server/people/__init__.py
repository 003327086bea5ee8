"""Guests and accounts: how they are known again, their names, tokens, ratings, mail and personal data."""

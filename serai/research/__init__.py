"""Interfaces that researchers know: batches of games, Gymnasium, PettingZoo, OpenSpiel."""

"""The pages of lessons, puzzles, reviews and explorations. May import what `routes` may, and of `routes` what
does not import it.
"""

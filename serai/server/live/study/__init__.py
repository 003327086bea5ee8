"""Learning from games: tables of lessons and puzzles, which only one visitor sees (`private_table`), and
reviews of finished games. May import what `live` may, and of `live` what does not import it.
"""

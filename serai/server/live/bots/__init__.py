"""Bots at work: the pool of processes that think, what they are asked, who plays at which table, and work
that is handed out among processes. May import what `live` may, and of `live` what does not import it.
"""

"""A table as a log: settings, choices and acts, clocks, chance, and how all that is stored and read.

Nothing here waits: connections, bots and accounts are unknown, only numbers and names. May import `storage`.
"""

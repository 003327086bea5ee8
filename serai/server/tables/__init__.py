"""A table as a log: settings, choices and acts, clocks, chance, and how all that is stored and read.

Nothing here waits, or knows about connections, bots and accounts, only numbers and names. May import
`storage`.
"""

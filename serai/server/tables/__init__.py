"""A table as a log: settings, choices and what people do beside them, clocks, chance, and how all that is
stored and read.

Nothing here waits for anybody: no connection, no bot, no account is known, only their numbers and names. May
import `storage`.
"""

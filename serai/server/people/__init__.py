"""People: guests, accounts, passkeys, tokens, names, profiles, ratings, mail, export and deletion.

May import `tables` and what lies below. It does not know which tables are in memory: the caller tells `live`
what has changed.
"""

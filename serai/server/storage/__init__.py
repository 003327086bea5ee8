"""The database: schema, one writer that batches writes, SQLite and PostgreSQL, migrations, backups.

It knows rows and transactions, not what they mean. May import `safety` and the modules beside the rooms.
"""

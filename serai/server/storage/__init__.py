"""The database: schema, one writer that batches writes, SQLite and PostgreSQL, migrations, backups.

It has rows and transactions, not what they mean. May import `safety` and what all may (`serai.server`).
"""

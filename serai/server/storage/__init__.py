"""The database: its schema, one writer that puts writes together, SQLite and PostgreSQL, migrations, backups.

Here are rows and transactions, not what they mean. May import `safety` and what all may (`serai.server`).
"""

"""The database: schema, the one thread that writes, SQLite and PostgreSQL, migrations, backups."""

"""Runs the migrations on the connection that the server gives."""

from __future__ import annotations

from alembic import context

from serai.server.storage import people_schema  # noqa: F401  (its tables belong to the schema)
from serai.server.storage.schema import schema

context.configure(connection=context.config.attributes["connection"], target_metadata=schema)
with context.begin_transaction():
    context.run_migrations()

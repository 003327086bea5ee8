"""A database with three people who have an account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from tests.server.databases import migrated_url_of


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    store = Store(migrated_url_of(tmp_path))
    with store.engine.begin() as opened:
        for number, name in enumerate(("Ali", "Bea", "Cem"), 1):
            opened.execute(guests.insert().values(id=number, name=name, login=name, made_at=0.0))
        yield opened
    store.engine.dispose()

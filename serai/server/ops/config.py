"""The configuration of a server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serai.server.ops.retention import DEFAULT_POLICY, RetentionPolicy
from serai.server.people.accounts import MEMORY
from serai.server.people.mail import MailServer


@dataclass(frozen=True)
class Config:
    """The configuration of a server."""

    data: Path
    workers: int | None = None  # processes for bots; None: one fewer than there are processors, at least two
    synchronous: str = "FULL"  # SQLite's: when a commit is safe
    watch: bool = False  # reload templates and static files when they change
    password_memory: int = MEMORY  # KiB for hashing a password
    mail: MailServer | None = None
    database: str | None = None  # PostgreSQL's address; None: SQLite in the data folder
    redis: str | None = None  # connects the processes of a server; None: this is the only one
    address_factor: float = 1.0  # by which limits of an address are multiplied; 0: no limits
    retention: RetentionPolicy = DEFAULT_POLICY  # how long what nobody uses is kept
    web: bool = True  # whether it serves pages, or only runs bots
    test_seed: str | None = None  # makes all tables predictable, for tests

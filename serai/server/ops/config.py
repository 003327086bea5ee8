"""How a server runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serai.server.ops.retention import DEFAULT_POLICY, RetentionPolicy
from serai.server.people.accounts import MEMORY
from serai.server.people.mail import MailServer


@dataclass(frozen=True)
class Config:
    """How a server runs."""

    data: Path
    workers: int | None = None  # processes for bots; None: one less than there are processors, at least two
    synchronous: str = "FULL"  # SQLite's: when a commit is safe
    watch: bool = False  # read templates and static files again when they change
    password_memory: int = MEMORY  # KiB that hashing a password takes
    mail: MailServer | None = None
    database: str | None = None  # PostgreSQL's address; None: SQLite in the data folder
    redis: str | None = None  # by which many processes are one server; None: this is the only one
    address_factor: float = 1.0  # how many times the usual one address may ask; 0: without limits
    retention: RetentionPolicy = DEFAULT_POLICY  # for how long what nobody uses is kept
    web: bool = True  # whether it serves pages, or only has bots think
    test_seed: str | None = None  # from which all tables follow, in a test

"""Kill what a server is made of, at random moments while scripted people play, and see that nothing is lost.

- alone: the one process of a server with SQLite;
- many: one of two web processes, one of two bot workers, PostgreSQL (all its processes), Redis (which comes back
  empty).

Each is ended with SIGKILL, stays away for up to two seconds, and is started again. Afterwards every choice that
was acknowledged, and everything that was shown, must be in the logs; nothing twice; every table goes on.

    python benchmarks/faults.py [--seed 1] [--kills FACTOR] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import sqlite3
import sys
import tempfile
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.world import ALONE, MANY, Alone, Many, World, killing  # noqa: E402

KILLS = {
    ALONE: {"web": 60},
    MANY: {"web": 50, "worker": 40, "PostgreSQL": 35, "Redis": 30},
}
BETWEEN = (0.4, 3.2)  # seconds between one that is back and the next kill

"""Paths: the data folder."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where the server keeps its data: SERAI_DATA, else the user's data folder."""
    given = os.environ.get("SERAI_DATA")
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "serai"

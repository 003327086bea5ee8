"""Morgenland on a terminal."""

from __future__ import annotations

from collections.abc import Mapping


def board_text(seen: Mapping[str, object]) -> str:
    return str(seen)

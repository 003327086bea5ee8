"""The table as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def board_text(seen: Mapping[str, Any]) -> str:
    lines = [f"Turn {seen['turn'] + 1}, die {seen['die'] or '-'}, {seen['deck']} cards to draw"]
    for seat, facts in enumerate(seen["seats"]):
        lines.append(f"Seat {seat + 1}: {facts['score']} pebbles, {facts['cards']} cards")
    if seen["hand"] is not None:
        lines.append(f"Your cards: {' '.join(map(str, seen['hand'])) or 'none'}")
    return "\n".join(lines)

"""What can be read off the table."""

from __future__ import annotations

from typing import Final

from serai.games.yspahan import board, ids
from serai.games.yspahan.observe import Observation

_TOUCHING: Final = {
    field: [board.SHOPS[shop] for shop in board.TOUCHING[i]] for i, field in enumerate(board.STREET)
}


def at_field(field: str) -> list[str]:
    """The shops that a street field touches."""
    return _TOUCHING[field]


def move_prices(seen: Observation, fields: dict[str, int]) -> dict[str, int]:
    """The gold that each move of the supervisor costs the one whose turn it is."""
    taken = seen["taken"]
    if taken is None:
        return {}
    here = board.STREET.index(seen["supervisor"])
    bathhouse = "bathhouse" in seen["seats"][seen["turn"]]["buildings"]
    return {
        field: board.move_price(here, choice - ids.MOVE, taken["value"], bathhouse)
        for field, choice in fields.items()
    }

"""Facts derived from an observation."""

from __future__ import annotations

from typing import Final

from serai.games.yspahan import board, ids
from serai.games.yspahan.observe import Observation

# The card that each kind of choice plays.
CARD_OF: Final = {kind: kind.split(" ")[1] for kind in ids.KINDS.names if kind.startswith("card ")}

_TOUCHING: Final = {
    field: [board.SHOPS[shop] for shop in board.TOUCHING[i]] for i, field in enumerate(board.STREET)
}


def at_field(field: str) -> list[str]:
    """The shops that a street field touches."""
    return _TOUCHING[field]


def move_prices(seen: Observation, fields: dict[str, int]) -> dict[str, int]:
    """The gold that each move of the supervisor costs the active player."""
    taken = seen["taken"]
    if taken is None:
        return {}
    here = board.STREET.index(seen["supervisor"])
    bathhouse = "bathhouse" in seen["seats"][seen["turn"]]["buildings"]
    return {
        field: board.move_price(here, choice - ids.MOVE, taken["value"], bathhouse)
        for field, choice in fields.items()
    }


def bonus(seen: Observation, field: str) -> tuple[int, str]:
    """What a building of the active player adds to the dice of a field, and which building."""
    index = board.FIELDS.index(field)
    helper = board.BUILDINGS[board.HELPER[index]]
    has = helper in seen["seats"][seen["turn"]]["buildings"]
    return (int(board.HELP[index]) if has else 0), helper


def next_row(seen: Observation) -> int:
    """The row of the caravan that gets the next cube."""
    return len(seen["caravan"]) // seen["players"] + 1


def arrival(seen: Observation) -> int:
    """The points for the next cube on the caravan."""
    return int(board.RIDE_POINTS[next_row(seen) - 1])

"""All drawings of the table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from serai.games.yspahan.page import city, cover, geometry, pieces, sides
from serai.scene.icons import icon_defs
from serai.scene.scene import Art, Part

FOLDER: Final = Path(__file__).parent


@cache
def art() -> Art:
    """All drawings of the game, see `View.art`."""
    symbols = (
        icon_defs(FOLDER),
        pieces.defs(),
        city.field_symbol(),
        city.gate_symbol(),
        city.points_symbol(),
        sides.side_symbols(),
    )
    return Art(
        parts={
            "city": Part(*geometry.CITY, city.city()),
            "tower": Part(*geometry.TOWER, sides.tower()),
            "caravan": Part(*geometry.CARAVAN, sides.caravan()),
        },
        defs="".join(symbols),
        style=FOLDER / "table.css",
        cover=cover.cover(),
    )

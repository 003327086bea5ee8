"""All drawings of Morgenland: the board as the only part, the symbols, the cover."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from serai.games.morgenland.page import caves, city, palace, pieces, scenery
from serai.games.morgenland.page.cover import cover
from serai.games.morgenland.page.geometry import HEIGHT, WIDTH
from serai.games.morgenland.page.shapes import group
from serai.scene.icons import icon_defs
from serai.scene.scene import Art, Part

FOLDER = Path(__file__).parent


@cache
def art() -> Art:
    """All drawings of the game, see `View.art`."""
    defs = icon_defs(FOLDER) + scenery.defs() + caves.defs() + pieces.defs()
    return Art(
        parts={"board": Part(WIDTH, HEIGHT, board_svg())},
        defs=defs,
        style=FOLDER / "table.css",
        cover=cover(),
    )


@cache
def board_svg() -> str:
    """The board without pieces. Domes and moon extend beyond the frame."""
    inside = city.city() + scenery.floor(356) + caves.caves() + scenery.floor(614) + caves.hoard()
    inside += scenery.floor(876) + scenery.stairs()
    return (
        group(scenery.sky(), clip_path="url(#m-clip)")
        + scenery.frame()
        + scenery.moon()
        + group(palace.palace(), clip_path="url(#m-sides)")
        + group(inside, clip_path="url(#m-clip)")
        + scenery.frame_over()
        + scenery.thread()
    )

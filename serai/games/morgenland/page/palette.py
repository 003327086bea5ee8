"""The colours of the drawing by night. By day, the style sheet overrides them."""

from __future__ import annotations

from typing import Final

from serai.scene.draw import Palette

NIGHT = {
    "sky0": "#050920",
    "sky1": "#0e1648",
    "sky2": "#232a78",
    "sky3": "#5a4596",
    "star": "#fff3cf",
    "moon": "#ffe9b5",
    "wall0": "#35418f",
    "wall1": "#1f2868",
    "tile": "#17307f",
    "tileline": "#4a78d8",
    "gold": "#dcae4e",
    "gold2": "#8d6726",
    "goldhi": "#ffe3a1",
    "dome0": "#5b8fe6",
    "dome1": "#1b2f86",
    "niche0": "#1c2359",
    "niche1": "#0a0e2d",
    "rug": "#5a1f4c",
    "rugline": "#c58a3f",
    "floor0": "#3a3d83",
    "floor1": "#262a63",
    "floorline": "#5b60b4",
    "garden0": "#10164a",
    "garden1": "#33307c",
    "cypress": "#16325a",
    "cypress2": "#1f4568",
    "brick0": "#8a6078",
    "brick1": "#543c66",
    "brickhi": "#b98b8e",
    "court0": "#1b2054",
    "court1": "#0b0f30",
    "win": "#ffd27a",
    "cloth": "#efe3cf",
    "rock0": "#453a6e",
    "rock1": "#1a1435",
    "rockhi": "#6a5c99",
    "rockline": "#54477f",
    "cave0": "#171233",
    "cave1": "#07061a",
    "dragon0": "#2f8f7c",
    "dragon1": "#124a4f",
    "dragonhi": "#7fe0b8",
    "plaque": "#0d1336",
    "label": "#f6ecd2",
    "thread": "#a79ff0",
    "djinn": "#7fe0b8",
    "shade": "#02041a",
}


colour: Final = Palette("m-", NIGHT)

GOLD = colour("gold")
GOLD2 = colour("gold2")
GOLDHI = colour("goldhi")
SHADE = colour("shade")
WIN = colour("win")
TILE = colour("tile")

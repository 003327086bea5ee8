"""The colours of the drawing."""

from __future__ import annotations

from typing import Final

from serai.scene.draw import Palette

# The colours by day. Each is a custom property, so that the style sheet can show the same drawing by night.
COLOURS = {
    "sand": "#e9d0a0",
    "stone": "#f7ecd6",
    "stone-2": "#e6d2ab",
    "tile": "#fffaf0",
    "tile-line": "#cfb27e",
    "rill": "#2aa39d",
    "rill-2": "#9fdcd4",
    "deep": "#0d5c62",
    "turq": "#17908b",
    "turq-2": "#59c3ba",
    "lapis": "#1d4f82",
    "gold": "#d8a23a",
    "gold-2": "#f6d98a",
    "ivory": "#fff6e1",
    "terra": "#b5532b",
    "terra-2": "#d98157",
    "niche-1": "#a98a63",
    "niche-2": "#f3e4c5",
    "niche-3": "#fff4da",
    "grass": "#c3c98d",
    "leaf": "#2f6b4a",
    "leaf-2": "#5f9a63",
    "ink-b": "#3a2a1c",
    "sky-1": "#bfe3e4",
    "sky-2": "#fdebc4",
    "dune-1": "#f0cf90",
    "dune-2": "#e4b870",
    "dune-3": "#d29d55",
    "brick": "#d9a06a",
    "brick-2": "#c98a55",
    "shade": "#5a3413",
    "camel": "#a9713c",
    "camel-2": "#7d4e26",
    "mix": "#6a3d1a",
    "lab": "#33241a",
    "q-chest": "#eed3b8",
    "q-amphora": "#dfdcb4",
    "q-sack": "#ecd29c",
    "q-barrel": "#e6d3a0",
    "plinth": "#ffffff6b",
    "fieldink": "#5f482e",
    "paid": "#ffe9b0",
    "paidline": "#a86f12",
    "paidink": "#5b3c0c",
    "lattice": ".42",
    "sh1": ".5",
    "sh2": ".08",
    "sh3": ".2",
}


c: Final = Palette("", COLOURS)

"""The colours of Istanbul: the scenes by day and by night, the tiles, the goods, the players.

A drawing names a colour; the style sheet gives it its value of the day or of the night, and the value of
the day stands in the drawing too, for pictures that have no style sheet.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from serai.scene.draw import Palette

# What the sixteen scenes are painted with: by day, by night.
SCENE: Final = {
    "skyA1": ("#7fbccb", "#131f3d"),
    "skyA2": ("#fbe8c9", "#47406b"),
    "skyB1": ("#f0a878", "#241a3b"),
    "skyB2": ("#fdecd0", "#7a4450"),
    "skyC1": ("#a8cfe3", "#101b38"),
    "skyC2": ("#f9f1de", "#2f4a6e"),
    "skyD1": ("#5b3a55", "#140f22"),
    "skyD2": ("#c9805f", "#4a2a40"),
    "stone": ("#ecdabb", "#8d7b73"),
    "stoneD": ("#d2b68c", "#6b5b57"),
    "stoneL": ("#f9efdb", "#a99789"),
    "brick": ("#b9593f", "#7c3b33"),
    "brickD": ("#8f3d2c", "#572722"),
    "brickL": ("#d27a58", "#97503f"),
    "lead": ("#7d97a8", "#475b70"),
    "leadD": ("#5c7686", "#33445a"),
    "leadL": ("#aebfc8", "#667c91"),
    "gold": ("#dba63f", "#e6b85c"),
    "goldD": ("#a8761d", "#b0822d"),
    "wood": ("#9d6b3f", "#6e4b32"),
    "woodD": ("#6b4325", "#45301f"),
    "woodL": ("#c79359", "#906640"),
    "win": ("#4b3638", "#ffcf77"),
    "winD": ("#352527", "#f0a94a"),
    "leaf": ("#4d8050", "#2c5a46"),
    "leafD": ("#34613d", "#1f4335"),
    "leafL": ("#7ba862", "#43755a"),
    "street": ("#dbc4a0", "#5c4b4a"),
    "streetD": ("#c0a27a", "#473a3b"),
    "white": ("#fffaf0", "#dccfc0"),
    "shade": ("#2a1414", "#06040c"),
    "water": ("#4ba5bb", "#2e7796"),
    "waterL": ("#b6e0e4", "#79bccd"),
    "teal": ("#1c7c86", "#1f7683"),
    "iznik": ("#1d5a97", "#2c6db3"),
    "red": ("#b6332d", "#b23e38"),
    "redD": ("#8b2320", "#7a2826"),
    "orange": ("#e58a23", "#d98a35"),
    "olive": ("#6e8b2e", "#627d33"),
    "rose": ("#d98a86", "#a85f68"),
    "cream": ("#f6e7c8", "#c7b398"),
    "hill2": ("#c3b592", "#3a3a58"),
}

# What the tiles and their frame are made of: by day, by night.
TILE: Final = {
    "ground": ("#a8553f", "#2c1a1b"),
    "groundL": ("#b9654c", "#37211f"),
    "groundD": ("#8b4231", "#1f1213"),
    "border": ("#17497d", "#14325a"),
    "borderL": ("#fdf6e6", "#d9cdb8"),
    "brass": ("#d9a441", "#e2b254"),
    "brassD": ("#9a6b17", "#a87a28"),
    "ruby": ("#8f2529", "#6d2024"),
    "goods": ("#2d6151", "#214a40"),
    "lira": ("#86591a", "#5f4118"),
    "help": ("#1f4f80", "#1d3f68"),
    "paper": ("#fdf5e4", "#2f2324"),
    "paper2": ("#f0e0c4", "#402f2e"),
    "ink": ("#3a2420", "#f6e8d6"),
    "muted": ("#6f5446", "#c9b0a0"),
    "line": ("#dcc4a0", "#5a4342"),
    "cream": ("#fff6e3", "#fbeedb"),
}

# The goods, and the shade under their squares.
GOOD: Final = {"fabric": "#b3243a", "spice": "#5d8a2a", "fruit": "#e39220", "jewellery": "#1f66b0"}
GOOD_DARK: Final = {"fabric": "#7d1526", "spice": "#3d5f19", "fruit": "#a9610c", "jewellery": "#12447c"}

CREAM: Final = "#fff6e3"
PAPER: Final = "#fff8e8"


class Dress(NamedTuple):
    """How the pieces of a seat are painted."""

    fill: str
    dark: str
    shape: str
    sign: str  # the colour of the shape on them
    rim: str  # the line around the merchant
    skin: str


SEATS: Final = (
    Dress("#c8432b", "#8a2717", "circle", CREAM, CREAM, "#e9b488"),
    Dress("#2463a6", "#143f70", "square", CREAM, CREAM, "#dca274"),
    Dress("#1f8a5b", "#0f5a39", "triangle", CREAM, CREAM, "#e3a97a"),
    Dress("#e0a21b", "#9a6a08", "diamond", CREAM, CREAM, "#cf9163"),
    Dress("#e9e4d8", "#a59d8a", "star", "#5a3a1a", "#7a5a2a", "#b87b52"),
)
NEUTRAL: Final = Dress("#8d8378", "#5d554c", "ring", CREAM, "#e8ddc8", "#c59a74")


tile: Final = Palette("t-", {name: day for name, (day, _) in TILE.items()})
scene: Final = Palette("b-", {name: day for name, (day, _) in SCENE.items()}).paint


def style_sheet() -> str:
    """The values of all named colours, for `table.css`."""
    rules = []
    for which, theme in enumerate(("light", "dark")):
        values = [f"  --b-{name}: {pair[which]};" for name, pair in SCENE.items()]
        values += [f"  --t-{name}: {pair[which]};" for name, pair in TILE.items()]
        rules.append(f':root[data-game="istanbul"][data-theme="{theme}"] {{\n' + "\n".join(values) + "\n}\n")
    return "\n".join(rules)

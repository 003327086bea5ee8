"""The colours of Istanbul: the vignettes by day and by night, the tiles, the goods, the players.

A drawing refers to a colour by name; the style sheet gives it a value by day and by night, and the value by
day is in the drawing too, for pictures without a style sheet.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from serai.scene.draw import Palette

# By day, by night: the colours of the sixteen vignettes (b-), and of the tiles and the frame (t-).
COLOURS: Final = {
    "b-skyA1": ("#7fbccb", "#131f3d"),
    "b-skyA2": ("#fbe8c9", "#47406b"),
    "b-skyB1": ("#f0a878", "#241a3b"),
    "b-skyB2": ("#fdecd0", "#7a4450"),
    "b-skyC1": ("#a8cfe3", "#101b38"),
    "b-skyC2": ("#f9f1de", "#2f4a6e"),
    "b-skyD1": ("#5b3a55", "#140f22"),
    "b-skyD2": ("#c9805f", "#4a2a40"),
    "b-stone": ("#ecdabb", "#8d7b73"),
    "b-stoneD": ("#d2b68c", "#6b5b57"),
    "b-stoneL": ("#f9efdb", "#a99789"),
    "b-brick": ("#b9593f", "#7c3b33"),
    "b-brickD": ("#8f3d2c", "#572722"),
    "b-brickL": ("#d27a58", "#97503f"),
    "b-lead": ("#7d97a8", "#475b70"),
    "b-leadD": ("#5c7686", "#33445a"),
    "b-leadL": ("#aebfc8", "#667c91"),
    "b-gold": ("#dba63f", "#e6b85c"),
    "b-goldD": ("#a8761d", "#b0822d"),
    "b-wood": ("#9d6b3f", "#6e4b32"),
    "b-woodD": ("#6b4325", "#45301f"),
    "b-woodL": ("#c79359", "#906640"),
    "b-win": ("#4b3638", "#ffcf77"),
    "b-winD": ("#352527", "#f0a94a"),
    "b-leaf": ("#4d8050", "#2c5a46"),
    "b-leafD": ("#34613d", "#1f4335"),
    "b-leafL": ("#7ba862", "#43755a"),
    "b-street": ("#dbc4a0", "#5c4b4a"),
    "b-streetD": ("#c0a27a", "#473a3b"),
    "b-white": ("#fffaf0", "#dccfc0"),
    "b-shade": ("#2a1414", "#06040c"),
    "b-water": ("#4ba5bb", "#2e7796"),
    "b-waterL": ("#b6e0e4", "#79bccd"),
    "b-teal": ("#1c7c86", "#1f7683"),
    "b-iznik": ("#1d5a97", "#2c6db3"),
    "b-red": ("#b6332d", "#b23e38"),
    "b-redD": ("#8b2320", "#7a2826"),
    "b-orange": ("#e58a23", "#d98a35"),
    "b-olive": ("#6e8b2e", "#627d33"),
    "b-rose": ("#d98a86", "#a85f68"),
    "b-cream": ("#f6e7c8", "#c7b398"),
    "b-hill2": ("#c3b592", "#3a3a58"),
    "t-ground": ("#a8553f", "#2c1a1b"),
    "t-groundL": ("#b9654c", "#37211f"),
    "t-groundD": ("#8b4231", "#1f1213"),
    "t-border": ("#17497d", "#14325a"),
    "t-borderL": ("#fdf6e6", "#d9cdb8"),
    "t-brass": ("#d9a441", "#e2b254"),
    "t-brassD": ("#9a6b17", "#a87a28"),
    "t-ruby": ("#8f2529", "#6d2024"),
    "t-goods": ("#2d6151", "#214a40"),
    "t-lira": ("#86591a", "#5f4118"),
    "t-help": ("#1f4f80", "#1d3f68"),
    "t-paper": ("#fdf5e4", "#2f2324"),
    "t-paper2": ("#f0e0c4", "#402f2e"),
    "t-ink": ("#3a2420", "#f6e8d6"),
    "t-muted": ("#6f5446", "#c9b0a0"),
    "t-line": ("#dcc4a0", "#5a4342"),
    "t-cream": ("#fff6e3", "#fbeedb"),
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
    sign: str  # the colour of the seat's shape
    rim: str  # the outline of the merchant
    skin: str


SEATS: Final = (
    Dress("#c8432b", "#8a2717", "circle", CREAM, CREAM, "#e9b488"),
    Dress("#2463a6", "#143f70", "square", CREAM, CREAM, "#dca274"),
    Dress("#1f8a5b", "#0f5a39", "triangle", CREAM, CREAM, "#e3a97a"),
    Dress("#e0a21b", "#9a6a08", "diamond", CREAM, CREAM, "#cf9163"),
    Dress("#e9e4d8", "#a59d8a", "star", "#5a3a1a", "#7a5a2a", "#b87b52"),
)
NEUTRAL: Final = Dress("#8d8378", "#5d554c", "ring", CREAM, "#e8ddc8", "#c59a74")


def _palette(prefix: str) -> Palette:
    days = {name: day for name, (day, _) in COLOURS.items()}
    return Palette(prefix, {name[2:]: day for name, day in days.items() if name.startswith(prefix)})


tile: Final = _palette("t-")
VIGNETTE: Final = _palette("b-")
vignette: Final = VIGNETTE.paint


def style_sheet() -> str:
    """The values of all colours by day and by night. It comes before `table.css`."""
    rules = []
    for which, theme in enumerate(("light", "dark")):
        values = [f"--{name}: {pair[which]};" for name, pair in COLOURS.items()]
        rules.append(f':root[data-game="istanbul"][data-theme="{theme}"] {{\n' + "\n".join(values) + "\n}\n")
    return "\n".join(rules)

"""The dice tower, upright and as a strip for narrow screens, and the caravan in the dunes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from serai.games.yspahan import board
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.palette import c
from serai.games.yspahan.page.shapes import icon, rect, star, text, use
from serai.scene.draw import n

FLOOR_ICONS: Final = {"camels": "camel", "gold": "gold"}
EDGE: Final = f'fill="none" stroke="{c("gold")}" stroke-opacity=".8" stroke-width="1.6"'


def floor_icon(field: str) -> str:
    """The icon of a floor of the tower."""
    return FLOOR_ICONS.get(field, field)


def tower() -> str:
    """The dice tower, upright and as strips."""
    return f'<g class="tall">{"".join(_tall())}</g>{_strip("wide")}{_strip("slim")}'


def _tall() -> Iterator[str]:
    width, height = at.TOWER
    top, bottom = at.FLOOR_TOP - 4, at.FLOOR_TOP + 6 * at.FLOOR_HEIGHT
    yield rect(0, 0, width, height, "url(#y-sky)", rx=16)
    foot = "V496A16 16 0 0 1 192 512H16A16 16 0 0 1 0 496Z"
    yield f'<path d="M0 420C40 396 60 408 92 396C130 384 168 402 208 384{foot}" fill="{c("dune-1")}"/>'
    yield f'<path d="M0 470C50 450 120 462 208 440{foot}" fill="{c("dune-2")}"/>'
    yield (
        '<g filter="url(#y-drop)" data-zone="dome"><path d="M60 66C52 40 78 34 104 8C130 34 156 40 148 66Z"'
        f' fill="url(#y-dome)" stroke="{c("gold")}" stroke-width="1.2"/>'
        '<path d="M104 8C96 30 84 40 84 66M104 8C112 30 124 40 124 66M104 8V66" fill="none"'
        f' stroke="{c("gold-2")}" stroke-opacity=".55"/>'
        '<path d="M70 52q6 -7 12 0t11 0t11 0t11 0t11 0t12 0" fill="none" stroke-opacity=".7"'
        f' stroke="{c("ivory")}" stroke-width="1.3"/></g>'
        f'<path d="M104 9V1" stroke="{c("gold")}" stroke-width="2"/>'
        f'<circle cx="104" cy="4" r="2.6" fill="{c("gold")}"/>'
    )
    wall = f"M10 {top}H198V{bottom + 4}H10Z"
    yield (
        f'<g filter="url(#y-drop)"><path d="{wall}" fill="url(#y-brick)"/><path d="{wall}"'
        f' fill="url(#y-column)"/>'
        + rect(4, bottom + 2, 200, 13, c("stone-2"), rx=3, more=f'stroke="{c("tile-line")}"')
        + "</g>"
    )
    yield rect(5, top - 5, 198, 10, c("turq"), rx=3, more=f'stroke="{c("gold")}" stroke-width="1.2"')
    for i, field in enumerate(at.FLOORS):
        top = at.FLOOR_TOP + i * at.FLOOR_HEIGHT
        if i:
            stars = "".join(use("y-spark", 17 + 12.45 * j, top + 2.5) for j in range(15))
            yield (
                rect(8, top - 1, 192, 7, c("deep"), more=f'stroke="{c("gold")}" stroke-width=".8"') + stars
            )
        x, y = at.DICE[field]
        yield f'<g data-zone="tower-{field}">{use("y-floor", x, y)}{_medal(field, 34, y - 6, 1)}</g>'
    yield rect(0.8, 0.8, width - 1.6, height - 1.6, rx=15.5, more=EDGE)


def _medal(field: str, x: float, y: float, size: float) -> str:
    gold = field == "gold"
    return (
        f'<g filter="url(#y-soft)"><polygon points="{star(x, y, 24 * size)}" fill="{c("deep")}"'
        f' stroke="{c("gold")}" stroke-width="1.3"/></g>'
        f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(17.5 * size)}" fill="url(#y-{"gold" if gold else "water"})"'
        f' stroke="{c("gold-2")}"/>'
        + icon(floor_icon(field), x, y, 25 * size, color="#4a2f0a" if gold else "#fffaf0")
    )


# For a strip: the size of a cell, the medal's centre and size, the centre of the dice and their size. The
# style sheet moves the dice there from the upright tower.
STRIPS: Final = {
    "wide": (132, 60, 20, 30, 0.72, 84.5, 32, 0.66),
    "slim": (66, 60, 33, 16, 0.6, 33, 44, 0.44),
}


def _strip(name: str) -> str:
    width, height, medal_x, medal_y, medal_size, dice_x, dice_y, size = STRIPS[name]
    cells = []
    for i, field in enumerate(board.FIELDS):
        edge = f'<path d="M0 0V{height}" stroke="{c("deep")}" stroke-width="2"/>' if i else ""
        cells.append(
            f'<g data-zone="tower-{field}" transform="translate({i * width} 0)">'
            + rect(0, 0, width, height, c("brick"))
            + edge
            + use("y-floor", dice_x, dice_y, size)
            + _medal(field, medal_x, medal_y, medal_size)
            + "</g>"
        )
    return f'<g class="strip {name}">{"".join(cells)}</g>'


def side_symbols() -> str:
    """Symbols that the tower and the caravan use."""
    loggia = "M-69 28V-6C-69 -23 -44 -24 0 -32C44 -24 69 -23 69 -6V28Z"
    frame = "M-66 27V-6C-66 -20 -42 -21 0 -28C42 -21 66 -20 66 -6V27Z"
    inner = "M-63.5 27V-5C-63.5 -17 -40 -18 0 -25C40 -18 63.5 -17 63.5 -5V27Z"
    return (
        f'<g id="y-floor"><path d="{loggia}" fill="{c("turq")}" stroke="{c("gold")}"/>'
        f'<path d="{frame}" fill="{c("ivory")}"/><path d="{inner}" fill="url(#y-niche)"/>'
        f'<path d="M-63.5 20H63.5V27H-63.5Z" fill="{c("terra")}" opacity=".55"/></g>'
        f'<g id="y-spark"><polygon points="{star(0, 0, 3)}" fill="{c("turq-2")}"/></g>'
    )


def caravan() -> str:
    """Three dunes, one for each row of camels; the number of camels depends on the players."""
    width, height = at.CARAVAN
    rows = "".join(_row(row) for row in (1, 2, 3))
    return (
        '<g class="dunes"><clipPath id="y-dunes"><rect width="208" height="276" rx="16"/></clipPath>'
        '<g clip-path="url(#y-dunes)"><path d="M0 0H208V276H0Z" fill="url(#y-sky)"/>'
        '<g fill="#ffe9a8"><circle cx="184" cy="24" r="11"/><circle cx="184" cy="24" r="17"'
        ' opacity=".35"/></g>'
        '<path d="M0 70L30 52 52 62 84 48 112 64 140 54 170 66 208 56V110H0Z" opacity=".35"'
        f' fill="{c("rill")}"/>'
        f'<path d="M0 78C40 66 90 84 130 74C160 66 190 72 208 68V292H0Z" fill="{c("dune-1")}"/>'
        f'<path d="M0 132C50 118 100 138 150 126C175 119 195 124 208 120V292H0Z" fill="{c("dune-2")}"/>'
        f'<path d="M0 206C40 192 100 212 150 199C175 193 195 198 208 194V292H0Z" fill="{c("dune-3")}"/>'
        '<path d="M10 96q40 -12 84 2M120 92q40 -8 80 -2M4 150q50 -16 96 4M120 142q40 -10 84 -4M6 232q50 -14'
        ' 96 4M122 226q40 -10 84 -4" stroke="#fff" stroke-opacity=".22" fill="none" stroke-width="1.2"/></g>'
        + rows
        + rect(0.8, 0.8, width - 1.6, height - 1.6, rx=15.5, more=EDGE)
        + "</g>"
        + _peek()
    )


def _row(row: int) -> str:
    y = 248 - (row - 1) * 73
    return (
        f'<g data-zone="caravan-row-{row}"><path d="M0 {y - 46}H208V{y + 18}H0Z" fill="transparent"/>'
        f'<g filter="url(#y-soft)"><polygon points="{star(21, y - 24, 15.5)}" fill="#fff8e6" stroke="#c18a26"'
        ' stroke-width="1.4"/></g>'
        + text(21, y - 19, f"+{3 - row}", 13.5, "#3a2a1c", 700)
        + rect(6.5, y - 5, 29, 17, c("deep"), rx=8.5, more=f'stroke="{c("gold")}"')
        + text(21, y + 8, f"×{row}", 12.5, "#fff3d6", 700, face="plain")
        + "</g>"
    )


def _peek() -> str:
    """The caravan on a phone: what the rows are worth; the style sheet moves the cubes beside it."""
    return (
        '<g class="peek" data-zone="caravan">'
        + "".join(
            text(14, 20 + (3 - row) * 22, f"×{row}", 13, "currentColor", face="plain") for row in (1, 2, 3)
        )
        + "</g>"
    )

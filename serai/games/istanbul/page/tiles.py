"""The sixteen places as tiles: a portal with its vignette, and below it a band for what changes.

A tile has two levels of detail, and the style sheet shows one of them: `near`, or `far` for small boards.
A tile contains no words: the page adds them in the viewer's language.
"""
# ruff: noqa: E501 - an outline stays on one line

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from serai.games.istanbul import board
from serai.games.istanbul.page import geometry
from serai.games.istanbul.page.palette import GOOD, tile
from serai.games.istanbul.page.pieces import COLOUR_OF_TILE, GOODS, arrow, coin, disc, good, ruby, steps
from serai.games.istanbul.page.scenery import archp
from serai.games.istanbul.page.shapes import at, circle, group, line, path, rect, symbol, text, use
from serai.games.istanbul.page.vignettes import VIGNETTES

# What a place gives, shown by the colour of its tile.
KIND: Final = {
    **dict.fromkeys((1, 13, 14, 15, 16), "ruby"),
    **dict.fromkeys((2, 3, 4, 5, 8), "goods"),
    **dict.fromkeys((9, 10, 11), "lira"),
    **dict.fromkeys((6, 7, 12), "help"),
}
WAREHOUSES: Final = {2: "fabric", 3: "spice", 4: "fruit"}
POST: Final[tuple[tuple[str | int, str | int], ...]] = (
    ("fabric", "spice"),
    (2, 1),
    ("jewellery", "fruit"),
    (2, 1),
)
SULTAN: Final = tuple((*GOODS, "any")[number] for number in board.SYMBOLS)
PRICES: Final = {
    10: [int(price) for price in board.PRICE][7:12],
    11: [int(price) for price in board.PRICE][1:6],
}
MOSQUES: Final = {14: ("red", "green"), 15: ("blue", "yellow")}
WOOD: Final = ("#cfa878", "#8f6a3c")

_ARCH = "M0 150 V32 C0 24 10 21 34 18 C80 12 108 10 127 0 C146 10 174 12 220 18 C244 21 254 24 254 32 V150Z"
_FAR_ARCH = "M0 138 V26 C0 18 10 15 34 13 C80 9 108 8 127 0 C146 8 174 9 220 13 C244 15 254 18 254 26 V138Z"


def near(inside: str) -> str:
    """What is shown while the board is large."""
    return f'<g class="near">{inside}</g>'


def far(inside: str) -> str:
    """What is shown while the board is small."""
    return f'<g class="far">{inside}</g>'


def symbols() -> Iterator[str]:
    """The tiles, and the symbols on them."""
    for number, paint in enumerate(VIGNETTES, 1):
        yield symbol(f"scene-{number}", paint(), 'stroke-linecap="round" stroke-linejoin="round"')
    yield f'<clipPath id="arch"><path d="{_ARCH}"/></clipPath>'
    yield f'<clipPath id="far-arch"><path d="{_FAR_ARCH}"/></clipPath>'
    yield symbol("frame", _frame())
    yield symbol("target", _target())
    for number in range(1, 17):
        yield symbol(f"near-{number}", _near_side(number))
        yield symbol(f"far-{number}", _far_side(number))
        yield symbol(f"tile-{number}", _tile(number))
    for players in range(2, 6):
        yield symbol(f"sockets-cart-{players}", near(_sockets(geometry.CART_RUBIES[:players], 26)))
        yield symbol(f"niches-{players}", near(_niches(players)))
    for rubies in range(2, 5):
        yield symbol(f"sockets-mosque-{rubies}", near(_sockets(geometry.MOSQUE_RUBIES[:rubies], 28)))
    for market, tickets in enumerate(board.DEMANDS):
        for number, ticket in enumerate(tickets):
            yield symbol(f"demand-{board.MARKETS[market]}-{number}", _ticket(market, ticket))
    for price in range(4, 11):
        yield symbol(f"sultan-{price}", _sultan_price(price))
    yield symbol("gem-price", near(_gem_price()))
    yield symbol("gem-sold", near(line("M-17 9 L1 -9", tile("muted"), 1.6, 'opacity=".7"')))
    yield symbol("step-chip", near(_near_chip()) + far(_far_chip()))
    yield symbol("word", "")
    for columns in range(-3, 4):
        for rows in range(-3, 4):
            if 1 <= abs(columns) + abs(rows) <= 4:
                yield symbol(f"way{columns}{rows}", _way(columns, rows))
    for colour, kind in COLOUR_OF_TILE.items():
        yield symbol(f"asked-{colour}", far(good(kind, 0, 0, 46)))


def _frame() -> str:
    """The parts that all tiles share, except for their colour."""
    size = geometry.TILE
    return (
        rect(0, 0, size, size, "url(#damask)", 16)
        + rect(0, 0, size, size, "url(#sheen)", 16)
        + f'<rect x="2.5" y="2.5" width="{size - 5}" height="{size - 5}" rx="14" fill="none" stroke="{tile("brass")}" stroke-width="1.6" opacity=".85"/>'
    )


def _near_side(number: int) -> str:
    vignette = group(
        use(f"scene-{number}") + path(_ARCH, "url(#inset)"),
        more='clip-path="url(#arch)"',
    )
    return (
        at(8, 40, vignette + line(_ARCH, tile("brass"), 2.2))
        + use(f"star-{number}", 30, 26)
        + at(8, 192, _paper(70) + "".join(_band(number)))
    )


def _far_side(number: int) -> str:
    vignette = group(use(f"scene-{number}", 0, -10), more='clip-path="url(#far-arch)"')
    return (
        at(8, 58, vignette + line(_FAR_ARCH, tile("brass"), 3))
        + use(f"star-{number}", 38, 86, 1.3)
        + at(8, geometry.FAR_BAND_Y, rect(0, 0, 254, 62, tile("paper"), 9) + "".join(_far_band(number)))
    )


def _tile(number: int) -> str:
    """A tile. Its two levels of detail are separate symbols: a browser styles the content of a hidden group,
    but not that of a hidden `use`."""
    size = geometry.TILE
    return (
        rect(-1, 5, size + 2, size, "#000", 18, 'opacity=".34"')
        + rect(0, 0, size, size, tile(KIND[number]), 16)
        + use("frame", more='class="still"')
        + use(f"near-{number}", more='class="still near"')
        + use(f"far-{number}", more='class="still far"')
        + use("target")
    )


def _paper(height: float) -> str:
    return (
        rect(0, 0, 254, height, tile("paper"), 9)
        + f'<rect x="1.5" y="1.5" width="251" height="{height - 3:g}" rx="8" fill="none" stroke="{tile("line")}"/>'
    )


def _target() -> str:
    """Veil, rings and pale merchant; the style sheet shows the ones needed."""
    size = geometry.TILE

    def around(out: float, width: float, colour: str, more: str = "") -> str:
        side = size + 2 * out
        return f'<rect x="{-out:g}" y="{-out:g}" width="{side:g}" height="{side:g}" rx="{16 + out:g}" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'

    glow = "var(--glow,#d9a441)"
    return (
        f'<rect class="veil" width="{size}" height="{size}" rx="16"/>'
        + group(
            around(5, 18, glow, ' opacity=".22"')
            + around(4, 11, glow, ' opacity=".4"')
            + around(3, 4.6, "#ffd97a", ' class="line"')
            + around(-1.5, 1.6, "#fff6d8"),
            more='class="ring"',
        )
        + group(around(3, 9, "#ffe9ad"), more='class="hot-ring"')
        + group(use("ghost", 130, geometry.STREET - 10, geometry.MERCHANT_SIZE), more='class="hot-ring"')
    )


def _near_chip() -> str:
    return (
        '<rect x="-30" y="-17" width="54" height="34" rx="17" fill="#3a1d10" stroke="#ffd97a" stroke-width="2.6"/>'
        + steps(-24, -12, 25, "#ffd97a")
    )


def _far_chip() -> str:
    return '<circle cx="2" cy="11" r="27" fill="#3a1d10" stroke="#ffd97a" stroke-width="4"/>'


def _way(columns: int, rows: int) -> str:
    """The path from a merchant's foot to another place: along the street, then along the alley."""
    step = geometry.TILE + geometry.GAP
    right, down = columns * step, rows * step
    d = "M0 0" + (f" H{right}" if columns else "") + (f" V{down}" if rows else "")
    if rows:
        head = f"M{right - 13} {down - (26 if rows > 0 else -26)} l13 {19 if rows > 0 else -19} l13 {-19 if rows > 0 else 19}Z"
    else:
        head = f"M{right - (40 if columns > 0 else -40)} -13 l{19 if columns > 0 else -19} 13 l{-19 if columns > 0 else 19} 13Z"
    ink = "var(--p,#c8432b)"
    return (
        line(d, "#fff2d0", 8.4, 'stroke-linecap="round" stroke-linejoin="round" opacity=".92"')
        + line(d, ink, 4.4, 'stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="12 9"')
        + path(head, ink, 'stroke="#fff2d0" stroke-width="2.4"')
    )


# The bands: what is printed on them.


def _cell(x: float, y: float, w: float, h: float) -> str:
    return rect(x, y, w, h, tile("paper2"), 6)


def _sockets(points: Sequence[tuple[float, float]], size: float) -> str:
    return "".join(use("socket", x, y, size / 32) for x, y in points)


def _niches(players: int) -> str:
    drawn = ""
    for x, _ in geometry.NICHES[:players]:
        arch = archp(x - 23, geometry.BAND_Y + 66, 46, 60)
        drawn += path(arch, tile("paper2")) + line(arch, tile("line"), 1.4)
    return drawn


def _dashed(x: float, y: float, w: float, h: float, rx: float = 6) -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{rx}" fill="none" stroke="{tile("line")}" stroke-width="1.6" stroke-dasharray="4 4"/>'


def _band(number: int) -> Iterator[str]:
    ink, muted = tile("ink"), tile("muted")
    if number == 1:
        yield coin(24, 35, 19, int(board.EXTENSION), 23) + arrow(54, 35) + use("plank", 90, 36, 1.2)
        yield line("M160 8 V62", tile("line"), 1.4)
    elif number in WAREHOUSES:
        kind = WAREHOUSES[number]
        yield good(kind, 30, 35, 46) + arrow(68, 35)
        yield "".join(good(kind, 95 + i * 21, 26, 22) for i in range(5))
        yield f'<use href="#icon-wheelbarrow" transform="translate(203 12) scale(.09)" color="{muted}"/>'
    elif number == 5:
        for x, fields in zip(geometry.POST_X, POST, strict=True):
            for y, field in zip((18, 52), fields, strict=True):
                yield _cell(x - 37, y - 15, 58, 30)
                yield _post_field(field, x - 8, y, 27)
    elif number == 6:
        yield _dashed(8, 4, 44, 60) + _dashed(76, 4, 44, 60)
    elif number == 7:
        yield "".join(at(30, 52 - i * 9, disc(*WOOD, 24, 8, 7)) for i in range(3))
        back = "M106 42 C94 56 68 52 62 36 M62 36 l-5 9 M62 36 l9 5"
        yield line(back, muted, 3.4, 'stroke-linecap="round"')
    elif number == 8:
        for i, thrown in enumerate(("7–8", "9–10", "11–12")):
            left, jewels = 4 + i * 60, i + 1
            yield _cell(left, 4, 56, 62) + text(left + 28, 24, thrown, 18, ink, 700)
            for j in range(jewels):
                size = 24 if jewels < 3 else 20
                yield good("jewellery", left + 28 + (j - (jewels - 1) / 2) * 17, 47, size)
        yield text(200, 42, "+1", 22, ink, 750)
        yield "".join(good(kind, 234, 14 + 21 * i, 20.5) for i, kind in enumerate(GOODS[:3]))
    elif number == 9:
        yield _cell(4, 4, 104, 62) + text(56, 50, "3–12", 24, ink, 750)
        yield use("die-3", 133, 35, 0.94) + use("die-4", 172, 36, 0.94) + arrow(202, 35) + coin(230, 35, 15)
    elif number in PRICES:
        yield _dashed(4, 3, 246, 30, 7)
        for i, price in enumerate(PRICES[number]):
            start = 4 + i * 49.6
            yield _cell(start, 37, 47.6, 30) + _cubes(start + 9.5, 52, i + 1)
            yield coin(start + 32, 52, 14.4, price, 17)
    elif number == 13:
        crown = "M-11 6 L-12 -6 L-5 0 L0 -9 L5 0 L12 -6 L11 6Z"
        for (sx, sy), kind in zip(geometry.SYMBOLS, SULTAN, strict=False):
            yield _cell(sx - 27, sy - 207, 38, 30) + good(kind, sx - 8, sy - 191.5, 26)
        yield _cell(212, 4, 38, 62) + at(231, 22, path(crown, tile("brass"))) + use("socket", 231, 47, 0.88)
    elif number in MOSQUES:
        for i, colour in enumerate(MOSQUES[number]):
            kind = COLOUR_OF_TILE[colour]
            edge = 4 + i * 92
            yield rect(edge, 4, 86, 62, GOOD[kind], 8, 'opacity=".16"')
            yield f'<rect x="{edge}" y="4" width="86" height="62" rx="8" fill="none" stroke="{GOOD[kind]}" stroke-width="1.5" stroke-dasharray="4 4"/>'
            yield use(f"good-{kind}", edge + 43, 35, 0.94, 'opacity=".4"')
    elif number == 16:
        for i, (px, py) in enumerate(geometry.PRICES):
            yield _cell(px - 28, py - 207.5, 40, 31)
            yield text(px - 17, py - 186, geometry.FIRST_PRICE + i, 16, muted, 650)


def _post_field(field: str | int, x: float, y: float, size: float) -> str:
    if isinstance(field, str):
        return good(field, x, y + 0.5, size)
    return coin(x, y, size / 2, field, size * 0.67)


def _cubes(x: float, y: float, number: int) -> str:
    """A number of goods, as little cubes."""
    places: list[tuple[float, float]] = {
        1: [(0.0, 0.0)],
        2: [(0.0, -4.5), (0.0, 4.5)],
        3: [(0.0, -9.0), (0.0, 0.0), (0.0, 9.0)],
        4: [(-4.5, -4.5), (4.5, -4.5), (-4.5, 4.5), (4.5, 4.5)],
        5: [(-4.5, -9.0), (4.5, -9.0), (0.0, 0.0), (-4.5, 9.0), (4.5, 9.0)],
    }[number]
    return "".join(rect(x + dx - 3.2, y + dy - 3.2, 6.4, 6.4, tile("muted"), 1.6) for dx, dy in places)


def _far_band(number: int) -> Iterator[str]:
    """The static part of the band at the far level of detail."""
    if number == 1:
        yield coin(36, 31, 25, int(board.EXTENSION), 32) + arrow(78, 31, 1.3) + use("plank", 122, 32, 1.55)
    elif number in WAREHOUSES:
        yield good(WAREHOUSES[number], 60, 32, 52) + arrow(106, 31, 1.4)
        yield f'<use href="#icon-wheelbarrow" transform="translate(136 1) scale(.117)" color="{tile("ink")}"/>'
    elif number == 7:
        yield "".join(at(62, 48 - i * 11, disc(*WOOD, 28, 9, 9)) for i in range(3))
        back = "M168 44 C148 58 116 50 112 30 M112 30 l-9 12 M112 30 l12 8"
        yield line(back, tile("ink"), 5, 'stroke-linecap="round"') + at(200, 44, disc(*WOOD, 28, 9, 9))
    elif number == 8:
        yield use("die-6", 48, 31, 1.24) + arrow(92, 31, 1.3) + good("jewellery", 138, 32, 46)
        yield text(176, 44, "+", 34, tile("ink"), 800) + good("any", 214, 32, 46)
    elif number == 9:
        yield use("die-3", 44, 31, 1.24) + use("die-4", 92, 31, 1.24) + arrow(134, 31, 1.2)
        yield coin(190, 31, 26, "3–12", 23)
    elif number == 16:
        yield arrow(128, 31, 1.4) + ruby(176, 31, 48)


# What changes


def _ticket(market: int, goods: tuple[int, ...]) -> str:
    """A demand tile, around the middle of its place."""
    wanted = [kind for kind, number in zip(GOODS, goods, strict=True) for _ in range(number)]
    dark = market == board.LARGE
    edge, face, rim, hole = (
        ("#3b2216", "#5a3722", "#8a5a36", "#2a170e") if dark else ("#b99a63", "#e6cf9c", "#b99a63", "#a8864e")
    )
    lying = (
        rect(-119, -12.5, 242, 30, edge, 7)
        + f'<rect x="-123" y="-15.5" width="246" height="31" rx="7" fill="{face}" stroke="{rim}" stroke-width="1.4"/>'
        + circle(-114, 4, 4, hole)
        + "".join(good(kind, -77 + i * 42, 0.5, 28) for i, kind in enumerate(wanted))
    )
    afar = "".join(good(kind, -98 + i * 49, 22, 45) for i, kind in enumerate(wanted))
    return near(lying) + far(afar)


def _sultan_price(price: int) -> str:
    """An outline of what must be paid now, from the tile's corner; at the far level, the goods themselves."""
    left, top, right, middle, bottom = 11, 194.5, 218.5, 227.5, 259.5
    if price == 10:
        d = f"M{left} {top} H{right} V{bottom} H{left} Z"
    elif price > 5:
        edge = left + 41.6 * (price - 5)
        d = f"M{left} {top} H{right} V{middle} H{edge:g} V{bottom} H{left} Z"
    else:
        d = f"M{left} {top} H{left + 41.6 * price:g} V{middle} H{left} Z"
    enclosed = line(d, tile("brass"), 2.6, 'stroke-linejoin="round"')
    afar = ""
    if price <= 6:
        for i, kind in enumerate(SULTAN[:price]):
            afar += good(kind, 135 + (i - (price - 1) / 2) * 41, 232, 37)
    else:
        for i, kind in enumerate((*SULTAN[:4], "any")):
            x = 37 + i * 49
            afar += good(kind, x, 232, 40)
            if SULTAN[:price].count(kind) > 1:
                afar += circle(x + 16, 246, 14, "#2a1411") + text(x + 16, 254, 2, 23, "#fff6e3", 800)
    return near(enclosed) + far(afar)


def _gem_price() -> str:
    """The cell of the next ruby's price."""
    cell = f'<rect x="-21.5" y="-17" width="43" height="34" rx="7" fill="url(#brass)" stroke="{tile("brassD")}" stroke-width="1.4"/>'
    return cell

"""Pieces as symbols: goods, coins, rubies, dice, cards, tiles and figures.

Each is drawn around its origin: the middle of a token, the foot of a figure.
"""
# ruff: noqa: E501 - an outline stays on one line

from __future__ import annotations

import math
from collections.abc import Iterator

from serai.games.istanbul import board, cards
from serai.games.istanbul.page.palette import (
    CREAM,
    GOOD,
    GOOD_DARK,
    NEUTRAL,
    PAPER,
    SEATS,
    Dress,
    tile,
)
from serai.games.istanbul.page.shapes import (
    DISPLAY,
    at,
    circle,
    ellipse,
    group,
    line,
    path,
    rect,
    ring,
    star,
    symbol,
    text,
    use,
)
from serai.scene.draw import PIPS

GOODS = tuple(GOOD)
COLOUR_OF_TILE = dict(zip(board.TILES, GOODS, strict=True))
INK = "#22100c"


def symbols() -> Iterator[str]:
    """All pieces."""
    for good in GOODS:
        yield symbol(f"good-{good}", _square(GOOD[good], GOOD_DARK[good], _PICTURES[good]))
    yield symbol("good-any", _any_good())
    yield symbol("ruby", RUBY)
    socket = f'fill="{tile("paper2")}" stroke="{tile("line")}" stroke-width="2"'
    yield symbol("socket", f'<path d="M-12 -4 L-6.4 -11.4 H6.4 L12 -4 L0 12.5Z" {socket}/>')
    yield symbol("coin", _coin() + _CRESCENT)
    yield symbol("money", _coin())
    yield symbol("plank", _plank())
    yield symbol("envelope", _ENVELOPE)
    yield symbol("back", card_back())
    for face in range(1, 7):
        yield symbol(f"die-{face}", die(face))
    for place in range(1, 17):
        yield symbol(f"star-{place}", medallion(place))
    for seat, dress in enumerate(SEATS):
        yield symbol(
            f"sign-{seat}", shape(dress.shape, 9, dress.fill, f'stroke="{CREAM}" stroke-width="1.6"')
        )
        yield symbol(f"disc-{seat}", disc(dress.fill, dress.dark))
        yield symbol(f"assistant-{seat}", assistant(dress))
        yield symbol(f"merchant-{seat}", merchant(dress, FACES[seat]))
        yield symbol(f"family-{seat}", family(dress))
        missing = f'stroke="{dress.fill}" stroke-width="2.4" stroke-dasharray="4 3"'
        yield symbol(f"away-{seat}", at(0, -22, shape(dress.shape, 9, "none", missing)))
    yield symbol("disc-neutral", disc(NEUTRAL.fill, NEUTRAL.dark))
    yield symbol("assistant-neutral", assistant(NEUTRAL))
    yield symbol("merchant-neutral", merchant(NEUTRAL, _BEARD.format("#6a5a4a")))
    yield symbol("ghost", ghost())
    yield symbol("governor", GOVERNOR)
    yield symbol("smuggler", _SMUGGLER)
    yield symbol("pointer", _POINTER)
    yield symbol("turn", _TURN)
    yield symbol("badge", f'<circle r="10.5" fill="#2a1411" stroke="{CREAM}" stroke-width="1.8"/>')
    for colour, good in COLOUR_OF_TILE.items():
        yield symbol(f"ability-{colour}", ability(colour))
        yield symbol(f"mosque-{colour}", mosque_tile(colour))
        edge = f'fill="{GOOD_DARK[good]}" stroke="{CREAM}" stroke-width="1"'
        yield symbol(f"edge-{colour}", f'<rect width="80" height="56" rx="8" {edge}/>')
    for kind in cards.CARDS:
        yield symbol(f"card-{kind}", card_picture(kind))
        yield symbol(f"open-{kind}", open_card(kind))


# Goods are rounded squares, so that they are not mistaken for a player's pieces.


def _square(fill: str, dark: str, picture: str) -> str:
    return (
        rect(-15, -14, 30, 30, dark, 8)
        + rect(-15, -16, 30, 30, fill, 8)
        + '<rect x="-12.6" y="-13.6" width="25.2" height="25.2" rx="6" fill="none" stroke="#fff" stroke-opacity=".38" stroke-width="1.3"/>'
        + group(picture, "translate(0 -1)")
    )


def _fabric() -> str:
    red = GOOD["fabric"]
    return (
        path("M-9 -6.5 H4.5 V8.5 H-9 C-11 5 -7 3 -9 -1 C-10.5 -3.5 -9.8 -5.5 -9 -6.5Z", PAPER)
        + circle(4.5, -2, 6.4, PAPER, f'stroke="{red}" stroke-width="1.7"')
        + circle(4.5, -2, 2.6, red)
        + line("M-8.5 1.5 H3 M-8 5 H4.5", red, 1.5)
    )


def _spice() -> str:
    green = GOOD["spice"]
    return (
        path("M-8.5 9 C-11.5 4 -9 -1.5 -7.6 -2.4 H7.6 C9 -1.5 11.5 4 8.5 9Z", PAPER)
        + path("M-7.4 -4 C-5 -8 -2 -11 0 -11.4 C2 -11 5 -8 7.4 -4Z", "#ffe1a0")
        + line("M-8 -1.2 H8", green, 1.8)
        + path("M0 6.6 C-4.5 4.4 -3.6 1.4 0 .8 C3.6 1.4 4.5 4.4 0 6.6Z", green)
    )


def _fruit() -> str:
    yellow = GOOD["fruit"]
    return (
        circle(0, 2, 8, PAPER)
        + line("M0 -5.6 C-1 -9 -.4 -10.6 1 -12", PAPER, 2.2, 'stroke-linecap="round"')
        + path("M1.2 -8.2 C4 -12.4 8.4 -11.6 10.2 -10.4 C8.6 -7 4.6 -6 1.2 -8.2Z", PAPER)
        + line("M-4.6 1.4 C-4.4 -1 -3 -2.4 -1 -2.8", yellow, 2, 'stroke-linecap="round"')
        + circle(3.4, 4.4, 1, yellow)
        + circle(0.4, 6.4, 1, yellow)
        + circle(5, 1, 1, yellow)
    )


def _jewellery() -> str:
    return (
        ring(0, 4.4, 6.2, PAPER, 2.9)
        + path("M-6.4 -7 L-3.6 -11.4 H3.6 L6.4 -7 L0 -.4Z", PAPER)
        + line("M-6.4 -7 H6.4 M-2 -7 L0 -1.4 L2 -7 L0 -11", GOOD["jewellery"], 1.1)
    )


_PICTURES = {"fabric": _fabric(), "spice": _spice(), "fruit": _fruit(), "jewellery": _jewellery()}


def _any_good() -> str:
    return (
        rect(-15, -14, 30, 30, "#6a5546", 8)
        + path("M-15 -8 a8 8 0 0 1 8 -8 H0 V-1 H-15Z", GOOD["fabric"])
        + path("M0 -16 H7 a8 8 0 0 1 8 8 V-1 H0Z", GOOD["spice"])
        + path("M-15 -1 H0 V14 H-7 a8 8 0 0 1 -8 -8Z", GOOD["fruit"])
        + path("M0 -1 H15 V6 a8 8 0 0 1 -8 8 H0Z", GOOD["jewellery"])
        + path(star(9, 6.4), PAPER, 'transform="translate(0 -1)"')
        + text(0, 4, "?", 13, "#4a2d22", 800)
    )


def good(kind: str, x: float, y: float, size: float = 30) -> str:
    """A good of a certain width."""
    return use(f"good-{kind}", x, y, size / 32)


RUBY = (
    path("M-13 -4 L-7 -12 H7 L13 -4 L0 13.5Z", "#7d0f1c")
    + path("M-12 -4.4 L-6.6 -11.4 L-4 -4.4Z", "#f0586a")
    + path("M-6.6 -11.4 H6.6 L4 -4.4 H-4Z", "#ff9aa2")
    + path("M6.6 -11.4 L12 -4.4 H4Z", "#d92f45")
    + path("M-4 -4.4 H4 L0 12Z", "#e0364c")
    + path("M4 -4.4 H12 L0 12Z", "#a81528")
    + path("M-12 -4.4 H-4 L0 12Z", "#c9243a")
    + path("M-5 -9.6 L-1 -9.6 L-2.6 -6Z", "#fff", 'opacity=".75"')
)


def ruby(x: float, y: float, size: float = 26) -> str:
    """A ruby of some size, at a point."""
    return use("ruby", x, y, size / 32)


def _coin() -> str:
    """A coin with a radius of 16."""
    return (
        circle(0, 0, 15, "#b27e1c")
        + circle(0, -0.8, 14, "url(#coin-gold)")
        + ring(0, 0, 11.4, "#9a6a12", 0.9, 'stroke-dasharray="1.8 1.5"')
    )


_CRESCENT = path(
    "M3.6 -6.9 A7.8 7.8 0 1 0 3.6 6.9 A6.3 6.3 0 1 1 3.6 -6.9Z M4.8 -3 l1 2.1 2.3 .3 -1.7 1.5 .5 2.3 -2.1 -1.1 -2.1 1.1 .5 -2.3 -1.7 -1.5 2.3 -.3Z",
    "#6b4606",
)


def coin(x: float, y: float, r: float, number: object = None, size: float = 0) -> str:
    """A coin, with a number on it or the crescent."""
    if number is None:
        return use("coin", x, y, r / 15)
    size = size or r * 1.12
    return use("money", x, y, r / 15) + text(x, y + size * 0.35, number, size, "#3d2604", 800)


def arrow(x: float, y: float, size: float = 1) -> str:
    """An arrow to the right, at a point."""
    d = "M-7 -2.4 H0 V-7 L8 0 L0 7 V2.4 H-7Z"
    return f'<path transform="translate({x:g} {y:g}) scale({size:g})" d="{d}" fill="{tile("muted")}"/>'


def shape(kind: str, r: float, fill: str, more: str = "") -> str:
    """The sign of a seat."""
    if kind == "circle":
        d = f"M{-r} 0 A{r} {r} 0 1 0 {r} 0 A{r} {r} 0 1 0 {-r} 0Z"
    elif kind == "square":
        d = f"M{-r * 0.86:g} {-r * 0.86:g} H{r * 0.86:g} V{r * 0.86:g} H{-r * 0.86:g}Z"
    elif kind == "triangle":
        d = f"M0 {-r * 1.1:g} L{r * 1.05:g} {r * 0.8:g} H{-r * 1.05:g}Z"
    elif kind == "diamond":
        d = f"M0 {-r * 1.18:g} L{r * 1.02:g} 0 L0 {r * 1.18:g} L{-r * 1.02:g} 0Z"
    elif kind == "star":
        points = []
        for i in range(10):
            angle = math.pi / 5 * i
            q = r * 1.2 if i % 2 == 0 else r * 0.52
            points.append(f"{math.sin(angle) * q:.2f} {-math.cos(angle) * q:.2f}")
        d = "M" + " L".join(points) + "Z"
    else:
        return ring(0, 0, r * 0.75, fill, r * 0.35)
    return path(d, fill, more)


def die(face: int) -> str:
    """A die 34 wide."""
    pips = "".join(circle(x * 8.8, y * 8.8, 3.4, "#8f2529") for x, y in PIPS[face])
    top = '<rect x="-17" y="-17" width="34" height="34" rx="7.5" fill="#fffaf0" stroke="#cdb893"/>'
    return rect(-17, -15.5, 34, 34, "#8d7a5e", 7.5) + top + pips


def _plank() -> str:
    return (
        rect(-18, -11, 36, 24, "#5c3a1e", 4)
        + rect(-18, -13, 36, 24, "#a8763f", 4)
        + line("M-18 -5 H18 M-18 3 H18", "#6f4828", 1.6)
        + rect(-14, -9, 7, 16, "#fff3d8", 2, 'opacity=".28"')
        + text(3, 5.5, "+1", 17, CREAM, 800)
    )


_ENVELOPE = (
    rect(-26, -13, 52, 28, "#8a6a3a", 4)
    + '<rect x="-26" y="-15" width="52" height="28" rx="4" fill="#f0d9a8" stroke="#a8803f" stroke-width="1.2"/>'
    + line("M-25 -13 L0 4 L25 -13", "#b38a4a", 1.6)
    + line("M-25 12 L-8 -2 M25 12 L8 -2", "#c7a263", 1.2)
    + circle(0, 2, 7.4, "#a8262c")
    + ring(0, 2, 5, "#e2767a", 1)
    + path("M1.6 -.8 a3 3 0 1 0 0 5.6 a2.4 2.4 0 1 1 0 -5.6Z", "#ffdcd2")
)


def card_back() -> str:
    """A bonus card face down, 44 by 60."""
    tulip = "M0 5 C-4.4 3.4 -4.6 -2 -3 -6.4 C-2.2 -3.8 -1.2 -3 0 -7.4 C1.2 -3 2.2 -3.8 3 -6.4 C4.6 -2 4.4 3.4 0 5Z"
    corners = "M-15 -23 h6 M-15 -23 v6 M15 -23 h-6 M15 -23 v6 M-15 23 h6 M-15 23 v-6 M15 23 h-6 M15 23 v-6"
    return (
        rect(-22, -28.5, 44, 60, "#0f2e52", 6)
        + rect(-22, -30, 44, 60, "#1d5a97", 6)
        + '<rect x="-19" y="-27" width="38" height="54" rx="4" fill="none" stroke="#f6e7c8" stroke-width="1.4"/>'
        + path(star(13), "#f6e7c8")
        + path(star(9.5), "#b6332d")
        + path(tulip, PAPER)
        + line(corners, "#d9a441", 1.6)
    )


def medallion(number: int, r: float = 23, size: float = 25) -> str:
    """The brass star with the number of a place."""
    return (
        path(star(r * 1.06, r * 0.84), "#000", 'transform="translate(0 1.5)" opacity=".35"')
        + path(star(r * 1.06, r * 0.84), "url(#brass)")
        + circle(0, 0, r * 0.74, "#fff8e6", 'stroke="#9a6b17" stroke-width="1.2"')
        + text(0, size * 0.355, number, size, "#3a1d16", 800, face=DISPLAY)
    )


# Assistants and figures


def disc(fill: str, dark: str, rx: float = 23, ry: float = 7.6, h: float = 7.4) -> str:
    """A wooden disc seen from the street."""
    side = f"M{-rx} {-h} V0 A{rx} {ry} 0 0 0 {rx} 0 V{-h}"
    rim = f'stroke="{CREAM}" stroke-opacity=".7" stroke-width="1.3"'
    return (
        path(side + "Z", dark)
        + line(side, "#1c0d0a", 1, 'stroke-opacity=".45"')
        + ellipse(0, -h, rx, ry, fill, rim)
    )


def assistant(dress: Dress) -> str:
    """An assistant's disc."""
    return (
        ellipse(1, 3, 23, 7.6, "#000", 'opacity=".3"')
        + disc(dress.fill, dress.dark, 20, 8.4, 8)
        + group(shape(dress.shape, 8, dress.sign), "translate(0 -8) scale(1 .62)")
    )


_BEARD = '<path d="M-7.6 -36 C-4 -33 4 -33 7.6 -36 C7.6 -28 3 -25.6 0 -24.6 C-3 -25.6 -7.6 -28 -7.6 -36Z" fill="{}"/>'
_LOCKS = '<path d="M-8.6 -40 C-11 -34 -10 -28 -8 -25 C-6.4 -28 -6.6 -33 -6.4 -37Z M8.6 -40 C11 -34 10 -28 8 -25 C6.4 -28 6.6 -33 6.4 -37Z" fill="{}"/>'
_SMILE = line("M-2.4 -33.6 C-1 -32.4 1 -32.4 2.4 -33.6", "#8a3a2a", 1.4, 'stroke-linecap="round"')
_EARRINGS = circle(-8.4, -32, 1.5, "#e6b84c") + circle(8.4, -32, 1.5, "#e6b84c")
_MOUSTACHE = path(
    "M-7 -34.6 C-4 -36.6 -1 -35.4 0 -34.8 C1 -35.4 4 -36.6 7 -34.6 C5 -31 1.4 -32 0 -33 C-1.4 -32 -5 -31 -7 -34.6Z",
    "#2c1a10",
)
FACES = (
    _LOCKS.format("#3a2014") + _SMILE,
    _BEARD.format("#b9b3a8"),
    _LOCKS.format("#6b3a1c") + _SMILE + _EARRINGS,
    _MOUSTACHE,
    _BEARD.format("#4a2c1c"),
)
_ROBE = "M-16 0 C-18 -15 -13 -29 -7 -33 H7 C13 -29 18 -15 16 0 C10 4.5 -10 4.5 -16 0Z"


def merchant(dress: Dress, face: str) -> str:
    """The figure alone, without its stack."""
    outline = path(_ROBE, dress.rim) + circle(0, -38, 8.6, dress.rim) + ellipse(0, -46, 13, 8, dress.rim)
    outline += circle(0, -53, 4, dress.rim)
    return (
        group(outline, more=f'stroke="{dress.rim}" stroke-width="5" stroke-linejoin="round"')
        + path(_ROBE, dress.fill)
        + path("M3 -33 H7 C13 -29 18 -15 16 0 C13 2.4 8 3.4 3 3.4Z", dress.dark, 'opacity=".55"')
        + path("M-15.8 -9 C-8 -5.6 8 -5.6 15.8 -9 L16.2 -4.6 C8 -1.4 -8 -1.4 -16.2 -4.6Z", "#f0d9a8")
        + circle(0, -38, 8.4, dress.skin)
        + face
        + circle(-3, -38.4, 1.2, INK)
        + circle(3, -38.4, 1.2, INK)
        + circle(0, -53, 3.8, dress.fill)
        + path(
            "M-12.6 -44 C-14 -52 -6 -55 0 -54.6 C6 -55 14 -52 12.6 -44 C8 -41 -8 -41 -12.6 -44Z", "#fffaf0"
        )
        + line("M-11 -44 C-5 -47 3 -51 6 -54 M-5 -42.4 C2 -44 9 -47.6 12 -50.4", "#d3bd97", 1.4)
        + circle(0, -46.6, 2.4, dress.fill, f'stroke="{dress.dark}" stroke-width=".8"')
        + at(0, -17.6, shape(dress.shape, 5.6, dress.sign))
    )


def ghost() -> str:
    """Where the merchant would stand: a pale figure in the viewer's colour."""
    figure = path(_ROBE, "var(--p,#c8432b)") + circle(0, -38, 8.4, "#e9b488")
    figure += path(
        "M-12.6 -44 C-14 -52 -6 -55 0 -54.6 C6 -55 14 -52 12.6 -44 C8 -41 -8 -41 -12.6 -44Z", "#fffaf0"
    )
    rim = group(
        path(_ROBE, CREAM) + circle(0, -38, 8.6, CREAM) + ellipse(0, -46, 13, 8, CREAM),
        more=f'stroke="{CREAM}" stroke-width="5" stroke-linejoin="round"',
    )
    return group(rim + figure, more='opacity=".55"')


def family(dress: Dress) -> str:
    """A family member."""
    body = "M-12 0 C-12 -16 -8 -24 -6 -26 C-10 -36 -6 -43 0 -43 C6 -43 10 -36 6 -26 C8 -24 12 -16 12 0 C7 3 -7 3 -12 0Z"
    return (
        ellipse(1.5, 2.5, 15, 4.6, "#000", 'opacity=".3"')
        + path(body, CREAM, f'stroke="{CREAM}" stroke-width="4.6" stroke-linejoin="round"')
        + path("M-12 0 C-12 -16 -8 -24 -6 -27 H6 C8 -24 12 -16 12 0 C7 3 -7 3 -12 0Z", dress.fill)
        + path("M2 -27 H6 C8 -24 12 -16 12 0 C9 1.8 5 2.4 2 2.4Z", dress.dark, 'opacity=".5"')
        + path(
            "M0 -43 C-9 -43 -10.5 -32 -8.4 -23.4 C-4 -20.6 4 -20.6 8.4 -23.4 C10.5 -32 9 -43 0 -43Z",
            dress.dark,
        )
        + path(
            "M0 -39.4 C-5.6 -39.4 -6 -33 -4.6 -28.6 C-2.4 -25.4 2.4 -25.4 4.6 -28.6 C6 -33 5.6 -39.4 0 -39.4Z",
            "#e8b48a",
        )
        + circle(-2, -32.6, 1, INK)
        + circle(2, -32.6, 1, INK)
        + at(0, -10.6, shape(dress.shape, 4.8, dress.sign))
    )


GOVERNOR = (
    ellipse(2, 3, 19, 5.6, "#000", 'opacity=".32"')
    + path(
        "M-16 0 C-18 -18 -13 -32 -7 -36 H7 C13 -32 18 -18 16 0 C10 4 -10 4 -16 0Z M-12 -46 C-16 -66 16 -66 12 -46Z",
        CREAM,
        f'stroke="{CREAM}" stroke-width="5" stroke-linejoin="round"',
    )
    + path("M-16 0 C-18 -18 -13 -32 -7 -36 H7 C13 -32 18 -18 16 0 C10 4 -10 4 -16 0Z", "#5c3a86")
    + path("M-4 -36 H4 L6 3.4 C2 4 -2 4 -6 3.4Z", "#d9a441")
    + path("M4 -36 H7 C13 -32 18 -18 16 0 C13 2 9 3 6 3.4Z", "#3d2460", 'opacity=".6"')
    + line("M-1 -30 v30 M2.4 -30 v30", "#8f6414", 1)
    + circle(0, -41, 8.2, "#d99c6c")
    + path(
        "M-6.6 -38.4 C-3 -40 -1 -38.4 0 -38 C1 -38.4 3 -40 6.6 -38.4 C4 -34.8 1 -35.6 0 -36.4 C-1 -35.6 -4 -34.8 -6.6 -38.4Z",
        "#2c1810",
    )
    + circle(-3, -42.2, 1.2, INK)
    + circle(3, -42.2, 1.2, INK)
    + path(
        "M-11.6 -46 C-17 -57 -10 -66 0 -66 C10 -66 17 -57 11.6 -46 C6 -43.6 -6 -43.6 -11.6 -46Z", "#fffaf0"
    )
    + line(
        "M-12.6 -50 C-4 -53 6 -58 10 -63 M-8 -45.4 C2 -47 10 -52 13 -56 M-13.4 -55 C-8 -57 -2 -60 2 -65",
        "#cfb88f",
    )
    + path("M0 -66 C-3 -74 1 -78 4 -80 C5 -74 4 -70 2 -66Z", "#b6332d")
    + circle(0, -54, 3, "#b6332d", 'stroke="#d9a441" stroke-width="1.4"')
)
_HOOD = "M-16 0 C-18 -18 -15 -30 -11 -36 C-12 -48 -6 -56 1 -58 C8 -55 12 -46 11 -36 C15 -30 17 -16 16 0 C10 4 -10 4 -16 0Z"
_SMUGGLER = (
    ellipse(2, 3, 22, 5.6, "#000", 'opacity=".34"')
    + path(
        f"{_HOOD} M10 -6 C10 -20 26 -20 27 -6 C27 4 10 4 10 -6Z",
        CREAM,
        f'stroke="{CREAM}" stroke-width="5" stroke-linejoin="round"',
    )
    + path("M10 -4 C9 -13 14 -17 16 -21 H21 C23 -17 28 -13 27 -4 C26 3 11 3 10 -4Z", "#b98a4e")
    + line("M15.6 -19 h6", "#5f3d18", 2.4)
    + path(_HOOD, "#332b36")
    + path(
        "M4 -57 C9 -53 12 -46 11 -36 C15 -30 17 -16 16 0 C12 2.6 8 3.2 4 3.4 C8 -16 8 -40 4 -57Z",
        "#191420",
        'opacity=".7"',
    )
    + path("M-7.6 -38 C-8.4 -48 -3 -52 0 -53 C3 -52 8.4 -48 7.6 -38 C5 -33 -5 -33 -7.6 -38Z", "#d99c6c")
    + path("M-7.8 -40 C-4 -37.4 4 -37.4 7.8 -40 C8 -34 5 -31.6 0 -31 C-5 -31.6 -8 -34 -7.8 -40Z", "#8f2529")
    + circle(-3, -43.4, 1.3, INK)
    + circle(3, -43.4, 1.3, INK)
    + path("M-15.4 -12 C-8 -8 8 -8 15.4 -12 L15.8 -8 C8 -4 -8 -4 -15.8 -8Z", "#8f2529")
)
_POINTER = (
    '<path d="M-13 -12 H13 L0 8Z" fill="#fff2cc" stroke="#3a1d10" stroke-width="3" stroke-linejoin="round"/>'
    + path("M-8 -9.5 H8 L0 3Z", "#d9a441")
)
_TURN = (
    ellipse(0, 0, 44, 15, "var(--glow,#d9a441)", 'fill-opacity=".35" stroke="#ffe08a" stroke-width="4"')
    + '<ellipse rx="50" ry="19" fill="none" stroke="var(--glow,#d9a441)" stroke-width="2" opacity=".5"/>'
)


# Mosque tiles


def mosque_tile(colour: str) -> str:
    """A tile 80 by 56 from its upper left corner, with the number of goods that it requires."""
    kind = COLOUR_OF_TILE[colour]
    return (
        f'<rect width="80" height="56" rx="8" fill="{GOOD[kind]}" stroke="{CREAM}" stroke-width="1.6"/>'
        f'<rect x="3.5" y="3.5" width="73" height="49" rx="5" fill="none" stroke="{CREAM}" stroke-opacity=".45"/>'
        + rect(5, 5, 34, 46, CREAM, 5)
        + good(kind, 22, 19, 24)
        + use(f"ability-{colour}", 59, 28)
    )


def ability(colour: str) -> str:
    """A picture of what a tile does, around the origin."""
    if colour == "red":
        turned = "M-15 -9 A16 13 0 0 1 13 -8 M13 -8 l1.6 -7 M13 -8 l-7.2 -.6"
        return use("die-4", -2, 5, 0.68) + line(turned, CREAM, 2.6, 'stroke-linecap="round"')
    if colour == "green":
        return good("any", -5, -7, 24) + coin(8, 11, 10.5, 2, 14)
    if colour == "yellow":
        back = "M-14 -12 C-12 -22 4 -22 8 -12 M8 -12 l1 -6 M8 -12 l-6 -1"
        return (
            at(-3, -2, disc(CREAM, "#c9a25c", 13, 5.4, 6))
            + coin(9, 12, 10, 2, 13)
            + line(back, CREAM, 2.4, 'stroke-linecap="round"')
        )
    return at(0, 13, disc(CREAM, "#9fb6cf", 14, 5.4, 6)) + text(0, -4, "+1", 20, CREAM, 800)


# Bonus cards. A picture is 80 by 50.

_STEPS = '<use href="#icon-footsteps" transform="translate({:g} {:g}) scale({:g})" color="{}"/>'


def steps(x: float, y: float, size: float, colour: str) -> str:
    """Footprints; x and y are the upper left corner."""
    return _STEPS.format(x, y, size / 512, colour)


def card_picture(kind: str) -> str:
    """A picture of what a card does, around the origin."""
    blue, red = "#1d3557", "#8f2529"
    if kind == "good":
        return good("any", -12, 0, 40) + text(24, 9, "+1", 26, blue, 800)
    if kind == "lira":
        return coin(-18, 3, 13) + coin(18, 3, 13) + coin(0, 0, 21, 5, 27)
    if kind == "sultan":
        return ruby(-16, 0, 40) + use("star-13", 18, -9, 0.58) + text(18, 21, "×2", 20, red, 800)
    if kind == "post":
        return use("envelope", -12, 0, 0.86) + use("star-5", 24, -9, 0.58) + text(24, 21, "×2", 20, red, 800)
    if kind == "gemstone":
        return ruby(-16, 0, 40) + use("star-16", 18, -9, 0.58) + text(18, 21, "×2", 20, red, 800)
    if kind == "home":
        arrow_home = "M18 -2 H-2 M-2 -2 l7 -7 M-2 -2 l7 7"
        return (
            use("family-2", 26, 20, 0.86)
            + line(arrow_home, red, 4, 'stroke-linecap="round"')
            + use("star-12", -22, 0, 0.8)
        )
    if kind == "stay":
        return (
            steps(-24, -20, 36, "#1d4f80")
            + line("M-24 16 L16 -18", red, 5, 'stroke-linecap="round"')
            + text(26, 10, "0", 28, blue, 800)
        )
    if kind == "far":
        return steps(-37, -21, 42, "#1d4f80") + text(20, 9, "3–4", 24, blue, 800)
    if kind == "assistant":
        back = "M30 16 C38 -14 10 -22 -4 -12 M-4 -12 l12 -3 M-4 -12 l3 11"
        return at(-12, 18, disc("#c8432b", "#8a2717", 21, 8, 8)) + line(
            back, blue, 4, 'stroke-linecap="round"'
        )
    return (
        use("star-11", -26, 0, 0.72) + good("any", 8, -8, 26) + good("any", 24, 8, 26)
    )  # any goods at the Small Market


_CARD_COLOURS = {
    "good": "goods",
    "lira": "lira",
    "sultan": "ruby",
    "post": "goods",
    "gemstone": "ruby",
    "home": "help",
    "stay": "help",
    "far": "help",
    "assistant": "help",
    "any-goods": "lira",
}


def open_card(kind: str) -> str:
    """A card face up, 44 by 61."""
    return (
        rect(-22, -29, 44, 61, "#000", 6, 'opacity=".25"')
        + f'<rect x="-22" y="-30.5" width="44" height="61" rx="6" fill="{PAPER}" stroke="#b98a3a" stroke-width="1.6"/>'
        + rect(-19, -27.5, 38, 12, tile(_CARD_COLOURS[kind]), 3)
        + use(f"card-{kind}", 0, 7, 0.5)
    )

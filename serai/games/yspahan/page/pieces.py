"""Symbols around their own origin: things that move, and things that are drawn many times."""

from __future__ import annotations

from typing import Final

from serai.games.yspahan.page.geometry import SHOP_SIDE
from serai.games.yspahan.page.palette import c
from serai.games.yspahan.page.shapes import icon, linear, octagon, radial, rect, star, text, use
from serai.scene.draw import PIPS

# Player colours by seat: the face, the light and the dark side, the seat's shape.
SEATS: Final = (
    ("#c8432b", "#ea7a5f", "#8e2a17", "#fff"),
    ("#2463a6", "#5c97d6", "#153f70", "#fff"),
    ("#1f8a5b", "#55bd8b", "#10593a", "#fff"),
    ("#e0a21b", "#f8d06a", "#9c6c08", "#3a2503"),
)
SPREAD: Final = {3: (8, 8), 5: (8, 8), 6: (7.5, 8.5)}  # of pips, across and down; 7.5 for the other faces
ARCH: Final = "M12 54V33.4C12 22.4 23 16.2 34.4 8.5C45.8 16.2 56.8 22.4 56.8 33.4V54"
LOGGIA: Final = "M-66 27V-5C-66 -19 -42 -20 0 -27C42 -20 66 -19 66 -5V27Z"
INK: Final = "#3d2603"


def shape(seat: int, x: float, y: float, r: float, fill: str) -> str:
    """A seat's shape: circle, square, triangle, diamond."""
    if seat == 0:
        return f'<circle cx="{x}" cy="{y}" r="{r * 0.9:.2f}" fill="{fill}"/>'
    if seat == 1:
        return rect(x - r * 0.82, y - r * 0.82, r * 1.64, r * 1.64, fill, rx=r * 0.15)
    if seat == 2:
        return f'<path d="M{x} {y - r:.2f}L{x + r:.2f} {y + r * 0.8:.2f}H{x - r:.2f}Z" fill="{fill}"/>'
    d = f"M{x} {y - r * 1.15:.2f}L{x + r:.2f} {y}L{x} {y + r * 1.15:.2f}L{x - r:.2f} {y}Z"
    return f'<path d="{d}" fill="{fill}"/>'


def _cube(seat: int) -> str:
    face, light, dark, ink = SEATS[seat]
    return (
        f'<g id="cube-{seat}"><g transform="scale(.81) translate(-21 -22)">'
        '<ellipse cx="20" cy="40.5" rx="18" ry="3.4" fill="#2b1503" opacity=".35"/>'
        f'<path d="M3 13L11 4H39L31 13Z" fill="{light}"/><path d="M31 13L39 4V32L31 41Z" fill="{dark}"/>'
        f'<path d="M3 13H31V41H3Z" fill="{face}"/><path d="M3 13H31V41H3Z" fill="url(#y-cubeshine)"/>'
        f'<path d="M3 13L11 4H39V32L31 41H3ZM3 13H31V41M31 13L39 4" fill="none" stroke="{dark}"'
        ' stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M4 13.8H30.5" stroke="#fff" stroke-opacity=".5" stroke-width="1.2"/>'
        f"{shape(seat, 17, 27, 7.5, ink)}</g></g>"
    )


def _avatar(seat: int) -> str:
    face, _, _, ink = SEATS[seat]
    ground = f'<circle r="10" fill="{face}"/><circle r="10" fill="url(#y-cubeshine)"/>'
    rim = '<circle r="8.6" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".6"/>'
    return f'<g id="face-{seat}">{ground}{rim}{shape(seat, 0, 0.4 if seat == 2 else 0, 4.5, ink)}</g>'


def _owned_star(seat: int) -> str:
    """The points of a bazaar that is complete."""
    face, _, dark, _ = SEATS[seat]
    return (
        f'<g id="done-{seat}"><g filter="url(#y-soft)"><polygon points="{star(0, 0, 17.5)}" fill="#fff8e6"/>'
        f'<polygon points="{star(0, 0, 15.5)}" fill="{face}" stroke="{dark}" stroke-width="1.2"/></g></g>'
    )


def _dice() -> str:
    drawn = []
    for kind, top, bottom, edge, pip in (
        ("w", "#fffdf6", "#e3d6bd", "#8a7350", "#33241a"),
        ("y", "#ffd75e", "#e0a01a", "#8a5c05", "#40260a"),
    ):
        drawn.append(linear(f"y-die-{kind}", (0, top), (1, bottom)))
        for value, places in PIPS.items():
            wide, high = SPREAD.get(value, (7.5, 7.5))
            pips = "".join(f'<circle cx="{x * wide:g}" cy="{y * high:g}" r="3.5"/>' for x, y in places)
            drawn.append(
                f'<g id="die-{kind}{value}"><g transform="scale(.92)">'
                + rect(-17, -15, 34, 34, rx=8, more=f'fill="{edge}"')
                + rect(
                    -17,
                    -17,
                    34,
                    34,
                    rx=8,
                    more=f'fill="url(#y-die-{kind})" stroke="{edge}" stroke-width="1.3"',
                )
                + rect(-15, -15, 30, 30, "none", rx=6.5, more='stroke="#fff" stroke-opacity=".7"')
                + f'<g fill="{pip}">{pips}</g></g></g>'
                f'<g id="icon-die-{kind}{value}"><use href="#die-{kind}{value}"'
                ' transform="translate(256 246) scale(15)"/></g>'
            )
    return "".join(drawn)


def _supervisor() -> str:
    line = 'stroke="#4a3115" stroke-width="1.6"'
    fold = 'stroke="#b79f78" stroke-width="1.2" fill="none"'
    return (
        '<g id="supervisor"><ellipse cy="9" rx="20" ry="9" fill="#38c3bb" fill-opacity=".45"'
        ' stroke="#fffaf0" stroke-width="4"/>'
        '<ellipse cy="9" rx="20" ry="9" fill="none" stroke="#0d7f7b" stroke-width="2.2"/>'
        '<g transform="translate(-20 -43) scale(.909)">'
        '<ellipse cx="22" cy="56" rx="17" ry="5" fill="#2b1503" opacity=".4"/>'
        f'<path d="M22 20C30 20 32.5 31 37 52C37 57.5 7 57.5 7 52C11.5 31 14 20 22 20Z"'
        f' fill="url(#y-robe)" {line}/>'
        f'<path d="M22 24V55M17 50C18 40 20 32 22 26C24 32 26 40 27 50" {fold}/>'
        '<path d="M13.2 35.5C19 39 25 39 30.8 35.5L31.8 40C25 43.5 19 43.5 12.2 40Z" fill="#17908b"'
        ' stroke="#0d5c62" stroke-width=".8"/>'
        f'<circle cx="22" cy="15.5" r="7" fill="#d69a6b" {line}/>'
        '<path d="M16.5 18C17 24 20 27 22 27C24 27 27 24 27.5 18C25 20.5 19 20.5 16.5 18Z" fill="#4a3115"/>'
        f'<path d="M11.5 12C10 4.5 17 1 22 1C27 1 34 4.5 32.5 12C27 15 17 15 11.5 12Z"'
        f' fill="url(#y-robe)" {line}/>'
        f'<path d="M12 11C17 5 25 3.5 30 4.5M17 13.5C22 7.5 28 6.5 32.5 8" {fold}/>'
        '<circle cx="22" cy="9.5" r="2.3" fill="#17908b" stroke="#d8a23a"/></g></g>'
    )


def _targets() -> str:
    """Markers for fields that the supervisor can reach: for free, or for gold."""
    hit = '<rect class="hit" x="-20" y="-20" width="40" height="40" fill="transparent"/>'
    drawn = [
        '<g id="target"><circle class="halo" r="46" fill="url(#y-glow)"/>'
        f'<g class="face"><polygon points="{octagon(0, 0, 24, 7)}" fill="#0d5c62"/>'
        f'<polygon points="{octagon(0, 0, 22.3, 6.5)}" fill="#fffdf3"/>'
        f'<polygon points="{octagon(0, 0, 18.8, 5.5)}" fill="url(#y-gold)"/></g>{hit}</g>'
    ]
    drawn.append(
        '<g id="target-centre"><circle class="halo" r="54" fill="url(#y-glow)"/>'
        '<circle r="37" fill="none" stroke="#0d5c62" stroke-width="9"/>'
        '<circle r="37" fill="none" stroke="#fffdf3" stroke-width="6.4"/>'
        '<circle r="37" fill="none" stroke="url(#y-gold)" stroke-width="4.4"/>'
        '<circle class="hit" r="34" fill="transparent"/></g>'
    )
    drawn.append(
        f'<g id="paid"><polygon points="{octagon(0, 0, 18.5, 5.3)}" fill="{c("paid")}"'
        f' stroke="{c("paidline")}"'
        f' stroke-width="2" stroke-dasharray="4 3"/>{hit}</g>'
        f'<g id="paid-centre"><circle r="37" fill="none" stroke="{c("paid")}" stroke-width="6"/>'
        f'<circle r="37" fill="none" stroke="{c("paidline")}" stroke-width="2.4" stroke-dasharray="5 4"/>'
        '<circle class="hit" r="34" fill="transparent"/></g>'
        '<g id="coin"><circle r="8.5" fill="url(#y-gold)" stroke="#7a4f08" stroke-width="1.2"/></g>'
    )
    return "".join(drawn)


def _arches() -> str:
    """Rims around a shop's arch, from the shop's corner: a cube that would move, a shop that is open, a
    shop open by a card; and around a floor of the tower."""
    bold = f'<path d="{ARCH}" fill="none" stroke="#b97f1f" stroke-width="5.6" stroke-linecap="round"/>'
    fine = f'<path d="{ARCH}" fill="none" stroke="#ffd65c" stroke-width="3.2" stroke-linecap="round"/>'
    hit = f'<rect class="hit" width="{SHOP_SIDE}" height="{SHOP_SIDE}" fill="transparent"/>'
    dashed = (
        f'<path d="{ARCH}" fill="none" stroke="#fffdf3" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{ARCH}" fill="none" stroke="#a86f12" stroke-width="2.6" stroke-linecap="round"'
        ' stroke-dasharray="1 5.5"/>'
    )
    plus = (
        '<circle cx="34.4" cy="38" r="11" fill="url(#y-gold)" stroke="#fffdf3" stroke-width="2"/>'
        f'<path d="M34.4 32V44M28.4 38H40.4" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
    )
    return (
        f'<g id="rim">{bold}{fine}</g>'
        # The glow ends above the name of the shop, because the rows refer to it.
        f'<g id="open"><path class="halo" d="M2.7 53A36 36 0 1 1 66.1 53Z"'
        f' fill="url(#y-glow)"/>{bold}{fine}{plus}{hit}</g>'
        f'<g id="open-card">{dashed}{hit}</g>'
        f'<g id="loggia"><path class="halo" d="{LOGGIA}" fill="url(#y-glow)"/>'
        f'<path d="{LOGGIA}" fill="none" stroke="#b97f1f" stroke-width="5.4" stroke-linejoin="round"/>'
        f'<path d="{LOGGIA}" fill="none" stroke="#ffd65c" stroke-width="3" stroke-linejoin="round"/>'
        '<rect class="hit hit-tall" x="-120" y="-35" width="190" height="66" fill="transparent"/>'
        '<rect class="hit hit-slim" x="-72" y="-95" width="144" height="128" fill="transparent"/></g>'
        '<g id="asked"><circle class="halo" r="34" fill="url(#y-glow)"/>'
        '<rect class="hit" x="-26" y="-28" width="52" height="56" fill="transparent"/></g>'
    )


def _calendar() -> str:
    rays = "".join(
        f'<path d="M0 -17l3.2 -6h-6.4z" transform="rotate({turn})" fill="#f6c552"/>'
        for turn in range(0, 360, 30)
    )
    return (
        f'<g id="week"><path d="M-50 0l9 -14h82l9 14l-9 14h-82z" fill="{c("deep")}" stroke="{c("gold")}"'
        ' stroke-width="1.4"/></g>'
        '<g id="week-now"><path filter="url(#y-soft)" d="M-52 0l10 -15.5h84l10 15.5l-10 15.5h-84z"'
        ' fill="url(#y-gold)" stroke="#fff8e0" stroke-width="1.8"/></g>'
        f'<g id="today"><g filter="url(#y-soft)"><circle r="21" fill="{c("deep")}"/>{rays}'
        '<circle r="14.5" fill="url(#y-gold)" stroke="#fff8e0" stroke-width="1.6"/></g></g>'
        f'<g id="dusk"><polygon points="{octagon(0, 0, 15, 6)}" fill="#0a2f36" fill-opacity=".55"/></g>'
    )


def _small() -> str:
    saddle = rect(-10.5, -10.5, 21, 21, rx=4, more='fill-opacity=".4" fill="#fff8e6" stroke="#fff8e6"')
    return (
        '<g id="words"/>'
        f'<g id="banner"><path filter="url(#y-soft)" d="M-46 -9.5h92l-6 9.5 6 9.5h-92l6 -9.5z"'
        f' fill="{c("ivory")}"'
        f' stroke="{c("gold")}" stroke-width="1.2"/></g>'
        f'<g id="next"><g stroke-width="1.8" stroke-dasharray="4 3">{saddle}</g></g>'
        '<g id="hole">'
        + rect(
            -15.5, -16.5, 31, 31, "#fff", rx=7, more='fill-opacity=".25" stroke="var(--p,#c8432b)"'
        ).replace("/>", ' stroke-width="1.8" stroke-dasharray="4 3"/>')
        + "</g>"
    )


def _scenery() -> str:
    """A shop from its corner, trees from their feet, a camel from its saddle."""
    side = SHOP_SIDE
    return (
        f'<g id="y-shop"><rect class="y-wall" width="{side}" height="{side}" rx="6" fill="currentColor"/>'
        f'<rect width="{side}" height="{side}" rx="6" fill="url(#y-glaze)"/>'
        f'<rect width="{side}" height="{side}" rx="6" fill="url(#y-shine)"/>'
        + rect(1.6, 1.6, side - 3.2, side - 3.2, "none", rx=4.8, more='stroke="#fff" stroke-opacity=".5"')
        + '<path d="M9.4 55.5V33C9.4 21 22 14.5 34.4 5.5C46.8 14.5 59.4 21 59.4 33V55.5Z" class="y-plate"'
        ' fill="currentColor"/>'
        f'<path d="M11.4 55.5V33.4C11.4 22.4 23 16.2 34.4 8C45.8 16.2 57.4 22.4 57.4 33.4V55.5Z"'
        f' fill="{c("ivory")}"/>'
        '<path d="M14.2 55.5V34C14.2 24.6 24.4 18.6 34.4 11.6C44.4 18.6 54.6 24.6 54.6 34V55.5Z"'
        ' fill="url(#y-niche)"/>'
        '<path d="M14.2 55.5L20.5 48.6H48.3L54.6 55.5Z" class="y-rug" fill="currentColor" opacity=".55"/>'
        '<path d="M17.6 54.2L22 49.9H46.8L51.2 54.2Z" fill="none" stroke="#fff" stroke-opacity=".55"'
        ' stroke-width=".8"/>' + rect(3, 55.3, side - 6, 11.2, c("plinth"), rx=3) + "</g>"
        '<g id="y-cypress" fill="url(#y-leaf)"><ellipse cy="3" rx="8" ry="2.6" fill="#2b1503" opacity=".25"/>'
        f'<path d="M-1.4 -4H1.4V3H-1.4Z" fill="{c("mix")}"/>'
        '<path d="M0 -50C5 -38 8 -24 7 -14C6.4 -6 3 -1.5 0 -1.500C-3 -1.5 -6.4 -6 -7 -14C-8 -24 -5 -38'
        ' 0 -50Z"/>'
        '<path d="M0 -42C-1.5 -32 -2.5 -22 -1.8 -8M2.5 -32C3 -22 3 -14 2 -7M-3.5 -26C-4.4 -20 -4.4 -14'
        ' -3.6 -9" stroke="#dff0c2" stroke-opacity=".35" fill="none" stroke-linecap="round"/></g>'
        '<g id="y-orange" fill="url(#y-leaf)"><ellipse cy="2" rx="9" ry="2.4" fill="#2b1503" opacity=".25"/>'
        f'<path d="M-1.4 -7H1.400V2H-1.400Z" fill="{c("mix")}"/>'
        '<path d="M0 -27C6 -27 13 -22 12 -15C13 -8 7 -4 0 -4C-7 -4 -13 -8 -12 -15C-13 -22 -6 -27 0 -27Z"/>'
        '<g fill="#f0932e"><circle cx="-5" cy="-20" r="2"/><circle cx="3" cy="-22" r="2"/><circle'
        ' cx="7" cy="-14"'
        ' r="2"/><circle cx="-1" cy="-13" r="2"/><circle cx="-7" cy="-11" r="2"/><circle cx="4" cy="-8"'
        ' r="1.8"/>'
        "</g></g>"
        '<g id="camel"><g transform="translate(-21 -10) scale(.783)">'
        '<ellipse cx="27" cy="49.5" rx="23" ry="2.6" fill="#2b1503" opacity=".28"/>'
        f'<path d="M34 30L36.5 39 36 48.600H33.400L32.4 39 29 32ZM21 31L17.5 38.5 18 48.600H15.400L14'
        f' 38 15 30Z"'
        f' fill="{c("camel-2")}"/>'
        '<path d="M9 25C10 20.5 13.5 18.5 18 18.2C20.5 17 22 10.5 27 10.5C32 10.5 33 16.8 36 18.6C39 20'
        " 41.2 18.5"
        " 43 15.5C44.2 13 44 9.5 45 6.8C45.7 4.4 48 3.3 50 3.8L50.7 2.2 52.2 4.4C55 5.2 57.3 6.8 58.2"
        " 9C58.7 10.6"
        " 57.6 11.7 56 11.5C53.6 11.3 51.6 11 50.2 12.2C49.4 16.5 48.8 21.5 45.6 25.4C44.2 27 43.2 28.5 42.7"
        " 30.2L43.2 39 42.9 48.6H40.2L39.4 39.5 37.6 32C31 34 25 34 20 31.6L18 34 13.8 38.8 12.8"
        " 48.6H10.2L9.6"
        f' 39C9.4 35 8.6 31 8.6 28C7.2 30 6.6 33 6.2 36.4L4.8 36C4.8 31 6.4 27.2 9 25Z" fill="{c("camel")}"/>'
        '<circle cx="52.6" cy="6.6" r=".9" fill="#2b1503"/>'
        f'<path d="M46 9.500C48 11.5 50.5 11 55.5 8.2" stroke="{c("terra")}" stroke-width="1.2" fill="none"/>'
        '<path d="M16.4 19.5C19 18.2 21.6 10.2 27 10.2C32.4 10.2 34.6 17 37.4 19.2L38.4 28.5C31 31 23 31 15.8'
        f' 28.8Z" fill="{c("terra")}"/>'
        f'<path d="M16.1 25.600C23 28 31 28 38 25.400L38.4 28.500C31 31 23 31 15.8 28.800Z"'
        f' fill="{c("gold")}"/>'
        '<path d="M20 23.5l2-2.5 2 2.5-2 2.5zM25.2 24.2l2-2.5 2 2.5-2 2.5zM30.4 23.8l2-2.5 2 2.5-2 2.5z"'
        f' fill="{c("gold-2")}"/>'
        '<path d="M17 29.5v3M21 30.3v3M25 30.7v3M29 30.7v3M33 30.3v3M37 29.3v3" stroke-width="1.2"'
        f' stroke="{c("terra-2")}" stroke-linecap="round"/></g></g>'
    )


# The cards' pictures: the colour of the arch, and what stands in it.
CARD_ART: Final = {
    "swap": ("#1d5c8f", ("camel", "trade", "gold")),
    "camels": ("#8a5526", ("camel", "three")),
    "gold": ("#b07a12", ("gold", "three")),
    "shop": ("#17807c", ("cube", "city")),
    "caravan": ("#17807c", ("cube", "caravan")),
    "camels-for-points": ("#8a5526", ("camel", "laurel")),
    "gold-for-points": ("#b07a12", ("gold", "laurel")),
    "build-without-camels": ("#b5532b", ("trowel", "no-camel")),
    "build-without-gold": ("#b5532b", ("trowel", "no-gold")),
}


def _cards() -> str:
    """A card's picture fills its icon's box, which is wider than high when the style sheet cuts it."""
    drawn = [
        f'<g id="icon-three">{text(256, 400, "3", 420, "currentColor", 700)}</g>',
        *(
            f'<g id="icon-no-{what}"><use href="#icon-{what}"/>'
            '<path d="M60 452L452 60" stroke="currentColor" stroke-width="44" stroke-linecap="round"/></g>'
            for what in ("camel", "gold")
        ),
    ]
    for kind, (hue, inside) in CARD_ART.items():
        size = 205 if len(inside) == 2 else 150
        left = 256 - (len(inside) - 1) * (size + 6) / 2
        icons = "".join(
            icon(name, left + i * (size + 6), 318, size, color="#fff8e8") for i, name in enumerate(inside)
        )
        drawn.append(
            f'<g id="icon-card-{kind}"><path d="M0 0H512V512H0Z" fill="url(#y-cardtile)"/>'
            f'<path d="M16 530V260C16 140 150 100 256 28C362 100 496 140 496 260V530Z" fill="{hue}"'
            f' stroke="#fff8e8" stroke-width="18"/>{icons}</g>'
        )
    return "".join(drawn)


def _paints() -> str:
    tile, girih = 26, 40
    corner = "".join(f'<circle r="2" cx="{x}" cy="{y}"/>' for x in (0, tile) for y in (0, tile))
    white, brown = "#fff", "#3a1e06"
    glow = "#ffd873"
    return "".join(
        (
            f'<pattern id="y-tiles" width="{tile}" height="{tile}" patternUnits="userSpaceOnUse">'
            f'<path d="M0 0H{tile}V{tile}H0Z" fill="{c("deep")}"/>'
            f'<polygon points="{star(13, 13, 13)}" fill="{c("turq")}" stroke="{c("gold")}"'
            f' stroke-width=".8"/>'
            f'<polygon points="{star(13, 13, 7.8)}" fill="{c("lapis")}" stroke="{c("turq-2")}"'
            f' stroke-width=".7"/>'
            f'<circle cx="13" cy="13" r="2.6" fill="{c("gold-2")}"/>'
            f'<g fill="{c("turq-2")}" opacity=".8">{corner}</g></pattern>',
            f'<pattern id="y-girih" width="{girih}" height="{girih}" patternUnits="userSpaceOnUse">'
            f'<g fill="none" stroke="{c("shade")}" stroke-opacity=".09"><polygon'
            f' points="{star(20, 20, 14.4)}"/>'
            f'<polygon points="{octagon(20, 20, 20, 11.6)}"/>'
            '<path d="M0 0L6 6M40 0L34 6M0 40L6 34M40 40L34 34"/></g></pattern>',
            '<pattern id="y-glaze" width="11.5" height="11.5" patternUnits="userSpaceOnUse">'
            f'<g fill="none" stroke="#fff" stroke-opacity="{c("lattice")}" stroke-width=".8">'
            f'<polygon points="{star(5.75, 5.75, 4.6)}"/>'
            '<path d="M5.75 0V1.2M5.75 10.3V11.5M0 5.75H1.2M10.3 5.75H11.5"/></g></pattern>',
            '<pattern id="y-flowers" width="26" height="22" patternUnits="userSpaceOnUse">'
            '<circle cx="6" cy="6" r="1.7" fill="#e7798a"/><circle cx="6" cy="6" r=".7" fill="#fff2c6"/>'
            '<circle cx="19" cy="16" r="1.7" fill="#fff3d8"/><circle cx="19" cy="16" r=".7" fill="#e4a72f"/>'
            '<path d="M13 9c1-2 2-2 3-3M2 17c1-2 2-2 3-3M22 5c-1-1-1-2-1-3" fill="none"'
            f' stroke="{c("leaf")}" stroke-opacity=".5"/></pattern>',
            '<pattern id="y-brick" width="22" height="12" patternUnits="userSpaceOnUse">'
            f'<path d="M0 0H22V12H0Z" fill="{c("brick")}"/>'
            f'<path d="M0 .5H22M0 6.5H22M5.5 .5V6.5M16.5 6.5V12" stroke="{c("brick-2")}"/></pattern>',
            '<pattern id="y-paving" width="20" height="20" patternUnits="userSpaceOnUse">'
            f'<path d="M0 10H20M10 0V10M0 0H20M5 10V20M15 10V20" stroke="{c("tile-line")}"'
            f' stroke-opacity=".28"'
            ' stroke-width=".8"/></pattern>',
            '<pattern id="y-cardtile" width="74" height="74" patternUnits="userSpaceOnUse">'
            '<path d="M0 0H74V74H0Z" fill="#fff6e1"/>'
            f'<polygon points="{star(37, 37, 37)}" fill="#e8d2a0" stroke="#c9a14f" stroke-width="3"/>'
            f'<polygon points="{star(37, 37, 19)}" fill="#b5532b"/></pattern>',
            linear("y-shine", (0, white, c("sh1")), (0.35, white, c("sh2")), (1, brown, c("sh3"))),
            linear("y-niche", (0, c("niche-1")), (0.42, c("niche-2")), (1, c("niche-3"))),
            linear(
                "y-dome", (0, c("deep")), (0.35, c("turq-2")), (0.6, c("turq")), (1, c("deep")), x2=1, y2=0
            ),
            linear(
                "y-column",
                (0, brown, 0.42),
                (0.22, white, 0.16),
                (0.6, white, 0),
                (1, brown, 0.45),
                x2=1,
                y2=0,
            ),
            linear("y-sky", (0, c("sky-1")), (1, c("sky-2"))),
            linear("y-gold", (0, "#ffe9ad"), (0.5, "#e9b64c"), (1, "#b97f1f")),
            linear("y-robe", (0, "#d9cbb2"), (0.4, "#fffdf6"), (1, "#cdbb9c"), x2=1, y2=0),
            linear("y-cubeshine", (0, white, 0.28), (0.5, white, 0), (1, "#000", 0.14)),
            radial("y-water", (0, c("turq-2")), (1, c("turq")), cy=0.4, r=0.7),
            radial("y-leaf", (0, c("leaf-2")), (1, c("leaf")), cx=0.35, cy=0.25, r=0.9),
            radial("y-glow", (0, glow, 0.95), (0.55, "#ffc94d", 0.55), (1, "#ffb91f", 0), r=0.5),
            '<filter id="y-drop" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="3"'
            ' stdDeviation="2.6" flood-color="#2b1503" flood-opacity=".38"/></filter>',
            '<filter id="y-soft" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="1.4"'
            ' stdDeviation="1.2" flood-color="#2b1503" flood-opacity=".4"/></filter>',
        )
    )


def _piles() -> str:
    """The draw pile, the open discards, and the place where none lie yet."""
    back = (
        f'<rect x="-13" y="-18" width="26" height="36" rx="4" fill="{c("deep")}" stroke="#e9c46a"'
        f' stroke-width="1.6"/><polygon points="{star(0, 0, 9.5)}" fill="{c("turq")}" stroke="#e9c46a"/>'
    )
    face = (
        '<rect x="-13" y="-18" width="26" height="36" rx="4" fill="#fff8e8" stroke="#a86f12"'
        ' stroke-width="1.6"/>'
    )
    box = 'transform="translate(250 250) scale(12.6)"'
    return (
        f'<g id="icon-pile-deck"><g {box}><g transform="translate(2.5 2)">{back}</g>{back}</g></g>'
        f'<g id="icon-pile-discards"><g {box}><g transform="rotate(7)">{face}</g>{face}'
        '<path d="M-8 -2V-5a8 8 0 0 1 16 0V-2Z" fill="#b5532b"/><path d="M-8 4H8M-8 9H8" stroke="#a86f12"'
        ' stroke-width="2"/></g></g>'
        f'<g id="icon-pile-none"><g {box}><rect x="-13" y="-18" width="26" height="36" rx="4" fill="none"'
        ' stroke="currentColor" stroke-width="1.8" stroke-dasharray="4 3"/></g></g>'
    )


def defs() -> str:
    """Paints and symbols of the whole table."""
    seats = range(len(SEATS))
    return "".join(
        (
            _paints(),
            _scenery(),
            _dice(),
            *(_cube(seat) for seat in seats),
            *(_avatar(seat) for seat in seats),
            *(_owned_star(seat) for seat in seats),
            _supervisor(),
            _targets(),
            _arches(),
            _calendar(),
            _small(),
            _cards(),
            _piles(),
            f'<g id="icon-supervisor">{use("supervisor", 256, 330, 7)}</g>',
            f'<g id="icon-centre"><polygon points="{star(256, 256, 250)}" fill="#0d5c62"/>'
            f'<polygon points="{star(256, 256, 150)}" fill="#fff6e1"/><circle cx="256" cy="256" r="80"'
            ' fill="#17908b"/></g>',
        )
    )

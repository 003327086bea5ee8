"""The city as a Persian garden carpet: four quarters around a cross of streets, a border of tiles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.palette import c
from serai.games.yspahan.page.shapes import icon, octagon, rect, star, text, use
from serai.scene.draw import n

COLOURS: Final = {
    "sack.A": "#a9ba62",
    "sack.B": "#b596cc",
    "sack.C": "#6cbdb6",
    "sack.D": "#eda56c",
    "barrel.A": "#e590a2",
    "barrel.B": "#68b9ac",
    "barrel.C": "#e7ba4c",
    "barrel.D": "#8ba3dc",
    "chest.A": "#e9b840",
    "chest.B": "#74a6d8",
    "chest.C": "#e592a8",
    "amphora.A": "#e9a06a",
    "amphora.B": "#b79bd0",
    "amphora.C": "#9dbb6c",
}
# Trees in the corners that the bazaars leave free, by their feet.
TREES: Final = (
    ("cypress", -11.35, 2.1),
    ("orange", -10.75, 1.4),
    ("orange", -10.75, 2.2),
    ("orange", -5.75, 6.0),
    ("cypress", -4.95, 6.0),
    ("orange", -5.75, 5.2),
    ("cypress", -3.75, 4.1),
    ("orange", -3.1, 4.15),
    ("orange", -3.1, 3.35),
    ("orange", -11.45, 8.42),
    ("orange", -10.75, 8.42),
    ("cypress", 8.18, 8.3),
    ("orange", -6.0, -2.72),
    ("orange", -5.3, -2.72),
    ("orange", -3.6, -2.78),
    ("orange", -2.95, -2.78),
    ("orange", -1.05, -0.85),
    ("orange", -1.75, -0.85),
)


def zone(shop: str) -> str:
    """The name of a shop or bazaar in ids: "chest-B1"."""
    return shop.replace(".", "-")


def city() -> str:
    """The city, with all that is printed on it."""
    return "".join(
        (
            *_ground(),
            *(_garden(quarter, box) for quarter, box in at.GARDENS.items()),
            *(use(f"y-{kind}", *at.place(x, y), 0.75) for kind, x, y in TREES),
            *(part for bazaar in at.CORNERS for part in _bazaar(bazaar)),
            _plaza(),
            *_rugs(),
            *_fields(),
            *_gates(),
            *_calendar(),
            *_stars(),
        )
    )


def _ground() -> Iterator[str]:
    width, height = at.CITY
    (left, top), (right, bottom) = at.place(*at.WALLS[:2]), at.place(*at.WALLS[2:])
    wide, high = right - left, bottom - top
    edge = f'stroke="{c("gold")}" stroke-width="1.6"'
    yield rect(0, 0, width, height, c("deep"), rx=18)
    yield rect(2, 2, width - 4, height - 4, "url(#y-tiles)", rx=16, more=f"{edge}")
    yield rect(left - 5, top - 5, wide + 10, high + 10, c("deep"), rx=8, more=f"{edge}")
    yield rect(left - 2, top - 2, wide + 4, high + 4, c("ivory"), rx=6)
    yield rect(left, top, wide, high, c("stone"), rx=5)
    yield rect(left, top, wide, high, "url(#y-paving)", rx=5)
    half = 0.53 * at.UNIT
    x, y = at.CENTRE
    for quarter, west, north in (("chest", 1, 1), ("amphora", 0, 1), ("sack", 1, 0), ("barrel", 0, 0)):
        x0, x1 = (left, x - half) if west else (x + half, right)
        y0, y1 = (top, y - half) if north else (y + half, bottom)
        for inset, fill in ((0, c("rill")), (1.6, c("rill-2")), (3, c(f"q-{quarter}")), (3, "url(#y-girih)")):
            yield rect(x0 + inset, y0 + inset, x1 - x0 - 2 * inset, y1 - y0 - 2 * inset, fill, rx=4)


def _garden(quarter: str, box: tuple[float, float, float, float]) -> str:
    (x0, y0), (x1, y1) = at.place(*box[:2]), at.place(*box[2:])
    wide, high = x1 - x0, y1 - y0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    size = 1.0 if high > 90 else 0.8
    beds = "".join(
        rect(x0 + inset, y0 + inset, wide - 2 * inset, high - 2 * inset, fill, rx=radius)
        for inset, radius, fill in (
            (0, 9, c("stone-2")),
            (3, 7, c("rill")),
            (5, 6, c("stone")),
            (8, 4, c("grass")),
            (8, 4, "url(#y-flowers)"),
        )
    )
    across, down = f"M{n(x0 + 8)} {n(y - 4)}H{n(x1 - 8)}", f"M{n(x)} {n(y0 + 8)}V{n(y1 - 8)}"
    rills = (
        f'<path d="{across}{down}" stroke="{c("stone")}" stroke-width="9"/>'
        f'<path d="{across}{down}" stroke="{c("rill")}" stroke-width="4.5"/>'
        f'<path d="{across}" stroke="{c("rill-2")}" stroke-width="1.2" stroke-dasharray="7 9"/>'
    )
    if wide > 180:
        trees = [
            (kind, place_x, place_y, scale)
            for edge, way in ((x0, 1), (x1, -1))
            for kind, place_x, place_y, scale in (
                ("orange", edge + 60 * way, y - 8, 1.0),
                ("cypress", edge + 24 * way, y - 1, 0.9),
                ("cypress", edge + 24 * way, y1 - 12, 1.0),
                ("orange", edge + 52 * way, y1 - 11, 0.95),
            )
        ]
    else:
        trees = [
            (kind, place_x, place_y, scale)
            for edge, way in ((x0, 1), (x1, -1))
            for kind, place_x, place_y, scale in (
                ("cypress", edge + 21 * way, y + 2, 0.85),
                ("orange", edge + 23 * way, y1 - 11, 0.95),
            )
        ]
    radius, pool = min(high / 2 - 16, 34), y - 8
    return (
        f'<g data-zone="quarter-{quarter}">{beds}{rills}'
        + "".join(use(f"y-{kind}", tx, ty, scale * size) for kind, tx, ty, scale in trees)
        + f'<g filter="url(#y-soft)"><polygon points="{star(x, pool, radius + 7)}" fill="{c("stone")}"/>'
        f'<polygon points="{star(x, pool, radius + 3.5)}" fill="{c("deep")}" stroke="{c("gold")}"'
        ' stroke-width="1.5"/></g>'
        f'<circle cx="{n(x)}" cy="{n(pool)}" r="{n(radius * 0.76)}" fill="url(#y-water)"'
        f' stroke="{c("gold-2")}" stroke-width="1.2"/>'
        + icon(quarter, x, pool, radius * 1.04, color="#fffaf0")
        + "</g>"
    )


def _bazaar(bazaar: str) -> Iterator[str]:
    """One glazed building; every shop is an arch in it."""
    corners = at.CORNERS[bazaar]
    side = at.SHOP_SIDE
    plate = 'class="y-plate" fill="currentColor"'
    yield f'<g color="{COLOURS[bazaar]}"><g filter="url(#y-drop)">'
    for i, (x, y) in enumerate(corners):
        yield rect(at.place(x, y)[0] - 4, at.place(x, y)[1] - 4, side + 8, side + 8, rx=8, more=plate)
        for x2, y2 in corners[i + 1 :]:  # joints between shops that stand apart
            if abs(y - y2) < 0.01 and abs(abs(x - x2) - at.SHOP) < 0.3:
                left, top = at.place(min(x, x2) + at.SHOP - 0.1, y)
                yield rect(left, top - 4, (abs(x - x2) - at.SHOP + 0.2) * at.UNIT, side + 8, more=plate)
            if abs(x - x2) < 0.01 and abs(abs(y - y2) - at.SHOP) < 0.3:
                left, top = at.place(x, min(y, y2) + at.SHOP - 0.1)
                yield rect(left - 4, top, side + 8, (abs(y - y2) - at.SHOP + 0.2) * at.UNIT, more=plate)
    yield "</g>"
    for i in range(1, len(corners) + 1):
        x, y = at.SHOP_CORNERS[f"{bazaar}{i}"]
        label = text(
            x + side / 2, y + 64.6, f"{bazaar[-1]}{i}", 11.5, c("lab"), 700, more='letter-spacing=".3"'
        )
        yield f'<g data-zone="shop-{zone(bazaar)}{i}">{use("y-shop", x, y)}{label}</g>'
    yield "</g>"


def _plaza() -> str:
    x, y = at.CENTRE
    waves = f"M{x - 6} {y + 1}q3 -3 6 0t6 0M{x - 5} {y + 5}q2.5 -2.5 5 0t5 0M{x - 4} {y - 3.5}q2 -2 4 0t4 0"
    return (
        f'<g data-zone="field-centre"><circle cx="{x}" cy="{y}" r="40" fill="{c("stone")}"'
        f' stroke="{c("rill")}" stroke-width="2"/>'
        f'<circle cx="{x}" cy="{y}" r="37" fill="none" stroke="{c("gold")}"/>'
        f'<polygon points="{star(x, y, 34)}" fill="{c("turq")}" stroke="{c("gold")}" stroke-width="1.2"/>'
        f'<polygon points="{star(x, y, 26, turn=math.pi / 8)}" fill="{c("ivory")}" stroke="{c("gold")}"/>'
        f'<polygon points="{star(x, y, 20)}" fill="{c("lapis")}"/>'
        f'<circle cx="{x}" cy="{y}" r="12.5" fill="url(#y-water)" stroke="{c("ivory")}" stroke-width="1.6"/>'
        f'<path d="{waves}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="1.1"'
        ' stroke-linecap="round"/></g>'
    )


def _rugs() -> Iterator[str]:
    """A rug on the threshold from a shop to a field that it touches."""
    for shop, fields in at.DOORS.items():
        bazaar, number = shop[:-1], int(shop[-1])
        for field in fields:
            dx, dy, upright = at.door(at.CORNERS[bazaar][number - 1], at.STREET[field])
            x, y = at.place(dx, dy)
            wide, high = (24, 14) if upright else (14, 24)
            left, top = x - wide / 2, y - high / 2
            fringe = "".join(
                f"M{n(left + 2 + 4 * i)} {n(top - 1.5)}v{high + 3}"
                if upright
                else f"M{n(left - 1.5)} {n(top + 2 + 4 * i)}h{wide + 3}"
                for i in range(6)
            )
            yield (
                f'<g color="{COLOURS[bazaar]}"><path d="{fringe}" stroke="{c("ivory")}" stroke-width="1.3"/>'
                + rect(left, top, wide, high, rx=1.5, more='class="y-rug" fill="currentColor"')
                + rect(
                    left + 1.8,
                    top + 1.8,
                    wide - 3.6,
                    high - 3.6,
                    "none",
                    rx=1,
                    more='stroke="#fff" stroke-opacity=".7" stroke-width=".9"',
                )
                + f'<path class="y-rug-hi" fill="currentColor" d="M{n(x - 4)} {n(y)}l4 -4 4 4-4 4z"/></g>'
            )


def _fields() -> Iterator[str]:
    for field, (x, y) in at.FIELDS.items():
        if field == "centre":
            continue
        label = text(x, y + 4.4, field, 12.5, c("fieldink"))
        yield f'<g data-zone="field-{field}">{use("y-field", x, y)}{label}</g>'


def field_symbol() -> str:
    """A field of the street."""
    return (
        f'<g id="y-field"><polygon points="{octagon(0, 1.2, 17.5, 5)}" fill="{c("shade")}"'
        f' fill-opacity=".22"/>'
        f'<polygon points="{octagon(0, 0, 17.5, 5)}" fill="{c("tile")}" stroke="{c("tile-line")}"'
        ' stroke-width="1.2"/>'
        f'<polygon points="{octagon(0, 0, 14.2, 4)}" fill="none" stroke="{c("tile-line")}"'
        ' stroke-opacity=".5" stroke-width=".8"/></g>'
    )


def gate_symbol() -> str:
    """A gate at the end of a street."""
    return (
        '<g id="y-gate"><g filter="url(#y-soft)"><path d="M-27 14V-12L-22 -17H22L27 -12V14Z"'
        f' fill="{c("turq")}" stroke="{c("gold")}" stroke-width="1.4"/>'
        f'<path d="M-23 14V-10L-20 -13H20L23 -10V14Z" fill="none" stroke="{c("turq-2")}"/>'
        f'<path d="M-14 14V4C-14 -4 -6 -7 0 -12C6 -7 14 -4 14 4V14Z" fill="{c("stone")}"'
        f' stroke="{c("ivory")}" stroke-width="2"/>'
        f'<g fill="{c("gold-2")}"><circle cx="-18.5" cy="-8" r="2"/><circle cx="18.5" cy="-8"'
        f' r="2"/></g></g></g>'
    )


def _gates() -> Iterator[str]:
    (left, top), (right, bottom) = at.place(*at.WALLS[:2]), at.place(*at.WALLS[2:])
    x, y = at.CENTRE
    for gx, gy, turn in ((x, top - 18, 0), (x, bottom + 12, 180), (left - 13, y, -90), (right + 12, y, 90)):
        yield f'<use href="#y-gate" transform="translate({n(gx)} {n(gy)}) rotate({turn})"/>'


def _calendar() -> Iterator[str]:
    for day, (x, y) in at.DAYS.items():
        number = text(x, y + 5.4, str(day), 15, "#f7e6bf")
        yield (
            f'<g data-zone="day-{day}"><polygon points="{octagon(x, y, 15, 6)}" fill="{c("deep")}"'
            f' stroke="{c("gold")}" stroke-width="1.4"/>{number}</g>'
        )


def _stars() -> Iterator[str]:
    """The points of each bazaar."""
    for bazaar, (x, y) in at.STARS.items():
        number = text(x, y + 5, str(at.POINTS[bazaar]), 14, "#3a2a1c", 700)
        yield f'<g data-zone="points-{zone(bazaar)}">{use("y-points", x, y)}{number}</g>'


def points_symbol() -> str:
    """The star on which a bazaar's points stand."""
    return (
        f'<g id="y-points"><g filter="url(#y-soft)"><polygon points="{star(0, 0, 15.5)}" fill="{c("deep")}"/>'
        f'<polygon points="{star(0, 0, 14)}" fill="#fff8e6" stroke="#c18a26" stroke-width="1.4"/></g></g>'
    )

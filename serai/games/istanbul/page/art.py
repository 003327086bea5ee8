"""All drawings of Istanbul."""
# ruff: noqa: E501 - an outline stays on one line

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from serai.games.istanbul import cards
from serai.games.istanbul.page import cover, geometry, palette, pieces, tiles
from serai.games.istanbul.page.palette import CREAM, GOOD, SEATS, tile
from serai.games.istanbul.page.scenery import wheel
from serai.games.istanbul.page.shapes import PEN, at, circle, group, line, path, rect, star, symbol, use
from serai.scene.draw import squeeze, without_groups
from serai.scene.icons import icon_defs
from serai.scene.scene import Art, Part

FOLDER = Path(__file__).parent


@cache
def art() -> Art:
    """All drawings of the game, see `View.art`."""
    width, height = geometry.CART
    drawings = [
        icon_defs(FOLDER),
        *_gradients(),
        *pieces.symbols(),
        *tiles.symbols(),
        *_cart_symbols(),
        *_icons(),
    ]
    return Art(
        parts={
            "board": Part(geometry.BOARD, geometry.BOARD, without_groups(squeeze(_board()))),
            "cart": Part(width, height, ""),
        },
        defs=without_groups(squeeze("".join(drawings))),
        style=FOLDER / "table.css",
        cover=squeeze(cover.cover(cover.used_paints(list(_gradients())))),
        colours=palette.style_sheet(),
    )


def _gradients() -> Iterator[str]:
    """Paints: skies, metals, lights, bricks, the border and the damask of the tiles."""
    for sky in "ABCD":
        upper, lower = palette.vignette(f"sky{sky}1"), palette.vignette(f"sky{sky}2")
        yield PEN.linear(f"sky{sky}", (0, upper), (0.8, lower))
    yield '<radialGradient id="coin-gold" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#ffe9ad"/><stop offset=".55" stop-color="#eec25c"/><stop offset="1" stop-color="#c48f2a"/></radialGradient>'
    yield PEN.linear("brass", (0, "#ffe6a8"), (0.5, "#dba63f"), (1, "#9a6b17"), x2=1, y2=1)
    yield PEN.linear("sheen", (0, "#fff", 0.16), (0.45, "#fff", 0), (1, "#000", 0.16), x2=1, y2=1)
    yield PEN.linear("inset", (0, "#000", 0.3), (0.16, "#000", 0))
    yield '<radialGradient id="vignette" cx=".5" cy=".45" r=".75"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient>'
    yield _bricks()
    yield _border_pattern()
    lines = "M0 0 L13 13 M26 0 L13 13 M0 26 L13 13 M26 26 L13 13"
    yield (
        '<pattern id="damask" width="26" height="26" patternUnits="userSpaceOnUse">'
        + path(star(6, 3.2), "#fff", 'transform="translate(13 13)" opacity=".07"')
        + line(lines, "#fff", 0.8, 'opacity=".06"')
        + "</pattern>"
    )


def _bricks() -> str:
    laid = (
        (1, 1, 22, 10, "ground"),
        (25, 1, 10, 22, "groundL"),
        (37, 1, 10, 22, "ground"),
        (1, 13, 22, 10, "groundL"),
        (1, 25, 10, 22, "ground"),
        (13, 25, 10, 22, "groundL"),
        (25, 25, 22, 10, "groundL"),
        (25, 37, 22, 10, "ground"),
    )
    return (
        '<pattern id="bricks" width="48" height="48" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        + rect(0, 0, 48, 48, tile("groundD"))
        + "".join(rect(x, y, w, h, tile(colour), 1.5) for x, y, w, h, colour in laid)
        + "</pattern>"
    )


def _border_pattern() -> str:
    """Iznik tiles: tulip and rosette."""
    leaf = "M0 10 C-9 8 -9.6 -2 -7 -10 C-5 -6 -2.6 -4.4 0 -11.6 C2.6 -4.4 5 -6 7 -10 C9.6 -2 9 8 0 10Z"
    petal = "M0 8.4 C-7.4 6.6 -7.8 -2 -5.8 -8 C-4.2 -4.6 -2.2 -3 0 -9.4 C2.2 -3 4.2 -4.6 5.8 -8 C7.8 -2 7.4 6.6 0 8.4Z"
    light = tile("borderL")
    return (
        '<pattern id="iznik" width="72" height="30" patternUnits="userSpaceOnUse">'
        + line("M0 15 C10 3 26 3 36 15 C46 27 62 27 72 15", light, 1.5, 'opacity=".55"')
        + line("M0 15 C10 27 26 27 36 15 C46 3 62 3 72 15", light, 1.5, 'opacity=".35"')
        + at(18, 15, path(leaf, tile("border")) + path(petal, "#e05a4a"))
        + at(54, 15, path(star(8, 5), light) + circle(0, 0, 3, "#1c7c86"))
        + "</pattern>"
    )


def _board() -> str:
    """The frame and the ground, on which the tiles lie."""
    size = geometry.BOARD
    inner = size - 62
    brass = tile("brass")
    drawn = f'<rect width="{size}" height="{size}" rx="26" fill="{tile("border")}"/>'
    for place in (
        "translate(24 1)",
        f"translate(24 {size - 31})",
        "translate(31 24) rotate(90)",
        f"translate({size - 1} 24) rotate(90)",
    ):
        drawn += f'<rect transform="{place}" width="1152" height="30" fill="url(#iznik)"/>'
    for x in (17, size - 17):
        for y in (17, size - 17):
            drawn += at(
                x,
                y,
                circle(0, 0, 17, tile("border"))
                + path(star(16, 12), "url(#brass)")
                + path(star(9, 6.5), "#b6332d"),
            )
    drawn += rect(31, 31, inner, inner, "url(#bricks)", 20) + rect(31, 31, inner, inner, "url(#vignette)", 20)
    drawn += f'<rect x="31" y="31" width="{inner}" height="{inner}" rx="20" fill="none" stroke="{brass}" stroke-width="2.4"/>'
    drawn += f'<rect x="1.2" y="1.2" width="{size - 2.4}" height="{size - 2.4}" rx="25" fill="none" stroke="{brass}" stroke-width="2.4"/>'
    return drawn + _alleys()


def _alleys() -> str:
    """Stepping stones between neighbours."""
    side = geometry.TILE
    stones = ""
    for field, (x, y) in enumerate(geometry.FIELDS):
        for d in (-12, 0, 12):
            if field % 4 < 3:
                stones += rect(x + side + 3, y + side / 2 + d - 4.5, 10, 9, tile("borderL"), 3)
            if field < 12:
                stones += rect(x + side / 2 + d - 4.5, y + side + 3, 9, 10, tile("borderL"), 3)
    return group(stones, more='opacity=".5"')


# The cart


def _cart_symbols() -> Iterator[str]:
    for capacity in range(2, 6):
        yield symbol(f"cart-{capacity}", _cart(capacity))
    yield symbol("lane", '<rect class="hit" x="-121" y="-12.5" width="242" height="25" rx="7"/>')


def _cart(capacity: int) -> str:
    """The cart with a number of slots for each good; from the third on, they are separated by boards."""
    width = round(48.5 + geometry.GOOD_STEP * capacity)
    right = width + 4
    shafts = f"M{right - 14} {{}} H286 q8 0 8 7 M{right - 14} {{}} H286 q8 0 8 -7"
    drawn = line(shafts.format(30, 96), "#5c3a1e", 8, 'stroke-linecap="round"')
    drawn += line(shafts.format(29, 95), "#b98650", 5, 'stroke-linecap="round"')
    for slot in range(capacity, 5):
        left = 46 + geometry.GOOD_STEP * slot
        drawn += f'<rect x="{left:g}" y="7" width="37.5" height="107" rx="8" fill="var(--panel,#fffaf3)" fill-opacity=".82" stroke="#a87a45" stroke-opacity=".75" stroke-width="1.4" stroke-dasharray="5 4"/>'
        drawn += use("plank", left + 18.7, 60, 0.72, 'opacity=".55"')
    drawn += wheel(48, 112, 17, 8) + wheel(right - 40, 112, 17, 8)
    drawn += rect(4, 5, width, 117, "#4a2d16", 12) + rect(4, 2, width, 117, "#8f5f34", 12)
    drawn += rect(4, 2, width, 117, "url(#sheen)", 12)
    drawn += f'<rect x="7" y="5" width="{width - 6}" height="111" rx="9" fill="none" stroke="#d9a441" stroke-opacity=".55" stroke-width="1.4"/>'
    for lane, kind in enumerate(GOOD):
        y = geometry.LANE_TOP + lane * geometry.LANE
        drawn += rect(11, y - 12, width - 14, 24, "#5f3c1f", 7) + rect(11, y - 12, 30, 24, GOOD[kind], 7)
        for slot in range(capacity):
            x = geometry.FIRST_GOOD + slot * geometry.GOOD_STEP
            drawn += f'<rect x="{x - 11:g}" y="{y - 9.5}" width="22" height="19" rx="5" fill="#3f2611" fill-opacity=".75" stroke="#a87a45" stroke-opacity=".5"/>'
    for slot in range(2, capacity):
        joint = 44.5 + geometry.GOOD_STEP * slot
        drawn += line(f"M{joint} 4 V117", "#3a2210", 2, 'opacity=".6"')
        drawn += line(f"M{joint + 1.6} 4 V117", "#c79359", 1, 'opacity=".5"')
    return drawn


# Icons, in a box of 512


def _icon(name: str, piece: str, size: float, x: float = 256, y: float = 256) -> str:
    return symbol(
        f"icon-{name}", f'<use href="#{piece}" transform="translate({x:g} {y:g}) scale({size:g})"/>'
    )


def _icons() -> Iterator[str]:
    for number in range(1, 17):
        yield _icon(f"place-{number}", f"star-{number}", 10.2)
    for kind in (*GOOD, "any"):
        yield _icon(kind, f"good-{kind}", 15.5, 256, 264)
    yield _icon("ruby", "ruby", 17.5)
    yield _icon("socket", "socket", 17.5)
    yield _icon("lira", "coin", 16)
    yield _icon("governor", "governor", 5.6, 256, 478)
    yield _icon("smuggler", "smuggler", 7.6, 210, 470)
    yield _icon("card", "back", 7.6, 256, 250)
    yield _icon("neutral", "assistant-neutral", 10.6, 250, 310)
    yield _icon("neutral-merchant", "merchant-neutral", 8.2, 256, 496)
    yield _icon("envelope", "envelope", 8.6)
    yield _icon("extension", "plank", 12.6)
    for face in range(1, 7):
        yield _icon(f"die-{face}", f"die-{face}", 12.8, 256, 250)
    for colour, kind in pieces.COLOUR_OF_TILE.items():
        back = f'<rect x="12" y="12" width="488" height="488" rx="106" fill="{GOOD[kind]}" stroke="{CREAM}" stroke-width="20"/>'
        yield symbol(f"icon-tile-{colour}", back + use(f"ability-{colour}", 256, 256, 10.4))
    for kind in cards.CARDS:
        yield _icon(f"card-{kind}", f"card-{kind}", 6.3)
    for seat, dress in enumerate(SEATS):
        yield _icon(f"assistant-{seat}", f"assistant-{seat}", 10.6, 250, 310)
        yield _icon(f"family-{seat}", f"family-{seat}", 10, 256, 470)
        yield _icon(f"merchant-{seat}", f"merchant-{seat}", 8.2, 256, 496)
        arch = "M21 486 V230 C21 87 154 36 256 -25 C358 36 491 87 491 230 V486Z"
        yield f'<clipPath id="bust-{seat}"><path d="{arch}"/></clipPath>'
        yield symbol(
            f"icon-bust-{seat}",
            path(arch, dress.dark)
            + group(use(f"merchant-{seat}", 256, 700, 12), more=f'clip-path="url(#bust-{seat})"')
            + line(arch, "#d9a441", 20),
        )

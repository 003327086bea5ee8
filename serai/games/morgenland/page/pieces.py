"""The pieces: every symbol that an element of a scene can have, and drawings that serve as icons.

States work by custom properties, because style rules do not reach into a symbol: `--halo` is the outline of
what can be chosen, `--zone-…` a field's wash and outline, `--plaque-…` a plaque's colours.
"""

from __future__ import annotations

import math

from serai.games.morgenland import board, cards
from serai.games.morgenland.page.geometry import PALACE_STEP, PLACES, RADIUS, room_arch
from serai.games.morgenland.page.palette import GOLD, GOLD2, colour
from serai.games.morgenland.page.scenery import road
from serai.games.morgenland.page.shapes import (
    PEN,
    chamfered,
    circle,
    ellipse,
    group,
    icon,
    line,
    moved,
    path,
    rect,
    rounded,
    star,
    tag,
    use,
)
from serai.scene import draw
from serai.scene.draw import n

IVORY = "#fff8e6"
INK = "#1b1c3d"
NIGHT = "#0d1336"
BRIGHT = "#ffe3a1"
RIM = "#f0c15a"

# For each seat: light, body, shadow, and the rosette on the back.
COLOURS = (
    ("#f29a7f", "#c8432b", "#7a2313", "#f29a7f"),
    ("#93c6fa", "#2b6db4", "#133b69", "#93c6fa"),
    ("#7fdcb0", "#1f8a5b", "#0d4b31", "#7fdcb0"),
    ("#ffdf8c", "#e0a21b", "#855a05", "#ffdf8c"),
    ("#ffffff", "#e9e4d8", "#938b76", "#8c8571"),
)
SEATS = range(len(COLOURS))
TRIANGLE = 2

ARTIFACT_ICONS = {
    "lamp": ("magic-lamp", "#a8631a", "#5a2f0b"),
    "double": ("two-shadows", "#6a4fc4", "#33237a"),
    "carpet": ("flying-carpet", "#b1364f", "#5e1730"),
    "counterspell": ("magic-shield", "#12847f", "#06464a"),
    "key": ("skeleton-key", "#2f62b8", "#142f68"),
    "scroll": ("scroll-unfurled", "#8c7a4a", "#4a3d1e"),
}

CARPET_ICON = (
    '<path fill="currentColor" fill-rule="evenodd" d="M60,170 Q160,110 256,160 T452,150 V330 Q352,390 256,340'
    " T60,350 Z M104,196 V300 Q170,280 236,304 T408,296 V206 Q340,226 276,202 T104,196 Z M256,206 l34,46"
    ' l-34,46 l-34,-46 z"/><path stroke="currentColor" stroke-width="16" stroke-linecap="round" d="M48,176'
    " h-36 M48,216 h-36 M48,256 h-36 M48,296 h-36 M48,338 h-36 M464,160 h36 M464,200 h36 M464,240 h36"
    ' M464,280 h36 M464,322 h36"/>'
)

# Drawings of the treasures, in a box of 46 around the origin.
TREASURES = {
    "crown": (
        '<path d="M-17,11 L-20,-8 L-9,1 L0,-16 L9,1 L20,-8 L17,11 Z" fill="url(#m-crown)" stroke="#5d120a"'
        ' stroke-width="1.4" stroke-linejoin="round"/><path d="M-17,11 H17 L16,17 H-16 Z" fill="#f3c65a"'
        ' stroke="#7a520b" stroke-width="1.2"/><g fill="#ffe08a" stroke="#7a520b"><circle cy="-16" r="3.4"/>'
        '<circle cx="-20" cy="-9" r="3"/><circle cx="20" cy="-9" r="3"/></g>'
        '<path d="M0,-2 l4,5 l-4,5 l-4,-5 z" fill="#ffd9c9"/>'
        '<path d="M-9,14h0M0,14h0M9,14h0" stroke="#b2240f" stroke-width="3.2" stroke-linecap="round"/>'
    ),
    "pearl": (
        '<circle r="16" fill="url(#m-pearl)" stroke="#7d7aa6" stroke-width="1.2"/>'
        '<ellipse cx="-5" cy="-6.5" rx="5" ry="3.6" fill="#fff" transform="rotate(-35 -5 -6.5)"/>'
        '<path d="M6,11 Q12,7 13,0" fill="none" stroke="#fff" stroke-width="1.6" opacity=".7"'
        ' stroke-linecap="round"/>'
    ),
    "gem": (
        '<path d="M-11,-14 H11 L20,-4 L0,18 L-20,-4 Z" fill="url(#m-gem)" stroke="#0a2d66"'
        ' stroke-width="1.4" stroke-linejoin="round"/><path d="M-20,-4 H20 L0,18 Z" fill="#1c62c9"'
        ' opacity=".55"/><path d="M-11,-14 L-7,-4 L0,18 L7,-4 L11,-14 M-7,-4 L0,-14 L7,-4 M-20,-4 H20"'
        ' fill="none" stroke="#cfe7ff" stroke-width="1.1" stroke-linejoin="round" opacity=".9"/>'
        '<path d="M-11,-14 L-7,-4 H-20 Z" fill="#bfe0ff" opacity=".8"/>'
    ),
    "cup": (
        '<path d="M-14,-16 H14 C14,-4 10,3 3,5 V11 H8 L10,17 H-10 L-8,11 H-3 V5 C-10,3 -14,-4 -14,-16 Z"'
        ' fill="url(#m-cup)" stroke="#d5d8ee" stroke-width="1.4" stroke-linejoin="round"/>'
        '<path d="M-14,-12 C-21,-12 -20,-2 -11,-1 M14,-12 C21,-12 20,-2 11,-1" fill="none" stroke="#c5c8e2"'
        ' stroke-width="2"/><ellipse cy="-16" rx="14" ry="3" fill="#0c0c16" stroke="#e4e6f6"'
        ' stroke-width="1.3"/><path d="M-8,-11 C-8,-5 -6,-1 -3,1" stroke="#fff" stroke-width="1.8"'
        ' fill="none" opacity=".75" stroke-linecap="round"/><circle cx="4" cy="-6" r="2.4" fill="#e3b04b"/>'
    ),
    "bar": (
        '<path d="M-20,12 L-14,-6 H14 L20,12 Z" fill="url(#m-bar)" stroke="#6e4a06" stroke-width="1.4"'
        ' stroke-linejoin="round"/><path d="M-14,-6 L-8,-13 H8 L14,-6 Z" fill="#fff0b0" stroke="#6e4a06"'
        ' stroke-width="1.2" stroke-linejoin="round"/><path d="M-9,8 L-6,-1 H6 L9,8 Z" fill="none"'
        ' stroke="#7a520b" stroke-width="1.2" opacity=".8"/><path d="M-15,8 L-12,-2" stroke="#fff8d8"'
        ' stroke-width="2" stroke-linecap="round" opacity=".9"/>'
    ),
}

DRAGON = (
    '<g transform="translate(-90 -66)"><path d="M52,34 C38,26 26,10 22,-8 C36,2 56,8 68,22 Z M128,34 C142,26'
    ' 154,10 158,-8 C144,2 124,8 112,22 Z" fill="#dcae4e" stroke="#5a3c08" stroke-width="1.5"/>'
    '<path d="M34,52 L12,40 L24,62 L6,66 L28,80 Z M146,52 L168,40 L156,62 L174,66 L152,80 Z" fill="#17585a"/>'
    '<path d="M90,12 C62,12 40,28 32,56 C28,74 38,88 52,92 C56,112 70,124 90,124 C110,124 124,112 128,92'
    ' C142,88 152,74 148,56 C140,28 118,12 90,12 Z" fill="url(#m-face)" stroke="#3fae8f" stroke-width="1.5"/>'
    '<path d="M74,22 q8,7 16,0 q8,7 16,0 M66,34 q8,7 16,0 q8,7 16,0 q8,7 16,0" fill="none" stroke="#57c7a5"'
    ' stroke-width="1.6" opacity=".6"/><circle cx="60" cy="60" r="34" fill="url(#m-eye)"/>'
    '<circle cx="120" cy="60" r="34" fill="url(#m-eye)"/><path d="M42,62 Q58,44 78,64 Q60,74 42,62 Z M138,62'
    ' Q122,44 102,64 Q120,74 138,62 Z" fill="#ffd25e" stroke="#3a2400" stroke-width="1.5"/>'
    '<ellipse cx="61" cy="61" rx="3.2" ry="9.5" fill="#1a0f00"/><ellipse cx="119" cy="61" rx="3.2" ry="9.5"'
    ' fill="#1a0f00"/><path d="M38,54 Q58,36 82,58 M142,54 Q122,36 98,58" stroke="#57c7a5" stroke-width="5"'
    ' fill="none" stroke-linecap="round"/><path d="M76,96 q5,-7 11,0 M93,96 q6,-7 11,0" stroke="#9ff0cf"'
    ' stroke-width="3" fill="none" stroke-linecap="round"/><path d="M58,104 Q90,122 122,104" fill="none"'
    ' stroke="#06181d" stroke-width="2.5"/><path d="M68,108 l4,9 l5,-6 z M112,108 l-4,9 l-5,-6 z"'
    ' fill="#fff4d6"/></g>'
)


def defs() -> str:
    """All symbols."""
    return "".join(
        (
            gradients(),
            group(CARPET_ICON, id="icon-flying-carpet"),
            *(_figures(seat) for seat in SEATS),
            *(_treasure(kind) for kind in board.KINDS),
            *(_artifact(kind) for kind in cards.ARTIFACTS),
            _artifact_back(),
            _spell_cards(),
            _badges(),
            _guard(),
            _doors(),
            group(DRAGON, id="dragon"),
            *(_field(name) for name in board.FIELDS),
            tag("g", id="blank"),
        )
    )


def gradients() -> str:
    """The colours of figures and tiles."""
    bodies = "".join(
        PEN.linear(f"m-seat{seat}", (0, light), (0.38, body), (1, body), x2=0.3)
        for seat, (light, body, _, _) in enumerate(COLOURS)
    )
    tiles = "".join(
        PEN.linear(f"m-art-{kind}", (0, top), (1, foot)) for kind, (_, top, foot) in ARTIFACT_ICONS.items()
    )
    return (
        bodies
        + tiles
        + PEN.linear("m-crown", (0, "#ff7a5c"), (1, "#b8250f"))
        + PEN.radial(
            "m-pearl", (0, "#fff", 1), (0.5, "#efeafc", 1), (1, "#a7a2cf", 1), cx=0.36, cy=0.32, r=0.8
        )
        + PEN.linear("m-gem", (0, "#8fd0ff"), (1, "#1b56c4"))
        + PEN.linear("m-cup", (0, "#4c4d66"), (0.35, "#24242f"), (1, "#0c0c14"), x2=1, y2=0)
        + PEN.linear("m-bar", (0, "#ffd95e"), (1, "#d2900f"))
        + PEN.linear("m-back", (0, "#3b2f86"), (1, "#1d1750"))
        + PEN.linear("m-rim", (0, "#fff0c0"), (0.5, RIM), (1, "#c78f2a"))
        + PEN.radial("m-disc", (0, "#e9ecf8", 1), (1, "#8b91b8", 1), cx=0.4, cy=0.35, r=0.75)
        + PEN.linear("m-door", (0, "#5b3a5f"), (1, "#3a2346"))
        + PEN.radial("m-eye", (0, "#ffd25e", 0.5), (1, "#ffd25e", 0))
        + PEN.linear("m-face", (0, "#1f6f6b"), (1, "#0a2730"))
    )


def silhouette(seat: int, r: float) -> str:
    """Each seat has its own shape: circle, square, triangle, diamond, star."""
    if seat == 0:
        return f"M{n(-r)},0 a{n(r)},{n(r)} 0 1 0 {n(2 * r)},0 a{n(r)},{n(r)} 0 1 0 {n(-2 * r)},0 Z"
    if seat == 1:
        a = r * 0.9
        return rounded([(-a, -a), (a, -a), (a, a), (-a, a)], r * 0.42)
    if seat == TRIANGLE:
        q = r * 1.34
        turns = [2 * math.pi / 3 * k for k in range(3)]
        return rounded([(q * math.sin(t), -q * math.cos(t) + r * 0.2) for t in turns], r * 0.62)
    if seat == 3:
        q = r * 1.2
        return rounded([(0, -q), (q, 0), (0, q), (-q, 0)], r * 0.42)
    return rounded(draw.star(r * 1.14, 0.8), r * 0.1)


def back(seat: int) -> str:
    """A hidden figure as a standalone drawing."""
    light, _, dark, rosette = COLOURS[seat]
    body, low = silhouette(seat, RADIUS), RADIUS * 0.14 if seat == TRIANGLE else 0
    return (
        path(body, fill="#000", opacity=0.35, transform=moved(0, 5))
        + path(body, fill=dark, transform=moved(0, 2.6))
        + path(body, fill=f"url(#m-seat{seat})", stroke=light, stroke_width=1.3)
        + line(silhouette(seat, RADIUS * 0.74), light, 1, opacity=0.75)
        + path(star(RADIUS * 0.42, 0.58), fill=rosette, opacity=0.95, transform=moved(0, low))
        + circle(0, low, RADIUS * 0.12, fill=dark)
    )


def _figures(seat: int) -> str:
    """Figures: hidden, own and hidden, open, the Double, and the Carpet; the element adds the numbers."""
    light, body, dark, rosette = COLOURS[seat]
    r, inner = RADIUS, silhouette(seat, RADIUS * 0.74)
    low = r * 0.14 if seat == TRIANGLE else 0
    ring = line(
        silhouette(seat, r * 1.24),
        "var(--halo,none)",
        3,
        stroke_dasharray="var(--halo-dash,none)",
        stroke_linejoin="round",
    )
    disc = (
        use(f"body-{seat}", 0, 5, opacity=0.35)
        + use(f"body-{seat}", 0, 2.6, fill=dark)
        + use(f"body-{seat}", fill=f"url(#m-seat{seat})", stroke=light, stroke_width=1.3)
    )
    hidden = (
        line(inner, light, 1, opacity=0.75)
        + path(star(r * 0.42, 0.58), fill=rosette, opacity=0.95, transform=moved(0, low))
        + circle(0, low, r * 0.12, fill=dark)
    )
    own = path(
        inner, fill=dark, fill_opacity=0.35, stroke=light, stroke_width=1.2, stroke_dasharray="2.6 2.6"
    )
    ghost = use(
        f"body-{seat}",
        fill=body,
        fill_opacity=0.38,
        stroke=BRIGHT,
        stroke_width=2,
        stroke_dasharray="5 4",
    )
    back = f"figure-{seat}"
    return (
        path(silhouette(seat, r), id=f"body-{seat}")
        + group(disc, id=f"disc-{seat}")
        + group(ring + use(f"disc-{seat}") + hidden, id=back)
        + group(ring + use(f"disc-{seat}") + own, id=f"own-{seat}")
        + group(ring + use(f"disc-{seat}") + path(inner, fill=IVORY, stroke=dark), id=f"open-{seat}")
        + group(ring + ghost, id=f"double-{seat}")
        + group(use(back, 256, 250, 9), id=f"icon-figure-{seat}")
        + group(use(f"own-{seat}", 256, 250, 9), id=f"icon-own-{seat}")
        + group(use(f"open-{seat}", 256, 250, 9), id=f"icon-open-{seat}")
        + group(carpet(seat), id=f"carpet-{seat}")
        + group(
            circle(0, 0, 22, fill=dark, stroke=light, stroke_width=2, stroke_dasharray="5 4")
            + icon("smuggled-in", 0, 0, 32, fill=light, color=light),
            id=f"smuggler-{seat}",
        )
    )


def carpet(seat: int) -> str:
    """A flying carpet in the colour of a seat."""
    light = COLOURS[seat][0]
    fringe = "".join(f"M-29,{y} h-6 M29,{y} h6" for y in (-12, -6, 0, 6, 12))
    cloth = "M-29,-14 Q-14,-21 0,-15 T29,-16 V14 Q14,21 0,15 T-29,16 Z"
    seam = "M-24,-10 Q-12,-16 0,-11 T24,-12 V10 Q12,16 0,11 T-24,12 Z"
    return (
        path(cloth, opacity=0.35, transform="translate(0 6)")
        + line(
            cloth, "var(--halo,none)", 9, stroke_dasharray="var(--halo-dash,none)", stroke_linejoin="round"
        )
        + path(fringe, stroke=BRIGHT, stroke_width=2, stroke_linecap="round")
        + path(cloth, fill=f"url(#m-seat{seat})", stroke=light, stroke_width=1.4)
        + line(seam, BRIGHT, 1.3, stroke_dasharray="3 2.5")
        + path(star(14, 0.82), fill=IVORY)
    )


def _treasure(kind: str) -> str:
    """One piece; groups of one to nine on a shelf, large ones worth three; the plate of the bank."""
    drawn = group(TREASURES[kind], id=f"treasure-{kind}")
    drawn += group(use(f"treasure-{kind}", 256, 256, 11.1), id=f"icon-{kind}")
    for number in range(1, 10):
        x = 33.0
        pieces = ""
        pitch = 38 if number < 9 else 30
        for _ in range(number // 3):
            pieces += use(f"treasure-{kind}", x + 19, -1, 0.91)
            x += pitch
        for _ in range(number % 3):
            pieces += use(f"treasure-{kind}", x + 12, 6, 0.61)
            x += 25
        drawn += group(use("shelf") + pieces, id=f"hoard-{kind}-{number}")
    return drawn + group(use(f"treasure-{kind}", -58, 0, 0.74), id=f"bank-{kind}")


def _tile(fill: str, width: float) -> str:
    return path(chamfered(46, 13), fill=fill, stroke="#2a1a00", stroke_opacity=0.45) + line(
        chamfered(43, 12), "url(#m-rim)", width
    )


def _artifact(kind: str) -> str:
    name = ARTIFACT_ICONS[kind][0]
    drawn = (
        line(chamfered(52, 15), "var(--halo,none)", 4, stroke_dasharray="var(--halo-dash,none)")
        + _tile(f"url(#m-art-{kind})", 3.4)
        + line(chamfered(37, 10), BRIGHT, 1, opacity=0.55)
        + icon(name, 0, 0, 58, fill="url(#m-rim)", color="#f5cf78")
    )
    return group(drawn, id=f"art-{kind}") + group(use(f"art-{kind}", 256, 256, 5), id=f"icon-art-{kind}")


def _artifact_back() -> str:
    """A tile face down, and piles of them under an open one or alone."""
    drawn = group(_tile("url(#m-back)", 3) + line(star(24, 0.62), RIM, 2), id="art-back")
    drawn += group(use("art-back", 256, 256, 5), id="icon-art-back")
    for number in range(7):
        pile = ellipse(0, 46, 54, 9, opacity=0.4)
        step = 4.5 if number < 5 else 3.4
        pile += "".join(use("art-back", 0, step * j, 0.86) for j in range(number - 1, -1, -1))
        drawn += group(pile, id=f"pile-{number}")
    return drawn


def _spell_cards() -> str:
    back = (
        rect(-23, -35, 46, 70, rx=6, fill="url(#m-back)", stroke="url(#m-rim)", stroke_width=2)
        + rect(-19, -31, 38, 62, rx=4, fill="none", stroke=RIM, opacity=0.6)
        + line(star(15, 0.62), RIM, 1.6)
        + path("M4,-8 a9,9 0 1 0 3,13 a7,7 0 1 1 -3,-13 z", fill=BRIGHT)
    )
    face = rect(-22, -33, 44, 66, rx=5, fill="#fff6e0", stroke="#b98a35", stroke_width=1.5)
    face += line(star(17, 0.8), "#d9bd83", 1, transform="translate(0 -3)")
    drawn = group(back, id="spell-back") + group(use("spell-back", 256, 256, 6.8), id="icon-spell")
    pile = "".join(use("spell-back", j * 1.5, j * 2, 0.92) for j in (2, 1, 0))
    drawn += group(pile, id="spell-pile") + group(face, id="spell-face")
    for spell in cards.SPELLS:
        drawn += group(
            use("spell-face") + icon(spell, 0, -3, 27, fill="#4b3c9c", color="#4b3c9c"), id=f"spell-{spell}"
        )
    return drawn


def _badges() -> str:
    shelf = (
        path("M-6,20 h126 q6,0 4,5 l-4,5 h-122 l-8,-4 z", fill="#6f61a0")
        + path("M-6,19 h126 q6,0 5,4 h-134 z", fill="#bcb0e2")
        + circle(13, -1, 16, fill="#120f2e", stroke=RIM, stroke_width=1.8)
    )
    mat = circle(0, 0, 16, fill="#7d1f38", stroke="#ffcf6b", stroke_width=2.2)
    mat += icon("flying-carpet", 0, 0, 23, fill=BRIGHT, color=BRIGHT)
    lock = circle(0, 0, 16, fill=NIGHT, stroke=RIM, stroke_width=2)
    lock += icon("close-sesame", 0, -1, 21, fill=BRIGHT, color=BRIGHT)
    camel = circle(0, 0, 16, fill="#ffcf6b", stroke="#7a520b", stroke_width=1.5)
    camel += icon("camel", 0, 0, 24, fill="#4a2b05", color="#4a2b05")
    cord = path("M-58,-26 V-13 M58,-26 V-13", stroke=GOLD, stroke_width=1.4)
    return (
        group(shelf, id="shelf")
        + group(mat, id="mat")
        + group(lock, id="lock")
        + group(camel, id="camel")
        + group(rect(-20, -15, 40, 30, rx=15, fill=NIGHT, stroke=RIM, stroke_width=1.6), id="badge")
        + group(circle(0, 0, 12, fill=NIGHT, stroke=RIM, stroke_width=1.4), id="count")
        + group(circle(0, 0, 12, fill="#ffcf6b", stroke="#2a1a05", stroke_width=1.5), id="twice")
        + group(
            rect(
                -18,
                -17,
                36,
                34,
                rx=11,
                fill="#120f2e",
                fill_opacity=0.92,
                stroke="var(--sum-line,#6f61a0)",
                stroke_width="var(--sum-width,1.4)",
            ),
            id="sum",
        )
        + group(
            cord + rect(-80, -14, 160, 28, rx=6, fill="#1a1440", stroke=GOLD, stroke_width=1.5), id="caption"
        )
        + group(rect(-96, -17, 192, 34, rx=17, fill=NIGHT, stroke=RIM, stroke_width=1.4), id="notice")
        + group(
            rect(-170, -16, 340, 32, rx=16, fill="#7d1f38", stroke="#ffcf6b", stroke_width=1.8), id="ribbon"
        )
    )


def _guard() -> str:
    disc = (
        circle(0, 4, 38, opacity=0.35)
        + circle(0, 0, 37, fill="url(#m-disc)", stroke="#e9ecff", stroke_width=2)
        + line("M-30,0 a30,30 0 1 0 60,0 a30,30 0 1 0 -60,0", "#e9ecff", 1.2, stroke_dasharray="3 4")
    )
    mark = circle(28, 24, 15, fill=NIGHT, stroke=RIM, stroke_width=1.6)
    helmet = icon("guard", 0, -2, 42, fill="#1b1f45", color="#1b1f45")
    return group(disc, id="guard-open") + group(use("guard-open") + helmet + mark, id="guard-hidden")


def _doors() -> str:
    """The doors of an empty room, around the middle of its arch."""
    x, y = PLACES["room1"].centre
    arch = room_arch(1)
    panels = "".join(
        rect(x + side * 56 - 38, at - 22, 76, 48, rx=4, opacity=0.65)
        + path(star(15, 0.6), transform=moved(x + side * 56, at + 2), opacity=0.75)
        for side in (-1, 1)
        for at in (190, 250, 310)
    )
    leaves = (
        rect(x - PALACE_STEP / 2, 130, PALACE_STEP, 230, fill="url(#m-door)")
        + path(f"M{n(x)},130 V360", stroke="#1a1030", stroke_width=3)
        + group(panels, fill="none", stroke="#e0b050", stroke_width=1.5)
        + group(circle(x - 11, 262, 6) + circle(x + 11, 262, 6), fill="none", stroke=BRIGHT, stroke_width=2.4)
    )
    drawn = tag("clipPath", path(arch), id="m-doorway")
    drawn += group(
        group(leaves, clip_path="url(#m-doorway)") + line(arch, "#e0b050", 3), transform=moved(-x, -y)
    )
    return group(drawn, id="doors")


def _field(name: str) -> str:
    """A field's outline, its plaque in three states, and the road up to it."""
    place = PLACES[name]
    x, y = place.centre
    outline = path(
        place.outline,
        transform=moved(-x, -y),
        fill="var(--zone,transparent)",
        stroke="var(--zone-line,none)",
        stroke_width="var(--zone-width,4)",
        stroke_dasharray="var(--zone-dash,none)",
        stroke_linejoin="round",
    )
    pill = rect(
        -19,
        -16,
        place.plaque_width,
        32,
        rx=16,
        fill=f"var(--plaque,{colour('plaque')})",
        stroke=f"var(--plaque-line,{GOLD})",
        stroke_width=1.8,
    )
    node = path(
        star(18, 0.8),
        fill=f"var(--node,{colour('plaque')})",
        stroke=f"var(--plaque-line,{GOLD})",
        stroke_width=1.8,
    )
    done = path(star(18, 0.8), fill=GOLD, stroke=GOLD2, stroke_width=1.8)
    number = tag("text", str(place.number), class_="nr", y="6.2", fill=f"var(--node-ink,{colour('label')})")
    mark = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    plaque = f"plaque-{name}"
    return (
        group(outline, id=f"zone-{name}")
        + group(pill, id=f"pill-{name}")
        + group(use(f"pill-{name}") + node + number, id=plaque)
        + group(
            use(f"pill-{name}") + done + line("M-7,1 l5,6 l9,-12", "#1a1230", 3.4, **mark),
            id=f"done-{name}",
        )
        + group(use(f"pill-{name}") + done + line("M-7,0 h14", "#1a1230", 3.4, **mark), id=f"void-{name}")
        + group(line(road(name), GOLD, 4.5, stroke_linecap="round"), id=f"road-{name}")
    )

"""The picture for the home page: a portal of the bazaar, with figures in front of it."""

from __future__ import annotations

from serai.games.istanbul.page import pieces, vignettes
from serai.games.istanbul.page.palette import SEATS, tile
from serai.games.istanbul.page.shapes import at, circle, ellipse, group, line, path, rect, star

WIDTH = 400
HEIGHT = 260
_OPENING = (
    "M26 260 V96 C26 78 44 72 86 66 C140 58 176 50 200 26 C224 50 260 58 314 66 C356 72 374 78 374 96 V260Z"
)


def cover(paints: str) -> str:
    """A standalone drawing: it includes the gradients and patterns that it needs, under its own ids."""
    drawn = f"<defs>{paints}</defs>" + _street() + _frame() + _people()
    for mark in ('id="', "url(#", 'href="#'):
        drawn = drawn.replace(mark, f"{mark}istanbul-")
    return drawn


def _street() -> str:
    """The Sultan's Palace at the end of the street."""
    return group(vignettes.sultans_palace(), "translate(-3 21) scale(1.6)")


def _frame() -> str:
    """The wall around the keel arch."""
    wall = f"M0 0 H{WIDTH} V{HEIGHT} H0Z {_OPENING}"
    drawn = path(wall, tile("ruby"), 'fill-rule="evenodd"') + path(
        wall, "url(#damask)", 'fill-rule="evenodd"'
    )
    drawn += path(wall, "url(#sheen)", 'fill-rule="evenodd"')
    drawn += line(_OPENING, tile("brass"), 5) + line(_OPENING, "#7d5310", 1.2)
    for x in (13, WIDTH - 13):
        drawn += rect(x - 8, 104, 16, 156, tile("border"), 3)
        turned = f"translate({x + 8} 104) rotate(90) scale(.533)"
        drawn += f'<rect transform="{turned}" width="293" height="30" fill="url(#iznik)"/>'
        drawn += line(f"M{x - 8} 104 V260 M{x + 8} 104 V260", tile("brass"), 1.6)
    for x in (58, WIDTH - 58):
        drawn += at(x, 32, path(star(17, 12.5), "url(#brass)") + path(star(10, 7), "#b6332d"))
    glow = circle(0, 0, 30, "#fff2cc", 'opacity=".18"') + circle(0, 0, 21, "#fff2cc", 'opacity=".22"')
    return drawn + at(200, 84, glow + group(pieces.RUBY, "scale(1.35)"))


def _people() -> str:
    """Two merchants on their assistants, an assistant left behind, the governor."""
    drawn = at(306, 246, pieces.GOVERNOR, 1.35)
    drawn += at(146, 250, _merchant(0, 3), 1.7) + at(238, 252, _merchant(1, 1), 1.5)
    return drawn + at(76, 250, pieces.assistant(SEATS[3]), 1.5)


def _merchant(seat: int, stack: int) -> str:
    dress = SEATS[seat]
    drawn = ellipse(2, 4, 27, 8, "#000", 'opacity=".32"')
    for i in range(stack):
        drawn += at(0, -8.4 * i, pieces.disc(dress.fill, dress.dark))
    return drawn + at(0, -8.4 * stack - 2, pieces.merchant(dress, pieces.FACES[seat]))


def used_paints(gradients: list[str]) -> str:
    """The gradients and patterns that the cover refers to."""
    wanted = ("skyB", "brass", "sheen", "iznik", "damask")
    return "".join(paint for paint in gradients if paint.split('id="')[1].split('"')[0] in wanted)

"""The page's own symbols."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from serai.scene.icons import icon_defs

WEB: Final = Path(__file__).parent
SHAPES: Final = (  # one a seat: circle, square, triangle, diamond, star
    '<circle r="6.4"/>',
    '<rect x="-5.6" y="-5.6" width="11.2" height="11.2" rx="1.4"/>',
    '<path d="M0-6.8 7.2 5.6H-7.2Z"/>',
    '<path d="M0-7.4 7 0 0 7.4-7 0Z"/>',
    '<path d="M0-7.6 2.2-2.6 7.4-2.2 3.4 1.3 4.7 6.5 0 3.7-4.7 6.5-3.4 1.3-7.4-2.2-2.2-2.6Z"/>',
)
OWN: Final = {  # signs that a set of game icons does not have, in a box of 512 by 512
    "ui-next": '<path d="M176 84 348 256 176 428l-42-42 130-130L134 126Z"/>',
    "ui-back": '<path d="M336 84 164 256l172 172 42-42L248 256l130-130Z"/>',
    "ui-last": '<path d="M136 84 308 256 136 428l-42-42 130-130L94 126ZM356 84h56v344h-56Z"/>',
    "ui-first": '<path d="M376 84 204 256l172 172 42-42L288 256l130-130ZM156 84h-56v344h56Z"/>',
    "ui-play": '<path d="M140 76v360l296-180Z"/>',
    "ui-stop": '<path d="M170 60h172l110 110v172L342 452H170L60 342V170Z'
    'm24 58L118 194v124l76 76h124l76-76V194l-76-76Z"/>'
    '<path d="M150 228h212v56H150Z"/>',
    "ui-skip": '<path d="M90 96 282 256 90 416ZM282 96 448 234V96h44v320h-44V278L282 416Z"/>',
    "ui-close": '<path d="M78 120 120 78l314 314-42 42Z"/><path d="M392 78l42 42-314 314-42-42Z"/>',
}


@cache
def house_defs() -> Markup:
    """Icons `icon-ui-…` and the seats' shapes `shape-0` … `shape-4`, for the defs of every page."""
    shapes = "".join(f'<g id="shape-{seat}">{shape}</g>' for seat, shape in enumerate(SHAPES))
    own = "".join(f'<g id="icon-{name}" fill="currentColor">{body}</g>' for name, body in OWN.items())
    return Markup(icon_defs(WEB) + own + shapes)

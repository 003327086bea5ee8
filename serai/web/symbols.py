"""The SVG symbols that all pages share: icons, and the shapes of the seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from serai.scene.icons import icon_defs

WEB: Final = Path(__file__).parent
SHAPES: Final = (  # one per seat: circle, square, triangle, diamond, star, hexagon, cross, crescent
    '<circle r="6.4"/>',
    '<rect x="-5.6" y="-5.6" width="11.2" height="11.2" rx="1.4"/>',
    '<path d="M0-6.8 7.2 5.6H-7.2Z"/>',
    '<path d="M0-7.4 7 0 0 7.4-7 0Z"/>',
    '<path d="M0-7.6 2.2-2.6 7.4-2.2 3.4 1.3 4.7 6.5 0 3.7-4.7 6.5-3.4 1.3-7.4-2.2-2.2-2.6Z"/>',
    '<path d="M-3.6-6.3h7.2L7.3 0 3.6 6.3h-7.2L-7.3 0Z"/>',
    '<path d="M-2.4-6.8h4.8v4.4h4.4v4.8H2.4v4.4h-4.8V2.4h-4.4v-4.8h4.4Z"/>',
    '<path d="M3.4-6.6A7 7 0 1 0 3.4 6.6 8.4 8.4 0 0 1 3.4-6.6Z"/>',
)
OWN: Final = {  # icons that game-icons.net does not have, in a box of 512 by 512
    "ui-next": '<path d="M176 84 348 256 176 428l-42-42 130-130L134 126Z"/>',
    "ui-back": '<path d="M336 84 164 256l172 172 42-42L248 256l130-130Z"/>',
    "ui-last": '<path d="M136 84 308 256 136 428l-42-42 130-130L94 126ZM356 84h56v344h-56Z"/>',
    "ui-first": '<path d="M376 84 204 256l172 172 42-42L288 256l130-130ZM156 84h-56v344h56Z"/>',
    "ui-play": '<path d="M140 76v360l296-180Z"/>',
    "ui-stop": '<path d="M170 60h172l110 110v172L342 452H170L60 342V170Z'
    'm24 58L118 194v124l76 76h124l76-76V194l-76-76Z"/>'
    '<path d="M150 228h212v56H150Z"/>',
    "ui-skip": '<path d="M90 96 282 256 90 416ZM282 96 448 234V96h44v320h-44V278L282 416Z"/>',
    "ui-chat": '<path d="M64 84h384v272H250L140 446v-90H64Z"/>',
    "ui-people": '<circle cx="176" cy="150" r="74"/><circle cx="356" cy="176" r="58"/>'
    '<path d="M40 430c0-110 50-176 136-176s136 66 136 176Zm306 0c0-66-14-116-44-152 84-22 170 26 170 152Z"/>',
    "ui-bell": '<path d="M256 52c-96 0-132 74-132 158v90l-44 70h352l-44-70v-90c0-84-36-158-132-158Z"/>'
    '<circle cx="256" cy="420" r="42"/>',
    "ui-sound": '<path d="M60 190h90L270 84v344L150 322H60Zm262-32'
    'c70 44 70 152 0 196l-24-36c44-30 44-94 0-124Z"/>',
    "ui-branch": '<path d="M128 48h60v168h140v-76l136 106-136 106v-76H188v188h-60Z"/>',
    "ui-pause": '<path d="M130 80h90v352h-90Zm162 0h90v352h-90Z"/>',
    "ui-flag": '<path d="M100 52h44v34h268l-62 96 62 96H144v182h-44Z"/>',
    "ui-dice": '<path fill-rule="evenodd" d="M120 72h272a48 48 0 0 1 48 48v272a48 48 0 0 1-48 48H120'
    "a48 48 0 0 1-48-48V120a48 48 0 0 1 48-48Zm52 64a36 36 0 1 0 .1 0Zm168 0a36 36 0 1 0 .1 0Z"
    'm-84 84a36 36 0 1 0 .1 0Zm-84 84a36 36 0 1 0 .1 0Zm168 0a36 36 0 1 0 .1 0Z"/>',
    "ui-puzzle": '<path d="M60 170h110c-16-18-24-34-24-52 0-40 32-68 72-68s72 28 72 68c0 18-8 34-24 52h110'
    'v110c18-16 34-24 52-24 40 0 68 32 68 72s-28 72-68 72c-18 0-34-8-52-24v86H60Z"/>',
    "ui-flame": '<path d="M270 30c20 90-60 130-60 210 0 20 8 38 22 50-40-8-66-44-66-88-50 44-76 92-76 142 '
    '0 86 70 148 166 148s166-62 166-148c0-120-110-180-152-314Z"/>',
    "ui-close": '<path d="M78 120 120 78l314 314-42 42Z"/><path d="M392 78l42 42-314 314-42-42Z"/>',
}


@cache
def symbol_defs() -> Markup:
    """Icons `icon-ui-…` and the seats' shapes `shape-0` … `shape-7`, for the defs of every page."""
    shapes = "".join(f'<g id="shape-{seat}">{shape}</g>' for seat, shape in enumerate(SHAPES))
    own = "".join(f'<g id="icon-{name}" fill="currentColor">{body}</g>' for name, body in OWN.items())
    return Markup(icon_defs(WEB) + own + shapes)

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


@cache
def house_defs() -> Markup:
    """Icons `icon-ui-…` and the seats' shapes `shape-0` … `shape-4`, for the defs of every page."""
    shapes = "".join(f'<g id="shape-{seat}">{shape}</g>' for seat, shape in enumerate(SHAPES))
    return Markup(icon_defs(WEB) + shapes)

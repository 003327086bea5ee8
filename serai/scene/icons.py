"""Icons as symbols: `icon-NAME`, in a box of 512 by 512, in the colour of the surrounding text.

From game-icons.net (CC BY 3.0); `tools/collect_assets.py` copies the ones that a game lists.
"""

from __future__ import annotations

import json
from pathlib import Path


def icon_defs(folder: Path) -> str:
    """The symbols of a folder's `icons.json`."""
    icons: dict[str, str] = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    return "".join(f'<g id="icon-{name}">{body}</g>' for name, body in icons.items())

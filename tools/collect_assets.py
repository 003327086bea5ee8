"""Copies fonts and icons from the npm packages of package.json to where the page serves them.

A folder that needs icons lists them in `icons.txt`, one per line: `camel`, or `shop = market-stall` to rename
one. The drawings go to `icons.json` beside it, in a box of 512 by 512.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "node_modules"
FONTS = ROOT / "serai" / "web" / "static" / "fonts"


def main() -> None:
    for family in ("atkinson-hyperlegible-next", "reem-kufi"):
        name = f"{family}-latin-wght-normal.woff2"
        shutil.copyfile(MODULES / "@fontsource-variable" / family / "files" / name, FONTS / name)
    icons = json.loads((MODULES / "@iconify-json" / "game-icons" / "icons.json").read_text())["icons"]
    for listed in sorted((ROOT / "serai").rglob("icons.txt")):
        chosen = {}
        for line in listed.read_text().splitlines():
            own, _, name = (word.strip() for word in line.partition("="))
            if own:
                chosen[own] = icons[name or own]["body"]
        text = json.dumps(chosen, indent=0, sort_keys=True)
        listed.with_suffix(".json").write_text(text + "\n")
        print(f"{len(chosen)} icons for {listed.parent.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

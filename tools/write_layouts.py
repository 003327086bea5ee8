"""Writes the pages of the observation tensors, `docs/reference/tensors/*.md`."""

from pathlib import Path

import serai
from serai.research.layout import page

for name in serai.game_names():
    Path("docs/reference/tensors", f"{name}.md").write_text(page(serai.game(name)), "utf-8")

"""What is drawn in tests is drawn from one seed: the same every time, or another with `--seed`."""

from __future__ import annotations

USUAL = "serai"

seed = USUAL  # set by `--seed`

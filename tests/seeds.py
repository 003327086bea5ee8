"""The seed of all randomness in tests: the same every time, or another with `--seed`."""

from __future__ import annotations

USUAL = "serai"

seed = USUAL  # set by `--seed`

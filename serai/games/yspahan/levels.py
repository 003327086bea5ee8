"""How strong the five bots are, weakest first; `make bench-bots` measures it."""

from serai.kernel.game import Level

LEVELS = (
    Level("apprentice", blur=0.10),
    Level("trader", blur=0.03),
    Level("merchant"),
    Level("caravan master", work=16, turns=4, width=6),
    Level("vizier", seconds=1.0, turns=4, width=6, quick=True),
)

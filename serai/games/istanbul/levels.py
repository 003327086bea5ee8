"""How strong the five bots are, weakest first; `make bench-bots` measures it."""

from serai.kernel.game import Level

LEVELS = (
    Level("apprentice", blur=0.15),
    Level("trader", blur=0.06),
    Level("merchant"),
    Level("caravan master", work=6, turns=4, width=3, quick=True),
    Level("vizier", seconds=1.0, turns=4, width=6),
)

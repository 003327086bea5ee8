"""How strong the five bots are, weakest first; `make bench-bots` measures it."""

from serai.kernel.game import Level

LEVELS = (
    Level("apprentice", blur=0.25, net=True),
    Level("trader", blur=0.13, net=True),
    Level("merchant", blur=0.07, net=True),
    Level("caravan master", net=True),
    Level("vizier", seconds=1.0, turns=2, width=8, net=True),
)
# The strongest before there were nets, as it was: to measure others by.
CLASSIC = Level("classic", seconds=1.0, turns=4, width=6)

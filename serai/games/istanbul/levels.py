"""How strong the five bots are, weakest first; `make bench-bots` measures it."""

from serai.kernel.game import Level, net_levels

LEVELS = net_levels(blurs=(0.25, 0.13, 0.07), turns=4, near=0.25, mixed=True, calibration=(-0.2, 1.0))
# The strongest bot before there were nets, kept unchanged as a baseline.
CLASSIC = Level("classic", seconds=1.0, turns=4, width=6)

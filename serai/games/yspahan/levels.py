"""How strong the five bots are, weakest first; `make bench-bots` measures it."""

from serai.kernel.game import Level, net_levels

LEVELS = net_levels(blurs=(0.2, 0.1, 0.05), turns=2, calibration=(-0.11, 0.87))
# The strongest bot before there were nets, kept unchanged as a baseline.
CLASSIC = Level("classic", seconds=1.0, turns=4, width=6, quick=True)

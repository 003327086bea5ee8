"""One folder per game. `serai.kernel.registry` finds them, and those of other packages."""

from typing import Final

FIRST: Final = ("yspahan", "istanbul", "morgenland")  # the order in which games are shown; any others follow

"""One folder a game. `serai.kernel.registry` finds them, and those of other packages."""

from typing import Final

FIRST: Final = ("yspahan", "istanbul", "morgenland")  # in which order they are shown; any others follow

"""What a seat sees, as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from serai.kernel.game import Game
from serai.kernel.state import State
from serai.scene.plain_svg import plain_picture
from serai.scene.say import SOURCE, speak
from serai.scene.scene import Look

WIDTH: Final = 640  # pixels


def rgb(game: Game, state: State, seat: int | None, width: int = WIDTH) -> NDArray[np.uint8]:
    """The board as a seat (None: a spectator) sees it: rows of pixels, each red, green and blue."""
    art = game.view.art()
    seats = range(state.players)
    names = [f"Seat {number + 1}" for number in seats]
    look = Look(state.observe(seat), speak(Path(), SOURCE), names, [False for _ in seats])
    board = max(art.parts, key=lambda name: art.parts[name].width * art.parts[name].height)
    svg = plain_picture(art, board, game.name, game.view.scene(look))
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background="#ffffff"))
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))

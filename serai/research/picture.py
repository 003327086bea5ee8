"""A seat's view of the board as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from serai.kernel.state import State
from serai.scene.picture import picture

WIDTH: Final = 640  # pixels


def rgb(state: State, seat: int | None, width: int = WIDTH) -> NDArray[np.uint8]:
    """The board as a seat (None: a spectator) sees it: rows of RGB pixels."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture(state, seat), width=width, background="#ffffff"))
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))

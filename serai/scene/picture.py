"""A position as a standalone picture: for a notebook, as a file, as pixels."""

from __future__ import annotations

from pathlib import Path

from serai.kernel.registry import game
from serai.kernel.state import State
from serai.scene.plain import PlainView
from serai.scene.plain_art import text_picture
from serai.scene.plain_svg import plain_picture
from serai.scene.say import SOURCE, speak
from serai.scene.scene import Look


def picture(state: State, seat: int | None, theme: str = "light") -> str:
    """The board as a seat (None: a spectator) sees it, as SVG.

    >>> import serai
    >>> picture(serai.game("yspahan").new(3), None)[:4]
    '<svg'
    """
    played = game(state.game_name)
    view = played.view
    if isinstance(view, PlainView) and not view.is_drawn:
        return text_picture(played.board(state.observe(seat)), theme)
    art = view.art()
    seats = range(state.players)
    names = [f"Seat {number + 1}" for number in seats]
    look = Look(state.observe(seat), speak(Path(), SOURCE), names, [False for _ in seats])
    board = max(art.parts, key=lambda name: art.parts[name].width * art.parts[name].height)
    return plain_picture(art, board, state.game_name, view.scene(look), theme)

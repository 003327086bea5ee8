"""What all viewers of a position see alike is made once, from what a spectator may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from serai.scene.layers import Over
from serai.scene.scene import Look, Panel

T = TypeVar("T")


def shared(make: Callable[[Look], T]) -> Callable[[Look], T]:
    """A part of a scene that is the same for everybody. It is made from the spectators' look, so it cannot
    tell anybody what he may not know; it is kept with that look and must not be changed."""

    @wraps(make)
    def once(look: Look) -> T:
        public = look.public or look
        if make not in public.made:
            public.made[make] = make(public)
        found: T = public.made[make]
        return found

    return once


def own_panels(
    look: Look, make: Callable[[Look, int], Panel], open_panels: Callable[[Look], dict[str, Panel]]
) -> Over | None:
    """The panels of a viewer who knows more of somebody than everybody does."""
    if look.public is None:
        return None
    seats, known = look.seen["seats"], look.public.seen["seats"]
    own = {str(seat): make(look, seat) for seat in range(len(seats)) if seats[seat] != known[seat]}
    return Over(open_panels(look), own) if own else None
